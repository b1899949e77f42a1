"""House rules screen: presets saved, renamed, copied, deleted and restored; rules exported and imported."""

from itertools import cycle
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect

from engine.games import GAMES
from engine.match.record import Record
from engine.options import changed_options, options_of
from engine.profile.presets import CustomPresets
from engine.profile.rules_file import to_text
from engine.profile.storage import Profile
from scenes.screens.rulebook.rulebook_screen import RulebookScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.rules.preset_editor import PresetDialog
from scenes.screens.rules.presets_panel import PresetButton
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import MatchTable
from scenes.shell.dialog import Dialog
from scenes.shell.options_panel import OptionRow
from scenes.shell.rules_figure import RulesFigure
from scenes.text.option_texts import changed_rule_names_and_helps
from scenes.text.rules_document import load_page
from scenes.ui import clipboard
from scenes.ui.text import Text
from scenes.ui.widgets import Button, IconButton, Stepper
from scenes.ui.widgets.rule_note import RuleNote
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.screens import find_option_row, find_options_panel
from tests.support.tables import open_program, start_program, write_settings

SLUG = "palacio"
STANDARD = GAMES[SLUG].Options()
REGIONAL = ("Shithead", "Karma", "Palace (US)", "Vändtia", "Poophead")


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    return open_house_rules(tmp_path)


def open_house_rules(folder: Path, **chosen: object) -> Pilot:
    pilot = start_program(folder, **chosen)
    pilot.app.go(HouseRulesScreen(pilot.app, SLUG))
    pilot.run_frames(2)
    return pilot


def top_scene_type(pilot: Pilot) -> type:
    """Return the type of the top scene, which gets the input."""
    return type(pilot.app.top)


def house_rules_screen(pilot: Pilot) -> HouseRulesScreen:
    return next(scene for scene in pilot.app.scene_stack if isinstance(scene, HouseRulesScreen))


def type_text(pilot: Pilot, text: str) -> None:
    """Replace the text of the open field and press Enter."""
    for _ in range(40):
        pilot.press_keys(pygame.K_BACKSPACE)
    pilot.step([pygame.Event(pygame.TEXTINPUT, text=text)])
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_frames(2)


def saved_presets(folder: Path) -> dict[str, Any]:
    """Return the presets on disk: name -> differences from the standard."""
    presets = CustomPresets(Profile(folder), SLUG)
    presets.load()
    assert presets.profile.notices == []
    return {one.name: {choice.name: value for choice, value in changed_options(one.options)} for one in presets.presets}


def preset_buttons(pilot: Pilot) -> list[PresetButton]:
    return [one for one in house_rules_screen(pilot).root.focus_order() if isinstance(one, PresetButton)]


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in preset_buttons(pilot)]


def chosen_labels(pilot: Pilot) -> list[str]:
    return [button.label for button in preset_buttons(pilot) if button.is_chosen]


def close_dialog(pilot: Pilot) -> str:
    """Close the top dialog; return its text."""
    text = pilot.dialog_text()
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.run_frames(2)
    return text


def test_shipped_presets_are_one_press_away(pilot: Pilot) -> None:
    assert labels(pilot) == ["Standard game", *REGIONAL, "Pub classic", "Long evening", "Strict ten"]
    assert chosen_labels(pilot) == ["Standard game"]
    pilot.click_widget("Pub classic")
    assert house_rules_screen(pilot).options == GAMES[SLUG].presets["pub_classic"]
    assert chosen_labels(pilot) == ["Pub classic"]
    house_rules_screen(pilot).change("rounds", 3)
    assert chosen_labels(pilot) == []


def test_rules_saved_by_keyboard_are_stored(pilot: Pilot, tmp_path: Path) -> None:
    house_rules_screen(pilot).change("rounds", 3)
    for _ in range(40):
        pilot.press_keys(pygame.K_TAB)
        focus = house_rules_screen(pilot).root.focus
        if isinstance(focus, Button) and focus.label == "Save":
            break
    pilot.press_keys(pygame.K_RETURN)
    type_text(pilot, "Aunt Bia’s house")
    assert saved_presets(tmp_path) == {"Aunt Bia’s house": {"rounds": 3}}
    assert chosen_labels(pilot) == ["Aunt Bia’s house"]
    assert labels(open_house_rules(tmp_path))[-1] == "Aunt Bia’s house"
    pilot.press_keys(pygame.K_u)
    assert saved_presets(tmp_path) == {} and house_rules_screen(pilot).options.rounds == 3
    pilot.press_keys(pygame.K_u)
    assert house_rules_screen(pilot).options == STANDARD


