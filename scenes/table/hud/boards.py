"""Boards on the table's felt that show public information: the tally of a vote, or the set at stake in a lasso throw.
The layout lists when they are shown."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pygame import FRect, Surface

from engine.boards import Board, Stake, VoteTally
from engine.cards import HIDDEN
from engine.events import Announced, CardsMoved, Event
from engine.moves import TABLE, Note, Seat
from scenes.render import box_styles, timing
from scenes.render.boxes import Box, Shadow, Stroke
from scenes.render.line_breaks import join_words
from scenes.render.raster import transparent_surface, with_opacity
from scenes.render.renderer import Renderer
from scenes.render.space import Point, UiSpace
from scenes.render.surface_cache import ScaledSurfacePool
from scenes.render.theme import CREAM, GOLD, SMALL_PORTRAIT_DIAMETER, TEXT_ON_BRASS, TEXT_ON_FELT
from scenes.table.cards.extent import find_rect_if_settled, first_card_area, rest_poses_rect
from scenes.table.hud.panel_placement import CLEARANCE
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words
from scenes.ui.timeline import Tween

_TILE_SIZE = (88.0, 96.0)
_TILE_PITCH, _NARROW_TILE_PITCH = 104.0, 96.0
"""Distances from one tile of a vote to the next: usual, and beside the drawer."""
_RESERVED_TILES = 5
"""Number of tiles for which space is reserved."""
_TILES_TOP = 262.0
"""Upper edge of the tiles on the smallest canvas."""
_RULE_TEXT_OFFSET, _RULE_TEXT_HEIGHT = 26.0, 20.0
"""Distance from the tiles down to the centre of the rule's text, and the height of that text."""
_NUMBER_Y, _PORTRAITS_Y = 29.0, 72.0
"""Vertical centres of number and portraits, from a tile's upper edge."""
_VOTE_MS = timing.VOTE_FLIGHT_MS + timing.VOTE_DROP_MS
"""Duration of a portrait's flight and drop onto the tile of its vote."""
_DROP_HEIGHT, _BOUNCE_HEIGHT = 60.0, 4.0
"""Height from which a portrait drops onto its tile, and height to which it bounces."""
_LANDING_PROGRESS = 0.75
"""Fraction of the drop's time after which the portrait first touches its tile."""
_RIBBON_BELOW_TILES = 80.0
"""Distance from the tiles down to the centre of the ribbon with the vote's result."""
_STAKE_SIZE = (660.0, 104.0)
_HAND_HEIGHT, _EXTRA_RAISED_HEIGHT = 176.0, 36.0
"""Maximum height of the hand, and the additional height of cards raised by a hint."""
_STAKE_TOP_FROM_PROMPT = -42.0
"""Offset of the board's upper edge from the prompt's usual place."""
_DRAWER_GAP = 24.0
"""Gap to the drawer."""
_LOOP_EDGE_GAP = 9.0
"""Minimum distance of a lasso loop's middle line from the window's edges and the side drawer, logical pixels."""
_STAKE_TEXT_STYLES = ("body", "plate", "small")
_MAX_STAKE_TEXT_HEIGHT = 52.0
"""Maximum height of the text of a stake."""
_SHADOW_WIDTH = 48.0
"""Width of the shadow around a board."""
_CARD_WIDTH = 52.0
_CARD_STEP = 30.0
_WINNING_TILE_BOX = Box(
    12,
    box_styles.PRIMARY_BUTTON.fill,
    top_highlight=box_styles.PRIMARY_BUTTON.top_highlight,
    shadows=(Shadow(0, 18, 0.45, 4, GOLD),),
)
_TILE_BOX = Box(
    12, box_styles.PLAIN_BUTTON.fill, border=box_styles.PLAIN_BUTTON.border, shadows=box_styles.PLAIN_BUTTON.shadows
)
_OWN_VOTE_BOX = replace(_TILE_BOX, border=Stroke(GOLD, 2))
_ROPE_STROKES = (("#2b1806", 10.0, ""), ("#d39a4e", 6.5, ""), ("#f1c987", 2.0, "3 7"))
"""Strokes of a rope, the lowest first: colour, width, dashes."""


