"""House rules that a fast bot knows, and those that it leaves to another bot."""

from collections.abc import Iterator

import pytest

from engine.bots.common.base import Thought, final_thought
from engine.bots.common.coverage import CoveringBot, covers
from engine.game import Game
from engine.moves import Seat
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
    known = {"wild": ("ace",), "deals": (2, 3)}
    assert covers(known, options) == is_covered
    bot = CoveringBot(known, lambda: FixedBot(0), lambda: FixedBot(-1))
    view = Toy(3, 1, options).view(0)
    seat = view.seats_to_act()[0]
    moves = view.legal_moves(seat)
    assert moves[0] != moves[-1]
    assert final_thought(bot, view, seat, Rng(1)).move == moves[0 if is_covered else -1]


def test_unnamed_option_is_covered_with_standard_value_only() -> None:
    assert covers({}, Options()) and not covers({}, Options(deals=3))
