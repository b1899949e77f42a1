"""Facts about Pass the Ace for the tests of all games: rule cases, seeds, sizes of the benchmarks."""

from typing import Any

from engine.game import Game
from engine.games.pass_the_ace import PassTheAceOptions
from tests.games.pass_the_ace import play_verbs, position
from tests.support.game_facts import GameFacts, LadderPlan
from tests.support.rule_cases import MakePosition, RuleCase, verbs


def pose_dealing(held: str, *lives: int) -> MakePosition:
    """Return a function that builds a position in which seat 0 deals and acts last; the others have stuck."""

    def pose(**rules: Any) -> Game:
        options = PassTheAceOptions(**rules)
        given = lives or (options.lives,) * len(held.split())
        game = position(held, given, dealer=0, **{key: value for key, value in rules.items() if key != "lives"})
        game.options = options
        while game.seats_to_act() != (0,):
            play_verbs(game, "stick")
        return game

    return pose


CASES = (
    *(
        RuleCase(
            "lives", lives, pose_dealing("2 9 5"), "stick",
            lambda game: game.lives, (2, 3, 3), (lives - 1, lives, lives),
        )
        for lives in (1, 2, 4, 5)
    ),
    RuleCase("dealer_swap", "deck_only", pose_dealing("2 9 5"), "", verbs,
         {"stick", "swap", "draw"}, {"stick", "draw"}),
    RuleCase(
        "king_may_swap", False, lambda **rules: position("K 9 7", **rules),
        "", verbs, {"stick", "swap"}, {"stick"},
    ),
    RuleCase("double_game", "survivors_only", pose_dealing("6 6 6 -", 1, 1, 1, 0), "stick",
         lambda game: game.lives, (3, 3, 3, 3), (3, 3, 3, 0)),
    RuleCase("double_game", "off", pose_dealing("6 6 6 -", 1, 1, 1, 0), "stick",
         lambda game: game.outcome.winners if game.outcome else (), (), (0, 1, 2)),
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
