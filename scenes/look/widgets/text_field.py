"""A line of text to type."""

from collections.abc import Callable
from itertools import islice

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.look import box_styles
from scenes.look.keys import command_key
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED
from scenes.look.widgets import clipboard
from scenes.look.widgets.base import Pos, Widget, is_press

_MOST_PASTED = 10_000
"""Maximum number of characters of a text on the clipboard that are looked at."""


class TextField(Widget):
    """Typing appends to the text, Backspace deletes the last character, Ctrl+V pastes, Enter calls ``on_enter``.

    What an input method is composing stands underlined behind the text until it is written; the keys are the method's
    meanwhile.

    ``allowed`` accepts or drops each character; ``limit`` is the maximum number of characters.
    """

    def __init__(
        self,
        text: str = "",
        *,
        limit: int = 24,
        allowed: Callable[[str], bool] = str.isprintable,
        on_change: Callable[[str], None] | None = None,
        on_enter: Callable[[str], None] | None = None,
        placeholder: str = "",
        width: float = 240.0,
    ) -> None:
        super().__init__()
        self.text = text
        self.limit = limit
        self.allowed = allowed
        self.on_change = on_change
        self.on_enter = on_enter
        self.placeholder = placeholder
        self.width = width
        self.focusable = True
        self.editing = False
        """Whether typing goes into it."""
        self.composing = ""
        """What an input method is composing."""
        self.radius = 11.0

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: the given width."""
        return self.width, 44.0

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the well, the text and a cursor."""
        look.draw_box(target, box_styles.WELL_HOVER if self.hovered or self.editing else box_styles.WELL_BOX, self.rect)
        x, y = self.rect.left + 14, self.rect.centery
        room = self.rect.width - 32
        composing = look.text(self.composing, "strong", CREAM, max_width=room) if self.composing else None
        composed = 0.0 if composing is None else composing.get_width() / look.scale
        shown = self.text or ("" if self.editing else self.placeholder)
        line = look.text(shown, "strong", CREAM if self.text else MUTED, max_width=max(1.0, room - composed))
        look.blit(target, line, x, y, "midleft")
        end = x + line.get_width() / look.scale if shown else x
        if composing is not None:
            look.blit(target, composing, end, y, "midleft")
            look.fill(target, MUTED, FRect(end, y + 12, composed, 1.5))
            end += composed
        if self.editing:
            look.fill(target, GOLD, FRect(end + 2, y - 11, 2, 22))

    def activate(self) -> bool:
        """Start editing."""
        if not self.active:
            return False
        self.editing = True
        return True

    def write(self, more: str) -> bool:
        """Append the allowed characters of a text; True if there were any."""
        allowed = (char for char in more[:_MOST_PASTED] if self.allowed(char))
        kept = "".join(islice(allowed, max(0, self.limit - len(self.text))))
        return self._set(self.text + kept)

    def _set(self, text: str) -> bool:
        if text == self.text:
            return False
        self.text = text
        if self.on_change:
            self.on_change(text)
        return True

    def handle(self, event: Event, pos: Pos) -> bool:
        """Start editing by a click, end it by a click elsewhere; follow an input method."""
        changed = self.hover(event, pos)
        if not self.editing:
            self.composing = ""
        if is_press(event):
            editing = self.active and self.contains(pos)
            changed, self.editing = editing != self.editing or changed, editing
        elif event.type == pygame.TEXTEDITING and self.editing:
            changed |= event.text != self.composing
            self.composing = event.text
        elif event.type == pygame.TEXTINPUT and self.editing:
            composed, self.composing = self.composing, ""
            return self.write(event.text) or bool(composed)
        elif event.type == pygame.KEYDOWN and self.focused and self.editing and self.composing:
            return True
        elif event.type == pygame.KEYDOWN and self.focused:
            return self._key(event)
        return changed

    def _key(self, event: Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if not self.editing:
                return self.activate()
            self.editing = False
            if self.on_enter:
                self.on_enter(self.text)
            return True
        if event.key == pygame.K_TAB:
            self.editing = False
            return False
        if event.key == pygame.K_ESCAPE and self.editing:
            self.editing = False
            return True
        if not self.editing:
            return event.key == pygame.K_SPACE and self.activate()
        if event.key == pygame.K_BACKSPACE:
            return self._set(self.text[:-1]) or True
        if command_key(event) == pygame.K_v:
            return self.write(clipboard.paste())
        return event.key not in (pygame.K_UP, pygame.K_DOWN)
