"""Single-line text field."""

from collections.abc import Callable
from itertools import islice

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles
from scenes.render.key_events import command_key
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, MUTED
from scenes.render.widgets import clipboard
from scenes.render.widgets.base import PointerPos, Widget, is_press

_MAX_PASTED_CHARS = 10_000
"""Maximum number of characters read from a pasted text."""


class TextField(Widget):
    """A single-line text field. Typing appends, Backspace deletes the last character, Ctrl+V pastes, Enter calls
    ``on_enter``.

    The composition of an input method is shown underlined after the text until it is committed. Meanwhile the input
    method handles all keys. ``is_allowed`` filters the characters; ``max_length`` is the maximum number of characters.
    """

    def __init__(
        self,
        text: str = "",
        *,
        max_length: int = 24,
        is_allowed: Callable[[str], bool] = str.isprintable,
        on_change: Callable[[str], None] | None = None,
        on_enter: Callable[[str], None] | None = None,
        placeholder: str = "",
        width: float = 240.0,
    ) -> None:
        super().__init__()
        self.text = text
        self.max_length = max_length
        self.is_allowed = is_allowed
        self.on_change = on_change
        self.on_enter = on_enter
        self.placeholder = placeholder
        self.width = width
        self.focusable = True
        self.is_editing = False
        """Whether it receives typed text."""
        self.composition = ""
        """Uncommitted text of an input method."""
        self.focus_radius = 11.0

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return self.width, 44.0

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.draw_box(
            target, box_styles.WELL_HOVER if self.hovered or self.is_editing else box_styles.WELL_BOX, self.rect
        )
        x, y = self.rect.left + 14, self.rect.centery
        max_width = self.rect.width - 32
        composing = renderer.text(self.composition, "strong", CREAM, max_width=max_width) if self.composition else None
        composed = 0.0 if composing is None else composing.get_width() / renderer.scale
        shown = self.text or ("" if self.is_editing else self.placeholder)
        line = renderer.text(shown, "strong", CREAM if self.text else MUTED, max_width=max(1.0, max_width - composed))
        renderer.blit(target, line, x, y, "midleft")
        end = x + line.get_width() / renderer.scale if shown else x
        if composing is not None:
            renderer.blit(target, composing, end, y, "midleft")
            renderer.fill(target, MUTED, FRect(end, y + 12, composed, 1.5))
            end += composed
        if self.is_editing:
            renderer.fill(target, GOLD, FRect(end + 2, y - 11, 2, 22))

    def activate(self) -> bool:
        """Start editing the text field."""
        if not self.is_active:
            return False
        self.is_editing = True
        return True

    def append_text(self, added: str) -> bool:
        """Append the allowed characters of a text to the text field; return whether there were any."""
        allowed = (char for char in added[:_MAX_PASTED_CHARS] if self.is_allowed(char))
        kept = "".join(islice(allowed, max(0, self.max_length - len(self.text))))
        return self._set_text(self.text + kept)

    def _set_text(self, text: str) -> bool:
        if text == self.text:
            return False
        self.text = text
        if self.on_change:
            self.on_change(text)
        return True

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Start editing the text field on a click, end it on a click elsewhere, and follow an input method."""
        changed = self.update_hovered(event, pos)
        if not self.is_editing:
            self.composition = ""
        if is_press(event):
            editing = self.is_active and self.contains(pos)
            changed, self.is_editing = editing != self.is_editing or changed, editing
        elif event.type == pygame.TEXTEDITING and self.is_editing:
            changed |= event.text != self.composition
            self.composition = event.text
        elif event.type == pygame.TEXTINPUT and self.is_editing:
            composed, self.composition = self.composition, ""
            return self.append_text(event.text) or bool(composed)
        elif event.type == pygame.KEYDOWN and self.focused and self.is_editing and self.composition:
            return True
        elif event.type == pygame.KEYDOWN and self.focused:
            return self._handle_key(event)
        return changed

    def _handle_key(self, event: Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if not self.is_editing:
                return self.activate()
            self.is_editing = False
            if self.on_enter:
                self.on_enter(self.text)
            return True
        if event.key == pygame.K_TAB:
            self.is_editing = False
            return False
        if event.key == pygame.K_ESCAPE and self.is_editing:
            self.is_editing = False
            return True
        if not self.is_editing:
            return event.key == pygame.K_SPACE and self.activate()
        if event.key == pygame.K_BACKSPACE:
            return self._set_text(self.text[:-1]) or True
        if command_key(event) == pygame.K_v:
            return self.append_text(clipboard.paste())
        return event.key not in (pygame.K_UP, pygame.K_DOWN)
