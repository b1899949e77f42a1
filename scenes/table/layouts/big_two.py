"""The table of Big Two."""

from dataclasses import replace

from scenes.table.layouts.goal import Goal, GoalArrow, GoalCard, GoalCrown, GoalFace, GoalNote, holder
from scenes.table.layouts.layout import (
    BacksSpread,
    FanSpread,
    Layout,
    RowSpread,
    SeatFrame,
    Spot,
    StackSpread,
    TrickSpread,
)
from scenes.table.layouts.reaction import Reaction

_GOAL = Goal(
    (
        GoalCard("5D", 48, 98, 60, -4),
        GoalCard("5C", 74, 98, 60, 4),
        GoalFace(1, 100, 50, 36),
        GoalArrow(132, 106),
        GoalCard("9H", 186, 98, 60, -4),
        GoalCard("9S", 212, 98, 60, 4),
        GoalFace(2, 238, 50, 36),
        GoalArrow(270, 106),
        GoalCard("KC", 340, 92, 82, -4, wins=True),
        GoalCard("KS", 376, 92, 82, 4, wins=True),
        GoalFace(0, 422, 34, 52),
        GoalCrown(356, 0),
        *holder(1, 474, 60, 3),
        *holder(2, 474, 127, 2),
        GoalNote("out", 250, 187, gold=True, room=240),
        GoalNote("left", 474, 187, room=190),
    ),
    light=(356, 96),
)
_NAMED = frozenset({"straight", "flush", "full_house", "four_plus_one", "straight_flush"})
_BOMBS = frozenset({"quads", "four_plus_one", "straight_flush"})
_REACTIONS = {key: (Reaction(topic="bomb", after=_BOMBS),) for key in _BOMBS}
_TRICK = TrickSpread(strip_y=146, strip_scale=0.5, named_strip_y=182)
_USUAL = Layout(
    "big_two",
    peaks=frozenset({"quads", "four_plus_one", "straight_flush"}),
    peaks_after=frozenset({"last_card"}),
    reactions=_REACTIONS,
    last_cards=("hand",),
    goal=_GOAL,
    fan="2D 2C 2H 2S",
    centre=(
        Spot("stock", 0, 218, 112, StackSpread()),
        Spot("trick", 0, 218, 112, _TRICK, room=400, slot=True),
        Spot("played", -290, 218, 64, StackSpread(), caption=True, cover="back"),
    ),
    own=(Spot("hand", 0, -93, 112, FanSpread()),),
    side=SeatFrame(
        (Spot("hand", 54, 118, 52, BacksSpread(9), room=160),),
        bubble=(60, 174),
        width=240,
        opened=SeatFrame((Spot("hand", 52, 118, 44, RowSpread(9), room=120),), bubble=(60, 168), width=240),
    ),
    top=SeatFrame((Spot("hand", 240, 33, 52, BacksSpread(8), room=150),), bubble=(376, 36), width=190),
    prompt_y=475,
    drops={"play": "trick"},
    answers=("pass",),
    captions={"trick": "play"},
    shown=frozenset({"single", "pair", "triple", "two_pair", "quads", "play"}) | _NAMED,
    named=_NAMED,
    explained={
        "open": "R2",
        "lead": "R7",
        "follow_single": "R4",
        "follow_pair": "R8",
        "follow_triple": "R9",
        "follow_two_pair": "R10",
        "follow_quads": "R10",
        "follow_straight": "R14",
        "follow_flush": "R14",
        "follow_full_house": "R14",
        "follow_four_plus_one": "R14",
        "follow_straight_flush": "R14",
        "only_pass": "R5",
    },
)

_BESIDE = replace(
    _USUAL,
    centre=(
        *_USUAL.centre[:2],
        Spot("played", -232, 218, 64, StackSpread(), caption=True, cover="back"),
    ),
    own=(Spot("hand", -29, -93, 112, FanSpread()),),
    width=1113,
)

LAYOUT = replace(_USUAL, beside={4: _BESIDE})
