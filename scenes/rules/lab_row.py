"""A row of the lab: a figure as a sentence and as a plot of both values with error bars."""

import math
from collections.abc import Iterable
from typing import Any

from pygame import FRect, Surface

from engine.lab import MIN_MATCHES, Estimate
from scenes.look.look import Look
from scenes.look.theme import HAIRLINE_PAPER, INK, INK_BROWN, INK_CAPTION, INK_SECOND, PLAYER_LINES, Colour
from scenes.look.widgets import Widget
from scenes.text.words import Words

FIRST, SECOND = INK_BROWN, PLAYER_LINES[3][0]
"""Colours of the two rule sets; brown and blue can be distinguished with any colour vision."""
SHARES = ("forced", "starter", "dealer", "seat", "skill")
"""Figures that are shares, shown as percentages."""
_PAD, _FIGURE = 12.0, 92.0
_PLOT = 0.5
"""Width of a plot, as a share of the row."""
_LOW, _HIGH, _HEADING = 44.0, 60.0, 40.0
"""Minimum height of a row with its name alone, of one with a sentence, and height of a heading."""
_TINY = 1e-9
_ERRORS = 2.0
"""Half length of an error bar, standard errors: about a 95 % interval."""


def split_name(name: str) -> tuple[str, str]:
    """Split a figure's name into kind and subject: ``special.burn`` is ``("special", "burn")``.

    >>> split_name("seat.2"), split_name("forced")
    (('seat', '2'), ('forced', ''))
    """
    first, _, rest = name.partition(".")
    return first, rest


def title(words: Words, slug: str, name: str) -> str:
    """Return the title of a figure."""
    first, rest = split_name(name)
    if first == "special":
        return words(f"{slug}.special.{rest}")
    if first == "seat":
        return words("app.lab.seat.name", place=int(rest) + 1)
    return words(f"app.lab.{first}.name")


def value_text(words: Words, name: str, value: float) -> str:
    """Return a value of a figure as text."""
    if not math.isfinite(value):
        return words("app.lab.none")
    if split_name(name)[0] in SHARES:
        return words.percent(value)
    return words.number(value, places=1 if abs(value) >= 1 or not value else 2)


def sentence(words: Words, slug: str, found: Estimate) -> str:
    """Return the comparison in words."""
    if found.same:
        return words("app.lab.same")
    if found.matches < MIN_MATCHES or not math.isfinite(found.error):
        return words("app.lab.wait")
    if not found.sure:
        return words("app.lab.unsure")
    more = found.difference > 0
    first, second = (value_text(words, found.name, value) for value in (found.first, found.second))
    figures: dict[str, Any] = {"first": first, "second": second}
    if math.isfinite(found.times):
        figures["percent"] = words.percent(abs(found.times - 1))
    what = split_name(found.name)[0]
    key = f"app.lab.{what}.{'more' if more else 'less'}"
    if what == "special":
        key = "app.lab.special.changed"
    return words(key, name=title(words, slug, found.name), **figures)


def ordered(estimates: Iterable[Estimate]) -> list[Estimate]:
    """Sort figures: certain differences first, then uncertain ones, then equal ones."""
    return sorted(estimates, key=lambda found: (not found.sure, found.same))


class LabHeading(Widget):
    """What is said of all rows below it."""

    def __init__(self, text: str, width: float) -> None:
        super().__init__(FRect(0, 0, width, _HEADING))
        self.text = text

    def draw(self, look: Look, target: Surface) -> None:
        line = look.text(self.text, "strong_body", INK_CAPTION, max_width=self.rect.width - 2 * _PAD)
        look.blit(target, line, self.rect.left + _PAD, self.rect.bottom - 8, "bottomleft")


def rows_of(look: Look, words: Words, slug: str, estimates: Iterable[Estimate], width: float) -> list[Widget]:
    """Return a row for each figure, in this order, one below the other.

    Differences have a sentence each; what is said of several other figures is said once, above them.
    """
    found: list[Widget] = []
    heading, y = "", 0.0
    for estimate in estimates:
        row = LabRow(look, words, slug, estimate, width)
        if not estimate.sure and row.sentence != heading:
            heading = row.sentence
            found.append(LabHeading(heading, width))
            found[-1].rect.top = y
            y = found[-1].rect.bottom
        row.rect.top = y
        y = row.rect.bottom
        found.append(row)
    return found


