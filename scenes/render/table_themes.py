"""Table themes: colours of felt and wood, usual and in high contrast."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from scenes.render.theme import Colour, rgb

GradientStops = tuple[tuple[float, str], ...]


class TableTheme(NamedTuple):
    """Table theme: colours of a table's felt and wood."""

    felt_colours: tuple[Colour, Colour, Colour, Colour, Colour]
    """Felt from its bright centre to the corners. The third colour covers most of it; text must stand out on all."""
    rail_stops: GradientStops
    """Gradient of the wooden rail from top to bottom: stops (0 … 1, colour)."""
    edge_stops: GradientStops
    """Gradient of the wooden edge at the bottom of the home screen."""

    @property
    def high_contrast(self) -> "TableTheme":
        """Variant of a table theme with darker felt, on which text has a contrast of 7:1."""
        _, _, body, edge, corner = self.felt_colours
        return self._replace(felt_colours=(_darker(body, 0.9), _darker(body, 0.8), _darker(body, 0.7), edge, corner))


def _darker(colour: Colour, factor: float) -> Colour:
    red, green, blue = (round(c * factor) for c in colour)
    return red, green, blue


def _felt(*codes: str) -> tuple[Colour, Colour, Colour, Colour, Colour]:
    light, soft, body, edge, corner = map(rgb, codes)
    return light, soft, body, edge, corner


def _wood(*codes: str) -> GradientStops:
    return tuple(zip((0.0, 0.04, 0.12, 0.7, 1.0), codes, strict=True))


def _edge(*codes: str) -> GradientStops:
    return tuple(zip((0.0, 0.14, 0.7, 1.0), codes, strict=True))


TABLE_THEMES: Mapping[str, TableTheme] = MappingProxyType(
    {
        "house": TableTheme(
            _felt("#1f6f45", "#196039", "#14532d", "#0b3a20", "#082c17"),
            _wood("#8a5935", "#6b4226", "#54321c", "#472916", "#3a2111"),  # walnut
            _edge("#86552f", "#5d3a21", "#442815", "#2d190c"),
        ),
        "harbour": TableTheme(
            _felt("#265c86", "#1d4d73", "#163f61", "#0e2b45", "#0a2036"),
            _wood("#b98a54", "#96693a", "#7a5229", "#684420", "#543618"),  # oak
            _edge("#b08048", "#805a30", "#644320", "#443014"),
        ),
        "salon": TableTheme(
            _felt("#84334a", "#70293e", "#5d2032", "#401422", "#300e19"),
            _wood("#8f4a2e", "#6c3020", "#531f15", "#431710", "#35110b"),  # mahogany
            _edge("#8a452a", "#5f2a1b", "#451b11", "#2e100a"),
        ),
        "study": TableTheme(
            _felt("#4e5a64", "#434e57", "#38424a", "#252d33", "#1b2126"),
            _wood("#5d5048", "#40352f", "#2f2622", "#261e1b", "#1d1614"),  # ebony
            _edge("#584a42", "#382e29", "#282019", "#18120f"),
        ),
        "arbour": TableTheme(
            _felt("#5f5f26", "#52531f", "#464819", "#303210", "#24260b"),
            _wood("#a8683f", "#86482a", "#6d371f", "#5b2c18", "#482212"),  # cherry
            _edge("#a1623a", "#743f25", "#572d19", "#3b1d0f"),
        ),
    }
)
"""Themes by value of the setting ``table``."""
