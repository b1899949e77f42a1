"""The table of Gurch: everything played on one axis, stock and discards beside it, up-cards beside the plates."""

from dataclasses import replace

from scenes.table.layouts.goal import Goal, GoalArrow, GoalCard, GoalCount, GoalCrown, GoalFace, GoalNote
from scenes.table.layouts.layout import (
    BacksSpread,
    Cross,
    FanSpread,
    HeapSpread,
    Layout,
    RowSpread,
    SeatFrame,
    Spot,
    StackSpread,
)
from scenes.table.layouts.news import News
from scenes.table.layouts.reaction import Reaction

_HEAP = HeapSpread(visible=3)


def _centre(aside: float, rejected: tuple[float, float] = (286, 331)) -> tuple[Spot, ...]:
    """The piles of the table: stock and discards move ``aside`` for a vote and for plays of several cards."""
    return (
        Spot("stock", -220, 320, 64, StackSpread(), caption=True, slot=True, aside=aside),
        Spot("shown", 0, 188, 82),
        Spot("swapped", 220, 320, 64, _HEAP, caption=True, slot=True, aside=aside, counts=("played",)),
        Spot("played", 220, 320, 64, _HEAP, z=40, cover="back", aside=aside),
        Spot("rejected", *rejected, 48, _HEAP, aside=aside),
    )


_CROSS = Cross("trick", 274, 100)
_OWN = (Spot("hand", 0, -93, 112, FanSpread()), Spot("up", 248, -93, 112, z=210, titled="above"))
_SIDE = SeatFrame(
    (Spot("hand", 58, 118, 52, BacksSpread(9), room=110), Spot("up", 234, -26, 60, titled="beside")),
    bubble=(60, 166),
    width=260,
)
_TOP = SeatFrame(
    (Spot("hand", 224, 34, 52, BacksSpread(9), room=110), Spot("up", 348, 36, 60, titled="beside")),
    bubble=(334, 36),
    width=184,
    opened=SeatFrame(
        (Spot("hand", 222, 34, 44, RowSpread(9), room=120), Spot("up", 452, 36, 60, titled="beside")),
        bubble=(334, 36),
        width=184,
    ),
)
_CROWDED_SIDE = SeatFrame(
    (Spot("hand", 54, 118, 52, BacksSpread(7), room=90), Spot("up", 180, 120, 60, titled="below")),
    bubble=(60, 166),
    width=260,
)
_CROWDED_TOP = SeatFrame(
    (Spot("hand", 208, 34, 44, BacksSpread(8), room=76), Spot("up", 34, 116, 60, titled="beside")),
    bubble=(100, 96),
    width=262,
    opened=SeatFrame(
        (Spot("hand", 208, 34, 44, RowSpread(9), room=76), Spot("up", 50, 116, 60, titled="beside")),
        bubble=(100, 96),
        width=300,
    ),
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
    centre=_centre(aside=90),
    peaks=frozenset({"last"}),
    cross=_CROSS,
    own=_OWN,
    side=_SIDE,
    top=_TOP,
    prompt_y=465,
    drops={"play": "trick", "swap": "swapped"},
    answers=("keep", "reject"),
    in_hand=("hand", "up"),
    side_y=226,
    side_edge=92,
    boards=frozenset({"vote", "second", "shown"}),
    votes="vote",
    shown=frozenset({"play", "mixed", "drew", "vote", "last"}),
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
_CROWDED = replace(_USUAL, side=_CROWDED_SIDE, top=_CROWDED_TOP, side_edge=56)

_OWN_BESIDE = (Spot("hand", -64, -93, 112, FanSpread(full=0.56)), Spot("up", 160, -93, 112, z=210, titled="above"))
_CENTRE_BESIDE = _centre(aside=64)
_BESIDE = replace(_USUAL, centre=_CENTRE_BESIDE, own=_OWN_BESIDE, side_edge=40, width=1113)
_TOP_BESIDE = SeatFrame(
    (Spot("hand", 200, 34, 36, BacksSpread(5), room=56), Spot("up", 52, 116, 60, titled="beside")),
    bubble=(50, 96),
    width=240,
)
_SIDE_BESIDE = SeatFrame(
    (Spot("hand", 54, 118, 52, BacksSpread(7), room=90), Spot("up", 158, 120, 60, titled="below")),
    bubble=(60, 190),
    width=260,
)
_CROWDED_BESIDE = replace(
    _CROWDED,
    centre=_CENTRE_BESIDE,
    own=_OWN_BESIDE,
    side=_SIDE_BESIDE,
    top=_TOP_BESIDE,
    side_edge=40,
    to_drawer=True,
    width=1113,
)

_ABOVE = (220, 224)
"""Place of rejected cards above the discards: open hands at the sides reach the place beside them."""
_FEW = replace(_USUAL, beside={4: _BESIDE}, centre_opened=_centre(aside=90, rejected=_ABOVE))
LAYOUT = replace(_FEW, seated={4: _FEW}, crowded=replace(_CROWDED, beside={6: _CROWDED_BESIDE}))
