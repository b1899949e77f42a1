"""Table layout of RoPeD."""

from dataclasses import replace

from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.goal_illustration import (
    GoalCard,
    GoalCount,
    GoalCrown,
    GoalFace,
    GoalIllustration,
    GoalNote,
    face_with_cards,
)
from scenes.table.layouts.layout import TableLayout
from scenes.table.layouts.move_controls import MoveControls
from scenes.table.layouts.reaction import Reaction
from scenes.table.layouts.spots import PileSpot, SeatFrame
from scenes.table.layouts.spreads import ClosedHandSpread, ColumnSpread, FanSpread, OpenHandSpread, RowSpread
from scenes.table.layouts.table_help import TableHelp

_CENTRE = (
    PileSpot("stock", -300, 247, 90, has_caption=True, has_slot_outline=True),
    PileSpot("slot", -150, 247, 90, ColumnSpread(33, 137), pile_step=(150, 0), has_slot_outline=True, is_numbered=True),
    PileSpot("aside", 395, 440, 56, RowSpread(18), max_width=100, has_caption=True, is_centred=True),
)
"""Stock and four columns around the centre. A lasso needs the free space in the right third."""
_OWN_SPOTS = (
    PileSpot("hand", 0, -93, 112, FanSpread()),
    PileSpot("drawn", 395, -250, 84, z=20),
    PileSpot(
        "meld",
        286,
        -76,
        68,
        RowSpread(27),
        pile_step=(0, -28),
        max_width=149,
        is_centred=True,
        shows_worth=True,
        has_heading_above_own=True,
    ),
)
_SIDE_FRAME = SeatFrame(
    (
        PileSpot("hand", 24, 116, 52, ClosedHandSpread(8), max_width=124),
        PileSpot("drawn", 156, 116, 52),
        PileSpot(
            "meld", 64, 250, 60, RowSpread(24), pile_step=(0, 28), max_width=132, is_centred=True, shows_worth=True
        ),
    ),
    bubble_tip=(60, 156),
    width_in_top_row=240,
    open_hands_frame=SeatFrame(
        (
            PileSpot("hand", 17, 108, 40, OpenHandSpread(), max_width=172),
            PileSpot("drawn", 203, 113, 48),
            PileSpot(
                "meld", 64, 268, 60, RowSpread(24), pile_step=(0, 28), max_width=132, is_centred=True, shows_worth=True
            ),
        ),
        bubble_tip=(60, 176),
        width_in_top_row=240,
    ),
)
"""Hand and melds are below the plate, with space for a bubble between them."""
_TOP_FRAME = SeatFrame(
    (
        PileSpot("hand", -62, 36, 52, ClosedHandSpread(8), max_width=84, is_centred=True),
        PileSpot("drawn", -132, 36, 44),
        PileSpot(
            "meld", 316, 36, 60, RowSpread(22), pile_step=(114, 0), max_width=126, is_centred=True, shows_worth=True
        ),
    ),
    bubble_tip=(60, 86),
    width_in_top_row=356,
    open_hands_frame=SeatFrame(
        (
            PileSpot("hand", -158, 30, 40, OpenHandSpread(), max_width=150),
            PileSpot("drawn", -62, 60, 48),
            PileSpot(
                "meld", 308, 36, 60, RowSpread(22), pile_step=(100, 0), max_width=110, is_centred=True, shows_worth=True
            ),
        ),
        bubble_tip=(60, 86),
        width_in_top_row=240,
    ),
)
"""The hand is left of the plate, the melds are right of it."""

_GOAL_ILLUSTRATION = GoalIllustration(
    (
        GoalCard("3H", 66, 98, 84, -6, is_winning=True),
        GoalCard("7H", 128, 94, 84, -2, is_winning=True),
        GoalCard("9H", 190, 94, 84, 2, is_winning=True),
        GoalCard("QH", 252, 98, 84, 6, is_winning=True),
        GoalFace(0, 344, 76, 64),
        GoalCrown(344, 30),
        GoalCount("+100", 344, 132),
        *face_with_cards(1, 430, 60, 3),
        *face_with_cards(2, 430, 127, 2),
        GoalNote("set", 160, 187, is_gold=True, max_width=280),
        GoalNote("left", 450, 187, max_width=250),
    ),
    rays_centre=(190, 96),
)
_ROPED_REACTIONS = (
    Reaction("pleased", "lasso_thrown", victim_placeholder="seat_to"),
    Reaction("dismayed", "robbed", seat_placeholder="seat_to"),
)
_REACTIONS = {
    "lasso": _ROPED_REACTIONS,
    "roped": _ROPED_REACTIONS,
    "mismatch_own": (Reaction("dismayed", "dismayed", seat_placeholder="seat_to"),),
    "out": (Reaction("pleased"),),
    "out_round": (Reaction("pleased"),),
}
_DEFAULT = TableGeometry(
    centre_spots=_CENTRE,
    own_spots=_OWN_SPOTS,
    side_frame=_SIDE_FRAME,
    top_frame=_TOP_FRAME,
    prompt_y=482,
    kind_beside_hand="meld",
    upper_side_seat_y=150,
)

