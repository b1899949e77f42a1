"""The layout of one game's table as data. No pygame here."""

from dataclasses import dataclass, field

from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.move_controls import MoveControls
from scenes.table.layouts.table_help import TableHelp


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Layout of one game's table: positions, controls of its moves, effects of its announcements, and help."""

    slug: str
    geometry: TableGeometry
    controls: MoveControls = field(default_factory=MoveControls)
    effects: AnnouncementEffects = field(default_factory=AnnouncementEffects)
    help: TableHelp = field(default_factory=TableHelp)
    match_setup_cards: str = ""
    """Cards that stand for the game on the small table of the seating screen."""
    shows_sheet_each_deal: bool = True
    """Whether the score sheet is shown after each deal; without it, the next deal follows at once."""
