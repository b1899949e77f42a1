"""The bar below the table of a replay: step buttons, play and pause, timeline, speed and view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from scenes.render import box_styles
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, CREAM, GOLD, MUTED, REFUSAL_TEXT
from scenes.table.table_hud import BAR_KEY
from scenes.text.catalogue import Words
from scenes.ui.boxes import Column, FirstThatFits, Row, Spacer
from scenes.ui.text import Text
from scenes.ui.widget import PointerPos, is_press, is_release
from scenes.ui.widgets import Button, IconButton, Panel, Widget
from scenes.ui.zone import Zone

BAR_HEIGHT = 84.0
"""Height of the bar, logical pixels of the renderer for the interface scale."""
_EDGE_MARGIN = 16.0
_GAP = 6.0
_MIN_WORDS_WIDTH = 1000.0
"""Minimum canvas width, in logical pixels, at which the buttons at the right show words."""
_TRACK_HEIGHT = 8.0
_FILLED_BOX = Box(4, ((0, BRASS),))
_KNOB_BOX = Box(9, ((0, CREAM),))


class BarActions(NamedTuple):
    """Callbacks of the replay bar's buttons and its timeline."""

    seek: Callable[[int], None]
    step_deal: Callable[[int], None]
    """Called with 1 for the next deal, −1 for the previous one."""
    step_forward: Callable[[], None]
    step_back: Callable[[], None]
    toggle_playing: Callable[[], None]
    cycle_speed: Callable[[], None]
    ask_view: Callable[[], None]
    ask_take_over_seat: Callable[[], None]


class BarState(NamedTuple):
    """Position, texts and flags that the replay bar shows."""

    move_index: int
    last_move_index: int
    """Number of moves before the last position that can be shown."""
    deal_starts: Sequence[int]
    """Number of moves before each deal."""
    is_playing: bool
    speed_label: str
    """Speed as text, for example "1×"."""
    view_label: str
    """The view as text: "All cards open" or the name of a seat."""
    caption: str
    """Number of the position, and the last move."""
    short_caption: str
    """Number of the position only, shown if ``caption`` doesn't fit."""
    is_broken: bool
    """Whether the replay ends early because a move of the record is impossible."""
    is_match_over: bool
    """Whether the match has ended at this position, so that nobody can play on."""


class MoveSlider(Widget):
    """Slider over all moves of a replayed match, with a mark at the start of each deal."""

    def __init__(self, state: BarState, on_seek: Callable[[int], None]) -> None:
        super().__init__()
        self.state = state
        self.on_seek = on_seek

    def x_of(self, move_index: float) -> float:
        """Return the slider's x coordinate of the position after ``move_index`` moves."""
        return self.rect.left + self.rect.width * move_index / max(1, self.state.last_move_index)

    def move_index_at(self, x: float) -> int:
        """Return the number of moves at an x coordinate of the slider. A press within 5 pixels of a deal's mark
        snaps to it.
        """
        at = round((x - self.rect.left) / max(1.0, self.rect.width) * self.state.last_move_index)
        near = min(self.state.deal_starts, key=lambda deal: abs(self.x_of(deal) - x), default=at)
        at = near if abs(self.x_of(near) - x) < 5 and not self.pressed else at
        return min(max(at, 0), self.state.last_move_index)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect, state = self.rect, self.state
        track = FRect(rect.left, rect.centery - _TRACK_HEIGHT / 2, rect.width, _TRACK_HEIGHT)
        renderer.draw_box(target, box_styles.WELL_BOX, track.inflate(4, 4))
        x = self.x_of(state.move_index)
        if x - track.left >= _TRACK_HEIGHT:
            renderer.draw_box(target, _FILLED_BOX, FRect(track.left, track.top, x - track.left, _TRACK_HEIGHT))
        apart = rect.width / max(1, len(state.deal_starts))
        for deal in state.deal_starts if apart >= 6 else ():
            ink = GOLD if deal <= state.move_index else MUTED
            renderer.fill(target, ink, FRect(self.x_of(deal) - 1, rect.centery - 10, 2, 20))
        if state.is_broken:
            renderer.fill(target, REFUSAL_TEXT, FRect(rect.right - 2, rect.centery - 12, 4, 24))
        size = 22.0 if self.pressed or self.hovered else 18.0
        renderer.draw_box(target, _KNOB_BOX, FRect(x - size / 2, rect.centery - size / 2, size, size))

    @property
    def accepts_press(self) -> bool:
        return True

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        changed = self.update_hovered(event, pos)
        if is_press(event) and pos is not None and self.is_hit(pos):
            self.on_seek(self.move_index_at(pos[0]))
            self.pressed = True
            return True
        if self.pressed and event.type == pygame.MOUSEMOTION and pos is not None:
            at = self.move_index_at(pos[0])
            if at != self.state.move_index:
                self.on_seek(at)
            return True
        if self.pressed and (is_release(event) or event.type == pygame.WINDOWFOCUSLOST):
            self.pressed = False
            return True
        return changed


