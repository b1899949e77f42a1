"""The bar below the table of a replay: step buttons, play and pause, timeline, speed and view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from scenes.render import box_styles, timing
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, CREAM, GOLD, MUTED, REFUSAL_TEXT
from scenes.render.widgets import Button, Group, IconButton, Label, Panel, Tooltip, Widget
from scenes.render.widgets.base import PointerPos, is_press, is_release
from scenes.text.catalogue import Words

BAR_HEIGHT = 84.0
"""Height of the bar, logical pixels of the renderer for the interface scale."""
_EDGE_MARGIN = 16.0
_GAP = 6.0
_ICON_SIZE = 44.0
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


class Timeline(Widget):
    """Slider over all moves of a replayed match, with a mark at the start of each deal."""

    def __init__(self, state: BarState, on_seek: Callable[[int], None]) -> None:
        super().__init__()
        self.state = state
        self.on_seek = on_seek
        self.is_dragged = False

    def x_of(self, move_index: float) -> float:
        """Return the timeline's x coordinate of the position after ``move_index`` moves."""
        return self.rect.left + self.rect.width * move_index / max(1, self.state.last_move_index)

    def move_index_at(self, x: float) -> int:
        """Return the number of moves at an x coordinate of the timeline. A press within 5 pixels of a deal's mark
        snaps to it.
        """
        at = round((x - self.rect.left) / max(1.0, self.rect.width) * self.state.last_move_index)
        near = min(self.state.deal_starts, key=lambda deal: abs(self.x_of(deal) - x), default=at)
        at = near if abs(self.x_of(near) - x) < 5 and not self.is_dragged else at
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
        size = 22.0 if self.is_dragged or self.hovered else 18.0
        renderer.draw_box(target, _KNOB_BOX, FRect(x - size / 2, rect.centery - size / 2, size, size))

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        changed = self.update_hovered(event, pos)
        if is_press(event) and pos is not None and self.is_hit(pos):
            self.on_seek(self.move_index_at(pos[0]))
            self.is_dragged = True
            return True
        if self.is_dragged and event.type == pygame.MOUSEMOTION and pos is not None:
            at = self.move_index_at(pos[0])
            if at != self.state.move_index:
                self.on_seek(at)
            return True
        if self.is_dragged and (is_release(event) or event.type == pygame.WINDOWFOCUSLOST):
            self.is_dragged = False
            return True
        return changed


