"""What can be chosen, given the cards already selected: in small positions and in random matches of every game."""

from collections.abc import Iterable, Iterator

import pytest

from engine.cards import RANKS, Card, cards, rank
from engine.game import Game
from engine.games import GAMES
from engine.games.palacio import Palacio
from engine.moves import TABLE, Move, Pile, Refusal
from engine.rng import Rng
from scenes.table.layouts import LAYOUTS
from scenes.table.stage.choice import Choice
from tests.games.big_two import run, table
from tests.games.palacio import position
from tests.support import contract
from tests.support.records import record_where

PILE, TRICK = Pile("pile"), Pile("trick")


def choice(game: Game, seat: int = 0) -> Choice:
    return Choice(game.view(seat), seat, LAYOUTS[game.slug].for_seats(game.seats))


def ranks(several: Iterable[Card]) -> str:
    return "".join(sorted((RANKS[rank(card)] for card in several), key="3456789TJQKA2".index))


def of(chosen: Choice, letter: str, nth: int = 0) -> Card:
    """The nth own card of a rank."""
    return sorted(card for card in chosen.piles if RANKS[rank(card)] == letter)[nth]


def refused(found: object) -> str:
    assert isinstance(found, Refusal)
    return f"{found.rule} {found.key}"


# --- selecting --------------------------------------------------------------------------------------------------------


def test_cards_that_take_part_in_a_legal_move_can_be_chosen() -> None:
    chosen = choice(position("4 7 7 K", pile="6"))
    assert ranks(chosen.playable()) == ranks(chosen.fitting()) == "77K"
    assert ranks(chosen.piles.keys()) == "477K"


def test_each_selected_card_narrows_what_fits() -> None:
    chosen = choice(position("4 7 7 K", pile="6"))
    assert chosen.toggle(of(chosen, "7")) is None
    assert chosen.fitting() == {of(chosen, "7", 1)}
    assert chosen.toggle(of(chosen, "7", 1)) is None
    assert chosen.fitting() == set()


def test_a_card_is_selected_and_deselected() -> None:
    chosen = choice(position("7 7 K", pile="6"))
    seven = of(chosen, "7")
    for expected in ([seven], [], [seven]):
        assert chosen.toggle(seven) is None and chosen.selected == expected
    chosen.clear()
    assert chosen.selected == []


def test_a_card_that_fits_alone_begins_another_selection() -> None:
    chosen = choice(position("7 7 K", pile="6"))
    chosen.toggle(of(chosen, "7"))
    assert chosen.toggle(of(chosen, "K")) is None
    assert chosen.selected == [of(chosen, "K")]


def test_a_card_that_fits_nowhere_is_refused_and_leaves_the_selection() -> None:
    chosen = choice(position("4 7 K", pile="6"))
    assert refused(chosen.toggle(of(chosen, "4"))).startswith("palacio.R9 too_low")
    chosen.toggle(of(chosen, "7"))
    assert chosen.toggle(of(chosen, "4")) is not None
    assert chosen.selected == [of(chosen, "7")]


def test_cards_that_are_elsewhere_are_refused_by_their_rule() -> None:
    game = position("4 7", pile="6", up="9 9 9", stock="3")
    chosen = choice(game)
    palace = game.cards(Pile("up", 0, 0))[0]
    assert refused(chosen.toggle(palace)) == "palacio.R13 hand_first"
    assert refused(chosen.obvious(palace)) == "palacio.R13 hand_first"
    assert refused(chosen.toggle(game.cards(PILE)[0])) == "palacio.R9 not_yours"


def test_when_a_pair_was_led_only_pairs_fit() -> None:
    game = run(table("4C 4D KS", "5C 5D 8H", "9S", "TS"), "0:play 4C 4D")
    chosen = choice(game, 1)
    assert chosen.playable() == set(cards("5C 5D"))
    chosen.toggle(cards("5C")[0])
    assert chosen.fitting() == set(cards("5D")) and chosen.complete() == []
    chosen.toggle(cards("5D")[0])
    assert chosen.complete() == [Move(1, "play", cards("5C 5D"))]


# --- answering --------------------------------------------------------------------------------------------------------


def test_a_complete_selection_is_played_with_exactly_its_cards() -> None:
    chosen = choice(position("7 7 7 K", pile="6"))
    mine = [of(chosen, "7", 2), of(chosen, "7", 0)]
    for card in mine:
        chosen.toggle(card)
    assert chosen.complete() == [Move(0, "play", tuple(mine))]
    assert [answer.move for answer in chosen.answers()][:1] == chosen.complete()


def test_answers_without_cards_say_why_they_are_refused() -> None:
    must = choice(position("7 K", pile="6"))
    answer = must.answers()[-1]
    assert answer.move == Move(0, "take") and refused(answer.refusal) == "palacio.R12 must_play"
    may = choice(position("7 K", pile="6", voluntary_pickup=True))
    assert may.answers()[-1] == (Move(0, "take"), may.view.describe(Move(0, "take")), None)
    lead = choice(table("4C 5D", "6S", "7S", "8S"))
    assert refused(lead.answers()[-1].refusal).startswith("big_two.")


