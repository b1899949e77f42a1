"""The screen of statistics: its figures are those of a naive recount; export, reset and undo; by mouse and keyboard."""

import csv
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest
from pygame import FRect

from engine.bots.people import LEVELS
from engine.events import Scored
from engine.games import GAMES
from engine.notices import Notice
from engine.options import choices_of
from engine.record import PERSON, Chair
from engine.rng import Rng
from engine.statistics import CHANGED, Figures, Rival, Span, Statistics, Wanted
from engine.statistics_export import BYTE_ORDER_MARK, Export
from engine.statistics_tables import EXPORTED, STEPS
from engine.statistics_writing import Turn, rules_text
from engine.thinking import Thinker
from scenes.dialog import Dialog
from scenes.field_dialog import FieldDialog
from scenes.home import Home
from scenes.look.widgets import Button, IconButton, Scroll, Segmented, Stepper
from scenes.pilot import Pilot
from scenes.results_plot import Plot
from scenes.statistics import StatisticsScreen
from scenes.statistics_filters import PERIODS, Asked, FilterDialog
from scenes.statistics_news import news
from scenes.statistics_parts import POINTS, WON, RivalRow, Tile, duration, played, plot, rolling, tiles
from scenes.table.match import Match
from scenes.words import LANGUAGES, Words
from tests import many_deals
from tests.at_table import new_record, short_record

PAR_COLUMNS = ("pars", "par_sum", "par_squares")
"""Of the sums, since format 3."""

DAY = 86_400
NOW = int(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp())
TODAY = datetime.fromtimestamp(NOW, UTC).astimezone().date().toordinal()
SLUGS = list(GAMES)
COUNT = 120


class Played(NamedTuple):
    """A match that was noted, as plainly as can be."""

    game: str
    name: str
    level: str
    rules: str
    helped: bool
    at: int
    over: bool
    won: bool
    deals: tuple[tuple[int, bool], ...]
    rivals: tuple[tuple[str, str, bool], ...]


def changed(slug: str, rng: Rng) -> dict[str, Any]:
    """A house rule with another value, or none."""
    choice = rng.choice([c for c in choices_of(GAMES[slug].Options) if len(c.values) > 1])
    other = next(value for value in choice.values if value != choice.default)
    return {choice.name: other} if rng.below(3) == 0 else {}


def play(kept: Statistics, number: int, rng: Rng) -> Played:
    """Note a match that never was; what the file should say of it."""
    slug = rng.choice(SLUGS)
    record = new_record(slug, number, **changed(slug, rng))
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
        Scored(i, (points, *(0,) * (record.seats - 1)), (), (0,) if won else (1,), None)  # type: ignore[arg-type]
        for i, (points, won) in enumerate(deals, 1)
    ]
    over, winner = rng.below(6) > 0, rng.below(record.seats)
    at = NOW - rng.below(900) * DAY - number
    winners = (winner,) if over else None
    assert kept.note(record, scored, winners, names=names, turns={0: Turn(1000 * len(deals), 3)}, now=at)
    rivals = tuple(
        (chair.who, names[seat] if people else chair.level, seat == winner)
        for seat, chair in enumerate(record.chairs)
        if seat
    )
    rules = rules_text(record.options)
    return Played(slug, name, level, rules, bool(record.hinted), at, over, over and winner == 0, deals, rivals)


def fits(match: Played, wanted: Wanted) -> bool:
    day = datetime.fromtimestamp(match.at, UTC).astimezone().date().toordinal()
    rules = wanted.rules is None or (bool(match.rules) if wanted.rules == CHANGED else match.rules == wanted.rules)
    same = all(
        value is None or value == mine
        for value, mine in (
            (wanted.name, match.name), (wanted.game, match.game), (wanted.level, match.level),
            (wanted.helped, match.helped),
        )
    )  # fmt: skip
    return same and rules and (wanted.since is None or day >= wanted.since)


