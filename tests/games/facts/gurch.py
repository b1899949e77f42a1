"""Facts about Gurch for the tests of all games: rule cases, seeds, sizes of the benchmarks."""

from functools import partial
from typing import Any

from engine.games.gurch import Gurch
from engine.games.gurch.piles import HAND, UP_CARD
from engine.moves import Move
from tests.games.gurch import find_deal, new_game, play, play_verbs, set_hands, swap, trick_position, vote
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


def shown_card_position(**rules: Any) -> Gurch:
    """Return a position in which seat 0, the only seat that swapped, has voted for a swap of one card."""
    game = find_deal(lambda game: game.starter == 0, **rules)
    swap(game, 1)
    play_verbs(game, "pat", "pat", "pat")
    vote(game, 1)
    return game


def deal_position(**rules: Any) -> Gurch:
    """Return a position after the deal in which seat 0 starts, by these rules and by the standard ones."""
    for seed in range(200):
        game = new_game(4, seed, **rules)
        if game.seats_to_act() == (0,) == new_game(4, seed).seats_to_act() and game.dealer == 3:
            return game
    raise AssertionError(f"no deal with {rules}")


def hand_size_of(game: Gurch) -> int:
    return len(game.cards(HAND[0])) + len(game.cards(UP_CARD[0]))


LAST_TRICK = pose_following("A 3", "K J", "4 5", "2 Q", led=("K", "4", "2"))
"""Seat 0 wins the trick and goes out with the 3 against jack, five and queen."""
TIED_TRICK = pose_following("A 3", "K 3", "4 9", "2 Q", led=("K", "4", "2"))
"""``LAST_TRICK`` with another 3 in seat 1."""


def pose_near_end(*scores: int) -> MakePosition:
    """Return a function that builds ``LAST_TRICK`` with these earlier scores."""
    return lambda **rules: set_scores(LAST_TRICK(**rules), *scores)


def pose_after_deals(count: int) -> MakePosition:
    """Return a function that builds ``LAST_TRICK`` as the deal after this many deals without points."""

    def pose(**rules: Any) -> Any:
        game = set_scores(LAST_TRICK(**rules), 0, 0, 0, 0)
        game.history, game.deal_number = ((0,) * game.seats,) * count, count + 1
        return game

    return pose


def minigame_position(**rules: Any) -> Gurch:
    """Return a position in the first trick of a minigame, in which seat 0 follows a king with its lowest card."""
    game = play(trick_position("2 3", "A 3", "4 9", "2 Q", leader=1, **rules), "A", "4", "2", "2")
    play_verbs(game, "keep", "keep")
    set_hands(game, "2 9 T", "K 5 6")
    return play(game, "K")


def penalty(game: Gurch) -> tuple[tuple[int, ...], bool]:
    """Return the points of the last deal, and whether seat 3 is out of the match."""
    return last_deal(game), game.is_out(3)


PRIZE, PENALTY = ((12, 0, 0, 0), False), (0, 0, 0, -12)
CASES = (
    *(RuleCase("hand", size, deal_position, "", hand_size_of, 5, size) for size in (6, 7)),
    RuleCase("next_hand", "loser_card", LAST_TRICK, "A", lambda game: game.hand_size, 5, 10),
    RuleCase("starter", "left_of_dealer", deal_position, "", lambda game: len(game.cards(UP_CARD[0])), 1, 0),
    RuleCase("swaps", "once", deal_position, "", verbs, {"start", "swap"}, {"swap", "keep"}),
    RuleCase("swaps", "none", deal_position, "", verbs, {"start", "swap"}, {"play"}),
    RuleCase("vote_rule", "strict_majority", vote_position, "vote @5", lambda game: game.voted_number, 4, 1),
    RuleCase("shown_card", "swap_first", shown_card_position, "", verbs, {"take", "reject"}, {"swap"}),
    RuleCase("swap_exhaustion", "limit", swap_limit_position, "", verbs, {"swap", "pat"}, {"pat"}),
    RuleCase("leads", "singles", partial(trick_position, "8 8 3", "9 4 2"), "", plays, {"3", "8", "8 8"}, {"3", "8"}),
    *(
        RuleCase(
            "benchmark", value,
            pose_following("9 9 7 3 2", "8 8 5 5 4", "K K 6 6 4", led=("8 8", "K K")),
            "", plays, {"2 9"}, wanted,
        )
        for value, wanted in (("current", {"2 3"}), ("lead", {"9 9"}))
    ),
    RuleCase(
        "set_cards", "each",
        pose_following("K J 7 3 2", "9 9 5 5 4", led=("9 9",)),
        "", plays, {"2 J", "2 K"}, {"J K"},
    ),
    RuleCase("ducking", True, pose_following("K 9 3 2", "9 5 5 4", led=("9",)), "", plays, {"9", "K"}, {"2", "9", "K"}),
    RuleCase(
        "equal_and_sacrifice", True,
        pose_following("K 8 5 3 2", "K K 4 4 4", led=("K K",)),
        "", plays, {"2 3"}, {"2 K"},
    ),
    RuleCase("aces", "led", pose_following("A 8 3", "A 5 4", "6 6 5", led=("A", "5")), "", plays, {"A"}, {"3"}),
    RuleCase("aces", "after", pose_following("A 8 3", "9 5 4", "A 6 5", led=("9", "A")), "", plays, {"A"}, {"3"}),
    RuleCase(
        "top_card", "six_of_clubs",
        pose_following("A 6C 3", "A 5 4", "7 6 5", led=("A", "5")),
        "", plays, {"A"}, {"6", "A"},
    ),
    *(
        RuleCase("penalty_limit", limit, pose_near_end(0, 0, 0, scored), "A", penalty, PRIZE, (PENALTY, is_out))
        for limit, scored, is_out in ((30, -17, False), (22, -10, True), (21, -9, True))
    ),
    RuleCase("loser_pays", True, LAST_TRICK, "A", last_deal, (12, 0, 0, 0), (12, 0, 0, -12)),
    RuleCase(
        "tie_break", "split", TIED_TRICK, "A",
        lambda game: (game.contest, game.history[-1:]), ("low", ()), ("", ((6, 6, 0, 0),)),
    ),
    RuleCase(
        "tie_break", "carry", TIED_TRICK, "A",
        lambda game: (game.contest, game.history[-1:], game.carried), ("low", (), 0), ("", ((0, 0, 0, 0),), 12),
    ),
    RuleCase("minigame", "tricks", minigame_position, "2", lambda game: len(game.history), 1, 0),
    RuleCase(
        "loser_minigame", "always", pose_following("A 3", "K Q", "4 5", "2 Q", led=("K", "4", "2")), "A",
        lambda game: (game.contest, game.history), ("", ((12, 0, 0, 0),)), ("high", ()),
    ),
    RuleCase("target", 0, LAST_TRICK, "A", is_over, False, True),
    RuleCase("target", 100, pose_near_end(45, 0, 0, 0), "A", is_over, True, False),
    *(RuleCase("deals", count, pose_after_deals(count - 1), "A", is_over, False, True) for count in (5, 10, 20)),
    *(RuleCase("cap", count, pose_after_deals(count - 1), "A", is_over, False, True) for count in (40, 20)),
)  # fmt: skip

FACTS = GameFacts(
    CASES,
    target_score=50,
    joint_question="vote",
    rare_reactions=frozenset({"shared", "top_lost"}),
    judged_seeds=range(25, 31),
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
