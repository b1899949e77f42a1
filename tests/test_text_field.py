"""Text fields: caret, selection, clipboard, limit, input methods and screen readers, on widgets and on screens."""

from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame.event import Event

from engine.profile.storage import Profile
from engine.settings import MAX_NAME_LENGTH
from scenes.render import font_files
from scenes.render.renderer import Renderer
from scenes.render.space import Point
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.selftest.gamepad_pilot import A
from scenes.shell.accessibility.accesskit_adapter import AccessKitAdapter, ReaderRequest
from scenes.shell.accessibility.tree import Node
from scenes.shell.destinations import RulesPage, Seating
from scenes.shell.identity_dialog import IdentityDialog
from scenes.shell.input.on_screen_keyboard import OnScreenKeyboard
from scenes.shell.phrases_dialog import PhrasesDialog
from scenes.shell.screen import Screen
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.ui import clipboard
from scenes.ui.text_editor import Rejection
from scenes.ui.tree import Root
from scenes.ui.widgets import TextField
from tests.support.fake_screen_reader import attach_reader, find_node_id, send_request, tree_nodes
from tests.support.finger_pilot import FingerPilot
from tests.support.gamepads import GamepadPilot
from tests.support.hand_placed import root_of_placed
from tests.support.profile_pilot import Pilot
from tests.support.tables import start_program, write_settings

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT


def open_field(renderer: Renderer, text: str, **more: object) -> tuple[Root, TextField]:
    """Return a tree with a text field that is being edited, with the caret at the end."""
    field = TextField(text, width=200, **more)  # type: ignore[arg-type]
    field.place_at(renderer, 100, 100)
    root = root_of_placed(renderer, field)
    root.set_focus(field)
    field.start_editing()
    draw(renderer, field)
    return root, field


def draw(renderer: Renderer, field: TextField) -> pygame.Surface:
    surface = pygame.Surface((400, 200))
    field.draw(renderer, surface)
    return surface


def press_keys(root: Root, *keys: int, mod: int = 0) -> None:
    for key in keys:
        root.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0), None)


def type_text(root: Root, text: str) -> None:
    for char in text:
        root.handle(Event(pygame.TEXTINPUT, text=char), None)


def x_before(renderer: Renderer, field: TextField, index: int) -> tuple[float, float]:
    """Return the point between two characters of a field that isn't scrolled."""
    return field.line.rect.left + renderer.exact_plain_text_width(field.text[:index], "strong"), field.rect.centery


def mouse(root: Root, kind: int, pos: tuple[float, float], clicks: int = 1) -> None:
    more: dict[str, Any] = {} if kind == pygame.MOUSEMOTION else {"button": 1, "clicks": clicks}
    root.handle(Event(kind, pos=pos, **more), Point(*pos))


def click(root: Root, pos: tuple[float, float], clicks: int = 1) -> None:
    for n in range(1, clicks + 1):
        mouse(root, pygame.MOUSEBUTTONDOWN, pos, n)
        mouse(root, pygame.MOUSEBUTTONUP, pos, n)


# --- widget -----------------------------------------------------------------------------------------------------------


def test_text_field_types_at_caret(renderer: Renderer) -> None:
    root, field = open_field(renderer, "Ana Bo")
    press_keys(root, pygame.K_LEFT, pygame.K_LEFT)
    type_text(root, "J.")
    press_keys(root, pygame.K_HOME, pygame.K_DELETE)
    type_text(root, "E")
    assert field.text == "Ena J.Bo"
    press_keys(root, pygame.K_END, pygame.K_BACKSPACE)
    press_keys(root, pygame.K_LEFT, pygame.K_DELETE, mod=CTRL)
    assert field.text == "Ena J."


