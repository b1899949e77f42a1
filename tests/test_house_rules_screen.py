"""The house rules screen: presets saved, renamed, copied, deleted and restored; rules exported and imported."""

from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect

from engine.games import GAMES
from engine.match.record import Record
from engine.options import differing
from engine.profile.presets import Presets
from engine.profile.rules_file import to_text
from engine.profile.storage import Profile
from scenes.home.home import HomeScreen
from scenes.look import speeds
from scenes.look.widgets import Button, IconButton, Scroll, Widget, clipboard
from scenes.look.widgets.rule_note import RuleNote
from scenes.reader.rules_reader import RulesReader
from scenes.rules.house_rules import HouseRulesScreen
from scenes.rules.preset_editor import PresetDialog
from scenes.seating.seating import SeatingScreen
from scenes.shell.destinations import Begin, Home
from scenes.shell.dialog import Dialog
from scenes.shell.dropped import Offer
from scenes.table.table import Table
from scenes.text.rules import rules_in_force
from tests.support.at_table import settings
from tests.support.piloting import Pilot
from tests.support.records import new_record

SLUG = "palacio"
STANDARD = GAMES[SLUG].Options()


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    return opened(tmp_path)


def opened(folder: Path, **chosen: object) -> Pilot:
    settings(folder, **chosen)
    pilot = Pilot(folder)
    pilot.app.go(HouseRulesScreen(pilot.app, SLUG))
    pilot.steps(2)
    return pilot


def on_top(pilot: Pilot) -> type:
    """Type of the scene that gets the input."""
    return type(pilot.app.top)


def screen(pilot: Pilot) -> HouseRulesScreen:
    return next(scene for scene in pilot.app.stack if isinstance(scene, HouseRulesScreen))


def press(pilot: Pilot, label: str) -> None:
    """Click the button with this label."""
    pilot.steps(1)
    top: Any = pilot.app.top
    for widget, x, y in top.group.places():
        if label in (getattr(widget, "label", ""), getattr(widget, "name", "")):
            pilot.click((x, y))
            return
    raise AssertionError(f"no button {label!r}")


def write(pilot: Pilot, text: str) -> None:
    """Replace the text of the open field and press Enter."""
    for _ in range(40):
        pilot.key(pygame.K_BACKSPACE)
    pilot.step([pygame.Event(pygame.TEXTINPUT, text=text)])
    pilot.key(pygame.K_RETURN)
    pilot.steps(2)


def own(folder: Path) -> dict[str, Any]:
    """The presets on disk: name -> differences from the standard."""
    presets = Presets(Profile(folder), SLUG)
    assert presets.load() == []
    return {one.name: {choice.name: value for choice, value in differing(one.options)} for one in presets.own}


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in screen(pilot).presets_shown]


def chosen(pilot: Pilot) -> list[str]:
    return [button.label for button in screen(pilot).presets_shown if button.chosen]


def close_dialog(pilot: Pilot) -> str:
    """Close the top dialog; return its text."""
    dialog = pilot.app.top
    assert isinstance(dialog, Dialog)
    text = "\n".join([dialog.title, *(line.text for line in dialog.lines)])
    pilot.key(pygame.K_ESCAPE)
    pilot.steps(2)
    return text


def test_presets_that_come_with_the_game_are_one_press_away(pilot: Pilot) -> None:
    assert labels(pilot) == ["Standard game", "Pub classic", "Long evening", "Strict ten"]
    assert chosen(pilot) == ["Standard game"]
    press(pilot, "Pub classic")
    assert screen(pilot).options == GAMES[SLUG].presets["pub_classic"]
    assert chosen(pilot) == ["Pub classic"]
    screen(pilot).change("rounds", 3)
    assert chosen(pilot) == []


