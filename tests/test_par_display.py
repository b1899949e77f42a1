"""Par in the program: computed in the background after a deal, saved in the statistics, shown in one line."""

import re
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import cast

import pygame
import pytest

from engine.events import DealScored
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.match import Match
from engine.match.record import Chair, Record
from engine.moves import Note, Seat
from engine.par import FinishedDeal, Par, ParMaker
from engine.settings import Settings
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.render.box_styles import FOCUS_GAP, FOCUS_MARGIN
from scenes.render.renderer import Renderer
from scenes.screens.results.par_line import ParLine, ParSubject, exact_par_paragraphs
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import DealResult
from scenes.shell.dialog import Dialog
from scenes.text.catalogue import Words
from scenes.ui.node import LayoutConstraints
from scenes.ui.text import Text
from scenes.work.background import BackgroundQueue
from scenes.work.pars import Pars
from tests.fit_all.states import show_result
from tests.pictures.daily import note_day
from tests.support.bot_records import play_on, play_one_deal, speed_up_playouts
from tests.support.profile_pilot import Pilot
from tests.support.records import chairs
from tests.support.screens import do_nothing


class FakeParServices:
    """Fake of the program's services for pars: a background queue, and statistics that record pars."""

    def __init__(self, *, process: bool = True, wanted: bool = True) -> None:
        self.settings = Settings(par=wanted)
        self.thinker = SimpleNamespace(uses_process=process)
        self.background = BackgroundQueue()
        self.statistics = self
        self.recorded_pars: list[tuple[int, Seat, float, int]] = []

    def write_par(self, record: Record, number: int, seat: Seat, par: float, playouts: int) -> bool:
        self.recorded_pars.append((number, seat, par, playouts))
        return True

    def pars(self, record: Record) -> Pars:
        match = Match(record, lambda _: [], Thinker(process=False))
        return Pars(cast(App, self), match)


class InProcessParMaker(ParMaker):
    """Par maker that claims to use a process but plays in this one, with two playouts per deal."""

    uses_process = True

    def __init__(self, several: Sequence[FinishedDeal]) -> None:
        super().__init__(several, count=2)

    def start(self, *, process: bool = True) -> None:
        super().start(process=False)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FakeParServices]:
    speed_up_playouts(monkeypatch)
    monkeypatch.setattr("scenes.work.pars.ParMaker", InProcessParMaker)
    return FakeParServices


def test_par_is_found_and_written_down(table: Callable[..., FakeParServices]) -> None:
    app = table()
    pars = app.pars(play_one_deal("big_two"))
    pars.compute([1])
    par = pars.par_so_far(1, 0)
    assert par is not None and par.points == (), "par is not computed at once"
    seen = []
    while pars._jobs[0] in app.background:
        app.background.update(process=True)
        seen.append(pars.revision)
    par = pars.par_so_far(1, 0)
    assert par is not None and len(par.points) == 2 and (1, 0) in pars.complete_pars
    assert len(set(seen)) >= 2 and app.recorded_pars == [(1, 0, par.per_cent, 2)]
    assert pars.list_complete_pars(0) == [par]


def test_last_deal_comes_first_and_every_person_has_par(table: Callable[..., FakeParServices]) -> None:
    record = Record("pass_the_ace", 4, 5, GAMES["pass_the_ace"].Options(), (Chair(), *chairs(3)[1:], Chair()))
    app = table()
    pars = app.pars(play_on(record, 5000, max_deals=2))
    pars.compute([1, 2])
    for _ in range(30):
        app.background.update(process=True)
    assert [noted[:2] for noted in app.recorded_pars] == [(2, 0), (2, 3), (1, 0), (1, 3)]


def test_replayed_deal_gets_new_par(table: Callable[..., FakeParServices]) -> None:
    app = table()
    record = play_one_deal("big_two")
    pars = app.pars(record)
    pars.compute([1])
    (first,) = pars._jobs
    app.background.update(process=True)
    pars.compute([1])
    (second,) = pars._jobs
    assert first not in app.background and first.is_done and second in app.background
    assert pars.par_so_far(1, 0) == Par(record.replay().history[0][0])


@pytest.mark.parametrize("how", [{"process": False}, {"wanted": False}])
def test_disabled_or_impossible_par_is_missing(how: dict[str, bool], table: Callable[..., FakeParServices]) -> None:
    app = table(**how)
    pars = app.pars(play_one_deal("big_two"))
    pars.compute([1])
    assert pars.par_so_far(1, 0) is None and not pars._jobs


def test_work_ends_when_switched_off_or_without_process(table: Callable[..., FakeParServices]) -> None:
    for off in (True, False):
        app = table()
        pars = app.pars(play_one_deal("big_two"))
        pars.compute([1])
        if off:
            app.settings = Settings(par=False)
        else:
            pars._jobs[0].maker.uses_process = False  # type: ignore[misc]
        app.background.update(process=True)
        app.background.update(process=True)
        assert pars.par_so_far(1, 0) is None and not pars._jobs and not app.recorded_pars


def test_work_pauses_for_more_urgent_jobs_and_goes_on(table: Callable[..., FakeParServices]) -> None:
    app = table()
    pars, later = (app.pars(play_one_deal("big_two", seed)) for seed in (5, 6))
    pars.compute([1])
    app.background.update(process=True)
    later.compute([1])
    for _ in range(2000):  # without a process each update does a small part
        app.background.update(process=True)
        if later.complete_pars and pars.complete_pars:
            break
    assert later.complete_pars and pars.complete_pars and len(app.recorded_pars) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mean", [False, True])
