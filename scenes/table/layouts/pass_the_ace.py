"""The table of Pass the Ace."""

from dataclasses import replace

from scenes.look import speeds
from scenes.table.layouts.goal import Goal, GoalCard, GoalCrown, GoalFace, GoalIcon, GoalNote
from scenes.table.layouts.layout import FanSpread, HeapSpread, Layout, RowSpread, SeatFrame, Spot, StackSpread
from scenes.table.layouts.news import News
from scenes.table.layouts.reaction import Reaction

_GOAL = Goal(
    (
        GoalCard("9D", 60, 92, 80, -4),
        GoalCard("QC", 276, 92, 80, 4),
        GoalCard("AH", 168, 90, 96),
        GoalFace(2, 96, 36),
        GoalFace(0, 312, 36),
        GoalFace(1, 214, 26, 48),
        GoalFace(0, 404, 64, 60),
        GoalCrown(404, 20),
        GoalIcon("heart", 458, 66),
        GoalIcon("heart", 488, 66),
        GoalIcon("heart", 518, 66, lost=True),
        GoalFace(1, 404, 134, 42),
        GoalIcon("heart", 458, 134, lost=True),
        GoalIcon("heart", 488, 134, lost=True),
        GoalIcon("heart", 518, 134, lost=True),
        GoalNote("lowest", 168, 187, room=300),
        GoalNote("last", 460, 187, gold=True, room=250),
    ),
    light=(404, 70),
)
_REACTIONS = {
    "modi": (Reaction("dismayed", "modi"),),
    "modi_draw": (Reaction("dismayed"),),
    "dan": (Reaction(topic="dirty_dan"),),
    "kung": (Reaction("dismayed", "kung"),),
    "loses": (Reaction("dismayed", "life_lost"),),
    "out": (Reaction("dismayed", lasts=speeds.EXPRESSION_OUT),),
}
_USUAL = Layout(
    "pass_the_ace",
    reactions=_REACTIONS,
    goal=_GOAL,
    lit={name: frozenset({"hand", "shown"}) for name in ("kung", "lost", "lost_last", "lost_together")},
    news={
        "modi": (News("bad", "seat", text="lower"), News("good", "seat_to", text="higher")),
        "modi_draw": (News("bad", "seat", text="lower"),),
        "dan": (News("even", "seat", text="equal"), News("even", "seat_to", text="equal")),
        "dan_draw": (News("even", "seat", text="equal"),),
    },
    bad_news=frozenset({"modi", "modi_draw", "dan", "dan_draw", "kung", "lost", "lost_last", "lost_together"}),
    fan="QD 4C AH KS",
    sheet_each_deal=False,
    centre=(
        Spot("stock", -66, 262, 96, StackSpread(), caption=True, slot=True),
        Spot("trash", 66, 262, 96, HeapSpread(visible=4), caption=True, slot=True),
    ),
    own=(Spot("hand", 0, -93, 112, FanSpread()), Spot("shown", 0, -93, 112, RowSpread(44))),
    side=SeatFrame(
        (Spot("hand", 244, 42, 70), Spot("shown", 244, 42, 70, RowSpread(26), room=140)), bubble=(60, 78), width=280
    ),
    top=SeatFrame(
        (Spot("hand", 226, 52, 70), Spot("shown", 226, 52, 70, RowSpread(26), room=96)), bubble=(40, 84), width=270
    ),
    prompt_y=457,
    drops={},
    pulls={"draw": "stock"},
    answers=("stick", "swap"),
    standing=frozenset({"stick", "swap", "modi", "modi_draw", "dan", "dan_draw"}),
    secret="hand",
    shown=frozenset({"loses", "out"}),
    in_hand=(),
    top_seats=2,
    explained={"choose": "R6", "dealer": "R9", "dealer_draws": "R9", "king_stays": "R7"},
    icons={"lives": ("heart", "heart_lost")},
)

_OWN_BESIDE = (Spot("hand", -52, -93, 112, FanSpread()), Spot("shown", -52, -93, 112, RowSpread(44)))

LAYOUT = replace(
    _USUAL, beside={5: replace(_USUAL, own=_OWN_BESIDE, width=1113), 8: replace(_USUAL, own=_OWN_BESIDE, prompt_y=510)}
)
