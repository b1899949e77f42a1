"""Editing of a line of text: caret, selection, limit, undo, and the keys for it."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.render.line_positions import LinePositions
from scenes.ui.edit_keys import EditCommand, edit_command
from scenes.ui.text_editor import Motion, Rejection, TextEditor


def make_editor(text: str = "", max_length: int = 40) -> TextEditor:
    return TextEditor(text, max_length=max_length, is_allowed=str.isprintable)


def type_letters(editor: TextEditor, text: str) -> None:
    for char in text:
        assert editor.insert(char) is None


def mark_caret(editor: TextEditor) -> str:
    """Return the text with a bar at the caret, and brackets around a selection."""
    first, end = editor.selection
    text = editor.text
    if first == end:
        return f"{text[:first]}|{text[first:]}"
    return f"{text[:first]}[{text[first:end]}]{text[end:]}"


def test_editor_inserts_at_caret() -> None:
    editor = make_editor("Ana")
    editor.move("back")
    type_letters(editor, "n")
    assert mark_caret(editor) == "Ann|a"
    editor.move("start")
    type_letters(editor, "J")
    assert mark_caret(editor) == "J|Anna"


@pytest.mark.parametrize(
    ("motion", "caret"),
    [("back", 10), ("forward", 12), ("word_back", 9), ("word_forward", 15), ("start", 0), ("end", 19)],
)
def test_editor_caret_follows_motion(motion: Motion, caret: int) -> None:
    editor = make_editor("one two, three four")
    editor.select(11, 11)
    editor.move(motion)
    assert (editor.caret, editor.anchor) == (caret, caret)


def test_editor_selection_grows_and_shrinks_from_its_anchor() -> None:
    editor = make_editor("one two three")
    editor.select(4, 4)
    editor.move("word_forward", selects=True)
    assert mark_caret(editor) == "one [two ]three"
    editor.move("back", selects=True)
    assert mark_caret(editor) == "one [two] three"
    editor.move("start", selects=True)
    assert mark_caret(editor) == "[one ]two three"
    editor.move("forward")
    assert mark_caret(editor) == "one |two three", "leaves the selection at its right edge"


def test_editor_replaces_selection() -> None:
    editor = make_editor("one two three")
    editor.select_word(5)
    assert editor.selected_text == "two"
    type_letters(editor, "2")
    assert mark_caret(editor) == "one 2| three"
    editor.select_all()
    editor.delete("back")
    assert mark_caret(editor) == "|"


@pytest.mark.parametrize(
    ("index", "word"), [(0, "one"), (3, "one"), (4, "two"), (9, ",  "), (13, "thrée"), (15, "thrée")]
)
def test_editor_selects_word_beside_position(index: int, word: str) -> None:
    editor = make_editor("one two,  thrée")
    editor.select_word(index)
    assert editor.selected_text == word


def test_editor_deletes_by_letters_and_words() -> None:
    editor = make_editor("one two three")
    editor.delete("word_back")
    assert mark_caret(editor) == "one two |"
    editor.move("start")
    editor.delete("forward")
    assert mark_caret(editor) == "|ne two "
    editor.delete("word_forward")
    assert mark_caret(editor) == "|two "
    editor.delete("end")
    assert mark_caret(editor) == "|" and not editor.delete("back") and not editor.delete("forward")


def test_editor_keeps_accents_with_their_letter() -> None:
    editor = make_editor("xe\u0301\u0302y")
    editor.move("start")
    editor.move("forward")
    editor.move("forward")
    assert editor.caret == 4
    editor.move("back")
    assert editor.caret == 1
    editor.select(2, 3)
    assert editor.caret == 1, "the caret stays out of a letter"
    editor.delete("forward")
    assert editor.text == "xy"


def test_editor_undoes_words_and_redoes_them() -> None:
    editor = make_editor()
    type_letters(editor, "one two")
    editor.delete("back")
    editor.delete("back")
    assert editor.text == "one t"
    texts = []
    while editor.undo():
        texts.append(editor.text)
    assert texts == ["one two", "one ", ""]
    while editor.redo():
        texts.append(editor.text)
    assert texts[3:] == ["one ", "one two", "one t"]
    editor.undo()
    type_letters(editor, "!")
    assert editor.text == "one two!" and not editor.redo()


def test_editor_undo_restores_selection() -> None:
    editor = make_editor("one two")
    editor.select(7, 4)
    type_letters(editor, "2")
    editor.undo()
    assert mark_caret(editor) == "one [two]" and editor.caret == 4


def test_editor_rejects_beyond_limit_and_inserts_rest() -> None:
    editor = make_editor("abc", max_length=5)
    assert editor.insert("defg") == Rejection("full", "f")
    assert mark_caret(editor) == "abcde|"
    editor.select(0, 2)
    assert editor.insert("xy") is None and editor.text == "xycde", "a selection makes room"
    assert editor.insert("z") == Rejection("full", "z") and editor.text == "xycde"


def test_editor_rejects_characters_that_are_not_allowed_or_cannot_be_drawn() -> None:
    editor = TextEditor(max_length=9, is_allowed=lambda char: not char.isdigit(), can_draw=lambda char: char != "☃")
    assert editor.insert("a1b") == Rejection("disallowed", "1") and editor.text == "ab"
    assert editor.insert("☃c") == Rejection("undrawable", "☃") and editor.text == "abc"


def test_editor_pastes_lines_as_one_and_drops_invisible_characters() -> None:
    editor = make_editor()
    assert editor.insert("one\r\ntwo\u200b\tthree\n") is None
    assert editor.text == "one two three"
    digits = TextEditor(max_length=8, is_allowed=str.isdecimal)
    assert digits.insert("48 213\u00a0907\n") is None and digits.text == "48213907"


def test_editor_shows_composition_in_place_of_selection() -> None:
    editor = make_editor("one two")
    editor.select(4, 7)
    editor.compose("ㄇㄟ", 1, 0)
    assert (editor.shown_text, editor.shown_caret, editor.text) == ("one ㄇㄟ", 5, "one two")
    editor.insert("美")
    assert mark_caret(editor) == "one 美|" and editor.composition == ""


def test_editor_joins_parts_of_long_composition() -> None:
    editor = make_editor("a")
    editor.compose("你" * 10, 0, 10)
    editor.compose("你好", 10, 2)
    assert editor.shown_text == "a" + "你" * 11 + "好" and editor.shown_caret == 13
    editor.compose("你好", 2, 0)
    assert editor.shown_text == "a你好" and editor.shown_caret == 3, "a whole text with a caret in it replaces them"
    editor.compose("", 0, 0)
    assert editor.shown_text == "a" and editor.shown_caret == 1


EDITS = st.one_of(
    st.tuples(st.just("insert"), st.text(st.sampled_from("ab \u0301\n7"), max_size=4)),
    st.tuples(st.just("move"), st.sampled_from(["back", "forward", "word_back", "word_forward", "start", "end"])),
    st.tuples(st.just("select"), st.sampled_from(["back", "forward", "word_back", "word_forward", "start", "end"])),
    st.tuples(st.just("delete"), st.sampled_from(["back", "forward", "word_back", "word_forward", "start", "end"])),
    st.tuples(st.sampled_from(["undo", "redo", "select_all"]), st.just("")),
    st.tuples(st.just("word"), st.sampled_from("0123456789")),
)


@given(st.lists(EDITS, max_size=30))
def test_editor_stays_within_text_and_limit_and_undoes_everything(edits: list[tuple[str, str]]) -> None:
    editor = TextEditor(max_length=6, is_allowed=lambda char: char.isprintable() and char != "7")
    for action, argument in edits:
        match action:
            case "insert":
                editor.insert(argument)
            case "move" | "select":
                editor.move(argument, selects=action == "select")  # type: ignore[arg-type]
            case "delete":
                editor.delete(argument)  # type: ignore[arg-type]
            case "word":
                editor.select_word(min(int(argument), len(editor.text)))
            case _:
                getattr(editor, action)()
        assert len(editor.text) <= 6 and "7" not in editor.text and "\n" not in editor.text
        assert 0 <= editor.caret <= len(editor.text) and 0 <= editor.anchor <= len(editor.text)
    while editor.undo():
        pass
    assert editor.text == ""


# --- keys -------------------------------------------------------------------------------------------------------------


def key_event(key: int, mod: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)


CTRL, SHIFT, ALT, CMD = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT, pygame.KMOD_LMETA


@pytest.mark.parametrize(
    ("system", "key", "mod", "command"),
    [
        ("linux", pygame.K_LEFT, 0, EditCommand("move", "back")),
        ("linux", pygame.K_LEFT, CTRL, EditCommand("move", "word_back")),
        ("linux", pygame.K_RIGHT, CTRL | SHIFT, EditCommand("select", "word_forward")),
        ("linux", pygame.K_HOME, 0, EditCommand("move", "start")),
        ("win32", pygame.K_END, SHIFT, EditCommand("select", "end")),
        ("win32", pygame.K_BACKSPACE, CTRL, EditCommand("delete", "word_back")),
        ("win32", pygame.K_DELETE, 0, EditCommand("delete", "forward")),
        ("linux", pygame.K_DELETE, CTRL, EditCommand("delete", "word_forward")),
        ("darwin", pygame.K_LEFT, ALT, EditCommand("move", "word_back")),
        ("darwin", pygame.K_RIGHT, CMD | SHIFT, EditCommand("select", "end")),
        ("darwin", pygame.K_BACKSPACE, CMD, EditCommand("delete", "start")),
        ("darwin", pygame.K_BACKSPACE, ALT, EditCommand("delete", "word_back")),
        ("darwin", pygame.K_z, CMD | SHIFT, EditCommand("redo")),
        ("linux", pygame.K_z, CTRL, EditCommand("undo")),
        ("linux", pygame.K_z, CTRL | SHIFT, EditCommand("redo")),
        ("linux", pygame.K_y, CTRL, EditCommand("redo")),
        ("linux", pygame.K_a, CTRL, EditCommand("select_all")),
        ("linux", pygame.K_x, CTRL, EditCommand("cut")),
        ("linux", pygame.K_a, 0, None),
        ("linux", pygame.K_UP, 0, None),
    ],
)
def test_edit_command_of_key_follows_system(system: str, key: int, mod: int, command: EditCommand | None) -> None:
    assert edit_command(key_event(key, mod), system) == command


@pytest.mark.parametrize(("mod", "command"), [(0, EditCommand("move", "start")), (pygame.KMOD_NUM, None)])
def test_edit_command_of_keypad_needs_num_lock_off(mod: int, command: EditCommand | None) -> None:
    seven = pygame.Event(pygame.KEYDOWN, key=pygame.K_7, mod=mod, unicode="", scancode=pygame.KSCAN_KP7)
    assert edit_command(seven, "linux") == command


# --- positions --------------------------------------------------------------------------------------------------------


def test_line_positions_find_nearest_index() -> None:
    line = LinePositions("iWi", lambda text: sum({"i": 4.0, "W": 12.0}[char] for char in text))
    assert line.width == 20 and [line.x_of(i) for i in range(4)] == [0, 4, 16, 20]
    assert [line.index_at(x) for x in (-5, 1, 3, 9, 11, 17, 19, 99)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert list(line.left_right_spans(1, 3)) == [(4, 20)] and list(line.left_right_spans(2, 2)) == []
    empty = LinePositions("", lambda _: 0.0)
    assert empty.x_of(0) == 0 == empty.index_at(7)


def test_line_positions_follow_right_to_left_letters() -> None:
    line = LinePositions("ab אבג", lambda text: 10.0 * len(text))
    assert [line.x_of(i) for i in range(7)] == [0, 10, 20, 30, 50, 40, 30], "the caret is behind the letter before it"
    assert [line.index_at(x) for x in (9, 31, 41, 59)] == [1, 6, 5, 3]
    assert list(line.left_right_spans(1, 5)) == [(10, 30), (40, 60)]
    assert line.has_right_to_left and line.is_right_to_left_at(5) and not line.is_right_to_left_at(2)
    only = LinePositions("אבג", lambda text: 10.0 * len(text))
    assert [only.x_of(i) for i in range(4)] == [30, 20, 10, 0] and only.is_right_to_left_at(0)
