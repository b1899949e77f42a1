"""Facts about Pass the Ace for the tests of all games: rule cases, seeds, sizes of the benchmarks."""

from dataclasses import replace
from typing import Any

from engine.game import Game
from engine.games.pass_the_ace.table import TRASH
from tests.games.pass_the_ace import held_ranks, play_verbs, position
from tests.support.game_facts import GameFacts, LadderPlan
from tests.support.rule_cases import MakePosition, RuleCase, verbs


def pose(held: str, dealer: int, *lives: int, stock: str = "") -> MakePosition:
    """Return a function that builds a position in which seat 0 is to act; the seats before it have stuck."""

    def make(**rules: Any) -> Game:
        start = rules.pop("lives", 0)
        game = position(held, lives or (start,) * len(held.split()) * bool(start), stock, dealer=dealer, **rules)
        game.options = replace(game.options, lives=start or game.options.lives)
        while game.seats_to_act() != (0,):
            play_verbs(game, "stick")
        return game

    return make


def pose_dealing(held: str, *lives: int, stock: str = "") -> MakePosition:
    """Return a function that builds a position in which seat 0 deals and acts last; the others have stuck."""
    return pose(held, 0, *lives, stock=stock)


def winners(game: Game) -> tuple[int, ...]:
    return game.outcome.winners if game.outcome else ()


def lives(game: Any) -> tuple[int, ...]:
    return tuple(game.lives)


CASES = (
    *(
        RuleCase(
            "lives", count, pose_dealing("2 9 5"), "stick", lives, (2, 3, 3), (count - 1, count, count),
        )
        for count in (1, 2, 4, 5)
    ),
    RuleCase("pack", "shuffled", pose_dealing("2 9 5"), "stick", lambda game: len(game.cards(TRASH)), 3, 0),
    RuleCase("dealer_cards", "best_of_three", pose("4 9 5", 1), "", verbs, {"stick", "swap"}, {"stick", "draw"}),
    RuleCase("blocked", "next_neighbour", pose("4 K 9", 2), "swap", held_ranks, "4 K 9", "9 K 4"),
    RuleCase("announce", "silence", pose("6 3 9", 2), "swap",
         lambda game: game.announcements[-1].what, "modi", "exchange"),
    RuleCase("ace", "high", pose_dealing("A 9 5"), "stick", lives, (2, 3, 3), (3, 3, 2)),
    RuleCase("kings", "at_once", pose("4 K 9", 2), "", verbs, {"stick", "swap"}, {"stick"}),
    RuleCase("kung", "costs_life", pose_dealing("9 K 5"), "swap", lives, (3, 3, 2), (2, 3, 2)),
    RuleCase("kung", "ends_round", pose("4 K 9", 2), "swap", lambda game: len(game.history), 0, 1),
    RuleCase("drawn_king", "refused", pose_dealing("2 9 5", stock="K"), "draw", lives, (3, 3, 2), (2, 3, 3)),
    RuleCase("lucky_draw", "others_lose", pose_dealing("2 9 5", stock="2"), "draw", lives, (2, 3, 3), (3, 2, 2)),
    RuleCase("ties", "cancel", pose_dealing("3 9 3"), "stick", lives, (2, 3, 2), (3, 2, 3)),
    RuleCase("ties", "safe", pose_dealing("3 9 3"), "stick", lives, (2, 3, 2), (3, 3, 3)),
    RuleCase("all_equal", "nobody", pose_dealing("6 6 6"), "stick", lives, (2, 2, 2), (3, 3, 3)),
    RuleCase("ace_costs", 2, pose_dealing("A 9 5"), "stick", lives, (2, 3, 3), (1, 3, 3)),
    RuleCase("extra_life", "first", pose_dealing("2 9 5", 1, 3, 3), "stick", lives, (0, 3, 3), (1, 3, 3)),
    RuleCase("extra_life", "everybody", pose_dealing("2 9 5"), "stick", lives, (2, 3, 3), (3, 4, 4)),
    RuleCase("dealer_swap", "deck_only", pose_dealing("2 9 5"), "", verbs,
         {"stick", "swap", "draw"}, {"stick", "draw"}),
    RuleCase(
        "king_may_swap", False, lambda **rules: position("K 9 7", **rules),
        "", verbs, {"stick", "swap"}, {"stick"},
    ),
    RuleCase("double_game", "survivors_only", pose_dealing("6 6 6 -", 1, 1, 1, 0), "stick",
         lives, (3, 3, 3, 3), (3, 3, 3, 0)),
    RuleCase("double_game", "replay", pose_dealing("6 6 6 -", 1, 1, 1, 0), "stick",
         lives, (3, 3, 3, 3), (1, 1, 1, 0)),
    RuleCase("double_game", "draw", pose_dealing("6 6 6 -", 1, 1, 1, 0, stock="2 5 Q"), "stick", winners, (), (1,)),
    RuleCase("double_game", "off", pose_dealing("6 6 6 -", 1, 1, 1, 0), "stick", winners, (), (0, 1, 2)),
)  # fmt: skip

FACTS = GameFacts(
    CASES,
    laying_words=(),
    is_lesson_won=False,  # the lesson ends with a king that can't be taken
    blunder_deals=6,
    judged_seeds=range(1, 7),
    review_deals=4,
    random_cost=0.17,
    lab_rule={"lives": 5},
    ladder=LadderPlan(
        4,
        (1500, 1500, 1500),
        (500, 200, 200),
        400,
        1000,
        choices={"easy": (800, 1), "medium": (800, 1), "hard": (800, 1), "master": (600, 1)},
        calibration={"master": 300},
    ),
    rated_matches=(4000, 900),
)
