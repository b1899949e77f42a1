"""The curtain between two persons at one computer: it says whose turn it is and shows nothing of the table."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import FRect

from scenes.look import speeds
from scenes.look.keys import ENTER
from scenes.look.theme import CREAM, MUTED
from scenes.look.widgets import Button, Label, Panel, Pos, Widget
from scenes.shell.context import Context
from scenes.shell.destinations import Home
from scenes.shell.screen import MARGIN, Screen
from scenes.table.panels.portrait import Portrait
from scenes.text.people import Person

_PAD = 30.0
_WIDEST = 620.0
_FACE, _LOW_FACE = 148.0, 92.0
_LOW = 520.0
"""Height of the canvas below which the portrait is smaller."""
_PRESSES = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class Curtain(Screen):
    """Covers the table until the next person says that they are there.

    The match rests meanwhile: nobody thinks, no time runs. The curtain can't be lifted in its first moments, so that a
    key pressed once too often shows nothing.

    Args:
        context: the program.
        slug: the game that is played.
        person: gives the next person, asked at every layout.
        lift: shows the table to that person.
    """

    ground = "curtain"
    sudden = True
    least = (560.0, 340.0)

    def __init__(self, context: Context, slug: str, person: Callable[[], Person], lift: Callable[[], None]) -> None:
        super().__init__(context)
        self.slug = slug
        self._person = person
        self._lift = lift
        self._closed = 0.0
        """Milliseconds since the curtain came down."""

    @property
    def person(self) -> Person:
        """The next person."""
        return self._person()

    @property
    def ready(self) -> bool:
        """Whether the curtain can be lifted."""
        return self._closed >= speeds.CURTAIN_LOCK

    def lift(self) -> None:
        """Lift the curtain: the person is there."""
        if self.ready:
            self._lift()

    def build(self) -> None:
        look, words, person = self.look, self.context.words, self.person
        low = look.height < _LOW
        wide = min(_WIDEST, look.width - 2 * MARGIN)
        inner = wide - 2 * _PAD
        diameter = _LOW_FACE if low else _FACE
        title = Label(words("app.curtain.title", name=person.name), "heading", CREAM, wrap=inner, align="center")
        note = Label(words("app.curtain.note"), "body", MUTED, wrap=inner, align="center")
        here = Button(
            words("app.curtain.here", name=person.name),
            self.lift,
            kind="primary",
            hint=words("app.key.enter"),
            height=56,
        )
        home = Button(words("app.results.home"), self.back, icon="house", height=46, small=True)
        parts: list[tuple[Widget, float]] = [(title, 10.0), (note, 22.0), (here, 12.0), (home, 0.0)]
        high = sum(part.preferred(look)[1] + gap for part, gap in parts) + diameter * 0.6 + _PAD + 16
        panel = Panel(FRect((look.width - wide) / 2, (look.height - high + diameter * 0.45) / 2, wide, high))
        face = Portrait(person.portrait, diameter, turn=True)
        face.rect.center = (panel.rect.centerx, panel.rect.top + diameter * 0.1)
        self.group.add(panel, face)
        y = face.rect.bottom + 16
        for part, gap in parts:
            part.place(look, look.width / 2, y, "midtop")
            y = part.rect.bottom + gap
            self.group.add(part)
        if self.group.focus is None:
            self.group.set_focus(here)

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        self._closed += dt
        return False

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if not self.ready and event.type in _PRESSES:
            return True
        if event.type == pygame.KEYDOWN and event.key in (*ENTER, pygame.K_SPACE) and not self.group.keyboard:
            self.lift()
            return True
        return super().handle(event, pos)

    def confirm(self) -> None:
        self.lift()

    def back(self) -> None:
        """Leave the table; the match stays on disk."""
        self.context.go(Home())

    def finish(self) -> None:
        self._closed = speeds.CURTAIN_LOCK
