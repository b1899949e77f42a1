"""What a match that was just won means among all that were played, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.statistics.reading import Selection
from engine.statistics.writing import helped, strongest

if TYPE_CHECKING:
    from engine.match.match import Match
    from scenes.app import App

_RUN, _LONG_RUN = 2, 3
"""Matches won in a row from which on that is told, and from which on it is told that there was no longer run."""


def news(app: App, match: Match) -> str:
    """The first win in a game or at a level, or a run of wins; empty where there is nothing to tell.

    Matches with help have no news, and those that several persons played at one computer.
    """
    words, record = app.words, match.record
    outcome = match.game.outcome
    if outcome is None or outcome.winners != (match.viewer,) or match.shared or helped(record):
        return ""
    name = match.chair(match.viewer).name or app.settings.name
    wanted, title = Selection(name=name, game=record.game), words(f"{record.game}.title")
    found = app.statistics.figures(wanted)
    level = strongest(record)
    if found.won == 1:
        return words("app.stats.news.first", game=title)
    if level and app.statistics.figures(wanted._replace(level=level)).won == 1:
        return words("app.stats.news.level", game=title, level=words(f"app.level.{level}"))
    if found.streak >= _LONG_RUN and found.streak == found.best_streak:
        return words("app.stats.news.longest", game=title, n=found.streak)
    return words("app.stats.news.run", game=title, n=found.streak) if found.streak >= _RUN else ""
