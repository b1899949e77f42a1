"""Rows of the rule lab's table: a statistic as a sentence, and as a plot of both values with error bars."""

import math
from collections.abc import Iterable
from typing import Any

from pygame import FRect, Surface

from engine.lab import MIN_MATCHES, Estimate
from scenes.render.renderer import Renderer
from scenes.render.theme import HAIRLINE_PAPER, INK, INK_BROWN, INK_CAPTION, INK_SECONDARY, SEAT_LINE_STYLES, Colour
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widgets import Widget

FIRST_COLOUR, SECOND_COLOUR = INK_BROWN, SEAT_LINE_STYLES[3][0]
"""Colours of the two rule sets: brown and blue, which colour-blind players can distinguish."""
PERCENT_STATISTICS = ("forced", "starter", "dealer", "dealt", "seat", "skill")
"""Kinds of statistics shown as percentages."""
_PAD, _MIN_FIGURES_WIDTH = 12.0, 92.0
_PLOT_AND_FIGURES_FRACTION = 0.5
"""Width of plot and values, as a fraction of the row."""
_MIN_PLAIN_ROW_HEIGHT, _MIN_SENTENCE_ROW_HEIGHT, _HEADING_HEIGHT = 44.0, 60.0, 40.0
"""Minimum heights of a row without and with a sentence, and height of a heading."""
_MIN_SHOWN_VALUE = 0.005
"""Values below it are shown as 0."""
_MIN_RELATIVE_SPAN = 1e-9
_STANDARD_ERRORS_PER_SIDE = 2.0
"""Half length of an error bar in standard errors: about a 95 % interval."""


def split_statistic_name(name: str) -> tuple[str, str]:
    """Split a statistic's name into kind and subject: ``special.burn`` is ``("special", "burn")``.

    >>> split_statistic_name("seat.2"), split_statistic_name("forced")
    (('seat', '2'), ('forced', ''))
    """
    first, _, rest = name.partition(".")
    return first, rest


def statistic_title(words: Words, slug: str, name: str) -> str:
    """Return the title of a statistic in the rule lab."""
    first, rest = split_statistic_name(name)
    if first == "special":
        return words(f"{slug}.special.{rest}")
    if first == "seat":
        return words("app.lab.seat.name", place=int(rest) + 1)
    return words(f"app.lab.{first}.name")


def value_text(words: Words, name: str, value: float) -> str:
    """Format a value of a statistic from the rule lab (which compares two sets of house rules by simulation)."""
    if not math.isfinite(value):
        return words("app.lab.none")
    if split_statistic_name(name)[0] in PERCENT_STATISTICS:
        return words.percent(value)
    return words.number(value, places=1 if abs(value) >= 1 or abs(value) < _MIN_SHOWN_VALUE else 2)


def comparison_sentence(words: Words, slug: str, estimate: Estimate) -> str:
    """Return a sentence that compares a statistic's values under two rule sets."""
    if estimate.same:
        return words("app.lab.same")
    if estimate.matches < MIN_MATCHES or not math.isfinite(estimate.error):
        return words("app.lab.wait")
    if not estimate.sure:
        return words("app.lab.unsure")
    more = estimate.difference > 0
    first, second = (value_text(words, estimate.name, value) for value in (estimate.first, estimate.second))
    placeholders: dict[str, Any] = {"first": first, "second": second}
    if math.isfinite(estimate.ratio_to_first):
        placeholders["percent"] = words.percent(abs(estimate.ratio_to_first - 1))
    kind = split_statistic_name(estimate.name)[0]
    key = f"app.lab.{kind}.{'more' if more else 'less'}"
    if kind == "special":
        none = words.number(0, places=1)
        key = f"app.lab.special.{'gone' if second == none else 'new' if first == none else 'changed'}"
    return words(key, name=statistic_title(words, slug, estimate.name), **placeholders)


def sort_estimates(estimates: Iterable[Estimate]) -> list[Estimate]:
    """Sort the rule lab's statistics: significant differences first, then uncertain ones, then identical values."""
    return sorted(estimates, key=lambda found: (not found.sure, found.same))


