"""The scene of the card table, the same for all games."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator

import pygame

from engine.events import Announced, Event
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.moves import Seat
from scenes.render.renderer import Renderer
from scenes.render.space import CardSpace, Frame, Point, ScenePos
from scenes.render.viewport import BASE_SIZE
from scenes.shell.context import Context
from scenes.shell.scene import PrerenderPhase, Scene
from scenes.table.accessibility import TableAccessibility
from scenes.table.cards.card_view import TableCardsView
from scenes.table.curtain import Curtain
from scenes.table.drawer import MAX_TEXT_FACTOR, Drawer
from scenes.table.hud.tool_bar import CORNER_TOOLS_BOTTOM
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.geometry import DEFAULT_MIN_WIDTH
from scenes.table.live_mode import LiveMode
from scenes.table.match_stats import MatchStats
from scenes.table.model.drag import Area
from scenes.table.model.hand_controller import HandController
from scenes.table.model.positions import MAX_UI_SCALE, Canvas
from scenes.table.model.table_model import TableModel
from scenes.table.pages.log_page import MatchLog
from scenes.table.pile_browser import PileBrowser
from scenes.table.prerenderer import MakeDrawing, Prerenderer
from scenes.table.sounds import TableSounds
from scenes.table.table_base import TableBase
from scenes.table.table_hud import Hud
from scenes.table.table_mode import TableMode
from scenes.table.talk_scheduler import TalkScheduler
from scenes.text.narrator import Narrator
from scenes.text.player_names import NameAndPortrait, players_by_seat
from scenes.text.spoken_lines import SpokenLine
from scenes.ui.accessible_elements import AccessibleElement, strip_emphasis_and_breaks
from scenes.ui.widget import is_press, is_release

RIGHT_BUTTON = 3
_NOBODY: Seat = -2
"""Matches no seat: passed to the narrator if no seat is addressed as “you”."""


class Table(TableBase):
    """Scene of a match at the card table: combines the table model, own hand, HUD, side drawer, log and sounds.

    The mode decides what the player may do with the match.

    Args:
        context: access to the application.
        match: the match to show.
        mode: behaviour that differs between live matches, replays, lessons and online matches.
    """

    def __init__(self, context: Context, match: MatchView, mode: TableMode) -> None:
        super().__init__(context)
        self.context = context
        self.match = match
        self.mode = mode
        self.sounds = TableSounds(
            context, match.viewer, LAYOUTS[match.game.slug].effects.announcements_bad_for_first_seat
        )
        self.drawer = Drawer(self._adjust_to_drawer, self.timeline)
        layout = mode.adapt_layout(LAYOUTS[match.game.slug])
        self.model = TableModel(match, layout, self._canvas(), self._on_event, self.timeline)
        self.model.addressed_seat = mode.addressed_seat
        self.hand_controller = HandController(self.model, mode.submit_move, self.show_refusal)
        self.hand_controller.seat_areas = self._seat_areas
        self.pile_browser = PileBrowser(self.model, self.drawer)
        self.hud = Hud(
            self.model,
            self.drawer,
            self.pile_browser.toggle,
            on_refuse=self.show_refusal,
            compose_bar=mode.compose_bar,
            prompt_text=mode.prompt_text,
        )
        self.card_view = TableCardsView(self.model, self.hand_controller, self.drawer.slide)
        self.log = MatchLog(self._narrator, context.settings.log, self.close_log, self.prompt_text)
        self.talk_scheduler = TalkScheduler(match, self.model.layout.effects, self.hud, self.log, mode.heads_to_heads())
        self._drawer_started = False
        """Whether the drawer's motion began since the last ``update``; the next one doesn't advance it."""
        mode.attach(self)
        self._accessibility_or_none: TableAccessibility | None = None
        """Source of the accessible elements; None until a screen reader asks for them."""
        self._last_relative_card_scale = self.relative_card_scale
        self._lay_out()
        if self.log.is_open:
            self.drawer.show(self.log)
            self.drawer.finish_slide()

    # --- layout -----------------------------------------------------------------------------------------------------

    @property
    def relative_card_scale(self) -> float:
        """Scale of the table's cards relative to the whole window, at most 1: smaller beside the side drawer or above a
        replay's bar."""
        return self._relative_card_scale_beside(self._drawer_width_px)

    def _relative_card_scale_beside(self, drawer_width_px: int) -> float:
        unscaled = self.context.renderer_for(1.0)
        width = unscaled.width - unscaled.window_frame.to_local_length(drawer_width_px)
        min_width = self.model.min_width(drawer_open=True) if drawer_width_px else DEFAULT_MIN_WIDTH
        return min(
            1.0, width / min_width, (unscaled.height - self.mode.bar_height * self.context.ui_scale) / BASE_SIZE[1]
        )

    @property
    def _drawer_width_px(self) -> int:
        """Window pixels reserved for the side drawer at the right; 0 while it is closed."""
        return self.drawer.reserved_px(self.context.renderer_for(1.0), self.context.ui_scale)

    @property
    def renderer(self) -> Renderer:
        return self.context.renderer_for(self.relative_card_scale, drawer_width_px=self._drawer_width_px)

    def _canvas(self, drawer_width_px: int | None = None) -> Canvas:
        """Return the canvas of cards beside a side drawer that takes this many window pixels, by default as many as
        now."""
        context, drawer_width_px = self.context, self._drawer_width_px if drawer_width_px is None else drawer_width_px
        scale = self._relative_card_scale_beside(drawer_width_px)
        renderer = context.renderer_for(scale, drawer_width_px=drawer_width_px)
        height = renderer.height - self.mode.bar_height * context.ui_scale / scale
        # texts keep their size beside the drawer
        ui_scale = context.ui_scale if not drawer_width_px else context.ui_scale / scale
        is_narrow = bool(drawer_width_px) and renderer.width * scale < DEFAULT_MIN_WIDTH
        return Canvas(
            renderer.width,
            height,
            min(ui_scale, MAX_UI_SCALE),
            1 / scale,
            uses_open_drawer_layout=is_narrow,
            left_handed=context.settings.left_handed,
        )

    def _lay_out(self) -> None:
        context, settings = self.context, self.context.settings
        self.words = context.words.for_game(self.match.game.slug).with_seat_names(self._seat_name_or_you)
        self.model.people_by_seat = players_by_seat(self.match, context.words, context.person)
        if self.model.hand.sort_mode != settings.sort:
            self.model.sort_hand(settings.sort)
        self.log.title = self.words("app.table.log_title")
        self.log.refresh(settings.log)
        self._lay_out_table(self.model, self.drawer, self.hud, self.card_view)
        hud = self.hud
        self.prerenderer = Prerenderer(
            self.renderer,
            self.model,
            hud.plates,
            hud.announcement,
            hud.highlight,
            list_missing_beside_drawer=self._list_missing_beside_drawer,
        )
        self.talk_scheduler.is_enabled = settings.talk and self.mode.has_character_talk
        self.match.patience = float(settings.thinking)
        self.model.director.speed = self.speed
        self.timeline.reduces_motion = self.model.director.reduced_motion = settings.reduced_motion
        self.hand_controller.is_carrying = settings.carry
        self.mode.on_laid_out()

    def _lay_out_table(self, model: TableModel, drawer: Drawer, hud: Hud, card_view: TableCardsView) -> None:
        """Lay out side drawer, HUD and cards of a table model in the space that the drawer leaves."""
        context = self.context
        unscaled = context.renderer_for(1.0)
        drawer.lay_out(
            unscaled,
            context.renderer_for(min(context.ui_scale, MAX_TEXT_FACTOR)),
            self.words,
            (CORNER_TOOLS_BOTTOM * context.ui_scale, unscaled.height - self.mode.bar_height * context.ui_scale),
        )
        drawer_px = drawer.reserved_px(unscaled, context.ui_scale)
        scale = self._relative_card_scale_beside(drawer_px)
        card_renderer = context.renderer_for(scale, drawer_width_px=drawer_px)
        ui_renderer = context.renderer_for(scale * model.canvas.ui_scale, drawer_width_px=drawer_px)
        caption_renderer = context.renderer_for(min(1.0, scale * model.canvas.ui_scale), drawer_width_px=drawer_px)
        hud.lay_out(
            ui_renderer,
            self.words,
            self.mode.table_actions(),
            card_renderer=card_renderer,
            caption_renderer=caption_renderer,
        )
        card_view.set_renderers(
            card_renderer, self.words, caption_renderer, context.renderer_for(self._relative_card_scale_beside(0))
        )

    def lay_out(self) -> None:
        self.drawer.finish_slide()
        self._resize("settle")

    def _resize(self, motion: str) -> None:
        """Resize the table to its current canvas; cards move with this kind of motion."""
        canvas, before, self._last_relative_card_scale = (
            self._canvas(),
            self._last_relative_card_scale,
            self.relative_card_scale,
        )
        if canvas != self.model.canvas:
            self.hand_controller.cancel_drag()
            self.model.resize(canvas, before / self._last_relative_card_scale, motion)
        former_canvas: Frame[CardSpace, CardSpace] = self.hud.card_renderer.frame_in(self.renderer)
        self.hand_controller.convert_press(former_canvas.to_outer)
        self._lay_out()

    def _adjust_to_drawer(self) -> None:
        """Start the motion in which the table shrinks beside the opening side drawer, or grows as it closes."""
        self._resize("room")
        self._drawer_started = True
        if self.drawer_slides:
            self.drawer.slide.start()

    def _seat_name_or_you(self, seat: Seat) -> str:
        """Return a seat's name for sentences: “you” for the addressed seat."""
        return (
            self.context.words("app.table.you")
            if seat == self.mode.addressed_seat
            else self.model.people_by_seat[seat].name
        )

    def _narrator(self, events: Iterable[Event | SpokenLine], first_deal: int = 1) -> Narrator:
        me = self.mode.addressed_seat
        return Narrator(self.words, self.match.game, _NOBODY if me is None else me, events, first_deal=first_deal)

    # --- time -------------------------------------------------------------------------------------------------------

    def on_enter(self) -> None:
        self.mode.on_enter()

    def update(self, elapsed_ms: float) -> bool:
        changed = self.mode.poll()
        if not self.is_on_top and (self.mode.waits_until_on_top or not self.model.director.is_busy):
            return changed
        starts_slide = self._drawer_started and self.drawer.is_sliding
        changed |= self.model.director.update(0.0 if self._drawer_started else elapsed_ms)
        changed |= self.hand_controller.update(elapsed_ms)
        changed |= self.hud.update(elapsed_ms)
        if starts_slide:
            self.drawer.slide.start()  # anew, as its time begins with this frame
        self._drawer_started = False
        self.sounds.play_new_pick_ups(self.hand_controller)
        self.sounds.play_count(self.hud.count_up.take_cue())
        return self.mode.update(elapsed_ms) or changed

    @property
    def next_update_ms(self) -> float:
        if not self.is_on_top:
            return 0.0 if self.model.director.is_busy and not self.mode.waits_until_on_top else math.inf
        if self.is_animating:
            return 0.0
        return min(self.hand_controller.next_update_ms, self.timeline.next_update_ms, self.mode.next_update_ms)

    def prerender(self, phase: PrerenderPhase) -> bool:
        if phase == "opening" and self.context.renderer_for(self._relative_card_scale_beside(0)).prerender_table_step():
            return True
        return self.prerenderer.prerender_one(phase, page_is_opening=self.mode.is_page_opening)

    @property
    def allows_notices_dialog(self) -> bool:
        return self.model.director.has_shown_all_events and not self.is_animating

    @property
    def is_animating(self) -> bool:
        busy = self.model.director.is_busy or self.drawer.is_sliding
        return busy or self.hand_controller.drag is not None or self.mode.is_animating

    def finish_animations(self) -> None:
        self.model.director.finish()
        self.hud.board_view.finish_motion()
        self.drawer.finish_slide()

    def on_leave(self) -> None:
        self.match.close()

    # --- content ----------------------------------------------------------------------------------------------------

    def _on_event(self, event: Event) -> None:
        """Pass a match event that is being shown to the table's HUD, sounds, log and other collaborators."""
        self.prerenderer.restart()
        is_skipping = self.fast_forward == "skip"
        if not is_skipping:
            if not self.model.is_calm(event):
                self.sounds.on_event(event)
            self.talk_scheduler.on_event(event)
        self.log.on_event(event)
        if not (is_skipping and isinstance(event, Announced)):  # words would flash
            self.hud.on_event(event)
        self.pile_browser.refresh()
        self.mode.on_event(event)

    def prompt_text(self) -> str:
        """Return the text of the table's prompt; empty for none."""
        return self.mode.prompt_text()

    def accessible_elements(self) -> list[AccessibleElement]:
        return self._accessibility.accessible_elements()

    def new_messages(self, known_count: int) -> tuple[int, list[str]]:
        lines = self.log.finished_lines
        return len(lines), [strip_emphasis_and_breaks(line.text) for line in lines[known_count:]]

    def alerts(self) -> list[tuple[Hashable, str]]:
        return self._accessibility.alerts()

    @property
    def _accessibility(self) -> TableAccessibility:
        self._accessibility_or_none = self._accessibility_or_none or TableAccessibility(self, self.mode)
        return self._accessibility_or_none

    # --- input ------------------------------------------------------------------------------------------------------

    def control_areas(self) -> Iterator[pygame.FRect]:
        left, top, right, bottom = self.model.hand_zone_edges()
        hand_zone = pygame.FRect(left, top, right - left, bottom - top)
        yield from map(self.renderer.window_frame.to_outer_area, (hand_zone, *self.hud.root.control_areas()))

    def on_focus_lost(self) -> None:
        self.hand_controller.cancel_press()
        self.hud.root.handle(pygame.Event(pygame.WINDOWFOCUSLOST), None)

    def can_scroll_at(self, pos: ScenePos) -> bool:
        return self.hud.root.can_scroll_at(_on_canvas(pos)) and not self.can_drag_at(pos)

    def can_drag_at(self, pos: ScenePos) -> bool:
        at = _on_canvas(pos)
        if at is None or self.hud.root.starts_drag(at):
            return at is not None
        return not self._is_covered(at) and self.mode.accepts_input and self.hand_controller.can_drag_at(at)

    def can_slide_select_at(self, pos: ScenePos) -> bool:
        at, min_size = _on_canvas(pos), self.renderer.min_target_size
        return at is not None and self.can_drag_at(pos) and self.hand_controller.is_on_tight_row(at, min_size)

    def show_tooltip_at(self, pos: ScenePos) -> bool:
        at = _on_canvas(pos)
        return at is not None and self.hud.browse_pile_or_show_tooltip_at(at)

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        control, root, at = self.hand_controller, self.hud.root, _on_canvas(pos)
        if event.type == pygame.KEYDOWN:
            return self.mode.handle_key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and control.cursor.visible:
            control.cursor.hide()
            self.hud.focus_key(None)
        if control.drag and event.type != pygame.WINDOWLEAVE:
            root.pointer = at or root.pointer
            return at is not None and self._handle_cards(event, at)
        pressed = root.pressable_at(at) if is_press(event) else None
        used = root.handle(event, at)
        if event.type == pygame.WINDOWLEAVE:
            control.hovered_token_id = None
            return True
        if pressed is not None:
            if pressed.enabled:
                self.sounds.play_press()
            return True
        if at is None or event.type == pygame.MOUSEWHEEL:
            return used
        if is_press(event) and self._is_covered(at):
            return True
        return self._handle_cards(event, at) or used

    def _seat_areas(self) -> dict[Seat, Area]:
        """Return the areas of the seats' plates on the canvas."""
        ui, plates = self.model.canvas.ui, self.hud.plates
        rects = {seat: ui.to_outer_area(plates.plate_rect(seat)) for seat in self.model.seat_positions}
        return {seat: Area(*rect.topleft, *rect.bottomright) for seat, rect in rects.items()}

    def _is_covered(self, pos: Point[CardSpace]) -> bool:
        """Whether the side drawer or the mode's bar covers a position on the canvas."""
        return pos.y >= self.model.canvas.height or self.drawer.covers(pos, self.renderer)

    def _handle_cards(self, event: pygame.Event, pos: Point[CardSpace]) -> bool:
        """Pass a pointer event that no button used to the player's cards. A press beside them ends all motion."""
        control = self.hand_controller
        if not self.mode.accepts_input:
            if is_press(event):
                self.finish_motion()
            return is_press(event)
        if event.type == pygame.MOUSEMOTION:
            return control.move(pos, touch=bool(getattr(event, "touch", False)))
        if is_press(event):
            return self._press(pos, touch=bool(getattr(event, "touch", False)))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            changed = control.cancel()
            self.hud.refresh()
            return changed
        if is_release(event):
            changed = control.release(pos)
            self.hud.refresh()
            return changed
        return False

    def _press(self, pos: Point[CardSpace], *, touch: bool) -> bool:
        """Press a card on the table; a press elsewhere ends all motion."""
        self.hud.hide_refusal()
        if not self.hand_controller.press(pos, touch=touch):
            self.finish_motion()
        return True

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(self.context.renderer_for(1.0).table_background(), (0, 0))
        self._draw(surface, self.hud, self.card_view)
        self.hud.draw_bar(surface)
        if self.is_on_top:
            self.hud.draw_tooltip(surface)

    def _draw(self, surface: pygame.Surface, hud: Hud, card_view: TableCardsView) -> None:
        """Draw everything on the table's felt."""
        drag = self.hand_controller.drag
        dragged_token_ids = drag.token_ids if drag else ()
        hud.update_turn()
        hud.slide.begin_frame()
        hud.draw_below_cards(surface)
        card_view.spotlit_token_ids = hud.spotlight.token_ids
        card_view.draw(
            surface,
            with_captions=hud.announcement.current is None,
            draw_over_resting=lambda: hud.draw_over_resting_cards(surface, dragged_token_ids),
        )
        hud.draw_on_top(surface)

    def _list_missing_beside_drawer(self) -> list[MakeDrawing]:
        """Return functions that make the missing drawings of the table beside the side drawer's next page.

        Copies of model, HUD and cards are laid out and drawn with a cache that only records what it lacks.
        """
        draft = self.mode.page_to_prerender()
        if (
            draft is None
            or self.drawer.page is not None
            or not self.allows_notices_dialog
            or self.hud.announcement.current is not None
        ):
            return []
        model = self.model.copy_for(self.mode.adapt_layout(LAYOUTS[self.match.game.slug]))
        drawer, unscaled = Drawer(lambda: None, model.timeline), self.context.renderer_for(1.0)
        drawer.show(draft.page)
        drawer_px = drawer.reserved_px(unscaled, self.context.ui_scale)
        hud = self.hud.copy_for(model, drawer)
        card_view = TableCardsView(model, HandController(model, lambda _: None, lambda _: None), drawer.slide)
        scratch = pygame.Surface((1, 1), pygame.SRCALPHA)
        with unscaled.cache.collect_missing() as missing:
            self.draw(scratch)  # marks the present drawings as used, so that they are evicted last
            model.resize(
                self._canvas(drawer_px),
                self._relative_card_scale_beside(0) / self._relative_card_scale_beside(drawer_px),
                "room",
            )
            self._lay_out_table(model, drawer, hud, card_view)
            card_view.explanation = draft.explanation_on_table
            for is_sliding in (True, False):
                if is_sliding:
                    drawer.slide.start()
                else:
                    drawer.finish_slide()
                    model.director.finish()
                self._draw(scratch, hud, card_view)
            for turn_seats in (tuple(model.seat_positions), ()):  # the turn may change meanwhile
                hud.turn_seats = turn_seats
                hud.draw_below_cards(scratch)
        return list(missing)