def test_saving_existing_name_replaces_preset_and_undo_restores_it(pilot: Pilot, tmp_path: Path) -> None:
    house_rules_screen(pilot).change("rounds", 3)
    pilot.click_widget("Save")
    type_text(pilot, "Ours")
    house_rules_screen(pilot).change("play_on", True)
    pilot.click_widget("Save")
    dialog: Any = pilot.app.top
    assert dialog.text == "Ours" and any(
        "will be replaced" in getattr(one, "string", "") for one in dialog.root.children
    )
    type_text(pilot, "ours")
    assert saved_presets(tmp_path) == {"Ours": {"rounds": 3, "play_on": True}}
    pilot.press_keys(pygame.K_u)
    assert saved_presets(tmp_path) == {"Ours": {"rounds": 3}}


def test_renaming_copying_and_deleting_own_preset_can_be_undone(pilot: Pilot, tmp_path: Path) -> None:
    house_rules_screen(pilot).change("rounds", 3)
    pilot.click_widget("Save")
    type_text(pilot, "Ours")
    pilot.click_widget("Rename")
    type_text(pilot, "Theirs")
    assert saved_presets(tmp_path) == {"Theirs": {"rounds": 3}}
    pilot.click_widget("Duplicate")
    assert saved_presets(tmp_path) == {"Theirs": {"rounds": 3}, "Theirs 2": {"rounds": 3}}
    pilot.click_widget("Delete")
    assert saved_presets(tmp_path) == {"Theirs 2": {"rounds": 3}}
    for expected in ({"Theirs", "Theirs 2"}, {"Theirs"}, {"Ours"}, set()):
        pilot.click_widget("Undo")
        assert saved_presets(tmp_path).keys() == expected
    pilot.click_widget("Undo")
    assert house_rules_screen(pilot).options == STANDARD
    undo = next(w for w in house_rules_screen(pilot).root.children if isinstance(w, IconButton) and w.name == "Undo")
    assert not undo.enabled


def test_games_presets_can_be_copied_and_not_deleted(pilot: Pilot, tmp_path: Path) -> None:
    pilot.click_widget("Long evening")
    names = [getattr(widget, "name", "") for widget in house_rules_screen(pilot).root.focus_order()]
    assert "Duplicate" in names and "Delete" not in names and "Rename" not in names
    pilot.click_widget("Duplicate")
    assert saved_presets(tmp_path) == {"Long evening": {"play_on": True, "match_by": "points", "rounds": 5}}