class LabHeading(Widget):
    """Heading of a group of statistics in the rule lab."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.with_layout(height=_HEADING_HEIGHT)

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.text)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        line = renderer.text(self.text, "strong_body", INK_CAPTION, max_width=self.rect.width - 2 * _PAD)
        renderer.blit(target, line, self.rect.left + _PAD, self.rect.bottom - 8, "bottomleft")


def make_lab_rows(words: Words, slug: str, estimates: Iterable[Estimate]) -> list[Widget]:
    """Return a row for each statistic of the rule lab, in this order.

    A significant difference has its own sentence. Other statistics with equal sentences share a heading.
    """
    rows: list[Widget] = []
    heading = ""
    for estimate in estimates:
        row = LabRow(words, slug, estimate)
        if not estimate.sure and row.sentence != heading:
            heading = row.sentence
            rows.append(LabHeading(heading))
        rows.append(row)
    return rows


class LabRow(Widget):
    """Row of the rule lab for one statistic under both rule sets. It has a sentence only if the difference is
    significant.
    """

    def __init__(self, words: Words, slug: str, estimate: Estimate) -> None:
        super().__init__()
        self.words = words
        self.estimate = estimate
        self.title = statistic_title(words, slug, estimate.name)
        self.sentence = comparison_sentence(words, slug, estimate)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        height, min_height = renderer.text_surface_height("strong_body"), _MIN_PLAIN_ROW_HEIGHT
        if self.estimate.sure:
            text_width = self._text_width(constraints.max_width)
            height += renderer.paragraph_height(self.sentence, "explanation", text_width)
            min_height = _MIN_SENTENCE_ROW_HEIGHT
        even_height = 2.0 * math.ceil(height / 2 + _PAD)  # else every second line between rows is thicker
        return Size(constraints.max_width, max(min_height, even_height))

    @staticmethod
    def _text_width(width: float) -> float:
        return width * (1 - _PLOT_AND_FIGURES_FRACTION) - 2 * _PAD - 24

    def plot_area(self, renderer: Renderer) -> FRect:
        """Return the area between the texts and the values."""
        figures = max(renderer.text_width(text, "figure") for text in self.value_texts())
        figures_width = max(_MIN_FIGURES_WIDTH, 12 + figures)
        width = self.rect.width * _PLOT_AND_FIGURES_FRACTION - figures_width
        right = self.rect.right - _PAD - figures_width - 12
        return FRect(right - width, self.rect.centery - 20, width, 40)

    def value_texts(self) -> tuple[str, str]:
        """Return the statistic's values under both rule sets as texts."""
        found = self.estimate
        first, second = (value_text(self.words, found.name, value) for value in (found.first, found.second))
        return first, second

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.title, self.sentence if self.estimate.sure else "", *self.value_texts())

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect, text_width = self.rect, self._text_width(self.rect.width)
        renderer.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top, rect.width, 1.5))
        left = rect.left + _PAD
        if self.estimate.sure:
            name = renderer.text(self.title, "strong_body", INK, max_width=text_width)
            text = renderer.paragraph(self.sentence, "explanation", INK, text_width)
            top = rect.centery - (renderer.height_of(name) + renderer.height_of(text)) / 2
            renderer.blit(target, name, left, top)
            renderer.blit(target, text, left, top + renderer.height_of(name))
        else:
            name = renderer.text(self.title, "body", INK_SECONDARY, max_width=text_width)
            renderer.blit(target, name, left, rect.centery, "midleft")
        if self.estimate.sure:
            self._draw_plot(renderer, target, self.plot_area(renderer))
        for figure, ink, down in zip(self.value_texts(), (FIRST_COLOUR, SECOND_COLOUR), (-10, 10), strict=True):
            renderer.blit(
                target, renderer.text(figure, "figure", ink), rect.right - _PAD, rect.centery + down, "midright"
            )

    def _draw_plot(self, renderer: Renderer, target: Surface, area: FRect) -> None:
        """Draw the statistic's values under both rule sets with their error bars on a common scale."""
        estimate = self.estimate
        pairs = (
            (estimate.first, estimate.first_error, FIRST_COLOUR),
            (estimate.second, estimate.second_error, SECOND_COLOUR),
        )
        ends = [value + side * _STANDARD_ERRORS_PER_SIDE * error for value, error, _ in pairs for side in (-1, 1)]
        ends = [end for end in ends if math.isfinite(end)]
        renderer.fill(target, HAIRLINE_PAPER, FRect(area.left, area.centery - 0.75, area.width, 1.5))
        if not ends:
            return
        low, span = min(ends), max(ends) - min(ends)
        span = span if span > _MIN_RELATIVE_SPAN * abs(low) else 0.0  # ignore rounding errors
        for (value, error, ink), down in zip(pairs, (-10.0, 10.0), strict=True):
            if not math.isfinite(value):
                continue
            x = area.left + 9 + (area.width - 18) * ((value - low) / span if span else 0.5)
            half_length = (
                (area.width - 18) * _STANDARD_ERRORS_PER_SIDE * error / span if span and math.isfinite(error) else 0.0
            )
            self._draw_bar(renderer, target, (x, area.centery + down), half_length, ink)

    @staticmethod
    def _draw_bar(
        renderer: Renderer, target: Surface, centre: tuple[float, float], half_length: float, colour: Colour
    ) -> None:
        x, y = centre
        if half_length > 1:
            renderer.fill(target, colour, FRect(x - half_length, y - 1, 2 * half_length, 2))
            for end in (x - half_length, x + half_length):
                renderer.fill(target, colour, FRect(end - 1, y - 5, 2, 10))
        renderer.blit(target, renderer.icon("dot", 16, colour), x, y, "center")


class LabLegend(Widget):
    """Legend of the rule lab with names and colours of the two rule sets."""

    def __init__(self, labels: tuple[str, str]) -> None:
        super().__init__()
        self.labels = labels

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(*self.labels)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        x, room = self.rect.left + _PAD, self.rect.width / 2 - 40
        for label, ink in zip(self.labels, (FIRST_COLOUR, SECOND_COLOUR), strict=True):
            renderer.blit(target, renderer.icon("dot", 16, ink), x + 8, self.rect.centery, "center")
            text = renderer.text(label, "strong_body", ink, max_width=room)
            renderer.blit(target, text, x + 22, self.rect.centery, "midleft")
            x += 22 + renderer.width_of(text) + 30
