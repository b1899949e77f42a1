"""The strongest player of Pass the Ace: reads the announcements, plays the round out, and counts lives.

Cards that nobody has shown are drawn in proportion to how likely the others would have done what they did with them
(sequential importance sampling), from exactly those that announcements and the trash allow. From there each answer is
played out with the same luck, the others going by the solved tables, and what counts is the chance to win the match.
Handed a full position instead of a view, it plays with all cards face up: the yardstick "cheat".
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine.bots.common.base import Compared, Option, Sample, Thought
from engine.bots.common.manner import PLAIN, Manner
from engine.bots.pass_the_ace.match import after_round
from engine.bots.pass_the_ace.round import (
    IMPROVED,
    KING,
    NOTHING,
    STUCK,
    VERBS,
    Chances,
    Heard,
    Plan,
    after,
    chances,
    play_out,
    solved,
    spot,
    step,
)
from engine.cards import HIDDEN, RANKS, rank
from engine.game import STOCK
from engine.games.pass_the_ace.game import TRASH, PassTheAce
from engine.moves import Move, Seat
from engine.rng import Rng

SUITS = 4
SURPRISE = 0.01
"""However odd an answer, it is given that often; a King is given away five times less often."""
MOST_TRIES = 40
"""So often a card is drawn again that isn't there any more."""
TO_FIRST = 0.5
"""How often a dealer who wants another card takes the first one's, when that can be trusted to be good."""
FEW = 48
"""So many worlds are looked at before an answer may be clear."""
CLEAR = 4.0
"""So many standard errors make an answer clear."""


class Reading(NamedTuple):
    """How a reader thinks."""

    worlds: int = 300
    """At most so many are looked at."""
    trust: float = 0.35
    """How far the others are taken to play the solved way; for the rest as most people do. More of it gains against
    those who take whatever the first keeps for good, and loses against those who never do."""
    slack: float = 0.012
    """So much of the chance to win the match is given away for style at most."""

    def times(self, patience: float) -> "Reading":
        """The same with more worlds, or fewer."""
        return self._replace(worlds=max(FEW, round(self.worlds * patience)))


def _ordinary(players: int, place: int, heard: Heard, own: int, deck_only: bool) -> tuple[float, float]:
    """What most people do: pass a low card on, seldom when somebody is left with one for sure; the dealer goes for a
    neighbour who stuck or improved."""
    _, left, _, first = heard
    # a rank index, about the six with four players; the ramp around it is two ranks wide
    limit = 6.5 - players / 4 - 1.5 * left
    low = min(1.0, max(0.0, (limit + 1 - own) / 2))
    if place < players - 1:
        return low, 0.0
    to_first = 0.0 if deck_only else TO_FIRST if first in (STUCK, IMPROVED) else 0.1
    return low * to_first, low * (1 - to_first)


@cache
def plan_for(players: int, deck_only: bool, trust: float) -> Plan:
    """What the others are taken to do: the solved way, mixed with what most people do."""
    mixed: dict[int, Chances] = {}
    for code, entry in solved(players, deck_only).items():
        place, heard = spot(code) if code >= 0 else (~code, NOTHING)
        ordinary = [_ordinary(players, place, heard, own, deck_only) for own in range(KING)]
        mixed[code] = tuple(
            (trust * swap + (1 - trust) * other[0], trust * draw + (1 - trust) * other[1])
            for (swap, draw), other in zip(entry, ordinary, strict=True)
        )
    return mixed


class _Turn(NamedTuple):
    """A turn of this round that is over."""

    what: str
    likely: list[float]
    """By rank of the card of whose turn it was: how likely this answer is."""
    chained: list[float]
    """The same together with the next answers of those to whom the card was passed on."""


_World = tuple[float, list[int], int]
"""How much it counts, the ranks by place now, and the rank of the next card of the stock."""


