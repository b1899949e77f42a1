"""House rules that a fast bot knows, and those that it leaves to another bot."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from engine.bots import bot_for
from engine.bots.common.base import Thought, final_thought
from engine.bots.common.coverage import CoveringBot, KnownRules, covers
from engine.characters import LEVELS
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move, Refusal, Seat
from engine.options import option
from engine.rng import Rng
from tests.support.toy import Options, Toy


class FixedBot:
    """A bot that plays the legal move of a given index."""

    def __init__(self, index: int) -> None:
        self.index = index

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        yield Thought(view.legal_moves(seat)[self.index])


@pytest.mark.parametrize(
    ("options", "is_covered"),
    [
        (Options(), True),
        (Options(wild="ace"), True),
        (Options(wild="king"), False),
        (Options(wild="ace", deals=2), True),
        (Options(wild="ace", gift=False), False),
    ],
)
def test_only_standard_and_named_values_are_covered(options: Options, is_covered: bool) -> None:
    known = KnownRules(wild=("ace",), deals=(2, 3))
    assert covers(known, options) == is_covered
    bot = CoveringBot(known, lambda: FixedBot(0), lambda: FixedBot(-1))
    view = Toy(3, 1, options).view(0)
    seat = view.seats_to_act()[0]
    moves = view.legal_moves(seat)
    assert moves[0] != moves[-1]
    assert final_thought(bot, view, seat, Rng(1)).move == moves[0 if is_covered else -1]


def test_unnamed_option_is_covered_with_standard_value_only() -> None:
    assert covers(KnownRules(), Options()) and not covers(KnownRules(), Options(deals=3))


def with_unknown_rule(kind: type[Game]) -> type[Game]:
    """Return a game with a house rule that no bot knows: of several legal moves the first one is forbidden."""
    made: Any = dataclass(frozen=True)(
        type("BentOptions", (kind.Options,), {"__annotations__": {"bent": bool}, "bent": option(False)})
    )

    class Bent(kind):  # type: ignore[valid-type, misc]
        Options = made

        def legal_moves(self, seat: Seat) -> list[Move]:
            moves: list[Move] = super().legal_moves(seat)
            return moves[self.options.bent :] if len(moves) > 1 else moves

        def check_rules(self, move: Move) -> Refusal | None:
            legal = super().legal_moves(move.seat)
            if self.options.bent and len(legal) > 1 and self.canonical(move) == self.canonical(legal[0]):
                return Refusal(self.end_rule, "bent")
            refusal: Refusal | None = super().check_rules(move)
            return refusal

    return Bent


@pytest.mark.parametrize("level", [*LEVELS, "greedy"])
@pytest.mark.parametrize("slug", GAMES)
def test_rule_that_no_bot_knows_is_played_at_once(slug: str, level: str) -> None:
    kind = with_unknown_rule(GAMES[slug])
    bot, rng, decisions = bot_for(slug, level, patience=0.02), Rng(1), 0
    for seed in range(6):
        if decisions > 20:
            break
        game = kind(kind.seats_default, seed, kind.Options(bent=True))
        for _ in range(25):
            if game.history:
                break
            seat = game.seats_to_act()[0]
            moves = game.legal_moves(seat)
            if len(moves) > 1:
                move = final_thought(bot, game.view(seat), seat, rng).move
                assert game.refusal(move) is None, move
                decisions += 1
            game.push(rng.choice(moves))
    assert decisions > 5
