"""Table layout of Pass the Ace."""

from dataclasses import replace

from engine.games.pass_the_ace.table import MAX_SEATS
from scenes.render import timing
from scenes.table.layouts.announcement_chip import ChipSpec
from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.goal_illustration import GoalCard, GoalCrown, GoalFace, GoalIcon, GoalIllustration, GoalNote
from scenes.table.layouts.layout import TableLayout
from scenes.table.layouts.move_controls import MoveControls
from scenes.table.layouts.reaction import Reaction
from scenes.table.layouts.spots import PileSpot, SeatFrame
from scenes.table.layouts.spreads import FanSpread, HeapSpread, RowSpread
from scenes.table.layouts.table_help import TableHelp

_GOAL_ILLUSTRATION = GoalIllustration(
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
        GoalIcon("heart", 518, 66, is_lost=True),
        GoalFace(1, 404, 134, 42),
        GoalIcon("heart", 458, 134, is_lost=True),
        GoalIcon("heart", 488, 134, is_lost=True),
        GoalIcon("heart", 518, 134, is_lost=True),
        GoalNote("lowest", 168, 187, max_width=300),
        GoalNote("last", 460, 187, is_gold=True, max_width=250),
    ),
    rays_centre=(404, 70),
)
_REACTIONS = {
    "modi": (Reaction("dismayed", "modi"),),
    "modi_draw": (Reaction("dismayed"),),
    "dan": (Reaction(topic="dirty_dan"),),
    "kung": (Reaction("dismayed", "kung"),),
    "kung_high": (Reaction("dismayed"),),
    "king_drawn": (Reaction("dismayed"),),
    "king_drawn_high": (Reaction("dismayed"),),
    "loses": (Reaction("dismayed", "life_lost"),),
    "loses_two": (Reaction("dismayed", "life_lost"),),
    "extra_life": (Reaction("dismayed", "life_lost"),),
    "out": (Reaction("dismayed", duration_ms=timing.ELIMINATED_EXPRESSION_MS),),
}
_LOSSES = ("lost", "lost_two", "lost_last", "lost_single", "lost_together", "lost_together_two")
"""Announcements of who had the lowest card."""
_KUNGS = ("kung", "kung_high")


def _piles(stock_x: float, trash_x: float, y: float) -> tuple[PileSpot, ...]:
    """Return the positions of stock and trash in the lower right corner, as the turn path takes the table's centre."""
    return (
        PileSpot("stock", stock_x, y, 72, has_caption=True, has_slot_outline=True),
        PileSpot("trash", trash_x, y, 72, HeapSpread(visible_cards=4), has_caption=True, has_slot_outline=True),
    )


def _others(x: float, y: float, width: float, gap: float, max_width: float) -> tuple[PileSpot, ...]:
    """Return the positions of another seat's hidden card and shown cards."""
    return (PileSpot("hand", x, y, width), PileSpot("shown", x, y, width, RowSpread(gap), max_width=max_width))


def _own(y: float, width: float = 112) -> tuple[PileSpot, ...]:
    """Return the positions of the player's hidden and shown card in Pass the Ace, horizontally centred."""
    return (PileSpot("hand", 0, y, width, FanSpread()), PileSpot("shown", 0, y, width, RowSpread(44)))


_OWN_SPOTS = _own(-150)
_DEFAULT = TableGeometry(
    centre_spots=_piles(412, 522, -226),
    own_spots=_OWN_SPOTS,
    side_frame=SeatFrame(
        _others(244, 35, 70, 26, 140),
        bubble_tip=(60, 78),
        width_in_top_row=280,
    ),
    top_frame=SeatFrame(
        _others(227, 49, 70, 26, 96),
        bubble_tip=(40, 84),
        width_in_top_row=262,
    ),
    prompt_y=449,
    answers_in_row=True,
    logo_y=272,
    max_top_seats=2,
    mirrors_top=True,
    upper_side_seat_y=250,
)

_CROWDED = replace(
    _DEFAULT, side_frame=_DEFAULT.side_frame._replace(bubble_tip=(60, 68)), upper_side_seat_y=166, side_seat_step=145
)
"""Layout with two seats at each side, the lower one above the piles."""

