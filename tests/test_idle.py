"""The loop at rest: it sleeps until something is due, and still counts time correctly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from engine.moves import Refusal
from scenes.app import FRAME, LONGEST_REST, REST, REST_AFTER, STILL_AFTER, App
from scenes.look import speeds
from scenes.selftest.pad_pilot import STICK_X, axis
from scenes.shell.destinations import Home, RulesPage, SettingsPage, StatisticsPage
from scenes.shell.waiting import WAKE
from tests.support.at_table import choosing, continued, live, settings
from tests.support.piloting import Pilot
from tests.support.records import record_where


class ClockedRun:
    """Runs a program on a clock that only sleeping and waiting move; one key is pressed at a given time.

    Args:
        app: the program; it ends after ``seconds``.
        wakes: whether the system wakes a waiting program; otherwise it has to look for input.
        at: second at which a key is pressed.
    """

    def __init__(
        self, app: App, monkeypatch: pytest.MonkeyPatch, seconds: float, *, wakes: bool = True, at: float = 1e9
    ) -> None:
        self.app, self.end, self.now = app, seconds, 0.0
        self.coming = [(at, pygame.Event(pygame.KEYDOWN, key=pygame.K_F12, mod=0, unicode="", scancode=0))]
        self.steps: list[tuple[float, float, int]] = []
        """Start of each step in seconds, its milliseconds, and its number of events."""
        monkeypatch.setattr("scenes.app.time.perf_counter", lambda: self.now)
        monkeypatch.setattr("scenes.app.time.sleep", self.sleep)
        monkeypatch.setattr(pygame.event, "get", self.get)
        monkeypatch.setattr(pygame.event, "peek", lambda: bool(self.coming) and self.coming[0][0] <= self.now)
        monkeypatch.setattr(app.window, "_wait", self.wait if wakes else None)
        monkeypatch.setattr(app, "close_all", lambda: None)
        self._step = app.step
        monkeypatch.setattr(app, "step", self.step)

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def wait(self, _: None, milliseconds: int) -> int:
        self.now = max(self.now, min(self.now + milliseconds / 1000, self.coming[0][0] if self.coming else 1e9))
        return 0

    def get(self) -> list[pygame.Event]:
        come = [event for at, event in self.coming if at <= self.now]
        self.coming = self.coming[len(come) :]
        return come

    def step(self, dt: float, events: Sequence[pygame.Event]) -> bool:
        self.steps.append((self.now, dt, len(events)))
        if self.now >= self.end:
            self.app.quit()
        return self._step(dt, events)

    @property
    def late(self) -> list[tuple[float, float, int]]:
        """The steps from ten seconds on."""
        return [step for step in self.steps if step[0] > 10]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[App]:
    settings(tmp_path, sound=False)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    yield pilot.app
    pilot.app.stack.clear()


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Pilot]:
    """A table where the player may take their time."""
    pilot = continued(tmp_path, record_where("palacio", choosing), sound=False, coach="off")
    yield pilot
    pilot.app.close_all()


def test_at_home_the_program_steps_about_thirty_times_a_minute(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 70)
    home.run()
    assert len(run.late) <= 60 / LONGEST_REST + 4, "it also looks at the date"
    assert sum(dt for _, dt, _ in run.steps) == pytest.approx(run.steps[-1][0] * 1000, rel=0.01), "no time is lost"


def test_at_the_table_the_program_rests_too_and_the_players_time_is_counted(
    asked: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = live(asked.table).tally
    before, run = tally._deciding, ClockedRun(asked.app, monkeypatch, 70)
    asked.app.run()
    assert len(run.late) <= 60 / LONGEST_REST + 1
    assert tally._deciding - before == pytest.approx(run.steps[-1][0] * 1000, rel=0.01)


@pytest.mark.parametrize("wakes", [True, False])
def test_input_ends_a_rest_at_once_without_a_jump_in_time(
    wakes: bool, home: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ClockedRun(home, monkeypatch, 32, wakes=wakes, at=20.5)
    home.run()
    (at, dt, _) = next(step for step in run.steps if step[2])
    assert at - 20.5 <= (0.001 if wakes else REST) and dt <= FRAME * 1000 + 1
    after = [step for step in run.steps if at < step[0] < at + 1]
    assert len(after) > 50, "full speed from then on"


def test_news_of_another_thread_end_a_rest_and_are_no_input(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 32)
    run.coming = [(20.5, pygame.Event(WAKE))]
    home.run()
    assert any(0 <= at - 20.5 <= 0.001 for at, _, _ in run.steps)
    assert not any(events for _, _, events in run.steps)
    assert len(run.late) <= 22 / LONGEST_REST + 4, "it rests again at once, and looks at the date"


def test_a_stick_that_trembles_lets_the_program_rest(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 70)
    home.pads.keys([axis(STICK_X, 0.0)], 0.0)
    assert len(home.pads) == 1
    run.coming = [(half / 2, axis(STICK_X, 0.05 * (half % 3 - 1))) for half in range(140)]
    home.run()
    assert len(run.late) <= 2 * (60 / LONGEST_REST + 60 * 2), "a step for each tremble, and none besides"


def test_gamepads_are_looked_for_when_the_first_screen_is_at_rest(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[float] = []
    run = ClockedRun(home, monkeypatch, 20)
    monkeypatch.setattr(home.pads, "start", lambda: looked.append(run.now))
    home.run()
    first_still = next(at for at, _, _ in run.steps if at >= STILL_AFTER)
    assert looked and looked[0] >= first_still - FRAME, "the first picture and the first motion don't wait for it"


def test_time_while_the_computer_sleeps_does_not_count(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 50_000)
    wait = run.wait

    def asleep(_: None, milliseconds: int) -> int:
        if 20 < run.now < 30:
            run.now += 9 * 3600
        return wait(None, milliseconds)

    monkeypatch.setattr(home.window, "_wait", asleep)
    run.end = 9 * 3600 + 60
    home.run()
    assert max(dt for _, dt, _ in run.steps) <= LONGEST_REST * 1000 + 100


# --- what is due ------------------------------------------------------------------------------------------------------


def rest_after_quiet(pilot: Pilot) -> float:
    """How long the program would rest after some quiet seconds."""
    for _ in range(8):
        pilot.step(dt=500)
    return pilot.app.rest()


def test_screens_rest_unless_they_have_something_to_do(tmp_path: Path) -> None:
    settings(tmp_path, sound=False)
    pilot = Pilot(tmp_path)
    home = pilot.app
    home.go(Home())
    assert rest_after_quiet(pilot) == LONGEST_REST
    for destination in (StatisticsPage(), SettingsPage(), RulesPage("gurch")):
        home.open(destination)
        pilot.steps(200)  # pages nearby are drawn in advance
        assert rest_after_quiet(pilot) == LONGEST_REST, destination
        home.close(home.top)
    home.tell("app.sound.on", "sound")
    pilot.step(dt=1000)
    assert home.rest() == (speeds.TOAST - 1000) / 1000
    home.close_all()


def test_a_tooltip_appears_in_time(asked: Pilot) -> None:
    assert rest_after_quiet(asked) == LONGEST_REST
    tool = asked.table.hud.tools.icons[0]
    tool.hovered = True
    asked.step(dt=10)
    asked.step(dt=10)
    assert asked.table.due == pytest.approx(speeds.TOOLTIP_DELAY - 10)
    asked.step(dt=asked.table.due)
    assert asked.table.hud.tip.shown is tool


def test_a_refusal_disappears_in_time(asked: Pilot) -> None:
    asked.table.refuse(Refusal("", "undo_none"))
    asked.step(dt=100)
    assert asked.table.hud.refusal is not None
    assert asked.table.due == asked.table.hud.refusal[1]


def test_the_program_stays_awake_while_something_computes(asked: Pilot) -> None:
    table = asked.table
    assert rest_after_quiet(asked) == LONGEST_REST
    table.match.ask_hint()
    assert asked.app.rest() == REST, "a hint is being worked out"
    table.match.drop_hint()
    assert asked.app.rest() == LONGEST_REST

    class Endless:
        done = False

        def start(self, *, process: bool = True) -> None: ...
        def poll(self) -> None: ...
        def rest(self) -> None: ...
        def stop(self) -> None: ...

    work = Endless()
    asked.app.background.add(work)
    assert asked.app.rest() == REST
    asked.app.background.drop(work)
    live(table).make(asked.choice.legal[0])
    while table.match.computer_to_move() is None:
        live(table).make(table.match.game.legal_moves(0)[0])
    assert asked.app.rest() == REST, "an opponent thinks"


def test_the_program_stays_awake_during_a_countdown(tmp_path: Path) -> None:
    record = record_where("roped", lambda game: game.ask is not None and game.ask.what in game.timed)
    pilot = continued(tmp_path, record, countdown="10", coach="off", sound=False)
    assert rest_after_quiet(pilot) == REST
    pilot.app.close_all()


def test_a_rest_begins_after_two_quiet_seconds(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 5)
    home.run()
    first = next(at for at, dt, _ in run.steps if dt > 500)
    assert REST_AFTER <= first - LONGEST_REST < REST_AFTER + 0.2
