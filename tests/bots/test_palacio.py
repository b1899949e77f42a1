"""Bots of Palácio: the fast model against the rules, sampled worlds, obvious plays."""

from collections.abc import Iterator
from itertools import islice

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.sequential_halving import Budget
from engine.bots.palacio.model import EMPTY, FLIP, RANK_COUNT, SINGLE_CARD, PlayoutDeal, pack_rank_counts, play_index
from engine.bots.palacio.policy import KNOWN_RULES, PalacioPolicy
from engine.bots.palacio.search import PalacioSearch
from engine.bots.palacio.worlds import WorldSampler
from engine.cards import cards, parse, rank
from engine.characters import CHARACTERS
from engine.games.palacio.game import HAND, UP, Palacio
from engine.games.palacio.options import PalacioOptions
from engine.moves import Move, Seat
from engine.rng import Rng
from tests.bots.positions import positions
from tests.games.palacio import position, ranks_of


def choice_positions(count: int) -> Iterator[Palacio]:
    """Yield positions with a choice, under rules that the fast model knows."""
    for game in islice(positions("palacio", 1, known=KNOWN_RULES, choices_only=True), count):
        assert isinstance(game, Palacio)
        yield game


def snapshot(deal: PlayoutDeal) -> tuple[object, ...]:
    """Return the whole state of a deal in the fast model."""
    seats = range(deal.seats)
    return (
        [(deal.hands[s], deal.sizes[s], deal.face_up[s], deal.blind[s]) for s in seats],
        (deal.stock, deal.pile, deal.pile_size, deal.top, deal.seat, deal.out, deal.turns),
    )


def model(game: Palacio) -> PlayoutDeal:
    """Return the fast model of a full position."""
    return WorldSampler(game, game.seats_to_act()[0]).sample(Rng(0))


# --- the fast model ---------------------------------------------------------------------------------------------------


def test_model_plays_as_rules_do() -> None:
    rng = Rng(5)
    for start in islice(choice_positions(90), 0, 90, 3):
        game = start.clone()
        while game.ask is not None and game.ask.what == "play":
            seat = game.seats_to_act()[0]
            worlds = WorldSampler(game, seat)
            moves = game.legal_moves(seat)
            codes = {worlds.code(move) for move in moves}
            assert codes.issuperset(worlds.codes_to_try())
            move = rng.choice(moves) if rng.below(2) else PalacioPolicy().choose(game, seat, rng)
            deal = worlds.after(worlds.sample(rng), worlds.code(move))
            deals = len(game.history)
            game.push(move)
            if len(game.history) > deals:
                shares = deal.seat_results()
                assert deal.seat == -1
                assert tuple(s for s, share in enumerate(shares) if share == max(shares)) == game.deal_winners
                break
            assert snapshot(deal) == snapshot(model(game))


def test_finish_pushes_first_move_repeatedly() -> None:
    for game in choice_positions(100):
        if game.ask is None or game.ask.what == "exchange":
            continue
        quick, slow = model(game), model(game)
        taken = quick.finish(150)
        for _ in range(taken):
            slow.push(slow.moves_to_try()[0])
        assert snapshot(quick)[0] == snapshot(slow)[0]
        assert (quick.seat, quick.out, quick.stock) == (slow.seat, slow.out, slow.stock)


def test_shares_follow_places() -> None:
    deal = PlayoutDeal(3, PalacioOptions())
    deal.out = [1]
    assert deal.seat_results() == [0, 1, 0]
    deal.out = []
    deal.hands, deal.sizes = [SINGLE_CARD[0], SINGLE_CARD[1], 3 * SINGLE_CARD[2]], [1, 1, 3]
    assert deal.seat_results() == [0.5, 0.5, 0], "unfinished: the fewest cards, shared"
    deal.play_on, deal.out, deal.hands, deal.sizes = True, [2], [SINGLE_CARD[0], 2 * SINGLE_CARD[1], 0], [1, 2, 0]
    assert deal.seat_results() == [0.5, 0, 1]


# --- worlds -----------------------------------------------------------------------------------------------------------


def test_worlds_agree_with_view() -> None:
    rng = Rng(1)
    for game in choice_positions(120):
        seat = game.seats_to_act()[0]
        if game.ask is None or game.ask.what == "exchange":
            continue
        deal = WorldSampler(game.view(seat), seat).sample(rng)
        real = model(game)
        assert deal.hands[seat] == real.hands[seat]
        assert (deal.sizes, deal.face_up, deal.pile, deal.top) == (real.sizes, real.face_up, real.pile, real.top)
        assert [len(blind) for blind in deal.blind] == [len(blind) for blind in real.blind]
        assert len(deal.stock) == len(real.stock)
        both = [
            sum(d.hands) + sum(d.face_up) + sum(d.stock) + sum(SINGLE_CARD[p] for blind in d.blind for p in blind)
            for d in (deal, real)
        ]
        assert both[0] == both[1], "equal cards in different piles"


