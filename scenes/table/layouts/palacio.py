"""The table of Palácio."""

from dataclasses import replace

from scenes.table.layouts.goal import Goal, GoalArrow, GoalCard, GoalCrown, GoalFace, GoalNote
from scenes.table.layouts.layout import FanSpread, HeapSpread, Layout, RowSpread, SeatFrame, Spot, StackSpread
from scenes.table.layouts.reaction import Reaction

_CENTRE = (
    Spot("stock", -136, 219, 104, StackSpread(), caption=True, slot=True),
    Spot("pile", 0, 220, 104, HeapSpread(), caption=True, slot=True),
    Spot("burnt", 136, 219, 104, HeapSpread(visible=3), caption=True, cover="burnt"),
)
_OWN = (
    Spot("hand", 0, -93, 112, FanSpread()),
    Spot("down", -106, -289, 82, step=(106, 0), slot=True),
    Spot("up", -106, -269, 82, step=(106, 0), z=20, label=True),
)
_SIDE = SeatFrame(
    (
        Spot("hand", 244, 36, 44, RowSpread(12, least=2), room=92),
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
        Spot("hand", 250, 36, 44, RowSpread(8, least=1), room=80),
        Spot("down", 340, 38, 56, step=(64, 0), slot=True),
        Spot("up", 340, 52, 56, step=(64, 0), z=20),
    ),
    bubble=(512, 40),
    width=500,
    opened=SeatFrame(
        (
            Spot("hand", 478, 36, 44, RowSpread(8, least=1), room=120),
            Spot("down", 256, 38, 56, step=(64, 0), slot=True),
            Spot("up", 256, 52, 56, step=(64, 0), z=20),
        ),
        bubble=(512, 50),
        width=500,
    ),
)
"""Frame of the only opponent. A large open hand is beyond the palace, where its rows have no pile below."""
_CROWDED_CENTRE = (
    Spot("stock", -116, 235, 86, StackSpread(), caption=True, slot=True),
    Spot("pile", 0, 235, 86, HeapSpread(), caption=True, slot=True),
    Spot("burnt", 116, 235, 86, HeapSpread(visible=3), caption=True, cover="burnt"),
)
_CROWDED_TOP = SeatFrame(
    (
        Spot("hand", 391, 36, 36, RowSpread(3, least=0.1), room=37),
        Spot("down", 232, 38, 52, step=(55, 0), slot=True),
        Spot("up", 232, 50, 52, step=(55, 0), z=20),
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
    reactions=_REACTIONS,
    last_cards=("hand", "up", "down"),
    goal=_GOAL,
    fan="2C TD AS KH",
    centre=_CENTRE,
    own=_OWN,
    side=_SIDE,
    top=_TOP,
    prompt_y=345,
    drops={"play": "pile"},
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
_CROWDED_OWN = (
    Spot("hand", 0, -93, 112, FanSpread()),
    Spot("down", -106, -297, 82, step=(106, 0), slot=True),
    Spot("up", -106, -277, 82, step=(106, 0), z=20, label=True),
)
_CROWDED = replace(_USUAL, own=_CROWDED_OWN, centre=_CROWDED_CENTRE, top=_CROWDED_TOP, side_y=176, prompt_y=347)

_SIDE_BESIDE = _SIDE._replace(
    spots=(
        Spot("hand", 244, 36, 44, RowSpread(8, least=1), room=49),
        Spot("down", 52, 132, 80, step=(92, 0), slot=True),
        Spot("up", 52, 152, 80, step=(92, 0), z=20),
    )
)
_CENTRE_BESIDE = (
    Spot("stock", -117, 219, 104, StackSpread(), caption=True, slot=True),
    Spot("pile", 0, 220, 104, HeapSpread(), caption=True, slot=True),
    Spot("burnt", 117, 219, 104, HeapSpread(visible=3), caption=True, cover="burnt"),
)
_BESIDE = replace(
    _USUAL,
    centre=_CENTRE_BESIDE,
    side=_SIDE_BESIDE,
    own=(Spot("hand", -29, -93, 112, FanSpread()), *_OWN[1:]),
    top=_TOP._replace(bubble=(40, 92), width=400),
    prompt_y=368,
    width=1113,
)
_CROWDED_BESIDE = replace(
    _CROWDED,
    side=_SIDE_BESIDE,
    own=(Spot("hand", -29, -93, 112, FanSpread()), *_CROWDED_OWN[1:]),
    prompt_y=400,
    width=1113,
)

LAYOUT = replace(_USUAL, beside={3: _BESIDE}, crowded=replace(_CROWDED, beside={4: _CROWDED_BESIDE}))
