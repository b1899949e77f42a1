"""Amounts that events bring the seats add up to the points of the deal and to the facts on the plates."""

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.cards import Card, cards
from engine.events import Amount, Announced, CardsMoved, DealScored, Event
from engine.game import Game
from engine.games import GAMES
from engine.games.big_two.game import BigTwo
from engine.games.big_two.options import BigTwoOptions
from engine.moves import Move, Note, Pile
from engine.rng import Rng
from tests.games import palacio, roped
from tests.support.random_options import random_options

MAX_MOVES = 500


def events_of_moves(slug: str, seed: int) -> Iterator[tuple[Game, list[Event]]]:
    """Yield the events of each move of a random match, and its position then."""
    kind, rng = GAMES[slug], Rng(seed)
    game = kind(kind.seats_default, seed, random_options(kind.Options, rng) if seed % 3 else kind.Options())
    for _ in range(MAX_MOVES):
        yield game, game.take_events()
        if game.outcome is not None:
            return
        game.play(rng.choice(game.legal_moves(game.seats_to_act()[0])))


class SeenPiles:
    """The cards that lie in the piles, as far as movements of visible cards show."""

    def __init__(self) -> None:
        self._cards: dict[Pile, list[Card]] = {}

    def amounts(self, game: Game, event: Event) -> tuple[Amount, ...]:
        """Return what an event brings after the cards have moved."""
        if not isinstance(event, CardsMoved):
            return game.amounts(event)
        left = [card for card in self._cards.get(event.source, ()) if card not in event.cards]
        self._cards[event.source] = left
        self._cards.setdefault(event.target, []).extend(event.cards)
        return game.amounts(event, self._cards[event.target])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("slug", GAMES)
def test_amounts_of_scored_deal_add_up_to_its_points(slug: str, seed: int) -> None:
    for game, events in events_of_moves(slug, seed):
        for event in events:
            if isinstance(event, DealScored):
                brought = Counter[int]()
                for amount in game.amounts(event):
                    brought[amount.seat] += amount.total
                assert tuple(brought[seat] for seat in range(game.seats)) == event.points


@pytest.mark.parametrize("seed", range(12))
def test_amounts_during_deal_add_up_to_pending_points(seed: int) -> None:
    seen, brought = SeenPiles(), Counter[int]()
    for game, events in events_of_moves("roped", seed):
        for event in events:
            for amount in seen.amounts(game, event):
                if amount.fact:
                    brought[amount.seat] += amount.total
            if isinstance(event, DealScored):
                in_hand = next(part.points for part in event.score_sources if part.key == "hand")
                assert [brought[seat] + lost for seat, lost in enumerate(in_hand)] == list(event.points)
                brought.clear()
                seen = SeenPiles()
        for seat in range(game.seats):
            facts = {note.key: note.placeholders["n"] for note in game.facts(seat)}
            assert facts.get("pending", 0) == brought[seat]


def test_roped_straight_flush_counts_card_by_card_and_doubles() -> None:
    game = roped.position(["9H TH JH QH 2S", "2D 3H"], ask="set")
    game.play(Move(0, "meld", cards("9H TH JH QH")))
    (amount,) = [amount for event in game.take_events() for amount in game.amounts(event)]
    assert amount == Amount(0, (9, 10, 10, 10), 2, fact="pending", pile=Pile("meld", 0)) and amount.total == 78


def test_roped_penalty_of_everyone_is_pending() -> None:
    game = roped.position(["9H 2S", "2D 3H"], ["8D KC*"], ask="reveal")
    game.play(Move(0, "reveal", to=0))
    assert [game.facts(seat)[1] for seat in (0, 1)] == [Note("pending", {"n": -10})] * 2


def test_big_two_counts_cards_left_and_multiplies_large_hands() -> None:
    game = BigTwo(4, 1, BigTwoOptions(scoring="hk"))
    hands = tuple(map(cards, ("", "3D", "4D 5D", "6D 7D 8D 9D TD JD QD KD AD 6C")))
    scored = DealScored(1, (23, -1, -2, -20), (23, -1, -2, -20), (0,), Note("out"), revealed_hands=hands)
    assert game.amounts(scored) == (
        Amount(0, (1, 2, 20)),
        Amount(1, (-1,), 1, pile=Pile("hand", 1)),
        Amount(2, (-1, -1), 1, pile=Pile("hand", 2)),
        Amount(3, (-1,) * 10, 2, pile=Pile("hand", 3)),
    )


def test_palacio_names_place_of_seat_that_goes_out() -> None:
    game = GAMES["palacio"](4, 1)
    assert [amount.place for amount in game.amounts(Announced(2, Note("out", {"n": 3, "lead": 0})))] == [3]


def sizes_of_going_out(game: Game) -> list[int]:
    """Return the sizes of what it brings seat 0 to play its last king."""
    game.play(next(move for move in game.legal_moves(0) if move.cards))
    return [amount.size for event in game.take_events() for amount in game.amounts(event) if amount.seat == 0]


def test_palacio_first_place_is_rarer_with_more_cards_left_and_without_taking() -> None:
    won = palacio.position("K", "5", seats=3, others=["4 5 6", "7 7 8 8 9"])
    assert sizes_of_going_out(won) == [8, 0], "twice the average of 3 and 5; the scored deal adds nothing"
    nearly_beaten = palacio.position("K", "5", seats=3, others=["4", "7"])
    assert sizes_of_going_out(nearly_beaten) == [2, 0]
    taking = palacio.position("5 6", "K", seats=3, others=["4 5 6", "7 7 8 8 9"])
    taking.play(Move(0, "take"))
    laid = palacio.position("K", "5", seats=3, others=["4 5 6", "7 7 8 8 9"])
    laid.takers = taking.takers
    assert sizes_of_going_out(laid) == [4, 0]


def test_palacio_later_place_is_usual() -> None:
    game = palacio.position("K", "5", seats=3, others=["4 5 6", "7 7 8 8 9"], play_on=True)
    game.seats_out = (2,)
    assert sizes_of_going_out(game)[0] == 0