class ReplayBar:
    """Describes the bar with a replay's buttons and timeline at the lower edge of the window."""

    def __init__(self, renderer: Renderer, words: Words, actions: BarActions) -> None:
        self.renderer = renderer
        self.words = words
        self.actions = actions

    def compose(self, state: BarState) -> Zone:
        """Return a description of the bar in the lower edge of its zone."""
        bar = Row(
            Row(*self._step_buttons(state), gap=_GAP),
            Column(
                FirstThatFits(*(Text(text, "plate") for text in (state.caption, state.short_caption))).with_layout(
                    height=24, margin=(0, 13, 0, 0)
                ),
                MoveSlider(state, self.actions.seek).with_layout("timeline", height=28),
            ).with_layout(grow=1, basis=0, margin=(19, 0, 22, 0), align="stretch"),
            Row(*self._side_buttons(state), gap=_GAP + 2),
            padding=(_EDGE_MARGIN, 2, _EDGE_MARGIN, 0),
            background=Panel().with_layout(margin=(-20, 0, -20, -40)),
        )
        return Zone(self.renderer, Column(Spacer(), bar.with_layout(height=BAR_HEIGHT)), key=BAR_KEY)

    def _step_buttons(self, state: BarState) -> Iterator[Widget]:
        words, acts = self.words, self.actions
        left, right, home, end = (words(f"app.replay.key.{name}") for name in ("left", "right", "home", "end"))
        play, last = "pause" if state.is_playing else "play", state.last_move_index
        has_previous, has_next = state.move_index > 0, state.move_index < last
        for key, icon, name, act, key_hint, is_enabled in (
            ("first", "first", "first", lambda: acts.seek(0), home, has_previous),
            ("previous", "previous", "previous", acts.step_back, left, has_previous),
            ("play", play, play, acts.toggle_playing, words("app.key.space"), has_next),
            ("next", "next", "next", acts.step_forward, right, has_next),
            ("last", "last", "last", lambda: acts.seek(last), end, has_next),
        ):
            button = IconButton(icon, act, name=words(f"app.replay.{name}"), key_hint=key_hint)
            button.enabled = is_enabled
            yield self._with_target_margin(button, key)

    def _side_buttons(self, state: BarState) -> Iterator[Widget]:
        words, acts = self.words, self.actions
        speed = Button(state.speed_label, acts.cycle_speed, small=True, min_width=66)
        speed.padding = 8.0
        yield self._with_target_margin(speed, "speed")
        view: Widget = IconButton("eye", acts.ask_view, name=words("app.replay.view"), key_hint="V")
        play_on: Widget = IconButton("hand", acts.ask_take_over_seat, name=words("app.replay.play_on"), key_hint="P")
        if self.renderer.width >= _MIN_WORDS_WIDTH:
            view = Button(state.view_label, acts.ask_view, small=True, icon="eye", key_hint="V")
            label = words("app.replay.play_on")
            play_on = Button(label, acts.ask_take_over_seat, kind="primary", small=True, icon="hand", key_hint="P")
        play_on.enabled = not state.is_match_over
        yield self._with_target_margin(view, "view")
        yield self._with_target_margin(play_on, "play on")

    def _with_target_margin(self, button: Widget, key: str) -> Widget:
        """Keep the pointer target of a button apart from those beside it."""
        margin = max(0.0, self.renderer.min_target_size - button.preferred_size(self.renderer)[0]) / 2
        return button.with_layout(key, margin=(margin, 0, margin, 0))
