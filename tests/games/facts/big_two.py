"""Facts about Big Two for the tests of all games: rule cases, seeds, sizes of the benchmarks."""

from typing import Any

from engine.cards import parse, texts
from engine.game import Game
from engine.games.big_two import BigTwoOptions
from tests.games.big_two import hands_of, make_position, play_lines
from tests.support.game_facts import GameFacts, LadderPlan
from tests.support.rule_cases import MakePosition, RuleCase, asked_seats, is_over, last_deal, moves


def pose_climbing(*hands: str, lines: tuple[str, ...] = (), leader: int = 0, opening: bool = False) -> MakePosition:
    """Return a function that builds a position with these hands after these moves."""

    def pose(**rules: Any) -> Game:
        game = make_position(*hands, leader=leader, rules=BigTwoOptions(**rules), opening=opening)
        return play_lines(game, *lines)

    return pose


def pose_last_card(deals: int) -> MakePosition:
    """Return a function that builds a position after ``deals`` deals, in which seat 0 has only the two of spades
    left."""

    def pose(**rules: Any) -> Game:
        game = make_position("2S", *hands_of(4, 7, 13), rules=BigTwoOptions(**rules))
        game.history, game.deal_number = ((0, 0, 0, 0),) * deals, deals + 1
        return game

    return pose


FLUSH_HANDS = ("3C 5C 8C JC AC 9H", "TS", "JS", "4D 7D TD KD AD 6S")
CASES = (
    RuleCase(
        "pass_rule", "locked_out",
        pose_climbing("5C KS 4D", "6C AH", "9S TH", "8C JH", lines=("0:play 5C", "1:pass", "2:play 9S", "3:pass")),
        "play KS", asked_seats, (1,), (2,),
    ),
    RuleCase(
        "flush_compare", "all_ranks_then_suit",
        pose_climbing(*FLUSH_HANDS, leader=3, lines=("3:play 4D 7D TD KD AD",)),
        "", moves, {"play AC 3C 5C 8C JC", "pass"}, {"pass"},
    ),
    RuleCase(
        "flush_compare", "suit_first",
        pose_climbing("3H 5H 8H JH QH 9D", "TS", "JS", "4C 7C TC KC AC 6S", leader=3, lines=("3:play 4C 7C TC KC AC",)),
        "", moves, {"pass"}, {"play 3H 5H 8H JH QH", "pass"},
    ),
    RuleCase(
        "open_with_3d", "any_hand_containing",
        pose_climbing("3D 3C 9H", "9S", "TS", "JS", opening=True), "", moves, {"play 3D"}, {"play 3D", "play 3C 3D"},
    ),
    RuleCase("scoring", "hk", pose_last_card(0), "play 2S", last_deal, (24, -4, -7, -13), (50, -4, -7, -39)),
    RuleCase("match", 1, pose_last_card(0), "play 2S", is_over, False, True),
    RuleCase("match", 10, pose_last_card(4), "play 2S", is_over, True, False),
    RuleCase(
        "four_plus_one", True, pose_climbing("7D 7C 7H 7S 3D", "9S", "TS", "JS"), "",
        lambda game: {texts(m.cards) for m in game.legal_moves(0) if len(m.cards) == 5}, set(), {"3D 7C 7D 7H 7S"},
    ),
)  # fmt: skip

FACTS = GameFacts(
    CASES,
    deduced_cards=frozenset({parse("3D")}),
    rare_reactions=frozenset({"quads", "four_plus_one", "straight_flush"}),
    judged_seeds=(5, 6),
    random_cost=3.0,
    lab_rule={"scoring": "hk"},
    ladder=LadderPlan(
        4,
        (150, 150, 600),
        (40, 60, 8),
        10,
        150,
        choices={"easy": (40, 1), "medium": (40, 1), "hard": (40, 1), "master": (24, 3)},
        calibration={"master": 60},
    ),
    rated_matches=(1500, 220),
)
