"""Small files of the profile: what is usable is read, the rest is reported and kept."""

from pathlib import Path

import pytest

from engine.match.record import PERSON, Chair
from engine.profile.daily_attempts import DailyAttempt, DailyAttempts
from engine.profile.hot_seat_players import HotSeatPlayers
from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema
from engine.settings import PORTRAITS

KEYS = {
    "names": ValueSpec(str, '["…"]', str.islower, max_items=3),
    "count": ValueSpec(int, "0 … 9", range(10).__contains__),
}
GOOD = 'format = 1\nnames = ["a", "b"]\ncount = 3\n'


def read_file(folder: Path, text: str, max_bytes: int = 1000) -> tuple[dict[str, object], list[tuple[object, ...]]]:
    """Return the values of a file with this text, and key, found and allowed values of its notices."""
    (folder / "some.toml").write_text(text, encoding="utf-8")
    profile = Profile(folder)
    values = TomlValueFile(profile, "some.toml", Schema(1), KEYS, max_bytes).read()
    notices = profile.notices
    assert all(notice.placeholders["file"] == "some.toml" for notice in notices)
    shown = [tuple(notice.placeholders.get(name) for name in ("key", "found", "allowed")) for notice in notices]
    return values, [
        (notice.key.removeprefix("notice."), *figures) for notice, figures in zip(notices, shown, strict=True)
    ]


KEPT = ("kept", None, None, None)


@pytest.mark.parametrize(
    ("text", "values", "problem"),
    [
        ('count = 10\nnames = ["a"]', {"names": ["a"]}, ("bad_value", "count", "10", "0 … 9")),
        ("count = true", {}, ("bad_value", "count", "true", "0 … 9")),
        ('names = ["a", 1, "B", "c"]', {"names": ["a", None, None, "c"]}, ("bad_value", "names", None, '["…"]')),
        ('names = ["a", "b", "c", "d"]', {"names": ["a", "b", "c", "d"]}, ("bad_value", "names", None, '["…"]')),
        ('names = "a"', {}, ("bad_value", "names", "'a'", '["…"]')),
        ("count = 1\ncolour = 3", {"count": 1}, ("unknown_key", "colour", "3", "format, names, count")),
        ("count =\n", {}, ("not_toml_line", None, None, None)),
        ("# " + "x" * 1000, {}, ("too_large", None, None, None)),
    ],
)
def test_bad_file_is_reported_and_kept(
    text: str, values: dict[str, object], problem: tuple[str | None, ...], tmp_path: Path
) -> None:
    found, notices = read_file(tmp_path, text)
    assert found == values
    assert len(notices) == 2 and notices[1] == KEPT
    assert [shown for shown, expected in zip(notices[0], problem, strict=True) if expected is not None] == [
        *filter(None, problem)
    ]
    assert (tmp_path / "some.bad-1.toml").read_text(encoding="utf-8") == text


def test_good_and_newer_files_are_not_copied(tmp_path: Path) -> None:
    assert read_file(tmp_path, GOOD) == ({"names": ["a", "b"], "count": 3}, [])
    values, notices = read_file(tmp_path, GOOD.replace("1", "2", 1))
    assert (values, [notice[0] for notice in notices]) == ({}, ["newer_file"])
    assert [path.name for path in tmp_path.iterdir()] == ["some.toml"]


def test_unusable_name_does_not_shift_portraits(tmp_path: Path) -> None:
    text = f'names = ["Bento", "<b>", "Caio"]\nportraits = ["{PORTRAITS[1]}", "{PORTRAITS[2]}", "{PORTRAITS[3]}"]\n'
    (tmp_path / "persons.toml").write_text(text, encoding="utf-8")
    profile = Profile(tmp_path)
    players = HotSeatPlayers(profile)
    assert [notice.key for notice in profile.notices] == ["notice.bad_value", "notice.kept"]
    assert players.players == tuple(
        Chair(PERSON, name=name, portrait=PORTRAITS[i]) for name, i in (("Bento", 1), ("Caio", 3))
    )


def test_bad_attempt_costs_no_other(tmp_path: Path) -> None:
    (tmp_path / "days.toml").write_text('begun = ["2026-11-21 gurch Ana", 7]\n', encoding="utf-8")
    profile = Profile(tmp_path)
    attempts = DailyAttempts(profile)
    assert len(profile.notices) == 2 and DailyAttempt("gurch", 739_941, "Ana") in attempts
