"""Facts about Palácio for the tests of all games: rule cases, seeds, sizes of the benchmarks."""

from collections.abc import Callable
from typing import Any

from engine.cards import RANKS, rank
from engine.games.palacio.game import HAND, PILE, Palacio
from engine.games.palacio.options import PalacioOptions
from engine.moves import TABLE, Pile
from tests.games.palacio import position
from tests.support.game_facts import GameFacts, LadderPlan
from tests.support.rule_cases import MakePosition, RuleCase, asked_seats, is_over, plays


def pose_exchange(condition: Callable[[Palacio], bool]) -> MakePosition:
    """Return a function that builds a position in which seat 0 is the last to choose its palace.

    It is from the first deal for which ``condition`` is true afterwards.
    """

    def begun(seed: int, **rules: Any) -> Palacio:
        game = Palacio(3, seed, PalacioOptions(**rules))
        for seat in (1, 2):
            game.play(game.legal_moves(seat)[0])
        game.take_events()
        return game

    def after(seed: int) -> Palacio:
        game = begun(seed)
        game.play(game.legal_moves(0)[0])
        return game

    seed = next(seed for seed in range(500) if condition(after(seed)))
    return lambda **rules: begun(seed, **rules)


def has_second_starter(game: Palacio) -> bool:
    """Whether seat 1 plays first, though only seat 2 has a three."""
    threes = {seat for seat in range(3) for card in game.cards(Pile("hand", seat)) if RANKS[rank(card)] == "3"}
    return asked_seats(game) == (1,) and threes == {2}


def opening(game: Palacio) -> tuple[int, str]:
    """Return the number of cards in the pile, and the prompt of the first seat to play."""
    return len(game.cards(PILE)), game.prompt_for(*asked_seats(game)).key


def pose_third_win(**rules: Any) -> Palacio:
    """Return a position in the third deal: seat 0 wins it, seat 1 has the most points and is last again."""
    game = position("K", "5", seats=3, others=["4 5 6", "4"], rounds=3, **rules)
    game.deal_number, game.history, game.scores = 3, ((1, 3, 0), (1, 2, 0)), (2, 5, 0)
    game.deals_won, game.times_last = (2, 1, 0), (0, 2, 0)
    return game


def winners(game: Palacio) -> tuple[int, ...]:
    return game.outcome.winners if game.outcome else ()


def begin(seats: int, seed: int, **rules: Any) -> Palacio:
    """Return a new match in which all seats but seat 0 have chosen before play."""
    game = Palacio(seats, seed, PalacioOptions(**rules))
    if len(game.seats_to_act()) > 1:
        for seat in range(1, seats):
            game.play(game.legal_moves(seat)[0])
    game.take_events()
    return game


def begins_with_first_seat(seed: int) -> bool:
    return asked_seats(Palacio(3, seed, PalacioOptions(exchange="none"))) == (0,)


FIRST_SEAT_SEED = next(filter(begins_with_first_seat, range(100)))


def pose_start(**rules: Any) -> Palacio:
    """Return a deal in which seat 0 plays first, and has not chosen its palace yet if the rules let it."""
    game = next(
        deal
        for deal in (Palacio(4, seed, PalacioOptions(**rules)) for seed in range(99))
        if deal.dealer == deal.seats - 1
    )
    for seat in asked_seats(game)[1:]:
        game.play(game.legal_moves(seat)[0])
    game.take_events()
    return game


