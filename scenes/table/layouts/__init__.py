"""Table layouts of all games: one module for each game, registered by slug in ``LAYOUTS``."""

from collections.abc import Mapping
from types import MappingProxyType

from scenes.table.layouts import (
    big_two,
    gurch,
    palacio,
    pass_the_ace,
    roped,
)
from scenes.table.layouts.layout import TableLayout

LAYOUTS: Mapping[str, TableLayout] = MappingProxyType(
    {
        layout.slug: layout
        for layout in (
            gurch.LAYOUT,
            roped.LAYOUT,
            pass_the_ace.LAYOUT,
            big_two.LAYOUT,
            palacio.LAYOUT,
        )
    }
)