def test_rules_saved_under_a_name_by_keyboard_are_kept(pilot: Pilot, tmp_path: Path) -> None:
    screen(pilot).change("rounds", 3)
    for _ in range(40):
        pilot.key(pygame.K_TAB)
        focus = screen(pilot).group.focus
        if isinstance(focus, Button) and focus.label == "Save":
            break
    pilot.key(pygame.K_RETURN)
    write(pilot, "Aunt Bia’s house")
    assert own(tmp_path) == {"Aunt Bia’s house": {"rounds": 3}}
    assert chosen(pilot) == ["Aunt Bia’s house"]
    assert labels(opened(tmp_path))[-1] == "Aunt Bia’s house"
    pilot.key(pygame.K_u)
    assert own(tmp_path) == {} and screen(pilot).options.rounds == 3
    pilot.key(pygame.K_u)
    assert screen(pilot).options == STANDARD


def test_saving_under_an_existing_name_replaces_it_and_undo_restores_it(pilot: Pilot, tmp_path: Path) -> None:
    screen(pilot).change("rounds", 3)
    press(pilot, "Save")
    write(pilot, "Ours")
    screen(pilot).change("play_on", True)
    press(pilot, "Save")
    dialog: Any = pilot.app.top
    assert dialog.text == "Ours" and "will be replaced" in dialog._remark.string
    write(pilot, "ours")
    assert own(tmp_path) == {"Ours": {"rounds": 3, "play_on": True}}
    pilot.key(pygame.K_u)
    assert own(tmp_path) == {"Ours": {"rounds": 3}}


def test_renaming_copying_and_deleting_an_own_preset_can_be_undone(pilot: Pilot, tmp_path: Path) -> None:
    screen(pilot).change("rounds", 3)
    press(pilot, "Save")
    write(pilot, "Ours")
    press(pilot, "Rename")
    write(pilot, "Theirs")
    assert own(tmp_path) == {"Theirs": {"rounds": 3}}
    press(pilot, "Duplicate")
    assert own(tmp_path) == {"Theirs": {"rounds": 3}, "Theirs 2": {"rounds": 3}}
    press(pilot, "Delete")
    assert own(tmp_path) == {"Theirs 2": {"rounds": 3}}
    for expected in ({"Theirs", "Theirs 2"}, {"Theirs"}, {"Ours"}, set()):
        press(pilot, "Undo")
        assert own(tmp_path).keys() == expected
    press(pilot, "Undo")
    assert screen(pilot).options == STANDARD
    undo = next(w for w in screen(pilot).group.children if isinstance(w, IconButton) and w.name == "Undo")
    assert not undo.enabled


def test_the_games_presets_can_be_copied_and_not_deleted(pilot: Pilot, tmp_path: Path) -> None:
    press(pilot, "Long evening")
    names = [getattr(widget, "name", "") for widget in screen(pilot).group.order()]
    assert "Duplicate" in names and "Delete" not in names and "Rename" not in names
    press(pilot, "Duplicate")
    assert own(tmp_path) == {"Long evening": {"play_on": True, "rounds": 3}}


def test_a_reset_to_the_standard_game_can_be_undone(pilot: Pilot) -> None:
    press(pilot, "Pub classic")
    press(pilot, "Back to standard")
    assert screen(pilot).options == STANDARD
    pilot.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert screen(pilot).options == GAMES[SLUG].presets["pub_classic"]


def test_a_cancelled_name_leaves_no_trace(pilot: Pilot, tmp_path: Path) -> None:
    press(pilot, "Save")
    pilot.step([pygame.Event(pygame.TEXTINPUT, text="Ours")])
    pilot.key(pygame.K_ESCAPE)
    pilot.steps(2)
    assert pilot.app.top is screen(pilot) and own(tmp_path) == {}


# --- exporting and importing ------------------------------------------------------------------------------------------


def test_rules_can_be_sent_over_the_clipboard(pilot: Pilot, tmp_path: Path) -> None:
    press(pilot, "Pub classic")
    press(pilot, "Share")
    press(pilot, "Copy as text")
    assert clipboard.paste() == to_text(SLUG, GAMES[SLUG].presets["pub_classic"], "Pub classic")
    press(pilot, "Long evening")
    pilot.key(pygame.K_c, mod=pygame.KMOD_CTRL)
    assert clipboard.paste() == to_text(SLUG, GAMES[SLUG].presets["long_evening"], "Long evening")
    press(pilot, "Pub classic")
    pilot.key(pygame.K_c, mod=pygame.KMOD_CTRL)
    friend = opened(tmp_path / "friend")
    friend.key(pygame.K_v, mod=pygame.KMOD_CTRL)
    friend.steps(2)
    assert screen(friend).options == GAMES[SLUG].presets["pub_classic"]
    friend.key(pygame.K_u)
    assert screen(friend).options == STANDARD