def recount(matches: Sequence[Played], wanted: Wanted) -> tuple[Figures, Counter[tuple[str, str, str]]]:
    """The figures, and meetings, own wins and the rivals' wins by rival."""
    found = sorted((match for match in matches if fits(match, wanted)), key=lambda match: match.at)
    over = [match for match in found if match.over]
    best = run = 0
    for match in over:
        run = run + 1 if match.won else 0
        best = max(best, run)
    deals = [deal for match in found for deal in match.deals]
    figures = Figures(
        len(over), sum(match.won for match in over), len(deals), sum(won for _, won in deals),
        sum(points for points, _ in deals), sum(1000 * len(match.deals) for match in found), 3 * len(found), run, best,
    )  # fmt: skip
    rivals = Counter[tuple[str, str, str]]()
    for match in over:
        for who, level, won in match.rivals:
            rivals += Counter({(who, level, "met"): 1, (who, level, "won"): match.won, (who, level, "lost"): won})
    return figures, rivals


def told_rivals(found: Sequence[Rival]) -> Counter[tuple[str, str, str]]:
    rivals = Counter[tuple[str, str, str]]()
    for who, level, met, won, lost in found:
        rivals += Counter({(who, level, "met"): met, (who, level, "won"): won, (who, level, "lost"): lost})
    return rivals


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Played]]:
    """A file with many matches; it must not be written to."""
    path = tmp_path_factory.mktemp("history") / "statistics.sqlite"
    kept, rng = Statistics(path, print), Rng(11)
    matches = list[Played]()
    kept.rebuild()  # makes the file
    kept._file.write(lambda _: matches.extend(play(kept, number, rng) for number in range(COUNT)))  # at one go
    kept.close()
    return path, matches