def test_reset_to_standard_game_can_be_undone(pilot: Pilot) -> None:
    pilot.click_widget("Pub classic")
    pilot.click_widget("Back to standard")
    assert house_rules_screen(pilot).options == STANDARD
    pilot.press_keys(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert house_rules_screen(pilot).options == GAMES[SLUG].presets["pub_classic"]


def listed_rules(pilot: Pilot) -> list[str]:
    """Return the names of the listed house rules, from top to bottom."""
    rows = [one.node for one in house_rules_screen(pilot).root.placed if isinstance(one.node, OptionRow)]
    return [row.option.name for row in rows]


def test_changed_rules_come_first_and_rule_changed_in_list_stays_in_place(pilot: Pilot) -> None:
    standard_order = [choice.name for choice in options_of(GAMES[SLUG].Options)]
    assert listed_rules(pilot) == standard_order
    house_rules_screen(pilot).change("rounds", 3)
    assert listed_rules(pilot) == standard_order, "no row moves away from the pointer"
    pilot.click_widget("Pub classic")
    changed = [choice.name for choice, _ in changed_options(GAMES[SLUG].presets["pub_classic"])]
    assert listed_rules(pilot) == [*changed, *(name for name in standard_order if name not in changed)]
    texts = [one.node.string for one in house_rules_screen(pilot).root.placed if isinstance(one.node, Text)]
    assert "Changed" in texts


def test_click_on_row_at_edge_of_list_changes_its_rule(pilot: Pilot) -> None:
    screen = house_rules_screen(pilot)
    bottom = find_options_panel(screen).rect.bottom
    placed = next(one for one in screen.root.placed if one.node.key == "last_card")
    placed.scroll_views[0].scroll(placed.screen_area.bottom - bottom - 24)
    area = placed.screen_area
    assert bottom + 16 < area.bottom < bottom + 28, "nearly half of the row is hidden"
    pilot.click((area.right - 40, area.centery))
    assert screen.options.last_card == "ordinary"


def test_search_lists_rules_with_every_word(pilot: Pilot) -> None:
    pilot.press_keys(pygame.K_f, mod=pygame.KMOD_CTRL)
    pilot.step([pygame.Event(pygame.TEXTINPUT, text="burn FOURTH")])
    pilot.press_keys(pygame.K_u)
    assert listed_rules(pilot) == ["four_across_turns", "fourth"], "letters are typed, not used as shortcuts"
    pilot.step([pygame.Event(pygame.TEXTINPUT, text=" zebra")])
    assert listed_rules(pilot) == []
    pilot.press_keys(pygame.K_ESCAPE)
    assert len(listed_rules(pilot)) == len(options_of(GAMES[SLUG].Options))
    assert top_scene_type(pilot) is HouseRulesScreen
    pilot.step([pygame.Event(pygame.TEXTINPUT, text="zebra")])
    pilot.click_widget("Back")
    assert pilot.app.scene_stack.scenes == [], "the button always leaves"


def test_single_rule_is_reset_by_key_and_on_paper(pilot: Pilot) -> None:
    pilot.click_widget("Pub classic")
    house_rules_screen(pilot).root.set_focus(house_rules_screen(pilot).root.find("starter"))
    pilot.press_keys(pygame.K_DELETE)
    assert house_rules_screen(pilot).options.starter == "left_of_dealer"
    assert house_rules_screen(pilot).options.voluntary_pickup
    house_rules_screen(pilot).change("rounds", 3)
    pilot.click_widget("Reset")
    assert house_rules_screen(pilot).options.rounds == 1 and house_rules_screen(pilot).options.voluntary_pickup


def test_idle_rule_says_why_and_keeps_its_value(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = house_rules_screen(pilot)
    screen.choices = tuple(
        choice._replace(idle_with=(("rounds", (3,)),)) if choice.name == "play_on" else choice
        for choice in screen.choices
    )
    screen.change("rounds", 3)
    row = find_option_row(screen, "play_on")
    assert row.help == "Changes nothing with “Length of the match: Three”."
    pilot.click(row.control.rect.center)
    screen.root.set_focus(row)
    pilot.press_keys(pygame.K_RIGHT, pygame.K_RETURN)
    assert screen.options.play_on is False
    screen.change("rounds", 1)
    assert find_option_row(screen, "play_on").help == "Go on until one player is left, who loses."


@pytest.mark.parametrize(("slug", "size"), list(zip(GAMES, cycle([(960, 540), (1280, 960)]), strict=False)))
def test_figure_of_rules_page_shows_effect_on_paper(slug: str, size: tuple[int, int], tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, size)
    editor = HouseRulesScreen(pilot.app, slug)
    pilot.app.go(editor)
    page, shown_count = load_page("en", slug), 0
    for choice in editor.choices:
        editor.change(choice.name, choice.values[-1])
        shown = [child.figure for child in editor.root.children if isinstance(child, RulesFigure)]
        figure = page.find_figure(choice.name)
        assert shown == ([figure] if figure else []), choice.name
        shown_count += len(shown)
    assert shown_count, "every game has a house rule with a figure"


def test_cancelled_name_leaves_no_trace(pilot: Pilot, tmp_path: Path) -> None:
    pilot.click_widget("Save")
    pilot.step([pygame.Event(pygame.TEXTINPUT, text="Ours")])
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.run_frames(2)
    assert pilot.app.top is house_rules_screen(pilot) and saved_presets(tmp_path) == {}


# --- exporting and importing ------------------------------------------------------------------------------------------


def test_rules_can_be_sent_over_clipboard(pilot: Pilot, tmp_path: Path) -> None:
    pilot.click_widget("Pub classic")
    pilot.click_widget("Share")
    pilot.click_widget("Copy as text")
    rules = to_text(SLUG, GAMES[SLUG].presets["pub_classic"], "Pub classic")
    assert clipboard.paste() == f"# Palace: Pub classic\n{rules}"
    pilot.click_widget("Long evening")
    pilot.press_keys(pygame.K_c, mod=pygame.KMOD_CTRL)
    rules = to_text(SLUG, GAMES[SLUG].presets["long_evening"], "Long evening")
    assert clipboard.paste() == f"# Palace: Long evening\n{rules}"
    pilot.click_widget("Pub classic")
    pilot.click_widget("Share")
    pilot.click_widget("Copy a short link")
    pasted = clipboard.paste()
    assert pasted is not None and pasted.startswith("Palace: Pub classic\nhouse-rules:palacio?starter=lowest_card&four")
    friend = open_house_rules(tmp_path / "friend")
    friend.press_keys(pygame.K_v, mod=pygame.KMOD_CTRL)
    friend.run_frames(2)
    assert house_rules_screen(friend).options == GAMES[SLUG].presets["pub_classic"]
    friend.press_keys(pygame.K_u)
    assert house_rules_screen(friend).options == STANDARD


def test_without_clipboard_rules_go_into_file(pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", none)
    monkeypatch.setattr(pygame.scrap, "get_text", none)
    house_rules_screen(pilot).change("rounds", 3)
    pilot.click_widget("Share")
    pilot.click_widget("Copy as text")
    path = tmp_path / "shared" / "palacio.houserules"
    assert str(path) in close_dialog(pilot)
    summary = "# Palace: Standard game, with Length of the match: Three\n"
    assert path.read_text() == summary + to_text(SLUG, house_rules_screen(pilot).options)
    pilot.click_widget("Open")
    pilot.click_widget("Paste from the clipboard")
    assert "no text on the clipboard" in close_dialog(pilot)


def test_file_is_dropped_onto_screen(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "bia.toml"
    path.write_text('format = 2\ngame = "palacio"\nname = "Bia"\n[rules]\nrounds = 3\n')
    pilot.drop(path)
    assert house_rules_screen(pilot).options.rounds == 3
    pilot.click_widget("Save")
    dialog: Any = pilot.app.top
    assert dialog.text == "Bia", "the file's name is suggested"


def test_file_is_opened_by_path(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "bia.toml"
    path.write_text("rounds = 3\n")
    pilot.click_widget("Open")
    pilot.click_widget("Open a file")
    type_text(pilot, f'"{path}"')
    assert house_rules_screen(pilot).options.rounds == 3


def rules_of_bia(folder: Path) -> Path:
    """Write a file of house rules named Bia; return its path."""
    path = folder / "bia.toml"
    path.write_text(to_text(SLUG, GAMES[SLUG].Options(rounds=3), "Bia"))
    return path


def test_file_can_be_dropped_while_path_is_asked(pilot: Pilot, tmp_path: Path) -> None:
    pilot.click_widget("Open")
    pilot.drop(rules_of_bia(tmp_path))
    assert top_scene_type(pilot) is HouseRulesScreen and house_rules_screen(pilot).options.rounds == 3


def test_text_can_be_pasted_while_path_is_asked(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "paste", lambda: "rounds = 3\n")
    pilot.click_widget("Open")
    pilot.press_keys(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert top_scene_type(pilot) is HouseRulesScreen and house_rules_screen(pilot).options.rounds == 3


def test_file_dropped_on_seating_screen_opens_house_rules(tmp_path: Path) -> None:
    pilot = start_program(tmp_path)
    seating = SeatingScreen(pilot.app, SLUG)
    pilot.app.go(seating)
    pilot.drop(rules_of_bia(tmp_path))
    assert house_rules_screen(pilot).options.rounds == 3
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is seating and seating.options.rounds == 3


BAD_FILES = {
    "not TOML": (b"dear all,\nrounds: 3\n", "line 1 can’t be read"),
    "another game": (b'format = 2\ngame = "roped"\n', "“game” can’t be 'roped'. Allowed: palacio"),
    "not UTF-8": (b"\xff\xfe\x00r", "can’t be read"),
    "huge": (b"# x\n" * 100_000, "far too large"),
    "newer": (b"format = 12\n", "newer version"),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_bad_file_is_reported_and_changes_nothing(case: str, pilot: Pilot, tmp_path: Path) -> None:
    content, expected = BAD_FILES[case]
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    house_rules_screen(pilot).change("rounds", 3)
    before = house_rules_screen(pilot).options
    pilot.drop(path)
    text = close_dialog(pilot)
    assert "bad.toml" in text and expected in text and "Nothing was changed" in text
    assert house_rules_screen(pilot).options == before
    assert path.read_bytes() == content
    assert not list(tmp_path.glob("*.bad-*"))


@pytest.mark.parametrize(
    ("path", "why"),
    [("", "can’t be read"), ("/nowhere/at all.toml", "can’t be read"), (".", "There is no drawing of a card in it")],
)
def test_missing_file_is_reported(path: str, why: str, pilot: Pilot) -> None:
    pilot.step([pygame.Event(pygame.DROPFILE, file=path)])
    assert why in close_dialog(pilot)


def test_mistakes_in_text_are_reported_and_rest_is_used(pilot: Pilot) -> None:
    pilot.step([pygame.Event(pygame.DROPTEXT, text="rounds = 3\nplay_on = 1\nluck = 2\n")])
    text = close_dialog(pilot)
    assert "Clipboard, line 2: “play_on” can’t be 1. Allowed: false, true." in text
    assert "line 3: there’s no setting “luck”" in text
    assert (house_rules_screen(pilot).options.rounds, house_rules_screen(pilot).options.play_on) == (3, False)
    pilot.press_keys(pygame.K_u)
    assert house_rules_screen(pilot).options == STANDARD


def test_bad_preset_file_is_reported_when_screen_opens(tmp_path: Path) -> None:
    path = tmp_path / "presets" / "theirs.toml"
    path.parent.mkdir()
    path.write_text('format = 2\ngame = "palacio"\nname = "Theirs"\n[rules]\nrounds = 9\n')
    pilot = open_house_rules(tmp_path)
    assert "theirs.toml, line 5: “rounds” can’t be 9. Allowed: 1, 3, 5, 10." in close_dialog(pilot)
    assert labels(pilot)[-1] == "Theirs"


# --- explanations of rules --------------------------------------------------------------------------------------------


def test_paper_describes_preset_or_rule_under_pointer(pilot: Pilot) -> None:
    there = house_rules_screen(pilot)
    button = preset_buttons(pilot)[1]
    first = next(iter(GAMES[SLUG].presets))
    x, y = next((x, y) for widget, x, y in there.root.focusable_centres() if widget is button)
    pilot.move((x, y))
    assert there.shown_preset is not None and there.shown_preset.name == first
    panel = find_options_panel(there)
    pilot.move((panel.rect.centerx, panel.rect.top + 40))
    assert there.shown_preset is None and there.explained_rule == there.choices[0]


@pytest.mark.parametrize("scale", ["100", "150", "200"])
def test_rule_of_focused_option_opens_by_key_and_by_button(scale: str, tmp_path: Path) -> None:
    pilot = open_house_rules(tmp_path, ui_scale=scale)
    pilot.press_keys(pygame.K_TAB, pygame.K_TAB, pygame.K_TAB, pygame.K_TAB)
    wanted = house_rules_screen(pilot).explained_rule
    assert wanted is not None and wanted == house_rules_screen(pilot).choices[1]
    name = pilot.app.words("app.rules.rule", id=wanted.rule.rpartition(".")[2].removeprefix("R"))
    for by in ("key", "button"):
        pilot.press_keys(pygame.K_r) if by == "key" else pilot.click_widget(name)
        pilot.run_frames(2)
        assert top_scene_type(pilot) is RulebookScreen
        pilot.press_keys(pygame.K_ESCAPE)
        pilot.run_frames(2)
        assert top_scene_type(pilot) is HouseRulesScreen


def test_preset_is_chosen_on_seating_screen(tmp_path: Path) -> None:
    pilot = start_program(tmp_path)
    pilot.app.go(SeatingScreen(pilot.app, SLUG))
    pilot.run_frames(2)
    seating = pilot.app.top
    assert isinstance(seating, SeatingScreen)
    choice = seating.root.get(Stepper, "preset")
    assert choice is not None and choice.labels[0] == "Standard game"
    seating.root.set_focus(choice)
    pilot.press_keys(pygame.K_RIGHT)
    first = next(iter(GAMES[SLUG].presets.values()))
    assert seating.make_record().options == first == Profile(tmp_path).load_options(SLUG)
    pilot.app.open(HouseRulesScreen(pilot.app, SLUG, seating._reload_house_rules))
    house_rules_screen(pilot).reset_to_standard()
    house_rules_screen(pilot).change("voluntary_pickup", True)
    pilot.press_keys(pygame.K_ESCAPE)
    choice = seating.root.get(Stepper, "preset")
    assert choice is not None and choice.labels[choice.chosen_index] == "Your own rules"


def test_presets_have_own_panel_at_large_texts(tmp_path: Path) -> None:
    pilot = open_house_rules(tmp_path, ui_scale="150")
    pilot.click_widget("Presets")
    assert top_scene_type(pilot) is PresetDialog
    pilot.click_widget("Pub classic")
    assert top_scene_type(pilot) is PresetDialog, "the panel stays open after a choice"
    pilot.click_widget("Duplicate")
    pilot.click_widget("Done")
    assert pilot.app.top is house_rules_screen(pilot)
    assert house_rules_screen(pilot).options == GAMES[SLUG].presets["pub_classic"]
    assert saved_presets(tmp_path).keys() == {"Pub classic"}
    pilot.click_widget("Presets")
    pilot.click_widget("Save")
    type_text(pilot, "Ours")
    assert saved_presets(tmp_path).keys() == {"Pub classic", "Ours"}


# --- differences from the standard rules ------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_differences_are_shown_at_seating_at_table_and_in_record(slug: str, tmp_path: Path) -> None:
    write_settings(tmp_path)
    options = max(GAMES[slug].presets.values(), key=lambda one: len(changed_options(one)))
    Profile(tmp_path).save_options(slug, options)
    pilot = Pilot(tmp_path)
    expected = [name for name, _ in changed_rule_names_and_helps(pilot.app.words, slug, options)]
    assert len(expected) == len(changed_options(options)) > 0
    seating = SeatingScreen(pilot.app, slug)
    pilot.app.go(seating)
    notes = [one for one in seating.root.children if isinstance(one, RuleNote)]
    assert [note.name for note in notes] == expected
    record = seating.make_record()
    pilot.app.go(MatchTable(record))
    pilot.run_until_idle()
    pilot.press_keys(pygame.K_F1)
    dialog: Any = pilot.app.top
    assert [line.heading for line in dialog.paragraphs if line.heading] == expected
    written = Record.from_text(record.to_text())
    assert written.options == options
    assert all(f"{choice.name} = " in record.to_text() for choice, _ in changed_options(options))


def test_without_differences_standard_game_is_named(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record(SLUG, 8)))
    pilot.run_until_idle()
    pilot.press_keys(pygame.K_F1)
    dialog: Any = pilot.app.top
    assert [line.text for line in dialog.paragraphs] == [pilot.app.words("app.seating.rules_standard")]


@pytest.mark.every_frame
@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("below", [False, True])
def test_toast_does_not_cover_colour_legend(below: bool, language: str, tmp_path: Path) -> None:
    """The toast is beside or below the text, also while a dialog is open."""
    pilot = open_house_rules(tmp_path, language=language)
    if below:
        pilot.app.open(Dialog(pilot.app, "Title"))
    pilot.app.show_toast("app.preset.done.saved", "save", name="Sunday at grandma’s")
    pilot.run_frames(3)
    assert pilot.app.toast is not None
    scale, rect = pilot.app.renderer.scale, pilot.app.toast.rect
    covered = FRect(*(scale * side for side in rect))
    texts = list(house_rules_screen(pilot).text_areas())
    assert len(texts) > 2 and rect.width > 100
    assert covered.collidelist([*texts, *house_rules_screen(pilot).control_areas()]) < 0


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_two_rows_of_presets_are_visible_beside_longest_explanation(slug: str, language: str, tmp_path: Path) -> None:
    pilot = start_program(tmp_path, (960, 540), language=language)
    screen = HouseRulesScreen(pilot.app, slug)
    pilot.app.go(screen)
    pilot.run_frames(2)
    places = [place for place in screen.root.placed if isinstance(place.node, PresetButton)]
    assert {place.visible_area.top for place in places if place.visible_area.height >= place.node.rect.height - 1} == {
        places[0].screen_area.top,
        next(place.screen_area.top for place in places if place.screen_area.top > places[0].screen_area.top),
    }
