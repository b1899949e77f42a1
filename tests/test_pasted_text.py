"""Exports pasted from chats and mails: cleaned, found, and read like the original."""

import re
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from engine.games import GAMES
from engine.match.record import MAX_RECORD_BYTES, Record
from engine.online.protocol.invitation import Invitation, parse_invitation, parse_secret, to_code, to_file_text, to_url
from engine.pasted_text import clean_pasted_text, extract_toml
from engine.profile.rules_file import LoadedRules, from_text, to_text
from engine.rng import Rng
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.shell.destinations import Destination, Home, OnlineLobby, ReplayList
from scenes.shell.scene import Scene
from scenes.ui import clipboard
from tests.support.finished_matches import finished_match
from tests.support.profile_pilot import Pilot
from tests.support.random_options import random_options
from tests.support.records import new_record, play_randomly, random_record
from tests.support.tables import write_settings

INVITATION = Invitation("192.168.1.20", 47700, 7, bytes(range(10)), bytes(32))
NAMES = ("", "Aunt Bia’s house", "Long evening", "D’Ávila 2S’", "陳家")
RULES = 'format = 2\ngame = "palacio"\nname = "Bia’s house"\n\n[rules]\nrounds = 3\n'

Wrapping = Callable[[str], str]


def add_fence(language: str) -> Wrapping:
    return lambda text: f"```{language}\n{text}```"


def add_mark(mark: str) -> Wrapping:
    return lambda text: re.sub("^", mark, text, flags=re.MULTILINE)


def change_quotes(opening: str, closing: str) -> Wrapping:
    return lambda text: re.sub('"([^"\n]*)"', rf"{opening}\1{closing}", text)


def change_spaces(space: str) -> Wrapping:
    return lambda text: text.replace(" ", space)


def change_line_ends(end: str) -> Wrapping:
    return lambda text: text.replace("\n", end)


def list_with_messages(text: str) -> str:
    return f"[21:35, 26/11/2026] Bia: {text.rstrip()}\n[21:36, 26/11/2026] Ana: Thanks!"


WRAPPINGS: dict[str, Wrapping] = {
    "greeting before": lambda text: f"Hi! These are our rules:\n\n{text}",
    "line after": lambda text: f"{text}\nSee you tonight\n",
    "no last line end": str.rstrip,
    "quotation": add_mark("> "),
    "quotation of a quotation": add_mark(">> "),
    "quotation without space": add_mark(">"),
    "vertical lines": add_mark("| "),
    "fence": add_fence(""),
    "fence with language": add_fence("toml"),
    "fence in the first line": lambda text: f"```{text}```",
    "inline code": lambda text: f"`{text.rstrip()}`",
    "non-breaking spaces": change_spaces("\xa0"),
    "narrow spaces": change_spaces("\u202f"),
    "indentation": add_mark("    "),
    "English quotes": change_quotes("“", "”"),
    "German quotes": change_quotes("„", "“"),
    "French quotes": change_quotes("«\xa0", "\xa0»"),
    "Swiss quotes": change_quotes("«", "»"),
    "apostrophes of moves": lambda text: re.sub("([A-Z])'", r"\1’", text),
    "byte order mark": lambda text: f"\ufeff{text}",
    "zero-width spaces": lambda text: text.replace("=", "\u200b=\u200b").replace("a", "a\u200d"),
    "marks of direction": lambda text: f"\u200e\u2068{text}\u2069",
    "null at the end": lambda text: f"{text}\0",
    "Windows line ends": change_line_ends("\r\n"),
    "old line ends": change_line_ends("\r"),
    "line separators": change_line_ends("\u2028"),
    "empty lines": change_line_ends("\n\n"),
    "message list": list_with_messages,
    "edited": lambda text: f"{text.rstrip()} (edited)",
    "edited, in Chinese": lambda text: f"{text.rstrip()}（已編輯）",
}
OUTERMOST = {"message list", "edited", "edited, in Chinese"}


def read_rules(text: str) -> LoadedRules:
    return from_text(extract_toml(clean_pasted_text(text)), GAMES, "Clipboard")


def test_rules_and_match_are_found_in_each_wrapping() -> None:
    record = new_record("palacio", 3, 5)
    play_randomly(record, Rng(3), 300)
    assert any("'" in str(move) for move in record.moves), "cards of a second pack"
    for name, wrap in WRAPPINGS.items():
        rules = read_rules(wrap(RULES))
        assert rules == ("palacio", "Bia’s house", GAMES["palacio"].Options(rounds=3), (), ()), name
        assert Record.from_text(extract_toml(clean_pasted_text(wrap(record.to_text())))) == record, name


chat_lines = st.text(st.characters(exclude_characters="=[]#", exclude_categories=["Cs"]), max_size=40)
"""Lines of messages, without those that look like TOML."""