@pytest.fixture
def pilot(tmp_path: Path, history: tuple[Path, list[Played]], monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    """The first screen of a person with such a history."""
    (tmp_path / "statistics.sqlite").write_bytes(history[0].read_bytes())
    yield from _pilot(tmp_path, monkeypatch)


@pytest.fixture
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    """The first screen of a person who hasn't played."""
    yield from _pilot(tmp_path, monkeypatch)


def _pilot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    pilot = Pilot(folder)
    monkeypatch.setattr(pilot.app, "now", lambda: NOW)
    pilot.app.change(replace(pilot.app.settings, language="en", speed="instant"))
    pilot.app.go(Home(pilot.app))
    pilot.step()
    yield pilot
    pilot.app.close_all()


def opened(pilot: Pilot) -> StatisticsScreen:
    """The screen, opened by its key."""
    pilot.key(pygame.K_s)
    pilot.step()
    return screen_of(pilot)


def screen_of(pilot: Pilot) -> StatisticsScreen:
    top = pilot.app.top
    assert isinstance(top, StatisticsScreen)
    return top


def shown(screen: StatisticsScreen) -> dict[str, str]:
    """What stands on the tiles."""
    return {w.told.label: w.told.figure for w in screen.group.children if isinstance(w, Tile)}


def button(screen: StatisticsScreen, label: str) -> Button:
    return next(w for w in screen.group.order() if isinstance(w, Button) and w.label == label)


# --- figures ----------------------------------------------------------------------------------------------------------


def test_filters_give_the_figures_of_a_naive_recount(history: tuple[Path, list[Played]]) -> None:
    path, matches = history
    kept, rng, seen = Statistics(path, print), Rng(5), list[int]()
    for _ in range(150):
        wanted = Wanted(
            rng.choice([None, None, "", "Ana", "P1"]),
            rng.choice([None, *SLUGS]),
            rng.choice([None, None, *LEVELS, ""]),
            rng.choice([None, "", CHANGED]),
            rng.choice([None, False, True]),
            rng.choice([None, TODAY - 29, TODAY - 364]),
        )
        if wanted.name is None or wanted.name == "P1":  # several persons at a table: each has a side of their own
            wanted = wanted._replace(name="")
        figures, rivals = recount(matches, wanted)
        assert kept.figures(wanted) == figures, wanted
        assert told_rivals(kept.rivals(wanted)) == +rivals, wanted
        spans = kept.over_time(wanted)
        summed = [sum(values) for values in zip(*(span[1:] for span in spans), strict=True)] or [0] * 5
        assert summed[:5] == [figures.matches, figures.won, figures.deals, figures.deals_won, figures.points]
        seen.append(figures.matches)
    assert sum(count > 0 for count in seen) > 60
    kept.close()


def test_each_filter_changes_what_the_screen_shows(pilot: Pilot, history: tuple[Path, list[Played]]) -> None:
    screen = opened(pilot)
    kept = pilot.app.statistics
    for asked in (
        Asked(), Asked(name=""), Asked(game=SLUGS[0]), Asked(level="hard"), Asked(rules=CHANGED), Asked(rules=""),
        Asked(helped=True), Asked(period=30), Asked(game=SLUGS[1], period=365, name="Ana"),
    ):  # fmt: skip
        screen.ask(asked)
        found = kept.figures(asked.wanted(TODAY))
        words = pilot.app.words
        assert screen.found.figures == found
        assert shown(screen) == {told.label: told.figure for told in tiles(words, found, asked.game)}
        assert shown(screen)[words("app.stats.matches")] == words.number(found.matches)
    figures, _ = recount(history[1], Wanted(name="", rules=CHANGED))
    screen.ask(Asked(name="", rules=CHANGED))
    assert shown(screen)["Deals"] == str(figures.deals) and shown(screen)["Wins in a row"] == str(figures.streak)


def test_points_are_told_of_one_game_only(pilot: Pilot) -> None:
    screen = opened(pilot)
    assert shown(screen)["Points a deal"] == "–"
    screen.ask(Asked(game=SLUGS[2], name=""))
    found = screen.found.figures
    assert shown(screen)["Points a deal"] == pilot.app.words.decimal(found.points / found.deals)


def test_a_person_sees_their_own_matches_first(pilot: Pilot) -> None:
    assert opened(pilot).asked.name == ""  # the settings give no name
    pilot.key(pygame.K_ESCAPE)
    pilot.app.change(replace(pilot.app.settings, name="Ana"))
    assert opened(pilot).asked.name == "Ana"
    pilot.key(pygame.K_ESCAPE)
    pilot.app.change(replace(pilot.app.settings, name="Zoe"))
    assert opened(pilot).asked.name is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_durations_are_read_easily(language: str) -> None:
    words = Words(language)
    told = [duration(words, ms) for ms in (8_400, 59_600, 12 * 60_000, 3_600_000 * 30 + 300_000)]
    assert told == ["8 s", "1 min", "12 min", "30 h 5 min"]


def test_opponents_stand_by_character_and_level(pilot: Pilot) -> None:
    screen = opened(pilot)
    rows = [w for scroll in _scrolls(screen) for w in scroll.children if isinstance(w, RivalRow)]
    assert [row.rival for row in rows] == screen.found.rivals and len(rows) > 8
    people = [row for row in rows if row.rival.who == PERSON]
    assert {row.name for row in people} >= {"P1"} and all(row.second == "person" for row in people)
    before = _scrolls(screen)[0].offset
    pilot.key(pygame.K_PAGEDOWN)
    assert _scrolls(screen)[0].offset > before


def _scrolls(screen: StatisticsScreen) -> list[Scroll]:
    return [child for child in screen.group.children if isinstance(child, Scroll)]


# --- over time --------------------------------------------------------------------------------------------------------


def test_the_line_is_a_mean_over_enough_matches() -> None:
    spans = [Span(i, 10, i % 2 * 10, 0, 0, 0) for i in range(8)]  # all lost, all won, all lost …
    found = rolling([(span.won, span.matches) for span in spans], 20)
    assert found == [0.0, *[0.5] * 7]
    assert rolling([(1, 1), (0, 0), (0, 3)], 20) == [1.0, None, 0.25]


def test_the_plot_says_when_and_how_much() -> None:
    words, first = Words("en"), date(2026, 1, 5).toordinal()
    spans = [Span(first + 7 * i, 10, 5, 40, 20, -48 * i) for i in range(5)]
    drawn = plot(words, spans, FRect(0, 0, 700, 300), WON)
    assert [label for _, label in drawn.axes.values] == ["0%", "25%", "50%", "75%", "100%"]
    assert (drawn.axes.marks[0], drawn.axes.marks[-1]) == ((0.0, "5 Jan 2026"), (1.0, "2 Feb 2026"))
    assert drawn.series[0].places[-1] == (1.0, 0.5) and len(drawn.series[0].faint) == 5
    points = plot(words, spans, FRect(0, 0, 700, 300), POINTS)
    values = [value for value, _ in points.axes.values]
    assert values[0] <= -4.8 and values[-1] >= 0 and 0.0 in values
    assert all(values[0] <= y <= values[-1] for series in points.series for _, y in series.places)


def test_one_day_makes_no_line(newcomer: Pilot) -> None:
    record = new_record(SLUGS[0], 1)
    record.id = "m-1"
    scored = [Scored(1, (1, *(0,) * (record.seats - 1)), (), (0,), None)]  # type: ignore[arg-type]
    newcomer.app.statistics.note(record, scored, (0,), names={0: ""}, turns={}, now=NOW)
    screen = opened(newcomer)
    assert played(screen.found.spans, WON) == 1
    assert not any(isinstance(child, Plot) for child in screen.group.children)
    newcomer.app.statistics.note(replace(record, id="m-2"), scored, (1,), names={0: ""}, turns={}, now=NOW - 3 * DAY)
    screen.ask(Asked())
    assert any(isinstance(child, Plot) for child in screen.group.children)


# --- keyboard and mouse -----------------------------------------------------------------------------------------------


def test_everything_is_reached_by_keyboard(pilot: Pilot) -> None:
    screen = opened(pilot)
    reached = set[str]()
    for _ in range(20):
        pilot.key(pygame.K_TAB)
        focus = screen.group.focus
        reached.add(type(focus).__name__ + getattr(focus, "label", getattr(focus, "name", "")))
    assert {"ButtonReplays", "ButtonExport", "ButtonReset", "IconButtonHome", "Segmented"} <= reached
    while not (isinstance(screen.group.focus, Segmented) and screen.group.focus.labels[0] == "All games"):
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RIGHT, pygame.K_RIGHT)
    assert screen.asked.game == SLUGS[1]
    pilot.key(pygame.K_LEFT)
    assert screen.asked.game == SLUGS[0] and screen.group.focus.focused
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, Home)


