"""Facts about a game for the tests of all games; ``tests/games/facts/<slug>.py`` holds them for each game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.cards import Card
from tests.support.rule_cases import RuleCase


class LadderPlan(NamedTuple):
    """Numbers of deals for ``tests/bench/ladder.py``; each deal is played from every seat."""

    seats: int
    steps: tuple[int, int, int]
    """Deals with one player of a level among players of the level below, from medium among easy to master among
    hard."""
    yardsticks: tuple[int, int, int]
    """Deals of the master and of the cheat among greedy players, of one greedy player among masters, and of the cheat
    among masters."""
    ismcts: int
    """Deals of a master among tree searches (ISMCTS); 0: none."""
    styles: int
    """Deals of each character at each level below master."""
    choices: Mapping[str, tuple[int, int]] = MappingProxyType(
        {"easy": (30, 1), "medium": (30, 1), "hard": (30, 1), "master": (12, 3)}
    )
    """Level -> number of deals, and one in how many decisions is compared between characters."""
    calibration: Mapping[str, int] = MappingProxyType({"hard": 2, "master": 60})
    """Level -> deals in which forecasts are compared with results; the level itself may make none."""
    random_set_deals: int = 1500
    """Maximum number of deals of each step under a random set of house rules."""


_LADDER = LadderPlan(4, (150, 150, 150), (40, 20, 8), 10, 150)


@dataclass(frozen=True)
class GameFacts:
    """Facts about one game, for the tests of all games. A new game needs only ``cases``; a failing test demands the
    rest."""

    cases: tuple[RuleCase, ...]
    """A position in which it matters, for every non-standard value of every house rule."""
    deduced_cards: frozenset[Card] = frozenset()
    """Cards whose position every seat can deduce without having seen them."""
    target_score: int = 0
    """Winning score by the standard rules; 0 if no score ends the match."""
    joint_question: str = ""
    """A question that several seats answer at the same time; empty if there is none."""
    laying_words: tuple[str, ...] = ("play",)
    """First words of the log's lines about cards laid from a hand; empty if there are none."""
    rare_reactions: frozenset[str] = frozenset()
    """Announcements with a reaction of a face that random matches may never reach."""
    is_lesson_won: bool = True
    """Whether the lesson ends with the pupil winning the deal."""

    blunder_seed: int = 301
    """Seed of a match in which one move can lose much; ``tests/bench/review_accuracy.md`` lists forty of them."""
    blunder_deals: int = 1
    """Number of deals of that match."""
    judged_seeds: Sequence[int] = (1, 2)
    """Seeds of enough matches for their reviews to rate weak players below good ones."""
    pictured_seed: int = 3
    """Seed of a match whose review has several decisions, for the pictures."""

    review_deals: int = 1
    """Deals that ``tests/bench/review_accuracy.py`` judges together; more than 1 if a deal has hardly any decision."""
    random_cost: float = 1.0
    """Average loss of a random legal move, in points; a blunder loses at least as much."""
    lab_rule: Mapping[str, Any] = field(default_factory=dict)
    """A typical house rule for ``tests/bench/lab_stability.py``."""
    plies: str = "≥ 40000"
    """Target for random moves per second, as shown in the report."""
    master_memory: str = ""
    """Target for the memory of a master's process in MB, as shown in the report."""
    ladder: LadderPlan = _LADDER
    """Numbers of deals that take about eight minutes on two cores; ``--scale`` multiplies them."""
    rated_matches: tuple[int, int] = (1000, 150)
    """Numbers of matches in ``tests/bench/level_ratings.py`` without and with a master."""