class BoardView:
    """View of the board on the table's felt: a vote's tally, the set of cards at stake in a lasso throw, or none.
    ``set_renderers`` must be called first.

    Args:
        model: the table model.
    """

    def __init__(self, model: TableModel) -> None:
        self.words: Words
        self.model = model
        self.board: Board | None = None
        self.tiles_are_buttons = False
        """Whether the tiles are buttons, which draw themselves once the board has its full size."""
        self._scratch = ScaledSurfacePool()
        self._revealed_seats: list[Seat] = []
        """Seats whose portraits fly to their votes or have arrived, in their order; empty outside a reveal."""
        self.refresh()

    def set_renderers(self, renderer: Renderer, card_renderer: Renderer, words: Words) -> None:
        """Set the renderer of texts, which draws the stake and the lasso, that of cards, which draws the votes between
        piles, and the texts."""
        self._ui_renderer, self._card_renderer, self.words = renderer, card_renderer, words

    @property
    def board_renderer(self) -> Renderer:
        """Renderer that draws the board on the felt: the cards' for a vote, the texts' for a set at stake."""
        return self._card_renderer if isinstance(self.board, VoteTally) else self._ui_renderer

    @property
    def replaces_prompt(self) -> bool:
        """Whether the board on the felt takes the place of the prompt, as the board of a set at stake does."""
        return isinstance(self.board, Stake)

    # --- updates ----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the board (vote or set at stake) of the current question on the felt, or remove it."""
        game = self.model.match.game
        asked = game.ask is not None and game.ask.what in self.model.layout.help.board_questions
        self._set_board_and_move_piles(self._current_board() if asked else None)
        self._end_reveal()

    def _current_board(self) -> Board | None:
        """Return the current board (vote or set at stake) for the viewer; its text addresses no spectator as “you”."""
        game, model = self.model.match.game, self.model
        board = game.board_for(model.viewer)
        return game.board_for(TABLE) if isinstance(board, Stake) and model.addressed_seat != model.viewer else board

    def _set_board_and_move_piles(self, board: Board | None) -> None:
        """Show this board (vote or set at stake) on the felt, or none; a vote moves the centre piles aside."""
        if board is not None and type(board) is not type(self.board):
            growth = Tween(timing.ANNOUNCEMENT_POP_MS, ease=timing.ease_pop, follows_speed=False)
            self.model.timeline.start("board", growth)
        self.board = board
        self.model.set_board_in_centre(isinstance(board, VoteTally))

    def on_event(self, event: Event) -> None:
        """Update the board for a match event that is being shown: reveal and count votes, or end the stake of a lasso
        throw."""
        if isinstance(event, Announced) and event.note.key == self.model.layout.controls.vote_verb:
            self._set_board_and_move_piles(self._current_board())
            delay_ms = timing.VOTE_INTERVAL_MS * len(self._revealed_seats)
            self._revealed_seats.append(event.seat)
            self.model.timeline.start(("vote", event.seat), Tween(_VOTE_MS, delay_ms, kind="fade"))
        elif isinstance(event, Announced) and self.replaces_highlight_text(event.note):
            self._set_board_and_move_piles(self._current_board())
            self._end_reveal()
        elif isinstance(event, Announced | CardsMoved) and isinstance(self.board, Stake):
            self.board = None

    def replaces_highlight_text(self, note: Note) -> bool:
        """Whether the board of a vote or stake shows this announcement's content, so that it needs no highlight
        text."""
        return note.key in self.model.layout.effects.board_announcements

    @property
    def has_votes_in_flight(self) -> bool:
        """Whether portraits of voters are flying to the tiles of their votes."""
        return any(self.model.timeline.is_running(("vote", seat)) for seat in self._revealed_seats)

    def finish_motion(self) -> None:
        """End all motion of the vote or stake board on the felt at once."""
        self._end_reveal()
        self.model.timeline.stop("board")

    def _end_reveal(self) -> None:
        for seat in self._revealed_seats:
            self.model.timeline.stop(("vote", seat))
        self._revealed_seats.clear()

    @property
    def grow_scale(self) -> float:
        """Size of a growing vote or stake board relative to its full size; exactly 1 when it has grown."""
        return self.model.timeline.progress("board")

    # --- layout -----------------------------------------------------------------------------------------------------

    def rect_in_board_renderer(self) -> FRect:
        """Return the area of the vote or stake board in coordinates of ``board_renderer``; empty without a board."""
        if self.board is None:
            return FRect(0, 0, 0, 0)
        middle, extra_height = self.board_renderer.width / 2, self.model.canvas.extra_height
        if isinstance(self.board, VoteTally):
            return self._canvas_tally_rect()
        width, height = _STAKE_SIZE
        canvas = self.model.canvas
        hand_height = _HAND_HEIGHT
        if canvas.ui_scale <= 1 and self.model.advised_token_ids():
            hand_height += _EXTRA_RAISED_HEIGHT
        max_y = canvas.ui_bottom - hand_height / min(1.0, canvas.ui_scale) - height
        top = self.model.layout.geometry.prompt_y + _STAKE_TOP_FROM_PROMPT + extra_height * 0.5
        y = min(canvas.ui.to_local_length(top), max_y)
        left = middle - width / 2
        if self.model.canvas.uses_open_drawer_layout:
            left = max(left, self.board_renderer.width - width - _DRAWER_GAP)  # the own sets are at the left
        rect = FRect(left, y, width, height)
        rect.right = min([rect.right, *self._right_bounds(rect)])
        return rect

    def _right_bounds(self, rect: FRect) -> Iterator[float]:
        """Yield the largest right edges with which a board doesn't cover a pile that it covers at its right half."""
        model = self.model
        for pile, geometry in model.pile_geometries().items():
            lying = model.shown.piles.get(pile, ())
            # a row of own sets is wider than its first card; columns at the table may reach behind a board
            area = first_card_area(geometry) if pile.owner == TABLE else rest_poses_rect(model, lying)
            cards = model.canvas.ui.to_local_area(area or first_card_area(geometry))
            if lying and cards.centerx > rect.centerx and cards.colliderect(rect):
                yield cards.left - CLEARANCE

    def ui_area(self) -> FRect:
        """Return the area of the vote or stake board, UI coordinates; empty without a board."""
        area = self.rect_in_board_renderer()
        return self.model.canvas.ui.to_local_area(area) if isinstance(self.board, VoteTally) else area

    def _canvas_tally_rect(self) -> FRect:
        """Return the area of a vote's tiles and the text below, canvas coordinates."""
        width = _TILE_SIZE[0] + (_RESERVED_TILES - 1) * self._tile_pitch
        top = _TILES_TOP + self.model.canvas.centre_drop
        return FRect(
            self._card_renderer.width / 2 - width / 2,
            top,
            width,
            _TILE_SIZE[1] + _RULE_TEXT_OFFSET + _RULE_TEXT_HEIGHT / 2,
        )

    @property
    def _tile_pitch(self) -> float:
        """Distance from one choice's tile to the next on the vote board; smaller beside the side drawer."""
        return _NARROW_TILE_PITCH if self.model.canvas.uses_open_drawer_layout else _TILE_PITCH

    def tile_rects(self) -> dict[int, FRect]:
        """Return choice -> area of its tile in a vote, UI coordinates; empty unless the board is a vote."""
        found = self._canvas_tile_rects() if isinstance(self.board, VoteTally) else {}
        return {choice: self.model.canvas.ui.to_local_area(tile) for choice, tile in found.items()}

    def _canvas_tile_rects(self) -> dict[int, FRect]:
        assert isinstance(self.board, VoteTally)
        rect = self._canvas_tally_rect()
        return {
            choice: FRect(rect.left + i * self._tile_pitch, rect.top, *_TILE_SIZE)
            for i, choice in enumerate(self.board.choices)
        }

    def ribbon_centre(self) -> Point[UiSpace]:
        """Return the centre of the ribbon with a vote's result, UI coordinates."""
        rect = self._canvas_tally_rect()
        return self.model.canvas.ui.to_local(Point(rect.centerx, rect.top + _TILE_SIZE[1] + _RIBBON_BELOW_TILES))

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, target: Surface, remaining_fraction: float | None, remaining_seconds: int) -> None:
        """Draw the vote or stake board on the felt.

        Args:
            target: the surface to draw on.
            remaining_fraction: remaining fraction of the time for an answer, 0 … 1; None without a limit.
            remaining_seconds: remaining seconds of that time.
        """
        if self.board is None:
            return
        scale, rect, renderer = self.grow_scale, self.rect_in_board_renderer(), self.board_renderer
        if scale == 1.0:
            self._draw_board_without_votes(target, remaining_fraction, remaining_seconds)
            if isinstance(self.board, VoteTally):
                self._draw_votes(target, self.board)
            return
        sheet_area = rect.inflate(2 * _SHADOW_WIDTH, 2 * _SHADOW_WIDTH)
        sheet = transparent_surface((renderer.to_pixels(sheet_area.width), renderer.to_pixels(sheet_area.height)))
        with renderer.shift(-sheet_area.left, -sheet_area.top):
            self._draw_board_without_votes(sheet, remaining_fraction, remaining_seconds)
        with self._scratch.frame():
            renderer.blit(target, self._scratch.scale_by(sheet, scale), *rect.center, "center")

    def _draw_board_without_votes(
        self, target: Surface, remaining_fraction: float | None, remaining_seconds: int
    ) -> None:
        """Draw the vote or stake board, without the voters' portraits."""
        if isinstance(self.board, VoteTally):
            self._draw_tiles_and_rule(target, self.board)
        elif isinstance(self.board, Stake):
            self._draw_stake(target, self.board, remaining_fraction, remaining_seconds)

    @property
    def text(self) -> str:
        """The board in words: how a vote is counted, or what is at stake; empty without a board."""
        if isinstance(self.board, VoteTally):
            return self._text(self.board.rule)
        if isinstance(self.board, Stake):
            return ". ".join((self._text(self.board.title), join_words(map(self._text, self.board.lines))))
        return ""

    def _text(self, note: Note) -> str:
        return self.words.note_text(self.model.match.game.slug, "board", note)

    def _draw_portraits(
        self, target: Surface, seats: Sequence[Seat], centre_x: float, centre_y: float, max_width: float
    ) -> None:
        """Draw these seats' portraits in a row centred at a position, closer together if there are many."""
        step = min(SMALL_PORTRAIT_DIAMETER + 3, (max_width - SMALL_PORTRAIT_DIAMETER) / max(1, len(seats) - 1))
        for i, seat in enumerate(seats):
            face = self.board_renderer.portrait(self.model.people_by_seat[seat].portrait, SMALL_PORTRAIT_DIAMETER)
            self.board_renderer.blit(target, face, centre_x + (i - (len(seats) - 1) / 2) * step, centre_y, "center")

    def _draw_tiles_and_rule(self, target: Surface, tally: VoteTally) -> None:
        """Draw a vote's tiles, and the text on how votes are counted."""
        renderer, rect = self.board_renderer, self._canvas_tally_rect()
        rule = renderer.text(self._text(tally.rule), "plate", TEXT_ON_FELT, max_width=rect.width)
        renderer.blit(target, rule, rect.centerx, rect.top + _TILE_SIZE[1] + _RULE_TEXT_OFFSET, "center")
        for choice in tally.choices if self.grow_scale != 1.0 or not self.tiles_are_buttons else ():
            self._draw_tile(target, tally, choice)

    def draw_tile_on_button(self, target: Surface, choice: int) -> None:
        """Draw the tile of a vote's choice on its answer button, once the vote's board has its full size."""
        if isinstance(self.board, VoteTally) and self.grow_scale == 1.0:
            self._draw_tile(target, self.board, choice)

    def _draw_tile(self, target: Surface, tally: VoteTally, choice: int) -> None:
        renderer, tile = self.board_renderer, self._canvas_tile_rects()[choice]
        chosen = choice == tally.winning_choice and not self.has_votes_in_flight
        own = not tally.winning_choice and tally.votes.get(self.model.viewer) == choice
        renderer.draw_box(target, _WINNING_TILE_BOX if chosen else _OWN_VOTE_BOX if own else _TILE_BOX, tile)
        number = renderer.text(str(choice), "numeral", TEXT_ON_BRASS if chosen else CREAM)
        renderer.blit(target, number, tile.centerx, tile.top + _NUMBER_Y, "center")

    def _draw_votes(self, target: Surface, tally: VoteTally) -> None:
        """Draw the voters' portraits on their tiles or on the way there."""
        tiles = self._canvas_tile_rects() if tally.winning_choice else {}
        for choice, tile in tiles.items():
            seats = [seat for seat, vote in tally.votes.items() if vote == choice]
            step = min(SMALL_PORTRAIT_DIAMETER + 3, (tile.width - 8 - SMALL_PORTRAIT_DIAMETER) / max(1, len(seats) - 1))
            for i, seat in enumerate(seats):
                x = tile.centerx + (i - (len(seats) - 1) / 2) * step
                self._draw_voter_portrait(target, seat, x, tile.top + _PORTRAITS_Y)

    def _draw_voter_portrait(self, target: Surface, seat: Seat, x: float, y: float) -> None:
        """Draw a voter's portrait, which flies from its seat and drops on this position."""
        progress = self.model.timeline.progress(("vote", seat))
        if not progress or (self._revealed_seats and seat not in self._revealed_seats):
            return
        age_ms = progress * _VOTE_MS
        face = self.board_renderer.portrait(self.model.people_by_seat[seat].portrait, SMALL_PORTRAIT_DIAMETER)
        if self.model.timeline.reduces_motion:
            face = with_opacity(face, age_ms / timing.REDUCED_MOTION_MS)
        elif age_ms < timing.VOTE_FLIGHT_MS:
            start, flown = self.model.portrait_centre(seat), timing.ease_out(age_ms / timing.VOTE_FLIGHT_MS)
            x, y = start[0] + (x - start[0]) * flown, start[1] + (y - _DROP_HEIGHT - start[1]) * flown
        else:
            y -= _compute_dropping_height((age_ms - timing.VOTE_FLIGHT_MS) / timing.VOTE_DROP_MS)
        self.board_renderer.blit(target, face, x, y, "center")

    def _draw_stake(
        self, target: Surface, stake: Stake, remaining_fraction: float | None, remaining_seconds: int
    ) -> None:
        renderer, rect = self.board_renderer, self.rect_in_board_renderer()
        renderer.draw_box(target, box_styles.PANEL_BRASS, rect)
        x, y = rect.left + 56, rect.centery
        if remaining_fraction is not None:
            renderer.blit(target, renderer.countdown_ring(remaining_fraction, 76), x, y, "center")
            renderer.blit(target, renderer.text(str(remaining_seconds), "heading", CREAM), x, y, "center")
        else:
            renderer.blit(target, renderer.svg("lasso", _coil_svg(), (0, 0, 76, 76)), x, y, "center")
        edge = self._draw_chain_leftwards(target, stake, rect)
        x = rect.left + 110
        title = renderer.text(self._text(stake.title), "panel_title", GOLD)
        renderer.blit(target, title, x, rect.top + 27, "midleft")
        after_title = x + renderer.width_of(title) + 14
        free_width = edge - 12 - after_title
        if stake.asked_seats and free_width > SMALL_PORTRAIT_DIAMETER:
            width = min(free_width, (SMALL_PORTRAIT_DIAMETER + 3) * len(stake.asked_seats))
            self._draw_portraits(target, stake.asked_seats, after_title + width / 2, rect.top + 27, width)
        renderer.blit(target, self.render_lasso_stake_text(stake, edge - 18 - x), x, rect.top + 48)

    def render_lasso_stake_text(self, stake: Stake, width: float) -> Surface:
        """Render the text about the set at stake in a lasso throw in this width, in a smaller style if it is too
        high."""
        text = join_words(map(self._text, stake.lines))
        lines = self.board_renderer.paragraph(text, _STAKE_TEXT_STYLES[0], CREAM, width, balance=True)
        for style in _STAKE_TEXT_STYLES[1:]:
            if self.board_renderer.height_of(lines) <= _MAX_STAKE_TEXT_HEIGHT:
                break
            lines = self.board_renderer.paragraph(text, style, CREAM, width, balance=True)
        return lines

    def _draw_chain_leftwards(self, target: Surface, stake: Stake, rect: FRect) -> float:
        """Draw the chain of a lasso throw: last thrown card, cards that would win the set now, possible counter; return
        its left end."""
        renderer, y = self.board_renderer, rect.centery
        x = rect.right - 18 - _CARD_WIDTH / 2
        if stake.counter_card != HIDDEN:
            renderer.draw_card(target, stake.counter_card, x, y, _CARD_WIDTH, dim=True)
            x = self._draw_arrow_to_next_card(target, x, y)
        shown = stake.winning_cards[::-1]
        for card in shown:
            renderer.draw_card(
                target, card, x, y, _CARD_WIDTH, ring="selected" if stake.can_answer and len(shown) == 1 else None
            )
            x -= _CARD_STEP if card != shown[-1] else 0
        for card in reversed(stake.thrown_cards[-1:]):
            x = self._draw_arrow_to_next_card(target, x, y)
            renderer.draw_card(target, card, x, y, _CARD_WIDTH)
        return x - _CARD_WIDTH / 2

    def _draw_arrow_to_next_card(self, target: Surface, card_centre_x: float, y: float) -> float:
        """Draw an arrow at the left of a lasso throw's card, centred at ``card_centre_x``; return the next centre x."""
        self.board_renderer.blit(
            target,
            self.board_renderer.icon("chevron_right", 20, GOLD),
            card_centre_x - _CARD_WIDTH / 2 - 13,
            y,
            "center",
        )
        return card_centre_x - _CARD_WIDTH - 26

    def draw_lasso(self, target: Surface) -> None:
        """Draw the lasso below all cards: its loop around the cards at stake, and the rope to the stake's board."""
        loop, rect = self.lasso_loop_rect(), self.rect_in_board_renderer()
        if not loop.width:
            return
        a, b = loop.width / 2, loop.height / 2
        start = (min(max(loop.centerx, rect.left + 20), rect.right - 20), min(max(loop.centery, rect.top), rect.bottom))
        angle = math.atan2((start[1] - loop.centery) / b, (start[0] - loop.centerx) / a)
        end = (loop.centerx + a * math.cos(angle), loop.centery + b * math.sin(angle))
        far = (2 * loop.centerx - end[0], 2 * loop.centery - end[1])
        half = f"A{a:.1f} {b:.1f} 0 0 1 "  # a whole ellipse in one arc has no direction
        path = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
        path += "".join(f"{half}{x:.1f} {y:.1f}" for x, y in (far, end))
        left, top = min(loop.left, start[0]) - 8, min(loop.top, start[1]) - 8
        right, bottom = max(loop.right, start[0]) + 8, max(loop.bottom, start[1]) + 8
        body = _rope_svg(path)
        drawn = self.board_renderer.svg(body, body, (left, top, right - left, bottom - top))
        self.board_renderer.blit(target, drawn, left, top)

    def lasso_loop_rect(self) -> FRect:
        """Return the bounding box of the current lasso loop, UI coordinates; empty without one."""
        around = self.lasso_loop_rect_for(self.board) if isinstance(self.board, Stake) else None
        return around or FRect(0, 0, 0, 0)

    def lasso_loop_rect_for(self, stake: Stake) -> FRect | None:
        """Return the bounding box of the lasso loop around a stake's cards, UI coordinates; None if none is shown."""
        box = find_rect_if_settled(self.model, self.model.shown.piles.get(stake.pile, ()))
        if box is None:
            return None
        ui, canvas = self.model.canvas.ui, self.model.canvas
        visible = ui.to_local_area(FRect(0, 0, canvas.width, canvas.height)).inflate((-2 * _LOOP_EDGE_GAP,) * 2)
        if canvas.uses_open_drawer_layout:
            visible.width -= _DRAWER_GAP  # the drawer overlaps the table's edge
        return ui.to_local_area(box.inflate(box.width * 0.4 + 22, box.height * 0.8 + 18)).clip(visible)


def _compute_dropping_height(progress: float) -> float:
    """Return the height of a dropped portrait above its tile, logical pixels; it bounces once.

    ``progress`` is the fraction of the drop's time, 0 … 1.

    >>> [round(_compute_dropping_height(progress)) for progress in (0.0, 0.375, 0.75, 0.875, 1.0)]
    [60, 45, 0, 4, 0]
    """
    if progress <= _LANDING_PROGRESS:
        return _DROP_HEIGHT * (1 - (progress / _LANDING_PROGRESS) ** 2)
    return _BOUNCE_HEIGHT * math.sin(math.pi * (progress - _LANDING_PROGRESS) / (1 - _LANDING_PROGRESS))


def _rope_svg(path: str) -> str:
    body = ""
    for colour, width, dashes in _ROPE_STROKES:
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        body += (
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return body


def _coil_svg() -> str:
    """Return the SVG of a coiled lasso rope with a loose end."""
    return _rope_svg(
        "M38 12A24 20 0 0 1 38 52A24 20 0 0 1 38 12M38 21A14 11 0 0 1 38 43A14 11 0 0 1 38 21M57 45Q67 56 60 68"
    )
