"""The table model: the shown piles, their positions on the canvas, and the motion of their cards. No pygame here."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from engine.cards import HIDDEN, Card
from engine.events import Amount, Announced, CardsMoved, DealScored, Event
from engine.match.match_view import MatchView
from engine.moves import TABLE, Move, Pile, Seat
from engine.settings import SortMode
from scenes.render.space import CardSpace, Point
from scenes.table.layouts.layout import TableLayout
from scenes.table.layouts.spreads import MAX_UNGROUPED_CARDS, ColumnSpread
from scenes.table.model import positions
from scenes.table.model.choice import Choice
from scenes.table.model.director import Director
from scenes.table.model.own_hand import MAX_ROW_SPREAD, OwnHand
from scenes.table.model.positions import Canvas, CardPose, PileGeometry, SeatPosition
from scenes.table.model.shown_piles import ShownPiles, Token
from scenes.text.player_names import NameAndPortrait
from scenes.ui.timeline import Timeline

_PORTRAIT_OFFSET = 36.0
"""Distance from a plate's corner to the centre of its portrait, in x and y."""
_TAKER_CARD_WIDTH = 36.0
"""Width of the cards of a trick as they pass its winner's portrait."""


Presence = Literal["away", "played"]
"""Why a person doesn't play: the connection is lost, or a bot plays in their place."""