class ReplayBar:
    """Lays out and draws the bar with a replay's buttons and timeline at the lower edge of the window."""

    def __init__(self, renderer: Renderer, words: Words, actions: BarActions, state: BarState) -> None:
        self.renderer = renderer
        self.words = words
        self.actions = actions
        self.group = Group()
        self.group.set_min_target_size(renderer.min_target_size)
        self.tooltip = Tooltip(timing.TOOLTIP_DELAY_MS)
        top = renderer.height - BAR_HEIGHT
        self.rect = FRect(0, top, renderer.width, BAR_HEIGHT)
        self.centre_y = top + BAR_HEIGHT / 2 + 1
        self.timeline = Timeline(state, actions.seek)
        self.caption = Label("", "plate", CREAM)
        self._build(state)

    def _build(self, state: BarState) -> None:
        words, acts = self.words, self.actions
        arrows = ("left", "right", "home", "end")
        left, right, home, end = (words(f"app.replay.key.{name}") for name in arrows)
        space = words("app.key.space")
        steps = (
            ("first", lambda: acts.seek(0), "app.replay.first", home),
            ("previous", acts.step_back, "app.replay.previous", left),
            ("play", acts.toggle_playing, "app.replay.play", space),
            ("next", acts.step_forward, "app.replay.next", right),
            ("last", lambda: acts.seek(self.timeline.state.last_move_index), "app.replay.last", end),
        )
        self.step_buttons = [IconButton(icon, act, name=words(name), key_hint=key) for icon, act, name, key in steps]
        pitch = max(_ICON_SIZE, self.renderer.min_target_size) + _GAP
        x = _EDGE_MARGIN + pitch / 2 - _GAP / 2
        for button in self.step_buttons:
            button.place_at(self.renderer, x, self.centre_y, "center")
            x += pitch
        x -= pitch / 2
        self.speed_button = Button(state.speed_label, acts.cycle_speed, small=True, min_width=66)
        self.speed_button.padding = 8.0
        shows_words = self.renderer.width >= _MIN_WORDS_WIDTH
        self.view_button: Button | IconButton
        self.take_over_button: Button | IconButton
        if shows_words:
            self.view_button = Button(state.view_label, acts.ask_view, small=True, icon="eye", key_hint="V")
            self.take_over_button = Button(
                words("app.replay.play_on"), acts.ask_take_over_seat, small=True, icon="hand", kind="primary"
            )
            self.take_over_button.key_hint = "P"
        else:
            self.view_button = IconButton("eye", acts.ask_view, name=words("app.replay.view"), key_hint="V")
            self.take_over_button = IconButton(
                "hand", acts.ask_take_over_seat, name=words("app.replay.play_on"), key_hint="P"
            )
        right_edge = self.renderer.width - _EDGE_MARGIN
        for widget in (self.take_over_button, self.view_button, self.speed_button):
            margin = max(0.0, self.renderer.min_target_size - widget.preferred_size(self.renderer)[0]) / 2
            widget.place_at(self.renderer, right_edge - margin, self.centre_y, "midright")
            right_edge = widget.rect.left - margin - _GAP - 2
        self.timeline.rect = FRect(x + 16, self.centre_y - 4, right_edge - x - 30, 28)
        self.group.add(Panel(FRect(-20, self.rect.top, self.rect.width + 40, BAR_HEIGHT + 40)), self.caption)
        self.group.add(self.timeline, *self.step_buttons, self.speed_button, self.view_button, self.take_over_button)
        self.set_state(state)

    def set_state(self, state: BarState) -> None:
        """Show another state of the replay on the bar. The widgets are reused, so that a drag of the timeline
        continues.
        """
        words = self.words
        self.timeline.state = state
        self.step_buttons[2].icon = "pause" if state.is_playing else "play"
        self.step_buttons[2].name = words("app.replay.pause" if state.is_playing else "app.replay.play")
        self.step_buttons[2].enabled = self.step_buttons[3].enabled = self.step_buttons[4].enabled = (
            state.move_index < state.last_move_index
        )
        self.step_buttons[0].enabled = self.step_buttons[1].enabled = state.move_index > 0
        self.take_over_button.enabled = not state.is_match_over
        self.speed_button.label = state.speed_label
        rect = self.timeline.rect
        fits = self.renderer.text_width(state.caption, self.caption.style) <= rect.width
        self.caption.string = state.caption if fits else state.short_caption
        self.caption.max_width = rect.width
        self.caption.place_at(self.renderer, rect.left, self.rect.top + 27, "midleft")

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        """Handle an event on the replay bar; return whether the picture may have changed or the bar was pressed."""
        used = self.group.handle(event, pos)
        inside = pos is not None and self.rect.collidepoint(pos)
        return used or (event.type == pygame.MOUSEBUTTONDOWN and bool(inside))

    def _icon_buttons(self) -> list[IconButton]:
        return [one for one in self.group.children if isinstance(one, IconButton)]

    def explain_pointed(self) -> bool:
        """Show the tooltip of the replay bar's icon under the pointer without delay; return False if there is none."""
        return self.tooltip.show_beside_finger(self._icon_buttons())

    def update(self, elapsed_ms: float) -> bool:
        """Advance the replay bar by ``elapsed_ms`` milliseconds; return whether the picture has changed."""
        return self.tooltip.update(elapsed_ms, self._icon_buttons())

    def draw(self, target: Surface) -> None:
        self.group.draw(self.renderer, target)
        self.tooltip.draw(self.renderer, target)