_CENTRE_BESIDE_DRAWER = (
    PileSpot("stock", -268, 318, 90, has_caption=True, has_slot_outline=True),
    PileSpot("slot", -134, 318, 90, ColumnSpread(33, 100), pile_step=(134, 0), has_slot_outline=True, is_numbered=True),
    PileSpot("aside", -268, 468, 56, RowSpread(18), max_width=100, has_caption=True, is_centred=True),
)
_OWN_SPOTS_BESIDE_DRAWER = (
    PileSpot("hand", -29, -93, 112, FanSpread()),
    PileSpot("drawn", 270, -250, 84, z=20),
    PileSpot(
        "meld", -450, -248, 60, RowSpread(24), pile_step=(0, -28), max_width=132, is_centred=True, shows_worth=True
    ),
)
_BESIDE_DRAWER = replace(
    _DEFAULT,
    centre_spots=_CENTRE_BESIDE_DRAWER,
    own_spots=_OWN_SPOTS_BESIDE_DRAWER,
    side_frame=_SIDE_FRAME._replace(bubble_tip=(38, 156)),
    top_frame=SeatFrame(
        (*_TOP_FRAME.spots[:2], replace(_TOP_FRAME.spots[2], pile_step=(88, 0))),
        bubble_tip=_TOP_FRAME.bubble_tip,
        width_in_top_row=252,
    ),
    prompt_y=536,
    kind_beside_hand="",
    min_width=1113,
)
"""The columns are below the plates of the side seats, which reach further inwards. Own melds are above the tools,
because hand and answers take the full width."""

LAYOUT = TableLayout(
    "roped",
    replace(_DEFAULT, drawer_geometries_by_max_seats={4: _BESIDE_DRAWER}),
    controls=MoveControls(
        drop_kinds_by_verb={
            "lay": "slot",
            "discard": "slot",
            "meld": "meld",
            "add": "meld",
            "throw": "aside",
            "rope": "aside",
        },
        verbs_without_button=frozenset({"reveal"}),
        passing_verbs=frozenset({"none", "keep", "let_go"}),
        first_digits_by_verb={"discard": 1, "fill": 5, "blind": 5, "draw": 9},
        ringed_drop_kinds=frozenset({"slot"}),
    ),
    effects=AnnouncementEffects(
        announcements_without_bubble=frozenset({"lay", "meld", "meld_suit", "meld_flush", "meld_kind"}),
        calm_for_others={
            "out": ("seat",),
            "out_round": ("seat",),
            "mismatch": ("seat",),
            "mismatch_own": ("seat", "seat_to"),
            "lasso": ("seat", "seat_to"),
            "roped": ("seat", "seat_to"),
        },
        rope_throw_announcements=frozenset({"lasso", "roped"}),
        rare_amounts=(36, 137),
        reactions_by_announcement=_REACTIONS,
        kinds_to_empty=("hand",),
    ),
    help=TableHelp(
        rules_by_question={
            "start": "R3",
            "reveal": "R8",
            "pick": "R9",
            "pick_free": "R10",
            "discard": "R11",
            "discard_any": "R11",
            "discard_empty": "R13",
            "discard_empty_any": "R13",
            "discard_due": "R10",
            "place": "R12",
            "set": "R14",
            "set_due": "R10",
            "no_set": "R15",
            "add": "R14",
            "no_addition": "R14",
            "lasso": "R18",
            "chain": "R19",
            "no_lasso": "R17",
        },
        goal_illustration=_GOAL_ILLUSTRATION,
        board_questions=frozenset({"lasso", "chain"}),
    ),
    match_setup_cards="7H 8H 9H TH",
)