class TableModel:
    """Model of the card table, without drawing: shown piles, positions and motion of one match.

    Args:
        match: the match to show, as its viewer sees it.
        layout: the game's layout, for any number of seats.
        canvas: its size in logical pixels.
        on_shown: called with each event when it is shown.
        timeline: all motions and delays on the table but those of cards.
    """

    def __init__(
        self,
        match: MatchView,
        layout: TableLayout,
        canvas: Canvas,
        on_shown: Callable[[Event], None],
        timeline: Timeline,
    ) -> None:
        self.match = match
        self.viewer = match.viewer
        seats, geometry = match.game.seats, layout.geometry
        self._layouts = (
            replace(layout, geometry=geometry.for_seats(seats)),
            replace(layout, geometry=geometry.for_open_drawer(seats)),
        )
        """The layouts with the side drawer closed and open."""
        self.canvas = canvas
        self.hand = OwnHand(Pile("hand", self.viewer))
        self._scored_deals = match.recent_events_deal - 1
        """Number of deals whose result was shown."""
        self._hand_deal = match.recent_events_deal
        """Number of the deal to which the shown own hand belongs."""
        self.choice: Choice | None = None
        self.advised_move: Move | None = None
        """The move that a hint or a lesson shows: its cards are raised, its button or pile glows."""
        self.people_by_seat: Mapping[Seat, NameAndPortrait] = {}
        self.addressed_seat: Seat | None = None
        """The seat that texts address as "you"; None for no seat."""
        self.presence: Mapping[Seat, Presence] = {}
        """Seats of absent people at an online table."""
        self.seat_positions: Mapping[int, SeatPosition] = {}
        self._geometry_cache: dict[tuple[Pile, bool], PileGeometry | None] = {}
        """Geometry of piles for the current seat positions. The key tells whether own piles need space beside the
        hand."""
        self._centre_occupancy = positions.FREE_CENTRE
        """Centre occupancy for which ``_geometry_cache`` is valid."""
        self.board_in_centre = False
        """Whether a board is shown in the centre of the table."""
        self.leading_seats: frozenset[Seat] = frozenset()
        """Seats whose plays are the best of the trick, as far as it is shown."""
        self.timeline = timeline
        self._on_shown = on_shown
        self._compute_seat_positions()
        self.director = Director(ShownPiles(match.game, self.viewer, match.viewers_mask), self._poses, self._on_event)
        self.director.effects, self.director.waypoint_for = layout.effects, self._waypoint_of
        self.director.is_counted, self.director.is_calm = lambda event: bool(self.amounts(event)), self.is_calm

    def copy_for(self, layout: TableLayout) -> "TableModel":
        """Return a table model with the same cards at rest, to try out another layout or canvas.

        ``layout`` is the game's layout for any number of seats, as in the constructor.
        """
        other = TableModel(self.match, layout, self.canvas, lambda _: None, Timeline())
        other.hand.sort_mode, other.hand.manual_order = self.hand.sort_mode, self.hand.manual_order
        other.choice, other.advised_move, other.people_by_seat = self.choice, self.advised_move, self.people_by_seat
        other.addressed_seat, other.presence = self.addressed_seat, self.presence
        other.director.reduced_motion = self.director.reduced_motion
        other.director.shown = self.shown.copy()
        other.board_in_centre, other.leading_seats = self.board_in_centre, self.leading_seats
        other.director.finish()
        return other

    def amounts(self, event: Event) -> tuple[Amount, ...]:
        """Return what an event that has just been shown brings the seats."""
        tokens = self.shown.piles.get(event.target, ()) if isinstance(event, CardsMoved) else ()
        return self.match.game.amounts(event, [token.card for token in tokens])

    def is_calm(self, event: Event) -> bool:
        """Whether an event is a loud announcement that is shown small, since it is news of others only."""
        persons = self.match.person_seats
        return isinstance(event, Announced) and self.layout.effects.is_calm_for(event, persons)

    @property
    def layout(self) -> TableLayout:
        """The game's table layout for the current canvas: the usual one, or the one beside the open side drawer."""
        default_layout, narrow_layout = self._layouts
        return narrow_layout if self.canvas.uses_open_drawer_layout else default_layout

    def min_width(self, *, drawer_open: bool) -> float:
        """Return the minimum width of the table's canvas with the side drawer open or closed, logical pixels."""
        return self._layouts[drawer_open].geometry.min_width

    def _compute_seat_positions(self) -> None:
        self.seat_positions = positions.seat_positions(
            self.layout.geometry, self.match.game.seats, self.viewer, self.canvas
        )
        self._geometry_cache.clear()

    def _on_event(self, event: Event) -> None:
        self._begin_hand_of_next_deal(event)
        if isinstance(event, CardsMoved) and self.hand.pile in (event.source, event.target):
            self.hand.sort(self.director.shown, self.match.game)
        if not (isinstance(event, CardsMoved) and event.manner == "sweep"):  # the leaders take it
            self._update_leaders()
        self._on_shown(event)

    def _begin_hand_of_next_deal(self, event: Event) -> None:
        """At the first card of a new deal, restore the order in which the player had laid this deal's hand, if any."""
        if isinstance(event, DealScored):
            self._scored_deals = event.deal
            return
        deal = self._scored_deals + 1
        if isinstance(event, CardsMoved) and event.target == self.hand.pile and deal != self._hand_deal:
            self._hand_deal, self.hand.manual_order = deal, self.match.hand_order(deal)

    def _update_leaders(self) -> None:
        """Update ``leading_seats``, the seats with the best play of the shown trick."""
        cross, piles = self.layout.geometry.trick_cross, self.shown.piles
        if cross is None:
            return
        plays = [(pile.owner, tokens) for pile, tokens in piles.items() if pile.kind == cross.kind and tokens]
        plays = sorted(
            (play for play in plays if play[1][0].origin_owner == play[0]), key=lambda play: play[1][0].batch
        )
        last = bool(plays) and not piles.get(Pile("hand", plays[0][0]))
        shown_plays = [(seat, [token.card for token in tokens]) for seat, tokens in plays]
        self.leading_seats = frozenset(self.match.game.seats_winning_trick(shown_plays, is_last_trick=last))

    def leading_token_ids(self) -> set[int]:
        """Return the token ids of the resting cards in the best play of the trick so far."""
        cross, moving = self.layout.geometry.trick_cross, self.director.is_moving
        if cross is None or not self.leading_seats:
            return set()
        lying = (self.shown.piles.get(Pile(cross.kind, seat), ()) for seat in self.leading_seats)
        flying = (token.id for tokens in lying for token in tokens)
        return {key for key in flying if not moving(key) or self.director.is_making_room(key)}

    def trick_taker(self) -> Seat | None:
        """Return the seat that won a complete trick which is about to be swept; None without one."""
        director = self.director
        following = director.pending_events[0] if director.pending_events and not director.glides else None
        return (
            min(self.leading_seats) if isinstance(following, CardsMoved) and self._is_trick_taken(following) else None
        )

    def _is_trick_taken(self, event: CardsMoved) -> bool:
        """Whether an event sweeps a trick to its only winner."""
        kind = self.layout.geometry.trick_cross.kind if self.layout.geometry.trick_cross else ""
        return event.manner == "sweep" and event.source.kind == kind and len(self.leading_seats) == 1

    def _waypoint_of(self, event: CardsMoved) -> CardPose | None:
        """Return the pose at the winner's portrait, through which a swept trick flies; None for other events."""
        return (
            CardPose(*self.portrait_centre(min(self.leading_seats)), _TAKER_CARD_WIDTH)
            if self._is_trick_taken(event)
            else None
        )

    def portrait_centre(self, seat: Seat) -> Point[CardSpace]:
        """Return the centre of the portrait on a seat's name plate."""
        position = self.seat_positions[seat]
        offset = _PORTRAIT_OFFSET * max(1.0, self.canvas.ui_scale)
        return Point(position.corner.x + (-offset if position.is_mirrored else offset), position.corner.y + offset)

    def hand_centre(self, seat: Seat) -> Point[CardSpace] | None:
        """Return the centre of a seat's cards, preferably those in its hand; None if it has none."""
        kinds = self.layout.help.counted_kinds or ("hand",)
        own = [pile for pile, tokens in self.shown.piles.items() if pile.owner == seat and tokens]
        own.sort(key=lambda pile: pile.kind not in kinds)
        rests = (self.director.rest_poses.get(token.id) for pile in own[:1] for token in self.shown.piles[pile])
        return _mean_point([Point(rest.x, rest.y) for rest in rests if rest is not None])

    def target_piles_centre(self, seat: Seat) -> Point[CardSpace] | None:
        """Return the centre of the piles to which cards may go now, preferably the table's; else the table's centre."""
        game, layout = self.match.game, self.layout
        verbs = game.verbs[game.ask.what] if game.ask is not None else ()
        kinds = {
            layout.controls.drop_kinds_by_verb[verb] for verb in verbs if verb in layout.controls.drop_kinds_by_verb
        }
        geometries = {pile: geometry for pile, geometry in self.pile_geometries().items() if pile.kind in kinds}
        points_by_owner = (
            [geometry.centre for pile, geometry in geometries.items() if pile.owner == owner] for owner in (TABLE, seat)
        )
        points = next(filter(None, points_by_owner), [Point(self.canvas.width / 2, self.canvas.height / 2)])
        return _mean_point(points)

    def set_board_in_centre(self, present: bool) -> None:
        """Set whether a vote's board is shown in the table's centre; piles move aside or return."""
        if present != self.board_in_centre:
            self.board_in_centre = present
            self.director.glide_all()

    def settling_offset(self, pile: Pile) -> tuple[float, float]:
        """Return a pile's distance from its resting position while it moves only to make space for cards; otherwise
        0, 0."""
        lying, director = self.shown.piles.get(pile), self.director
        if not lying or not director.is_making_room(lying[0].id) or director.is_sliding_with_table(lying[0].id):
            return 0.0, 0.0
        now, end = director.current_pose(lying[0].id), director.rest_poses[lying[0].id]
        return (now.x - end.x, now.y - end.y) if now is not None else (0.0, 0.0)

    def _poses(self, shown: ShownPiles) -> Mapping[int, CardPose]:
        arranged = self.hand.piles_with_sorted_open_hands(shown, self.hand.piles_as_exchanged(shown, self.choice))
        game = self.match.game
        return positions.card_poses(
            arranged,
            self.layout.geometry,
            self.seat_positions,
            self.viewer,
            self.canvas,
            group_key=lambda piece: game.equivalence_key(piece.card),
            piles_beside_hand=self._may_lay_beside_hand(),
            board_in_centre=self.board_in_centre,
        )

    def _may_lay_beside_hand(self) -> bool:
        """Whether a legal move lays piles of the player beside the hand, so that the hand moves beforehand."""
        kind, choice = self.layout.geometry.kind_beside_hand, self.choice
        return (
            bool(kind)
            and choice is not None
            and any(choice.controls.drop_kinds_by_verb.get(m.verb) == kind for m in choice.legal_moves)
        )

    @property
    def needs_space_beside_hand(self) -> bool:
        """Whether piles of the player lie beside the hand, or a legal move would lay some."""
        if not self.layout.geometry.kind_beside_hand:
            return False
        return self._may_lay_beside_hand() or positions.has_piles_beside_hand(
            self.shown.piles, self.layout.geometry, self.viewer
        )

    def set_choice(self, choice: Choice) -> None:
        """Set the player's choice among legal moves, and shift the hand if the choice needs space beside it."""
        before, self.choice = self.needs_space_beside_hand, choice
        if self.needs_space_beside_hand != before:
            self.director.glide_all()

    # --- changes ----------------------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas, factor: float = 1.0, motion: str = "settle") -> None:
        """Change the size of the table's canvas; all cards glide to their new positions.

        Args:
            canvas: the new size.
            factor: new logical pixels per old one.
            motion: as in ``Director.glide_card``; ``room`` while the drawer opens or closes.
        """
        self.canvas = canvas
        self.director.rescale(factor)
        self._compute_seat_positions()
        self.director.glide_all(motion)

    def sort_hand(self, mode: SortMode) -> None:
        """Sort the player's hand, which replaces a manual order."""
        self.hand.sort_mode = mode
        if self.hand.manual_order:
            self.hand.manual_order = ()
            self.match.set_hand_order(self._hand_deal, ())
        self.hand.sort(self.shown, self.match.game)
        self.director.glide_all()

    def move_hand_card(self, token_id: int, dropped_pose: CardPose) -> None:
        """Move a card of the player's hand to where it was dropped."""
        if self.hand.move_card(self.shown, token_id, dropped_pose, self.director.rest_poses):
            self._store_hand_order_and_glide()

    def shift_hand_card(self, token_id: int, offset: int) -> bool:
        """Move a card of the player's hand left (−1) or right (1) by one position; return whether that was possible."""
        moved = self.hand.move_card_by(self.shown, token_id, offset)
        if moved:
            self._store_hand_order_and_glide()
        return moved

    def _store_hand_order_and_glide(self) -> None:
        self.match.set_hand_order(self._hand_deal, self.hand.manual_order)
        self.director.glide_all()

    def show_match(self, past_events: Sequence[Event] | None = None) -> None:
        """Show the match's current position on the table, after resuming or taking a move back.

        ``past_events`` are the events to show, as the viewer saw them; None for the match's recent events.
        """
        shown = ShownPiles(self.match.game, self.viewer, self.match.viewers_mask)
        self._hand_deal = self.match.recent_events_deal
        self._scored_deals = self._hand_deal - 1
        for event in self.match.recent_events() if past_events is None else past_events:
            shown.apply(event)
            self._begin_hand_of_next_deal(event)
        self.hand.manual_order = self.match.hand_order(self._hand_deal)
        self.hand.sort(shown, self.match.game)
        self.director.replace_piles(shown)
        self._update_leaders()

    def upcoming_piles_and_poses(self) -> tuple[ShownPiles, Mapping[int, CardPose]]:
        """Return the piles and card poses after all pending events up to the next deal's result."""
        shown = self.director.shown.copy()
        for event in self.director.pending_events:
            if isinstance(event, DealScored):
                break
            shown.apply(event)
        self.hand.sort(shown, self.match.game)
        return shown, self._poses(shown)

    # --- queries ----------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> ShownPiles:
        """The piles of cards after all shown events."""
        return self.director.shown

    def tokens(self) -> Iterator[tuple[Pile, Token]]:
        """Yield every card token on the table with its pile."""
        for pile, tokens in self.shown.piles.items():
            for token in tokens:
                yield pile, token

    def find_token_id(self, card: Card) -> int | None:
        """Return the id of the token that shows a card; None for none."""
        return next((token.id for _, token in self.tokens() if token.card == card != HIDDEN), None)

    def token_face(self, token_id: int) -> Card:
        return next(token.card for _, token in self.tokens() if token.id == token_id)

    def pile_of(self, token_id: int) -> Pile:
        return next(pile for pile, token in self.tokens() if token.id == token_id)

    def token_ids_taken_with(self, token_id: int) -> list[int]:
        """Return a card's token id, followed by those of the open cards on it if it lies in a column of the table."""
        pile = self.pile_of(token_id)
        geometry = self.pile_geometry(pile)
        if pile.owner != TABLE or geometry is None or not isinstance(geometry.spot.spread, ColumnSpread):
            return [token_id]
        tokens = self.shown.piles[pile]
        block = tokens[next(i for i, token in enumerate(tokens) if token.id == token_id) :]
        return [token.id for token in block] if all(token.card != HIDDEN for token in block) else [token_id]

    def pile_geometry(self, pile: Pile) -> PileGeometry | None:
        """Return the position and size of a pile on the canvas; None if the layout doesn't show it."""
        self._drop_outdated_geometries()
        return self._cached_geometry(pile)

    def _drop_outdated_geometries(self) -> None:
        """Clear the cache of geometries if the centre is occupied by something else than before."""
        centre = positions.centre_occupancy(
            self.shown.piles, self.layout.geometry, board_in_centre=self.board_in_centre
        )
        if centre != self._centre_occupancy:
            self._centre_occupancy = centre
            self._geometry_cache.clear()

    def _cached_geometry(self, pile: Pile) -> PileGeometry | None:
        is_beside_hand = pile.owner == self.viewer and self.needs_space_beside_hand
        if (pile, is_beside_hand) not in self._geometry_cache:
            geometry = positions.pile_geometry(
                pile,
                self.layout.geometry,
                self.seat_positions,
                self.viewer,
                self.canvas,
                piles_beside_hand=is_beside_hand,
                centre=self._centre_occupancy,
            )
            self._geometry_cache[pile, is_beside_hand] = geometry
        return self._geometry_cache[pile, is_beside_hand]

    def pile_geometries(self) -> dict[Pile, PileGeometry]:
        """Return pile -> position and size for every pile that the layout shows, including empty ones."""
        self._drop_outdated_geometries()
        geometries = {pile: self._cached_geometry(pile) for pile in self._piles_in_layout_order()}
        return {
            pile: self._with_column_length(pile, geometry)
            for pile, geometry in geometries.items()
            if geometry is not None
        }

    def _piles_in_layout_order(self) -> Iterable[Pile]:
        """Return all piles, also those that the layout doesn't show: those in the centre first."""
        return dict.fromkeys([*(Pile(spot.kind) for spot in self.layout.geometry.centre_spots), *self.match.game.piles])

    def _with_column_length(self, pile: Pile, geometry: PileGeometry) -> PileGeometry:
        """Return a pile's geometry, completed by the height of its column of cards."""
        if not isinstance(geometry.spot.spread, ColumnSpread):
            return geometry
        tokens = self.shown.piles.get(pile)
        pose = self.director.rest_poses.get(tokens[-1].id) if tokens else None
        return geometry._replace(column_length=pose.y - geometry.y) if pose else geometry

    def browsable_piles(self) -> list[Pile]:
        """Return the non-empty table piles whose cards people may browse."""
        kinds = self.match.game.browsable_piles
        there = [pile for pile in self._piles_in_layout_order() if pile.owner == TABLE and pile.kind in kinds]
        return [pile for pile in there if self.shown.piles.get(pile) and self.pile_geometry(pile) is not None]

    def advised_token_ids(self) -> set[int]:
        """Return the token ids of the cards in the advised move; empty once something is selected or exchanged."""
        choice = self.choice
        if self.advised_move is None or choice is None or not choice.follows_hint:
            return set()
        return {key for card in self.advised_move.cards if (key := self.find_token_id(card)) is not None}

    def advised_pile(self) -> Pile | None:
        """Return the pile on which the advised move's cards go, or which it takes or turns over; None for none."""
        choice, move = self.choice, self.advised_move
        if choice is None or move is None or choice.has_selection or choice.slot_kind:
            return None
        if not move.cards:
            return next((pile for pile, _ in choice.view.named_piles(move)), None)
        piles = (pile for pile in self.pile_geometries() if pile.owner in (TABLE, choice.played_seat))
        return next((pile for pile in piles if choice.drop_result(move.cards, pile) == move), None)

    def grabbable_token_ids(self) -> list[int]:
        """Return the token ids of the viewer's own open cards and of others to choose from, lowest first.

        The player can take them up at any time, to arrange the hand or to see why they can't be played.
        """
        rest = self.director.rest_poses
        open_now = self.choice.piles_by_card if self.choice else {}
        keys = [
            token.id
            for pile, token in self.tokens()
            if (pile.owner == self.viewer or token.card in open_now) and token.card != HIDDEN and token.id in rest
        ]
        return sorted(keys, key=lambda key: rest[key].z)

    def rest_pose(self, token_id: int) -> CardPose:
        """Return the resting pose of a card, by its token id."""
        return self.director.rest_poses[token_id]

    def hand_row(self, token_id: int) -> list[int]:
        """Return the token ids of the cards in the same row of the own hand, from left to right."""
        rest = self.director.rest_poses
        held = [token.id for token in self.shown.piles.get(self.hand.pile, ())]
        row = [
            other_id
            for other_id in held
            if other_id in rest and abs(rest[other_id].y - rest[token_id].y) < MAX_ROW_SPREAD
        ]
        return sorted(row, key=lambda other_id: rest[other_id].x)

    def arrange_raised_cards(self) -> None:
        """Tell the hand which cards give way to others that rise, after their resting poses have changed."""
        piles = self.shown.piles
        self.hand.find_cards_in_front([token.id for token in piles.get(self.hand.pile, ())], self.director.rest_poses)
        geometries = {pile: self.pile_geometry(pile) for pile in piles if pile.owner == TABLE}
        columns = [
            pile for pile, one in geometries.items() if one is not None and isinstance(one.spot.spread, ColumnSpread)
        ]
        self.hand.column_ids = frozenset(token.id for pile in columns for token in piles[pile])

    def hand_groups(self) -> list[list[int]]:
        """Return the token ids of a large own hand in groups of equal cards; empty for smaller, ungrouped hands."""
        tokens = self.shown.piles.get(self.hand.pile, [])
        if len(tokens) <= MAX_UNGROUPED_CARDS:
            return []
        alike = self.match.game.equivalence_key
        return [[token.id for token in group] for _, group in groupby(tokens, key=lambda token: alike(token.card))]

    def hand_zone_edges(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the own hand's area on the canvas, logical pixels."""
        middle, width = positions.hand_centre_x_and_max_width(
            self.layout.geometry, self.canvas, piles_beside_hand=self.needs_space_beside_hand
        )
        return middle - width / 2 - 20, self.canvas.height - 200, middle + width / 2 + 20, self.canvas.height


def _mean_point(points: Sequence[Point[CardSpace]]) -> Point[CardSpace] | None:
    """Return the mean of points on the canvas; None for no points."""
    if not points:
        return None
    return Point(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
