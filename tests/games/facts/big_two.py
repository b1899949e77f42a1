"""Facts about Big Two for the tests of all games: rule cases, seeds, sizes of the benchmarks."""

from typing import Any

from engine.cards import parse, texts
from engine.game import Game
from engine.games.big_two import BigTwoOptions
from engine.rng import Rng
from tests.games.big_two import hands_of, make_position, play_lines
from tests.support.game_facts import GameFacts, LadderPlan
from tests.support.rule_cases import MakePosition, ReadOutcome, RuleCase, asked_seats, is_over, last_deal, moves


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


def pose_dealt(*hands: str) -> MakePosition:
    """Return a function that builds the beginning of a deal with these hands."""

    def pose(**rules: Any) -> Game:
        game = make_position(*hands, rules=BigTwoOptions(**rules))
        game.begin_play()
        game.take_events()
        return game

    return pose


def pose_last_deal(**rules: Any) -> Game:
    """Return a position in which seat 0 can win a deal, and another seat holds the lowest card of the next one."""
    game = make_position("5C", *hands_of(4, 4, 4), rules=BigTwoOptions(**rules))
    game.rng = Rng(5)
    return game


def plays_of(number: int) -> ReadOutcome:
    """Return a function that lists seat 0's legal plays of ``number`` cards."""
    return lambda game: {texts(move.cards) for move in game.legal_moves(0) if len(move.cards) == number}


FLUSH_HANDS = ("3C 5C 8C JC AC 9H", "TS", "JS", "4D 7D TD KD AD 6S")
JACK_TO_TWO, ACE_TO_FIVE, TWO_TO_SIX = "AS 2D JC QD KH", "AS 2D 3C 4D 5H", "2D 3C 4D 5H 6H"
pose_straights = pose_climbing("AS 2D 3C 4D 5H 6H JC QD KH", "TS", "JS", "QS")
DRAGON = "3D 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C"
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
    RuleCase(
        "tribute", "best_card", pose_last_deal, "play 5C",
        lambda game: (game.ask.what, asked_seats(game)), ("play", (1,)), ("give_back", (0,)),
    ),
    RuleCase("next_opener", "last_winner", pose_last_deal, "play 5C", asked_seats, (1,), (0,)),
    RuleCase(
        "last_card", "highest_single", pose_climbing("5C KS 4D 4C", "6C", "9S TH", "8C JH"),
        "", moves, {"play 4C", "play 4D", "play 5C", "play KS", "play 4C 4D"}, {"play KS", "play 4C 4D"},
    ),
    RuleCase("control", "all_pass", pose_climbing("2S 4D", "6C", "9S TH", "8C JH"), "play 2S", asked_seats, (0,), (1,)),
    RuleCase(
        "suits", "cdhs", pose_climbing("7D 3S", "7C 9C", leader=1, lines=("1:play 7C", "2:pass", "3:pass")),
        "", moves, {"pass"}, {"play 7D", "pass"},
    ),
    RuleCase(
        "suits", "cshd", pose_climbing("7D 3S", "7S 9C", leader=1, lines=("1:play 7S", "2:pass", "3:pass")),
        "", moves, {"pass"}, {"play 7D", "pass"},
    ),
    RuleCase(
        "four_cards", "quads", pose_climbing("4C 4D 4H 4S 9D 9C", "TS", "JS", "QS"), "", plays_of(4),
        {"4C 4D 4H 4S", "4C 4D 9C 9D", "4C 4H 9C 9D", "4C 4S 9C 9D", "4D 4H 9C 9D", "4D 4S 9C 9D", "4H 4S 9C 9D"},
        {"4C 4D 4H 4S"},
    ),
    RuleCase(
        "four_cards", "none", pose_climbing("4C 4D 4H 4S", "TS", "JS", "QS"), "", plays_of(4), {"4C 4D 4H 4S"}, set(),
    ),
    RuleCase("triples", False, pose_climbing("4C 4D 4H", "TS", "JS", "QS"), "", plays_of(3), {"4C 4D 4H"}, set()),
    RuleCase("straights", "no_twos", pose_straights, "", plays_of(5), {JACK_TO_TWO}, set()),
    RuleCase("straights", "ace_low_or_high", pose_straights, "", plays_of(5), {JACK_TO_TWO}, {ACE_TO_FIVE, TWO_TO_SIX}),
    RuleCase("straights", "taiwan", pose_straights, "", plays_of(5), {JACK_TO_TWO}, {ACE_TO_FIVE, TWO_TO_SIX}),
    RuleCase("straights", "hong_kong", pose_straights, "", plays_of(5), {JACK_TO_TWO}, {ACE_TO_FIVE, TWO_TO_SIX}),
    RuleCase(
        "flushes", False, pose_climbing("3C 5C 8C JC AC", "TS", "JS", "QS"), "", plays_of(5), {"AC 3C 5C 8C JC"}, set(),
    ),
    RuleCase(
        "five_cards", "same_kind",
        pose_climbing(
            "3C 5C 8C JC AC", "3S 4D 5H 6S 7D 9D", leader=1, lines=("1:play 3S 4D 5H 6S 7D", "2:pass", "3:pass")
        ),
        "", moves, {"play AC 3C 5C 8C JC", "pass"}, {"pass"},
    ),
    RuleCase(
        "bombs", True, pose_climbing("4C 4D 4H 4S 9D", "2H 3D", leader=1, lines=("1:play 2H", "2:pass", "3:pass")),
        "", moves, {"pass"}, {"play 4C 4D 4H 4S", "pass"},
    ),
    RuleCase(
        "dragon", True, pose_dealt(DRAGON, "9S 4D", "TH", "JH"), "", lambda game: game.prompt_for(0).key,
        "open_single", "lead_dragon",
    ),
    RuleCase("scoring", "hk", pose_last_card(0), "play 2S", last_deal, (24, -4, -7, -13), (50, -4, -7, -39)),
    RuleCase("scoring", "bands", pose_last_card(0), "play 2S", last_deal, (24, -4, -7, -13), (57, -4, -14, -39)),
    RuleCase(
        "scoring", "twos_cost_five", pose_climbing("5C", "2C 2D", "3S", "4S"), "play 5C", last_deal,
        (4, -2, -1, -1), (12, -10, -1, -1),
    ),
    RuleCase(
        "scoring", "by_rank", pose_climbing("5C", "AC KD", "3S", "TS 2C"), "play 5C", last_deal,
        (5, -2, -1, -2), (26, -11, -3, -12),
    ),
    RuleCase("scoring", "places", pose_climbing("5C", "6C 7D", "8S", "9S"), "play 5C", asked_seats, (0,), (1,)),
    RuleCase("match", 1, pose_last_card(0), "play 2S", is_over, False, True),
    RuleCase("match", 10, pose_last_card(4), "play 2S", is_over, True, False),
    RuleCase("match", "to_50", pose_last_card(4), "play 2S", is_over, True, False),
    RuleCase("match", "to_100", pose_last_card(4), "play 2S", is_over, True, False),
    RuleCase(
        "four_plus_one", True, pose_climbing("7D 7C 7H 7S 3D", "9S", "TS", "JS"), "",
        lambda game: {texts(m.cards) for m in game.legal_moves(0) if len(m.cards) == 5}, set(), {"3D 7C 7D 7H 7S"},
    ),
)  # fmt: skip

FACTS = GameFacts(
    CASES,
    deduced_cards=frozenset({parse("3D")}),
    rare_reactions=frozenset({"quads", "four_plus_one", "straight_flush"}),
    judged_seeds=(5,),
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