def _on_canvas(pos: ScenePos) -> Point[CardSpace] | None:
    """Return a position in the table's scene as one on the canvas, which fills the scene."""
    return None if pos is None else Point(*pos)


def make_table_scene(
    context: Context, match: Match, match_stats: MatchStats | None = None, *, seen_event_count: int | None = None
) -> Scene:
    """Return the scene of a match: its card table, or in a hot-seat match first the curtain for the next person.

    Args:
        context: access to the application.
        match: the match to play.
        match_stats: statistics of the match so far; None starts new ones.
        seen_event_count: number of recent events that were seen before; later ones are animated. None if all were seen.
    """
    if not match.is_hot_seat:
        return _make_table(context, match, match_stats, match.viewer, seen_event_count)
    seat = match.initial_viewer()

    def person() -> NameAndPortrait:
        return players_by_seat(match, context.words, context.person)[seat]

    def show_table() -> None:
        context.go(_make_table(context, match, match_stats, seat, seen_event_count))

    return Curtain(context, match.game.slug, person, show_table)


def _make_table(
    context: Context, match: Match, match_stats: MatchStats | None, seat: Seat, seen_event_count: int | None
) -> Table:
    """Return the card table of a match from this seat's point of view."""
    match.set_viewer(seat)
    current_stats = match_stats or MatchStats(context, match)

    def reopen_table(event_count: int | None) -> None:
        context.go(make_table_scene(context, match, current_stats, seen_event_count=event_count))

    table = Table(context, match, LiveMode(context, match, current_stats, reopen_table))
    events = match.recent_events()
    seen_count = len(events) if seen_event_count is None else seen_event_count
    seen_events, new_events = events[:seen_count], events[seen_count:]
    table.model.show_match(seen_events)
    table.model.director.finish()
    table.talk_scheduler.restart_talk_and_log_after(seen_events, match.recent_events_deal)
    if not new_events:
        table.hud.restore_bubbles(seen_events)
    table.model.director.queue_events(new_events)
    return table
