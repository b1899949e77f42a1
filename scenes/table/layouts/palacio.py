"""The table of Palácio."""

from dataclasses import replace

from scenes.table.layouts.goal import Goal, GoalArrow, GoalCard, GoalCrown, GoalFace, GoalNote
from scenes.table.layouts.layout import (
    BacksSpread,
    FanSpread,
    HeapSpread,
    Layout,
    PlaysSpread,
    RowSpread,
    SeatFrame,
    Spot,
    StackSpread,
)
from scenes.table.layouts.news import News
from scenes.table.layouts.reaction import Reaction


def _centre(apart: float, y: float, width: float, room: float, burnt: tuple[float, float, float]) -> tuple[Spot, ...]:
    """Stock and pile at both sides of the middle, and what was burnt, smaller and beside them.

    Args:
        apart: from the middle to each of the two.
        y: middle of both.
        width: of a card there.
        room: for a play of several cards.
        burnt: x, y and width of a burnt card.
    """
    return (
        Spot("stock", -apart, y, width, StackSpread(), caption=True, slot=True),
        Spot("pile", apart, y, width, PlaysSpread(), room=room, caption=True, slot=True, played=True),
        Spot("burnt", *burnt, HeapSpread(visible=3), caption=True, cover="burnt"),
    )


_CENTRE = _centre(80, 201, 108, 160, (202, 238, 56))
_LOWER_CENTRE = _centre(72, 214, 90, 152, (195, 235, 60))
"""Below a seat at the top."""
_CLOSE_CENTRE = _centre(60, 214, 90, 124, (160, 238, 56))
"""Between seats that reach further towards the middle: beside the drawer, or with open hands."""
_CLOSEST_CENTRE = _centre(58, 219, 82, 118, (158, 238, 54))
"""Below two open hands at the top."""
_OWN = (
    Spot("hand", 0, -93, 112, FanSpread()),
    Spot("down", -106, -277, 82, step=(106, 0), slot=True),
    Spot("up", -106, -261, 82, step=(106, 0), z=20, label=True),
)
_SIDE = SeatFrame(
    (
        Spot("hand", 250, 33, 52, BacksSpread(12, least=2), room=80),
        Spot("down", 52, 132, 80, step=(98, 0), slot=True),
        Spot("up", 52, 152, 80, step=(98, 0), z=20),
    ),
    bubble=(50, 226),
    width=300,
    opened=SeatFrame(
        (
            Spot("hand", 252, 107, 44, RowSpread(12, least=2), room=88),
            Spot("down", 52, 132, 80, step=(64, 0), slot=True),
            Spot("up", 52, 152, 80, step=(64, 0), z=20),
        ),
        bubble=(50, 226),
        width=300,
    ),
)
"""An open hand is beside the palace, which makes room for it."""
_TOP = SeatFrame(
    (
        Spot("hand", 440, 38, 52, BacksSpread(12, least=2), room=108),
        Spot("down", 242, 38, 56, step=(64, 0), slot=True),
        Spot("up", 242, 52, 56, step=(64, 0), z=20),
    ),
    bubble=(532, 40),
    width=600,
    opened=SeatFrame(
        (
            Spot("hand", 488, 36, 44, RowSpread(8, least=1), room=116),
            Spot("down", 242, 38, 56, step=(64, 0), slot=True),
            Spot("up", 242, 52, 56, step=(64, 0), z=20),
        ),
        bubble=(532, 50),
        width=600,
    ),
)
"""Frame of the only seat at the top: its palace is in the middle, above the piles and the own palace."""
_CROWDED_TOP = SeatFrame(
    (
        Spot("hand", 387, 36, 38, BacksSpread(3, least=0.1), room=38),
        Spot("down", 232, 38, 52, step=(54, 0), slot=True),
        Spot("up", 232, 50, 52, step=(54, 0), z=20),
    ),
    bubble=(60, 100),
    width=412,
    opened=SeatFrame(
        (
            Spot("hand", 352, 28, 36, RowSpread(7, least=3), room=40),
            Spot("down", 232, 38, 52, step=(35, 0), slot=True),
            Spot("up", 232, 50, 52, step=(35, 0), z=20),
        ),
        bubble=(60, 100),
        width=412,
    ),
)
"""An open hand is beyond the palace, where its rows have no pile below; the palace makes room for it."""
_GOAL = Goal(
    (
        GoalCard("4C", 54, 92, 60, -8),
        GoalCard("8D", 84, 88, 60),
        GoalCard("JS", 114, 92, 60, 8),
        GoalArrow(166, 92),
        GoalCard("TH", 216, 90, 60),
        GoalCard("KD", 256, 90, 60),
        GoalCard("2S", 296, 90, 60),
        GoalArrow(352, 92),
        GoalCard("", 402, 90, 54),
        GoalCard("", 432, 90, 54),
        GoalCard("", 462, 90, 54),
        GoalFace(0, 530, 92, 60),
        GoalCrown(530, 46),
        GoalNote("hand", 86, 187, room=180),
        GoalNote("open", 254, 187, room=190),
        GoalNote("closed", 452, 187, gold=True, room=220),
    ),
    light=(530, 92),
)
_REACTIONS = {
    "burnt": (Reaction("pleased", "burn"),),
    "burnt_four": (Reaction("pleased", "burn"),),
    "take": (Reaction("dismayed", "dismayed"),),
    "turned_bad": (Reaction("dismayed", "dismayed"),),
    "out": (Reaction("pleased"),),
}
_USUAL = Layout(
    "palacio",
    peaks=frozenset({"burnt"}),
    peak_size=80,
    peak_up=10,
    news={"out": (News("good", "seat", place="n"),)},
    peaks_after=frozenset({"turned", "enters"}),
    reactions=_REACTIONS,
    last_cards=("hand", "up", "down"),
    goal=_GOAL,
    fan="2C TD AS KH",
    centre=_CENTRE,
    centre_opened=_CLOSE_CENTRE,
    own=_OWN,
    side=_SIDE,
    top=_TOP,
    prompt_y=350,
    drops={"play": "pile"},
    shown=frozenset({"play", "turned", "burnt"}),
    places={"flip": "down"},
    pulls={"take": "pile"},
    answers=("take",),
    arranges={"exchange": "up"},
    explained={
        "exchange": "R6",
        "lead": "R9",
        "anything": "R3",
        "higher": "R9",
        "must_take": "R12",
        "flip": "R15",
    },
    side_y=150,
)
_TOPPED = replace(_USUAL, centre=_LOWER_CENTRE)
_CROWDED = replace(_TOPPED, centre_opened=_CLOSEST_CENTRE, top=_CROWDED_TOP, side_y=176)

_SIDE_BESIDE = _SIDE._replace(
    spots=(
        Spot("hand", 250, 33, 52, BacksSpread(8, least=1), room=70),
        Spot("down", 52, 132, 80, step=(92, 0), slot=True),
        Spot("up", 52, 152, 80, step=(92, 0), z=20),
    )
)
_BESIDE = replace(
    _USUAL,
    centre=(*_CLOSE_CENTRE[:2], Spot("burnt", 172, 262, 50, HeapSpread(visible=3), caption=True, cover="burnt")),
    side=_SIDE_BESIDE,
    own=(Spot("hand", -29, -93, 112, FanSpread()), *_OWN[1:]),
    top=_TOP._replace(bubble=(40, 92), width=400),
    prompt_y=372,
    width=1113,
)
_WITH_TOP = replace(_TOPPED, beside={4: _BESIDE})
LAYOUT = replace(
    _USUAL,
    beside={3: _BESIDE},
    seated={2: _WITH_TOP, 4: _WITH_TOP, 5: _CROWDED},
)
