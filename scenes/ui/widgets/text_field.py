"""Single-line text field."""

from collections.abc import Callable
from typing import Self

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles, font_files
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, MUTED
from scenes.ui import clipboard
from scenes.ui.accessible_elements import AccessibleElement, join_texts
from scenes.ui.edit_keys import MIRRORED_MOTIONS, EditCommand, edit_command
from scenes.ui.key_events import ENTER_KEYS
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.text_editor import Rejection, TextEditor
from scenes.ui.widget import PointerPos, Widget, is_press
from scenes.ui.widgets.edit_line import EditLine

_PADDING = 14.0
"""Distance of the text from the left and right edge, logical pixels."""
_MIN_WIDTH = 150.0
"""Width that a text field keeps where there is too little room for it, logical pixels."""
_SHIFT_KEYS = (pygame.K_LSHIFT, pygame.K_RSHIFT)


class TextField(Widget):
    """A single-line text field. A click or Enter starts editing; Enter, Tab, Esc and a click elsewhere end it.

    The composition of an input method is shown underlined at the caret until it is committed. Meanwhile the input
    method handles all keys.

    Args:
        text: initial text.
        max_length: maximum number of characters.
        is_allowed: whether the text may contain a character.
        accepts_undrawable: whether the text may contain characters that no font has, as a path may.
        on_change: called with the text after every change.
        on_commit: called with the text when editing ends, if it has changed.
        on_enter: called with the text after Enter ended editing.
        format_text: formats the text for display while it isn't edited.
        placeholder: shown while the text is empty.
        width: width where there is room for it, logical pixels.
    """

    persistent = (*Widget.persistent, "is_editing", "editor", "line", "_committed_text")

    def __init__(
        self,
        text: str = "",
        *,
        max_length: int = 24,
        is_allowed: Callable[[str], bool] = str.isprintable,
        accepts_undrawable: bool = False,
        on_change: Callable[[str], None] | None = None,
        on_commit: Callable[[str], None] | None = None,
        on_enter: Callable[[str], None] | None = None,
        format_text: Callable[[str], str] = str,
        placeholder: str = "",
        width: float = 240.0,
    ) -> None:
        super().__init__()
        can_draw = (lambda _: True) if accepts_undrawable else font_files.can_draw
        self.editor = TextEditor(text, max_length=max_length, is_allowed=is_allowed, can_draw=can_draw)
        self.line = EditLine(self.editor)
        self.on_change = on_change
        self.on_commit = on_commit
        self.on_enter = on_enter
        self.on_rejected: Callable[[TextField, Rejection], None] | None = None
        """Called when an edit was not or only partly possible."""
        self.format_text = format_text
        self.placeholder = placeholder
        self.width = width
        self.focusable = True
        self.is_editing = False
        """Whether it receives typed text; see ``start_editing``."""
        self._committed_text = text
        self.focus_radius = 11.0

    @property
    def text(self) -> str:
        return self.editor.text

    @property
    def text_formatted_at_rest(self) -> str:
        """The text as it is shown: formatted while it isn't edited."""
        return self.text if self.is_editing else self.format_text(self.text)

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return self.width, 44.0

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width, height = self.preferred_size(renderer)
        return Size(max(min(width, _MIN_WIDTH), min(width, constraints.max_width)), height)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        box = box_styles.WELL_HOVER if self.hovered or self.is_editing else box_styles.WELL_BOX
        renderer.draw_box(target, box, self.rect)
        self._place_line()
        if not self.editor.shown_text:
            self.line.draw_at_rest(renderer, target, self.placeholder, MUTED)
        elif not self.is_editing:
            self.line.draw_at_rest(renderer, target, self.text_formatted_at_rest, CREAM)
        if self.is_editing:
            self.line.draw(renderer, target)

    def as_accessible(self) -> AccessibleElement:
        return AccessibleElement(
            "field",
            join_texts(self.accessible_name) or self.placeholder,
            field_text=self.text_formatted_at_rest,
            text_anchor_and_caret=(self.editor.anchor, self.editor.caret),
            set_text=self.replace_text,
            select_text=self.editor.select,
        )

    def _place_line(self) -> None:
        self.line.rect = FRect(
            self.rect.left + _PADDING, self.rect.top, self.rect.width - 2 * _PADDING, self.rect.height
        )

    def caret_area(self, renderer: Renderer) -> FRect:
        """Return the area of the caret, where input methods show their candidates."""
        self._place_line()
        return self.line.scroll_caret_into_view(renderer)

    # --- editing ----------------------------------------------------------------------------------------------------

    def start_editing(self) -> None:
        """Start editing the text field, which must have the keyboard focus."""
        if not self.is_editing:
            self.is_editing, self._committed_text = True, self.text

    def stop_editing(self) -> None:
        """End editing and commit a changed text."""
        if not self.is_editing:
            return
        self.is_editing = self.pressed = self.line.is_shift_held = False
        self.editor.composition = ""
        committed, self._committed_text = self._committed_text, self.text
        if self.on_commit is not None and self.text != committed:
            self.on_commit(self.text)

    def drop_focus(self) -> None:
        self.stop_editing()

    def update_from(self, description: Self) -> None:
        super().update_from(description)
        if not self.is_editing:  # what is being typed is the player's
            self.editor, self.line = description.editor, description.line
            self._committed_text = description._committed_text

    def continue_editing(self, former: "TextField") -> None:
        """Continue the editing of a text field that this one replaces in a new layout."""
        self.editor = self.line.editor = former.editor
        self.is_editing, self._committed_text = True, former._committed_text

    def set_text(self, text: str) -> None:
        """Replace the text without any check or callback."""
        self.editor.reset(text)
        self._committed_text = text

    def insert(self, added: str) -> None:
        """Insert the allowed characters of a text at the caret."""
        self._edit(lambda: self.editor.insert(added))

    def replace_text(self, text: str) -> None:
        """Replace the whole text, as a screen reader asks for."""
        was_editing = self.is_editing
        self.start_editing()
        self._edit(lambda: self.editor.replace_all(text))
        if not was_editing:
            self.stop_editing()

    def _edit(self, edit: Callable[[], Rejection | None]) -> None:
        """Make an edit; report a change of the text, and what was rejected."""
        before = self.text
        rejection = edit()
        if self.text != before and self.on_change:
            self.on_change(self.text)
        if rejection is not None and self.on_rejected:
            self.on_rejected(self, rejection)

    def activate(self) -> bool:
        """Start editing the text field."""
        if not self.is_visible_and_enabled:
            return False
        self.start_editing()
        return True

    # --- input ------------------------------------------------------------------------------------------------------

    def starts_drag(self, pos: PointerPos) -> bool:
        return self.is_editing and self.is_hit(pos)

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Start editing the text field on a click, end it on a click elsewhere, and follow an input method."""
        changed = self.update_hovered(event, pos)
        if is_press(event):
            was_editing = self.is_editing
            if not (self.is_visible_and_enabled and self.is_hit(pos)):
                self.stop_editing()
                return changed or was_editing
            self.start_editing()
        if not self.is_editing:
            return (event.type == pygame.KEYDOWN and self.focused and self._handle_resting_key(event)) or changed
        match event.type:
            case pygame.TEXTEDITING:
                before = self.editor.composition
                self.editor.compose(event.text, event.start, event.length)
                return changed or self.editor.composition != before
            case pygame.TEXTINPUT:
                self.insert(event.text)
                return True
            case pygame.KEYDOWN | pygame.KEYUP if event.key in _SHIFT_KEYS:
                self.line.is_shift_held = event.type == pygame.KEYDOWN
                return False
            case pygame.KEYDOWN if self.focused:
                return bool(self.editor.composition) or self._handle_key(event)
        return self._handle_pointer(event, pos) or changed

    def _handle_pointer(self, event: Event, pos: PointerPos) -> bool:
        self.line.pressed = self.pressed  # a list that scrolls takes the press away
        used = self.line.handle(event, pos)
        self.pressed = self.line.pressed
        return used

    def _handle_resting_key(self, event: Event) -> bool:
        return event.key in (*ENTER_KEYS, pygame.K_SPACE) and self.activate()

    def _handle_key(self, event: Event) -> bool:
        if event.key in ENTER_KEYS:
            self.stop_editing()
            if self.on_enter:
                self.on_enter(self.text)
            return True
        if event.key == pygame.K_ESCAPE:
            self.stop_editing()
            return True
        command = edit_command(event)
        if command is not None:
            self._edit(lambda: self._run(command))
        return event.key not in (pygame.K_UP, pygame.K_DOWN, pygame.K_TAB)

    def _run(self, command: EditCommand) -> Rejection | None:
        """Run an edit command; return the reason why it was not or only partly possible, None if it was."""
        editor = self.editor
        match command.action:
            case "move" | "select":
                motion = command.motion
                if self.line.is_right_to_left_at_caret:
                    motion = MIRRORED_MOTIONS.get(motion, motion)
                editor.move(motion, selects=command.action == "select")
            case "select_all":
                editor.select_all()
            case "delete":
                editor.delete(command.motion)
            case "undo":
                editor.undo()
            case "redo":
                editor.redo()
            case "paste":
                return editor.insert(clipboard.paste())
            case "copy" | "cut":
                if editor.selected_text and not clipboard.copy(editor.selected_text):
                    return Rejection("no_clipboard")
                if editor.selected_text and command.action == "cut":
                    editor.delete("back")
        return None