CASES = (
    RuleCase("packs", "single", lambda **rules: begin(4, 1, **rules), "", lambda game: len(game.known), 104, 52),
    RuleCase("exchange", "choose", lambda **rules: begin(3, 1, **rules), "",
             lambda game: (game.ask.what, len(game.cards(Pile("hand", 0)))), ("exchange", 3), ("choose", 6)),
    RuleCase("exchange", "none", lambda **rules: begin(3, FIRST_SEAT_SEED, **rules), "",
             lambda game: game.ask.what, "exchange", "play"),
    RuleCase("ten_on_anything", False, lambda **rules: position("4 T 2", "K", "9 9", **rules), "", plays,
         {"T", "2"}, {"2"}),
    RuleCase(
        "four_across_turns", True, lambda **rules: position("8 9", "8 8 8", **rules), "8",
        lambda game: (len(game.cards(PILE)), asked_seats(game)), (4, (1,)), (0, (0,)),
    ),
    RuleCase(
        "fourth", "out_of_turn",
        lambda **rules: position("8 9", "8 8", seats=3, others=("4 5", "4 8"), **rules), "8",
        lambda game: game.last_player, TABLE, 0,
    ),
    RuleCase("voluntary_pickup", True, lambda **rules: position("5 7 K", "7", "9", **rules), "", plays,
         {"7", "K"}, {"7", "K", "take"}),
    RuleCase("chance", "stuck", lambda **rules: position("5", "7", "9", **rules), "", plays, {"take"},
             {"take", "chance"}),
    RuleCase("chance", "any", lambda **rules: position("9", "7", "9", **rules), "", plays, {"9"}, {"9", "chance"}),
    RuleCase("last_card", "ordinary", lambda **rules: position("T", "7", **rules), "", plays, {"T"}, {"take"}),
    RuleCase("take_one", True, lambda **rules: position("", "9", up="5 6", **rules), "", plays, {"take"}, {"5", "6"}),
    RuleCase("multi_face_up", True, lambda **rules: position("", "9", "", "Q Q 4", **rules), "", plays,
         {"Q"}, {"Q", "Q Q"}),
    RuleCase("three", "see_through", lambda **rules: position("3 9", "8", **rules), "", plays, {"9"}, {"3", "9"}),
    RuleCase("five", "lower", lambda **rules: position("4 9", "5", **rules), "", plays, {"9"}, {"4"}),
    RuleCase("five", "again", lambda **rules: position("5 9", "4", **rules), "5", asked_seats, (1,), (0,)),
    RuleCase("seven", "lower", lambda **rules: position("4 9", "7", **rules), "", plays, {"9"}, {"4"}),
    RuleCase("seven", "see_through", lambda **rules: position("7 9", "8", **rules), "", plays, {"9"}, {"7", "9"}),
    RuleCase("eight", "lower", lambda **rules: position("4 9", "8", **rules), "", plays, {"9"}, {"4"}),
    RuleCase("eight", "see_through", lambda **rules: position("8 J", "9", **rules), "", plays, {"J"}, {"8", "J"}),
    RuleCase("eight", "skip", lambda **rules: position("8 9", "5", seats=3, **rules), "8", asked_seats, (1,), (2,)),
    RuleCase("nine", "lower", lambda **rules: position("4 J", "9", **rules), "", plays, {"J"}, {"4"}),
    RuleCase("nine", "reverse", lambda **rules: position("9 J", "5", seats=3, **rules), "9", asked_seats, (1,), (2,)),
    RuleCase("jack", "sends", lambda **rules: position("J K", "5", seats=3, **rules), "J",
             lambda game: (game.ask.what, asked_seats(game)), ("play", (1,)), ("send", (0,))),
    RuleCase("queen", "reverse", lambda **rules: position("Q K", "5", seats=3, **rules), "Q", asked_seats, (1,), (2,)),
    RuleCase("two", "again", lambda **rules: position("2 9", "5", **rules), "2", asked_seats, (1,), (0,)),
    RuleCase("packs", "single", pose_start, "", lambda game: len(game.known), 104, 52),
    RuleCase("exchange", "choose", pose_start, "", lambda game: len(game.cards(HAND[0])), 3, 6),
    RuleCase("exchange", "none", pose_start, "", lambda game: game.ask.what, "exchange", "play"),
    RuleCase("opening", "empty", pose_exchange(lambda game: len(game.cards(PILE)) == 1), "as it lies",
         lambda game: len(game.cards(PILE)), 1, 0),
    RuleCase("opening", "lowest", pose_exchange(lambda game: len(game.cards(PILE)) == 1), "as it lies",
         lambda game: len(game.cards(PILE)), 1, 0),
    RuleCase("starter", "lowest_card", pose_exchange(has_second_starter), "as it lies", asked_seats, (1,), (2,)),
    RuleCase(
        "opening_special", "reshuffle", pose_exchange(lambda game: len(game.cards(PILE)) > 1), "as it lies",
        lambda game: len(game.cards(PILE)), 2, 1,
    ),
    RuleCase("play_on", True, lambda **rules: position("K", "5", seats=3, **rules), "K", is_over, True, False),
    RuleCase("match_by", "points", lambda **rules: position("K", "5", rounds=3, **rules), "K",
         lambda game: (game.deals_planned(), game.target_score()), (0, 3), (3, 0)),
    RuleCase("match_by", "losses", lambda **rules: position("K", "5", rounds=3, **rules), "K",
         lambda game: (game.deals_planned(), game.target_score()), (0, 3), (0, 0)),
    *(
        RuleCase("rounds", deals, lambda **rules: position("K", "5", **rules), "K",
             lambda game: (is_over(game), game.deal_number), (True, 1), (False, 2))
        for deals in (3, 5, 10)
    ),
)  # fmt: skip

FACTS = GameFacts(
    CASES,
    joint_question="exchange",
    judged_seeds=(7,),
    random_cost=0.05,
    lab_rule={"ten_on_anything": False},
    plies="≥ 60000",
    blunder_seed=1,
    ladder=LadderPlan(
        3,
        (200, 200, 600),
        (20, 6, 6),
        5,
        300,
        choices={"easy": (60, 1), "medium": (60, 1), "hard": (10, 1), "master": (12, 7)},
        calibration={"hard": 40, "master": 10},
        random_set_deals=10,
    ),
    rated_matches=(3000, 150),
)