def test_text_field_copies_cuts_pastes_and_undoes(renderer: Renderer, board: list[str]) -> None:
    changes: list[str] = []
    root, field = open_field(renderer, "one two", on_change=changes.append)
    press_keys(root, pygame.K_LEFT, mod=CTRL | SHIFT)
    press_keys(root, pygame.K_c, mod=CTRL)
    assert board[-1] == "two" and field.text == "one two"
    press_keys(root, pygame.K_x, mod=CTRL)
    assert field.text == "one "
    press_keys(root, pygame.K_HOME)
    press_keys(root, pygame.K_v, mod=CTRL)
    assert field.text == "twoone "
    press_keys(root, pygame.K_z, pygame.K_z, mod=CTRL)
    assert field.text == "one two" and field.editor.selected_text == "two"
    press_keys(root, pygame.K_y, mod=CTRL)
    press_keys(root, pygame.K_z, mod=CTRL | SHIFT)
    assert field.text == "twoone "
    press_keys(root, pygame.K_a, pygame.K_x, mod=CTRL)
    assert field.text == "" and board[-1] == "twoone "
    assert changes == ["one ", "twoone ", "one ", "one two", "one ", "twoone ", ""]


def test_text_field_without_clipboard_keeps_cut_text(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "copy", lambda _: False)
    root, field = open_field(renderer, "one")
    rejections: list[Rejection] = []
    field.on_rejected = lambda _, rejection: rejections.append(rejection)
    press_keys(root, pygame.K_a, pygame.K_x, mod=CTRL)
    assert field.text == "one" and rejections == [Rejection("no_clipboard")]


def test_text_field_caret_follows_click_and_shift_click(renderer: Renderer) -> None:
    root, field = open_field(renderer, "one two three")
    click(root, x_before(renderer, field, 5))
    assert (field.editor.anchor, field.editor.caret) == (5, 5)
    press_keys(root, pygame.K_LSHIFT, mod=SHIFT)
    click(root, x_before(renderer, field, 9))
    assert (field.editor.anchor, field.editor.caret) == (5, 9)
    root.handle(Event(pygame.KEYUP, key=pygame.K_LSHIFT, mod=0, unicode="", scancode=0), None)
    click(root, x_before(renderer, field, 2))
    assert (field.editor.anchor, field.editor.caret) == (2, 2)


def test_text_field_drag_selects(renderer: Renderer) -> None:
    root, field = open_field(renderer, "one two three")
    mouse(root, pygame.MOUSEBUTTONDOWN, x_before(renderer, field, 8))
    mouse(root, pygame.MOUSEMOTION, x_before(renderer, field, 3))
    assert (field.editor.anchor, field.editor.caret) == (8, 3)
    mouse(root, pygame.MOUSEMOTION, (5.0, 5.0))
    assert (field.editor.anchor, field.editor.caret) == (8, 0), "also outside the field"
    mouse(root, pygame.MOUSEBUTTONUP, (5.0, 5.0))
    mouse(root, pygame.MOUSEMOTION, x_before(renderer, field, 6))
    assert field.is_editing and field.editor.caret == 0


def test_text_field_double_click_selects_word_and_triple_click_everything(renderer: Renderer) -> None:
    root, field = open_field(renderer, "one two three")
    click(root, x_before(renderer, field, 5), clicks=2)
    assert field.editor.selected_text == "two"
    click(root, x_before(renderer, field, 5), clicks=3)
    assert field.editor.selected_text == "one two three"


def test_text_field_first_click_sets_caret_where_it_is_pressed(renderer: Renderer) -> None:
    root, field = open_field(renderer, "one two three")
    field.stop_editing()
    draw(renderer, field)
    click(root, x_before(renderer, field, 4))
    assert field.is_editing and field.editor.caret == 4


def test_text_field_scrolls_long_text_with_caret(renderer: Renderer) -> None:
    root, field = open_field(renderer, "word " * 40, max_length=400)
    inside = field.rect.inflate(-20, 0)
    for key in (pygame.K_END, pygame.K_HOME, pygame.K_END):
        press_keys(root, key)
        draw(renderer, field)
        assert inside.contains(field.caret_area(renderer))
    for _ in range(60):
        press_keys(root, pygame.K_LEFT)
        assert inside.contains(field.caret_area(renderer))
    draw(renderer, field)
    click(root, (inside.left + 6.0, field.rect.centery))
    assert 100 < field.editor.caret < 160, "the pointer counts in the scrolled text"
    press_keys(root, pygame.K_a, pygame.K_x, mod=CTRL)
    assert field.caret_area(renderer).centerx == field.line.rect.left


