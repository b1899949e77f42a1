"""The bar below a match that is watched: steps, play and pause, a timeline, speed, whose cards are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from scenes.look import box_styles, speeds
from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import BRASS, CREAM, GOLD, MUTED, REFUSAL
from scenes.look.widgets import Button, Group, IconButton, Label, Panel, Tooltip, Widget
from scenes.look.widgets.base import Pos, is_press, is_release
from scenes.text.words import Words

HIGH = 84.0
"""Height of the bar, logical pixels at the size of texts that the player chose."""
_EDGE = 16.0
_GAP = 6.0
_ICON = 44.0
_WIDE = 1000.0
"""Width from which the buttons at the right have room for words."""
_TRACK = 8.0
_FILLED = Box(4, ((0, BRASS),))
_KNOB = Box(9, ((0, CREAM),))


class BarActions(NamedTuple):
    """What the bar does."""

    go: Callable[[int], None]
    deal: Callable[[int], None]
    """Goes to the next (1) or the previous deal (−1)."""
    forward: Callable[[], None]
    back: Callable[[], None]
    play: Callable[[], None]
    speed: Callable[[], None]
    view: Callable[[], None]
    play_on: Callable[[], None]


class BarState(NamedTuple):
    """What the bar shows."""

    at: int
    last: int
    deals: Sequence[int]
    playing: bool
    speed: str
    """In words: "1×"."""
    view: str
    """Whose cards are shown, in words."""
    caption: str
    """The position by its number, and the last move."""
    place: str
    """The position by its number only, for a bar with less room."""
    broken: bool
    """The record ends early because its next move is impossible."""
    over: bool
    """The match has ended here: nobody can play on."""


class Timeline(Widget):
    """All moves of the match on a line, with a mark at each deal; a press or a drag goes to a position."""

    def __init__(self, state: BarState, on_go: Callable[[int], None]) -> None:
        super().__init__()
        self.state = state
        self.on_go = on_go
        self.held = False

    def x_of(self, at: float) -> float:
        """The x of the position after a number of moves."""
        return self.rect.left + self.rect.width * at / max(1, self.state.last)

    def at_of(self, x: float) -> int:
        """The number of moves at a place; near the mark of a deal, that of its beginning."""
        at = round((x - self.rect.left) / max(1.0, self.rect.width) * self.state.last)
        near = min(self.state.deals, key=lambda deal: abs(self.x_of(deal) - x), default=at)
        at = near if abs(self.x_of(near) - x) < 5 and not self.held else at
        return min(max(at, 0), self.state.last)

    def draw(self, look: Look, target: Surface) -> None:
        rect, state = self.rect, self.state
        track = FRect(rect.left, rect.centery - _TRACK / 2, rect.width, _TRACK)
        look.draw_box(target, box_styles.WELL_BOX, track.inflate(4, 4))
        x = self.x_of(state.at)
        if x - track.left >= _TRACK:
            look.draw_box(target, _FILLED, FRect(track.left, track.top, x - track.left, _TRACK))
        apart = rect.width / max(1, len(state.deals))
        for deal in state.deals if apart >= 6 else ():
            ink = GOLD if deal <= state.at else MUTED
            look.fill(target, ink, FRect(self.x_of(deal) - 1, rect.centery - 10, 2, 20))
        if state.broken:
            look.fill(target, REFUSAL, FRect(rect.right - 2, rect.centery - 12, 4, 24))
        size = 22.0 if self.held or self.hovered else 18.0
        look.draw_box(target, _KNOB, FRect(x - size / 2, rect.centery - size / 2, size, size))

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        changed = self.hover(event, pos)
        if is_press(event) and pos is not None and self.contains(pos):
            self.on_go(self.at_of(pos[0]))
            self.held = True
            return True
        if self.held and event.type == pygame.MOUSEMOTION and pos is not None:
            at = self.at_of(pos[0])
            if at != self.state.at:
                self.on_go(at)
            return True
        if self.held and (is_release(event) or event.type == pygame.WINDOWFOCUSLOST):
            self.held = False
            return True
        return changed


class ReplayBar:
    """The widgets of the bar, at the lower edge of the window."""

    def __init__(self, look: Look, words: Words, acts: BarActions, state: BarState) -> None:
        self.look = look
        self.words = words
        self.acts = acts
        self.group = Group()
        self.group.set_reach(look.reach)
        self.tip = Tooltip(speeds.TOOLTIP_DELAY)
        top = look.height - HIGH
        self.rect = FRect(0, top, look.width, HIGH)
        self.middle = top + HIGH / 2 + 1
        self.timeline = Timeline(state, acts.go)
        self.caption = Label("", "plate", CREAM)
        self._build(state)

    def _build(self, state: BarState) -> None:
        words, acts = self.words, self.acts
        arrows = ("left", "right", "home", "end")
        left, right, home, end = (words(f"app.replay.key.{name}") for name in arrows)
        space = words("app.key.space")
        steps = (
            ("first", lambda: acts.go(0), "app.replay.first", home),
            ("previous", acts.back, "app.replay.previous", left),
            ("play", acts.play, "app.replay.play", space),
            ("next", acts.forward, "app.replay.next", right),
            ("last", lambda: acts.go(self.timeline.state.last), "app.replay.last", end),
        )
        self.steps = [IconButton(icon, act, name=words(name), key=key) for icon, act, name, key in steps]
        apart = max(_ICON, self.look.reach) + _GAP
        x = _EDGE + apart / 2 - _GAP / 2
        for button in self.steps:
            button.place(self.look, x, self.middle, "center")
            x += apart
        x -= apart / 2
        self.speed = Button(state.speed, acts.speed, small=True, min_width=66)
        self.speed.padding = 8.0
        wide = self.look.width >= _WIDE
        self.view: Button | IconButton
        self.play_on: Button | IconButton
        if wide:
            self.view = Button(state.view, acts.view, small=True, icon="eye", hint="V")
            self.play_on = Button(words("app.replay.play_on"), acts.play_on, small=True, icon="hand", kind="primary")
            self.play_on.hint = "P"
        else:
            self.view = IconButton("eye", acts.view, name=words("app.replay.view"), key="V")
            self.play_on = IconButton("hand", acts.play_on, name=words("app.replay.play_on"), key="P")
        end_ = self.look.width - _EDGE
        for widget in (self.play_on, self.view, self.speed):
            spare = max(0.0, self.look.reach - widget.preferred(self.look)[0]) / 2
            widget.place(self.look, end_ - spare, self.middle, "midright")
            end_ = widget.rect.left - spare - _GAP - 2
        self.timeline.rect = FRect(x + 16, self.middle - 4, end_ - x - 30, 28)
        self.group.add(Panel(FRect(-20, self.rect.top, self.rect.width + 40, HIGH + 40)), self.caption)
        self.group.add(self.timeline, *self.steps, self.speed, self.view, self.play_on)
        self.show(state)

    def show(self, state: BarState) -> None:
        """Show another state; the widgets stay, so that one that is held is not lost."""
        words = self.words
        self.timeline.state = state
        self.steps[2].icon = "pause" if state.playing else "play"
        self.steps[2].name = words("app.replay.pause" if state.playing else "app.replay.play")
        self.steps[2].enabled = self.steps[3].enabled = self.steps[4].enabled = state.at < state.last
        self.steps[0].enabled = self.steps[1].enabled = state.at > 0
        self.play_on.enabled = not state.over
        self.speed.label = state.speed
        rect = self.timeline.rect
        fits = self.look.text_width(state.caption, self.caption.style) <= rect.width
        self.caption.string = state.caption if fits else state.place
        self.caption.max_width = rect.width
        self.caption.place(self.look, rect.left, self.rect.top + 27, "midleft")

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Let the widgets have an event; True when the picture may have changed, or a press is the bar's."""
        used = self.group.handle(event, pos)
        inside = pos is not None and self.rect.collidepoint(pos)
        return used or (event.type == pygame.MOUSEBUTTONDOWN and bool(inside))

    def _named(self) -> list[IconButton]:
        return [one for one in self.group.children if isinstance(one, IconButton)]

    def explain(self) -> bool:
        """Name the button under the pointer at once; False if there is none."""
        return self.tip.show_now(self._named())

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass."""
        return self.tip.update(dt, self._named())

    def draw(self, target: Surface) -> None:
        self.group.draw(self.look, target)
        self.tip.draw(self.look, target)