def test_filters_are_chosen_by_mouse(pilot: Pilot) -> None:
    screen = opened(pilot)
    for field, index, value in (("period", 2, PERIODS[2]), ("level", 3, LEVELS[2]), ("rules", 1, "")):
        label = {"period": "All time", "level": "Any opponents", "rules": "All rules"}[field]
        control = next(w for w in screen.group.children if isinstance(w, Segmented) and w.labels[0] == label)
        pilot.click(control.segments()[index].center)
        assert getattr(screen.asked, field) == value
    pilot.click(button(screen, "Replays").rect.center)
    assert type(pilot.app.top).__name__ == "Replays"


@pytest.mark.parametrize("scale", ["150", "200"])
def test_large_texts_show_one_part_and_the_filters_in_a_dialog(pilot: Pilot, scale: str) -> None:
    pilot.app.change(replace(pilot.app.settings, ui_scale=scale))  # type: ignore[arg-type]
    screen = opened(pilot)
    assert len(shown(screen)) == 6 and not any(isinstance(child, Plot) for child in screen.group.children)
    tabs = next(w for w in screen.group.children if isinstance(w, Segmented))
    pilot.click(tabs.segments()[2].center)
    assert any(isinstance(child, Plot) for child in screen.group.children) and not shown(screen)
    pilot.click(button(screen, "Filters").rect.center)
    dialog = pilot.app.top
    assert isinstance(dialog, FilterDialog)
    pilot.key(pygame.K_RIGHT, pygame.K_TAB, pygame.K_RIGHT)
    assert screen.asked == Asked(game=SLUGS[0], period=365, name="")
    assert sum(isinstance(w, Stepper) for w in dialog.group.order()) == 6
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.top is screen and button(screen, "Filters").hint == "2"


