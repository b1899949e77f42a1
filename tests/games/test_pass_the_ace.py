"""Pass the Ace: the golden scenarios G1 … G13 of its rules, every rule, every house rule on and off, every refusal."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import HIDDEN, RANKS, Card, packs, rank
from engine.events import Ended, Moved, Said, Scored, Shuffled
from engine.game import STOCK
from engine.games.pass_the_ace import CAP, HAND, SHOWN, TRASH, HouseRules, PassTheAce
from engine.moves import IllegalMoveError, Move, Note, Pile
from engine.rng import Rng

A, B, C, D = range(4)
SEEDS = st.integers(0, 2**32)


def position(
    cards: str, lives: Iterable[int] = (), stock: str = "", trash: str = "", *, dealer: int = -1, **rules: Any
) -> PassTheAce:
    """One card a seat (ranks, ``-`` for a seat that is out), the dealer the last; the rest of the pack is in the stock.

    ``stock`` are the ranks on top of it, the uppermost at the right; with ``trash`` given all else is there instead.
    """
    held = cards.split()
    game = PassTheAce(len(held), 1, replace(HouseRules(), **rules))
    left = list(packs(1))

    def take(ranks: str) -> tuple[Card, ...]:
        found = []
        for letter in ranks.split():
            found.append(next(card for card in left if RANKS[rank(card)] == letter))
            left.remove(found[-1])
        return tuple(found)

    hands = {HAND[seat]: take(letter) for seat, letter in enumerate(held) if letter != "-"}
    top, thrown = take(stock), take(trash)
    game.piles = {**hands, TRASH: thrown, STOCK: (*left, *top)}
    if trash:
        game.piles |= {TRASH: (*thrown, *left), STOCK: top}
    for pile, lying in game.piles.items():
        for card in lying:
            game.known[card] = game.seers(pile)
    full = tuple(lives) or tuple(game.options.lives for _ in held)
    game.lives = tuple(count if letter != "-" else 0 for count, letter in zip(full, held, strict=True))
    game.players = tuple(seat for seat, count in enumerate(game.lives) if count)
    game.dealer = dealer % len(held)
    game.told = ()
    game.asks("turn", game.next_seat(game.dealer))
    game.drain()
    return game


def act(game: PassTheAce, *verbs: str) -> None:
    """Whoever is asked does this, checked."""
    for verb in verbs:
        game.play(Move(game.waiting()[0], verb))


def held(game: PassTheAce) -> str:
    """Ranks that the seats with lives have, in seat order."""
    return " ".join(RANKS[rank(game.card_of(seat))] for seat in range(game.seats) if game.lives[seat])


def verbs(game: PassTheAce) -> list[str]:
    return [move.verb for move in game.legal_moves(game.waiting()[0])]


def loud(game: PassTheAce) -> list[str]:
    return [event.note.key for event in game.drain() if isinstance(event, Said) and event.loud]


def lost(game: PassTheAce) -> list[int]:
    """Who lost a life in the round that was scored last."""
    return [seat for seat, point in enumerate(game.history[-1]) if point]


def refused(game: PassTheAce, move: Move) -> tuple[str, str]:
    refusal = game.refusal(move)
    assert refusal is not None
    return refusal.rule, refusal.key


# --- golden scenarios ---------------------------------------------------------------------------------------------


def test_g1_r6_cards_go_on_to_the_left() -> None:
    game = position("4 9 7 J")
    act(game, "swap", "swap", "swap")
    assert held(game) == "9 7 J 4"
    assert loud(game) == []
    act(game, "stick")
    assert lost(game) == [D]
    assert loud(game)[0] == "lost"


def test_g2_r7_kung_the_king_is_shown_and_stays() -> None:
    game = position("2 K 7 J")
    act(game, "swap")
    assert loud(game) == ["kung"]
    assert [RANKS[rank(card)] for card in game.cards(SHOWN[B])] == ["K"]
    assert game.cards(HAND[B]) == ()
    assert held(game) == "2 K 7 J"
    assert game.waiting() == (B,)
    act(game, "stick", "stick", "stick")
    assert lost(game) == [A]


def test_g3_r10_modi() -> None:
    game = position("6 3 7 J")
    act(game, "swap")
    assert loud(game) == ["modi"]
    assert held(game) == "3 6 7 J"
    act(game, "stick", "stick", "stick")
    assert lost(game) == [A]


def test_g4_r10_r11_dirty_dan_and_a_tie() -> None:
    game = position("5 5 7 J")
    act(game, "swap")
    assert loud(game) == ["dan"]
    act(game, "swap")
    assert loud(game) == []
    assert held(game) == "5 7 5 J"
    act(game, "stick", "stick")
    assert lost(game) == [A, C]
    assert loud(game)[0] == "lost_together"


@pytest.mark.parametrize(("drawn", "called"), [("2", "dan_draw"), ("A", "modi_draw")])
def test_g5_r9_r10_the_dealer_draws(drawn: str, called: str) -> None:
    game = position("8 9 7 2", stock=drawn)
    act(game, "stick", "stick", "stick")
    game.drain()
    old, top = game.card_of(D), game.cards(STOCK)[-1]
    act(game, "draw")
    events = game.drain()
    said = [event.note.key for event in events if isinstance(event, Said) and event.loud]
    assert said[0] == called
    moved = [event for event in events if isinstance(event, Moved)]
    assert [(event.cards, event.source, event.target, event.seen) for event in moved[:2]] == [
        ((top,), STOCK, HAND[D], 1 << D),
        ((old,), HAND[D], TRASH, 0b1111),
    ]
    assert lost(game) == [D]


def test_g5_r10_a_higher_card_drawn_is_called_by_nothing() -> None:
    game = position("8 9 7 2", stock="3")
    act(game, "stick", "stick", "stick", "draw")
    assert loud(game)[0] == "lost"
    assert lost(game) == [D]


def test_g6_r9_the_dealer_swaps_with_the_left_neighbour() -> None:
    game = position("8 9 7 2")
    act(game, "stick", "stick", "stick")
    assert verbs(game) == ["stick", "swap", "draw"]
    act(game, "swap")
    assert lost(game) == [A]
    game = position("8 9 7 2", dealer_swap="deck_only")
    act(game, "stick", "stick", "stick")
    assert verbs(game) == ["stick", "draw"]
    assert refused(game, Move(D, "swap")) == ("pass_the_ace.R9", "dealer_draws")


def test_g7_r7_kung_for_the_dealer_too() -> None:
    game = position("K 9 7 2")
    act(game, "stick", "stick", "stick", "swap")
    assert loud(game)[0] == "kung"
    assert lost(game) == [D]


def test_g8_r11_equal_lowest_cards_all_cost_a_life() -> None:
    game = position("3 9 3 J")
    act(game, "stick", "stick", "stick", "stick")
    assert lost(game) == [A, C]
    assert game.lives == (2, 3, 2, 3)


@pytest.mark.parametrize(
    ("rule", "lives"), [("everyone", (3, 3, 3, 3, 3)), ("survivors_only", (3, 0, 3, 3, 3)), ("off", (0, 0, 0, 0, 0))]
)
def test_g9_r16_double_game(rule: str, lives: tuple[int, ...]) -> None:
    game = position("6 - 6 6 6", (1, 0, 1, 1, 1), "4 5", double_game=rule)
    act(game, "stick", "stick", "stick", "stick")
    assert game.lives == lives
    if rule == "off":
        assert game.outcome is not None
        assert game.outcome.winners == (0, 2, 3, 4)
        assert game.outcome.reason.key == "all_out"
        return
    assert game.outcome is None
    assert game.games == 2
    assert [note for note in loud(game) if note != "deals"] == ["double_game"]
    assert sum(len(game.cards(HAND[seat])) for seat in range(5)) == sum(count > 0 for count in lives)
    assert game.cards(TRASH) == ()
    assert len(game.cards(STOCK)) == 52 - sum(count > 0 for count in lives)


def test_g10_two_players() -> None:
    game = position("4 9", stock="7")
    assert game.waiting() == (A,)
    act(game, "swap")
    assert held(game) == "9 4"
    act(game, "draw")
    assert lost(game) == [B]
    game = position("4 9", stock="7")
    act(game, "swap", "swap")
    assert lost(game) == [A]


def test_g11_r5_r14_seats_without_lives_are_passed_over() -> None:
    game = position("9 5 - 7", dealer=1)
    assert game.waiting() == (3,)
    assert game.next_seat(1) == 3
    assert game.order_of_turns() == [3, 0, 1]
    act(game, "stick", "stick", "swap")
    assert game.history[-1] == (0, 0, 0, -1)
    assert game.dealer == 3
    assert game.waiting() == (0,)
    assert game.is_out(2)


def test_g12_r13_the_trash_becomes_the_stock_in_the_middle_of_dealing() -> None:
    game = position("9 9 9 8", stock="K Q", trash="7")
    tops = game.cards(STOCK)
    trash = set(game.cards(TRASH)) | {game.card_of(seat) for seat in range(4)}
    act(game, "stick", "stick", "stick", "stick")
    assert game.dealer == 0
    assert [game.card_of(1), game.card_of(2)] == [tops[1], tops[0]]
    assert game.cards(TRASH) == ()
    assert len(game.cards(STOCK)) == len(trash) - 2
    assert {*game.cards(STOCK), game.card_of(3), game.card_of(0)} == trash
    assert not any(game.known[card] for card in game.cards(STOCK))
    dealt = [event for event in game.drain() if isinstance(event, Shuffled | Moved)]
    kinds = ["shuffle" if isinstance(event, Shuffled) else event.how for event in dealt]
    assert kinds[-6:] == ["deal", "deal", "gather", "shuffle", "deal", "deal"]


class Stacked(PassTheAce):
    """The high-card draw goes as it is told here: the cards on top of the first shuffled stock, first one first."""

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
def test_g13_r3_the_tied_draw_again(again: str, dealer: int) -> None:
    class Fixed(Stacked):
        tops = "Q K K 4 " + again

    game = Fixed(4, 1)
    said = [event for event in game.events or [] if isinstance(event, Said)]
    assert [event.seat for event in said if event.note.key == "draws_again"] == [1, 2] * (len(again.split()) // 2)
    assert [event.seat for event in said if event.note.key == "deals"] == [dealer]
    assert game.dealer == dealer
    assert game.waiting() == ((dealer + 1) % 4,)
    assert len(game.cards(STOCK)) == 48


# --- the rules one by one -----------------------------------------------------------------------------------------


def test_r1_ace_is_lowest_and_king_highest_and_suits_mean_nothing() -> None:
    for letters, losers in (("A 2 K", [0]), ("K Q J", [2]), ("T 9 T", [1]), ("4 4 4", [0, 1, 2])):
        game = position(letters)
        act(game, "stick", "stick", "stick")
        assert lost(game) == losers


@pytest.mark.parametrize("lives", [1, 2, 3, 4, 5])
def test_r2_lives_at_the_beginning(lives: int) -> None:
    game = PassTheAce(5, 7, HouseRules(lives=lives))
    assert game.lives == (lives,) * 5
    assert game.facts(3) == (Note("lives", {"n": lives, "of": lives}),)
    assert HouseRules().lives == 3


@given(seed=SEEDS, seats=st.integers(2, 8))
def test_r3_the_highest_card_drawn_deals_and_the_pack_is_whole_again(seed: int, seats: int) -> None:
    game = PassTheAce(seats, seed)
    drawn: dict[int, list[int]] = {}
    for event in game.drain():
        if isinstance(event, Moved) and event.how == "draw":
            assert event.seen == (1 << seats) - 1
            drawn.setdefault(event.target.owner, []).append(rank(event.cards[0]))
        elif isinstance(event, Said) and event.note.key == "deals":
            break
    assert max(drawn.values()) == drawn[game.dealer]
    assert list(drawn.values()).count(drawn[game.dealer]) == 1
    assert len(game.cards(STOCK)) == 52 - seats
    assert not any(game.known[card] for card in game.cards(STOCK))


@given(seed=SEEDS, seats=st.integers(2, 8))
def test_r4_r5_one_card_each_from_the_dealers_left_the_dealer_last(seed: int, seats: int) -> None:
    game = PassTheAce(seats, seed)
    dealt = [event for event in game.drain() if isinstance(event, Moved) and event.how == "deal"]
    order = [(game.dealer + step) % seats for step in range(1, seats + 1)]
    assert [event.target for event in dealt] == [HAND[seat] for seat in order]
    assert all(event.seen == 1 << event.target.owner for event in dealt)
    asked = []
    for _ in range(seats):
        asked.append(game.waiting()[0])
        act(game, "stick")
    assert asked == order


def test_r6_stick_or_swap() -> None:
    game = position("4 9 7 J")
    assert verbs(game) == ["stick", "swap"]
    assert refused(game, Move(A, "draw")) == ("pass_the_ace.R9", "only_dealer_draws")
    assert game.demand(A) == Note("choose", {"seat_to": B})
    assert game.demand(C) == Note("wait", {"seat": A})
    act(game, "stick")
    assert held(game) == "4 9 7 J"


@pytest.mark.parametrize("may", [True, False])
def test_r7_the_kings_own_turn(may: bool) -> None:
    game = position("K 9 7 K", king_may_swap=may)
    assert verbs(game) == (["stick", "swap"] if may else ["stick"])
    if may:
        act(game, "swap")
        assert loud(game) == ["modi"]
        assert held(game) == "9 K 7 K"
        return
    assert game.demand(A) == Note("king_stays")
    assert refused(game, Move(A, "swap")) == ("pass_the_ace.R7", "king_stays")
    act(game, "stick", "stick", "stick")
    assert verbs(game) == ["stick"]
    assert refused(game, Move(D, "draw")) == ("pass_the_ace.R7", "king_stays")


def test_r7_king_against_king_is_kung_too() -> None:
    game = position("K K 7 J")
    act(game, "swap")
    assert loud(game) == ["kung"]
    assert held(game) == "K K 7 J"


def test_r7_a_shown_king_refuses_again_and_may_be_given_away() -> None:
    game = position("2 K 7 3")
    act(game, "swap", "swap")
    assert held(game) == "2 7 K 3"
    assert game.cards(SHOWN[B]) == ()
    assert game.view(D).card_of(C) == game.card_of(C), "everybody has seen where the King went"
    game = position("K 9 7 3", dealer=D)
    act(game, "stick", "stick", "stick")
    game.shift(game.cards(HAND[A]), HAND[A], SHOWN[A])
    act(game, "swap")
    assert lost(game) == [D]


def test_r8_nobody_sees_the_others_card_before_swapping_and_both_know_both_after() -> None:
    game = position("4 9 7 J")
    for seat in range(4):
        seen = [game.view(seat).card_of(other) for other in range(4)]
        assert [card != HIDDEN for card in seen] == [other == seat for other in range(4)]
    four, nine, seven = (game.card_of(seat) for seat in (A, B, C))
    act(game, "swap")
    assert [game.view(A).card_of(seat) for seat in range(4)] == [nine, four, HIDDEN, HIDDEN]
    assert [game.view(B).card_of(seat) for seat in range(4)] == [nine, four, HIDDEN, HIDDEN]
    assert {game.view(C).card_of(A), game.view(C).card_of(B), game.view(D).card_of(B)} == {HIDDEN}
    act(game, "swap")
    assert [game.view(A).card_of(seat) for seat in range(4)] == [nine, HIDDEN, four, HIDDEN]
    assert [game.view(C).card_of(seat) for seat in range(4)] == [HIDDEN, seven, four, HIDDEN]


def test_r8_the_two_cards_change_hands_in_two_events_that_only_the_two_see() -> None:
    game = position("4 9 7 J")
    act(game, "swap")
    moved = [event for event in game.drain() if isinstance(event, Moved)]
    assert [(event.source, event.target, event.how, event.seen) for event in moved] == [
        (HAND[A], HAND[B], "exchange", 0b0011),
        (HAND[B], HAND[A], "exchange", 0b0011),
    ]


def test_r9_the_dealer_may_stick() -> None:
    game = position("8 9 7 2", stock="K")
    act(game, "stick", "stick", "stick", "stick")
    assert lost(game) == [D]


def test_r9_r13_the_dealers_old_card_is_thrown_away_after_drawing() -> None:
    game = position("8 9 7 2", stock="", trash="A K Q")
    act(game, "stick", "stick", "stick")
    old = game.card_of(D)
    game.drain()
    act(game, "draw")
    events = game.drain()
    moved = [event for event in events if isinstance(event, Shuffled | Moved)]
    how = ["shuffle" if isinstance(event, Shuffled) else event.how for event in moved[:4]]
    assert how == ["gather", "shuffle", "draw", "play"]
    assert [event.cards for event in events if isinstance(event, Moved)][2] == (old,)


def test_r13_no_draw_without_any_card() -> None:
    game = position("8 9 7 2")
    act(game, "stick", "stick", "stick")
    rest = game.piles[STOCK]
    game.piles[STOCK] = ()
    assert verbs(game) == ["stick", "swap"]
    assert refused(game, Move(D, "draw")) == ("pass_the_ace.R13", "no_card_left")
    game.piles[TRASH] = rest
    assert verbs(game) == ["stick", "swap", "draw"]


def test_r10_the_table_hears_nothing_of_a_higher_card() -> None:
    game = position("4 9 7 J")
    act(game, "swap")
    assert [event.note.key for event in game.drain() if isinstance(event, Said)] == ["swap"]


def test_r11_r12_all_cards_are_shown_then_go_to_the_trash_and_the_stock_goes_on() -> None:
    game = position("4 9 7 J")
    stock, cards = game.cards(STOCK), {game.card_of(seat) for seat in range(4)}
    act(game, "stick", "stick", "stick", "stick")
    events = game.drain()
    scored = next(i for i, event in enumerate(events) if isinstance(event, Scored))
    shown = [event for event in events[:scored] if isinstance(event, Moved)]
    assert [event.target for event in shown] == [SHOWN[seat] for seat in (A, B, C, D)]
    assert all(event.seen == 0b1111 for event in shown)
    assert set(game.cards(TRASH)) == cards
    assert game.cards(STOCK) == stock[:-4]
    assert not any(isinstance(event, Shuffled) for event in events)


def test_r14_the_deal_goes_to_the_left() -> None:
    game = position("4 9 7 J")
    dealers = []
    for _ in range(3):
        dealers.append(game.dealer)
        act(game, "stick", "stick", "stick", "stick")
    assert dealers == [D, A, B]


def test_r14_a_dealer_who_is_out_is_followed_by_the_next_with_lives() -> None:
    game = position("9 - 7 J A", (3, 0, 1, 3, 1))
    act(game, "stick", "stick", "stick", "stick")
    assert game.is_out(4)
    assert game.dealer == 0
    assert game.waiting() == (2,)


def test_r15_the_last_with_lives_wins() -> None:
    game = position("4 9 - -", (1, 1, 0, 0), dealer=B)
    act(game, "stick", "stick")
    assert game.outcome is not None
    assert game.outcome.winners == (B,)
    assert game.outcome.reason.key == "last"
    assert [event.winners for event in game.drain() if isinstance(event, Ended)] == [(B,)]


def test_r15_a_tie_of_the_last_two_with_unequal_lives_is_no_double_game() -> None:
    game = position("4 4", (1, 2))
    act(game, "stick", "stick")
    assert game.outcome is not None
    assert game.outcome.winners == (B,)
    assert game.lives == (0, 1)


def test_r16_again_and_again() -> None:
    game = PassTheAce(2, 4, HouseRules(lives=1))
    for number in (1, 2, 3):
        assert game.games == number
        both = game.cards(HAND[0]) + game.cards(HAND[1])
        equal = next(card for card in game.cards(STOCK) if rank(card) == rank(both[0]))
        place = game.cards(STOCK).index(equal)
        game.piles[STOCK] = (*game.piles[STOCK][:place], both[1], *game.piles[STOCK][place + 1 :])
        game.piles[HAND[1]] = (equal,)
        act(game, "stick", "stick")
        assert lost(game) == [0, 1]
        assert game.lives == (1, 1)


def test_the_match_is_stopped_at_last_and_most_lives_win() -> None:
    game = position("4 9 7 J")
    game.deal_number = CAP
    act(game, "stick", "stick", "stick", "stick")
    assert game.outcome is not None
    assert game.outcome.winners == (B, C, D)
    assert game.outcome.reason.key == "stalled"
    game = position("4 4", (1, 1))
    game.deal_number = CAP
    act(game, "stick", "stick")
    assert game.outcome is not None
    assert game.outcome.winners == (A, B)


def test_refusals_change_nothing() -> None:
    game = position("4 9 7 J")
    before = game.clone()
    for move in (
        Move(A, "swap", to=1),
        Move(A, "stick", (game.card_of(A),)),
        Move(A, "draw"),
        Move(B, "stick"),
        Move(A, "knock"),
    ):
        with pytest.raises(IllegalMoveError):
            game.play(move)
        assert game == before


# --- sampling -----------------------------------------------------------------------------------------------------


@given(seed=SEEDS, seats=st.integers(3, 8), turns=st.integers(1, 7))
def test_sampled_worlds_agree_with_what_was_announced(seed: int, seats: int, turns: int) -> None:
    game = PassTheAce(seats, seed)
    rng = Rng(seed)
    for _ in range(min(turns, seats - 1)):
        game.push(rng.choice(game.legal_moves(game.waiting()[0])))
    assert game.contradictions() == 0
    viewer = game.waiting()[0]
    worlds = [game.view(viewer).determinize(rng) for _ in range(12)]
    assert sum(world.contradictions() == 0 for world in worlds) >= 10
    bits = [game.known[game.card_of(seat)] for seat in range(seats)]
    assert bits == game.witnesses()
    for world in worlds:
        assert [world.known[world.card_of(seat)] for seat in range(seats)] == bits


def test_a_world_in_which_modi_was_not_modi_is_told_apart() -> None:
    game = position("6 3 7 J")
    act(game, "swap")
    assert game.contradictions() == 0
    game.piles[HAND[A]], game.piles[HAND[B]] = game.piles[HAND[B]], game.piles[HAND[A]]
    assert game.contradictions() == 1
