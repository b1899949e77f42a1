"""A position in which a house rule matters, what is done there, and what comes of it.

Each game's positions are in ``tests/games/specimens``; ``tests.test_house_rules_obeyed`` plays them at the real table,
once by the standard rules and once by the house rule.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from engine.cards import RANKS, Card, parse, rank
from engine.game import Game
from engine.moves import Move

Pose = Callable[..., Game]
"""Makes the position by the house rules that it is given as keywords; seat 0 is asked."""
Seen = Callable[[Any], Any]
"""What of the game tells the rule."""


class Case(NamedTuple):
    """A house rule where it matters."""

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
    slug: str = ""
    """Of the game, filled in by ``tests.games.specimens``."""


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