class LabRow(Widget):
    """A row of the list, as high as its sentence needs; without one unless the difference is sure."""

    def __init__(self, look: Look, words: Words, slug: str, found: Estimate, width: float) -> None:
        super().__init__()
        self.words = words
        self.found = found
        self.title = title(words, slug, found.name)
        self.sentence = sentence(words, slug, found)
        self._figures = max(_FIGURE, 12 + max(look.text_width(text, "figure") for text in self.figures()))
        self._plot = width * _PLOT - self._figures
        self._room = width - self._plot - self._figures - 2 * _PAD - 24
        high = look.text_height("strong_body")
        if found.sure:
            high += self._sentence(look).get_height() / look.scale
        self.rect = FRect(0, 0, width, max(_HIGH if found.sure else _LOW, high + 2 * _PAD))

    def figures(self) -> tuple[str, str]:
        """The values under both rule sets."""
        found = self.found
        first, second = (value_text(self.words, found.name, value) for value in (found.first, found.second))
        return first, second

    def _sentence(self, look: Look) -> Surface:
        return look.paragraph(self.sentence, "explanation", INK, self._room)

    def draw(self, look: Look, target: Surface) -> None:
        rect = self.rect
        look.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top, rect.width, 1.5))
        left = rect.left + _PAD
        if self.found.sure:
            name = look.text(self.title, "strong_body", INK, max_width=self._room)
            text = self._sentence(look)
            top = rect.centery - (name.get_height() + text.get_height()) / look.scale / 2
            look.blit(target, name, left, top)
            look.blit(target, text, left, top + name.get_height() / look.scale)
        else:
            name = look.text(self.title, "body", INK_SECOND, max_width=self._room)
            look.blit(target, name, left, rect.centery, "midleft")
        right = rect.right - _PAD
        plot = FRect(right - self._figures - self._plot - 12, rect.centery - 20, self._plot, 40)
        self._draw_plot(look, target, plot)
        for figure, ink, down in zip(self.figures(), (FIRST, SECOND), (-10, 10), strict=True):
            look.blit(target, look.text(figure, "figure", ink), right, rect.centery + down, "midright")

    def _draw_plot(self, look: Look, target: Surface, area: FRect) -> None:
        """Draw both values on a common scale that fits their error bars."""
        found = self.found
        pairs = ((found.first, found.first_error, FIRST), (found.second, found.second_error, SECOND))
        ends = [value + side * _ERRORS * error for value, error, _ in pairs for side in (-1, 1)]
        ends = [end for end in ends if math.isfinite(end)]
        look.fill(target, HAIRLINE_PAPER, FRect(area.left, area.centery - 0.75, area.width, 1.5))
        if not ends:
            return
        low, wide = min(ends), max(ends) - min(ends)
        wide = wide if wide > _TINY * abs(low) else 0.0  # equal apart from rounding errors
        for (value, error, ink), down in zip(pairs, (-10.0, 10.0), strict=True):
            if not math.isfinite(value):
                continue
            x = area.left + 9 + (area.width - 18) * ((value - low) / wide if wide else 0.5)
            reach = (area.width - 18) * _ERRORS * error / wide if wide and math.isfinite(error) else 0.0
            self._draw_bar(look, target, (x, area.centery + down), reach, ink)

    @staticmethod
    def _draw_bar(look: Look, target: Surface, at: tuple[float, float], reach: float, ink: Colour) -> None:
        x, y = at
        if reach > 1:
            look.fill(target, ink, FRect(x - reach, y - 1, 2 * reach, 2))
            for end in (x - reach, x + reach):
                look.fill(target, ink, FRect(end - 1, y - 5, 2, 10))
        look.blit(target, look.icon("dot", 16, ink), x, y, "center")


class LabHead(Widget):
    """The legend of the two rule sets."""

    def __init__(self, labels: tuple[str, str], rect: FRect) -> None:
        super().__init__(rect)
        self.labels = labels

    def draw(self, look: Look, target: Surface) -> None:
        x, room = self.rect.left + _PAD, self.rect.width / 2 - 40
        for label, ink in zip(self.labels, (FIRST, SECOND), strict=True):
            look.blit(target, look.icon("dot", 16, ink), x + 8, self.rect.centery, "center")
            text = look.text(label, "strong_body", ink, max_width=room)
            look.blit(target, text, x + 22, self.rect.centery, "midleft")
            x += 22 + text.get_width() / look.scale + 30
