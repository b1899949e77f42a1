"""Policy of Pass the Ace: estimates the probability that each move leaves it with the lowest card.

A hidden card is a probability distribution over the ranks not seen in the trash, weighted by its holder's actions. A
player who stuck rarely has a low card, and a player who swapped had one. The announcements Modi and Dirty Dan compare
two cards.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import prod
from typing import NamedTuple

from engine.bots.common.base import Evaluation
from engine.cards import RANKS
from engine.game import STOCK
from engine.games.pass_the_ace import PassTheAce
from engine.games.pass_the_ace.table import HEIGHTS, MAX_SEATS, TOP_HEIGHT, TRASH, Announcement, TurnAnnouncement
from engine.moves import Move, Seat
from engine.rng import Rng

SUITS = 4
RankLikelihoods = tuple[float, ...]
"""Likelihoods by rank index, not normalized."""


class Weights(NamedTuple):
    """Assumptions of the Pass the Ace policy about the other players."""

    limit_by_players: RankLikelihoods = (0, 0, 6.0, 6.0, 6.0, 5.5, 5.0, 5.0, 4.5, 4.5, 4.0, 4.0, 4.0)
    """Highest card value, from ace 1, that most people swap, by number of players left."""
    contrary: float = 0.06
    """Probability that a player makes the opposite move."""
    low_card_reaches_dealer: float = 0.7
    """Probability that the lowest card of the players still to act reaches the dealer, who exchanges it."""


STANDARD_WEIGHTS = Weights()


def swap_chances(weights: Weights, players: int) -> RankLikelihoods:
    """Return by card rank the probability that a Pass the Ace player swaps, falling over three ranks around a limit."""
    limit, least = weights.limit_by_players[players], weights.contrary
    return tuple(min(1 - least, max(least, (limit + 1.5 - value) / 3)) for value in range(1, len(RANKS) + 1))


SWAP_CHANCES = {players: swap_chances(STANDARD_WEIGHTS, players) for players in range(2, MAX_SEATS + 1)}
"""Number of players left -> by card rank, the probability that a player swaps."""


def _likelihoods(swaps: RankLikelihoods) -> dict[Announcement, RankLikelihoods]:
    """Return for each Pass the Ace announcement its likelihood by the rank of the card that the seat then holds."""
    below = [sum(swaps[:index]) for index in range(len(RANKS))]
    above = [sum(swaps[index + 1 :]) for index in range(len(RANKS))]
    return {
        "stick": tuple(1 - chance for chance in swaps),
        "kung": swaps,
        "dan": swaps,
        "exchange": (1.0,) * len(RANKS),
        "modi": tuple(above),
        "better": tuple(below),
    }


def _at_least(chances: Sequence[float]) -> list[float]:
    """Return by rank index the probability of that rank or a higher one, from the probability of each rank.

    The last entry, 0, is for a rank above all.
    """
    sums = list(accumulate(reversed(chances), initial=0.0))
    sums.reverse()
    return sums


def _best_of_three(chances: Sequence[float]) -> list[float]:
    """Return the probability of each rank for the highest of three cards, from the probability of each rank."""
    up_to = [total**3 for total in accumulate(chances, initial=0.0)]
    return [after - before for before, after in pairwise(up_to)]


_CERTAIN = [[float(index == rank_index) for index in range(len(RANKS))] for rank_index in range(len(RANKS))]
"""Rank index of a known card -> probability of each rank."""


class _Knowledge(NamedTuple):
    """Knowledge of one seat about the cards of this Pass the Ace round."""

    unseen_by_rank: Sequence[int]
    """Number of unseen cards by rank."""
    exact: dict[Seat, int]
    """Ranks of the others' known cards."""
    min_ranks: dict[Seat, int]
    max_ranks: dict[Seat, int]
    """Bounds on the ranks of unknown cards, from announcements."""


def _knowledge(view: PassTheAce, seat: Seat) -> _Knowledge:
    unseen, heights = [SUITS] * len(RANKS), HEIGHTS[view.options.ace]
    for card in view.piles[TRASH]:
        unseen[heights[card]] -= 1
    exact: dict[Seat, int] = {}
    for other, witnesses in enumerate(view.seats_knowing_each_card()):
        if witnesses >> seat & 1 and view.lives[other]:
            index = exact[other] = view.height(view.card_of(other))
            unseen[index] -= 1
    least, most = _bounds(view, exact)
    return _Knowledge(unseen, exact, least, most)