class _Round:
    """What one seat knows of a round, and the worlds that agree with it."""

    def __init__(self, view: PassTheAce, seat: Seat, plan: Plan) -> None:
        self.plan = plan
        self.order = view.order_of_turns()
        self.place = self.order.index(seat)
        self.turns: list[_Turn] = []
        lying = list(range(len(self.order)))  # the card that each place has now, named after who was dealt it
        heard = NOTHING
        for place, told in enumerate(view.told):
            likely = [self._likely(place, heard, own, told.what) for own in range(len(RANKS))]
            self.turns.append(_Turn(told.what, likely, likely))
            if told.what not in ("stick", "kung"):
                lying[place], lying[place + 1] = lying[place + 1], lying[place]
            heard = after(heard, told.what)
        self.heard = heard
        for place in range(len(self.turns) - 2, -1, -1):
            turn = self.turns[place]
            if turn.what not in ("stick", "kung"):
                further = self.turns[place + 1].chained
                chained = [one * other for one, other in zip(turn.likely, further, strict=True)]
                self.turns[place] = turn._replace(chained=chained)
        self.unseen = [SUITS] * len(RANKS)
        trash = [rank(card) for card in view.piles[TRASH]]
        for index in trash:
            self.unseen[index] -= 1
        self.dealt: list[int] = [HIDDEN] * len(self.order)
        """Ranks of the cards that are known, by who was dealt them."""
        full = view.viewer is None
        for place, other in enumerate(self.order):
            card = view.card_of(other)
            if card != HIDDEN and (full or view.known[card] >> seat & 1):
                self.dealt[lying[place]] = rank(card)
                self.unseen[rank(card)] -= 1
        self.pool = [index for index, count in enumerate(self.unseen) for _ in range(count)] or [0]
        stock = view.piles[STOCK]
        self.top: int = rank(stock[-1]) if full and stock else HIDDEN
        self.again = [] if stock else trash
        """The next stock, when there is none."""

    def _likely(self, place: int, heard: Heard, own: int, what: str) -> float:
        swap, _ = chances(self.plan, place, heard, own)
        if what == "stick":
            return max(SURPRISE, 1 - swap)
        return max(SURPRISE / 5 if own == KING else SURPRISE, swap)

    def world(self, rng: Rng) -> _World:
        """A world that agrees with what was heard; one that counts nothing is empty."""
        unseen, dealt, weight = self.unseen.copy(), self.dealt.copy(), 1.0
        ranks = dealt.copy()  # what each place holds as the turns go by
        counted = False  # what was answered with this card is in the weight already
        for place, (what, likely, chained) in enumerate(self.turns):
            own, other = ranks[place], ranks[place + 1]
            if own < 0:
                fits = chained
                if what != "stick":
                    fits = [fit * _matches(what, index, other, unseen) for index, fit in enumerate(chained)]
                own, mass = _draw(unseen, fits, rng)
                weight *= mass
                counted = True
            else:
                if not counted:
                    weight *= likely[own]
                if what != "stick":
                    unseen[own] += 1  # as if it were unseen, for it is counted off
                    weight *= _matches(what, own, other, unseen)
                    unseen[own] -= 1
            counted = counted and what not in ("stick", "kung")
            if not weight:
                return 0.0, [], 0
            ranks[place] = own
            if what == "stick":
                continue
            if other < 0:
                other, _ = _draw(unseen, _range(what, own), rng)
            ranks[place + 1] = other
            if what != "kung":
                ranks[place], ranks[place + 1] = other, own
        for place in range(len(self.turns) + 1, len(ranks)):
            if ranks[place] < 0:
                ranks[place] = self._any(unseen, rng)
        top = self.top
        if top < 0:
            top = rng.choice(self.again) if self.again else self._any(unseen, rng)
        return weight, ranks, top

    def losers(self, world: _World, act: int, luck: Sequence[float]) -> int:
        """The places that lose a life in a world after this answer, as a bit set."""
        _, ranks, top = world
        now = ranks.copy()
        heard = step(now, self.place, act, self.heard, top)
        return _losers(play_out(now, self.place + 1, heard, top, self.plan, luck=luck))

    def _any(self, unseen: list[int], rng: Rng) -> int:
        """Take any unseen card; one that was taken before is drawn again and put back."""
        pool = self.pool
        for _ in range(MOST_TRIES):
            bits = rng.bits()
            own = pool[(bits >> 32) * len(pool) >> 32]
            if (bits & 0xFFFFFFFF) * self.unseen[own] < unseen[own] << 32:
                unseen[own] -= 1
                return own
        return KING // 2  # no card is left: nobody draws one


def _range(what: str, own: int) -> list[float]:
    """1 for each rank that the neighbour of somebody with that card may have had when this was heard, else 0."""
    if what == "kung":
        return [float(index == KING) for index in range(len(RANKS))]
    if what == "better":
        return [float(own < index < KING) for index in range(len(RANKS))]
    if what == "dan":
        return [float(index == own) for index in range(len(RANKS))]
    return [float(index < own) for index in range(len(RANKS))]


def _matches(what: str, own: int, other: int, unseen: list[int]) -> float:
    """How many unseen cards the neighbour may have had; 1 or 0 when its card is known."""
    if other >= 0:
        low = KING if what == "kung" else own + 1 if what == "better" else own if what == "dan" else 0
        high = KING if what == "kung" else KING - 1 if what == "better" else own if what == "dan" else own - 1
        return float(low <= other <= high)
    if what == "kung":
        return unseen[KING]
    if what == "better":
        return sum(unseen[own + 1 : KING])
    if what == "dan":
        return max(0, unseen[own] - 1)
    return sum(unseen[:own])


def _draw(unseen: list[int], fits: list[float], rng: Rng) -> tuple[int, float]:
    """Take an unseen card, those more often that fit better; its rank, and the mass of all that fit."""
    masses = [count * fit for count, fit in zip(unseen, fits, strict=True)]
    total = sum(masses)
    left = rng.unit() * total
    taken = -1
    for index, mass in enumerate(masses):
        if mass > 0:
            taken = index
            left -= mass
            if left < 0:
                break
    if taken >= 0:
        unseen[taken] -= 1
    return taken, total


