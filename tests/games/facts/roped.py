"""Facts about RoPeD for the tests of all games: rule cases, seeds, sizes of the benchmarks."""

from typing import Any

from engine.cards import cards, texts
from engine.game import STOCK, Game
from engine.games.roped import Roped, RopedOptions
from engine.games.roped.game import HAND, SLOT, THROWN_CARDS
from engine.moves import Move, Pile
from tests.games.roped import position
from tests.support.game_facts import GameFacts, LadderPlan
from tests.support.rule_cases import MakePosition, ReadOutcome, RuleCase, is_over, last_deal, moves, set_scores


def last_layer_position(**rules: Any) -> Roped:
    """Return a position in which the dealer, seat 0, is the last to lay two cards."""
    game = position(["2C 5C 7D", "3H 6H 8S", "4S 9S JD"], ask="start", **rules)
    game.dealer = 0
    game.ask_seats("start", 0, 1, 2)
    run_roped(game, "1:lay 3H 6H", "2:lay 4S 9S")
    return game


def run_roped(game: Roped, *lines: str) -> None:
    for line in lines:
        game.play(Move.parse(line))


def covered_card_position(**rules: Any) -> Roped:
    """Return a position in which seat 1 has laid a queen of spades, face down, on a five of diamonds."""
    game = position(["AC 2C 3D", "AD 2D 9S"], ["5D QS*"], **rules)
    game.laid_by = (1, *game.laid_by[1:])
    return game


def roping_position(**rules: Any) -> Roped:
    """Return a position in which seat 1 has laid four clubs; seat 0 holds the ace of diamonds."""
    game = position(["AD 4H 9S", "3D 6S"], melds=["", "2C 5C 8C JC"], ask="set", **rules)
    game.active_seat, game.stake_pile = 1, Pile("meld", 1)
    game.ask_seats("lasso", 0)
    return game


def pose_going_out(*scores: int) -> MakePosition:
    """Return a function that builds a position before seat 0 lays its last four cards with their ace.

    Nobody can rope, and seat 1 holds A and 9.
    """

    def pose(**rules: Any) -> Game:
        game = position(["AC 5C 9C KC", "AS 9D"], ask="set", **rules)
        return set_scores(game, *scores) if scores else game

    return pose


def open_piles_position(**rules: Any) -> Roped:
    """Return a position with an open eight of diamonds and king of clubs, in which seat 0 is to discard."""
    return position(["8S 3D QH", "2C 4C"], ["8D", "KC"], ask="discard", **rules)


def read_after(line: str, read: ReadOutcome) -> ReadOutcome:
    """Return a function that plays a move of seat 0 in a copy of a position, then reads the result."""

    def read_copy(game: Game) -> Any:
        tried = game.clone()
        tried.play(Move.parse(line))
        return read(tried)

    return read_copy


def first_hands_position(**rules: Any) -> Roped:
    """Return the first deal of a match in which seat 1 has chosen its two cards."""
    game = Roped(2, 1, RopedOptions(**rules))
    game.play(game.legal_moves(1)[0])
    return game


def first_pair_position(**rules: Any) -> Roped:
    """Return a position in which seat 0 is the last to lay two cards, and holds a ten and a king of clubs."""
    game = position(["TC KC 4H", "2H 2D 5S"], ask="start", **rules)
    game.dealer = 1
    game.ask_seats("start", 0, 1)
    run_roped(game, "1:lay 2H 2D")
    return game


def chain_position(**rules: Any) -> Roped:
    """Return a position in which seat 2 has roped four sevens with the ace of diamonds; seat 0 has an ace too."""
    game = position(["AS 4H 9S", "3D 6S", "5D 6C"], melds=["", "", "7C 7D 7H 7S"], ask="set", **rules)
    game.shift(cards("AD"), STOCK, THROWN_CARDS)
    game.active_seat, game.stake_pile, game.last_lasso_card = 1, Pile("meld", 2), cards("AD")[0]
    game.ask_seats("chain", 0)
    return game


