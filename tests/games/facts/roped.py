"""Facts about RoPeD for the tests of all games: rule cases, seeds, sizes of the benchmarks."""

from typing import Any

from engine.game import Game
from engine.games.roped import Roped
from engine.moves import Move, Pile
from tests.games.roped import position
from tests.support.game_facts import GameFacts, LadderPlan
from tests.support.rule_cases import MakePosition, RuleCase, is_over, last_deal, moves, set_scores


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


CASES = (
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
    RuleCase("lasso_ace", "any", roping_position, "", moves, {"let_go"}, {"throw AD", "let_go"}),
    RuleCase("ace_in_hand", 2, pose_going_out(), "meld AC 5C 9C KC", last_deal, (125, -31), (125, -11)),
    RuleCase("ace_in_hand", 11, pose_going_out(), "meld AC 5C 9C KC", last_deal, (125, -31), (125, -20)),
    RuleCase("target", 250, pose_going_out(200, 0), "meld AC 5C 9C KC", is_over, False, True),
)  # fmt: skip

FACTS = GameFacts(
    CASES,
    target_score=500,
    joint_question="lasso",
    laying_words=("discard", "lay"),
    rare_reactions=frozenset({"mismatch_own"}),
    blunder_seed=302,
    judged_seeds=(1,),
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