def test_worlds_respect_taken_and_lacked_cards() -> None:
    checked = 0
    for game in choice_positions(200):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        for other in range(game.seats):
            if other == seat or not view.ruled_out_cards(other):
                continue
            deal = WorldSampler(view, seat).sample(Rng(1))
            taken = pack_rank_counts([card for card in view.piles[HAND[other]] if card >= 0])
            unseen, lacked = deal.hands[other] - taken, {play_index(card) for card in view.ruled_out_cards(other)}
            assert all(unseen >> 4 * p & 15 <= deal.hands[other] >> 4 * p & 15 for p in range(RANK_COUNT))
            assert not any(unseen >> 4 * p & 15 for p in lacked)
            checked += unseen > 0
    assert checked > 10


def test_exchange_ends_with_three_up_and_opening_card() -> None:
    for seed in range(40):
        game = Palacio(2 + seed % 4, seed)
        seat = game.seats_to_act()[0]
        worlds = WorldSampler(game.view(seat), seat)
        move = game.legal_moves(seat)[-1]
        deal = worlds.after(worlds.sample(Rng(seed)), worlds.code(move))
        assert deal.face_up[seat] == pack_rank_counts(move.cards)
        assert deal.sizes == [3] * game.seats
        assert deal.top not in (EMPTY, play_index(parse("2C")), play_index(parse("TC")))
        assert deal.moves_to_try()[0] > FLIP


# --- levels -----------------------------------------------------------------------------------------------------------


def test_master_answers_at_once_and_keeps_budget() -> None:
    for number, game in enumerate(choice_positions(20)):
        seat = game.seats_to_act()[0]
        search = PalacioSearch(PalacioPolicy(), Budget(600, max_playout_moves=150))
        thoughts = list(search.think(game.view(seat), seat, Rng(number)))
        assert thoughts[0].evaluations == () and len(thoughts) < 120
        found = thoughts[-1].evaluations
        assert found[0].move == thoughts[-1].move and len({option.move for option in found}) == len(found) <= 6
        assert len(found) == 1 or all(0 <= option.win <= 1 for option in found)


# --- skills -----------------------------------------------------------------------------------------------------------


def chosen_move(level: str, game: Palacio, seat: Seat = 0) -> Move:
    return final_thought(bot_for("palacio", level, patience=0.1), game.view(seat), seat, Rng(1)).move


def played_ranks(level: str, game: Palacio) -> str:
    """Return the ranks that the first seat plays."""
    return ranks_of(chosen_move(level, game).cards)


@pytest.mark.parametrize("level", ["medium", "hard", "master", "greedy"])
def test_strong_cards_are_laid_face_up(level: str) -> None:
    up, kept = 0, 0
    for seed in range(6):
        game = Palacio(2, seed)
        seat = game.seats_to_act()[0]
        face_up = {card for slot in UP[seat] for card in game.cards(slot)}
        move = chosen_move(level, game, seat)
        up += sum(map(play_index, move.cards))
        kept += sum(play_index(card) for card in {*face_up, *game.cards(HAND[seat])} - set(move.cards))
    assert up > 1.5 * kept


def test_tens_are_saved_and_equal_cards_go_together() -> None:
    assert played_ranks("medium", position("T Q 9", pile="8", stock="3 3 3")) == "9"
    assert played_ranks("medium", position("6 6 9", pile="5", stock="3 3 3")) == "6 6"
    assert played_ranks("greedy", position("7 7 T 2 K", "6", "9 9")) == "7 7"


@pytest.mark.parametrize("level", ["hard", "master"])
def test_search_wins_and_blocks_last_card_of_next_seat(level: str) -> None:
    assert played_ranks(level, position("4 T", pile="3", down="", others=["5"])) == "T", "then the four goes out"
    game = position("6 A K 5", pile="4", others=["Q"])
    for card in game.cards(HAND[1]):
        game.known[card] = 3  # public: taken from the pile
    assert played_ranks(level, game) in ("A", "K")
    assert played_ranks("medium", game) == "5"


def test_hard_lays_no_low_card_open_while_holding_court_card() -> None:
    low, courts = {rank(card) for card in cards("3S 4S 5S 6S")}, {rank(card) for card in cards("JS QS KS")}
    for seed in range(40):
        game = Palacio(3, seed)
        for who in ("celeste", "mei"):
            bot = bot_for("palacio", "hard", CHARACTERS[who].style)
            move = final_thought(bot, game.view(0), 0, Rng(seed)).move
            own = [card for pile in game.sources(0) for card in game.cards(pile)]
            own += [card for slot in UP[0] for card in game.piles[slot]]
            kept = {rank(card) for card in own if card not in move.cards}
            assert not (low & {rank(card) for card in move.cards} and courts & kept), (seed, who)
