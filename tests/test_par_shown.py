"""Par in the program: computed in the background after a deal, written to the statistics, shown in one line."""

import re
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import cast

import pygame
import pytest

from engine.events import Scored
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.match import Match
from engine.match.record import Chair, Record
from engine.moves import Note, Seat
from engine.par import FinishedDeal, Par, ParMaker
from engine.settings import Settings
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.look.look import Look
from scenes.results.par_line import ParLine, ParSubject
from scenes.results.results import ResultsScreen
from scenes.shell.destinations import DealResult
from scenes.shell.dialog import Dialog
from scenes.text.words import Words
from scenes.work.background import Background
from scenes.work.pars import Pars
from tests.fit_all.states import result
from tests.pictures.daily import note_day
from tests.support.at_screens import nothing
from tests.support.dealt import one_deal, played, quick
from tests.support.piloting import Pilot
from tests.support.records import chairs


class Table:
    """The part of the program that pars need: a queue of work, and statistics that record their pars."""

    def __init__(self, *, process: bool = True, wanted: bool = True) -> None:
        self.settings = Settings(par=wanted)
        self.thinker = SimpleNamespace(in_process=process)
        self.background = Background()
        self.statistics = self
        self.noted: list[tuple[int, Seat, float, int]] = []

    def write_par(self, record: Record, number: int, seat: Seat, par: float, playouts: int) -> bool:
        self.noted.append((number, seat, par, playouts))
        return True

    def pars(self, record: Record) -> Pars:
        match = Match(record, lambda _: [], Thinker(process=False))
        return Pars(cast(App, self), match)


class Alone(ParMaker):
    """A maker that claims to use a process, but plays in this one, with two playouts per deal."""

    in_process = True

    def __init__(self, several: Sequence[FinishedDeal]) -> None:
        super().__init__(several, count=2)

    def start(self, *, process: bool = True) -> None:
        super().start(process=False)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Table]:
    quick(monkeypatch)
    monkeypatch.setattr("scenes.work.pars.ParMaker", Alone)
    return Table


def test_a_par_is_found_and_written_down(table: Callable[..., Table]) -> None:
    app = table()
    pars = app.pars(one_deal("big_two"))
    pars.find([1])
    par = pars.of(1, 0)
    assert par is not None and par.points == (), "it is still computed"
    seen = []
    while pars._works[0] in app.background:
        app.background.update(process=True)
        seen.append(pars.changes)
    par = pars.of(1, 0)
    assert par is not None and len(par.points) == 2 and (1, 0) in pars.complete
    assert len(set(seen)) >= 2 and app.noted == [(1, 0, par.per_cent, 2)]
    assert pars.whole(0) == [par]


def test_the_last_deal_comes_first_and_every_person_has_a_par(table: Callable[..., Table]) -> None:
    record = Record("pass_the_ace", 4, 5, GAMES["pass_the_ace"].Options(), (Chair(), *chairs(3)[1:], Chair()))
    app = table()
    pars = app.pars(played(record, 5000, finished=2))
    pars.find([1, 2])
    for _ in range(30):
        app.background.update(process=True)
    assert [noted[:2] for noted in app.noted] == [(2, 0), (2, 3), (1, 0), (1, 3)]


def test_a_replayed_deal_gets_a_new_par(table: Callable[..., Table]) -> None:
    app = table()
    record = one_deal("big_two")
    pars = app.pars(record)
    pars.find([1])
    (first,) = pars._works
    app.background.update(process=True)
    pars.find([1])
    (second,) = pars._works
    assert first not in app.background and first.done and second in app.background
    assert pars.of(1, 0) == Par(record.replay().history[0][0])


@pytest.mark.parametrize("how", [{"process": False}, {"wanted": False}])
def test_there_is_no_par_where_it_is_switched_off_or_impossible(
    how: dict[str, bool], table: Callable[..., Table]
) -> None:
    app = table(**how)
    pars = app.pars(one_deal("big_two"))
    pars.find([1])
    assert pars.of(1, 0) is None and not pars._works


def test_work_ends_when_switched_off_or_without_a_process(table: Callable[..., Table]) -> None:
    for off in (True, False):
        app = table()
        pars = app.pars(one_deal("big_two"))
        pars.find([1])
        if off:
            app.settings = Settings(par=False)
        else:
            pars._works[0].maker.in_process = False  # type: ignore[misc]
        app.background.update(process=True)
        app.background.update(process=True)
        assert pars.of(1, 0) is None and not pars._works and not app.noted


def test_work_pauses_for_more_urgent_jobs_and_goes_on(table: Callable[..., Table]) -> None:
    app = table()
    pars, later = (app.pars(one_deal("big_two", seed)) for seed in (5, 6))
    pars.find([1])
    app.background.update(process=True)
    later.find([1])
    for _ in range(2000):  # in parts: without a process each update does a little
        app.background.update(process=True)
        if later.complete and pars.complete:
            break
    assert later.complete and pars.complete and len(app.noted) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mean", [False, True])
