"""Table layout of Gurch: plays in the centre, stock and discards beside them, up-cards beside the plates."""

from dataclasses import replace

from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.goal_illustration import (
    GoalArrow,
    GoalCard,
    GoalCount,
    GoalCrown,
    GoalFace,
    GoalIllustration,
    GoalNote,
)
from scenes.table.layouts.layout import TableLayout
from scenes.table.layouts.move_controls import MoveControls
from scenes.table.layouts.reaction import Reaction
from scenes.table.layouts.spots import PileSpot, SeatFrame, TrickCross
from scenes.table.layouts.spreads import ClosedHandSpread, FanSpread, HeapSpread, RowSpread
from scenes.table.layouts.table_help import TableHelp

_HEAP = HeapSpread(visible_cards=3)


def _centre(outward_shift_for_wide_centre: float, rejected: tuple[float, float] = (286, 331)) -> tuple[PileSpot, ...]:
    """Return the positions of Gurch's table piles; stock and discards move outwards by
    ``outward_shift_for_wide_centre`` for votes and plays of several cards."""
    return (
        PileSpot(
            "stock",
            -220,
            320,
            64,
            has_caption=True,
            has_slot_outline=True,
            outward_shift_for_wide_centre=outward_shift_for_wide_centre,
        ),
        PileSpot("shown", 0, 188, 82),
        PileSpot(
            "swapped",
            220,
            320,
            64,
            _HEAP,
            has_caption=True,
            has_slot_outline=True,
            outward_shift_for_wide_centre=outward_shift_for_wide_centre,
            also_counted_kinds=("played",),
        ),
        PileSpot(
            "played",
            220,
            320,
            64,
            _HEAP,
            z=40,
            cover="back",
            outward_shift_for_wide_centre=outward_shift_for_wide_centre,
        ),
        PileSpot("rejected", *rejected, 48, _HEAP, outward_shift_for_wide_centre=outward_shift_for_wide_centre),
    )


_ABOVE_DISCARDS = (220, 224)
"""Place of rejected cards above the discards, as open hands or up-cards of the side seats reach the usual one."""
_CROSS = TrickCross("trick", 274, 100)
_OWN_SPOTS = (PileSpot("hand", 0, -93, 112, FanSpread()), PileSpot("up", 248, -93, 112, z=210, title_side="above"))
_SIDE_FRAME = SeatFrame(
    (
        PileSpot("hand", 58, 118, 52, ClosedHandSpread(9), max_width=110),
        PileSpot("up", 234, -26, 60, title_side="beside"),
    ),
    bubble_tip=(60, 166),
    width_in_top_row=260,
)
_TOP_FRAME = SeatFrame(
    (
        PileSpot("hand", 224, 34, 52, ClosedHandSpread(9), max_width=110),
        PileSpot("up", 348, 36, 60, title_side="beside"),
    ),
    bubble_tip=(334, 36),
    width_in_top_row=184,
    open_hands_frame=SeatFrame(
        (PileSpot("hand", 222, 34, 44, RowSpread(9), max_width=120), PileSpot("up", 452, 36, 60, title_side="beside")),
        bubble_tip=(334, 36),
        width_in_top_row=184,
    ),
)
_CROWDED_SIDE_FRAME = SeatFrame(
    (
        PileSpot("hand", 54, 118, 52, ClosedHandSpread(7), max_width=90),
        PileSpot("up", 180, 120, 60, title_side="below"),
    ),
    bubble_tip=(60, 166),
    width_in_top_row=260,
)
_CROWDED_TOP_FRAME = SeatFrame(
    (
        PileSpot("hand", 208, 34, 44, ClosedHandSpread(8), max_width=76),
        PileSpot("up", 34, 116, 60, title_side="beside"),
    ),
    bubble_tip=(100, 96),
    width_in_top_row=262,
    open_hands_frame=SeatFrame(
        (PileSpot("hand", 208, 34, 44, RowSpread(9), max_width=76), PileSpot("up", 50, 116, 60, title_side="beside")),
        bubble_tip=(100, 96),
        width_in_top_row=300,
    ),
)
_GOAL_ILLUSTRATION = GoalIllustration(
    (
        GoalCard("JD", 72, 88, 92, -6),
        GoalCard("7H", 172, 86, 92, -2),
        GoalCard("KS", 474, 86, 92, 5),
        GoalCard("3C", 288, 90, 108, is_winning=True),
        GoalFace(1, 109, 27),
        GoalFace(3, 211, 27),
        GoalFace(2, 521, 29),
        GoalFace(0, 344, 22, 48),
        GoalCrown(288, -4),
        GoalCount("+13", 389, 64),
        GoalArrow(387, 96, to_left=True),
        GoalNote("lowest", 276, 187, is_gold=True, max_width=192),
        GoalNote("highest", 464, 187, max_width=192),
    ),
    rays_centre=(288, 112),
)
_REACTIONS = {
    "won": (Reaction("pleased", "pleased"),),
    "shared": (Reaction("pleased", "pleased"),),
    "lost": (Reaction("dismayed", "dismayed"),),
    "top_lost": (Reaction("dismayed", "dismayed"),),
    "top_out": (Reaction("dismayed", "dismayed"),),
    "penalty": (Reaction("dismayed", "dismayed"),),
    "penalties": (Reaction("dismayed", "dismayed"),),
}
_DEFAULT = TableGeometry(
    centre_spots=_centre(outward_shift_for_wide_centre=90),
    own_spots=_OWN_SPOTS,
    side_frame=_SIDE_FRAME,
    top_frame=_TOP_FRAME,
    prompt_y=465,
    trick_cross=_CROSS,
    upper_side_seat_y=226,
    side_seat_inset=92,
)
_CROWDED = replace(
    _DEFAULT,
    centre_spots=_centre(outward_shift_for_wide_centre=90, rejected=_ABOVE_DISCARDS),
    side_frame=_CROWDED_SIDE_FRAME,
    top_frame=_CROWDED_TOP_FRAME,
    side_seat_inset=56,
)

