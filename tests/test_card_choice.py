"""Selectable cards for each selection: in small positions and in random matches of every game."""

from collections.abc import Iterable, Iterator

import pytest

from engine.cards import RANKS, Card, cards, rank
from engine.game import Game
from engine.games import GAMES
from engine.games.palacio import Palacio
from engine.moves import TABLE, Move, Pile, Refusal
from engine.rng import Rng
from scenes.table.layouts import LAYOUTS
from scenes.table.model.choice import Choice
from tests.games.big_two import make_position, play_lines
from tests.games.palacio import position
from tests.support import game_contract

PILE, TRICK = Pile("pile"), Pile("trick")


def choice_for(game: Game, seat: int = 0) -> Choice:
    return Choice(game.view(seat), seat, LAYOUTS[game.slug])


def ranks(several: Iterable[Card]) -> str:
    return "".join(sorted((RANKS[rank(card)] for card in several), key="3456789TJQKA2".index))


def card_of_rank(chosen: Choice, letter: str, nth: int = 0) -> Card:
    """Return the nth own card of a rank."""
    return sorted(card for card in chosen.piles_by_card if RANKS[rank(card)] == letter)[nth]


def refusal_key(found: object) -> str:
    assert isinstance(found, Refusal)
    return f"{found.rule} {found.key}"


# --- selecting --------------------------------------------------------------------------------------------------------


def test_cards_of_legal_moves_can_be_chosen() -> None:
    chosen = choice_for(position("4 7 7 K", pile="6"))
    assert ranks(chosen.cards_of_legal_moves()) == ranks(chosen.addable_cards()) == "77K"
    assert ranks(chosen.piles_by_card.keys()) == "477K"


def test_each_selected_card_narrows_fitting_cards() -> None:
    chosen = choice_for(position("4 7 7 K", pile="6"))
    assert chosen.toggle(card_of_rank(chosen, "7")) is None
    assert chosen.addable_cards() == {card_of_rank(chosen, "7", 1)}
    assert chosen.toggle(card_of_rank(chosen, "7", 1)) is None
    assert chosen.addable_cards() == set()


def test_card_is_selected_and_deselected() -> None:
    chosen = choice_for(position("7 7 K", pile="6"))
    seven = card_of_rank(chosen, "7")
    for expected in ([seven], [], [seven]):
        assert chosen.toggle(seven) is None and chosen.selected_cards == expected
    chosen.clear()
    assert chosen.selected_cards == []


def test_card_fitting_alone_begins_new_selection() -> None:
    chosen = choice_for(position("7 7 K", pile="6"))
    chosen.toggle(card_of_rank(chosen, "7"))
    assert chosen.toggle(card_of_rank(chosen, "K")) is None
    assert chosen.selected_cards == [card_of_rank(chosen, "K")]


def test_unfitting_card_is_refused_and_selection_stays() -> None:
    chosen = choice_for(position("4 7 K", pile="6"))
    assert refusal_key(chosen.toggle(card_of_rank(chosen, "4"))).startswith("palacio.R9 too_low")
    chosen.toggle(card_of_rank(chosen, "7"))
    assert chosen.toggle(card_of_rank(chosen, "4")) is not None
    assert chosen.selected_cards == [card_of_rank(chosen, "7")]


def test_cards_of_other_piles_are_refused_by_rule() -> None:
    game = position("4 7", pile="6", up="9 9 9", stock="3")
    chosen = choice_for(game)
    palace = game.cards(Pile("up", 0, 0))[0]
    assert refusal_key(chosen.toggle(palace)) == "palacio.R13 hand_first"
    assert refusal_key(chosen.double_click_result(palace)) == "palacio.R13 hand_first"
    assert refusal_key(chosen.toggle(game.cards(PILE)[0])) == "palacio.R9 not_yours"


def test_when_pair_was_led_only_pairs_fit() -> None:
    game = play_lines(make_position("4C 4D KS", "5C 5D 8H", "9S", "TS"), "0:play 4C 4D")
    chosen = choice_for(game, 1)
    assert chosen.cards_of_legal_moves() == set(cards("5C 5D"))
    chosen.toggle(cards("5C")[0])
    assert chosen.addable_cards() == set(cards("5D")) and chosen.complete_moves() == []
    chosen.toggle(cards("5D")[0])
    assert chosen.complete_moves() == [Move(1, "play", cards("5C 5D"))]
    assert chosen.can_drop(cards("5C 5D"), Pile("trick", 1)) and not chosen.can_drop(cards("5C 5D"), Pile("trick", 0))