def test_text_field_arrows_follow_picture_of_right_to_left_text(renderer: Renderer) -> None:
    root, field = open_field(renderer, "דנה")
    end = field.caret_area(renderer).left
    press_keys(root, pygame.K_RIGHT)
    assert field.editor.caret == 2 and field.caret_area(renderer).left > end
    press_keys(root, pygame.K_BACKSPACE)
    assert field.text == "דה"


@pytest.mark.painted
def test_text_field_shows_caret_selection_and_composition(renderer: Renderer) -> None:
    root, field = open_field(renderer, "one two")
    pictures = [draw(renderer, field)]
    for step in ("move", "select", "compose", "shake"):
        if step == "move":
            press_keys(root, pygame.K_HOME)
        elif step == "select":
            press_keys(root, pygame.K_RIGHT, mod=SHIFT)
        elif step == "compose":
            root.handle(Event(pygame.TEXTEDITING, text="ㄇㄟ", start=0, length=2), None)
        else:
            field.line.get_shake_progress = lambda: 0.1
        pictures.append(draw(renderer, field))
    assert len({picture.get_buffer().raw for picture in pictures}) == 5


@pytest.mark.painted
def test_text_field_draws_nothing_outside(renderer: Renderer) -> None:
    _, field = open_field(renderer, "W" * 200, max_length=200)
    field.editor.select_all()
    around, surface = field.rect.inflate(-24, -8), draw(renderer, field)
    surface.fill((0, 0, 0), renderer.to_shifted_pixel_rect(around))
    _, empty = open_field(renderer, "")
    expected = draw(renderer, empty)
    expected.fill((0, 0, 0), renderer.to_shifted_pixel_rect(around))
    assert surface.get_buffer().raw == expected.get_buffer().raw


def test_text_field_composition_replaces_selection_at_caret(renderer: Renderer) -> None:
    root, field = open_field(renderer, "one two")
    press_keys(root, pygame.K_HOME)
    start = field.caret_area(renderer).left
    root.handle(Event(pygame.TEXTEDITING, text="ㄇㄟ", start=0, length=2), None)
    assert field.editor.shown_text == "ㄇㄟone two" and field.caret_area(renderer).left > start
    press_keys(root, pygame.K_LEFT, pygame.K_BACKSPACE, pygame.K_RETURN)
    assert field.is_editing and field.text == "one two", "keys belong to the input method while composing"
    root.handle(Event(pygame.TEXTINPUT, text="美"), None)
    assert field.text == "美one two" and field.editor.caret == 1


def test_text_field_commits_changed_text_once_when_editing_ends(renderer: Renderer) -> None:
    commits: list[str] = []
    root, field = open_field(renderer, "one", on_commit=commits.append)
    type_text(root, "x")
    assert commits == []
    press_keys(root, pygame.K_RETURN)
    press_keys(root, pygame.K_RETURN, pygame.K_ESCAPE)
    assert commits == ["onex"]
    press_keys(root, pygame.K_RETURN, pygame.K_BACKSPACE)
    mouse(root, pygame.MOUSEBUTTONDOWN, (5.0, 5.0))
    assert commits == ["onex", "one"] and not field.is_editing


# --- screens ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    write_settings(tmp_path, language="en", speed="instant")
    return Pilot(tmp_path)


def open_seating(pilot: Pilot) -> tuple[SeatingScreen, TextField, TextField]:
    """Open the seating screen; return it with the fields of the name and the deal number."""
    screen = SeatingScreen(pilot.app, "gurch")
    pilot.app.go(screen)
    screen.choose_chair(0)
    screen.toggle_more()
    pilot.run_frames(2)
    name, number = fields_of(screen)
    return screen, name, number


