"""Pass the Ace: the golden scenarios G1 … G13."""

import pytest

from engine.cards import RANKS, rank
from engine.events import Announced, CardsMoved, PileShuffled
from engine.game import STOCK
from engine.games.pass_the_ace import PassTheAce
from engine.games.pass_the_ace.table import HAND, SHOWN, TRASH
from engine.moves import Move, Pile
from tests.games.pass_the_ace import (
    A,
    B,
    C,
    D,
    called_keys,
    held_ranks,
    legal_verbs,
    losing_seats,
    play_verbs,
    position,
)
from tests.support.refusals import refusal_of


@pytest.mark.parametrize(
    ("cards", "stock", "verbs", "held", "losers", "calls"),
    [
        pytest.param("4 9 7 J", "", "swap swap swap stick", "9 7 J 4", [D], "lost", id="g1"),
        pytest.param("2 K 7 J", "", "swap stick stick stick", "2 K 7 J", [A], "kung lost", id="g2"),
        pytest.param("6 3 7 J", "", "swap stick stick stick", "3 6 7 J", [A], "modi lost", id="g3"),
        pytest.param("5 5 7 J", "", "swap swap stick stick", "5 7 5 J", [A, C], "dan lost_together", id="g4"),
        pytest.param("8 9 7 2", "3", "stick stick stick draw", "8 9 7 2", [D], "lost", id="g5"),
        pytest.param("8 9 7 2", "2", "stick stick stick draw", "8 9 7 2", [D], "dan_draw lost", id="g5 equal"),
        pytest.param("8 9 7 2", "A", "stick stick stick draw", "8 9 7 2", [D], "modi_draw lost", id="g5 lower"),
        pytest.param("8 9 7 2", "", "stick stick stick swap", "8 9 7 2", [A], "lost", id="g6"),
        pytest.param("K 9 7 2", "", "stick stick stick swap", "K 9 7 2", [D], "kung lost", id="g7"),
        pytest.param("3 9 3 J", "", "stick stick stick stick", "3 9 3 J", [A, C], "lost_together", id="g8"),
        pytest.param("4 9", "7", "swap draw", "9 4", [B], "lost", id="g10"),
        pytest.param("4 9", "7", "swap swap", "9 4", [A], "lost", id="g10 swapped back"),
        pytest.param("A 2 K", "", "stick stick stick", "A 2 K", [A], "lost", id="r1: ace is lowest"),
        pytest.param("K Q J", "", "stick stick stick", "K Q J", [C], "lost", id="r1: king is highest"),
        pytest.param("T 9 T", "", "stick stick stick", "T 9 T", [B], "lost", id="r1: ten is above nine"),
        pytest.param("4 4 4", "", "stick stick stick", "4 4 4", [A, B, C], "lost_together", id="r1: suits are equal"),
        pytest.param("K K 7 J", "", "swap stick stick stick", "K K 7 J", [C], "kung lost", id="r7: king against king"),
        pytest.param("8 9 7 2", "K", "stick stick stick stick", "8 9 7 2", [D], "lost", id="r9: dealer may stick"),
        pytest.param("4 9 7 J", "", "swap stick stick stick", "9 4 7 J", [B], "lost", id="r10: higher is no call"),
    ],
)
def test_r1_r6_r7_r9_r10_r11_lowest_card_after_turns_loses(
    *, cards: str, stock: str, verbs: str, held: str, losers: list[int], calls: str
) -> None:
    game = position(cards, stock=stock)
    *first, last = verbs.split()
    play_verbs(game, *first)
    assert held_ranks(game) == held
    play_verbs(game, last)
    assert losing_seats(game) == losers
    assert called_keys(game)[: len(calls.split())] == calls.split()


def test_g2_r7_king_is_announced_shown_and_stays() -> None:
    game = position("2 K 7 J")
    play_verbs(game, "swap")
    assert called_keys(game) == ["kung"]
    assert [RANKS[rank(card)] for card in game.cards(SHOWN[B])] == ["K"]
    assert game.cards(HAND[B]) == ()
    assert held_ranks(game) == "2 K 7 J"
    assert game.seats_to_act() == (B,)
    play_verbs(game, "stick", "stick", "stick")
    assert losing_seats(game) == [A]


@pytest.mark.parametrize(("drawn", "called"), [("2", "dan_draw"), ("A", "modi_draw")])
def test_g5_r9_r10_dealer_draws_and_calls(drawn: str, called: str) -> None:
    game = position("8 9 7 2", stock=drawn)
    play_verbs(game, "stick", "stick", "stick")
    game.take_events()
    old, top = game.card_of(D), game.cards(STOCK)[-1]
    play_verbs(game, "draw")
    events = game.take_events()
    announced = [event.note.key for event in events if isinstance(event, Announced) and event.loud]
    assert announced[0] == called
    moved = [event for event in events if isinstance(event, CardsMoved)]
    assert [(event.cards, event.source, event.target, event.viewers) for event in moved[:2]] == [
        ((top,), STOCK, HAND[D], 1 << D),
        ((old,), HAND[D], TRASH, 0b1111),
    ]
    assert losing_seats(game) == [D]


