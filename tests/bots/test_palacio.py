"""Bots of Palácio: the fast model against the rules, sampled worlds, levels, styles."""

from collections.abc import Iterator

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.coverage import KnownRules
from engine.bots.common.sequential_halving import Budget
from engine.bots.common.style import Traits
from engine.bots.palacio.model import EMPTY, FLIP, RANK_COUNT, SINGLE_CARD, PlayoutDeal, pack_rank_counts, play_index
from engine.bots.palacio.policy import KNOWN_RULES, PalacioPolicy
from engine.bots.palacio.search import PalacioSearch
from engine.bots.palacio.traits import style_traits
from engine.bots.palacio.worlds import WorldSampler
from engine.cards import cards, parse, rank
from engine.characters import CHARACTERS, LEVELS, Style
from engine.games.palacio.game import HAND, UP, Palacio
from engine.games.palacio.options import PalacioOptions
from engine.moves import Move, Seat
from engine.rng import Rng
from tests.bots.positions import reach_position
from tests.games.palacio import position, ranks_of

FAST_LEVELS = ("easy", "medium", "greedy")
LOW_PATIENCE = 0.004
"""Search effort factor of a fast master."""


def choice_positions(count: int, *, standard: bool = False) -> Iterator[tuple[int, Palacio, Seat]]:
    """Yield positions with a choice: number, position, seat."""
    number, seed = 0, 0
    while number < count:
        seed += 1
        game = reach_position(
            Palacio, PalacioPolicy(), seed, seed * 7 % 90, known=KnownRules() if standard else KNOWN_RULES
        )
        seat = game.seats_to_act()[0]
        if len(game.legal_moves(seat)) > 1:
            yield number, game, seat
            number += 1


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
    for seed in range(30):
        game = reach_position(Palacio, PalacioPolicy(), seed, 6, known=KNOWN_RULES)
        while game.ask is not None and game.ask.what == "play":
            seat = game.seats_to_act()[0]
            worlds = WorldSampler(game, seat)
            moves = game.legal_moves(seat)
            codes = {worlds.code(move) for move in moves}
            assert codes.issuperset(worlds.codes_to_try())
            move = rng.choice(moves) if rng.below(2) else PalacioPolicy().choose(game, seat, rng)
            deal = worlds.after(worlds.sample(rng), worlds.code(move))
            game.push(move)
            if game.history:
                shares = deal.seat_results()
                assert deal.seat == -1
                assert tuple(s for s, share in enumerate(shares) if share == max(shares)) == game.deal_winners
                break
            assert snapshot(deal) == snapshot(model(game))


def test_finish_pushes_first_move_repeatedly() -> None:
    for _, game, _ in choice_positions(100):
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
    for _, game, seat in choice_positions(120):
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
    for _, game, seat in choice_positions(200):
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
        game = reach_position(Palacio, PalacioPolicy(), seed, 0, known=KNOWN_RULES)
        seat = game.seats_to_act()[0]
        worlds = WorldSampler(game.view(seat), seat)
        move = game.legal_moves(seat)[-1]
        deal = worlds.after(worlds.sample(Rng(seed)), worlds.code(move))
        assert deal.face_up[seat] == pack_rank_counts(move.cards)
        assert deal.sizes == [3] * game.seats
        assert deal.top not in (EMPTY, play_index(parse("2C")), play_index(parse("TC")))
        assert deal.moves_to_try()[0] > FLIP


# --- levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", FAST_LEVELS)
def test_levels_without_search_are_legal_repeatable_and_blind_to_hidden_cards(level: str) -> None:
    bot, other = bot_for("palacio", level), bot_for("palacio", level)
    for number, game, seat in choice_positions(250):
        view = game.view(seat)
        move = final_thought(bot, view, seat, Rng(number)).move
        assert game.refusal(move) is None, str(move)
        again = view.determinize(Rng(number + 1)).view(seat)
        assert final_thought(other, again, seat, Rng(number)).move == move


def test_master_is_legal_repeatable_and_blind_to_hidden_cards() -> None:
    bot, other = (bot_for("palacio", "master", patience=LOW_PATIENCE) for _ in range(2))
    for number, game, seat in choice_positions(80):
        view = game.view(seat)
        thought = final_thought(bot, view, seat, Rng(number))
        assert game.refusal(thought.move) is None, str(thought.move)
        assert thought.evaluations[0].move == thought.move
        assert len({option.move for option in thought.evaluations}) == len(thought.evaluations)
        assert len(thought.evaluations) == 1 or all(0 <= option.win <= 1 for option in thought.evaluations)
        again = view.determinize(Rng(number + 1)).view(seat)
        assert final_thought(other, again, seat, Rng(number)) == thought


def test_master_answers_at_once_and_keeps_budget() -> None:
    for number, game, seat in choice_positions(20):
        thoughts = list(
            PalacioSearch(PalacioPolicy(), Budget(600, max_playout_moves=150)).think(game.view(seat), seat, Rng(number))
        )
        assert thoughts[0].evaluations == () and len(thoughts) < 120
        assert len(thoughts[-1].evaluations) <= 6


def test_master_may_be_shown_all_cards() -> None:
    for number, game, seat in choice_positions(10):
        move = final_thought(bot_for("palacio", "cheat", patience=LOW_PATIENCE), game, seat, Rng(number)).move
        assert game.refusal(move) is None


def test_every_level_has_bot() -> None:
    assert all(bot_for("palacio", level) for level in (*LEVELS, "greedy", "cheat"))


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


@pytest.mark.parametrize("level", ["hard", "master"])
def test_winnable_deal_is_won(level: str) -> None:
    game = position("4 T", pile="3", down="", others=["5"])
    assert played_ranks(level, game) == "T", "then the four goes out"


@pytest.mark.parametrize("level", ["hard", "master"])
def test_last_card_of_next_seat_is_blocked(level: str) -> None:
    game = position("6 A K 5", pile="4", others=["Q"])
    for card in game.cards(HAND[1]):
        game.known[card] = 3  # public: taken from the pile
    assert played_ranks(level, game) in ("A", "K")
    assert played_ranks("medium", game) == "5"


# --- styles -----------------------------------------------------------------------------------------------------------


def mean_traits(style: Style, level: str, count: int) -> tuple[float, ...]:
    """Return the mean traits of the moves of a bot with this style."""
    bot, total = bot_for("palacio", level, style), Traits()
    for number, game, seat in choice_positions(count, standard=True):
        view = game.view(seat)
        move = final_thought(bot, view, seat, Rng(number)).move
        total = Traits(*(a + b for a, b in zip(total, style_traits(view, seat, move), strict=True)))
    return tuple(value / count for value in total)


@pytest.mark.parametrize("trait", Traits._fields)
@pytest.mark.parametrize(("level", "count"), [("medium", 150), ("hard", 25)])
def test_style_shows_in_moves(level: str, count: int, trait: str) -> None:
    index = Traits._fields.index(trait)
    more, less = (mean_traits(Style()._replace(**{trait: weight}), level, count)[index] for weight in (1.0, -1.0))
    assert more > less + 0.02


def test_traits_are_within_bounds() -> None:
    for _, game, seat in choice_positions(150):
        view = game.view(seat)
        for move in game.legal_moves(seat):
            assert all(-1 <= value <= 1 for value in style_traits(view, seat, move))


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
