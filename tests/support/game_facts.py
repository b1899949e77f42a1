"""What tests of all games need to know about a game; each ``tests/games/facts/<slug>.py`` makes a specimen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.cards import Card
from tests.support.rule_cases import RuleCase


class LadderPlan(NamedTuple):
    """Amounts that ``tests/bench/level_strength.py`` plays: deals for each step, from random < easy to hard <
    master."""

    alternating_seats: int
    alternating_deals: tuple[int, int, int, int]
    """Deals of A B A B …"""
    seats: int
    """Seats of the line-ups with one player among others."""
    single_player_deals: tuple[int, int, int, int]
    """Deals of one A among B."""
    match_seats: int
    matches: tuple[int, int, int, int]
    """Whole matches of A B A B …; 0 if a match is a single deal."""
    yardsticks: tuple[int, int, int]
    """Deals of the master and of the cheat among greedy players, of one greedy player among masters, and of the cheat
    among masters."""
    ismcts: tuple[int, int, int]
    """Deals of master and tree search alternating, of the master among tree searches, and alternating with ten times
    the time for the tree search; 0: none."""
    styles: int
    """Deals of each character at each level below master."""
    choices: Mapping[str, tuple[int, int]] = MappingProxyType(
        {"easy": (30, 1), "medium": (30, 1), "hard": (30, 1), "master": (12, 3)}
    )
    """Level -> deals in which characters are asked what they would do, and of how many decisions they are asked one."""
    calibration: Mapping[str, int] = MappingProxyType({"hard": 2, "master": 60})
    """Level -> deals in which forecasts are compared with results; the level itself may make none."""


_LADDER = LadderPlan(4, (200, 200, 200, 80), 4, (200, 200, 200, 80), 4, (0, 0, 0, 0), (40, 20, 8), (10, 0, 0), 150)


@dataclass(frozen=True)
class GameFacts:
    """One game, for tests of all games. A new game needs only ``cases``; a failing test asks for the rest."""

    cases: tuple[RuleCase, ...]
    """For every value of every house rule but the standard one, a position in which it matters."""
    deduced_cards: frozenset[Card] = frozenset()
    """Cards that everybody can place without having seen them."""
    target_score: int = 0
    """Points that win a match by the standard rules; 0 if points don't end it."""
    joint_question: str = ""
    """An ask that several seats answer at the same time; empty if there is none."""
    open_hands: tuple[int, ...] = (3, 8, 13)
    """Sizes of hands that an opponent may show, in cards."""
    laying_words: tuple[str, ...] = ("play",)
    """Words that begin the log's lines about cards laid from a hand; empty if none are."""
    is_lesson_won: bool = True
    """Whether the lesson ends with the pupil winning the deal."""

    blunder_seed: int = 301
    """Seed of a match in which one move can lose much; ``tests/bench/review_accuracy.md`` has the figures of forty of
    them."""
    blunder_deals: int = 1
    """Number of its deals."""
    judged_seeds: Sequence[int] = (1, 2)
    """Seeds of enough matches for their reviews to show that weak players lose more than good ones."""
    pictured_seed: int = 3
    """Seed of a match whose review has several decisions, for the pictures."""

    review_deals: int = 1
    """Deals that ``tests/bench/review_accuracy.py`` judges together; more than 1 if a single deal has hardly a
    decision."""
    random_cost: float = 1.0
    """Points that a random legal move costs on average: a blunder costs at least as much."""
    lab_rule: Mapping[str, Any] = field(default_factory=dict)
    """A typical house rule for ``tests/bench/lab_stability.py``."""
    plies: str = "≥ 40000"
    """Target for random moves per second."""
    master_memory: str = ""
    """Target for the memory, in MB, of a process in which masters think."""
    ladder: LadderPlan = _LADDER
    """Amounts that take about eight minutes on two cores; ``--scale`` multiplies them."""
    rated_matches: tuple[int, int] = (1000, 150)
    """Numbers of matches that ``tests/bench/level_ratings.py`` plays without and with a master."""
