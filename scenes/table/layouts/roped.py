"""The table of RoPeD."""

from scenes.table.layouts.layout import ColumnSpread, FanSpread, Layout, RowSpread, SeatFrame, Spot, StackSpread

_CENTRE = (
    Spot("stock", -300, 214, 88, StackSpread(), caption=True, slot=True),
    Spot("slot", -178, 214, 88, ColumnSpread(33, 158), step=(120, 0), slot=True),
    Spot("aside", 290, 258, 58, RowSpread(18), room=112, caption=True),
)
_OWN = (
    Spot("hand", 0, -93, 112, FanSpread()),
    Spot("drawn", 300, -250, 84, z=20),
    Spot("meld", -553, -233, 46, RowSpread(16), step=(101, 0), room=100, centred=True, worth=True),
)
_SIDE = SeatFrame(
    (
        Spot("hand", 52, 92, 34, RowSpread(8), room=130),
        Spot("drawn", 166, 92, 34),
        Spot("meld", 84, 194, 50, RowSpread(28), step=(0, 33), room=140, centred=True, worth=True),
    ),
    bubble=(60, 112),
    width=240,
)
_TOP = SeatFrame(
    (
        Spot("hand", 276, 36, 34, RowSpread(7, least=2), room=84),
        Spot("drawn", 367, 36, 34),
        Spot("meld", 412, 36, 48, RowSpread(17), step=(106, 0), room=100, centred=True, worth=True),
    ),
    bubble=(40, 81),
    width=620,
)

LAYOUT = Layout(
    "roped",
    fan="7H 8H 9H TH",
    centre=_CENTRE,
    own=_OWN,
    side=_SIDE,
    top=_TOP,
    prompt_y=456,
    drops={"lay": "slot", "discard": "slot", "meld": "meld", "throw": "aside", "rope": "aside"},
    places={"reveal": "slot"},
    pulls={"stock": "stock", "draw": "stock"},
    side_y=150,
    explained={
        "start": "R3",
        "reveal": "R8",
        "pick": "R9",
        "discard": "R11",
        "discard_empty": "R13",
        "discard_due": "R10",
        "place": "R12",
        "set": "R14",
        "set_due": "R10",
        "no_set": "R15",
        "lasso": "R18",
        "chain": "R19",
        "no_lasso": "R17",
    },
    boards=frozenset({"lasso", "chain"}),
)