def test_nothing_that_fits_leads_back_to_everything(pilot: Pilot) -> None:
    screen = opened(pilot)
    pilot.app.statistics.reset(SLUGS[0])
    screen.ask(Asked(game=SLUGS[0]))
    assert not any(isinstance(child, Plot) for child in screen.group.children)
    pilot.click(button(screen, "Show everything").rect.center)
    assert screen.asked == Asked(name="") and screen.found.figures.deals > 0


# --- export -----------------------------------------------------------------------------------------------------------


def test_the_table_holds_every_deal(pilot: Pilot, history: tuple[Path, list[Played]]) -> None:
    screen = opened(pilot)
    screen.ask(Asked(game=SLUGS[0], period=7))  # filters don't matter
    pilot.click(button(screen, "Export").rect.center)
    dialog = pilot.app.top
    assert isinstance(dialog, FieldDialog)
    path = Path(dialog.text)
    assert path == pilot.app.profile.folder / "shared" / "statistics-2026-11-20.csv"
    pilot.key(pygame.K_RETURN)
    pilot.steps(3)
    assert screen.export is None and "statistics-2026-11-20.csv" in toast(pilot)
    text = path.read_bytes().decode("utf-8")
    assert text.startswith(BYTE_ORDER_MARK) and text.count("\r\n") == text.count("\n")
    table = list(csv.DictReader(text.removeprefix(BYTE_ORDER_MARK).splitlines()))
    assert tuple(table[0]) == EXPORTED
    own = [row for row in table if row["seat"] == "0"]
    assert len(own) == sum(len(match.deals) for match in history[1])
    assert sum(int(row["points"]) for row in own) == sum(p for match in history[1] for p, _ in match.deals)
    assert Counter(row["game"] for row in own) == Counter(m.game for m in history[1] for _ in m.deals)
    assert {row["person"] for row in own} == {"", "Ana"}


def toast(pilot: Pilot) -> str:
    return pilot.app._toast.string if pilot.app._toast else ""


