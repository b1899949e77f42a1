"""The tiles of the statistics: figures with their meaning."""

from typing import NamedTuple

from pygame import FRect, Surface

from engine.statistics.store import Totals
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, MUTED
from scenes.look.widgets import Widget
from scenes.text.dates import NO_FIGURE
from scenes.text.words import Words

_FIGURE_STYLES = ("total", "strong", "strong_body", "plate")


class TileText(NamedTuple):
    """The texts of a tile: label, figure, and a line below."""

    label: str
    figure: str
    second: str = ""


class Tile(Widget):
    """A figure with its label."""

    def __init__(self, text: TileText, rect: FRect) -> None:
        super().__init__(rect)
        self.text = text

    def draw(self, look: Look, target: Surface) -> None:
        rect = self.rect
        look.draw_box(target, box_styles.PLATE, rect)
        room = rect.width - 24
        style = look.fitting(self.text.figure, _FIGURE_STYLES, room)
        lines = [
            (self.text.label, "label", MUTED),
            (self.text.figure, style, CREAM),
            (self.text.second, "small", MUTED),
        ]
        lines = [line for line in lines if line[0] or rect.height > 70]
        high = [look.text_height(style) for _, style, _ in lines]
        y = rect.centery - (sum(high) + 4 * (len(lines) - 1)) / 2
        for (string, style, ink), tall in zip(lines, high, strict=True):
            look.blit(target, look.text(string, style, ink, max_width=room), rect.centerx, y, "midtop")
            y += tall + 4


def duration(words: Words, ms: int) -> str:
    """Return a duration as text: "3 h 20 min", "12 min", "8 s"."""
    seconds = round(ms / 1000)
    if seconds < 60:
        return words("app.stats.seconds", seconds=str(seconds))
    minutes = seconds // 60
    if minutes < 60:
        return words("app.stats.minutes", minutes=str(minutes))
    return words("app.stats.hours", hours=words.number(minutes // 60), minutes=str(minutes % 60))


def tiles(words: Words, found: Totals, game: str | None) -> list[TileText]:
    """Return the six tiles. Points are shown for one game only, as games differ in what they count."""
    share = words.percent(found.won / found.matches) if found.matches else NO_FIGURE
    deals = words("app.stats.deals_won", n=found.deals_won) if found.deals else ""
    each, total = NO_FIGURE, words("app.stats.one_game")
    if game is not None:
        each = words.decimal(found.points / found.deals) if found.deals else NO_FIGURE
        total = words("app.stats.total", n=found.points) if found.deals else ""
    pace = words.decimal(found.ms / 1000 / found.decisions) if found.decisions else ""
    return [
        TileText(words("app.stats.matches"), words.number(found.matches)),
        TileText(words("app.stats.deals"), words.number(found.deals), deals),
        TileText(words("app.stats.won"), share, words("app.stats.won_of", n=found.won) if found.matches else ""),
        TileText(words("app.stats.points"), each, total),
        TileText(
            words("app.stats.streak"), words.number(found.streak), words("app.stats.best", best=found.best_streak)
        ),
        TileText(
            words("app.stats.time"),
            duration(words, found.ms) if found.ms else NO_FIGURE,
            words("app.stats.pace", seconds=pace) if pace else "",
        ),
    ]
