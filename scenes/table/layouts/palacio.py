"""Table layout of Palácio."""

from dataclasses import replace

from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.goal_illustration import GoalArrow, GoalCard, GoalCrown, GoalFace, GoalIllustration, GoalNote
from scenes.table.layouts.layout import TableLayout
from scenes.table.layouts.move_controls import MoveControls
from scenes.table.layouts.reaction import Reaction
from scenes.table.layouts.spots import PileSpot, SeatFrame
from scenes.table.layouts.spreads import ClosedHandSpread, FanSpread, HeapSpread, LastPlayOnHeapSpread, RowSpread
from scenes.table.layouts.table_help import TableHelp


def _centre(
    offset: float, y: float, width: float, max_width: float, burnt_x_y_width: tuple[float, float, float]
) -> tuple[PileSpot, ...]:
    """Return the positions of Palácio's stock and pile beside the centre, and of the smaller burnt pile.

    Args:
        offset: distance from the centre to stock and to pile.
        y: centre of both.
        width: card width.
        max_width: maximum width of a play of several cards.
        burnt_x_y_width: x, y and card width of the burnt pile.
    """
    return (
        PileSpot("stock", -offset, y, width, has_caption=True, has_slot_outline=True),
        PileSpot(
            "pile",
            offset,
            y,
            width,
            LastPlayOnHeapSpread(),
            max_width=max_width,
            has_caption=True,
            has_slot_outline=True,
            shows_player=True,
        ),
        PileSpot("burnt", *burnt_x_y_width, HeapSpread(visible_cards=3), has_caption=True, cover="burnt"),
    )


_CENTRE = _centre(80, 201, 108, 160, (202, 238, 56))
_LOWER_CENTRE = _centre(72, 214, 90, 152, (195, 235, 60))
"""Table piles below a seat at the top."""
_CLOSE_CENTRE = _centre(60, 214, 90, 124, (160, 238, 56))
"""Table piles between seats that reach further inwards: beside the drawer, or with open hands."""
_CLOSEST_CENTRE = _centre(58, 219, 82, 118, (158, 238, 54))
"""Table piles below two open hands at the top."""
_OWN_SPOTS = (
    PileSpot("hand", 0, -93, 112, FanSpread()),
    PileSpot("down", -106, -277, 82, pile_step=(106, 0), has_slot_outline=True),
    PileSpot("up", -106, -261, 82, pile_step=(106, 0), z=20, has_label_left_of_own=True),
)
_SIDE_FRAME = SeatFrame(
    (
        PileSpot("hand", 250, 33, 52, ClosedHandSpread(12, min_step=2), max_width=80),
        PileSpot("down", 52, 132, 80, pile_step=(98, 0), has_slot_outline=True),
        PileSpot("up", 52, 152, 80, pile_step=(98, 0), z=20),
    ),
    bubble_tip=(50, 226),
    width_in_top_row=300,
    open_hands_frame=SeatFrame(
        (
            PileSpot("hand", 250, 107, 44, RowSpread(12, min_step=2), max_width=84),
            PileSpot("down", 52, 132, 80, pile_step=(64, 0), has_slot_outline=True),
            PileSpot("up", 52, 152, 80, pile_step=(64, 0), z=20),
        ),
        bubble_tip=(50, 226),
        width_in_top_row=300,
    ),
)
"""Seats at the side. An open hand is beside the palace, whose piles are then closer together."""
_TOP_FRAME = SeatFrame(
    (
        PileSpot("hand", 440, 38, 52, ClosedHandSpread(12, min_step=2), max_width=108),
        PileSpot("down", 242, 38, 56, pile_step=(64, 0), has_slot_outline=True),
        PileSpot("up", 242, 52, 56, pile_step=(64, 0), z=20),
    ),
    bubble_tip=(532, 40),
    width_in_top_row=600,
    open_hands_frame=SeatFrame(
        (
            PileSpot("hand", 488, 36, 44, RowSpread(8, min_step=1), max_width=116),
            PileSpot("down", 242, 38, 56, pile_step=(64, 0), has_slot_outline=True),
            PileSpot("up", 242, 52, 56, pile_step=(64, 0), z=20),
        ),
        bubble_tip=(532, 50),
        width_in_top_row=600,
    ),
)
"""The only seat at the top: its palace is centred above the piles and the own palace."""
_CROWDED_TOP_FRAME = SeatFrame(
    (
        PileSpot("hand", 387, 36, 38, ClosedHandSpread(3, min_step=0.1), max_width=38),
        PileSpot("down", 232, 38, 52, pile_step=(54, 0), has_slot_outline=True),
        PileSpot("up", 232, 50, 52, pile_step=(54, 0), z=20),
    ),
    bubble_tip=(60, 100),
    width_in_top_row=412,
    open_hands_frame=SeatFrame(
        (
            PileSpot("hand", 352, 28, 36, RowSpread(7, min_step=3), max_width=40),
            PileSpot("down", 232, 38, 52, pile_step=(35, 0), has_slot_outline=True),
            PileSpot("up", 232, 50, 52, pile_step=(35, 0), z=20),
        ),
        bubble_tip=(60, 100),
        width_in_top_row=412,
    ),
)
"""One of several seats at the top. An open hand is beyond the palace, whose piles are then closer together."""
_GOAL_ILLUSTRATION = GoalIllustration(
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
        GoalNote("hand", 86, 187, max_width=160),
        GoalNote("open", 254, 187, max_width=170),
        GoalNote("closed", 452, 187, is_gold=True, max_width=220),
    ),
    rays_centre=(530, 92),
)
_REACTIONS = {
    "burnt": (Reaction("pleased", "burn"),),
    "burnt_four": (Reaction("pleased", "burn"),),
    "take": (Reaction("dismayed", "dismayed"),),
    "take_along": (Reaction("dismayed", "dismayed"),),
    "turned_bad": (Reaction("dismayed", "dismayed"),),
    "out": (Reaction("pleased"),),
}
_DEFAULT = TableGeometry(
    centre_spots=_CENTRE,
    own_spots=_OWN_SPOTS,
    side_frame=_SIDE_FRAME,
    top_frame=_TOP_FRAME,
    prompt_y=350,
    open_hands_centre=_CLOSE_CENTRE,
    upper_side_seat_y=150,
)
_WITH_LOWER_CENTRE = replace(_DEFAULT, centre_spots=_LOWER_CENTRE)
_CROWDED = replace(
    _WITH_LOWER_CENTRE, open_hands_centre=_CLOSEST_CENTRE, top_frame=_CROWDED_TOP_FRAME, upper_side_seat_y=176
)