def fields_of(screen: Screen) -> list[TextField]:
    return [widget for widget in screen.root.focus_order() if isinstance(widget, TextField)]


def write_in(pilot: Pilot, field: TextField, text: str) -> None:
    """Click on a field and replace its text."""
    top = pilot.expect(Screen)
    pilot.click(next((x, y) for widget, x, y in top.root.focusable_centres() if widget is field))
    pilot.press_keys(pygame.K_a, mod=CTRL)
    pilot.press_keys(pygame.K_BACKSPACE)
    pilot.write(text)


@pytest.mark.parametrize("leaving", ["Tab", "Esc", "click", "reader"])
@pytest.mark.parametrize("typed", ["", "0123"])
def test_typed_deal_number_counts_once_editing_ends(pilot: Pilot, leaving: str, typed: str) -> None:
    screen, _, number = open_seating(pilot)
    seed = screen.seed
    write_in(pilot, number, typed)
    assert screen.seed == seed, "a number half typed isn't used"
    leave_field(pilot, screen, leaving)
    assert screen.seed == (123 if typed else seed) and number.text == str(screen.seed) and not number.is_editing


def leave_field(pilot: Pilot, screen: SeatingScreen, way: str) -> None:
    """End the editing of a field without Enter."""
    if way == "click":
        pilot.click((screen.renderer.width / 2, 120.0))
    elif way == "reader":
        screen.focus_widget(screen.root.focus_order()[0])
    else:
        pilot.press_keys(pygame.K_TAB if way == "Tab" else pygame.K_ESCAPE)


def test_typed_deal_number_counts_for_button_that_is_clicked_next(pilot: Pilot) -> None:
    screen, _, number = open_seating(pilot)
    write_in(pilot, number, "77")
    dice = next(one for one in screen.root.focus_order() if getattr(one, "icon", "") == "dice" and one.rect.y > 300)
    before = screen.seed
    pilot.press(dice.rect.center)
    assert screen.seed == 77 != before
    pilot.release(dice.rect.center)
    assert screen.seed != 77, "the click itself isn't lost"


def test_half_typed_name_is_stored_when_program_ends(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, language="en", speed="instant", name="Ana")
    _, name, _ = open_seating(pilot)
    write_in(pilot, name, "Bo")
    assert pilot.app.settings.name == "Ana"
    pilot.app.release_everything()
    assert Profile(tmp_path).load_settings().name == "Bo"


def test_name_in_dialog_is_stored_when_editing_ends(pilot: Pilot) -> None:
    dialog = IdentityDialog(pilot.app, on_close=lambda: None)
    pilot.app.open(dialog)
    pilot.run_frames(2)
    (name,) = fields_of(dialog)
    write_in(pilot, name, "Bo")
    assert pilot.app.settings.name == ""
    pilot.press_keys(pygame.K_TAB)
    assert pilot.app.settings.name == "Bo"


def test_resized_window_keeps_caret_selection_and_undo(pilot: Pilot) -> None:
    screen, name, _ = open_seating(pilot)
    write_in(pilot, name, "Ana Bo")
    pilot.press_keys(pygame.K_LEFT, mod=CTRL | SHIFT)
    pilot.app.lay_out()
    again = fields_of(screen)[0]
    assert again.is_editing and again.editor.selected_text == "Bo"
    pilot.step([Event(pygame.TEXTINPUT, text="C")])
    assert again.text == "Ana C"
    pilot.press_keys(pygame.K_z, mod=CTRL)
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.app.settings.name == "Ana Bo"


def test_text_field_at_limit_shakes_and_says_why(pilot: Pilot) -> None:
    screen, name, number = open_seating(pilot)
    write_in(pilot, name, "n" * (MAX_NAME_LENGTH + 1))
    assert pilot.app.toast is not None and pilot.app.toast.string == "No more than 16 characters fit here"
    assert name.text == "n" * MAX_NAME_LENGTH and screen.timeline.is_running(name.line)
    assert screen.update(16) and screen.update(16), "it moves"
    pilot.run_frames(20)
    assert not screen.timeline.is_moving and not screen.update(16)
    write_in(pilot, number, "1x")
    assert pilot.app.toast.string == "“x” can’t be used here"


