"""Filters of the statistics, and the dialog to set them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.characters import FAIR_TABLE_GROUP, FRIENDS_GROUP, LEVELS
from engine.games import GAMES
from engine.sanitise import sanitise
from engine.statistics.match_writer import NO_NAME
from engine.statistics.store import CHANGED_RULES, Selection
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog
from scenes.shell.screen import MARGIN
from scenes.text.catalogue import Words
from scenes.ui.boxes import Centered, Column, FirstThatFits, Row
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, Panel, Segmented, Stepper, Widget

PERIOD_DAYS = (None, 365, 30, 7)
"""Selectable periods: number of days up to today, None for all days."""
FILTER_HEIGHT = 46.0
GAP = 12.0
_MAX_WIDTH = 860.0
"""Maximum width of the dialog, enough for all games side by side."""


@dataclass(frozen=True)
class Query:
    """Values of all filters of the statistics; None doesn't filter. ``period_days`` counts the days up to today."""

    game: str | None = None
    period_days: int | None = None
    level: str | None = None
    rules: str | None = None
    helped: bool | None = None
    name: str | None = None

    def selection(self, today: int) -> Selection:
        """Return the filters' query as a selection of matches; ``today`` is an ordinal as from ``date.toordinal``."""
        since = None if self.period_days is None else today - self.period_days + 1
        return Selection(self.name, self.game, self.level, self.rules, self.helped, since)


class Filter(NamedTuple):
    """A filter of the statistics: a field of ``Query`` with its possible values and their labels."""

    field: str
    values: tuple[Any, ...]
    labels: tuple[str, ...]

    def chosen_index(self, query: Query) -> int:
        """Return the index of the query's value in the filter; 0 if it is not among the values."""
        value = getattr(query, self.field)
        return self.values.index(value) if value in self.values else 0

    def chosen_label(self, query: Query) -> str:
        """Return the label of the query's value in the filter."""
        return self.labels[self.chosen_index(query)]


def make_filters(words: Words, names: Sequence[str], levels: Sequence[str]) -> list[Filter]:
    """Return the filters of the statistics; the one for names only if several persons have played.

    Args:
        words: the text catalogue.
        names: names of the persons who have played.
        levels: levels of the opponents so far.
    """
    met_levels = [level for level in LEVELS if level in levels or NO_NAME not in levels]
    met_levels += [one for one in (FAIR_TABLE_GROUP, FRIENDS_GROUP) if one in levels]
    opponents = (None, *met_levels, *((NO_NAME,) if NO_NAME in levels else ()))
    level_names = {None: words("app.stats.level.all"), NO_NAME: words("app.stats.level.people")}
    filters = [
        Filter("game", (None, *GAMES), (words("app.stats.game.all"), *(words(f"{slug}.title") for slug in GAMES))),
        Filter("period_days", PERIOD_DAYS, tuple(words(f"app.stats.period.{days or 'all'}") for days in PERIOD_DAYS)),
        Filter("level", opponents, tuple(level_names.get(one) or words(f"app.level.{one}") for one in opponents)),
        Filter(
            "rules",
            (None, "", CHANGED_RULES),
            tuple(words(f"app.stats.rules.{one}") for one in ("all", "standard", "own")),
        ),
        Filter("helped", (None, False, True), tuple(words(f"app.stats.helped.{one}") for one in ("all", "no", "yes"))),
    ]
    if len(names) > 1:
        labels = tuple(sanitise(name) or words("app.stats.name.none") for name in names)
        filters.append(Filter("name", (None, *names), (words("app.stats.name.all"), *labels)))
    return filters


def changed_labels(filter_list: Sequence[Filter], query: Query, default: Query) -> list[str]:
    """Return the labels of all filter values that differ from the default query."""
    return [one.chosen_label(query) for one in filter_list if one.chosen_index(query) != one.chosen_index(default)]


OnQuery = Callable[[Query], None]


class FilterDialog(Dialog):
    """Dialog with all filters of the statistics in a column. Changes apply immediately.

    Args:
        context: the application.
        filter_list: the filters.
        get_query: returns the current query.
        on_query: called with a changed query.
        default: query of the button that resets the filters.
    """

    def __init__(
        self,
        context: Context,
        filter_list: Sequence[Filter],
        get_query: Callable[[], Query],
        on_query: OnQuery,
        default: Query,
    ) -> None:
        super().__init__(context, context.words("app.stats.filters"), (), ())
        self.filter_list = tuple(filter_list)
        self.get_query = get_query
        self.on_query = on_query
        self.default = default
        self.first_focus_key = self.filter_list[0].field

    def compose(self) -> Widget:
        words = self.context.words
        width = min(_MAX_WIDTH, self.renderer.width - 2 * MARGIN)
        show_all = Button(words("app.stats.show_all"), self._reset_query, icon="restart")
        show_all.enabled = self._is_filtered
        done = Button(
            words("app.button.done"), self.back, kind="primary", icon="check", key_hint=words("app.key.enter")
        )
        if max(button.preferred_size(self.renderer)[0] for button in (show_all, done)) > (width - 40 - GAP) / 2:
            done.key_hint = show_all.icon = done.icon = ""
        halves = [button.with_layout(button.label, grow=1, basis=0) for button in (show_all, done)]
        controls = Column(*map(self._control, self.filter_list), gap=GAP, padding=(6, 6, 6, 18))
        panel = Column(
            Text(self.title, "panel_title").with_layout(height=60, margin=(10, 0, 0, 0)),
            ScrollView(controls, key="filters").with_layout(grow=0),
            Row(*halves, gap=GAP).with_layout(margin=(6, 12, 6, 0)),
            padding=(14, 0, 14, 16),
            background=Panel(),
        )
        return Centered(panel.with_layout(width=width), padding=(0, 10))

    def _control(self, filter_: Filter) -> Widget:
        """Return the node of a statistics filter: all values side by side, or a stepper if they don't fit."""

        def choose(index: int) -> None:
            self._change_query(replace(self.get_query(), **{filter_.field: filter_.values[index]}))

        labels, chosen = filter_.labels, filter_.chosen_index(self.get_query())
        controls = Segmented(labels, chosen, choose), Stepper(labels, chosen, choose)
        return FirstThatFits(*(control.with_layout(filter_.field, name=labels[0]) for control in controls))

    @property
    def _is_filtered(self) -> bool:
        return bool(changed_labels(self.filter_list, self.get_query(), self.default))

    def _change_query(self, query: Query) -> None:
        self.on_query(query)
        self.refresh()

    def _reset_query(self) -> None:
        self._change_query(self.default)

    def confirm(self) -> None:
        self.back()


def default_query(name: str, names: Sequence[str]) -> Query:
    """Return the initial query: matches of the person ``name`` if several persons have played, else all matches."""
    return Query(name=name if name in names and len(names) > 1 else None)
