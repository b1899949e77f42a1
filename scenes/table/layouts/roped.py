"""The table of RoPeD."""

from dataclasses import replace

from scenes.table.layouts.goal import Goal, GoalCard, GoalCount, GoalCrown, GoalFace, GoalNote, holder
from scenes.table.layouts.layout import ColumnSpread, FanSpread, Layout, RowSpread, SeatFrame, Spot, StackSpread
from scenes.table.layouts.reaction import Reaction

_CENTRE = (
    Spot("stock", -264, 222, 86, StackSpread(), caption=True, slot=True),
    Spot("slot", -132, 222, 86, ColumnSpread(33, 150), step=(132, 0), slot=True, numbered=True),
    Spot("aside", -264, 370, 56, RowSpread(18), room=100, caption=True, centred=True),
)
_OWN = (
    Spot("hand", 0, -93, 112, FanSpread()),
    Spot("drawn", 300, -250, 84, z=20),
    Spot("meld", -553, -233, 46, RowSpread(16), step=(101, 0), room=100, centred=True, worth=True),
)
_SIDE = SeatFrame(
    (
        Spot("hand", 52, 92, 34, RowSpread(8), room=130),
        Spot("drawn", 166, 92, 34),
        Spot("meld", 84, 194, 50, RowSpread(28), step=(0, 33), room=140, centred=True, worth=True),
    ),
    bubble=(60, 112),
    width=240,
)
_TOP = SeatFrame(
    (
        Spot("hand", 276, 36, 34, RowSpread(7, least=2), room=84),
        Spot("drawn", 367, 36, 34),
        Spot("meld", 440, 36, 48, RowSpread(17), step=(106, 0), room=100, centred=True, worth=True),
    ),
    bubble=(40, 81),
    width=620,
)

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
_USUAL = Layout(
    "roped",
    reactions=_REACTIONS,
    last_cards=("hand",),
    goal=_GOAL,
    fan="7H 8H 9H TH",
    centre=_CENTRE,
    own=_OWN,
    side=_SIDE,
    top=_TOP,
    prompt_y=456,
    drops={"lay": "slot", "discard": "slot", "meld": "meld", "throw": "aside", "rope": "aside"},
    places={"reveal": "slot"},
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
    Spot("stock", -254, 286, 86, StackSpread(), caption=True, slot=True),
    Spot("slot", -122, 286, 86, ColumnSpread(33, 120), step=(128, 0), slot=True, numbered=True),
    Spot("aside", -254, 432, 56, RowSpread(18), room=100, caption=True, centred=True),
)
_OWN_BESIDE = (
    Spot("hand", -29, -93, 112, FanSpread()),
    Spot("drawn", 270, -250, 84, z=20),
    Spot("meld", -474, -233, 42, RowSpread(14), step=(90, 0), room=90, centred=True, worth=True),
)
_BESIDE = replace(
    _USUAL,
    centre=_CENTRE_BESIDE,
    own=_OWN_BESIDE,
    side=_SIDE._replace(bubble=(38, 112)),
    top=_TOP._replace(width=440),
    prompt_y=512,
    width=1113,
)
"""The columns are below the plates of the seats at the sides, which reach further towards the middle."""

LAYOUT = replace(_USUAL, beside={4: _BESIDE})