def block_position(**rules: Any) -> Roped:
    """Return a position with an open pile of three from which no block makes a set with the hand of seat 0."""
    return position(["2H 6C JS 9D KS", "2D 3D"], ["4H 9H 9C"], ask="pick", **rules)


def two_sets_position(**rules: Any) -> Roped:
    """Return a position in which seat 0 holds two sets that nobody can rope."""
    return position(["2S 5S 9S KS 3D 4D 9D QD 7C", "2C 3C"], ["AS", "AD"], ask="set", **rules)


def empty_stock_position(**rules: Any) -> Roped:
    """Return a position at the end of a turn of seat 0, without a card in the stock."""
    return position(["2H 3S 4D 5C", "2D 3H"], ["4C 9H 9C"], ask="set", rest=THROWN_CARDS, **rules)


def empty_slot_position(**rules: Any) -> Roped:
    """Return a position with an empty slot, in which seat 0 is to discard and holds no two matching cards."""
    return position(["8S QH 5C", "2D 3H 4H"], ["8D", "", "2C 2S*", "4S 4D*"], ask="discard", **rules)


def addition_position(**rules: Any) -> Roped:
    """Return a position in which seat 0 can lay no set, and holds a card for its set and one for that of seat 1."""
    return position(["6S 7D 4H 8C", "2D 3H"], ask="set", melds=["2S 5S 9S KS", "3D 4D 5D 6D"], **rules)


def corner_position(**rules: Any) -> Roped:
    """Return a position in which seat 0 may lay K A 2 3 of spades."""
    return position(["KS AS 2S 3S TD", "2D 3D"], ask="set", **rules)


def straight_flush_position(**rules: Any) -> Roped:
    """Return a position in which seat 0 may lay a straight flush, and seat 1 holds its ace."""
    return position(["3C 4C 5C 6C TD 3S", "AC 3D"], ask="set", **rules)


def pose_last_deal(deals: int) -> MakePosition:
    """Return a function that builds a position at the end of this deal of a match, as ``pose_going_out``."""

    def pose(**rules: Any) -> Game:
        game = pose_going_out(0, 0)(**rules)
        game.history = ((0, 0),) * (deals - 1)
        return game

    return pose


def score_mismatch(game: Roped) -> tuple[int, ...]:
    """Return the points of a deal that ends without a winner after seat 0 turns up the covered card."""
    tried = game.clone()
    run_roped(tried, "0:reveal @0")
    tried._score_deal("quiet", {"n": 3})
    return tried.history[-1]


def pairs_for_empty_slot(game: Game) -> set[str]:
    return {str(move)[2:] for move in game.legal_moves(0) if len(move.cards) == 2}


GOING_OUT = "meld AC 5C 9C KC"