def test_a_forced_answer_is_found() -> None:
    assert choice(position("4", pile="9")).only() == Move(0, "take")
    assert choice(position("4 9", pile="9 9")).only() is not None
    assert choice(position("9 K", pile="9")).only() is None


def test_the_obvious_move_is_the_selection_with_the_card_or_else_the_cheapest_move_with_it() -> None:
    chosen = choice(position("4 7 7 K", pile="6"))
    one, other = of(chosen, "7", 0), of(chosen, "7", 1)
    assert chosen.obvious(other) == Move(0, "play", (other,))
    chosen.toggle(one)
    assert chosen.obvious(one) == Move(0, "play", (one,))
    assert chosen.obvious(other) == Move(0, "play", (one, other))
    assert chosen.obvious(of(chosen, "K")) == Move(0, "play", (of(chosen, "K"),))
    assert refused(chosen.obvious(of(chosen, "4"))).startswith("palacio.R9")


def test_the_obvious_move_completes_a_pair_with_the_clicked_card() -> None:
    game = run(table("4C 4D KS", "5C 5D 5S 8H", "9S", "TS"), "0:play 4C 4D")
    found = choice(game, 1).obvious(cards("5S")[0])
    assert isinstance(found, Move) and cards("5S")[0] in found.cards and len(found.cards) == 2
    assert game.refusal(found) is None


# --- piles ------------------------------------------------------------------------------------------------------------


def test_a_drop_is_a_move_a_refusal_or_nothing() -> None:
    chosen = choice(position("4 7 7 K", pile="6", stock="3"))
    sevens = [of(chosen, "7", 0), of(chosen, "7", 1)]
    assert chosen.drop(sevens, PILE) == Move(0, "play", tuple(sevens))
    assert refused(chosen.drop([of(chosen, "4")], PILE)).startswith("palacio.R9 too_low")
    assert refused(chosen.drop([of(chosen, "7"), of(chosen, "K")], PILE)) == "palacio.R9 unequal"
    for elsewhere in (Pile("stock"), Pile("burnt"), Pile("hand", 1), Pile("up", 0, 1)):
        assert chosen.drop([of(chosen, "7")], elsewhere) is None
    assert chosen.takes(sevens, PILE) and not chosen.takes([of(chosen, "4")], PILE)


def test_a_pile_can_be_pulled_when_it_may_be_taken() -> None:
    may = choice(position("4", pile="9 9"))
    assert may.pull(PILE) == Move(0, "take")
    assert may.pull(Pile("stock")) is None
    must = choice(position("9", pile="9 9", stock="3"))
    assert refused(must.pull(PILE)) == "palacio.R12 must_play"


def test_a_place_is_chosen_by_its_pile() -> None:
    chosen = choice(position("", pile="9", down="4 5 6"))
    assert chosen.piles == {} and chosen.playable() == set()
    assert [chosen.place(Pile("down", 0, i)) for i in range(3)] == [Move(0, "flip", (), i) for i in range(3)]
    assert chosen.place(Pile("down", 1, 0)) is None and chosen.place(PILE) is None
    early = choice(position("7", pile="9", down="4 5 6"))
    assert refused(early.place(Pile("down", 0, 0))) == "palacio.R15 flip_not_yet"


# --- slots ------------------------------------------------------------------------------------------------------------


def exchange() -> tuple[Palacio, Choice]:
    game = Palacio(3, 4)
    return game, choice(game)


def test_slots_begin_with_the_present_cards_and_can_stay_so() -> None:
    game, chosen = exchange()
    up = [game.cards(Pile("up", 0, i))[0] for i in range(3)]
    assert chosen.slots == up
    assert chosen.complete() == [Move(0, "keep", tuple(up))]
    assert len(chosen.piles) == 6 and chosen.playable() <= set(chosen.piles)


@pytest.mark.parametrize("first", ["slot", "hand"])
def test_two_cards_change_places_whichever_is_chosen_first(first: str) -> None:
    game, chosen = exchange()
    mine, out = game.cards(Pile("hand", 0))[0], chosen.slots[1]
    pair = [out, mine] if first == "slot" else [mine, out]
    chosen.toggle(pair[0])
    assert chosen.selected == [pair[0]]
    assert pair[1] in chosen.fitting()
    chosen.toggle(pair[1])
    assert chosen.slots[1] == mine and chosen.selected == []
    assert chosen.complete()[0].cards == tuple(chosen.slots)
    assert game.refusal(chosen.complete()[0]) is None


def test_two_cards_of_one_side_only_change_the_selection() -> None:
    game, chosen = exchange()
    hand = game.cards(Pile("hand", 0))
    before = list(chosen.slots)
    chosen.toggle(hand[0])
    chosen.toggle(hand[1])
    assert chosen.selected == [hand[1]] and chosen.slots == before


