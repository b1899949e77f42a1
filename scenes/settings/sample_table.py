"""A sample round between two seats, so that settings can be seen at work. No pygame here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple

from engine.cards import parse, rank, suit
from engine.events import Event, seen_by
from engine.game import STOCK, Game, Sees
from engine.moves import Move, Note, Pile, Refusal, Seat
from scenes.look import speeds
from scenes.table.layouts.layout import ASPECT
from scenes.table.stage.director import Director
from scenes.table.stage.poses import Pose
from scenes.table.stage.shown import ShownPiles

ME, OTHER = 0, 1
HEAP, PAST = Pile("heap"), Pile("past")
MINE, THEIRS = Pile("hand", ME), Pile("hand", OTHER)
PLATE = 26.0
"""Distance from the upper edge to the opponent's plate, logical pixels."""
_PLATE = 68.0
"""Height of a plate."""
_AIR = 10.0
_WIDTH = 340.0
"""Width of the table below which cards are smaller than the widths below."""
_LARGEST = 1.15
_OWN, _OTHERS, _STOCK, _HEAP = 98.0, 50.0, 62.0, 78.0
"""Widths of cards."""
_SEEN = 1.04
"""Visible height of the hand, in card heights."""


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The sample game's house rules: none."""


class SampleGame(Game):
    """A game without rules for two seats: the heap is swept away, then each plays and draws a card.

    The player always holds a card of each suit, which shows all suit colours.
    """

    slug = "sample"
    seats_allowed = range(2, 3)
    seats_default = 2
    sees: ClassVar[Mapping[str, Sees]] = {
        "stock": Sees.NOBODY,
        "hand": Sees.OWNER,
        "heap": Sees.ALL,
        "past": Sees.NOBODY,
    }
    unordered = frozenset({"past"})
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    Options = NoOptions

    def deal(self) -> None:
        """Deal a card of each suit to the player, three cards to the opponent and two to the heap."""
        for words, pile in (("AS KH QC JD", MINE), ("9D 7D 4D", THEIRS), ("6H TH", HEAP)):
            self.shift(tuple(map(parse, words.split())), STOCK, pile, "deal")

    def lay(self, seat: Seat) -> None:
        """Play a card of a seat onto the heap."""
        hand = Pile("hand", seat)
        self.shift(self.cards(hand)[1:2], hand, HEAP, "play")

    def sweep(self) -> None:
        """Sweep the heap away."""
        self.shift(self.cards(HEAP), HEAP, PAST, "sweep")

    def draw_up(self) -> None:
        """Let both seats draw; the player gets the highest card of the suit just played."""
        played = suit(self.cards(HEAP)[-1])
        alike = [card for card in self.cards(STOCK) if suit(card) == played]
        self.shift((max(alike, key=rank),), STOCK, MINE, "draw")
        self.draw(1, STOCK, THEIRS)

    @property
    def used_up(self) -> bool:
        """Whether too few cards of a suit are left for another round."""
        left = [suit(card) for card in self.cards(STOCK)[:-3]]
        return min(map(left.count, range(4))) < 2

    def legal_moves(self, seat: Seat) -> list[Move]:
        return []

    def refuse(self, move: Move) -> Refusal | None:
        return None

    def match_winners(self) -> tuple[Seat, ...]:
        return ()

    def demand(self, seat: Seat) -> Note:
        return Note("none")


class SampleStep(NamedTuple):
    """A step of a round."""

    action: Callable[[], None]
    seat: Seat | None = None
    """The seat that thinks before it."""