@st.composite
def wrappings(draw: st.DrawFn) -> Wrapping:
    """Return a combination of what chats add to a text."""
    inner = draw(st.lists(st.sampled_from(sorted(WRAPPINGS.keys() - OUTERMOST)), max_size=3, unique=True))
    before, after = draw(chat_lines), draw(chat_lines)
    outer = draw(st.sampled_from(sorted(WRAPPINGS)))

    def wrap(text: str) -> str:
        for name in inner:
            text = WRAPPINGS[name](text)
        return WRAPPINGS[outer](f"{before}\n{text}\n{after}")

    note(f"{inner}, between {before!r} and {after!r}, {outer}")
    return wrap


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.sampled_from(NAMES), wrappings())
def test_rules_are_found_in_any_wrapping(slug: str, seed: int, name: str, wrap: Wrapping) -> None:
    text = to_text(slug, random_options(GAMES[slug].Options, Rng(seed)), name)
    assert read_rules(wrap(text)) == from_text(text, GAMES, "Clipboard")


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), wrappings())
def test_match_is_found_in_any_wrapping(slug: str, seed: int, wrap: Wrapping) -> None:
    record = random_record(slug, seed)
    play_randomly(record, Rng(seed), 20)
    assert Record.from_text(extract_toml(clean_pasted_text(wrap(record.to_text())))) == record


@given(st.sampled_from([to_url, to_code, to_file_text]), chat_lines, chat_lines, wrappings())
def test_invitation_is_found_in_any_wrapping(
    write: Callable[[Invitation], str], before: str, after: str, wrap: Wrapping
) -> None:
    found = parse_invitation(wrap(f"{before}\n{write(INVITATION)}\n{after}"))
    assert found == INVITATION or found == INVITATION._replace(fingerprint=b"")


@given(st.text(max_size=200))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    cleaned = clean_pasted_text(text)
    assert clean_pasted_text(cleaned) == cleaned and clean_pasted_text(extract_toml(cleaned)) == extract_toml(cleaned)


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.sampled_from(NAMES))
def test_export_itself_stays(slug: str, seed: int, name: str) -> None:
    record = random_record(slug, seed)
    for text in (to_text(slug, record.options, name), record.to_text()):
        assert extract_toml(clean_pasted_text(text)) == text


def test_damaged_line_within_rules_is_named_by_its_number() -> None:
    pasted = f"Hi!\n\n> {RULES}".replace("rounds = 3", "rounds 3\nrounds = 2")
    with pytest.raises(ValueError, match="'line': 8"):
        read_rules(pasted)


def test_secret_with_chat_characters_is_read() -> None:
    assert parse_secret("\u200b> 0000\xa00000‑0000–0000\ufeff\n") == bytes(10)


@pytest.mark.parametrize("part", [" ", "=", "> ", "format ", "«", "(", '"', "[", "0:a ", "a"])
def test_cleaning_takes_linear_time(part: str) -> None:
    """Half a megabyte of anything: quadratic time would take minutes."""
    text = part * (MAX_RECORD_BYTES // 4 // len(part))
    assert len(extract_toml(clean_pasted_text(text))) <= len(text)


# --- on the screens ---------------------------------------------------------------------------------------------------


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    write_settings(tmp_path, name="Ana")
    return Pilot(tmp_path)


def paste(pilot: Pilot, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "paste", lambda: text)
    pilot.press_keys(pygame.K_v, mod=pygame.KMOD_CTRL)
    pilot.run_frames(2)


MESSAGE = "\ufeffHi! Our rules:\n> ```\n> " + RULES.replace("\n", "\n> ").replace('"', "“") + "```\nSee you!"


def test_rules_are_pasted_from_message(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = HouseRulesScreen(pilot.app, "palacio")
    pilot.app.go(screen)
    paste(pilot, MESSAGE, monkeypatch)
    assert pilot.app.top is screen and screen.options == GAMES["palacio"].Options(rounds=3)


def test_rules_are_dropped_as_message(pilot: Pilot) -> None:
    pilot.app.go(Home())
    pilot.step([pygame.Event(pygame.DROPTEXT, text=MESSAGE)])
    screen = pilot.expect(HouseRulesScreen)
    assert screen.options.rounds == 3


def test_match_is_pasted_from_message(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    record, _ = finished_match("big_two")
    pilot.app.go(ReplayList())
    paste(pilot, f"Look!\n{record.to_text()}\nGood, isn’t it?", monkeypatch)
    screen = pilot.expect(ReplaysScreen)
    assert screen.chosen_entry is not None
    stored = Record.from_text(screen.chosen_entry.path.read_text(encoding="utf-8"))
    assert (stored.seed, stored.moves) == (record.seed, record.moves)


def test_bad_value_leaves_other_rules_and_what_was_set(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = HouseRulesScreen(pilot.app, "big_two")
    pilot.app.go(screen)
    screen.set_rules(GAMES["big_two"].Options(match=10, four_plus_one=True), "before")
    paste(pilot, 'game = "big_two"\n[rules]\nmatch = 4711\nscoring = "hk"\n', monkeypatch)
    assert "match" in pilot.dialog_text() and "4711" in pilot.dialog_text()
    assert screen.options == GAMES["big_two"].Options(match=10, scoring="hk")


@pytest.mark.parametrize("where", ["rules", "replays", "lobby"])
def test_megabytes_are_refused_as_too_large(where: str, pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    screens: dict[str, Destination | Scene] = {
        "rules": HouseRulesScreen(pilot.app, "palacio"),
        "replays": ReplayList(),
        "lobby": OnlineLobby(),
    }
    pilot.app.go(screens[where])
    pilot.run_frames(2)
    monkeypatch.setattr("scenes.shell.sharing.clean_pasted_text", None)  # never called
    paste(pilot, RULES + "# more\n" * 300_000, monkeypatch)
    assert "far too large" in pilot.dialog_text()