def test_without_a_clipboard_the_rules_go_into_a_file(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", none)
    monkeypatch.setattr(pygame.scrap, "get_text", none)
    screen(pilot).change("rounds", 3)
    press(pilot, "Share")
    press(pilot, "Copy as text")
    path = tmp_path / "shared" / "palacio.houserules"
    assert str(path) in close_dialog(pilot)
    assert path.read_text() == to_text(SLUG, screen(pilot).options)
    press(pilot, "Open")
    press(pilot, "Paste from the clipboard")
    assert "no text on the clipboard" in close_dialog(pilot)


def test_a_file_is_dropped_onto_the_screen(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "bia.toml"
    path.write_text('format = 2\ngame = "palacio"\nname = "Bia"\n[rules]\nrounds = 3\n')
    pilot.step([pygame.Event(pygame.DROPFILE, file=str(path))])
    assert screen(pilot).options.rounds == 3
    press(pilot, "Save")
    dialog: Any = pilot.app.top
    assert dialog.text == "Bia", "it is offered under its own name"


def test_a_file_is_opened_by_its_path(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "bia.toml"
    path.write_text("rounds = 3\n")
    press(pilot, "Open")
    press(pilot, "Open a file")
    write(pilot, f'"{path}"')
    assert screen(pilot).options.rounds == 3


def rules_of_bia(folder: Path) -> Path:
    """Write a file of house rules named Bia; return its path."""
    path = folder / "bia.toml"
    path.write_text(to_text(SLUG, GAMES[SLUG].Options(rounds=3), "Bia"))
    return path


def drop(pilot: Pilot, path: Path) -> None:
    pilot.step([pygame.Event(pygame.DROPFILE, file=str(path))])
    pilot.steps(2)


def test_a_file_can_be_dropped_while_the_program_asks_for_one(pilot: Pilot, tmp_path: Path) -> None:
    press(pilot, "Open")
    drop(pilot, rules_of_bia(tmp_path))
    assert on_top(pilot) is HouseRulesScreen and screen(pilot).options.rounds == 3


def test_a_text_can_be_pasted_by_keys_while_the_program_asks_for_one(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clipboard, "paste", lambda: "rounds = 3\n")
    press(pilot, "Open")
    pilot.key(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert on_top(pilot) is HouseRulesScreen and screen(pilot).options.rounds == 3


def test_a_file_dropped_on_the_seating_screen_opens_the_house_rules_with_it(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    seating = SeatingScreen(pilot.app, SLUG)
    pilot.app.go(seating)
    drop(pilot, rules_of_bia(tmp_path))
    assert screen(pilot).options.rounds == 3
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.top is seating and seating.options.rounds == 3


def test_a_file_dropped_on_the_home_screen_opens_the_house_rules_of_its_game(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    drop(pilot, rules_of_bia(tmp_path))
    assert (screen(pilot).slug, screen(pilot).options.rounds) == (SLUG, 3)
    pilot.key(pygame.K_ESCAPE)
    (tmp_path / "letter.txt").write_text("rounds = 3\n")
    drop(pilot, tmp_path / "letter.txt")
    text = close_dialog(pilot)
    assert "letter.txt" in text and "isn’t a match, a set of house rules or a deck of cards" in text
    assert on_top(pilot) is HomeScreen


def test_a_file_dropped_at_a_table_changes_nothing(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record(SLUG, 8)))
    pilot.rest()
    drop(pilot, rules_of_bia(tmp_path))
    assert on_top(pilot) is Offer
    pilot.key(pygame.K_ESCAPE)
    assert on_top(pilot) is Table and Profile(tmp_path).load_options(SLUG)[0] == STANDARD


BAD = {
    "not TOML": (b"dear all,\nrounds: 3\n", "line 1 can’t be read"),
    "another game": (b'format = 2\ngame = "roped"\n', "“game” can’t be 'roped'. Allowed: palacio"),
    "not UTF-8": (b"\xff\xfe\x00r", "can’t be read"),
    "huge": (b"# x\n" * 100_000, "far too large"),
    "newer": (b"format = 12\n", "newer version"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_reported_and_changes_nothing(case: str, pilot: Pilot, tmp_path: Path) -> None:
    content, expected = BAD[case]
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    screen(pilot).change("rounds", 3)
    before = screen(pilot).options
    pilot.step([pygame.Event(pygame.DROPFILE, file=str(path))])
    text = close_dialog(pilot)
    assert "bad.toml" in text and expected in text and "Nothing was changed" in text
    assert screen(pilot).options == before
    assert path.read_bytes() == content
    assert not list(tmp_path.glob("*.bad-*"))


@pytest.mark.parametrize(
    ("path", "why"),
    [("", "can’t be read"), ("/nowhere/at all.toml", "can’t be read"), (".", "There is no drawing of a card in it")],
)
def test_a_missing_file_is_reported(path: str, why: str, pilot: Pilot) -> None:
    pilot.step([pygame.Event(pygame.DROPFILE, file=path)])
    assert why in close_dialog(pilot)


def test_mistakes_in_a_text_are_reported_and_the_rest_is_used(pilot: Pilot) -> None:
    pilot.step([pygame.Event(pygame.DROPTEXT, text="rounds = 3\nplay_on = 1\nluck = 2\n")])
    text = close_dialog(pilot)
    assert "Clipboard, line 2: “play_on” can’t be 1. Allowed: false, true." in text
    assert "line 3: there’s no setting “luck”" in text
    assert (screen(pilot).options.rounds, screen(pilot).options.play_on) == (3, False)
    pilot.key(pygame.K_u)
    assert screen(pilot).options == STANDARD


def test_a_bad_preset_file_is_reported_when_the_screen_opens(tmp_path: Path) -> None:
    path = tmp_path / "presets" / "theirs.toml"
    path.parent.mkdir()
    path.write_text('format = 2\ngame = "palacio"\nname = "Theirs"\n[rules]\nrounds = 9\n')
    pilot = opened(tmp_path)
    assert "theirs.toml, line 5: “rounds” can’t be 9. Allowed: 1, 3." in close_dialog(pilot)
    assert labels(pilot)[-1] == "Theirs"


# --- explanations of rules --------------------------------------------------------------------------------------------


def test_the_paper_describes_the_preset_or_the_rule_under_the_pointer(pilot: Pilot) -> None:
    there = screen(pilot)
    button = there.presets_shown[1]
    x, y = next((x, y) for widget, x, y in there.group.places() if widget is button)
    pilot.move((x, y))
    assert there.shown_preset is not None and there.shown_preset.name == "pub_classic"
    assert there.panel is not None
    pilot.move((there.panel.rect.centerx, there.panel.rect.top + 40))
    assert there.shown_preset is None and there.explained == there.choices[0]


def test_the_rule_that_an_option_changes_opens(pilot: Pilot) -> None:
    press(pilot, "Rule 4")
    assert on_top(pilot) is RulesReader
    pilot.key(pygame.K_ESCAPE)
    pilot.steps(2)
    assert pilot.app.top is screen(pilot)


@pytest.mark.parametrize("scale", ["100", "150", "200"])
def test_the_rule_of_the_focused_option_opens_by_key_and_by_button(scale: str, tmp_path: Path) -> None:
    pilot = opened(tmp_path, ui_scale=scale)
    pilot.key(pygame.K_TAB, pygame.K_TAB, pygame.K_TAB)
    wanted = screen(pilot).explained
    assert wanted is not None and wanted == screen(pilot).choices[1]
    name = pilot.app.words("app.rules.rule", id=wanted.rule.rpartition(".")[2].removeprefix("R"))
    for by in ("key", "button"):
        pilot.key(pygame.K_r) if by == "key" else press(pilot, name)
        pilot.steps(2)
        assert on_top(pilot) is RulesReader
        pilot.key(pygame.K_ESCAPE)
        pilot.steps(2)
        assert on_top(pilot) is HouseRulesScreen


def test_icon_buttons_show_their_names(pilot: Pilot) -> None:
    press(pilot, "Pub classic")
    there = screen(pilot)
    x, y = next((x, y) for one, x, y in there.group.places() if getattr(one, "name", "") == "Duplicate")
    pilot.move((x, y))
    pilot.step(dt=speeds.TOOLTIP_DELAY + 1)
    pilot.step(dt=1)
    assert there.tip.shown is not None and there.tip.shown.name == "Duplicate"


def test_with_large_texts_presets_have_a_panel_of_their_own(tmp_path: Path) -> None:
    pilot = opened(tmp_path, ui_scale="150")
    press(pilot, "Presets")
    assert on_top(pilot) is PresetDialog
    press(pilot, "Pub classic")
    assert on_top(pilot) is PresetDialog, "it stays open for the next one"
    press(pilot, "Duplicate")
    press(pilot, "Done")
    assert pilot.app.top is screen(pilot)
    assert screen(pilot).options == GAMES[SLUG].presets["pub_classic"]
    assert own(tmp_path).keys() == {"Pub classic"}
    press(pilot, "Presets")
    press(pilot, "Save")
    write(pilot, "Ours")
    assert own(tmp_path).keys() == {"Pub classic", "Ours"}


def test_every_widget_is_in_the_window_at_every_text_size(tmp_path: Path) -> None:
    for scale in ("80", "100", "125", "150", "200"):
        pilot = opened(tmp_path / scale, ui_scale=scale)
        there, look = screen(pilot), screen(pilot).look
        widgets: list[Widget] = [one for one in there.group.children if one.visible]
        for widget in widgets:
            assert widget.rect.left >= 0 and widget.rect.right <= look.width + 1, f"{scale}: {widget}"
            assert widget.rect.top >= 0 and widget.rect.bottom <= look.height + 1, f"{scale}: {widget}"
        pilot.app.close_all()


# --- differences from the standard rules ------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_differences_are_shown_at_seating_at_the_table_and_in_the_record(slug: str, tmp_path: Path) -> None:
    settings(tmp_path)
    options = max(GAMES[slug].presets.values(), key=lambda one: len(differing(one)))
    Profile(tmp_path).save_options(slug, options)
    pilot = Pilot(tmp_path)
    expected = [name for name, _ in rules_in_force(pilot.app.words, slug, options)]
    assert len(expected) == len(differing(options)) > 0
    seating = SeatingScreen(pilot.app, slug)
    pilot.app.go(seating)
    scrolls = [child for child in seating.page.children if isinstance(child, Scroll)]
    notes = [one for scroll in scrolls for one in scroll.children if isinstance(one, RuleNote)]
    assert [note.name for note in notes] == expected
    record = seating.record()
    pilot.app.go(Begin(record))
    pilot.rest()
    pilot.key(pygame.K_F1)
    dialog: Any = pilot.app.top
    assert [line.heading for line in dialog.lines if line.heading] == expected
    written = Record.from_text(record.to_text())
    assert written.options == options
    assert all(f"{choice.name} = " in record.to_text() for choice, _ in differing(options))


def test_without_differences_the_standard_game_is_named(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record(SLUG, 8)))
    pilot.rest()
    pilot.key(pygame.K_F1)
    dialog: Any = pilot.app.top
    assert [line.text for line in dialog.lines] == [pilot.app.words("app.seating.rules_standard")]


@pytest.mark.every_frame
@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("below", [False, True])
def test_a_message_does_not_lie_over_what_the_colours_mean(below: bool, language: str, tmp_path: Path) -> None:
    """It has other places: beside or below what is read. That is so with a dialog over it, too."""
    pilot = opened(tmp_path, language=language)
    if below:
        pilot.app.open(Dialog(pilot.app, "Title"))
    pilot.app.tell("app.preset.done.saved", "save", name="Sunday at grandma’s")
    pilot.steps(3)
    assert pilot.app.toast is not None
    scale, rect = pilot.app.look.scale, pilot.app.toast.rect
    covered = FRect(*(scale * side for side in rect))
    texts = list(screen(pilot).texts())
    assert len(texts) > 2 and rect.width > 100
    assert covered.collidelist([*texts, *screen(pilot).controls()]) < 0
