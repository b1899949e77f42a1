"""Sample game of two seats for the settings preview. Doesn't need pygame."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple

from engine.cards import parse, rank, suit
from engine.events import Event, redact_for_seat
from engine.game import STOCK, Game, PileVisibility
from engine.moves import Move, Note, Pile, Refusal, Seat
from scenes.render import timing
from scenes.table.layouts.spreads import CARD_ASPECT_RATIO
from scenes.table.model.director import Director
from scenes.table.model.positions import CardPose
from scenes.table.model.shown_piles import ShownPiles

OWN_SEAT, OTHER_SEAT = 0, 1
HEAP_PILE, SWEPT_PILE = Pile("heap"), Pile("past")
OWN_HAND, OTHER_HAND = Pile("hand", OWN_SEAT), Pile("hand", OTHER_SEAT)
OTHER_PLATE_TOP = 26.0
"""Distance from the upper edge to the opponent's plate, logical pixels."""
_PLATE_HEIGHT = 68.0
"""Height of a seat plate."""
_CARD_MARGIN = 10.0
_FULL_SIZE_WIDTH = 340.0
"""Width of the table at scale 1, logical pixels."""
_MAX_SCALE = 1.15
_OWN_CARD_WIDTH, _OTHER_CARD_WIDTH, _STOCK_CARD_WIDTH, _HEAP_CARD_WIDTH = 98.0, 50.0, 62.0, 78.0
"""Widths of cards at scale 1, logical pixels."""
_VISIBLE_HAND_CARD_HEIGHTS = 1.04
"""Height kept free for the player's hand, in card heights."""


@dataclass(frozen=True, slots=True)
class NoOptions:
    """House rules of the sample game: none."""


class SampleGame(Game):
    """Sample game without rules for two seats, shown in the settings preview. In a round the heap is swept away, then
    each seat plays and draws a card.

    The player always holds a card of each suit, so that all suit colours are visible.
    """

    slug = "sample"
    seats_allowed = range(2, 3)
    seats_default = 2
    visibility: ClassVar[Mapping[str, PileVisibility]] = {
        "stock": PileVisibility.NOBODY,
        "hand": PileVisibility.OWNER,
        "heap": PileVisibility.ALL,
        "past": PileVisibility.NOBODY,
    }
    unordered = frozenset({"past"})
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    Options = NoOptions

    def deal(self) -> None:
        """Deal a card of each suit to the player, three cards to the opponent and two to the heap."""
        for words, pile in (("AS KH QC JD", OWN_HAND), ("9D 7D 4D", OTHER_HAND), ("6H TH", HEAP_PILE)):
            self.shift(tuple(map(parse, words.split())), STOCK, pile, "deal")

    def lay_card(self, seat: Seat) -> None:
        """Play the second card of a seat's hand onto the heap."""
        hand = Pile("hand", seat)
        self.shift(self.cards(hand)[1:2], hand, HEAP_PILE, "play")

    def sweep(self) -> None:
        """Move the heap to the pile of played cards."""
        self.shift(self.cards(HEAP_PILE), HEAP_PILE, SWEPT_PILE, "sweep")

    def draw_for_both(self) -> None:
        """Draw a card from the stock for both seats. The player gets the highest card of the suit just played."""
        played = suit(self.cards(HEAP_PILE)[-1])
        same_suit = [card for card in self.cards(STOCK) if suit(card) == played]
        self.shift((max(same_suit, key=rank),), STOCK, OWN_HAND, "draw")
        self.draw(1, STOCK, OTHER_HAND)

    @property
    def is_used_up(self) -> bool:
        """Whether the stock has too few cards of a suit for another round."""
        left = [suit(card) for card in self.cards(STOCK)[:-3]]
        return min(map(left.count, range(4))) < 2

    def legal_moves(self, seat: Seat) -> list[Move]:
        return []

    def check_rules(self, move: Move) -> Refusal | None:
        return None

    def match_winners(self) -> tuple[Seat, ...]:
        return ()

    def prompt_for(self, seat: Seat) -> Note:
        return Note("none")


class SampleStep(NamedTuple):
    """Action in a round of the sample game in the settings preview, and the seat that performs it."""

    action: Callable[[], None]
    seat: Seat | None = None
    """Seat that seems to think before it; None for no thinking."""


