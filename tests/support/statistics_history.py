"""An invented history of matches, in a statistics file and as plain data, and the statistics screen."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest

from engine.characters import LEVELS
from engine.events import DealScored
from engine.games import GAMES
from engine.match.record import PERSON, Chair
from engine.options import options_of
from engine.rng import Rng
from engine.statistics.match_writer import TimeSpent, changed_rules_text
from engine.statistics.store import CHANGED_RULES, Rival, Selection, Statistics, Totals
from scenes.screens.statistics.figure_tiles import FigureTile
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell.destinations import Home
from scenes.ui.widgets import Button
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record

DAY_SECONDS = 86_400
NOW = int(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp())
TODAY = datetime.fromtimestamp(NOW, UTC).astimezone().date().toordinal()
SLUGS = list(GAMES)
MATCH_COUNT = 120


class InventedMatch(NamedTuple):
    """A match in the statistics, as plain data."""

    game: str
    name: str
    level: str
    rules: str
    is_helped: bool
    end_time: int
    is_over: bool
    is_won: bool
    deals: tuple[tuple[int, bool], ...]
    pars: tuple[float, ...]
    rivals: tuple[tuple[str, str, bool], ...]


def random_rule_change(slug: str, rng: Rng) -> dict[str, Any]:
    """Return one changed house rule, or none."""
    choice = rng.choice([c for c in options_of(GAMES[slug].Options) if len(c.values) > 1])
    other = next(value for value in choice.values if value != choice.default)
    return {choice.name: other} if rng.below(3) == 0 else {}


def write_match(statistics: Statistics, number: int, rng: Rng) -> InventedMatch:
    """Write an invented match; return it as plain data."""
    slug = rng.choice(SLUGS)
    record = new_record(slug, number, **random_rule_change(slug, rng))
    record.id, record.began = f"m-{number}", NOW
    level = rng.choice(LEVELS)
    people = rng.below(9) == 0
    record.chairs = (Chair(PERSON), *(Chair(chair.who, level) for chair in record.chairs[1:]))
    if people:
        record.chairs = tuple(Chair(PERSON) for _ in record.chairs)
        level = ""
    name = rng.choice(["", "", "Ana"])
    names = {0: name} | ({seat: f"P{seat}" for seat in range(1, record.seats)} if people else {})
    record.hinted = int(rng.below(5) == 0)
    deals = tuple((rng.below(41) - 20, rng.below(3) == 0) for _ in range(1 + rng.below(4)))
    scored = [
        DealScored(i, (points, *(0,) * (record.seats - 1)), (), (0,) if won else (1,), None)  # type: ignore[arg-type]
        for i, (points, won) in enumerate(deals, 1)
    ]
    over, winner = rng.below(6) > 0, rng.below(record.seats)
    at = NOW - rng.below(900) * DAY_SECONDS - number
    winners = (winner,) if over else None
    assert statistics.write_match(
        record, scored, winners, names=names, last_deal_time_spent={0: TimeSpent(1000 * len(deals), 3)}, now=at
    )
    pars = tuple(rng.below(10001) / 100 for _ in deals[rng.below(3) :])
    for deal, par in enumerate(pars, 1):
        assert statistics.write_par(record, deal, 0, par, 20)
    rivals = tuple(
        (chair.who, names[seat] if people else chair.level, seat == winner)
        for seat, chair in enumerate(record.chairs)
        if seat
    )
    rules = changed_rules_text(record)
    return InventedMatch(
        slug, name, level, rules, bool(record.hinted), at, over, over and winner == 0, deals, pars, rivals
    )


def is_selected(match: InventedMatch, wanted: Selection) -> bool:
    day = datetime.fromtimestamp(match.end_time, UTC).astimezone().date().toordinal()
    rules = wanted.rules is None or (
        bool(match.rules) if wanted.rules == CHANGED_RULES else match.rules == wanted.rules
    )
    same = all(
        value is None or value == mine
        for value, mine in (
            (wanted.name, match.name), (wanted.game, match.game), (wanted.level, match.level),
            (wanted.helped, match.is_helped),
        )
    )  # fmt: skip
    return same and rules and (wanted.since_day is None or day >= wanted.since_day)


def recount(matches: Sequence[InventedMatch], wanted: Selection) -> tuple[Totals, Counter[tuple[str, str, str]]]:
    """Return the totals, and for each rival the numbers of meetings, own wins and the rival's wins."""
    selected = [match for match in matches if is_selected(match, wanted)]
    over = [match for match in selected if match.is_over]
    best = run = 0
    for match in over:
        run = run + 1 if match.is_won else 0
        best = max(best, run)
    deals = [deal for match in selected for deal in match.deals]
    figures = Totals(
        len(over), sum(match.is_won for match in over), len(deals), sum(won for _, won in deals),
        sum(points for points, _ in deals), sum(1000 * len(match.deals) for match in selected), 3 * len(selected),
        run, best,
    )  # fmt: skip
    rivals = Counter[tuple[str, str, str]]()
    for match in over:
        for who, level, won in match.rivals:
            rivals += Counter({(who, level, "met"): 1, (who, level, "won"): match.is_won, (who, level, "lost"): won})
    return figures, rivals


def count_rivals(found: Sequence[Rival]) -> Counter[tuple[str, str, str]]:
    """Return the rivals in the form of ``recount``."""
    rivals = Counter[tuple[str, str, str]]()
    for who, level, met, won, lost in found:
        rivals += Counter({(who, level, "met"): met, (who, level, "won"): won, (who, level, "lost"): lost})
    return rivals


def make_history(path: Path) -> list[InventedMatch]:
    """Write a file with many matches; return them as plain data."""
    statistics, rng = Statistics(path, print), Rng(11)
    matches = list[InventedMatch]()
    statistics.rebuild_sums()  # create the file
    statistics._file.write(
        lambda _: matches.extend(write_match(statistics, number, rng) for number in range(MATCH_COUNT))
    )  # in one transaction
    statistics.close()
    return matches


def pilot_at_noon(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """Return a pilot on this profile, at noon of a fixed day."""
    pilot = Pilot(folder)
    monkeypatch.setattr(pilot.app, "unix_seconds", lambda: NOW)
    pilot.app.change_settings(replace(pilot.app.settings, language="en", speed="instant"))
    pilot.app.go(Home())
    pilot.step()
    return pilot


def open_statistics(pilot: Pilot) -> StatisticsScreen:
    """Open the statistics screen by its key and return it."""
    pilot.press_keys(pygame.K_s)
    pilot.step()
    return pilot.expect(StatisticsScreen)


def shown_tile_texts(screen: StatisticsScreen) -> dict[str, str]:
    """Return label -> figure of the tiles."""
    return {w.text.label: w.text.figure for w in screen.root.children if isinstance(w, FigureTile)}


def button(screen: StatisticsScreen, label: str) -> Button:
    return next(w for w in screen.root.focus_order() if isinstance(w, Button) and w.label == label)