def test_the_line_says_as_much_as_fits(language: str, mean: bool, table: Callable[..., Table]) -> None:
    look, words = Look((1280, 720)), Words(language)
    pars = table().pars(one_deal("big_two"))
    pars.found = {(1, 0): Par(5), (2, 0): Par(5)}
    said = []
    for room in (1000.0, 560.0, 330.0, 120.0):
        line = ParLine(words, pars, ParSubject(1, (0,), ("",), mean), "lead", room)
        pars.found[1, 0], pars.complete = Par(5), set()
        waits = line.sentence(look)
        high = line.preferred(look)
        pars.found[1, 0], pars.found[2, 0] = Par(5, (6,) * 6 + (5,) * 14), Par(5, (6,) * 9 + (3,) * 11)
        pars.complete = {(1, 0), (2, 0)}
        said.append(line.sentence(look))
        assert "20" in said[-1] and re.search(r"\b6\D", said[-1], re.ASCII) and "14" not in said[-1]
        assert waits != said[-1] and line.preferred(look) == high
        assert look.text_width(said[-1], "lead") <= line._room(marked=line._form(look)[1]) or room < 330
    assert len(set(said)) >= 2 and len(said[0]) > len(said[-1])
    assert ("15" in said[0] and "40" in said[0]) == mean, "the whole match"


PLAIN = (("en", "A master with your cards"), ("pt_BR", "Um mestre com as suas cartas"))


@pytest.mark.parametrize(("language", "begins"), PLAIN)
def test_the_line_says_in_words_how_a_master_did(language: str, begins: str, table: Callable[..., Table]) -> None:
    """Exact figures come with a click: how often better, equal and worse, and the percentage."""
    look, words = Look((1280, 720)), Words(language)
    pars = table().pars(one_deal("big_two"))
    line = ParLine(words, pars, ParSubject(1, (0,), ("",)), "lead", 900.0)
    said = []
    for better in (0, 6, 20):
        pars.found[1, 0] = Par(5, (6,) * better + (5,) * (20 - better))
        text = line.sentence(look).replace("*", "")
        said.append(text)
        assert text.startswith(begins) and "20" in text and "Par" not in text and str(20 - better) not in text[-40:-25]
        exact = " ".join(text for _, text in line.exact())
        assert all(str(figure) in exact for figure in (better, 20 - better, 50 - 50 * better // 20))
    assert len(set(said)) == 3 and "6" in said[1]


def test_par_begins_with_the_third_deal_of_a_game(newcomer: Pilot) -> None:
    """A beginner has other things to think of; what was played in earlier matches counts."""
    app, slug = newcomer.app, "big_two"
    record = played(Record(slug, 4, 5, GAMES[slug].Options(), chairs(4)), 5000, finished=3)
    match = Match(record, lambda _: [], app.thinker)
    pars = Pars(app, match)
    for number in (1, 2, 3):
        pars.found[number, 0] = Par(match.game.history[number - 1][0], (0,) * 20)
        pars.complete.add((number, 0))

    def shown(number: int) -> bool:
        history = match.game.history
        totals = tuple(sum(points[seat] for points in history[:number]) for seat in range(4))
        scored = Scored(number, history[number - 1], totals, (0,), Note("out", {"seat": 0, "n": 3}))
        app.go(ResultsScreen(app, DealResult(match, scored, False, nothing, nothing, nothing, pars)))
        assert isinstance(app.top, ResultsScreen)
        return any(isinstance(child, ParLine) for child in app.top.group.children)

    assert [shown(number) for number in (1, 2, 3)] == [False, False, True]
    for day in range(2):
        note_day(app, slug, 738_000 + day, 60.0)
    assert not shown(1) and not app.statistics.shows_par(slug)
    assert [day.par for day in app.statistics.shown_days(slug)] == [None, None]
    note_day(app, slug, 738_002, 60.0)
    assert shown(1) and app.statistics.shows_par(slug) and not app.statistics.shows_par("gurch")
    assert [day.par for day in app.statistics.shown_days(slug)] == [60.0] * 3


def test_the_exact_figures_are_reached_by_keyboard_and_mouse(newcomer: Pilot) -> None:
    results = result(newcomer, "big_two", 9)
    newcomer.app.go(results)
    line = next(child for child in results.group.children if isinstance(child, ParLine))
    assert line in results.group.order()
    newcomer.click(line.rect.midleft)
    newcomer.steps(2)
    assert isinstance(newcomer.app.top, Dialog) and "20" in " ".join(text for _, text in line.exact())
    newcomer.key(pygame.K_RETURN)
    top: object = newcomer.app.top
    assert top is results