@pytest.mark.parametrize("reduced_motion", [False, True])
def test_emoji_that_no_font_has_is_refused_with_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reduced_motion: bool
) -> None:
    monkeypatch.setattr(font_files, "system_font", lambda _: None)
    pilot = start_program(tmp_path, language="en", speed="instant", reduced_motion=reduced_motion)
    said: list[str] = []
    dialog = PhrasesDialog(pilot.app, lambda _, text: said.append(text), free_text=True)
    pilot.app.open(dialog)
    pilot.run_frames(2)
    (line,) = fields_of(dialog)
    write_in(pilot, line, "Hi😀 陳")
    assert pilot.app.toast is not None and pilot.app.toast.string == "This character can’t be shown"
    assert dialog.timeline.is_moving is not reduced_motion
    pilot.press_keys(pygame.K_RETURN)
    assert said == ["Hi 陳"]


def test_path_may_contain_characters_that_no_font_has(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(font_files, "system_font", lambda _: None)
    paths: list[str] = []
    dialog = TextInputDialog(
        pilot.app,
        "Open",
        (),
        text="",
        accept_label="Open",
        on_accept=paths.append,
        max_length=40,
        accepts_undrawable=True,
    )
    pilot.app.open(dialog)
    pilot.step([Event(pygame.TEXTINPUT, text="/a/😀")])
    pilot.press_keys(pygame.K_RETURN)
    assert paths == ["/a/😀"] and pilot.app.toast is None


def test_undo_in_field_comes_before_undo_of_toast(pilot: Pilot) -> None:
    undone: list[bool] = []
    _, name, _ = open_seating(pilot)
    write_in(pilot, name, "Bo")
    pilot.app.show_toast("app.share.copied", "copy", lambda: undone.append(True))
    pilot.press_keys(pygame.K_z, mod=CTRL)
    assert name.text == "" and undone == []


def test_search_in_rulebook_is_edited_at_caret(pilot: Pilot) -> None:
    pilot.app.open(RulesPage("gurch"))
    pilot.press_keys(pygame.K_f, mod=CTRL)
    top = pilot.expect(Screen)
    (field,) = fields_of(top)
    pilot.write("tick")
    pilot.press_keys(pygame.K_LEFT, pygame.K_LEFT, pygame.K_LEFT)
    pilot.step([Event(pygame.TEXTINPUT, text="r")])
    assert field.text == "trick"


# --- finger and gamepad -----------------------------------------------------------------------------------------------


def test_tap_on_text_sets_caret_for_on_screen_keyboard(tmp_path: Path) -> None:
    write_settings(tmp_path, language="en", name="Bo", portrait="you")
    pilot = FingerPilot(tmp_path)
    pilot.app.go(Seating("roped"))
    pilot.run_frames(2)
    field = fields_of(pilot.screen)[0]
    pilot.tap((field.rect.left + 16, field.rect.centery))
    pilot.run_frames(2)
    keyboard = pilot.screen
    assert isinstance(keyboard, OnScreenKeyboard) and field.editor.caret == 0
    pilot.tap_any_label("J")
    assert field.text == "JBo"
    line = keyboard.root.find("line")
    assert line is not None
    pilot.tap((line.rect.right - 8, line.rect.centery))
    pilot.tap_any_label("i")
    assert field.text == "JBoi", "a tap on the keyboard's line moves the caret, too"


def test_gamepad_moves_caret_by_keys_of_on_screen_keyboard(tmp_path: Path) -> None:
    write_settings(tmp_path, language="en", name="Bo", portrait="you")
    pilot = GamepadPilot(tmp_path)
    pilot.app.go(Seating("roped"))
    pilot.run_frames(2)
    pilot.focus(lambda one: isinstance(one, TextField))
    pilot.press_buttons(A)
    pilot.press_widget(icon="chevron_left")
    pilot.press_widget(icon="erase")
    pilot.press_widget(label="J")
    pilot.press_widget(icon="chevron_right")
    pilot.press_widget(label="e")
    field = fields_of(pilot.app.scene_stack.scenes[-2])[0]  # type: ignore[arg-type]
    assert field.text == "Joe"


# --- screen readers ---------------------------------------------------------------------------------------------------


def test_screen_reader_gets_caret_and_selection(pilot: Pilot) -> None:
    _, name, _ = open_seating(pilot)
    attach_reader(pilot.app)
    write_in(pilot, name, "Ana Bo")
    pilot.press_keys(pygame.K_LEFT, mod=CTRL | SHIFT)
    number = find_node_id(pilot.app, "field", pilot.app.words("settings.name.name"))
    nodes = tree_nodes(pilot.app)
    assert nodes[number].anchor_and_caret == (6, 4)
    (run_id,) = nodes[number].children
    assert (nodes[run_id].role, nodes[run_id].name) == ("text_run", "Ana Bo")
    send_request(pilot.app, ReaderRequest("select_text", number, (1, 3)))
    assert (name.editor.anchor, name.editor.caret) == (1, 3)
    pilot.press_keys(pygame.K_BACKSPACE)
    nodes = tree_nodes(pilot.app)
    assert (nodes[run_id].name, nodes[number].anchor_and_caret) == ("A Bo", (1, 1)), "the run keeps its id"
    send_request(pilot.app, ReaderRequest("set_value", number, "Zoë"))
    assert name.text == "Zoë"


def test_screen_reader_reads_deal_number_once(pilot: Pilot) -> None:
    screen, *_ = open_seating(pilot)
    screen.set_seed(48_213_907)
    screen.lay_out()
    attach_reader(pilot.app)
    texts = [node.name for node in tree_nodes(pilot.app).values() if "48" in node.name]
    assert texts == ["48 213 907"]
    write_in(pilot, fields_of(screen)[1], "123456")
    texts = [node.name for node in tree_nodes(pilot.app).values() if "123" in node.name]
    assert texts == ["123456"]


def test_screen_reader_text_without_editing_is_stored_at_once(pilot: Pilot) -> None:
    open_seating(pilot)
    attach_reader(pilot.app)
    number = find_node_id(pilot.app, "field", pilot.app.words("settings.name.name"))
    send_request(pilot.app, ReaderRequest("set_value", number, "Zoë"))
    assert pilot.app.settings.name == "Zoë"


def test_accesskit_node_of_field_has_selection_in_its_text_run(pilot: Pilot) -> None:
    accesskit = pytest.importorskip("accesskit")
    _, name, _ = open_seating(pilot)
    attach_reader(pilot.app)
    write_in(pilot, name, "Ana  Zoë")
    pilot.press_keys(pygame.K_LEFT, mod=SHIFT)
    number = find_node_id(pilot.app, "field", pilot.app.words("settings.name.name"))
    nodes, adapter = tree_nodes(pilot.app), AccessKitAdapter()
    adapter._accesskit = accesskit
    (run_id,) = nodes[number].children
    selection = adapter._accesskit_node(nodes[number]).text_selection
    assert [(one.node, one.character_index) for one in (selection.anchor, selection.focus)] == [
        (run_id, 8),
        (run_id, 7),
    ]
    run = adapter._accesskit_node(nodes[run_id])
    assert (run.role, run.value) == (accesskit.Role.TEXT_RUN, "Ana  Zoë")
    assert list(run.character_lengths) == [1] * 7 + [2] and list(run.word_lengths) == [5, 3]


def test_accesskit_takes_long_and_empty_texts() -> None:
    accesskit = pytest.importorskip("accesskit")
    adapter = AccessKitAdapter()
    adapter._accesskit = accesskit
    for text in ("", " ", "x" * 400, " " * 300 + "x", "陳 😀"):
        run = adapter._accesskit_node(Node("text_run", text))
        assert sum(run.word_lengths) == len(text) == len(run.character_lengths)