def test_par_line_shortens_to_fit(language: str, mean: bool, table: Callable[..., FakeParServices]) -> None:
    look, words = Renderer((1280, 720)), Words(language)
    pars = table().pars(play_one_deal("big_two"))
    pars.pars = {(1, 0): Par(5), (2, 0): Par(5)}
    said = []
    for room in (1000.0, 560.0, 330.0, 120.0):
        line = ParLine(words, pars, ParSubject(1, (0,), ("",), mean), "lead")
        line.rect.width = room
        pars.pars[1, 0], pars.complete_pars = Par(5), set()
        waits = line.sentence(look)
        high = line.measure(look, LayoutConstraints(room))
        pars.pars[1, 0], pars.pars[2, 0] = Par(5, (6,) * 6 + (5,) * 14), Par(5, (6,) * 9 + (3,) * 11)
        pars.complete_pars = {(1, 0), (2, 0)}
        said.append(line.sentence(look))
        assert "20" in said[-1] and re.search(r"\b6\D", said[-1], re.ASCII) and "14" not in said[-1]
        assert waits != said[-1] and line.measure(look, LayoutConstraints(room)) == high
        assert (
            look.text_width(said[-1], "lead") <= line._max_sentence_width(marked=line._fitting_form(look)[1])
            or room < 330
        )
    assert len(set(said)) >= 2 and len(said[0]) > len(said[-1])
    assert ("15" in said[0] and "40" in said[0]) == mean, "the line has the numbers of the whole match"


PAR_TEXTS = (("en", "A master with your cards"), ("pt_BR", "Um mestre com as suas cartas"))


@pytest.mark.parametrize(("language", "begins"), PAR_TEXTS)
def test_par_line_describes_result_in_words(language: str, begins: str, table: Callable[..., FakeParServices]) -> None:
    """A click shows the exact numbers: how often better, equal and worse, as percentages."""
    look, words = Renderer((1280, 720)), Words(language)
    pars = table().pars(play_one_deal("big_two"))
    subject = ParSubject(1, (0,), ("",))
    line = ParLine(words, pars, subject, "lead")
    line.rect.width = 900
    said = []
    for better in (0, 6, 20):
        pars.pars[1, 0] = Par(5, (6,) * better + (5,) * (20 - better))
        text = line.sentence(look).replace("*", "")
        said.append(text)
        assert text.startswith(begins) and "20" in text and "Par" not in text and str(20 - better) not in text[-40:-25]
        exact = " ".join(text for _, text in exact_par_paragraphs(words, pars, subject))
        assert all(str(figure) in exact for figure in (better, 20 - better, 50 - 50 * better // 20))
    assert len(set(said)) == 3 and "6" in said[1]


def test_par_begins_with_third_deal_of_game(newcomer: Pilot) -> None:
    """A beginner is not distracted by par; deals of earlier matches count."""
    app, slug = newcomer.app, "big_two"
    record = play_on(Record(slug, 4, 5, GAMES[slug].Options(), chairs(4)), 5000, max_deals=3)
    match = Match(record, lambda _: [], app.thinker)
    pars = Pars(app, match)
    for number in (1, 2, 3):
        pars.pars[number, 0] = Par(match.game.history[number - 1][0], (0,) * 20)
        pars.complete_pars.add((number, 0))

    def shown(number: int) -> bool:
        history = match.game.history
        totals = tuple(sum(points[seat] for points in history[:number]) for seat in range(4))
        scored = DealScored(number, history[number - 1], totals, (0,), Note("out", {"seat": 0, "n": 3}))
        app.go(
            ResultsScreen(app, DealResult(match, scored, False, do_nothing, do_nothing, do_nothing, do_nothing, pars))
        )
        assert isinstance(app.top, ResultsScreen)
        return any(isinstance(child, ParLine) for child in app.top.root.children)

    assert [shown(number) for number in (1, 2, 3)] == [False, False, True]
    for day in range(2):
        note_day(app, slug, 738_000 + day, 60.0)
    assert not shown(1) and not app.statistics.has_enough_deals_to_show_pars(slug)
    assert [day.par_percent for day in app.statistics.daily_results_hiding_early_pars(slug)] == [None, None]
    note_day(app, slug, 738_002, 60.0)
    assert shown(1)
    assert app.statistics.has_enough_deals_to_show_pars(slug)
    assert not app.statistics.has_enough_deals_to_show_pars("gurch")
    assert [day.par_percent for day in app.statistics.daily_results_hiding_early_pars(slug)] == [60.0] * 3


def test_exact_figures_are_reached_by_keyboard_and_mouse(newcomer: Pilot) -> None:
    results = show_result(newcomer, "big_two", 9)
    newcomer.app.go(results)
    line = next(child for child in results.root.children if isinstance(child, ParLine))
    assert line in results.root.focus_order()
    ring = line.rect.inflate(*(2 * (line.focus_gap + FOCUS_MARGIN - FOCUS_GAP),) * 2)
    others = [child.rect for child in results.root.children if isinstance(child, Text)]
    assert all(ring.clip(text).height < text.height / 6 for text in others), "the ring strikes out no other line"
    newcomer.click(line.rect.midleft)
    newcomer.run_frames(2)
    exact = exact_par_paragraphs(line.words, line.pars, line.subject)
    assert isinstance(newcomer.app.top, Dialog) and "20" in " ".join(text for _, text in exact)
    newcomer.press_keys(pygame.K_RETURN)
    top: object = newcomer.app.top
    assert top is results