_OWN_SPOTS_BESIDE_DRAWER = (
    PileSpot("hand", -64, -93, 112, FanSpread(max_step_fraction=0.56)),
    PileSpot("up", 160, -93, 112, z=210, title_side="above"),
)
_BESIDE_DRAWER = replace(
    _DEFAULT,
    centre_spots=_centre(outward_shift_for_wide_centre=64),
    own_spots=_OWN_SPOTS_BESIDE_DRAWER,
    side_seat_inset=40,
    min_width=1113,
)
_TOP_FRAME_BESIDE_DRAWER = SeatFrame(
    (
        PileSpot("hand", 200, 34, 36, ClosedHandSpread(5), max_width=56),
        PileSpot("up", 52, 116, 60, title_side="beside"),
    ),
    bubble_tip=(50, 96),
    width_in_top_row=240,
)
_SIDE_FRAME_BESIDE_DRAWER = SeatFrame(
    (
        PileSpot("hand", 54, 118, 52, ClosedHandSpread(7), max_width=90),
        PileSpot("up", 158, 120, 60, title_side="below"),
    ),
    bubble_tip=(60, 190),
    width_in_top_row=260,
)
_CROWDED_BESIDE_DRAWER = replace(
    _CROWDED,
    centre_spots=_centre(outward_shift_for_wide_centre=64, rejected=_ABOVE_DISCARDS),
    own_spots=_OWN_SPOTS_BESIDE_DRAWER,
    side_frame=_SIDE_FRAME_BESIDE_DRAWER,
    top_frame=_TOP_FRAME_BESIDE_DRAWER,
    side_seat_inset=40,
    top_extends_to_drawer=True,
    min_width=1113,
)

_CROWDED_WITH_DRAWER = replace(_CROWDED, drawer_geometries_by_max_seats={6: _CROWDED_BESIDE_DRAWER})

LAYOUT = TableLayout(
    "gurch",
    replace(
        _DEFAULT,
        open_hands_centre=_centre(outward_shift_for_wide_centre=90, rejected=_ABOVE_DISCARDS),
        drawer_geometries_by_max_seats={4: _BESIDE_DRAWER},
        geometries_by_seats={5: _CROWDED_WITH_DRAWER, 6: _CROWDED_WITH_DRAWER},
    ),
    controls=MoveControls(
        drop_kinds_by_verb={"play": "trick", "swap": "swapped", "discard": "swapped"},
        always_offered_verbs=("keep", "reject"),
        passing_verbs=frozenset({"pat", "keep"}),
        vote_verb="vote",
        first_digits_by_verb={"vote": 0},
    ),
    effects=AnnouncementEffects(
        announcements_without_bubble=frozenset(
            {"play", "top", "mixed", "mixed_top", "several", "look", "drew", "vote", "last"}
        ),
        standing_announcements=frozenset({"start", "pat", "keep", "take", "reject", "renew", "swap", "discard"}),
        board_announcements=frozenset(f"result_{number}" for number in range(1, 6)),
        pre_move_highlights=frozenset({"last"}),
        staging_announcements=frozenset({"last"}),
        spotlit_kinds_by_announcement=dict.fromkeys(
            ("won", "shared", "carried", "penalty", "penalties"), frozenset({"trick"})
        ),
        calm_for_others={"won": ("seat",), "shared": ("seats",), "carried": ("seats",)},
        announcements_bad_for_first_seat=frozenset({"top_lost", "penalty", "penalties"}),
        rare_amounts=(13, 15),
        reactions_by_announcement=_REACTIONS,
    ),
    help=TableHelp(
        rules_by_question={
            "start": "R5",
            "first": "R6",
            "first_short": "R12",
            "vote": "R8",
            "second": "R10",
            "second_must": "R10",
            "second_short": "R12",
            "shown": "R11",
            "shown_last": "R12",
            "shown_keep": "R11",
            "shown_last_keep": "R12",
            "discard": "R11",
            "once": "R5",
            "mini": "R24",
            "lead": "R14",
            "lead_single": "R14",
            "win": "R17",
            "win_each": "R16",
            "duck": "R17",
            "duck_beat": "R18",
            "ace": "R19",
            "beat": "R18",
            "low": "R19",
        },
        goal_illustration=_GOAL_ILLUSTRATION,
        counted_kinds=("hand", "up"),
        board_questions=frozenset({"vote", "second", "shown", "discard"}),
    ),
    match_setup_cards="AC 5H 9D KS",
)
