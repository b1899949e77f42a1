"""The picture of a game's goal: a table at the moment when somebody wins. Data only; each game has one in its layout.

Lengths are logical pixels of a picture of ``PICTURE_WIDTH`` × ``PICTURE_HEIGHT``; a place is the middle of a drawing.
Seats count
clockwise from the player, who is 0. The drawings of a seat that is empty at a small table are left out.
"""

from typing import NamedTuple

PICTURE_WIDTH, PICTURE_HEIGHT = 576.0, 212.0


class GoalCard(NamedTuple):
    """A card, or its back where ``card`` is empty."""

    card: str
    x: float
    y: float
    width: float = 84.0
    angle: float = 0.0
    is_winning: bool = False
    """Whether it is ringed in gold."""


class GoalFace(NamedTuple):
    """The portrait of whoever sits there."""

    seat: int
    x: float
    y: float
    diameter: float = 38.0


class GoalCrown(NamedTuple):
    """A crown, for whoever or whatever wins."""

    x: float
    y: float


class GoalNote(NamedTuple):
    """A few words on a dark pill, text ``<slug>.goal.<key>``; gold for what wins."""

    key: str
    x: float
    y: float
    is_gold: bool = False
    max_width: float = 250.0


class GoalArrow(NamedTuple):
    """A golden arrow."""

    x: float
    y: float
    to_left: bool = False


class GoalCount(NamedTuple):
    """A number in gold, such as points won."""

    text: str
    x: float
    y: float


class GoalIcon(NamedTuple):
    """An icon: a life that is left, or ``is_lost``."""

    icon: str
    x: float
    y: float
    is_lost: bool = False


GoalItem = GoalCard | GoalFace | GoalCrown | GoalNote | GoalArrow | GoalCount | GoalIcon


def card_holder(seat: int, x: float, y: float, card_count: int) -> tuple[GoalItem, ...]:
    """Somebody who still holds cards: the portrait at its place and a small fan of this many backs at its right."""
    middle = (card_count - 1) / 2
    fan = (GoalCard("", x + 44 + 15 * i, y + 2, 41, 5 * (i - middle)) for i in range(card_count))
    return GoalFace(seat, x, y, 40), *fan


class GoalIllustration(NamedTuple):
    """The whole picture: its parts from bottom to top, and the middle of the light behind them."""

    items: tuple[GoalItem, ...]
    rays_centre: tuple[float, float] = (PICTURE_WIDTH / 2, PICTURE_HEIGHT / 2)
