"""What a match that was just won means among all that were played, in one line."""

from engine.match.match import Match
from engine.statistics.store import Selection
from engine.statistics.writing import helped, strongest
from scenes.shell.context import Context

_RUN, _LONG_RUN = 2, 3
"""Matches won in a row from which on that is told, and from which on it is told that there was no longer run."""


def news(context: Context, match: Match) -> str:
    """The first win in a game or at a level, or a run of wins; empty where there is nothing to tell.

    Matches with help have no news, and those that several persons played at one computer.
    """
    words, record = context.words, match.record
    outcome = match.game.outcome
    if outcome is None or outcome.winners != (match.viewer,) or match.shared or helped(record):
        return ""
    name = match.chair(match.viewer).name or context.settings.name
    wanted, title = Selection(name=name, game=record.game), words(f"{record.game}.title")
    found = context.statistics.figures(wanted)
    level = strongest(record)
    if found.won == 1:
        return words("app.stats.news.first", game=title)
    if level and context.statistics.figures(wanted._replace(level=level)).won == 1:
        return words("app.stats.news.level", game=title, level=words(f"app.level.{level}"))
    if found.streak >= _LONG_RUN and found.streak == found.best_streak:
        return words("app.stats.news.longest", game=title, n=found.streak)
    return words("app.stats.news.run", game=title, n=found.streak) if found.streak >= _RUN else ""