def test_an_export_goes_on_in_parts_and_the_file_comes_last(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "out" / "table.csv"
    export = Export(pilot.app.statistics, path)
    assert export.step(10) and export.deals == 10 and not path.exists()
    while export.step(100):
        pass
    assert path.exists() and len(list(path.parent.iterdir())) == 1
    before = path.read_bytes()
    again = Export(pilot.app.statistics, path)
    again.step(10)
    again.cancel()
    assert path.read_bytes() == before and len(list(path.parent.iterdir())) == 1


def test_leaving_during_an_export_leaves_no_file(pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.statistics._ROWS_AT_ONCE", 1)
    screen = opened(pilot)
    screen.begin_export(tmp_path / "out" / "table.csv")
    pilot.steps(3)
    assert screen.export is not None and not button_enabled(screen, "Export")
    pilot.key(pygame.K_ESCAPE)
    assert list((tmp_path / "out").iterdir()) == []


def button_enabled(screen: StatisticsScreen, label: str) -> bool:
    return next(w for w in screen.group.children if isinstance(w, Button) and w.label == label).enabled


def test_what_cannot_be_written_is_told(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    screen = opened(pilot)
    screen.begin_export(tmp_path / "file" / "table.csv")
    assert screen.export is None and isinstance(pilot.app.top, Dialog)
    assert str(tmp_path / "file") in pilot.app.top.lines[0].text
    pilot.key(pygame.K_RETURN)
    assert screen_of(pilot) is screen


# --- reset ------------------------------------------------------------------------------------------------------------


def test_one_game_is_forgotten_and_brought_back(pilot: Pilot, history: tuple[Path, list[Played]]) -> None:
    screen, kept = opened(pilot), pilot.app.statistics
    before = {slug: kept.figures(Wanted(game=slug, helped=None)) for slug in SLUGS}
    screen.ask(Asked(game=SLUGS[1]))
    pilot.click(button(screen, "Reset").rect.center)
    pilot.key(pygame.K_RETURN)
    assert kept.figures(Wanted(game=SLUGS[1], helped=None)) == Figures()
    assert kept.rivals(Wanted(game=SLUGS[1], helped=None)) == []
    assert kept.rivals(Wanted(game=SLUGS[1], helped=None, since=1)) == []
    assert all(kept.figures(Wanted(game=slug, helped=None)) == before[slug] for slug in SLUGS if slug != SLUGS[1])
    assert not any(row[2] == SLUGS[1] for row in kept.rows())
    pilot.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert {slug: kept.figures(Wanted(game=slug, helped=None)) for slug in SLUGS} == before
    assert screen.found.figures == kept.figures(screen.asked.wanted(TODAY)) and not kept.can_undo_reset


@pytest.mark.parametrize("way", ["key", "button", "toast"])
def test_everything_is_forgotten_and_brought_back(pilot: Pilot, way: str) -> None:
    screen, kept = opened(pilot), pilot.app.statistics
    before = many_deals.tables(kept.path)
    screen.ask_reset()
    pilot.key(pygame.K_RETURN)
    assert screen.nothing and kept.figures(Wanted(helped=None)) == Figures()
    assert many_deals.tables(kept.path) == before  # what another program would find: nothing is written yet
    if way == "key":
        pilot.steps(1200)  # the toast has gone
        pilot.key(pygame.K_u)
    elif way == "button":
        undo = next(w for w in screen.group.order() if isinstance(w, IconButton) and w.icon == "undo")
        pilot.click(undo.rect.center)
    else:
        assert pilot.app._toast is not None
        pilot.click(pilot.app._toast._button.rect.center)
    assert many_deals.tables(kept.path) == before and not screen.nothing
    pilot.key(pygame.K_u)  # there is no more to take back
    assert many_deals.tables(kept.path) == before


def test_leaving_makes_a_reset_final_and_says_so(pilot: Pilot) -> None:
    screen, kept = opened(pilot), pilot.app.statistics
    screen.reset(SLUGS[0])
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, Home) and toast(pilot) == pilot.app.words("app.stats.reset.kept")
    pilot.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    later = Statistics(kept.path, print)
    assert later.figures(Wanted(game=SLUGS[0], helped=None)).deals == 0
    assert later.figures(Wanted(helped=None)).deals > 0
    later.close()


def test_what_is_played_after_a_reset_stays(pilot: Pilot) -> None:
    kept = pilot.app.statistics
    assert kept.reset() and kept.can_undo_reset
    play(kept, 999, Rng(3))
    kept.undo_reset()
    assert kept.figures(Wanted(helped=None)).deals == kept.figures(Wanted(helped=None, since=1)).deals > 0
    assert len({row[1] for row in kept.rows()}) == 2  # the headings, and one match


# --- news -------------------------------------------------------------------------------------------------------------


def won_match(level: str, *, hinted: int = 0) -> Match:
    """A match that the person at seat 0 has won."""
    for seed in range(50):
        record = short_record(SLUGS[0], seed)
        record.chairs = (Chair(PERSON), *(Chair(chair.who, level) for chair in record.chairs[1:]))
        game, rng = record.start(), Rng(seed)
        while game.outcome is None:
            move = rng.choice(game.legal_moves(game.waiting()[0]))
            game.play(move)
            record.append(move)
        if game.outcome.winners == (0,):
            record.id, record.hinted = f"won-{level}-{seed}", hinted
            return Match(record, lambda _: None, Thinker(process=False))
    raise AssertionError("nobody wins")


def test_a_match_won_has_its_news(newcomer: Pilot) -> None:
    app, told = newcomer.app, list[str]()
    record = new_record(SLUGS[0])
    scored = [Scored(1, (1, *(0,) * (record.seats - 1)), (), (0,), None)]  # type: ignore[arg-type]

    def ended(number: int, level: str, winner: int, **more: Any) -> str:
        match = won_match(level, **more)
        match.record.id = f"m-{number}"
        app.statistics.note(match.record, scored, (winner,), names={0: ""}, turns={}, now=NOW + number)
        return news(app, match)

    title = app.words(f"{SLUGS[0]}.title")
    told += [ended(1, "easy", 0), ended(2, "easy", 0), ended(3, "hard", 0), ended(4, "hard", 0), ended(5, "hard", 1)]
    told += [ended(6, "easy", 0), ended(7, "easy", 0), ended(8, "easy", 0, hinted=1)]
    assert told == [
        f"Your first match won in {title}",
        f"2 wins in a row in {title}",
        f"Your first match won in {title} at the level Hard",
        f"4 wins in a row in {title}: your longest run",
        "",
        "",
        f"2 wins in a row in {title}",
        "",
    ]


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_not_played_is_told_so(newcomer: Pilot, language: str) -> None:
    newcomer.app.change(replace(newcomer.app.settings, language=language))  # type: ignore[arg-type]
    screen = opened(newcomer)
    assert screen.nothing and not shown(screen)
    newcomer.key(pygame.K_u, pygame.K_z, pygame.K_TAB, pygame.K_TAB)
    assert not newcomer.app.statistics.path.exists()
    newcomer.key(pygame.K_ESCAPE)
    assert isinstance(newcomer.app.top, Home)


def test_a_newer_file_is_shown_and_not_changed(pilot: Pilot) -> None:
    kept = pilot.app.statistics
    file = sqlite3.connect(kept.path)
    file.execute("PRAGMA user_version = 9")
    file.close()
    content = kept.path.read_bytes()
    pilot.key(pygame.K_s)
    pilot.step()
    assert isinstance(pilot.app.top, Dialog)
    pilot.key(pygame.K_RETURN)  # the message about it
    screen = screen_of(pilot)
    assert screen.found.figures.deals > 0 and not button_enabled(screen, "Reset")
    screen.reset()
    pilot.steps(2)
    assert screen.found.figures.deals > 0 and toast(pilot) == ""
    pilot.key(pygame.K_ESCAPE)
    kept.close()
    assert kept.path.read_bytes() == content


def test_a_damaged_file_is_told_and_the_screen_is_empty(pilot: Pilot, tmp_path: Path) -> None:
    path = pilot.app.statistics.path
    path.write_bytes(b"SQLite format 3\0" + b"\xa5" * 9000)
    pilot.key(pygame.K_s)
    pilot.step()
    assert isinstance(pilot.app.top, Dialog)
    pilot.key(pygame.K_RETURN)
    assert screen_of(pilot).nothing
    assert any(".bad-1" in file.name for file in tmp_path.iterdir())


def test_rivals_of_an_older_file_are_counted_day_by_day(history: tuple[Path, list[Played]], tmp_path: Path) -> None:
    path = tmp_path / "statistics.sqlite"
    path.write_bytes(history[0].read_bytes())
    now = many_deals.tables(path)
    file = sqlite3.connect(path)
    for table in ("meetings", "pars", "days", "ratings"):
        file.execute(f"DROP TABLE {table}")
    for table, column in (("matches", "of_day"), *product(("daily", "monthly"), PAR_COLUMNS)):
        file.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    file.execute("PRAGMA user_version = 1")
    file.close()
    told = list[Notice]()
    kept = Statistics(path, told.append)
    assert kept.names() and not told and len(STEPS) == 3
    kept.close()
    then = many_deals.tables(path)
    assert now.pop("ratings") and not then.pop("ratings") and then == now