# --- answering --------------------------------------------------------------------------------------------------------


def test_complete_selection_is_played_exactly() -> None:
    chosen = choice_for(position("7 7 7 K", pile="6"))
    mine = [card_of_rank(chosen, "7", 2), card_of_rank(chosen, "7", 0)]
    for card in mine:
        chosen.toggle(card)
    assert chosen.complete_moves() == [Move(0, "play", tuple(mine))]
    assert [answer.move for answer in chosen.answers()][:1] == chosen.complete_moves()


def test_answers_without_cards_explain_refusal() -> None:
    must = choice_for(position("7 K", pile="6"))
    answer = must.answers()[-1]
    assert answer.move == Move(0, "take") and refusal_key(answer.refusal) == "palacio.R12 must_play"
    may = choice_for(position("7 K", pile="6", voluntary_pickup=True))
    assert may.answers()[-1] == (Move(0, "take"), may.view.describe(Move(0, "take")), None, 2)
    lead = choice_for(make_position("4C 5D", "6S", "7S", "8S"))
    assert refusal_key(lead.answers()[-1].refusal).startswith("big_two.")


def test_card_may_go_along_with_pile() -> None:
    along = choice_for(position("", pile="9", up="5 6", take_one=True))
    refused = along.answers()[-1]
    assert refused.move == Move(0, "take") and refusal_key(refused.refusal) == "palacio.R14 take_one"
    six = card_of_rank(along, "6")
    along.toggle(six)
    assert along.complete_moves() == [Move(0, "take_along", (six,))]
    assert along.answers()[0].refusal is None


def test_forced_answer_is_found() -> None:
    assert choice_for(position("4", pile="9")).only_answer() == Move(0, "take")
    assert choice_for(position("4 9", pile="9 9")).only_answer() is not None
    assert choice_for(position("9 K", pile="9")).only_answer() is None


def test_obvious_move_includes_selection_or_is_cheapest() -> None:
    chosen = choice_for(position("4 7 7 K", pile="6"))
    one, other = card_of_rank(chosen, "7", 0), card_of_rank(chosen, "7", 1)
    assert chosen.double_click_result(other) == Move(0, "play", (other,))
    chosen.toggle(one)
    assert chosen.double_click_result(one) == Move(0, "play", (one,))
    assert chosen.double_click_result(other) == Move(0, "play", (one, other))
    assert chosen.double_click_result(card_of_rank(chosen, "K")) == Move(0, "play", (card_of_rank(chosen, "K"),))
    assert refusal_key(chosen.double_click_result(card_of_rank(chosen, "4"))).startswith("palacio.R9")


def test_obvious_move_completes_pair_with_clicked_card() -> None:
    game = play_lines(make_position("4C 4D KS", "5C 5D 5S 8H", "9S", "TS"), "0:play 4C 4D")
    found = choice_for(game, 1).double_click_result(cards("5S")[0])
    assert isinstance(found, Move) and cards("5S")[0] in found.cards and len(found.cards) == 2
    assert game.refusal(found) is None


# --- piles ------------------------------------------------------------------------------------------------------------


def test_drop_is_move_refusal_or_none() -> None:
    chosen = choice_for(position("4 7 7 K", pile="6", stock="3"))
    sevens = [card_of_rank(chosen, "7", 0), card_of_rank(chosen, "7", 1)]
    assert chosen.drop_result(sevens, PILE) == Move(0, "play", tuple(sevens))
    assert refusal_key(chosen.drop_result([card_of_rank(chosen, "4")], PILE)).startswith("palacio.R9 too_low")
    assert (
        refusal_key(chosen.drop_result([card_of_rank(chosen, "7"), card_of_rank(chosen, "K")], PILE))
        == "palacio.R9 unequal"
    )
    for elsewhere in (Pile("stock"), Pile("burnt"), Pile("hand", 1), Pile("down", 0, 1)):
        assert chosen.drop_result([card_of_rank(chosen, "7")], elsewhere) is None
    assert chosen.can_drop(sevens, PILE) and not chosen.can_drop([card_of_rank(chosen, "4")], PILE)


def test_takeable_pile_can_be_pulled() -> None:
    may = choice_for(position("4", pile="9 9"))
    assert may.named_result(PILE) == Move(0, "take")
    assert may.named_result(Pile("stock")) is None
    must = choice_for(position("9", pile="9 9", stock="3"))
    assert refusal_key(must.named_result(PILE)) == "palacio.R12 must_play"