def test_g6_r9_dealer_swaps_with_left_neighbour() -> None:
    game = position("8 9 7 2")
    play_verbs(game, "stick", "stick", "stick")
    assert legal_verbs(game) == ["stick", "swap", "draw"]
    play_verbs(game, "swap")
    assert losing_seats(game) == [A]
    game = position("8 9 7 2", dealer_swap="deck_only")
    play_verbs(game, "stick", "stick", "stick")
    assert legal_verbs(game) == ["stick", "draw"]
    assert refusal_of(game, Move(D, "swap")) == ("pass_the_ace.R9", "dealer_draws")


@pytest.mark.parametrize(
    ("rule", "lives"), [("everyone", (3, 3, 3, 3, 3)), ("survivors_only", (3, 0, 3, 3, 3)), ("off", (0, 0, 0, 0, 0))]
)
def test_g9_r16_tie_of_all_remaining_is_double_game_by_house_rule(rule: str, lives: tuple[int, ...]) -> None:
    game = position("6 - 6 6 6", (1, 0, 1, 1, 1), "4 5", double_game=rule)
    play_verbs(game, "stick", "stick", "stick", "stick")
    assert game.lives == lives
    if rule == "off":
        assert game.outcome is not None and game.outcome.winners == (0, 2, 3, 4)
        assert game.outcome.reason.key == "all_out"
        return
    assert game.outcome is None
    assert game.game_count == 2
    assert [note for note in called_keys(game) if note != "deals"] == ["double_game"]
    assert sum(len(game.cards(HAND[seat])) for seat in range(5)) == sum(count > 0 for count in lives)
    assert game.cards(TRASH) == ()
    assert len(game.cards(STOCK)) == 52 - sum(count > 0 for count in lives)


def test_g11_r5_r14_seats_without_lives_are_skipped() -> None:
    game = position("9 5 - 7", dealer=1)
    assert game.seats_to_act() == (3,)
    assert game.next_seat(1) == 3
    assert game.order_of_turns() == [3, 0, 1]
    play_verbs(game, "stick", "stick", "swap")
    assert game.history[-1] == (0, 0, 0, -1)
    assert game.dealer == 3
    assert game.seats_to_act() == (0,)
    assert game.is_out(2)


def test_g12_r13_trash_becomes_stock_in_middle_of_dealing() -> None:
    game = position("9 9 9 8", stock="K Q", trash="7")
    tops = game.cards(STOCK)
    trash = set(game.cards(TRASH)) | {game.card_of(seat) for seat in range(4)}
    play_verbs(game, "stick", "stick", "stick", "stick")
    assert game.dealer == 0
    assert [game.card_of(1), game.card_of(2)] == [tops[1], tops[0]]
    assert game.cards(TRASH) == ()
    assert len(game.cards(STOCK)) == len(trash) - 2
    assert {*game.cards(STOCK), game.card_of(3), game.card_of(0)} == trash
    assert not any(game.known[card] for card in game.cards(STOCK))
    dealt = [event for event in game.take_events() if isinstance(event, PileShuffled | CardsMoved)]
    kinds = ["shuffle" if isinstance(event, PileShuffled) else event.manner for event in dealt]
    assert kinds[-6:] == ["deal", "deal", "gather", "shuffle", "deal", "deal"]


class StackedGame(PassTheAce):
    """Fixes the high-card draw: these cards are on top of the first shuffled stock, the first one on top."""

    tops = ""

    def shuffle(self, pile: Pile) -> None:
        super().shuffle(pile)
        if self.tops and pile == STOCK and len(self.piles[STOCK]) == 52:
            left = list(self.piles[STOCK])
            chosen = []
            for letter in self.tops.split():
                chosen.append(next(card for card in left if RANKS[rank(card)] == letter))
                left.remove(chosen[-1])
            self.piles[STOCK] = (*left, *reversed(chosen))


@pytest.mark.parametrize(("again", "dealer"), [("A 5", 2), ("5 A", 1), ("7 7 3 9", 2), ("7 7 7 7 J 3", 1)])
def test_g13_r3_tied_seats_draw_again(again: str, dealer: int) -> None:
    class Fixed(StackedGame):
        tops = "Q K K 4 " + again

    game = Fixed(4, 1)
    announced = [event for event in game.events or [] if isinstance(event, Announced)]
    assert [event.seat for event in announced if event.note.key == "draws_again"] == [1, 2] * (len(again.split()) // 2)
    assert [event.seat for event in announced if event.note.key == "deals"] == [dealer]
    assert game.dealer == dealer
    assert game.seats_to_act() == ((dealer + 1) % 4,)
    assert len(game.cards(STOCK)) == 48