def test_a_card_dropped_on_a_slot_takes_it_without_a_move() -> None:
    game, chosen = exchange()
    mine, was = game.cards(Pile("hand", 0))[2], chosen.slots[2]
    assert chosen.takes([mine], Pile("up", 0, 2)) and not chosen.takes([mine], Pile("up", 1, 2))
    assert chosen.drop([mine], Pile("up", 0, 2)) is None
    assert chosen.slots[2] == mine
    assert chosen.drop([mine], Pile("up", 1, 0)) is None and chosen.slots.count(mine) == 1
    assert chosen.drop([was], Pile("up", 0, 2)) is None and chosen.slots[2] == was
    assert chosen.drop([was], Pile("hand", 0)) is None and chosen.selected == [was]
    assert chosen.needed() == 0, "no count of chosen cards is shown: one card changes places"


# --- every game -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_with_cards_can_be_selected_card_by_card(slug: str, seed: int) -> None:
    rng, game = Rng(seed), contract.start(slug, seed)
    met = 0
    for move in contract.moves_of(game, rng, 60):
        for seat in game.waiting():
            chosen = choice(game, seat)
            if chosen.slot_kind:
                continue
            for legal in rng_sample(rng, [legal for legal in chosen.legal if legal.cards], 6):
                met += 1
                chosen.clear()
                order = list(legal.cards)
                rng.shuffle(order)
                for card in order:
                    assert card in chosen.fitting(), f"{legal}: {card} after {chosen.selected}"
                    assert chosen.toggle(card) is None
                assert chosen.selected == order
                made = {(done.verb, done.to) for done in chosen.complete()}
                assert (legal.verb, legal.to) in made
                assert all(game.refusal(done) is None for done in chosen.complete())
        game.play(move)
    assert met > 0 or not any(legal.cards for legal in chosen.legal)


@pytest.mark.parametrize("slug", GAMES)
def test_cards_of_one_move_can_be_dropped_one_by_one(slug: str) -> None:
    """Each counts as chosen until the last one plays them all."""
    for game, chosen, legal in moves_of_several(slug, 3):
        kind = chosen.layout.drops.get(legal.verb)
        if kind is None:
            continue
        pile = Pile(kind, TABLE, max(0, legal.to))
        for i, card in enumerate(legal.cards):
            assert chosen.takes([card], pile), "it glows"
            found = chosen.drop([card], pile)
            if isinstance(found, Move):  # fewer cards are a move, too
                assert game.refusal(found) is None
                break
            assert chosen.gather([card], pile)
            assert chosen.selected == list(legal.cards[: i + 1])
        else:
            raise AssertionError(f"{legal} was never played")


@pytest.mark.parametrize("slug", GAMES)
def test_one_card_too_many_says_so_and_leaves_the_others(slug: str) -> None:
    for _, chosen, legal in moves_of_several(slug, 4):
        for card in legal.cards:
            chosen.toggle(card)
        rest = [card for card in chosen.piles if card not in chosen.selected and card not in chosen.fitting()]
        for card in rest[:3]:
            assert chosen.toggle(card) is not None
            assert chosen.selected == list(legal.cards)


def moves_of_several(slug: str, seed: int) -> Iterator[tuple[Game, Choice, Move]]:
    """Some moves of several cards, each with the game and a choice in which nothing is selected yet."""
    rng, game = Rng(seed), contract.start(slug, seed)
    for move in contract.moves_of(game, rng, 150):
        for chosen in [choice(game, seat) for seat in game.waiting()]:
            if not chosen.slot_kind:
                for legal in rng_sample(rng, [legal for legal in chosen.legal if len(legal.cards) > 1], 4):
                    chosen.clear()
                    yield game, chosen, legal
        game.play(move)


def rng_sample(rng: Rng, moves: list[Move], count: int) -> list[Move]:
    rng.shuffle(moves)
    return moves[:count]


@pytest.mark.parametrize("slug", GAMES)
def test_every_offered_answer_is_legal_or_says_why_not(slug: str) -> None:
    rng, game = Rng(9), contract.start(slug, 9)
    for move in contract.moves_of(game, rng, 150):
        for seat in game.waiting():
            chosen = choice(game, seat)
            for answer in chosen.answers():
                assert game.refusal(answer.move) == answer.refusal
            for card in rng_cards(rng, chosen):
                found = chosen.obvious(card)
                assert found is None or isinstance(found, Refusal) or game.refusal(found) is None
        game.play(move)


def rng_cards(rng: Rng, chosen: Choice) -> list[Card]:
    own = list(chosen.piles)
    rng.shuffle(own)
    return own[:4]


def test_a_pile_that_takes_no_cards_now_says_so() -> None:
    """A drop on a pile that takes cards at other times never springs back without a reason."""
    record = record_where("gurch", lambda game: game.ask is not None and game.ask.what == "vote")
    game = record.replay()
    choice = Choice(game.view(0), 0, LAYOUTS["gurch"])
    refusal = choice.drop(game.cards(Pile("hand", 0))[:1], Pile("trick", 0))
    assert isinstance(refusal, Refusal)
    assert refusal.key == "not_now"
