"""List of tables to which the player can return."""

from pathlib import Path

import pytest

from engine.online.protocol.invitation import to_url
from engine.profile.storage import Profile
from engine.profile.visited_tables import MAX_TABLES, VisitedTable, VisitedTables
from scenes.work.online_session import OnlineSession
from tests.support.local_online_table import LocalTransport, NamedOwner
from tests.support.local_table import LocalTable, make_table_config
from tests.support.queued_transport import INVITATION


def make_table(number: int) -> VisitedTable:
    return VisitedTable(f"house-rules:abc{number}", f"token{number}", "gurch", "Ana")


def reopen_tables(folder: Path) -> VisitedTables:
    profile = Profile(folder)
    store = VisitedTables(profile)
    assert profile.notices == []
    return store


def test_newest_is_first_and_oldest_are_dropped(tmp_path: Path) -> None:
    store = reopen_tables(tmp_path)
    for number in range(MAX_TABLES + 2):
        store.remember(make_table(number))
    store.remember(make_table(4)._replace(token="newer"))
    links = [one.link for one in reopen_tables(tmp_path).tables]
    assert links[0] == make_table(4).link and len(links) == MAX_TABLES and make_table(0).link not in links
    assert reopen_tables(tmp_path).tables[0].token == "newer"


def test_vanished_table_is_forgotten(tmp_path: Path) -> None:
    store = reopen_tables(tmp_path)
    store.remember(make_table(1))
    store.remember(make_table(2))
    store.forget(make_table(2).link)
    assert reopen_tables(tmp_path).tables == (make_table(1),)


def test_invalid_entry_is_reported_and_dropped(tmp_path: Path) -> None:
    store = reopen_tables(tmp_path)
    store.remember(make_table(1))
    file = tmp_path / "tables.toml"
    bad = file.read_text(encoding="utf-8").replace("token1", "two words")
    file.write_text(bad, encoding="utf-8")
    profile = Profile(tmp_path)
    assert VisitedTables(profile).tables == () and profile.notices


def test_table_reopened_at_another_port_is_stored_once(tmp_path: Path) -> None:
    host = LocalTable(make_table_config("gurch"))
    session = OnlineSession(LocalTransport(host), NamedOwner("Ana"), VisitedTables(Profile(tmp_path)))
    for port in (1, 2):
        session.join(INVITATION._replace(port=port))
        for _ in range(4):
            session.update(0.0)
    (kept,) = reopen_tables(tmp_path).tables
    assert kept.link == to_url(INVITATION._replace(port=2))
    assert len(list(host.table.participants)) == 1, "the same participant, by the stored token"


@pytest.mark.parametrize(
    "wrong", [{"token": "x" * 81}, {"token": "a\nb"}, {"token": ""}, {"link": "house-rules:" + "x" * 500}]
)
def test_unreadable_table_is_not_written(tmp_path: Path, wrong: dict[str, str]) -> None:
    store = reopen_tables(tmp_path)
    store.remember(make_table(1))
    store.remember(make_table(2)._replace(**wrong))
    assert store.tables == reopen_tables(tmp_path).tables == (make_table(1),)
