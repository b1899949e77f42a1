"""For every house rule of every game a position in which it matters, what is done there, and what comes of it.

``tests.test_house_rules_obeyed`` plays them at the real table, once by the standard and once by the rule.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from engine.cards import RANKS, Card, parse, rank, texts
from engine.game import Game
from engine.games import GAMES
from engine.games.gurch import Gurch
from engine.games.palacio.game import PILE, Palacio
from engine.games.roped import Roped
from engine.moves import Move, Pile
from tests.games.palacio import position as palacio
from tests.games.pass_the_ace import act
from tests.games.pass_the_ace import position as pass_the_ace
from tests.games.roped import position as roped
from tests.games.test_big_two import _left, run
from tests.games.test_big_two import table as big_two
from tests.games.test_gurch import play as gurch_play
from tests.games.test_gurch import tricks
from tests.games.test_gurch_swaps import swap, where

Pose = Callable[..., Game]
"""Makes the position by the house rules that it is given as keywords; seat 0 is asked."""
Seen = Callable[[Any], Any]
"""What of the game tells the rule."""


class Case(NamedTuple):
    """A house rule where it matters."""

    slug: str
    option: str
    value: Any
    pose: Pose
    move: str
    """What seat 0 does, as ``verb CARDS @PLACE`` or ranks for a play; empty where what it may do tells the rule."""
    seen: Seen
    standard: Any
    """What is seen by the standard rules."""
    changed: Any
    """What is seen by the rule."""


def ranks(several: Iterable[Card]) -> str:
    """Ranks in the order of 2 … A."""
    return " ".join(sorted((RANKS[rank(card)] for card in several), key="23456789TJQKA".index))


def plays(game: Game) -> set[str]:
    """What seat 0 may play, by ranks; verbs of moves without cards."""
    return {ranks(move.cards) or move.verb for move in game.legal_moves(0)}


def moves(game: Game) -> set[str]:
    """What seat 0 may do, card by card."""
    return {str(move).partition(":")[2] for move in game.legal_moves(0)}


def verbs(game: Game) -> set[str]:
    return {move.verb for move in game.legal_moves(0)}


def asked(game: Game) -> tuple[int, ...]:
    return game.ask.seats if game.ask else ()


def over(game: Game) -> bool:
    return game.outcome is not None


def last_deal(game: Game) -> tuple[int, ...]:
    return game.history[-1]


def with_scores(game: Game, *scores: int) -> Any:
    game.scores = scores
    return game


# --- Gurch ----------------------------------------------------------------------------------------------------------


def follows(hand: str, *others: str, led: tuple[str, ...]) -> Pose:
    """Seat 0 follows what the others, from seat 1 on, have played."""

    def pose(**rules: Any) -> Gurch:
        size = len(hand.split())
        return gurch_play(tricks(hand, *others, leader=1, size=size, **rules), *led)

    return pose


def votes(**rules: Any) -> Gurch:
    """Five have swapped a card; the others vote 5, 4, 4 and 1, and seat 0 is to vote."""
    game: Gurch = where(lambda game: game.starter == 1, 5)
    game = Gurch(5, game.seed, GAMES["gurch"].Options(**rules))
    for _ in range(5):
        swap(game, 1)
    for seat, number in zip(range(1, 5), (5, 4, 4, 1), strict=True):
        game.play(Move(seat, "vote", to=number))
    return game


def swapped_out(**rules: Any) -> Gurch:
    """Four of six have swapped five cards each; two are left, and seat 0 is next."""
    game: Gurch = where(lambda game: game.starter == 2, 6)
    game = Gurch(6, game.seed, GAMES["gurch"].Options(**rules))
    for _ in range(4):
        swap(game, 5)
    return game


LAST_TRICK = follows("A 3", "K J", "4 5", "2 Q", led=("K", "4", "2"))
"""Seat 0 wins the trick and goes out with the 3 against jack, five and queen."""
TIED = follows("A 3", "K 3", "4 9", "2 Q", led=("K", "4", "2"))
"""The same, with another 3."""


def near(*scores: int) -> Pose:
    """``LAST_TRICK`` with scores before it."""
    return lambda **rules: with_scores(LAST_TRICK(**rules), *scores)


GURCH = (
    Case(
        "gurch", "benchmark", "lead",
        follows("A Q 7 3 2", "8 8 5 5 4", "K K 6 6 4", led=("8 8", "K K")),
        "", plays, {"2 A"}, {"2 A", "2 Q"},
    ),
    Case(
        "gurch", "equal_and_sacrifice", True,
        follows("K 8 5 3 2", "K K 4 4 4", led=("K K",)),
        "", plays, {"2 3"}, {"2 K"},
    ),
    Case("gurch", "vote_rule", "strict_majority", votes, "vote @5", lambda game: game.result, 4, 1),
    Case(
        "gurch", "tie_break", "split", TIED, "A",
        lambda game: (game.contest, game.history[-1:]), ("low", ()), ("", ((6, 6, 0, 0),)),
    ),
    Case("gurch", "swap_exhaustion", "limit", swapped_out, "", verbs, {"swap", "pat"}, {"pat"}),
    Case("gurch", "loser_pays", True, LAST_TRICK, "A", last_deal, (12, 0, 0, 0), (12, 0, 0, -12)),
    Case("gurch", "target", 0, LAST_TRICK, "A", over, False, True),
    Case("gurch", "target", 100, near(45, 0, 0, 0), "A", over, True, False),
)  # fmt: skip


# --- RoPeD ----------------------------------------------------------------------------------------------------------


def starts(**rules: Any) -> Roped:
    """The dealer, seat 0, is the last to lay two cards."""
    game = roped(["2C 5C 7D", "3H 6H 8S", "4S 9S JD"], ask="start", **rules)
    game.dealer = 0
    game.asks("start", 0, 1, 2)
    run_roped(game, "1:lay 3H 6H", "2:lay 4S 9S")
    return game


def run_roped(game: Roped, *lines: str) -> None:
    for line in lines:
        game.play(Move.parse(line))


def covered(**rules: Any) -> Roped:
    """Seat 1 has laid a queen of spades on a five of diamonds."""
    game = roped(["AC 2C 3D", "AD 2D 9S"], ["5D QS*"], **rules)
    game.laid = (1, *game.laid[1:])
    return game


def roping(**rules: Any) -> Roped:
    """Seat 1 has laid four clubs; seat 0 holds the ace of diamonds."""
    game = roped(["AD 4H 9S", "3D 6S"], melds=["", "2C 5C 8C JC"], ask="set", **rules)
    game.active, game.stake = 1, Pile("meld", 1)
    game.asks("lasso", 0)
    return game


def going_out(*scores: int) -> Pose:
    """Seat 0 lays its last four cards; their ace is among them, so nobody can rope. Seat 1 holds an ace and a nine."""

    def pose(**rules: Any) -> Game:
        game = roped(["AC 5C 9C KC", "AS 9D"], ask="set", **rules)
        return with_scores(game, *scores) if scores else game

    return pose


def open_piles(**rules: Any) -> Roped:
    """An eight of diamonds and a king of clubs lie open, and the discard is due."""
    return roped(["8S 3D QH", "2C 4C"], ["8D", "KC"], ask="discard", **rules)


ROPED = (
    Case("roped", "starter", "dealer", starts, "lay 2C 5C", lambda game: game.active, 1, 0),
    Case(
        "roped", "mismatch_penalty", "discarder", covered, "reveal @0",
        lambda game: game.mismatches, (1, 1), (0, 1),
    ),
    Case(
        "roped", "bluff_discards", True, open_piles, "",
        lambda game: {str(m)[2:] for m in game.legal_moves(0) if m.verb == "discard" and m.to < 2},
        {"discard 8S @0", "discard 3D @0"},
        {f"discard {card} @{slot}" for card in ("8S", "3D", "QH") for slot in (0, 1)},
    ),
    Case(
        "roped", "blind_discard", True, open_piles, "",
        lambda game: {str(m)[2:] for m in game.legal_moves(0) if m.verb == "blind"}, set(), {"blind @0", "blind @1"},
    ),
    Case("roped", "lasso_ace", "any", roping, "", moves, {"let_go"}, {"throw AD", "let_go"}),
    Case("roped", "ace_in_hand", 2, going_out(), "meld AC 5C 9C KC", last_deal, (125, -31), (125, -11)),
    Case("roped", "ace_in_hand", 11, going_out(), "meld AC 5C 9C KC", last_deal, (125, -31), (125, -20)),
    Case("roped", "target", 250, going_out(200, 0), "meld AC 5C 9C KC", over, False, True),
)  # fmt: skip


# --- Pass the Ace -----------------------------------------------------------------------------------------------------


def dealing(held: str, *lives: int) -> Pose:
    """Seat 0 deals and acts last; the others stuck."""

    def pose(**rules: Any) -> Game:
        options = GAMES["pass_the_ace"].Options(**rules)
        given = lives or (options.lives,) * len(held.split())
        game = pass_the_ace(held, given, dealer=0, **{key: value for key, value in rules.items() if key != "lives"})
        game.options = options
        while game.waiting() != (0,):
            act(game, "stick")
        return game

    return pose


PASS_THE_ACE = (
    *(
        Case(
            "pass_the_ace", "lives", lives, dealing("2 9 5"), "stick",
            lambda game: game.lives, (2, 3, 3), (lives - 1, lives, lives),
        )
        for lives in (1, 2, 4, 5)
    ),
    Case("pass_the_ace", "dealer_swap", "deck_only", dealing("2 9 5"), "", verbs,
         {"stick", "swap", "draw"}, {"stick", "draw"}),
    Case(
        "pass_the_ace", "king_may_swap", False, lambda **rules: pass_the_ace("K 9 7", **rules),
        "", verbs, {"stick", "swap"}, {"stick"},
    ),
    Case("pass_the_ace", "double_game", "survivors_only", dealing("6 6 6 -", 1, 1, 1, 0), "stick",
         lambda game: game.lives, (3, 3, 3, 3), (3, 3, 3, 0)),
    Case("pass_the_ace", "double_game", "off", dealing("6 6 6 -", 1, 1, 1, 0), "stick",
         lambda game: game.outcome.winners if game.outcome else (), (), (0, 1, 2)),
)  # fmt: skip


# --- Big Two ----------------------------------------------------------------------------------------------------------


def climbing(*hands: str, lines: tuple[str, ...] = (), leader: int = 0, opening: bool = False) -> Pose:
    """These hands after these moves."""

    def pose(**rules: Any) -> Game:
        game = big_two(*hands, leader=leader, rules=GAMES["big_two"].Options(**rules), opening=opening)
        return run(game, *lines)

    return pose


def last_card(deals: int) -> Pose:
    """Seat 0 has only the two of spades left; so many deals were played before."""

    def pose(**rules: Any) -> Game:
        game = big_two("2S", *_left(4, 7, 13), rules=GAMES["big_two"].Options(**rules))
        game.history, game.deal_number = ((0, 0, 0, 0),) * deals, deals + 1
        return game

    return pose


FLUSHES = ("3C 5C 8C JC AC 9H", "TS", "JS", "4D 7D TD KD AD 6S")
BIG_TWO = (
    Case(
        "big_two", "pass_rule", "locked_out",
        climbing("5C KS 4D", "6C AH", "9S TH", "8C JH", lines=("0:play 5C", "1:pass", "2:play 9S", "3:pass")),
        "play KS", asked, (1,), (2,),
    ),
    Case(
        "big_two", "flush_compare", "all_ranks_then_suit",
        climbing(*FLUSHES, leader=3, lines=("3:play 4D 7D TD KD AD",)),
        "", moves, {"play AC 3C 5C 8C JC", "pass"}, {"pass"},
    ),
    Case(
        "big_two", "flush_compare", "suit_first",
        climbing("3H 5H 8H JH QH 9D", "TS", "JS", "4C 7C TC KC AC 6S", leader=3, lines=("3:play 4C 7C TC KC AC",)),
        "", moves, {"pass"}, {"play 3H 5H 8H JH QH", "pass"},
    ),
    Case(
        "big_two", "open_with_3d", "any_hand_containing",
        climbing("3D 3C 9H", "9S", "TS", "JS", opening=True), "", moves, {"play 3D"}, {"play 3D", "play 3C 3D"},
    ),
    Case("big_two", "scoring", "hk", last_card(0), "play 2S", last_deal, (24, -4, -7, -13), (50, -4, -7, -39)),
    Case("big_two", "match", 1, last_card(0), "play 2S", over, False, True),
    Case("big_two", "match", 10, last_card(4), "play 2S", over, True, False),
    Case(
        "big_two", "four_plus_one", True, climbing("7D 7C 7H 7S 3D", "9S", "TS", "JS"), "",
        lambda game: {texts(m.cards) for m in game.legal_moves(0) if len(m.cards) == 5}, set(), {"3D 7C 7D 7H 7S"},
    ),
)  # fmt: skip


# --- Palácio ----------------------------------------------------------------------------------------------------------


def exchanged(wanted: Callable[[Palacio], bool]) -> Pose:
    """Seat 0 is the last to choose its palace, in the first deal that is as wanted by the standard rules."""

    def begun(seed: int, **rules: Any) -> Palacio:
        game = Palacio(3, seed, GAMES["palacio"].Options(**rules))
        for seat in (1, 2):
            game.play(game.legal_moves(seat)[0])
        game.drain()
        return game

    def after(seed: int) -> Palacio:
        game = begun(seed)
        game.play(game.legal_moves(0)[0])
        return game

    seed = next(seed for seed in range(500) if wanted(after(seed)))
    return lambda **rules: begun(seed, **rules)


def lowest(game: Palacio) -> bool:
    """Seat 1 plays first, though another seat has a three and seat 1 none."""
    threes = {seat for seat in range(3) for card in game.cards(Pile("hand", seat)) if RANKS[rank(card)] == "3"}
    return asked(game) == (1,) and threes == {2}


PALACIO = (
    Case("palacio", "ten_on_anything", False, lambda **rules: palacio("4 T 2", "K", "9 9", **rules), "", plays,
         {"T", "2"}, {"2"}),
    Case(
        "palacio", "four_across_turns", True, lambda **rules: palacio("8 9", "8 8 8", **rules), "8",
        lambda game: (len(game.cards(PILE)), asked(game)), (4, (1,)), (0, (0,)),
    ),
    Case("palacio", "voluntary_pickup", True, lambda **rules: palacio("5 7 K", "7", "9", **rules), "", plays,
         {"7", "K"}, {"7", "K", "take"}),
    Case("palacio", "multi_face_up", True, lambda **rules: palacio("", "9", "", "Q Q 4", **rules), "", plays,
         {"Q"}, {"Q", "Q Q"}),
    Case("palacio", "starter", "lowest_card", exchanged(lowest), "as it lies", asked, (1,), (2,)),
    Case(
        "palacio", "opening_special", "reshuffle", exchanged(lambda game: len(game.cards(PILE)) > 1), "as it lies",
        lambda game: len(game.cards(PILE)), 2, 1,
    ),
    Case("palacio", "play_on", True, lambda **rules: palacio("K", "5", seats=3, **rules), "K", over, True, False),
    Case("palacio", "rounds", 3, lambda **rules: palacio("K", "5", **rules), "K",
         lambda game: (over(game), game.deal_number), (True, 1), (False, 2)),
)  # fmt: skip

CASES = (*GURCH, *ROPED, *PASS_THE_ACE, *BIG_TWO, *PALACIO)


def wanted_move(case: Case, game: Game) -> Move:
    """The legal move that a case describes."""
    legal = game.legal_moves(0)
    if case.move == "as it lies":
        return legal[0]
    for move in legal:
        if str(move).partition(":")[2] == case.move or ranks(move.cards) == case.move:
            return move
        if move.cards and set(map(parse, case.move.split()[1:])) == set(move.cards):
            return move
    raise AssertionError(f"{case.move} is not legal: {', '.join(map(str, legal))}")
