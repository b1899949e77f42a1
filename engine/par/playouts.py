"""One deal of a record played again: the same cards and chance, Master in the person's seat, the others as before."""

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.arena.play import LONGEST_DEAL, NamedBot, answer
from engine.bots import bot_for
from engine.game import Game
from engine.match.record import PERSON, Chair, Record
from engine.moves import Seat
from engine.people import CHARACTERS, PLAIN_STYLE
from engine.rng import Rng

PAR_LEVEL = "master"
"""Who plays in the person's seat."""
PERSON_LEVEL = "hard"
"""The level of every other person at the table, without a style: nobody knows how well they play."""
PATIENCE = 0.3
"""Master may do so much of what it usually does for a decision, in the person's seat and wherever it sat: a whole deal
is played many times over. ``tests/bench/par.md`` shows that a Master who thinks as long as usual is not above par."""


class FinishedDeal(NamedTuple):
    """A finished deal as it was before the person's first move in it."""

    start: Game
    """The position, events off; with everything that the match knew before, and its chance."""
    chairs: tuple[Chair, ...]
    """Who sat there."""
    seat: Seat
    """Whose par is looked for."""
    number: int
    """Of the deal in the match, from 1."""
    own: int
    """Points of that seat."""
    free: bool
    """Whether the seat had any choice: where it had none its cards played themselves."""


class Playout(NamedTuple):
    """A playing to be played."""

    dealt: FinishedDeal
    seed: int
    """Of what the bots do by chance; the chance of the cards is that of the match."""


class Par(NamedTuple):
    """How the person's points stand among those of the playings."""

    own: int
    """The person's."""
    points: tuple[int, ...] = ()
    """Master's, a playing each. In every game more is better: that is what every search goes by."""

    @property
    def worse(self) -> int:
        """Playings in which Master did worse than the person."""
        return sum(points < self.own for points in self.points)

    @property
    def equal(self) -> int:
        """Playings in which it did as well."""
        return self.points.count(self.own)

    @property
    def better(self) -> int:
        """Playings in which it did better."""
        return len(self.points) - self.worse - self.equal

    @property
    def per_cent(self) -> float:
        """Of a hundred playings those that the person did better than, equal ones counted half: 50 is as good as
        Master; also 50 without any playing."""
        return 100 * (self.worse + self.equal / 2) / len(self.points) if self.points else 50.0

    @property
    def error(self) -> float:
        """Standard error of ``per_cent``, infinite without any playing.

        Reckoned with one more worse and one more better playing (Agresti & Coull, "Approximate is better than exact",
        1998): else ten playings that all came to the same would look as if there were no doubt.
        """
        if not self.points:
            return math.inf
        worse, better, count = self.worse + 1, self.better + 1, len(self.points) + 2
        middle = (worse - better) / count
        return 50 * math.sqrt(((worse + better) / count - middle * middle) / count)


def finished_deals(record: Record, numbers: Collection[int], seats: Sequence[Seat]) -> list[FinishedDeal]:
    """Finished deals of a record, each to be played again by somebody else in each of these seats.

    In the order of the deals, then of the seats; a deal that isn't finished is left out. One of which another match
    played the beginning starts where this one took it over; one that it played to the end is left out.

    Args:
        record: the match; what was taken back is not in it.
        numbers: of the deals in the match, from 1.
        seats: whose places are taken.

    Raises:
        ValueError: no such deal or seat.
    """
    if any(number < 1 for number in numbers) or any(not 0 <= seat < record.seats for seat in seats):
        raise ValueError(f"deals {numbers}, seats {seats}: deals count from 1, seats are 0 to {record.seats - 1}")
    game = record.start()
    game.events = None
    found = []
    begun: Game | None = None
    free = set[Seat]()
    for at, move in enumerate(record.moves):
        number = len(game.history) + 1
        if number in numbers and at >= record.adopted:
            begun = begun or game.clone()
            if move.seat in seats and move.seat not in free and len(game.legal_moves(move.seat)) > 1:
                free.add(move.seat)
        game.push(move)
        if len(game.history) == number:
            if begun is not None:
                chairs, points = record.chairs or (Chair(),) * record.seats, game.history[-1]
                found += [FinishedDeal(begun, chairs, seat, number, points[seat], seat in free) for seat in seats]
            begun, free = None, set()
    return found


def playouts(found: FinishedDeal, count: int) -> list[Playout]:
    """Playings of a deal, all different; the same deal has always the same."""
    chance = Rng(found.start.seed ^ Rng(found.number << 8 | found.seat).bits())
    return [Playout(found, chance.bits() >> 1) for _ in range(count)]


class PlayoutResult(NamedTuple):
    """How a playing came out."""

    points: int
    """Of the seat."""
    free: bool
    """Whether it had any choice."""


def play_out(playing: Playout) -> int | None:
    """Points of the seat when the deal is played by Master there; None when it doesn't end."""
    played = play_out_by(playing, PAR_LEVEL, PATIENCE)
    return None if played is None else played.points


def play_out_by(playing: Playout, level: str, patience: float, others: float = PATIENCE) -> PlayoutResult | None:
    """The deal played by somebody of that level in the seat; None when it doesn't end.

    Args:
        playing: the deal, and what chance the bots have.
        level: of whoever takes the seat; without a style.
        patience: so many times as much as usual may be done for a decision there, as ``bot_for`` takes it.
        others: the same for everybody else.
    """
    found = playing.dealt
    game = found.start.clone()
    sitting = [_sitting(game.slug, chair, others) for chair in found.chairs]
    sitting[found.seat] = NamedBot(level, bot_for(game.slug, level, patience=patience))
    free = False
    for ply in range(LONGEST_DEAL):
        seat = game.waiting()[0]
        moves = game.legal_moves(seat)
        move = moves[0]
        if len(moves) > 1:
            free |= seat == found.seat
            move = answer(game, seat, moves, sitting[seat], (playing.seed, ply))
        game.push(move)
        if len(game.history) == found.number:
            return PlayoutResult(game.history[-1][found.seat], free)
    return None


def _sitting(slug: str, chair: Chair, patience: float) -> NamedBot:
    """Who answers for a chair."""
    if chair.who == PERSON:
        return NamedBot(PERSON_LEVEL, bot_for(slug, PERSON_LEVEL))
    style = CHARACTERS[chair.who].style if chair.who in CHARACTERS else PLAIN_STYLE
    return NamedBot(chair.level, bot_for(slug, chair.level, style, patience))
