"""Pictures of a game's goal as data: drawings of a table at the moment of a win. Each layout has one.

Lengths are logical pixels of a picture of ``PICTURE_WIDTH`` × ``PICTURE_HEIGHT``; a position is the centre of a
drawing. Seats count clockwise from the player, who is 0. Drawings of seats that a small table lacks are left out.
"""

from typing import NamedTuple

PICTURE_WIDTH, PICTURE_HEIGHT = 576.0, 212.0


class GoalCard(NamedTuple):
    """A card in a picture of a game's goal; its back if ``card`` is empty."""

    card: str
    centre_x: float
    centre_y: float
    width: float = 84.0
    angle: float = 0.0
    is_winning: bool = False
    """Whether it has a gold ring."""


class GoalFace(NamedTuple):
    """The portrait of a seat in a picture of a game's goal."""

    seat: int
    centre_x: float
    centre_y: float
    diameter: float = 38.0


class GoalCrown(NamedTuple):
    """A crown in a picture of a game's goal, above the winner or the winning card."""

    centre_x: float
    centre_y: float


class GoalNote(NamedTuple):
    """A few words on a dark pill in a picture of a game's goal, text ``<slug>.goal.<key>``; gold marks the way to
    win. ``max_width`` is that of the pill."""

    key: str
    centre_x: float
    centre_y: float
    is_gold: bool = False
    max_width: float = 250.0


class GoalArrow(NamedTuple):
    """A golden arrow in a picture of a game's goal; it points right unless ``to_left``."""

    centre_x: float
    centre_y: float
    to_left: bool = False


class GoalCount(NamedTuple):
    """A number in gold, such as points won, in a picture of a game's goal."""

    text: str
    centre_x: float
    centre_y: float


class GoalIcon(NamedTuple):
    """An icon such as a life in a picture of a game's goal; ``is_lost`` draws a lost one."""

    icon: str
    centre_x: float
    centre_y: float
    is_lost: bool = False


GoalItem = GoalCard | GoalFace | GoalCrown | GoalNote | GoalArrow | GoalCount | GoalIcon


def face_with_cards(seat: int, x: float, y: float, card_count: int) -> tuple[GoalItem, ...]:
    """Return a goal picture's drawings of a seat that still holds cards: its portrait and a small fan of backs."""
    middle = (card_count - 1) / 2
    fan = (GoalCard("", x + 44 + 15 * i, y + 2, 41, 5 * (i - middle)) for i in range(card_count))
    return GoalFace(seat, x, y, 40), *fan


class GoalIllustration(NamedTuple):
    """A complete picture of a game's goal, as data."""

    items: tuple[GoalItem, ...]
    """From bottom to top."""
    rays_centre: tuple[float, float] = (PICTURE_WIDTH / 2, PICTURE_HEIGHT / 2)
    """Centre of the light rays behind the items."""
