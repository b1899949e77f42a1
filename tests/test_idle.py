"""The program at rest: the main loop sleeps until something is due, and still counts time correctly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from engine.moves import Refusal
from scenes.app import App
from scenes.render import timing
from scenes.selftest.gamepad_pilot import STICK_X, axis_event
from scenes.shell.destinations import Home, RulesPage, SettingsPage, StatisticsPage
from scenes.shell.loop import IDLE_AFTER_SECONDS, IDLE_POLL_SECONDS, MAX_SLEEP_SECONDS, STILL_AFTER_SECONDS
from scenes.shell.prerenderer import FRAME_SECONDS
from scenes.shell.window.event_wait import WAKE_EVENT
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record
from tests.support.table_nodes import icon_tools
from tests.support.tables import (
    continue_match,
    has_playable_and_unplayable,
    live_mode,
    open_program,
    start_program,
)


class ClockedRun:
    """Runs a program on a clock that only sleeping and waiting advance; presses one key at a given time.

    Args:
        app: the program; it ends after ``seconds``
        wakes: whether the system wakes a waiting program; otherwise the program polls for input
        at: second at which a key is pressed
    """

    def __init__(
        self, app: App, monkeypatch: pytest.MonkeyPatch, seconds: float, *, wakes: bool = True, at: float = 1e9
    ) -> None:
        self.app, self.end, self.now = app, seconds, 0.0
        self.pending_events = [(at, pygame.Event(pygame.KEYDOWN, key=pygame.K_F12, mod=0, unicode="", scancode=0))]
        self.steps: list[tuple[float, float, int]] = []
        """Start of each step in seconds, its milliseconds, and its number of events."""
        monkeypatch.setattr("scenes.shell.clock.time.perf_counter", lambda: self.now)
        monkeypatch.setattr("scenes.shell.clock.time.sleep", self.sleep)
        monkeypatch.setattr(pygame.event, "get", self.get)
        monkeypatch.setattr(
            pygame.event, "peek", lambda: bool(self.pending_events) and self.pending_events[0][0] <= self.now
        )
        monkeypatch.setattr(app.window, "_wait", self.wait if wakes else None)
        monkeypatch.setattr(app, "release_everything", lambda: None)
        self._step = app.step
        monkeypatch.setattr(app, "step", self.step)

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def wait(self, _: None, milliseconds: int) -> int:
        self.now = max(
            self.now, min(self.now + milliseconds / 1000, self.pending_events[0][0] if self.pending_events else 1e9)
        )
        return 0

    def get(self) -> list[pygame.Event]:
        come = [event for at, event in self.pending_events if at <= self.now]
        self.pending_events = self.pending_events[len(come) :]
        return come

    def step(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        self.steps.append((self.now, elapsed_ms, len(events)))
        if self.now >= self.end:
            self.app.quit()
        return self._step(elapsed_ms, events)

    @property
    def late_steps(self) -> list[tuple[float, float, int]]:
        """Steps after the first ten seconds."""
        return [step for step in self.steps if step[0] > 10]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[App]:
    pilot = open_program(tmp_path, Home(), sound=False)
    yield pilot.app
    pilot.app.scene_stack.clear()


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Pilot]:
    """Pilot at a table with a question that has no time limit."""
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable), sound=False, coach="off")
    yield pilot
    pilot.app.release_everything()


def test_home_steps_about_thirty_times_per_minute(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 70)
    home.run()
    assert len(run.late_steps) <= 60 / MAX_SLEEP_SECONDS + 4, "the program sleeps, with a few more steps for the date"
    assert sum(dt for _, dt, _ in run.steps) == pytest.approx(run.steps[-1][0] * 1000, rel=0.01), "no time is lost"


def test_minimised_program_rests(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 70)
    run.pending_events = [(5.0, pygame.Event(pygame.WINDOWMINIMIZED))]
    home.run()
    assert home.sound.is_window_hidden
    assert len(run.late_steps) <= 60 / MAX_SLEEP_SECONDS + 4


def test_at_table_program_rests_too_and_players_time_is_counted(asked: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    tally = live_mode(asked.table).match_stats
    before, run = tally._deciding_ms, ClockedRun(asked.app, monkeypatch, 70)
    asked.app.run()
    assert len(run.late_steps) <= 60 / MAX_SLEEP_SECONDS + 1
    assert tally._deciding_ms - before == pytest.approx(run.steps[-1][0] * 1000, rel=0.01)


@pytest.mark.parametrize("wakes", [True, False])
def test_input_ends_rest_at_once_without_jump_in_time(wakes: bool, home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 32, wakes=wakes, at=20.5)
    home.run()
    (at, dt, _) = next(step for step in run.steps if step[2])
    assert at - 20.5 <= (0.001 if wakes else IDLE_POLL_SECONDS) and dt <= FRAME_SECONDS * 1000 + 1
    after = [step for step in run.steps if at < step[0] < at + 1]
    assert len(after) > 50, "full speed from then on"


def test_network_events_end_rest_and_are_no_input(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 32)
    run.pending_events = [(20.5, pygame.Event(WAKE_EVENT))]
    home.run()
    assert any(0 <= at - 20.5 <= 0.001 for at, _, _ in run.steps)
    assert not any(events for _, _, events in run.steps)
    assert len(run.late_steps) <= 22 / MAX_SLEEP_SECONDS + 4, "the program rests again at once"


def test_trembling_stick_lets_program_rest(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 70)
    home.input_router.gamepads.to_key_events([axis_event(STICK_X, 0.0)], 0.0)
    assert len(home.input_router.gamepads) == 1
    run.pending_events = [(half / 2, axis_event(STICK_X, 0.05 * (half % 3 - 1))) for half in range(140)]
    home.run()
    assert len(run.late_steps) <= 2 * (60 / MAX_SLEEP_SECONDS + 60 * 2), "each tremble costs only a few steps"


def test_gamepads_are_looked_for_when_first_screen_is_at_rest(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[float] = []
    run = ClockedRun(home, monkeypatch, 20)
    monkeypatch.setattr(home.input_router.gamepads, "enable", lambda: looked.append(run.now))
    home.run()
    first_still = next(at for at, _, _ in run.steps if at >= STILL_AFTER_SECONDS)
    assert looked and looked[0] >= first_still - FRAME_SECONDS, "the search for gamepads comes after the first motion"


def test_time_while_computer_sleeps_does_not_count(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 50_000)
    wait = run.wait

    def asleep(_: None, milliseconds: int) -> int:
        if 20 < run.now < 30:
            run.now += 9 * 3600
        return wait(None, milliseconds)

    monkeypatch.setattr(home.window, "_wait", asleep)
    run.end = 9 * 3600 + 60
    home.run()
    assert max(dt for _, dt, _ in run.steps) <= MAX_SLEEP_SECONDS * 1000 + 100


def test_toast_shown_by_updated_screen_is_drawn(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    while home.step(500, ()):
        pass

    def update(_: float) -> bool:
        home.show_toast("app.sound.on", "sound")
        return False

    monkeypatch.setattr(home.top, "update", update)
    assert home.step(16, ())


# --- due times --------------------------------------------------------------------------------------------------------


def rest_after_quiet(pilot: Pilot) -> float:
    """Return the time in seconds that the program would sleep after four quiet seconds."""
    for _ in range(8):
        pilot.step(elapsed_ms=500)
    return pilot.app.loop.compute_sleep_seconds()


def test_idle_screens_rest(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, sound=False)
    home = pilot.app
    home.go(Home())
    assert rest_after_quiet(pilot) == MAX_SLEEP_SECONDS
    for destination in (StatisticsPage(), SettingsPage(), RulesPage("gurch")):
        home.open(destination)
        pilot.run_frames(200)  # neighbouring pages are prerendered
        assert rest_after_quiet(pilot) == MAX_SLEEP_SECONDS, destination
        home.close(home.top)
    home.show_toast("app.sound.on", "sound")
    pilot.step(elapsed_ms=1000)
    assert home.loop.compute_sleep_seconds() == (timing.TOAST_MS - 1000) / 1000
    home.release_everything()


def test_tooltip_appears_in_time(asked: Pilot) -> None:
    assert rest_after_quiet(asked) == MAX_SLEEP_SECONDS
    tool = icon_tools(asked.table.hud)[0]
    tool.hovered = True
    asked.step(elapsed_ms=10)
    asked.step(elapsed_ms=10)
    assert asked.table.next_update_ms == pytest.approx(timing.TOOLTIP_DELAY_MS - 10)
    asked.step(elapsed_ms=asked.table.next_update_ms)
    assert asked.table.hud.tooltip.button is tool


def test_refusal_disappears_in_time(asked: Pilot) -> None:
    asked.table.show_refusal(Refusal("", "undo_none"))
    asked.step(elapsed_ms=100)
    assert asked.table.hud.refusal is not None
    assert asked.table.next_update_ms == timing.REFUSAL_MS - 100


def test_program_stays_awake_during_computation(asked: Pilot) -> None:
    table = asked.table
    assert rest_after_quiet(asked) == MAX_SLEEP_SECONDS
    table.match.request_hint()
    assert asked.app.loop.compute_sleep_seconds() == IDLE_POLL_SECONDS, "the program polls while a hint is computed"
    table.match.cancel_hint()
    assert asked.app.loop.compute_sleep_seconds() == MAX_SLEEP_SECONDS

    class Endless:
        is_done = False

        def start(self, *, process: bool = True) -> None: ...
        def poll(self) -> None: ...
        def pause(self) -> None: ...
        def stop(self) -> None: ...

    work = Endless()
    asked.app.background.add(work)
    assert asked.app.loop.compute_sleep_seconds() == IDLE_POLL_SECONDS
    asked.app.background.remove(work)
    live_mode(table).make_move(asked.open_choice.legal_moves[0])
    while table.match.computer_to_move() is None:
        live_mode(table).make_move(table.match.game.legal_moves(0)[0])
    assert asked.app.loop.compute_sleep_seconds() == IDLE_POLL_SECONDS, "the program polls while an opponent thinks"


def test_program_stays_awake_during_countdown(tmp_path: Path) -> None:
    record = find_record("roped", lambda game: game.ask is not None and game.ask.what in game.timed_questions)
    pilot = continue_match(tmp_path, record, countdown="10", coach="off", sound=False)
    assert rest_after_quiet(pilot) == IDLE_POLL_SECONDS
    pilot.app.release_everything()


def test_rest_begins_after_two_quiet_seconds(home: App, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ClockedRun(home, monkeypatch, 5)
    home.run()
    first = next(at for at, dt, _ in run.steps if dt > 500)
    assert IDLE_AFTER_SECONDS <= first - MAX_SLEEP_SECONDS < IDLE_AFTER_SECONDS + 0.2
