"""The table of RoPeD."""

from dataclasses import replace

from scenes.table.layouts.goal import Goal, GoalCard, GoalCount, GoalCrown, GoalFace, GoalNote, holder
from scenes.table.layouts.layout import (
    BacksSpread,
    ColumnSpread,
    FanSpread,
    Layout,
    OpenSpread,
    RowSpread,
    SeatFrame,
    Spot,
    StackSpread,
)
from scenes.table.layouts.news import News
from scenes.table.layouts.reaction import Reaction

_CENTRE = (
    Spot("stock", -300, 247, 90, StackSpread(), caption=True, slot=True),
    Spot("slot", -150, 247, 90, ColumnSpread(33, 137), step=(150, 0), slot=True, numbered=True),
    Spot("aside", 395, 440, 56, RowSpread(18), room=100, caption=True, centred=True),
)
"""Five columns around the middle of the table. A lasso lies in the right third, which is free then."""
_OWN = (
    Spot("hand", 0, -93, 112, FanSpread()),
    Spot("drawn", 395, -250, 84, z=20),
    Spot("meld", 286, -76, 68, RowSpread(27), step=(0, -28), room=149, centred=True, worth=True, heading=True),
)
_SIDE = SeatFrame(
    (
        Spot("hand", 24, 116, 52, BacksSpread(8), room=124),
        Spot("drawn", 156, 116, 52),
        Spot("meld", 64, 250, 60, RowSpread(24), step=(0, 28), room=132, centred=True, worth=True),
    ),
    bubble=(60, 156),
    width=240,
    opened=SeatFrame(
        (
            Spot("hand", 17, 108, 40, OpenSpread(), room=172),
            Spot("drawn", 203, 113, 48),
            Spot("meld", 64, 268, 60, RowSpread(24), step=(0, 28), room=132, centred=True, worth=True),
        ),
        bubble=(60, 176),
        width=240,
    ),
)
"""Hand and sets are below the plate, with room for a bubble between them."""
_TOP = SeatFrame(
    (
        Spot("hand", -62, 36, 52, BacksSpread(8), room=84, centred=True),
        Spot("drawn", -132, 36, 44),
        Spot("meld", 316, 36, 60, RowSpread(22), step=(114, 0), room=126, centred=True, worth=True),
    ),
    bubble=(60, 86),
    width=356,
    opened=SeatFrame(
        (
            Spot("hand", -158, 30, 40, OpenSpread(), room=150),
            Spot("drawn", -62, 60, 48),
            Spot("meld", 316, 36, 60, RowSpread(22), step=(114, 0), room=126, centred=True, worth=True),
        ),
        bubble=(60, 86),
        width=240,
    ),
)
"""The hand is at the left of the plate, the sets are at its right."""

_GOAL = Goal(
    (
        GoalCard("3H", 66, 98, 84, -6, wins=True),
        GoalCard("7H", 128, 94, 84, -2, wins=True),
        GoalCard("9H", 190, 94, 84, 2, wins=True),
        GoalCard("QH", 252, 98, 84, 6, wins=True),
        GoalFace(0, 344, 76, 64),
        GoalCrown(344, 30),
        GoalCount("+100", 344, 132),
        *holder(1, 430, 60, 3),
        *holder(2, 430, 127, 2),
        GoalNote("set", 160, 187, gold=True, room=280),
        GoalNote("left", 450, 187, room=250),
    ),
    light=(190, 96),
)
_ROPED = (
    Reaction("pleased", "lasso_thrown", against="seat_to"),
    Reaction("dismayed", "robbed", who="seat_to"),
)
_REACTIONS = {
    "lasso": _ROPED,
    "roped": _ROPED,
    "mismatch_own": (Reaction("dismayed", "dismayed", who="seat_to"),),
    "out": (Reaction("pleased"),),
}
_ROPED_NEWS = (News("good", "seat", points="n"), News("bad", "seat_to", points="n"))
_USUAL = Layout(
    "roped",
    reactions=_REACTIONS,
    ropes=frozenset({"lasso", "roped"}),
    news={
        "lasso": _ROPED_NEWS,
        "roped": _ROPED_NEWS,
        "mismatch": (News("bad", points="points"),),
        "mismatch_own": (News("bad", "seat_to", points="points"),),
        "out": (News("good", "seat", amount=100),),
    },
    last_cards=("hand",),
    goal=_GOAL,
    fan="7H 8H 9H TH",
    centre=_CENTRE,
    own=_OWN,
    side=_SIDE,
    top=_TOP,
    prompt_y=482,
    ringed=frozenset({"slot"}),
    beside_hand="meld",
    drops={"lay": "slot", "discard": "slot", "meld": "meld", "throw": "aside", "rope": "aside"},
    places={"reveal": "slot"},
    shown=frozenset({"lay", "meld", "meld_suit", "meld_flush", "meld_kind"}),
    pulls={"stock": "stock", "draw": "stock"},
    side_y=150,
    explained={
        "start": "R3",
        "reveal": "R8",
        "pick": "R9",
        "discard": "R11",
        "discard_empty": "R13",
        "discard_due": "R10",
        "place": "R12",
        "set": "R14",
        "set_due": "R10",
        "no_set": "R15",
        "lasso": "R18",
        "chain": "R19",
        "no_lasso": "R17",
    },
    boards=frozenset({"lasso", "chain"}),
)

_CENTRE_BESIDE = (
    Spot("stock", -268, 318, 90, StackSpread(), caption=True, slot=True),
    Spot("slot", -134, 318, 90, ColumnSpread(33, 100), step=(134, 0), slot=True, numbered=True),
    Spot("aside", -268, 468, 56, RowSpread(18), room=100, caption=True, centred=True),
)
_OWN_BESIDE = (
    Spot("hand", -29, -93, 112, FanSpread()),
    Spot("drawn", 270, -250, 84, z=20),
    Spot("meld", -450, -248, 60, RowSpread(24), step=(0, -28), room=132, centred=True, worth=True),
)
_BESIDE = replace(
    _USUAL,
    centre=_CENTRE_BESIDE,
    own=_OWN_BESIDE,
    side=_SIDE._replace(bubble=(38, 156)),
    top=SeatFrame((*_TOP.spots[:2], replace(_TOP.spots[2], step=(88, 0))), bubble=_TOP.bubble, width=252),
    prompt_y=536,
    beside_hand="",
    width=1113,
)
"""The columns are below the plates of the seats at the sides, which reach further towards the middle. Own sets are
above the tools: hand and answers take the whole width."""

LAYOUT = replace(_USUAL, beside={4: _BESIDE})