def test_slot_is_chosen_by_pile() -> None:
    chosen = choice_for(position("", pile="9", down="4 5 6"))
    assert chosen.piles_by_card == {} and chosen.cards_of_legal_moves() == set()
    assert [chosen.named_result(Pile("down", 0, i)) for i in range(3)] == [Move(0, "flip", (), i) for i in range(3)]
    assert chosen.named_result(Pile("down", 1, 0)) is None
    assert refusal_key(chosen.named_result(PILE)) == "palacio.R15 must_flip"
    early = choice_for(position("7", pile="9", down="4 5 6"))
    assert refusal_key(early.named_result(Pile("down", 0, 0))) == "palacio.R15 flip_not_yet"


# --- slots ------------------------------------------------------------------------------------------------------------


def exchange_choice() -> tuple[Palacio, Choice]:
    game = Palacio(3, 4)
    return game, choice_for(game)


def test_slots_begin_with_present_cards_and_can_stay_so() -> None:
    game, chosen = exchange_choice()
    up = [game.cards(Pile("up", 0, i))[0] for i in range(3)]
    assert chosen.slot_cards == up
    assert chosen.complete_moves() == [Move(0, "keep", tuple(up))]
    assert len(chosen.piles_by_card) == 6 and chosen.cards_of_legal_moves() <= set(chosen.piles_by_card)


@pytest.mark.parametrize("first", ["slot", "hand"])
def test_two_cards_are_exchanged_in_either_order(first: str) -> None:
    game, chosen = exchange_choice()
    mine, out = game.cards(Pile("hand", 0))[0], chosen.slot_cards[1]
    pair = [out, mine] if first == "slot" else [mine, out]
    chosen.toggle(pair[0])
    assert chosen.selected_cards == [pair[0]]
    assert pair[1] in chosen.addable_cards()
    chosen.toggle(pair[1])
    assert chosen.slot_cards[1] == mine and chosen.selected_cards == []
    assert chosen.complete_moves()[0].cards == tuple(chosen.slot_cards)
    assert game.refusal(chosen.complete_moves()[0]) is None


def test_two_cards_of_one_side_only_change_selection() -> None:
    game, chosen = exchange_choice()
    hand = game.cards(Pile("hand", 0))
    before = list(chosen.slot_cards)
    chosen.toggle(hand[0])
    chosen.toggle(hand[1])
    assert chosen.selected_cards == [hand[1]] and chosen.slot_cards == before


def test_card_dropped_on_slot_takes_it_without_move() -> None:
    game, chosen = exchange_choice()
    mine, was = game.cards(Pile("hand", 0))[2], chosen.slot_cards[2]
    assert chosen.can_drop([mine], Pile("up", 0, 2)) and not chosen.can_drop([mine], Pile("up", 1, 2))
    assert chosen.drop_result([mine], Pile("up", 0, 2)) is None and chosen.slot_cards[2] == was
    chosen.exchange_dropped(mine, Pile("up", 0, 2))
    assert chosen.slot_cards[2] == mine
    chosen.exchange_dropped(mine, Pile("up", 1, 0))
    assert chosen.slot_cards.count(mine) == 1
    chosen.exchange_dropped(was, Pile("up", 0, 2))
    assert chosen.slot_cards[2] == was
    chosen.exchange_dropped(was, Pile("hand", 0))
    assert chosen.selected_cards == [was]
    assert chosen.required_card_count() == 0, "the exchange of one card shows no count"


# --- every game -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_with_cards_can_be_selected_card_by_card(slug: str, seed: int) -> None:
    rng, game = Rng(seed), game_contract.start_match(slug, seed)
    met = 0
    for move in game_contract.random_moves(game, rng, 60):
        for seat in game.seats_to_act():
            chosen = choice_for(game, seat)
            if chosen.slot_kind:
                continue
            for legal in rng_sample(rng, [legal for legal in chosen.legal_moves if legal.cards], 6):
                met += 1
                chosen.clear()
                order = list(legal.cards)
                rng.shuffle(order)
                for card in order:
                    assert card in chosen.addable_cards(), f"{legal}: {card} after {chosen.selected_cards}"
                    assert chosen.toggle(card) is None
                assert chosen.selected_cards == order
                made = {(done.verb, done.to) for done in chosen.complete_moves()}
                assert (legal.verb, legal.to) in made
                assert all(game.refusal(done) is None for done in chosen.complete_moves())
        game.play(move)
    assert met > 0 or not any(legal.cards for legal in chosen.legal_moves)