class SampleTable:
    """The sample game as it is shown; plays one round on request.

    Args:
        heard: called with each event when it is shown.
    """

    def __init__(self, heard: Callable[[Event], None] = lambda _: None) -> None:
        self.heard = heard
        self.size = (_WIDTH, 440.0)
        self.game = SampleGame(2, 0)
        self.director = Director(self._shown(), self._poses, heard)
        self._pause = 0.0
        """Milliseconds until the next step; negative before the countdown starts."""
        self._next: list[SampleStep] = []

    @property
    def turn(self) -> Seat | None:
        """The seat that is thinking; None if none is."""
        return self._next[0].seat if self._next and self.director.quiet else None

    def _shown(self) -> ShownPiles:
        shown = ShownPiles(self.game, ME)
        for event in self.game.drain():
            shown.apply(seen_by(event, ME))
        return shown

    def fit(self, width: float, height: float) -> None:
        """Adopt a size, logical pixels; a running round ends."""
        self.size = (width, height)
        self.stop()

    def stop(self) -> None:
        """Skip to the end of the round."""
        while self._next:
            self._go_on()
        self.director.finish()

    def play(self) -> None:
        """Play a round from the start."""
        self.stop()
        if self.game.used_up:
            self.game = SampleGame(2, 0)
            self.director.replace(self._shown())
        game = self.game
        mine, theirs = SampleStep(partial(game.lay, ME), ME), SampleStep(partial(game.lay, OTHER), OTHER)
        self._next = [SampleStep(game.sweep), theirs, mine, SampleStep(game.draw_up)]
        self._pause = -1.0

    def _go_on(self) -> None:
        self._next.pop(0).action()
        self.director.feed(seen_by(event, ME) for event in self.game.drain())
        self._pause = -1.0

    def update(self, dt: float, *, speed: float, reduced: bool, pause: float) -> bool:
        """Advance by dt milliseconds.

        Args:
            dt: milliseconds.
            speed: divides every duration; 0 is instant.
            reduced: whether motion is reduced.
            pause: milliseconds that the opponent waits before acting.

        Returns:
            Whether something changed.
        """
        director = self.director
        director.speed, director.reduced = speed, reduced
        moving = director.update(dt)
        if not self._next or not director.quiet:
            return moving
        if self._pause < 0:  # all motion has ended: the seat starts thinking
            own = speeds.AUTO_ANSWER / speed if speed else 0.0
            self._pause = pause if self.turn == OTHER else own if self.turn == ME else 0.0
        self._pause = max(0.0, self._pause - dt)
        if not self._pause:
            self._go_on()
        return True

    # --- places -----------------------------------------------------------------------------------------------------

    @property
    def unit(self) -> float:
        """Factor for the widths of cards, so that nothing overlaps."""
        plates = PLATE + 2 * _PLATE + 4 * _AIR
        high = (self.size[1] - plates) / (ASPECT * (_HEAP + _SEEN * _OWN))
        return max(0.2, min(_LARGEST, self.size[0] / _WIDTH, high))

    @property
    def own_plate(self) -> float:
        """Distance from the upper edge to the player's plate, logical pixels."""
        return self.size[1] - _SEEN * _OWN * ASPECT * self.unit - _AIR - _PLATE

    def _poses(self, shown: ShownPiles) -> dict[int, Pose]:
        (wide, high), unit = self.size, self.unit
        middle, across = wide / 2, (PLATE + _PLATE + self.own_plate) / 2
        found: dict[int, Pose] = {}
        rows = (
            (STOCK, middle - 100 * unit, across, _STOCK, 0.0, 0.0),
            (PAST, middle + 106 * unit, across, _STOCK, 0.0, 10.0),
            (HEAP, middle + 2 * unit, across, _HEAP, 16.0, 20.0),
            (THEIRS, wide - 62 * unit, PLATE + _PLATE / 2, _OTHERS, 20.0, 30.0),
            (MINE, middle, high - (_SEEN - 0.5) * _OWN * ASPECT * unit, _OWN, 62.0, 40.0),
        )
        for pile, x, y, width, apart, z in rows:
            tokens = shown.piles.get(pile, [])
            left = x - apart * unit * (len(tokens) - 1) / 2
            for i, token in enumerate(tokens):
                buried = not apart and i < len(tokens) - 1
                angle = 2.0 * (2 * i - len(tokens) + 1) if pile == THEIRS else 0.0
                found[token.id] = Pose(left + apart * unit * i, y, width * unit, angle, z + i * 0.1, buried)
        return found
