"""Latency and frame times of an online table: ``python -m tests.online.latency [ANSWERS]``.

Two windows in two processes of this computer play Palácio against each other over TLS; one of them is the host. Each
runs the program's own main loop with its idle sleeps. Keys are posted to a window's queue at random times. Each window
records the time of the first frame that shows an opponent's move. The output is the time between the two, in both
directions. A real network's latency comes on top.

Before, the host plays as many answers against a bot. The CPU time of its window thread for a frame is printed for both
tables. The slowest frames are those in which a move begins to be shown.
"""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pygame

from engine.online.protocol.invitation import parse_invitation, to_url
from engine.online.protocol.messages import Ready, Start
from engine.profile.storage import Profile
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.routes import build_scene
from scenes.screens.online_match.online_mode import OnlineMode
from scenes.selftest.pilot import FRAME_MS, Pilot, StuckError
from scenes.shell.destinations import Home, MatchTable, OnlineTable
from scenes.shell.dialog import Dialog
from scenes.shell.window.event_wait import wake_window
from scenes.table.table import Table
from scenes.work.online_session import OnlineSession
from tests.online.dedicated_host import quantile
from tests.online.scripted_window import LocalNetwork
from tests.support.local_table import make_table_config
from tests.support.records import new_record
from tests.support.tables import write_settings

GAME, SEATS = "palacio", 2
ANSWERS = 150
"""Number of answers of each player."""
REST_SECONDS = (0.2, 3.0)
"""Range of the seconds without input before an answer; windows sleep after two of them."""
MAX_SECONDS = 900.0
"""Maximum seconds of the measurement."""


def question_number(table: Table) -> int:
    """Return the number of the question that a table shows; the number of moves at one without a network."""
    return table.mode.guest_match.question if isinstance(table.mode, OnlineMode) else len(table.match.record.moves)


