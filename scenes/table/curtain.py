"""The curtain between two persons at one computer: shows whose turn it is and hides the table."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.render import timing
from scenes.render.space import ScenePos
from scenes.render.theme import MUTED
from scenes.shell.context import Context
from scenes.shell.destinations import Home
from scenes.shell.screen import MARGIN, Screen
from scenes.table.pages.portrait import Portrait
from scenes.text.player_names import NameAndPortrait
from scenes.ui.boxes import Centered, Column
from scenes.ui.key_events import ENTER_KEYS
from scenes.ui.text import Text
from scenes.ui.widgets import Button, Panel, Widget

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
        self.timeline.wait("lock", timing.CURTAIN_LOCK_MS)

    @property
    def person(self) -> NameAndPortrait:
        return self._next_person()

    @property
    def can_be_opened(self) -> bool:
        """Whether the lock time is over, so that the curtain between two persons can be opened."""
        return not self.timeline.is_running("lock")

    def open(self) -> None:
        """Open the curtain and show the table to the next person, if the curtain is unlocked."""
        if self.can_be_opened:
            self._on_open()

    def refresh(self) -> None:
        super().refresh()
        if self.root.focus is None:
            self.root.set_focus(self.root.find("open"))

    def compose(self) -> Widget:
        words, person = self.context.words, self.person
        diameter = _SMALL_PORTRAIT_DIAMETER if self.renderer.height < _LOW_CANVAS_HEIGHT else _PORTRAIT_DIAMETER
        title, note = words("app.curtain.title", name=person.name), words("app.curtain.note")
        here = Button(
            words("app.curtain.here", name=person.name),
            self.open,
            kind="primary",
            key_hint=words("app.key.enter"),
            height=56,
        )
        home = Button(words("app.results.home"), self.back, icon="house", height=46, small=True)
        panel = Column(
            Portrait(person.portrait, diameter, is_turn=True).with_layout(margin=(0, 0, 0, 16)),
            Text(title, "heading", wraps=True, align="center").with_layout(margin=(0, 0, 0, 10)),
            Text(note, "body", MUTED, wraps=True, align="center").with_layout(margin=(0, 0, 0, 22)),
            here.with_layout("open", align="center", margin=(0, 0, 0, 12)),
            home.with_layout("home", align="center"),
            padding=(_PAD, 0.05 * diameter, _PAD, _PAD),
            background=Panel().with_layout(margin=(0, 0.45 * diameter, 0, 0)),
        )
        return Centered(panel.with_layout(width=min(_MAX_WIDTH, self.renderer.width - 2 * MARGIN)))

    # --- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if not self.can_be_opened and event.type in _EVENTS_SWALLOWED_WHILE_LOCKED:
            return True
        if (
            event.type == pygame.KEYDOWN
            and event.key in (*ENTER_KEYS, pygame.K_SPACE)
            and not self.root.keyboard_used_last
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
        self.timeline.stop("lock")
