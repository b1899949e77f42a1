"""Test cases for house rules: a position in which a rule matters, a move, the result with and without the rule.

Each game's cases are in ``tests/games/facts``. ``tests.test_rule_cases`` plays them by the standard rules, and by the
house rule at the real table.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from engine.cards import RANKS, Card, parse, rank
from engine.game import Game
from engine.moves import Move

MakePosition = Callable[..., Game]
"""Builds the position under the house rules given as keywords; seat 0 is to act."""
ReadOutcome = Callable[[Any], Any]
"""Reads from the game the result that depends on the rule."""


class RuleCase(NamedTuple):
    """A position in which a value of a house rule matters."""

    option: str
    value: Any
    make_position: MakePosition
    move: str
    """The move of seat 0, as ``verb CARDS @PLACE`` or the ranks of a play; empty if its legal moves show the rule."""
    read_outcome: ReadOutcome
    standard_outcome: Any
    """Result by the standard rules."""
    changed_outcome: Any
    """Result by the house rule."""
    slug: str = ""
    """Slug of the game; filled in by ``tests.games.facts``."""


def ranks(cards: Iterable[Card]) -> str:
    """Return the ranks, sorted from 2 to A."""
    return " ".join(sorted((RANKS[rank(card)] for card in cards), key="23456789TJQKA".index))


def plays(game: Game) -> set[str]:
    """Return the legal moves of seat 0 by their ranks, or by verb if they have no cards."""
    return {ranks(move.cards) or move.verb for move in game.legal_moves(0)}


def moves(game: Game) -> set[str]:
    """Return the legal moves of seat 0 with their exact cards."""
    return {str(move).partition(":")[2] for move in game.legal_moves(0)}


def verbs(game: Game) -> set[str]:
    return {move.verb for move in game.legal_moves(0)}


def asked_seats(game: Game) -> tuple[int, ...]:
    return game.ask.seats if game.ask else ()


def is_over(game: Game) -> bool:
    return game.outcome is not None


def last_deal(game: Game) -> tuple[int, ...]:
    return game.history[-1]


def set_scores(game: Game, *scores: int) -> Any:
    game.scores = scores
    return game


def wanted_move(case: RuleCase, game: Game) -> Move:
    """Return the legal move that a case describes."""
    legal = game.legal_moves(0)
    if case.move == "as it lies":
        return legal[0]
    for move in legal:
        if str(move).partition(":")[2] == case.move or ranks(move.cards) == case.move:
            return move
        if move.cards and set(map(parse, case.move.split()[1:])) == set(move.cards):
            return move
    raise AssertionError(f"{case.move} is not legal: {', '.join(map(str, legal))}")
