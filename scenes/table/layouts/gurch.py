"""The table of Gurch: up-cards before the seats, and every play of a trick before whoever made it."""

from dataclasses import replace

from scenes.table.layouts.goal import Goal, GoalArrow, GoalCard, GoalCount, GoalCrown, GoalFace, GoalNote
from scenes.table.layouts.layout import FanSpread, HeapSpread, Layout, RowSpread, SeatFrame, Spot, StackSpread
from scenes.table.layouts.news import News
from scenes.table.layouts.reaction import Reaction

_FAN = FanSpread(full=0.4)

_CENTRE = (
    Spot("stock", -190, 450, 60, StackSpread(), caption=True, slot=True),
    Spot("shown", 0, 263, 92),
    Spot("swapped", 190, 450, 60, HeapSpread(visible=4), caption=True, slot=True),
    Spot("rejected", 256, 463, 48, HeapSpread(visible=3)),
    Spot("played", -256, 463, 48, HeapSpread(visible=3), cover="back"),
)
_OWN = (
    Spot("hand", 0, -93, 112, FanSpread()),
    Spot("up", 248, -93, 112, z=210),
    Spot("trick", 0, -268, 88, _FAN, room=240),
)
_SIDE = SeatFrame(
    (
        Spot("hand", 52, 112, 38, RowSpread(9), room=130),
        Spot("up", 226, 40, 64),
        Spot("trick", 330, 90, 100, _FAN, room=260),
    ),
    bubble=(60, 150),
    width=260,
)
_TOP = SeatFrame(
    (
        Spot("hand", 60, 100, 38, RowSpread(9), room=130),
        Spot("up", 226, 40, 64),
        Spot("trick", 150, 211, 100, _FAN, room=260),
    ),
    bubble=(270, 38),
    width=260,
)
_CROWDED_SIDE = SeatFrame(
    (
        Spot("hand", 52, 108, 36, RowSpread(9), room=110),
        Spot("up", 222, 40, 60),
        Spot("trick", 285, 112, 80, _FAN, room=150),
    ),
    bubble=(60, 142),
    width=260,
)
_CROWDED_TOP = SeatFrame(
    (
        Spot("hand", 40, 96, 36, RowSpread(9), room=90),
        Spot("up", 222, 40, 60),
        Spot("trick", 98, 189, 80, _FAN, room=150),
    ),
    bubble=(120, 104),
    width=270,
)
_GOAL = Goal(
    (
        GoalCard("JD", 72, 88, 92, -6),
        GoalCard("7H", 172, 86, 92, -2),
        GoalCard("KS", 474, 86, 92, 5),
        GoalCard("3C", 288, 90, 108, wins=True),
        GoalFace(1, 109, 27),
        GoalFace(3, 211, 27),
        GoalFace(2, 521, 29),
        GoalFace(0, 344, 22, 48),
        GoalCrown(288, -4),
        GoalCount("+13", 389, 64),
        GoalArrow(387, 96, to_left=True),
        GoalNote("lowest", 276, 187, gold=True),
        GoalNote("highest", 464, 187, room=210),
    ),
    light=(288, 112),
)
_REACTIONS = {
    "won": (Reaction("pleased", "pleased"),),
    "shared": (Reaction("pleased", "pleased"),),
    "lost": (Reaction("dismayed", "dismayed"),),
}
_USUAL = Layout(
    "gurch",
    reactions=_REACTIONS,
    goal=_GOAL,
    news={"won": (News("good", "seat", points="prize"),)},
    lit={"won": frozenset({"trick"}), "shared": frozenset({"trick"})},
    fan="AC 5H 9D KS",
    centre=_CENTRE,
    own=_OWN,
    side=_SIDE,
    top=_TOP,
    prompt_y=352,
    drops={"play": "trick", "swap": "swapped"},
    answers=("keep", "reject"),
    in_hand=("hand", "up"),
    side_y=195,
    boards=frozenset({"second"}),
    plays=frozenset({"trick"}),
    shown=frozenset({"play", "mixed", "drew"}),
    standing=frozenset({"start", "pat", "keep", "take", "reject", "renew", "swap"}),
    explained={
        "start": "R5",
        "first": "R6",
        "first_short": "R12",
        "vote": "R8",
        "second": "R10",
        "second_must": "R10",
        "second_short": "R12",
        "shown": "R11",
        "shown_last": "R11",
        "mini": "R24",
        "lead": "R14",
        "win": "R17",
        "beat": "R18",
        "low": "R19",
    },
    board_words=frozenset(f"result_{number}" for number in range(1, 6)),
)
_CROWDED = replace(_USUAL, side=_CROWDED_SIDE, top=_CROWDED_TOP, side_y=242)

_OWN_BESIDE = (
    Spot("hand", -64, -93, 112, FanSpread(full=0.56)),
    Spot("up", 160, -93, 112, z=210),
    Spot("trick", 0, -268, 88, _FAN, room=240),
)
_SIDE_BESIDE = SeatFrame(
    (
        Spot("hand", 52, 108, 36, RowSpread(9), room=90),
        Spot("up", 152, 112, 60),
        Spot("trick", 285, 106, 80, _FAN, room=150),
    ),
    bubble=(60, 172),
    width=260,
)
_BESIDE = replace(_USUAL, own=_OWN_BESIDE, side=_SIDE_BESIDE, width=1113)
_CROWDED_BESIDE = replace(_CROWDED, own=_OWN_BESIDE, side=_SIDE_BESIDE, side_y=196, width=1113)

LAYOUT = replace(_USUAL, beside={3: _BESIDE}, crowded=replace(_CROWDED, beside={4: _CROWDED_BESIDE}))
