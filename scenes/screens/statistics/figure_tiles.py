"""Tiles of the statistics screen, each with a number and its label."""

from typing import NamedTuple

from pygame import Surface

from engine.games import GAMES
from engine.statistics.store import Totals
from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, MUTED
from scenes.text.catalogue import Words
from scenes.text.dates import UNKNOWN_NUMBER
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.widgets import Widget

_FIGURE_STYLES = ("total", "strong", "strong_body", "plate")


class TileText(NamedTuple):
    """Texts of a statistics tile: label, number, and a line below."""

    label: str
    figure: str
    second_line: str = ""


class FigureTile(Widget):
    """Tile of the statistics screen with a number and its label."""

    def __init__(self, text: TileText) -> None:
        super().__init__()
        self.text = text

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(*self.text)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect = self.rect
        renderer.draw_box(target, box_styles.PLATE, rect)
        max_width = rect.width - 24
        style = renderer.first_fitting_style(self.text.figure, _FIGURE_STYLES, max_width)
        lines = [
            (self.text.label, "label", MUTED),
            (self.text.figure, style, CREAM),
            (self.text.second_line, "small", MUTED),
        ]
        lines = [line for line in lines if line[0] or rect.height > 70]
        heights = [renderer.text_surface_height(style) for _, style, _ in lines]
        y = rect.centery - (sum(heights) + 4 * (len(lines) - 1)) / 2
        for (string, style, ink), height in zip(lines, heights, strict=True):
            renderer.blit(target, renderer.text(string, style, ink, max_width=max_width), rect.centerx, y, "midtop")
            y += height + 4


def duration_text(words: Words, ms: int) -> str:
    """Return a duration in milliseconds as text: "3 h 20 min", "12 min", "8 s"."""
    seconds = round(ms / 1000)
    if seconds < 60:
        return words("app.stats.seconds", seconds=str(seconds))
    minutes = seconds // 60
    if minutes < 60:
        return words("app.stats.minutes", minutes=str(minutes))
    return words("app.stats.hours", hours=words.number(minutes // 60), minutes=str(minutes % 60))


def tile_texts(words: Words, totals: Totals, game: str | None) -> list[TileText]:
    """Return the texts of the statistics screen's six tiles. Points need one game, as they aren't comparable between
    games.
    """
    won_percent = words.percent(totals.won / totals.matches) if totals.matches else UNKNOWN_NUMBER
    has_winners = game is None or not GAMES[game].has_deal_losers
    deals = words("app.stats.deals_won", n=totals.deals_won) if totals.deals and has_winners else ""
    mean_points, total_text = UNKNOWN_NUMBER, words("app.stats.one_game")
    if game is not None:
        mean_points = words.decimal(totals.points / totals.deals) if totals.deals else UNKNOWN_NUMBER
        total_text = words("app.stats.total", n=totals.points) if totals.deals else ""
    seconds_per_decision = words.decimal(totals.ms / 1000 / totals.decisions) if totals.decisions else ""
    return [
        TileText(words("app.stats.matches"), words.number(totals.matches)),
        TileText(words("app.stats.deals"), words.number(totals.deals), deals),
        TileText(
            words("app.stats.won"), won_percent, words("app.stats.won_of", n=totals.won) if totals.matches else ""
        ),
        TileText(words("app.stats.points"), mean_points, total_text),
        TileText(
            words("app.stats.streak"), words.number(totals.streak), words("app.stats.best", best=totals.best_streak)
        ),
        TileText(
            words("app.stats.time"),
            duration_text(words, totals.ms) if totals.ms else UNKNOWN_NUMBER,
            words("app.stats.pace", seconds=seconds_per_decision) if seconds_per_decision else "",
        ),
    ]
