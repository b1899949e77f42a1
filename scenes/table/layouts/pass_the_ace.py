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


def _piles(stock: float, trash: float, y: float) -> tuple[Spot, ...]:
    """Stock and trash in the lower right corner, where they leave the middle to the way of the cards."""
    return (
        Spot("stock", stock, y, 72, StackSpread(), caption=True, slot=True),
        Spot("trash", trash, y, 72, HeapSpread(visible=4), caption=True, slot=True),
    )


def _own(y: float, width: float = 112) -> tuple[Spot, ...]:
    """The own card on the axis of the table."""
    return (Spot("hand", 0, y, width, FanSpread()), Spot("shown", 0, y, width, RowSpread(44)))


_OWN = _own(-150)
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
    centre=_piles(412, 522, -226),
    own=_OWN,
    side=SeatFrame(
        (Spot("hand", 244, 35, 70), Spot("shown", 244, 35, 70, RowSpread(26), room=140)), bubble=(60, 78), width=280
    ),
    top=SeatFrame(
        (Spot("hand", 227, 49, 70), Spot("shown", 227, 49, 70, RowSpread(26), room=96)), bubble=(40, 84), width=262
    ),
    prompt_y=449,
    side_y=250,
    house_y=272,
    ways=True,
    answers_in_row=True,
    mirrored_top=True,
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

_CROWDED = replace(_USUAL, side=_USUAL.side._replace(bubble=(60, 68)), side_y=166, side_gap=145)
"""Two seats at each side: the lower one is above the piles."""

_OWN_BESIDE = _own(-213)
"""Above the row of answers, which is as wide as half the table there."""
_BESIDE = replace(_USUAL, centre=_piles(344, 454, -244), own=_OWN_BESIDE, prompt_y=440, width=1113)
_CROWDED_BESIDE = replace(_BESIDE, side_y=150, side_gap=172)
_FULL_BESIDE = replace(_CROWDED_BESIDE, own=_own(-202, 96), prompt_y=466, side_y=112, side_gap=123, most_at_side=3)
"""Three seats at each side: the table beside the drawer is high rather than wide."""

LAYOUT = replace(
    _USUAL,
    seated={
        6: replace(_CROWDED, beside={6: _CROWDED_BESIDE}),
        7: replace(_CROWDED, beside={7: _CROWDED_BESIDE}),
        8: replace(_CROWDED, beside={8: _FULL_BESIDE}),
    },
    beside={5: _BESIDE},
)