def _bounds(view: PassTheAce, exact: dict[Seat, int]) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """Return by Pass the Ace seat the lowest and highest rank of an unknown card that was compared with a known one."""
    holding = list(range(view.seats))  # each seat's current card, identified by the seat it was dealt to
    compared: list[tuple[int, int, Announcement]] = []
    for seat, what, other in view.announcements:
        if what not in ("stick", "kung") and other != seat:
            if what != "exchange":
                compared.append((holding[other], holding[seat], what))
            holding[seat], holding[other] = holding[other], holding[seat]
    known = {holding[seat]: index for seat, index in exact.items()}
    holder = {card: seat for seat, card in enumerate(holding)}
    least: dict[Seat, int] = {}
    most: dict[Seat, int] = {}
    for taken, given, what in compared:
        if taken not in known and given in known:
            low, high = _range(known[given], what)
            least[holder[taken]], most[holder[taken]] = low, high
        elif given not in known and taken in known:
            low, high = _range(known[taken], {"modi": "better", "better": "modi"}.get(what, what))
            least[holder[given]], most[holder[given]] = low, high
    return least, most


def _range(rank_index: int, what: str) -> tuple[int, int]:
    """Return the rank bounds of a Pass the Ace card announced as above, equal to or below rank ``rank_index``."""
    if what == "dan":
        return rank_index, rank_index
    return (rank_index + 1, TOP_HEIGHT) if what == "better" else (0, rank_index - 1)


class PassTheAcePolicy:
    """Chooses the Pass the Ace move with the lowest estimated risk of losing a life."""

    style_slack = 0.08

    def __init__(self, weights: Weights = STANDARD_WEIGHTS) -> None:
        self.weights = weights
        self._likely = {
            players: _likelihoods(swap_chances(weights, players)) for players in range(2, len(weights.limit_by_players))
        }

    def choose(self, view: PassTheAce, seat: Seat, rng: Rng) -> Move:
        """Return the Pass the Ace move least likely to cost a life."""
        return self.evaluate(view, seat)[0].move

    def evaluate(self, view: PassTheAce, seat: Seat) -> list[Evaluation]:
        """Return all legal Pass the Ace moves, the safest first. Values are negative probabilities of losing a life."""
        moves = view.legal_moves(seat)
        own = view.height(view.card_of(seat))
        if len(moves) == 1 or own == TOP_HEIGHT:
            return [Evaluation(move, 0.0 if move.verb == "stick" else -1.0) for move in moves]
        risk = _Risks(view, seat, self._likely[len(view.dealt_seats)], self.weights.low_card_reaches_dealer)
        risks = {"stick": risk.stick_risk, "swap": risk.swap_risk, "draw": risk.draw_risk}
        options = [Evaluation(move, -risks[move.verb](own)) for move in moves]
        return sorted(options, key=lambda option: -option.value)


