"""The layouts, one small file a game: an explicit register."""

from collections.abc import Mapping
from types import MappingProxyType

from scenes.table.layout import Layout
from scenes.table.layouts import big_two, palacio

LAYOUTS: Mapping[str, Layout] = MappingProxyType({layout.slug: layout for layout in (big_two.LAYOUT, palacio.LAYOUT)})