class SampleTable:
    """Table of the settings preview, which animates the sample game, one round on request.

    Args:
        on_event: called with each event when it is shown.
    """

    def __init__(self, on_event: Callable[[Event], None] = lambda _: None) -> None:
        self.on_event = on_event
        self.size = (_FULL_SIZE_WIDTH, 440.0)
        self.game = SampleGame(2, 0)
        self.director = Director(self._make_shown_piles(), self._poses, on_event)
        self._pause_ms = 0.0
        """Milliseconds until the next step; negative while the animation of the last one runs."""
        self._queued_steps: list[SampleStep] = []

    @property
    def turn(self) -> Seat | None:
        """Seat of the sample game that seems to think; None for none."""
        return self._queued_steps[0].seat if self._queued_steps and self.director.has_shown_all_events else None

    def _make_shown_piles(self) -> ShownPiles:
        shown = ShownPiles(self.game, OWN_SEAT)
        for event in self.game.take_events():
            shown.apply(redact_for_seat(event, OWN_SEAT))
        return shown

    def fit(self, width: float, height: float) -> None:
        """Set the size of the sample table in logical pixels. A running round is finished."""
        self.size = (width, height)
        self.finish_round()

    def finish_round(self) -> None:
        """Finish the sample game's round without animation."""
        while self._queued_steps:
            self._run_next_step()
        self.director.finish()

    def play_round(self) -> None:
        """Play a round of the sample game from the start."""
        self.finish_round()
        if self.game.is_used_up:
            self.game = SampleGame(2, 0)
            self.director.replace_piles(self._make_shown_piles())
        game = self.game
        own_step, other_step = (
            SampleStep(partial(game.lay_card, OWN_SEAT), OWN_SEAT),
            SampleStep(partial(game.lay_card, OTHER_SEAT), OTHER_SEAT),
        )
        self._queued_steps = [SampleStep(game.sweep), other_step, own_step, SampleStep(game.draw_for_both)]
        self._pause_ms = -1.0

    def _run_next_step(self) -> None:
        self._queued_steps.pop(0).action()
        self.director.queue_events(redact_for_seat(event, OWN_SEAT) for event in self.game.take_events())
        self._pause_ms = -1.0

    def update(self, elapsed_ms: float, *, speed: float, reduced_motion: bool, pause_ms: float) -> bool:
        """Advance the animation of the sample game.

        Args:
            elapsed_ms: milliseconds since the last call.
            speed: divisor of all durations; 0 for no animation.
            reduced_motion: whether motion is reduced.
            pause_ms: milliseconds that the opponent waits before playing.

        Returns:
            Whether the picture has changed.
        """
        director = self.director
        director.speed, director.reduced_motion = speed, reduced_motion
        moving = director.update(elapsed_ms)
        if not self._queued_steps or not director.has_shown_all_events:
            return moving
        if self._pause_ms < 0:  # the animation has ended: the next seat's pause starts
            own_pause_ms = timing.AUTO_ANSWER_DELAY_MS / speed if speed else 0.0
            self._pause_ms = pause_ms if self.turn == OTHER_SEAT else own_pause_ms if self.turn == OWN_SEAT else 0.0
        self._pause_ms = max(0.0, self._pause_ms - elapsed_ms)
        if not self._pause_ms:
            self._run_next_step()
        return True

    # --- layout -----------------------------------------------------------------------------------------------------

    @property
    def card_scale(self) -> float:
        """Factor on the widths of the sample table's cards, small enough that nothing overlaps."""
        plates = OTHER_PLATE_TOP + 2 * _PLATE_HEIGHT + 4 * _CARD_MARGIN
        high = (self.size[1] - plates) / (
            CARD_ASPECT_RATIO * (_HEAP_CARD_WIDTH + _VISIBLE_HAND_CARD_HEIGHTS * _OWN_CARD_WIDTH)
        )
        return max(0.2, min(_MAX_SCALE, self.size[0] / _FULL_SIZE_WIDTH, high))

    @property
    def own_plate_top(self) -> float:
        """Distance from the sample table's upper edge to the player's plate, logical pixels."""
        return (
            self.size[1]
            - _VISIBLE_HAND_CARD_HEIGHTS * _OWN_CARD_WIDTH * CARD_ASPECT_RATIO * self.card_scale
            - _CARD_MARGIN
            - _PLATE_HEIGHT
        )

    def _poses(self, shown: ShownPiles) -> dict[int, CardPose]:
        (table_width, table_height), scale = self.size, self.card_scale
        centre_x, pile_y = table_width / 2, (OTHER_PLATE_TOP + _PLATE_HEIGHT + self.own_plate_top) / 2
        poses: dict[int, CardPose] = {}
        rows = (
            (STOCK, centre_x - 100 * scale, pile_y, _STOCK_CARD_WIDTH, 0.0, 0.0),
            (SWEPT_PILE, centre_x + 106 * scale, pile_y, _STOCK_CARD_WIDTH, 0.0, 10.0),
            (HEAP_PILE, centre_x + 2 * scale, pile_y, _HEAP_CARD_WIDTH, 16.0, 20.0),
            (OTHER_HAND, table_width - 62 * scale, OTHER_PLATE_TOP + _PLATE_HEIGHT / 2, _OTHER_CARD_WIDTH, 20.0, 30.0),
            (
                OWN_HAND,
                centre_x,
                table_height - (_VISIBLE_HAND_CARD_HEIGHTS - 0.5) * _OWN_CARD_WIDTH * CARD_ASPECT_RATIO * scale,
                _OWN_CARD_WIDTH,
                62.0,
                40.0,
            ),
        )
        for pile, x, y, width, distance, z in rows:
            tokens = shown.piles.get(pile, [])
            left = x - distance * scale * (len(tokens) - 1) / 2
            for i, token in enumerate(tokens):
                buried = not distance and i < len(tokens) - 1
                angle = 2.0 * (2 * i - len(tokens) + 1) if pile == OTHER_HAND else 0.0
                poses[token.id] = CardPose(left + distance * scale * i, y, width * scale, angle, z + i * 0.1, buried)
        return poses