_SIDE_FRAME_BESIDE_DRAWER = _SIDE_FRAME._replace(
    spots=(
        PileSpot("hand", 250, 33, 52, ClosedHandSpread(8, min_step=1), max_width=70),
        PileSpot("down", 52, 132, 80, pile_step=(92, 0), has_slot_outline=True),
        PileSpot("up", 52, 152, 80, pile_step=(92, 0), z=20),
    )
)
_BESIDE_DRAWER = replace(
    _DEFAULT,
    centre_spots=(
        *_CLOSE_CENTRE[:2],
        PileSpot("burnt", 172, 262, 50, HeapSpread(visible_cards=3), has_caption=True, cover="burnt"),
    ),
    side_frame=_SIDE_FRAME_BESIDE_DRAWER,
    own_spots=(PileSpot("hand", -29, -93, 112, FanSpread()), *_OWN_SPOTS[1:]),
    top_frame=_TOP_FRAME._replace(bubble_tip=(40, 92), width_in_top_row=400),
    prompt_y=372,
    min_width=1113,
)
_WITH_TOP_SEAT = replace(_WITH_LOWER_CENTRE, drawer_geometries_by_max_seats={4: _BESIDE_DRAWER})
LAYOUT = TableLayout(
    "palacio",
    replace(
        _DEFAULT,
        drawer_geometries_by_max_seats={3: _BESIDE_DRAWER},
        geometries_by_seats={2: _WITH_TOP_SEAT, 4: _WITH_TOP_SEAT, 5: _CROWDED},
    ),
    controls=MoveControls(
        drop_kinds_by_verb={"play": "pile", "complete": "pile", "lay": "up"},
        verbs_without_button=frozenset({"flip"}),
        passing_verbs=frozenset({"let_go"}),
        fillable_kinds_by_question={"exchange": "up"},
        always_offered_verbs=("take",),
    ),
    effects=AnnouncementEffects(
        announcements_without_bubble=frozenset({"play", "turned", "burnt"}),
        pre_move_highlights=frozenset({"burnt"}),
        post_move_highlights=frozenset({"turned", "enters"}),
        highlight_font_size=80,
        highlight_above_prompt=10,
        calm_for_others={"out": ("seat",)},
        rare_amounts=(13, 25),
        reactions_by_announcement=_REACTIONS,
        kinds_to_empty=("hand", "up", "down"),
    ),
    help=TableHelp(
        rules_by_question={
            "exchange": "R6",
            "choose": "R6",
            "lead": "R9",
            "lead_lowest": "R7",
            "anything": "R3",
            "higher": "R9",
            "lower": "R9",
            "nothing_beneath": "R9",
            "must_take": "R12",
            "must_take_along": "R14",
            "must_take_chance": "R12",
            "flip": "R15",
            "send": "R12",
            "fourth": "R10",
            "no_fourth": "R10",
        },
        goal_illustration=_GOAL_ILLUSTRATION,
    ),
    match_setup_cards="2C TD AS KH",
)