@pytest.mark.parametrize("slug", GAMES)
def test_cards_of_one_move_can_be_dropped_singly(slug: str) -> None:
    """Each dropped card counts as selected until the last one plays them all."""
    for game, chosen, legal in multi_card_moves(slug, 3):
        kind = chosen.controls.drop_kinds_by_verb.get(legal.verb)
        if kind is None:
            continue
        pile = Pile(kind, TABLE, max(0, legal.to))
        for i, card in enumerate(legal.cards):
            assert chosen.can_drop([card], pile), "the pile is highlighted"
            found = chosen.drop_result([card], pile)
            if isinstance(found, Move):  # fewer cards are a legal move as well
                assert game.refusal(found) is None
                break
            assert chosen.select_dropped([card], pile)
            assert chosen.selected_cards == list(legal.cards[: i + 1])
        else:
            raise AssertionError(f"{legal} was never played")


@pytest.mark.parametrize("slug", GAMES)
def test_extra_card_is_refused_and_selection_stays(slug: str) -> None:
    for _, chosen, legal in multi_card_moves(slug, 4):
        for card in legal.cards:
            chosen.toggle(card)
        rest = [
            card
            for card in chosen.piles_by_card
            if card not in chosen.selected_cards and card not in chosen.addable_cards()
        ]
        for card in rest[:3]:
            assert chosen.toggle(card) is not None
            assert chosen.selected_cards == list(legal.cards)


def multi_card_moves(slug: str, seed: int) -> Iterator[tuple[Game, Choice, Move]]:
    """Yield moves of several cards, each with its game and a choice without a selection."""
    rng, game = Rng(seed), game_contract.start_match(slug, seed)
    for move in game_contract.random_moves(game, rng, 150):
        for chosen in [choice_for(game, seat) for seat in game.seats_to_act()]:
            if not chosen.slot_kind:
                for legal in rng_sample(rng, [legal for legal in chosen.legal_moves if len(legal.cards) > 1], 4):
                    chosen.clear()
                    yield game, chosen, legal
        game.play(move)


def rng_sample(rng: Rng, moves: list[Move], count: int) -> list[Move]:
    rng.shuffle(moves)
    return moves[:count]


@pytest.mark.parametrize("slug", GAMES)
def test_every_offered_answer_is_legal_or_explained(slug: str) -> None:
    rng, game = Rng(9), game_contract.start_match(slug, 9)
    for move in game_contract.random_moves(game, rng, 150):
        for seat in game.seats_to_act():
            chosen = choice_for(game, seat)
            for answer in chosen.answers():
                assert game.refusal(answer.move) == answer.refusal
            for card in rng_cards(rng, chosen):
                found = chosen.double_click_result(card)
                assert found is None or isinstance(found, Refusal) or game.refusal(found) is None
        game.play(move)


def rng_cards(rng: Rng, chosen: Choice) -> list[Card]:
    own = list(chosen.piles_by_card)
    rng.shuffle(own)
    return own[:4]


@pytest.mark.parametrize("slug", GAMES)
def test_answer_keeps_its_digit_whenever_question_is_asked(slug: str) -> None:
    """Neither the selection nor the other answers matter."""
    digits: dict[tuple[str, str, int], set[int]] = {}
    for seed in range(12):
        rng, game = Rng(seed), game_contract.start_match(slug, seed)
        for move in game_contract.random_moves(game, rng, 150):
            for seat in game.seats_to_act():
                chosen = choice_for(game, seat)
                selections = [legal.cards for legal in chosen.legal_moves if legal.cards and not chosen.slot_kind]
                for selection in [(), *selections[:8]]:
                    chosen.selected_cards = list(selection)
                    answers = chosen.answers()
                    assert len({answer.digit for answer in answers}) == len(answers), "each has its own key"
                    for (_, verb, _, to), digit in ((answer.move, answer.digit) for answer in answers):
                        assert game.ask is not None
                        digits.setdefault((game.ask.what, verb, to), set()).add(digit)
            game.play(move)
    assert all(len(found) == 1 for found in digits.values()), digits
    assert {*range(10)} >= set().union(*digits.values())
    passing = {verb for (_, verb, _), found in digits.items() if found == {0}}
    assert passing == LAYOUTS[slug].controls.passing_verbs, "the digit 0 passes in every game"