class _Risks:
    """Estimates for one decision how likely all other Pass the Ace players end with a given rank or higher."""

    def __init__(
        self, view: PassTheAce, seat: Seat, likely: dict[Announcement, RankLikelihoods], low_card_reaches_dealer: float
    ) -> None:
        self.knowledge = _knowledge(view, seat)
        partner = view.find_partner(seat)
        self.neighbour = view.next_seat(seat) if partner is None else partner
        self._read_house_rules(view)
        unseen = self.knowledge.unseen_by_rank
        total = sum(unseen) or 1
        self.fresh = [count / total for count in unseen]
        """Probability of each rank for a card without any information."""
        self.fresh_at_least = _at_least(self.fresh)
        trash = [] if view.piles[STOCK] else [view.height(card) for card in view.piles[TRASH]]
        self.top = [trash.count(index) / len(trash) for index in range(len(RANKS))] if trash else self.fresh
        """Probability of each rank for the next card of the stock. An empty stock is replaced by the trash."""
        done = {announcement.seat: announcement for announcement in view.announcements}
        self.later = [other for other in view.dealt_seats if other != seat and other not in done]
        has_dealer_chosen = view.options.dealer_cards == "best_of_three" and view.dealer in self.later
        if has_dealer_chosen:
            self.later.remove(view.dealer)
        self.low_card_reaches_dealer = low_card_reaches_dealer if self.later else 0.0
        swaps_back = view.options.dealer_swap == "deck_or_neighbour" and not has_dealer_chosen
        self.swaps_undone = swaps_back and bool(self.later) and len(view.dealt_seats) == 2
        """Whether the dealer will reverse any bad swap: of two players, the dealer then knows both cards."""
        self._acted = {
            other: self._rank_distribution(announcement, likely)
            for other, announcement in done.items()
            if other != seat
        }
        if has_dealer_chosen:
            exact = self.knowledge.exact
            known = view.dealer in exact
            self._acted[view.dealer] = _CERTAIN[exact[view.dealer]] if known else _best_of_three(self.fresh)
        self.acted_at_least = self._acted_at_least()
        """By rank index: probability that all seats that have acted have that rank or a higher one."""

    def _read_house_rules(self, view: PassTheAce) -> None:
        options = view.options
        spares_ties = options.ties != "all_lose" or (options.all_equal == "nobody" and len(view.dealt_seats) == 2)
        self.margin = int(spares_ties)
        """Number of ranks by which all others must be higher to lose a life: 1 if equal cards lose none."""
        self.kung_cost = float(options.kung == "costs_life")
        self.king_is_refused = options.drawn_king == "refused"
        self.equal_draw_wins = options.lucky_draw == "others_lose"

    def _rank_distribution(
        self, announcement: TurnAnnouncement, likely: dict[Announcement, RankLikelihoods]
    ) -> list[float]:
        """Return the probability of each rank for the card of a Pass the Ace seat that has acted."""
        exact, least, most = self.knowledge.exact, self.knowledge.min_ranks, self.knowledge.max_ranks
        if announcement.seat in exact:
            return _CERTAIN[exact[announcement.seat]]
        low, high = least.get(announcement.seat, 0), most.get(announcement.seat, TOP_HEIGHT)
        held = likely[announcement.what]
        mass = [
            count * held[index] if low <= index <= high else 0.0
            for index, count in enumerate(self.knowledge.unseen_by_rank)
        ]
        total = sum(mass)
        return [part / total for part in mass] if total else self.fresh

    def _acted_at_least(self, without: Seat = -1) -> list[float]:
        """Return by rank index the probability that all seats that have acted, but ``without``, have it or more."""
        each = [_at_least(chances) for other, chances in self._acted.items() if other != without]
        return list(map(prod, zip(*each, strict=True))) if each else [1.0] * (len(RANKS) + 1)

    def _later_at_least(self, rank_index: int, unknown: int, low: bool = False) -> float:
        """Return the probability that all players still to act end the round with rank ``rank_index`` or higher.

        Their lowest card may reach the dealer, who exchanges it for one from the stock.

        Args:
            rank_index: rank index to compare with.
            unknown: number of unknown cards among them.
            low: whether one of them surely has a lower card.
        """
        each = self.fresh_at_least[rank_index]
        if low:
            return self.low_card_reaches_dealer * each ** (unknown + 1)
        one_below = each**unknown + unknown * each ** max(0, unknown - 1) * (1 - each)
        return (1 - self.low_card_reaches_dealer) * each**unknown + self.low_card_reaches_dealer * one_below * each

    def _later_unknown_and_low(self, rank_index: int) -> tuple[int, bool]:
        """Return how many players to act have unknown cards, and whether one has a known card below ``rank_index``."""
        exact = self.knowledge.exact
        low = any(exact[other] < rank_index for other in self.later if other in exact)
        return sum(other not in exact for other in self.later), low

    def stick_risk(self, own: int) -> float:
        """Return the probability that all others end with rank ``own`` or higher, so that sticking costs a life."""
        least = own + self.margin
        if not self.later:
            return self.acted_at_least[least]
        return self.acted_at_least[least] * self._later_at_least(least, *self._later_unknown_and_low(least))

    def _neighbour_distribution(self) -> list[float]:
        if self.neighbour in self.knowledge.exact:
            return _CERTAIN[self.knowledge.exact[self.neighbour]]
        return self._acted.get(self.neighbour, self.fresh)

    def swap_risk(self, own: int) -> float:
        """Return the probability of losing a life in Pass the Ace after a swap with the left neighbour."""
        chances, acted, margin = self._neighbour_distribution(), self.acted_at_least, self.margin
        if self.swaps_undone:
            risks = chances[:TOP_HEIGHT]
        elif self.later:
            unknown = sum(other not in self.knowledge.exact for other in self.later if other != self.neighbour)
            risks = [
                chances[index]
                * acted[index + margin]
                * self._later_at_least(index + margin, unknown, own < index + margin)
                for index in range(TOP_HEIGHT)
            ]
        else:
            others = self._acted_at_least(self.neighbour)
            risks = [chances[index] * others[index + margin] for index in range(own + 1 - margin)]
        return sum(risks) + chances[TOP_HEIGHT] * (self.stick_risk(own) + self.kung_cost)

    def draw_risk(self, own: int) -> float:
        """Return the Pass the Ace dealer's probability of losing a life with a card from the stock."""
        risks = self.acted_at_least[self.margin : self.margin + len(RANKS)]
        if self.equal_draw_wins:
            risks[own] = 0.0
        if self.king_is_refused:
            risks[TOP_HEIGHT] = self.stick_risk(own) + self.kung_cost
        return sum([chance * risk for chance, risk in zip(self.top, risks, strict=True)])
