"""One match in progress for each game: what is on disk, and what earlier versions have left there."""

import os
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from engine.match.record import Record
from engine.notices import Notice
from engine.profile import replacing
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.rng import Rng
from tests.support.records import play_at_random, random_record


def keys(notices: list[Notice]) -> list[str]:
    return [notice.key.removeprefix("notice.") for notice in notices]


def broken(*_: object, **__: object) -> Any:
    raise OSError(28, "No space left on device")


def two_matches(folder: Path) -> tuple[Record, Record]:
    """Matches of two games in a profile, the second saved last."""
    profile = Profile(folder)
    first, second = (random_record(slug, 3) for slug in ("gurch", "big_two"))
    for age, record in ((9, first), (5, second)):
        play_at_random(record, Rng(3), 8)
        assert profile.save_match(record) == []
        os.utime(profile.match_path(record.game), (1_700_000_000 - age, 1_700_000_000 - age))
    return first, second


def test_each_game_has_a_match_of_its_own_and_the_one_saved_last_comes_first(tmp_path: Path) -> None:
    first, second = two_matches(tmp_path)
    profile = Profile(tmp_path)
    assert profile.games_saved() == ["big_two", "gurch"]
    assert profile.load_match() == (second, []) and profile.load_match("gurch") == (first, [])
    profile.save_match(first)
    assert profile.games_saved() == ["gurch", "big_two"]
    assert profile.load_match("big_two") == (second, []), "saving one leaves the other alone"
    assert profile.drop_match("gurch") == [] and profile.games_saved() == ["big_two"]
    assert profile.load_match("roped") == (None, [])


def test_matches_are_known_by_their_heads_until_they_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two_matches(tmp_path)
    first.deal = first.replay().deal_number
    Profile(tmp_path).save_match(first)
    replayed: list[str] = []
    start = Record.start

    def noted(record: Record) -> Game:
        replayed.append(record.game)
        return start(record)

    monkeypatch.setattr(Record, "start", noted)
    notices: list[Notice] = []
    saves = SavedMatches(Profile(tmp_path), notices)
    saves.look()
    assert saves.games == ("gurch", "big_two") and not replayed
    known = saves.glimpse("gurch")
    assert (
        known is not None
        and known.deal == first.deal
        and [c.who for c in known.chairs] == [c.who for c in first.chairs]
    )
    assert saves.latest == first and replayed == ["gurch"] and saves.unread
    saves.read_more(10_000)
    assert not saves.unread and saves.of("big_two") == second and saves.games == ("gurch", "big_two")
    saves.keep(second)
    assert saves.latest is second and saves.games == ("big_two", "gurch") and notices == []
    saves.forget("big_two")
    assert saves.latest == first and Profile(tmp_path).games_saved() == ["gurch"]


def test_a_match_whose_file_is_bad_is_offered_no_longer_once_it_was_read(tmp_path: Path) -> None:
    two_matches(tmp_path)
    path = Profile(tmp_path).match_path("gurch")
    path.write_text(path.read_text().replace("moves = [", 'moves = [\n"9:play 2C",'), encoding="utf-8")
    notices: list[Notice] = []
    saves = SavedMatches(Profile(tmp_path), notices)
    saves.look()
    assert saves.games == ("gurch", "big_two")
    assert saves.of("gurch") is None and list(saves.games) == ["big_two"]
    assert keys(notices) == ["bad_value", "no_match", "kept"]


def test_a_match_under_the_name_of_another_game_is_refused_and_kept(tmp_path: Path) -> None:
    two_matches(tmp_path)
    profile = Profile(tmp_path)
    profile.match_path("gurch").replace(profile.match_path("roped"))
    found, notices = profile.load_match("roped")
    assert found is None and keys(notices) == ["bad_value", "no_match", "kept"]


def test_the_match_of_an_earlier_version_gets_its_place(tmp_path: Path) -> None:
    record = random_record("palacio", 4)
    play_at_random(record, Rng(4), 9)
    profile = Profile(tmp_path)
    profile.former_match_path.write_text(record.to_text())
    assert profile.load_match() == (record, [])
    assert profile.match_path("palacio").read_text() == record.to_text() and not profile.former_match_path.exists()


def test_nothing_is_lost_if_an_earlier_version_was_used_in_between(tmp_path: Path) -> None:
    """It doesn't see the newer places, and saves a match of its own: that waits until its game is free."""
    first, second = two_matches(tmp_path)
    theirs = random_record("gurch", 77)
    play_at_random(theirs, Rng(1), 5)
    profile = Profile(tmp_path)
    profile.former_match_path.write_text(theirs.to_text())
    for _ in range(2):
        assert Profile(tmp_path).adopt_match() == []
        assert profile.load_match("gurch") == (first, []) and profile.load_match("big_two") == (second, [])
        assert profile.former_match_path.read_text() == theirs.to_text()
    profile.drop_match("gurch")
    assert profile.load_match("gurch") == (None, []) and profile.adopt_match() == []
    assert profile.load_match("gurch") == (theirs, []) and not profile.former_match_path.exists()


def test_a_kill_while_a_match_moves_to_its_place_loses_and_doubles_nothing(tmp_path: Path) -> None:
    record = random_record("palacio", 4)
    profile = Profile(tmp_path)
    profile.save_match(record)
    profile.former_match_path.write_text(record.to_text())  # as if it had been copied, not renamed
    play_at_random(record, Rng(4), 9)
    profile.save_match(record)
    assert Profile(tmp_path).load_match() == (record, [])
    assert not profile.former_match_path.exists(), "an older state of the same match never comes back"


def test_in_a_folder_that_cannot_be_written_a_former_match_continues_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = random_record("palacio", 4)
    profile = Profile(tmp_path)
    profile.former_match_path.write_text(record.to_text())
    with monkeypatch.context() as patch:
        patch.setattr(replacing, "replace_file", broken)
        assert profile.load_match() == (record, [])
    assert profile.former_match_path.exists()
