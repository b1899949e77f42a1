"""Table layout of Big Two."""

from dataclasses import replace

from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.goal_illustration import (
    GoalArrow,
    GoalCard,
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
from scenes.table.layouts.spreads import ClosedHandSpread, FanSpread, RowSpread, TrickSpread
from scenes.table.layouts.table_help import TableHelp

_GOAL_ILLUSTRATION = GoalIllustration(
    (
        GoalCard("5D", 48, 98, 60, -4),
        GoalCard("5C", 74, 98, 60, 4),
        GoalFace(1, 100, 50, 36),
        GoalArrow(132, 106),
        GoalCard("9H", 186, 98, 60, -4),
        GoalCard("9S", 212, 98, 60, 4),
        GoalFace(2, 238, 50, 36),
        GoalArrow(270, 106),
        GoalCard("KC", 340, 92, 82, -4, is_winning=True),
        GoalCard("KS", 376, 92, 82, 4, is_winning=True),
        GoalFace(0, 422, 34, 52),
        GoalCrown(356, 0),
        *face_with_cards(1, 474, 60, 3),
        *face_with_cards(2, 474, 127, 2),
        GoalNote("out", 250, 187, is_gold=True, max_width=240),
        GoalNote("left", 474, 187, max_width=190),
    ),
    rays_centre=(356, 96),
)
_NAMED_PLAYS = frozenset({"straight", "flush", "full_house", "four_plus_one", "straight_flush", "dragon"})
_BOMBS = frozenset({"quads", "four_plus_one", "straight_flush"})
_REACTIONS = {key: (Reaction(topic="bomb", only_after_in_trick=_BOMBS),) for key in _BOMBS}
_TRICK = TrickSpread(strip_offset_down=146, strip_scale=0.5, strip_offset_down_if_named=182)
_DEFAULT = TableGeometry(
    centre_spots=(
        PileSpot("stock", 0, 218, 112),
        PileSpot("trick", 0, 218, 112, _TRICK, max_width=400, has_slot_outline=True),
        PileSpot("played", -290, 218, 64, has_caption=True, cover="back"),
    ),
    own_spots=(PileSpot("hand", 0, -93, 112, FanSpread()),),
    side_frame=SeatFrame(
        (PileSpot("hand", 54, 118, 52, ClosedHandSpread(9), max_width=160),),
        bubble_tip=(60, 174),
        width_in_top_row=240,
        open_hands_frame=SeatFrame(
            (PileSpot("hand", 52, 118, 44, RowSpread(9), max_width=120),), bubble_tip=(60, 168), width_in_top_row=240
        ),
    ),
    top_frame=SeatFrame(
        (PileSpot("hand", 240, 33, 52, ClosedHandSpread(8), max_width=150),), bubble_tip=(376, 36), width_in_top_row=190
    ),
)

_BESIDE_DRAWER = replace(
    _DEFAULT,
    centre_spots=(
        *_DEFAULT.centre_spots[:2],
        PileSpot("played", -232, 218, 64, has_caption=True, cover="back"),
    ),
    own_spots=(PileSpot("hand", -29, -93, 112, FanSpread()),),
    min_width=1113,
)


def _with_stock_at_side(geometry: TableGeometry, x: float) -> TableGeometry:
    """Return the geometry with the cards that were not dealt at the right, opposite the cards played."""
    stock = PileSpot("stock", x, 218, 64, has_caption=True)
    return replace(geometry, centre_spots=(stock, *geometry.centre_spots[1:]))


_TWO_SEATS = replace(
    _with_stock_at_side(_DEFAULT, 290), drawer_geometries_by_max_seats={4: _with_stock_at_side(_BESIDE_DRAWER, 232)}
)

LAYOUT = TableLayout(
    "big_two",
    replace(_DEFAULT, geometries_by_seats={2: _TWO_SEATS}, drawer_geometries_by_max_seats={4: _BESIDE_DRAWER}),
    controls=MoveControls(
        drop_kinds_by_verb={"play": "trick"},
        always_offered_verbs=("pass",),
        passing_verbs=frozenset({"pass"}),
    ),
    effects=AnnouncementEffects(
        announcements_without_bubble=frozenset({"single", "pair", "triple", "two_pair", "quads", "play"})
        | _NAMED_PLAYS,
        pre_move_highlights=frozenset({"quads", "four_plus_one", "straight_flush", "dragon"}),
        post_move_highlights=frozenset({"last_card"}),
        rare_amounts=(9, 21),
        reactions_by_announcement=_REACTIONS,
        kinds_to_empty=("hand",),
    ),
    help=TableHelp(
        rules_by_question={
            "give_back": "R1",
            "open": "R2",
            "lead": "R7",
            "lead_last_card": "R4",
            "lead_dragon": "R15",
            "follow_highest": "R4",
            "follow_bomb": "R14",
            "follow_over_bomb": "R14",
            "follow_same_kind": "R14",
            "follow_same_kind_bomb": "R14",
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
            "only_pass_out": "R5",
        },
        goal_illustration=_GOAL_ILLUSTRATION,
        named_play_verbs_by_kind={"trick": "play"},
        named_plays=_NAMED_PLAYS,
    ),
    match_setup_cards="2D 2C 2H 2S",
)