class TimedApp(App):
    """The program, recording its frames and when it has drawn each question."""

    def __init__(self, folder: Path, name: str) -> None:
        write_settings(folder, name=name, speed="1", pace="quick", auto_answer=False)
        super().__init__(Profile(folder), Thinker(), build_scene, (1280, 720))
        self.session = OnlineSession(LocalNetwork(folder, clock=None, make_thinker=Thinker, on_event=wake_window), self)
        self.online_session = self.session
        self.frames = 0
        """Number of steps so far."""
        self.frame_ms: list[float] = []
        """CPU times of the drawn frames of a table, milliseconds."""
        self.shown_seconds: dict[int, float] = {}
        """Question number -> time in seconds at which the frame leading to it was first drawn."""
        self.go(Home())

    def step_with_recovery(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        begun = time.thread_time()
        drawn = super().step_with_recovery(elapsed_ms, events)
        top = self.top if self.scene_stack else None
        if isinstance(top, Table):
            self.shown_seconds.setdefault(question_number(top), time.perf_counter())
            if drawn:
                self.frame_ms.append(1000 * (time.thread_time() - begun))
        self.frames += 1
        return drawn


class ThreadedPilot(Pilot[TimedApp]):
    """A player whose keys are posted from a thread of its own."""

    def __init__(self, app: TimedApp, seed: int) -> None:
        super().__init__(app)
        self.post_seconds = 0.0
        """Time in seconds at which the last key was posted."""
        self.answer_seconds: dict[int, float] = {}
        """Question number -> time in seconds at which the last key of the answer was posted."""
        self._chance = random.Random(seed)

    def step(self, events: Sequence[pygame.Event] = (), elapsed_ms: float = FRAME_MS) -> None:
        """Post events, and wait until the window has processed them and drawn."""
        for event in events:
            self.post_seconds = time.perf_counter()
            pygame.event.post(event)
        seen = self.app.frames + 2
        while self.app.frames < seen and self.app.is_running:
            time.sleep(0.001)

    def play(self, answers: int) -> None:
        """Answer ``answers`` questions; then wait for the opponent to finish."""
        quiet = self._chance.uniform(*REST_SECONDS)
        while len(self.answer_seconds) < answers and self.app.is_running:
            time.sleep(0.002)
            top = self.app.top
            if isinstance(top, Table):
                if not self._can_answer(top):
                    quiet = time.perf_counter() + self._chance.uniform(*REST_SECONDS)
                elif time.perf_counter() > quiet:
                    self._answer(top)
                    quiet = time.perf_counter() + self._chance.uniform(*REST_SECONDS)
            else:
                self.press_keys(pygame.K_RETURN)
                time.sleep(0.5)

    @staticmethod
    def _can_answer(table: Table) -> bool:
        still = not table.model.director.is_busy and not table.mode.is_page_opening and not table.mode.will_auto_answer
        return still and table.model.choice is not None and table.match.is_viewer_to_move()

    def _answer(self, table: Table) -> None:
        """Give any answer; if it had no effect, another one is tried later."""
        choice, guest = table.model.choice, self.app.session.guest
        if choice is None:
            return
        question = question_number(table) if guest is None else guest.question
        try:
            self.play_by_keys(self._chance.choice(choice.legal_moves))
        except (StuckError, StopIteration):
            table.hand_controller.cancel()
            return
        if isinstance(self.app.top, Dialog):
            self.press_keys(pygame.K_TAB, pygame.K_RETURN)
        sent = question_number(table) > question if guest is None else guest.answered_question == question
        if sent or (guest is not None and guest.question > question):
            self.answer_seconds[question] = self.post_seconds


def run_until(app: TimedApp, wanted: Callable[[], object]) -> None:
    """Step until ``wanted`` returns something true."""
    end = time.monotonic() + 60
    while not wanted():
        assert time.monotonic() < end, "the awaited state didn't come within 60 s"
        app.loop.advance(FRAME_MS, pygame.event.get())
        time.sleep(0.01)


def play(app: TimedApp, to: OnlineTable | MatchTable, answers: int, ended: Callable[[], None]) -> Mapping[int, float]:
    """Run the program's main loop at a table while a thread answers; return question number -> time of the answer."""
    app.go(to)
    app.frame_ms.clear()
    hand = ThreadedPilot(app, answers)

    def work() -> None:
        hand.play(answers)
        ended()
        app.quit()

    giving_up = threading.Timer(MAX_SECONDS, app.quit)
    for thread in (threading.Thread(target=work, daemon=True), giving_up):
        thread.daemon = True
        thread.start()
    app.run()
    giving_up.cancel()
    return hand.answer_seconds


def be_guest(invitation: str, answers: int) -> None:
    """Join the table, play, and print the recorded times."""
    with tempfile.TemporaryDirectory() as folder:
        app = TimedApp(Path(folder), "Bo")
        app.session.join(parse_invitation(invitation))
        run_until(app, lambda: app.session.is_joined)
        app.session.send([Ready()])
        run_until(app, lambda: app.session.is_match_running)
        answered = play(app, OnlineTable(), answers, lambda: time.sleep(5.0))
        print(json.dumps({"answered": list(answered.items()), "shown": list(app.shown_seconds.items())}), flush=True)


def measure_alone(answers: int) -> None:
    """Play against a bot, and print the frame times."""
    with tempfile.TemporaryDirectory() as folder:
        app = TimedApp(Path(folder), "Ana")
        play(app, MatchTable(new_record(GAME, seed=5, seats=SEATS)), answers, lambda: None)
        print_frames("alone", app)


def measure(answers: int) -> None:
    """Open a table, play against a guest in another process, and print the latencies and frame times."""
    with tempfile.TemporaryDirectory() as folder:
        app = TimedApp(Path(folder), "Ana")
        session = app.session
        session.open_table(make_table_config(GAME, SEATS, pace="quick"))
        run_until(app, lambda: session.is_joined and session.own_table_invitations)
        words = [sys.executable, "-m", "tests.online.latency", str(answers), to_url(session.own_table_invitations[0])]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as guest:
            run_until(app, lambda: any(one.is_ready for one in session.guest.roster.participants))  # type: ignore[union-attr]  # it is joined
            session.send([Start()])
            run_until(app, lambda: session.is_match_running)
            outputs: list[str] = []
            own_answers = play(app, OnlineTable(), answers, lambda: outputs.append(guest.communicate()[0]))
        print_frames("with a guest", app)
    guest_times = json.loads(outputs[0].splitlines()[-1])
    guest_answers, guest_shown = dict(guest_times["answered"]), dict(guest_times["shown"])
    for name, answered, others, shown in (
        ("host to guest", own_answers, guest_answers, guest_shown),
        ("guest to host", guest_answers, own_answers, app.shown_seconds),
    ):  # after the first answer to a question to both, nothing is shown
        times = [
            1000 * (shown[question + 1] - at)
            for question, at in answered.items()
            if question not in others and question + 1 in shown
        ]
        print(
            f"{name}: {len(times)} moves, median {quantile(times, 0.5):.1f} ms, p90 {quantile(times, 0.9):.1f} ms, "
            f"p99 {quantile(times, 0.99):.1f} ms, longest {max(times):.1f} ms"
        )


def print_frames(name: str, app: TimedApp) -> None:
    times = app.frame_ms
    print(f"{name}: {len(times)} frames, median {quantile(times, 0.5):.2f} ms, p99 {quantile(times, 0.99):.2f} ms")


def main(words: list[str]) -> int:
    """Measure, or be the guest in the other process."""
    answers = int(words[0]) if words else ANSWERS
    if len(words) > 1:
        be_guest(words[1], answers)
    else:
        measure_alone(answers)
        measure(answers)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
