"""Findings of the rule lab: the few differences that matter most, each as a sentence with a picture of both values."""

from collections.abc import Iterable

from pygame import FRect, Surface

from engine.lab import Estimate
from scenes.render.renderer import Renderer
from scenes.render.theme import HAIRLINE_PAPER, INK, INK_CAPTION
from scenes.screens.rules.lab_row import (
    FIRST_COLOUR,
    PERCENT_STATISTICS,
    SECOND_COLOUR,
    comparison_sentence,
    split_statistic_name,
    statistic_title,
    value_text,
)
from scenes.text.catalogue import Words
from scenes.ui.boxes import Column, Row
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.text import Text
from scenes.ui.widgets import Widget

MAX_FINDINGS = 3
"""Maximum number of findings shown at once."""
_SUBJECTS = (
    ("clock", ("match_minutes", "match_deals", "deal_moves", "match_moves")),
    ("star", ("skill", "forced")),
    ("first", ("starter", "dealer", "seat")),
    ("trophy", ("spread",)),
    ("cards", ("dealt",)),
    ("cards", ("special",)),
)
"""Icon of each subject, and its kinds of statistics, the most telling first."""
_ICON_SIZE, _BAR_HEIGHT, _BAR_GAP, _LINE_HEIGHT, _GAP = 44.0, 14.0, 10.0, 30.0, 20.0
_MIN_WIDTH_WITH_BARS, _BARS_FRACTION = 760.0, 0.36


def find_telling(estimates: Iterable[Estimate]) -> list[tuple[str, Estimate]]:
    """Return an icon and an estimate for at most ``MAX_FINDINGS`` subjects that differ significantly, clearest first.

    A subject is represented by its most telling kind of statistic, and by the clearest difference of that kind.
    """
    sure = [estimate for estimate in estimates if estimate.sure]
    found = []
    for icon, kinds in _SUBJECTS:
        for kind in kinds:
            of_kind = [estimate for estimate in sure if split_statistic_name(estimate.name)[0] == kind]
            if of_kind:
                found.append((icon, max(of_kind, key=lambda estimate: abs(estimate.z_score))))
                break
    return sorted(found, key=lambda pair: -abs(pair[1].z_score))[:MAX_FINDINGS]


def make_findings(words: Words, slug: str, estimates: Iterable[Estimate], width: float) -> Column:
    """Return a block for each telling difference, for a paper of this width in logical pixels."""
    rows = []
    for icon, estimate in find_telling(estimates):
        title = statistic_title(words, slug, estimate.name)
        texts = Column(
            Text(title, "strong_body", INK_CAPTION, wraps=True),
            Text(comparison_sentence(words, slug, estimate), "large", INK, wraps=True),
        )
        bars = ValueBars(words, estimate) if width >= _MIN_WIDTH_WITH_BARS else None
        rows.append(
            Row(
                _Icon(icon).with_layout(width=_ICON_SIZE, height=_ICON_SIZE, align="center", margin=(0, 0, _GAP, 0)),
                texts.with_layout(grow=1, basis=0, align="center"),
                bars and bars.with_layout(width=_BARS_FRACTION * width, align="center", margin=(_GAP, 0, 0, 0)),
                padding=(_GAP, _GAP, _GAP, _GAP),
            )
        )
    return Column(*rows)


class _Icon(Widget):
    """Icon of a finding's subject."""

    def __init__(self, icon: str) -> None:
        super().__init__()
        self.icon = icon

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.blit(target, renderer.icon(self.icon, _ICON_SIZE, INK_CAPTION), *self.rect.center, "center")


class ValueBars(Widget):
    """A statistic's values under both rule sets as two bars on a scale from 0, to 100 for percentages."""

    def __init__(self, words: Words, estimate: Estimate) -> None:
        super().__init__()
        self.values = (estimate.first, estimate.second)
        is_percentage = split_statistic_name(estimate.name)[0] in PERCENT_STATISTICS
        self.full_value = 1.0 if is_percentage else max(map(abs, self.values)) or 1.0
        """Value of a bar of full length."""
        self.labels = tuple(value_text(words, estimate.name, value) for value in self.values)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(constraints.max_width, 2 * max(_LINE_HEIGHT, renderer.text_surface_height("figure")))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        line = self.rect.height / 2
        label_width = max(renderer.text_width(label, "figure") for label in self.labels)
        length = max(0.0, self.rect.width - label_width - _BAR_GAP)
        for row, (value, label, colour) in enumerate(
            zip(self.values, self.labels, (FIRST_COLOUR, SECOND_COLOUR), strict=True)
        ):
            y = self.rect.top + (row + 0.5) * line
            bar = FRect(self.rect.left, y - _BAR_HEIGHT / 2, length, _BAR_HEIGHT)
            renderer.fill(target, HAIRLINE_PAPER, bar)
            if value:
                renderer.fill(
                    target,
                    colour,
                    FRect(bar.left, bar.top, length * min(1.0, abs(value) / self.full_value), bar.height),
                )
            renderer.blit(target, renderer.text(label, "figure", colour), self.rect.right, y, "midright")
