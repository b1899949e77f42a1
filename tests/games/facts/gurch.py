"""Facts about Gurch for the tests of all games: rule cases, seeds, sizes of the benchmarks."""

from typing import Any

from engine.games.gurch import Gurch
from engine.moves import Move
from tests.games.gurch import find_deal, play, swap, trick_position
from tests.support.game_facts import GameFacts, LadderPlan
from tests.support.rule_cases import MakePosition, RuleCase, is_over, last_deal, plays, set_scores, verbs


def pose_following(hand: str, *others: str, led: tuple[str, ...]) -> MakePosition:
    """Return a function that builds a position in which seat 0 follows the plays of seats 1, 2, …."""

    def pose(**rules: Any) -> Gurch:
        size = len(hand.split())
        return play(trick_position(hand, *others, leader=1, size=size, **rules), *led)

    return pose


def vote_position(**rules: Any) -> Gurch:
    """Return a position in which seat 0 is to vote, after five seats swapped a card and the others voted 5, 4, 4 and
    1."""
    game = find_deal(lambda game: game.starter == 1, 5, **rules)
    for _ in range(5):
        swap(game, 1)
    for seat, number in zip(range(1, 5), (5, 4, 4, 1), strict=True):
        game.play(Move(seat, "vote", to=number))
    return game


def swap_limit_position(**rules: Any) -> Gurch:
    """Return a position with two cards in the stock, after four of six seats swapped five cards each; seat 0 is
    next."""
    game = find_deal(lambda game: game.starter == 2, 6, **rules)
    for _ in range(4):
        swap(game, 5)
    return game


LAST_TRICK = pose_following("A 3", "K J", "4 5", "2 Q", led=("K", "4", "2"))
"""Seat 0 wins the trick and goes out with the 3 against jack, five and queen."""
TIED_TRICK = pose_following("A 3", "K 3", "4 9", "2 Q", led=("K", "4", "2"))
"""``LAST_TRICK`` with another 3 in seat 1."""


def pose_near_end(*scores: int) -> MakePosition:
    """Return a function that builds ``LAST_TRICK`` with these earlier scores."""
    return lambda **rules: set_scores(LAST_TRICK(**rules), *scores)


CASES = (
    RuleCase(
        "benchmark", "lead",
        pose_following("A Q 7 3 2", "8 8 5 5 4", "K K 6 6 4", led=("8 8", "K K")),
        "", plays, {"2 A"}, {"2 A", "2 Q"},
    ),
    RuleCase(
        "equal_and_sacrifice", True,
        pose_following("K 8 5 3 2", "K K 4 4 4", led=("K K",)),
        "", plays, {"2 3"}, {"2 K"},
    ),
    RuleCase("vote_rule", "strict_majority", vote_position, "vote @5", lambda game: game.voted_number, 4, 1),
    RuleCase(
        "tie_break", "split", TIED_TRICK, "A",
        lambda game: (game.contest, game.history[-1:]), ("low", ()), ("", ((6, 6, 0, 0),)),
    ),
    RuleCase("swap_exhaustion", "limit", swap_limit_position, "", verbs, {"swap", "pat"}, {"pat"}),
    RuleCase("loser_pays", True, LAST_TRICK, "A", last_deal, (12, 0, 0, 0), (12, 0, 0, -12)),
    RuleCase("target", 0, LAST_TRICK, "A", is_over, False, True),
    RuleCase("target", 100, pose_near_end(45, 0, 0, 0), "A", is_over, True, False),
)  # fmt: skip

FACTS = GameFacts(
    CASES,
    target_score=50,
    joint_question="vote",
    rare_reactions=frozenset({"shared"}),
    judged_seeds=range(1, 25),
    blunder_seed=4,
    pictured_seed=5,
    review_deals=2,
    random_cost=0.9,
    lab_rule={"benchmark": "lead"},
    ladder=LadderPlan(
        4,
        (200, 200, 600),
        (150, 30, 30),
        20,
        300,
        choices={"easy": (100, 1), "medium": (100, 1), "hard": (100, 1), "master": (32, 3)},
        calibration={"master": 60},
    ),
    rated_matches=(700, 90),
    master_memory="< 60",
)