_OWN_SPOTS_BESIDE_DRAWER = _own(-213)
"""Own card above the row of answers, which takes half of the narrow table's width."""
_BESIDE_DRAWER = replace(
    _DEFAULT, centre_spots=_piles(344, 454, -244), own_spots=_OWN_SPOTS_BESIDE_DRAWER, prompt_y=440, min_width=1113
)
_CROWDED_BESIDE_DRAWER = replace(_BESIDE_DRAWER, upper_side_seat_y=150, side_seat_step=172)
_FULL_BESIDE_DRAWER = replace(
    _CROWDED_BESIDE_DRAWER,
    own_spots=_own(-202, 96),
    prompt_y=466,
    upper_side_seat_y=112,
    side_seat_step=123,
    max_side_seats=3,
)
"""Layout with three seats at each side: beside the drawer the table has more height than width to spare."""

_MANY = replace(
    _DEFAULT,
    centre_spots=_piles(-55, 55, 286),
    side_frame=SeatFrame(
        _others(236, 35, 60, 22, 120),
        bubble_tip=(150, 68),
        width_in_top_row=270,
    ),
    top_frame=SeatFrame(
        _others(220, 36, 60, 22, 82),
        bubble_tip=(40, 84),
        width_in_top_row=246,
    ),
    logo_y=0.0,
    max_top_seats=3,
    max_side_seats=4,
    upper_side_seat_y=150,
    side_seat_step=110,
    max_bubble_shift_y=40,
)
"""Layout for more than eight seats, with up to four at each side and the piles in the centre."""
_MANY_BESIDE_DRAWER = replace(_MANY, own_spots=_own(-202, 96), prompt_y=466, top_extends_to_drawer=True, min_width=1120)

LAYOUT = TableLayout(
    "pass_the_ace",
    replace(
        _DEFAULT,
        geometries_by_seats={
            6: replace(_CROWDED, drawer_geometries_by_max_seats={6: _CROWDED_BESIDE_DRAWER}),
            7: replace(_CROWDED, drawer_geometries_by_max_seats={7: _CROWDED_BESIDE_DRAWER}),
            8: replace(_CROWDED, drawer_geometries_by_max_seats={8: _FULL_BESIDE_DRAWER}),
            **{
                seats: replace(_MANY, drawer_geometries_by_max_seats={seats: _MANY_BESIDE_DRAWER})
                for seats in range(9, MAX_SEATS + 1)
            },
        },
        drawer_geometries_by_max_seats={5: _BESIDE_DRAWER},
    ),
    controls=MoveControls(
        always_offered_verbs=("stick", "swap"),
        passing_verbs=frozenset({"stick"}),
    ),
    effects=AnnouncementEffects(
        announcements_without_bubble=frozenset({"loses", "loses_two", "out"}),
        standing_announcements=frozenset({"stick", "swap", "modi", "modi_draw", "dan", "dan_draw", *_KUNGS}),
        spotlit_kinds_by_announcement={
            **{name: frozenset({"hand", "shown"}) for name in (*_KUNGS, *_LOSSES, "nobody_loses")},
            "king_drawn": frozenset(),  # only the king, which the announcement names
            "king_drawn_high": frozenset(),
        },
        chips_by_announcement={
            "modi": (ChipSpec("bad", "seat", news_key="lower"), ChipSpec("good", "seat_to", news_key="higher")),
            "modi_draw": (ChipSpec("bad", "seat", news_key="lower"),),
            "dan": (ChipSpec("even", "seat", news_key="equal"), ChipSpec("even", "seat_to", news_key="equal")),
            "dan_draw": (ChipSpec("even", "seat", news_key="equal"),),
        },
        announcements_bad_for_first_seat=frozenset(
            {"modi", "modi_draw", "dan", "dan_draw", *_KUNGS, "king_drawn", "king_drawn_high", *_LOSSES}
        ),
        rare_amounts=(2, 2),
        reactions_by_announcement=_REACTIONS,
    ),
    help=TableHelp(
        rules_by_question={
            "choose": "R6",
            "choose_high": "R6",
            "dealer": "R9",
            "dealer_draws": "R9",
            "last_draws": "R9",
            "king_stays": "R7",
            "king_stays_high": "R7",
            "king_blocks": "R7",
            "king_blocks_high": "R7",
        },
        goal_illustration=_GOAL_ILLUSTRATION,
        counted_kinds=(),
        remaining_and_lost_icons_by_fact={"lives": ("heart", "heart_lost"), "extra_life": ("star", "")},
        secret_kind="hand",
        shows_turn_path=True,
    ),
    match_setup_cards="QD 4C AH KS",
    shows_sheet_each_deal=False,
)
