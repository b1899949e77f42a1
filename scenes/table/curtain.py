"""The curtain between two persons at one computer: shows whose turn it is and hides the table."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import FRect

from scenes.render import timing
from scenes.render.key_events import ENTER_KEYS
from scenes.render.theme import CREAM, MUTED
from scenes.render.widgets import Button, Label, Panel, PointerPos, Widget
from scenes.shell.context import Context
from scenes.shell.destinations import Home
from scenes.shell.screen import MARGIN, Screen
from scenes.table.pages.portrait import Portrait
from scenes.text.player_names import NameAndPortrait

_PAD = 30.0
_MAX_WIDTH = 620.0
_PORTRAIT_DIAMETER, _SMALL_PORTRAIT_DIAMETER = 148.0, 92.0
_LOW_CANVAS_HEIGHT = 520.0
"""Height of the canvas below which the small portrait is used, logical pixels."""
_EVENTS_SWALLOWED_WHILE_LOCKED = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
"""Types of events that are ignored while the curtain is locked."""


class Curtain(Screen):
    """Curtain scene that covers the table in a hot-seat match until the next person is at the screen.

    The match waits meanwhile. The curtain stays locked for ``CURTAIN_LOCK_MS``, so that a key pressed once too often
    reveals nothing.

    Args:
        context: access to the application.
        slug: the game.
        next_person: returns the next person; called at every layout.
        on_open: shows the table to that person.
    """

    background = "curtain"
    appears_at_once = True
    min_size = (560.0, 340.0)

    def __init__(
        self, context: Context, slug: str, next_person: Callable[[], NameAndPortrait], on_open: Callable[[], None]
    ) -> None:
        super().__init__(context)
        self.slug = slug
        self._next_person = next_person
        self._on_open = on_open
        self._ms_since_closed = 0.0
        """Milliseconds since the curtain was closed."""

    @property
    def person(self) -> NameAndPortrait:
        return self._next_person()

    @property
    def can_be_opened(self) -> bool:
        """Whether the lock time is over, so that the curtain between two persons can be opened."""
        return self._ms_since_closed >= timing.CURTAIN_LOCK_MS

    def open(self) -> None:
        """Open the curtain and show the table to the next person, if the curtain is unlocked."""
        if self.can_be_opened:
            self._on_open()

    def build(self) -> None:
        renderer, words, person = self.renderer, self.context.words, self.person
        is_low = renderer.height < _LOW_CANVAS_HEIGHT
        width = min(_MAX_WIDTH, renderer.width - 2 * MARGIN)
        inner_width = width - 2 * _PAD
        diameter = _SMALL_PORTRAIT_DIAMETER if is_low else _PORTRAIT_DIAMETER
        title = Label(
            words("app.curtain.title", name=person.name), "heading", CREAM, wrap_width=inner_width, align="center"
        )
        note = Label(words("app.curtain.note"), "body", MUTED, wrap_width=inner_width, align="center")
        open_button = Button(
            words("app.curtain.here", name=person.name),
            self.open,
            kind="primary",
            key_hint=words("app.key.enter"),
            height=56,
        )
        home_button = Button(words("app.results.home"), self.back, icon="house", height=46, small=True)
        widgets: list[tuple[Widget, float]] = [(title, 10.0), (note, 22.0), (open_button, 12.0), (home_button, 0.0)]
        height = sum(widget.preferred_size(renderer)[1] + gap for widget, gap in widgets) + diameter * 0.6 + _PAD + 16
        panel = Panel(
            FRect((renderer.width - width) / 2, (renderer.height - height + diameter * 0.45) / 2, width, height)
        )
        portrait = Portrait(person.portrait, diameter, is_turn=True)
        portrait.rect.center = (panel.rect.centerx, panel.rect.top + diameter * 0.1)
        self.group.add(panel, portrait)
        y = portrait.rect.bottom + 16
        for widget, gap in widgets:
            widget.place_at(renderer, renderer.width / 2, y, "midtop")
            y = widget.rect.bottom + gap
            self.group.add(widget)
        if self.group.focus is None:
            self.group.set_focus(open_button)

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        self._ms_since_closed += elapsed_ms
        return False

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if not self.can_be_opened and event.type in _EVENTS_SWALLOWED_WHILE_LOCKED:
            return True
        if (
            event.type == pygame.KEYDOWN
            and event.key in (*ENTER_KEYS, pygame.K_SPACE)
            and not self.group.keyboard_used_last
        ):
            self.open()
            return True
        return super().handle(event, pos)

    def confirm(self) -> None:
        self.open()

    def back(self) -> None:
        """Leave the table; the match stays saved."""
        self.context.go(Home())

    def finish_animations(self) -> None:
        self._ms_since_closed = timing.CURTAIN_LOCK_MS
