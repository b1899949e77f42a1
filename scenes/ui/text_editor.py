"""Editing of a line of text: caret, selection, filter, undo. No pygame here."""

import unicodedata
from collections.abc import Callable
from typing import Literal, NamedTuple

Motion = Literal["back", "forward", "word_back", "word_forward", "start", "end"]
"""Movement of the caret, in the order in which the text is read."""
_EditKind = Literal["typing", "erasing", "other"]
_MAX_PASTED_CHARS, _MAX_REJECTED_CHARS = 10_000, 100
"""Maximum numbers of characters read from a pasted text, in all and of those that are left out."""
_MAX_UNDO_STEPS = 200


class Rejection(NamedTuple):
    """Reason why an edit was not or only partly possible.

    ``full``: the text has its maximum length.
    ``disallowed``: the text can't contain ``char``.
    ``undrawable``: no font has ``char``.
    ``no_clipboard``: the text could not be copied.
    """

    reason: Literal["full", "disallowed", "undrawable", "no_clipboard"]
    char: str = ""


class _State(NamedTuple):
    """Text and selection before an edit, to undo it."""

    text: str
    anchor: int
    caret: int


class TextEditor:
    """A line of text with caret and selection. Positions are indices of characters. The caret never stands between the
    characters of one letter, such as a letter and its combining accent.

    Args:
        text: initial text, with the caret at its end.
        max_length: maximum number of characters.
        is_allowed: whether the text may contain a character.
        can_draw: whether a font has a character.
    """

    def __init__(
        self,
        text: str = "",
        *,
        max_length: int,
        is_allowed: Callable[[str], bool],
        can_draw: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self.text = text
        self.max_length = max_length
        self.is_allowed = is_allowed
        self.can_draw = can_draw
        self.caret = self.anchor = len(text)
        """``caret`` is the end of the selection that moves, ``anchor`` the other one; equal without a selection."""
        self.composition = ""
        """Uncommitted text of an input method, shown in place of the selection."""
        self.composition_caret = 0
        """Position of the input method's caret within its text."""
        self._undo_states: list[_State] = []
        self._redo_states: list[_State] = []
        self._last_edit: tuple[_EditKind, int] = ("other", 0)
        """Kind of the last edit and the caret after it, to join equal edits in one step of undo."""

    # --- caret and selection ----------------------------------------------------------------------------------------

    @property
    def selection(self) -> tuple[int, int]:
        """First index and end index of the selection; equal without one."""
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    @property
    def selected_text(self) -> str:
        first, end = self.selection
        return self.text[first:end]

    def select(self, anchor: int, caret: int) -> None:
        """Select the text between two positions, which are clamped to the text and to whole letters."""
        self.anchor, self.caret = self._letter_start(anchor), self._letter_start(caret)

    def select_all(self) -> None:
        self.select(0, len(self.text))

    def select_word(self, index: int) -> None:
        """Select the word beside a position, or else the spaces and punctuation there."""
        is_word = _is_word_char(self.text[index - 1 : index]) or _is_word_char(self.text[index : index + 1])
        first = end = index
        while first > 0 and _is_word_char(self.text[first - 1]) == is_word:
            first -= 1
        while end < len(self.text) and _is_word_char(self.text[end]) == is_word:
            end += 1
        self.select(first, end)

    def move(self, motion: Motion, *, selects: bool = False) -> None:
        """Move the caret; ``selects`` extends the selection. Without it, back and forward leave a selection
        at its edge."""
        first, end = self.selection
        if first < end and not selects and motion in ("back", "forward"):
            target = first if motion == "back" else end
        else:
            target = self._motion_target(motion)
        self.select(self.anchor if selects else target, target)

    def _motion_target(self, motion: Motion) -> int:
        """Return the caret's position after a movement."""
        text, i = self.text, self.caret
        match motion:
            case "back":
                return self._letter_start(i - 1)
            case "forward":
                return self._letter_end(i + 1)
            case "word_back":
                while i > 0 and not _is_word_char(text[i - 1]):
                    i -= 1
                while i > 0 and _is_word_char(text[i - 1]):
                    i -= 1
                return i
            case "word_forward":
                while i < len(text) and _is_word_char(text[i]):
                    i += 1
                while i < len(text) and not _is_word_char(text[i]):
                    i += 1
                return i
            case "start":
                return 0
            case "end":
                return len(text)

    def _letter_start(self, index: int) -> int:
        """Return the start of the letter with its accents around a position; the position itself between letters."""
        index = min(max(0, index), len(self.text))
        while 0 < index < len(self.text) and _is_mark(self.text[index]):
            index -= 1
        return index

    def _letter_end(self, index: int) -> int:
        index = min(max(0, index), len(self.text))
        while index < len(self.text) and _is_mark(self.text[index]):
            index += 1
        return index

    # --- input methods ----------------------------------------------------------------------------------------------

    def compose(self, part: str, start: int, length: int) -> None:
        """Show the uncommitted text of an input method; ``insert`` commits it.

        Args:
            part: the text. SDL sends a long one in parts of up to 31 bytes, one after the other.
            start: start of the input method's selection in the text, or index of a part in the whole text.
            length: length of the selection or part, which ends at the caret.
        """
        end = max(0, start) + length
        before = self.composition[:start] if end > len(part) else ""
        self.composition = before + part
        self.composition_caret = min(end, len(self.composition))

    @property
    def shown_text(self) -> str:
        """The text with the composition of an input method."""
        if not self.composition:
            return self.text
        first, end = self.selection
        return self.text[:first] + self.composition + self.text[end:]

    @property
    def shown_caret(self) -> int:
        """Position of the caret in the shown text."""
        return self.selection[0] + self.composition_caret if self.composition else self.caret

    # --- edits ------------------------------------------------------------------------------------------------------

    def insert(self, added: str) -> Rejection | None:
        """Replace the selection by a text's allowed characters, as many as fit; return the first reason why one was
        left out, None if all were inserted.

        Invisible characters are left out without a reason, and line breaks and tabs become spaces.
        """
        self.composition = ""
        first, end = self.selection
        room = self.max_length - (len(self.text) - (end - first))
        kept, rejection = self._filter(added, room)
        if kept:
            begins_word = self.text[first - 1 : first].isspace() and not kept.isspace()
            self._begin_undo_step_if_new("typing" if len(added) == 1 and first == end and not begins_word else "other")
            self._replace(first, end, kept)
            self._last_edit = ("typing" if len(added) == 1 else "other", self.caret)
        return rejection

    def _filter(self, added: str, room: int) -> tuple[str, Rejection | None]:
        """Return the characters of a text that can be inserted, at most ``room``, and the first reason against one."""
        kept: list[str] = []
        rejection: Rejection | None = None
        for i, char in enumerate(" ".join(added[:_MAX_PASTED_CHARS].splitlines())):
            shown = " " if char.isspace() else char
            if len(kept) >= room:
                rejection = rejection or Rejection("full", shown)
            if len(kept) >= room or i - len(kept) >= _MAX_REJECTED_CHARS:
                break
            is_allowed = self.is_allowed(shown)
            if is_allowed and self.can_draw(shown):
                kept.append(shown)
            elif rejection is None and shown.isprintable() and shown != " ":
                rejection = Rejection("undrawable" if is_allowed or not self.can_draw(shown) else "disallowed", shown)
        return "".join(kept), rejection

    def delete(self, motion: Motion) -> bool:
        """Delete the selection, or without one the text that a movement of the caret crosses; return whether anything
        was deleted."""
        first, end = self.selection
        if first == end:
            target = self._motion_target(motion)
            first, end = min(self.caret, target), max(self.caret, target)
        if first == end:
            return False
        self._begin_undo_step_if_new("erasing" if end - first == 1 else "other")
        self._replace(first, end, "")
        self._last_edit = ("erasing" if end - first == 1 else "other", self.caret)
        return True

    def reset(self, text: str) -> None:
        """Replace the text by another, as it is and without undo, with the caret at its end."""
        self.text, self.composition = text, ""
        self.caret = self.anchor = len(text)
        self._undo_states.clear()
        self._redo_states.clear()

    def replace_all(self, text: str) -> Rejection | None:
        """Replace the whole text by the allowed characters of another."""
        self.select_all()
        if not text:
            self.delete("back")
        return self.insert(text)

    def _replace(self, first: int, end: int, inserted: str) -> None:
        self.text = self.text[:first] + inserted + self.text[end:]
        self.caret = self.anchor = first + len(inserted)

    # --- undo -------------------------------------------------------------------------------------------------------

    def _begin_undo_step_if_new(self, kind: _EditKind) -> None:
        """Begin a step of undo, unless the edit continues typing or erasing at the caret."""
        self._redo_states.clear()
        if kind == "other" or self._last_edit != (kind, self.caret):
            self._undo_states.append(self._state)
            del self._undo_states[:-_MAX_UNDO_STEPS]

    @property
    def _state(self) -> _State:
        return _State(self.text, self.anchor, self.caret)

    def undo(self) -> bool:
        """Undo the last step; return whether there was one."""
        return self._restore(self._undo_states, self._redo_states)

    def redo(self) -> bool:
        """Redo the last undone step; return whether there was one."""
        return self._restore(self._redo_states, self._undo_states)

    def _restore(self, source: list[_State], opposite: list[_State]) -> bool:
        if not source:
            return False
        opposite.append(self._state)
        self.text, self.anchor, self.caret = source.pop()
        self._last_edit = ("other", 0)
        return True


def _is_mark(char: str) -> bool:
    """Whether a character belongs to the letter before it, such as a combining accent."""
    return unicodedata.category(char).startswith("M")


def _is_word_char(char: str) -> bool:
    """Whether a character is part of a word; False for an empty string."""
    return char.isalnum() or char == "_" or (char != "" and _is_mark(char))