CASES = (
    RuleCase("hand", 9, first_hands_position, "", lambda game: len(game.cards(HAND[0])), 7, 9),
    RuleCase("hand", 10, first_hands_position, "", lambda game: len(game.cards(HAND[0])), 7, 10),
    RuleCase(
        "lower_card", "value", first_pair_position, "",
        read_after("0:lay KC TC", lambda game: texts(game.cards(SLOT[0]))), "TC KC", "KC TC",
    ),
    RuleCase("starter", "dealer", last_layer_position, "lay 2C 5C", lambda game: game.active_seat, 1, 0),
    RuleCase(
        "mismatch_penalty", "discarder", covered_card_position, "reveal @0",
        lambda game: game.mismatches_to_pay, (1, 1), (0, 1),
    ),
    RuleCase(
        "bluff_discards", True, open_piles_position, "",
        lambda game: {str(m)[2:] for m in game.legal_moves(0) if m.verb == "discard" and m.to < 2},
        {"discard 8S @0", "discard 3D @0"},
        {f"discard {card} @{slot}" for card in ("8S", "3D", "QH") for slot in (0, 1)},
    ),
    RuleCase(
        "blind_discard", True, open_piles_position, "",
        lambda game: {str(m)[2:] for m in game.legal_moves(0) if m.verb == "blind"}, set(), {"blind @0", "blind @1"},
    ),
    RuleCase(
        "block", "free", block_position, "", moves, {"take 9C", "stock"}, {"take 9C", "take 9H", "take 4H", "stock"},
    ),
    RuleCase(
        "refill", "matching", empty_slot_position, "", pairs_for_empty_slot,
        {"discard 5C 8S @1", "discard 5C QH @1", "discard 8S QH @1"}, set(),
    ),
    RuleCase("stock_end", "deal_ends", empty_stock_position, "none", lambda game: len(game.history), 0, 1),
    RuleCase(
        "sets_per_turn", "any", two_sets_position, "",
        read_after("0:meld 2S 5S 9S KS", lambda game: game.active_seat), 1, 0,
    ),
    RuleCase(
        "add_cards", "own_sets", addition_position, "", read_after("0:none", moves), set(), {"add 6S", "keep"},
    ),
    RuleCase(
        "add_cards", "any_set", addition_position, "", read_after("0:none", moves), set(),
        {"add 6S", "add 7D", "keep"},
    ),
    RuleCase(
        "corner", True, corner_position, "", lambda game: game.points_of_set(game.legal_moves(0)[0].cards), 16, 52,
    ),
    RuleCase("answering_ace", True, chain_position, "", moves, {"let_go"}, {"rope AS", "let_go"}),
    RuleCase(
        "safe_flush", True, straight_flush_position, "",
        read_after("0:meld 3C 4C 5C 6C", lambda game: game.ask.what == "lasso"), True, False,
    ),
    RuleCase("bonus", 25, pose_going_out(), GOING_OUT, last_deal, (125, -31), (50, -31)),
    RuleCase("bonus", 50, pose_going_out(), GOING_OUT, last_deal, (125, -31), (75, -31)),
    RuleCase(
        "last_round", "equal_turns", pose_going_out(), "",
        read_after("0:" + GOING_OUT, lambda game: len(game.history)), 1, 0,
    ),
    RuleCase("mismatch_points", 0, covered_card_position, "", score_mismatch, (-37, -43), (-27, -33)),
    RuleCase("mismatch_points", 5, covered_card_position, "", score_mismatch, (-37, -43), (-32, -38)),
    RuleCase("mismatch_points", 20, covered_card_position, "", score_mismatch, (-37, -43), (-47, -53)),
    RuleCase(
        "caught_card", "returned", covered_card_position, "reveal @0", lambda game: len(game.cards(HAND[1])), 3, 4,
    ),
    RuleCase("lasso_ace", "any", roping_position, "", moves, {"let_go"}, {"throw AD", "let_go"}),
    RuleCase("ace_in_hand", 2, pose_going_out(), GOING_OUT, last_deal, (125, -31), (125, -11)),
    RuleCase("ace_in_hand", 11, pose_going_out(), GOING_OUT, last_deal, (125, -31), (125, -20)),
    RuleCase("target", 1000, pose_going_out(400, 0), GOING_OUT, is_over, True, False),
    RuleCase("deals", 1, pose_last_deal(1), GOING_OUT, is_over, False, True),
    RuleCase("deals", 3, pose_last_deal(3), GOING_OUT, is_over, False, True),
    RuleCase("deals", 5, pose_last_deal(5), GOING_OUT, is_over, False, True),
    RuleCase("target", 250, pose_going_out(200, 0), GOING_OUT, is_over, False, True),
)  # fmt: skip

FACTS = GameFacts(
    CASES,
    target_score=500,
    joint_question="lasso",
    laying_words=("discard", "lay"),
    rare_reactions=frozenset({"mismatch_own", "out_round"}),
    blunder_seed=302,
    judged_seeds=(3,),
    random_cost=22.0,
    lab_rule={"mismatch_penalty": "discarder"},
    plies="≥ 20000",
    ladder=LadderPlan(
        4,
        (150, 150, 600),
        (12, 3, 3),
        8,
        80,
        choices={"easy": (20, 1), "medium": (20, 1), "hard": (30, 1), "master": (20, 7)},
        calibration={"master": 60},
    ),
    rated_matches=(400, 45),
)