class _Trial:
    """What one answer did in the worlds."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.act = VERBS.index(move.verb)
        self.worth = 0.0
        self.lost = 0.0
        self.leads: list[float] = []
        """For each world, by how much it did better than the first answer, times the weight of the world."""


class Reader:
    """A bot that reads, plays out and counts."""

    def __init__(self, reading: Reading, manner: Manner = PLAIN) -> None:
        self.reading = reading
        self.manner = manner

    def think(self, view: PassTheAce, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The solved answer first, then the one that has done best so far."""
        moves = view.legal_moves(seat)
        deck_only = view.options.dealer_swap == "deck_only"
        held = _Round(view, seat, plan_for(len(view.players), deck_only, self.reading.trust))
        trials = [_Trial(move) for move in moves]
        swap, draw = chances(held.plan, held.place, held.heard, rank(view.card_of(seat)))
        likely = (1 - swap - draw, swap, draw)
        best = max(range(len(trials)), key=lambda at: likely[trials[at].act])
        yield Thought(moves[best])
        if len(moves) == 1:
            return
        lean = [self.reading.slack * self.manner.leaning(view, seat, move) for move in moves]
        value = _Value(view, held)
        weights: list[float] = []
        for number in range(1, self.reading.worlds + 1):
            world, luck = held.world(rng), _luck(rng)
            if world[0] > 0:
                self._try(trials, held, value, world, luck)
                weights.append(world[0])
            if number % 48 == 0 and weights:
                best, clear = _best(trials, weights, lean)
                yield Thought(trials[best].move)
                if clear and number >= FEW:
                    break
        yield Thought(trials[best].move, _options(trials, weights, best))

    def compare(self, view: PassTheAce, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[Compared]:
        """What these moves came to in one world after the other, without end; won is the chance to win the match."""
        deck_only = view.options.dealer_swap == "deck_only"
        held = _Round(view, seat, plan_for(len(view.players), deck_only, self.reading.trust))
        value, acts = _Value(view, held), [VERBS.index(move.verb) for move in moves]
        while True:
            world, luck = held.world(rng), _luck(rng)
            several = [held.losers(world, act, luck) for act in acts] if world[0] > 0 else []
            samples = [Sample(-float(losers >> held.place & 1), value.of(losers)) for losers in several]
            yield Compared(world[0], 1 / self.reading.worlds, samples)

    def _try(self, trials: list[_Trial], held: _Round, value: "_Value", world: _World, luck: Sequence[float]) -> None:
        weight, base = world[0], 0.0
        for trial in trials:
            losers = held.losers(world, trial.act, luck)
            worth = value.of(losers)
            if trial is trials[0]:
                base = worth
            trial.worth += weight * worth
            trial.lost += weight * (losers >> held.place & 1)
            trial.leads.append(weight * (worth - base))


def _luck(rng: Rng) -> list[float]:
    """By place, 0 … 1."""
    bits = rng.bits()
    return [(bits >> shift & 255) / 256 for shift in range(0, 64, 8)]


def _losers(ranks: list[int]) -> int:
    """Bit set of the places with the lowest card (R11)."""
    lowest = min(ranks)
    return sum(1 << place for place, own in enumerate(ranks) if own == lowest)


class _Value:
    """What it is worth to one place that some of them lose this round."""

    def __init__(self, view: PassTheAce, held: _Round) -> None:
        self.lives = [view.lives[seat] for seat in held.order]
        self.me = held.place
        self.rules = view.options
        self.out = view.seats - len(held.order)
        self._known: dict[int, float] = {}

    def of(self, losers: int) -> float:
        """Chance to win the match."""
        worth = self._known.get(losers)
        if worth is None:
            deck_only = self.rules.dealer_swap == "deck_only"
            worth = after_round(
                self.lives, losers, self.me, double_game=self.rules.double_game, deck_only=deck_only, out=self.out
            )
            self._known[losers] = worth
        return worth


def _best(trials: list[_Trial], weights: list[float], lean: list[float]) -> tuple[int, bool]:
    """Which answer did best, and whether that is clear."""
    total = sum(weights)
    worths = [trial.worth / total + more for trial, more in zip(trials, lean, strict=True)]
    best = max(range(len(trials)), key=worths.__getitem__)
    clear = all(
        at == best or worths[best] - worths[at] > CLEAR * max(_error(trial, trials[best], weights), 1e-9)
        for at, trial in enumerate(trials)
    )
    return best, clear


def _error(one: _Trial, other: _Trial, weights: list[float]) -> float:
    """Standard error of the difference of two answers."""
    total = sum(weights)
    leads = [a - b for a, b in zip(other.leads, one.leads, strict=True)]
    mean = sum(leads) / total
    return math.sqrt(sum((lead - mean * weight) ** 2 for lead, weight in zip(leads, weights, strict=True))) / total


def _options(trials: list[_Trial], weights: list[float], best: int) -> tuple[Option, ...]:
    """All answers, the best first; worths are points of the deal, wins chances to win the match."""
    total = sum(weights)
    if not total:
        return (Option(trials[best].move, 0.0),)
    others = sorted((trial for trial in trials if trial is not trials[best]), key=lambda trial: -trial.worth)
    return tuple(
        Option(trial.move, -trial.lost / total, trial.worth / total, _error(trial, trials[best], weights))
        for trial in (trials[best], *others)
    )
