"""Tables that the player can come back to."""

from pathlib import Path

import pytest

from engine.online.invitation import link
from engine.profile.storage import Profile
from engine.profile.visited import MOST, VisitedTable, VisitedTables
from scenes.work.company import Company
from tests.support.friends import INVITATION, Named, TableHere, arrangement


def table(number: int) -> VisitedTable:
    return VisitedTable(f"house-rules:abc{number}", f"token{number}", "gurch", "Ana")


def again(folder: Path) -> VisitedTables:
    store = VisitedTables(Profile(folder))
    assert store.load() == []
    return store


def test_the_newest_is_first_and_the_oldest_are_dropped(tmp_path: Path) -> None:
    store = again(tmp_path)
    for number in range(MOST + 2):
        assert store.remember(table(number)) == []
    store.remember(table(4)._replace(token="newer"))
    links = [one.link for one in again(tmp_path).tables]
    assert links[0] == table(4).link and len(links) == MOST and table(0).link not in links
    assert again(tmp_path).tables[0].token == "newer"


def test_a_table_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    store = again(tmp_path)
    store.remember(table(1))
    store.remember(table(2))
    store.forget(table(2).link)
    assert again(tmp_path).tables == (table(1),)


def test_what_is_wrong_in_the_file_is_told_and_left_out(tmp_path: Path) -> None:
    store = again(tmp_path)
    store.remember(table(1))
    file = tmp_path / "tables.toml"
    bad = file.read_text(encoding="utf-8").replace("token1", "two words")
    file.write_text(bad, encoding="utf-8")
    store = VisitedTables(Profile(tmp_path))
    assert [notice.key for notice in store.load()] and store.tables == ()


def test_a_table_that_opened_at_another_port_is_kept_once(tmp_path: Path) -> None:
    host = TableHere(arrangement("gurch"))
    company = Company(host.wire(), Named("Ana"), VisitedTables(Profile(tmp_path)))
    for port in (1, 2):
        company.join(INVITATION._replace(port=port))
        for _ in range(4):
            company.update(0.0)
    (kept,) = again(tmp_path).tables
    assert kept.link == link(INVITATION._replace(port=2))
    assert len(list(host.table.people)) == 1, "the same person, by what was kept"


@pytest.mark.parametrize(
    "wrong", [{"token": "x" * 81}, {"token": "a\nb"}, {"token": ""}, {"link": "house-rules:" + "x" * 500}]
)
def test_table_that_cannot_be_read_back_is_not_written(tmp_path: Path, wrong: dict[str, str]) -> None:
    store = again(tmp_path)
    store.remember(table(1))
    store.remember(table(2)._replace(**wrong))
    assert store.tables == again(tmp_path).tables == (table(1),)
