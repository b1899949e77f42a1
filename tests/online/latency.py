"""Latency from a move to its first frame at the opponent: ``python -m tests.online.latency [ANSWERS]``.

Two windows in two processes of this computer play Palácio against each other over TLS; one of them is the host. Each
runs the program's own main loop with its idle sleeps. Keys are posted to a window's queue at random times. Each window
records the time of the first frame that shows an opponent's move. The output is the time between the two, in both
directions. A real network's latency comes on top.
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
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from engine.online.network_thread import NetworkThread
from engine.online.protocol.invitation import parse_invitation, to_url
from engine.online.protocol.messages import ParticipantState, Ready, Start
from engine.profile.storage import Profile
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.routes import build_scene
from scenes.screens.online_match.online_mode import OnlineMode
from scenes.selftest.pilot import FRAME_MS, Pilot, StuckError
from scenes.shell.destinations import Home, OnlineTable
from scenes.shell.dialog import Dialog
from scenes.shell.window.event_wait import wake_window
from scenes.table.table import Table
from scenes.work.online_session import OnlineSession
from tests.online.dedicated_host import quantile
from tests.support.local_table import make_table_config
from tests.support.tables import write_settings

GAME, SEATS = "palacio", 2
ANSWERS = 150
"""Number of answers of each player."""
REST_SECONDS = (0.2, 3.0)
"""Range of the seconds without input before an answer; windows sleep after two of them."""
MAX_SECONDS = 900.0
"""Maximum seconds of the measurement."""


class TimedApp(App):
    """The program, recording when it has drawn each question."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Profile(folder), Thinker(), build_scene, (1280, 720))
        self.frames = 0
        """Number of steps so far."""
        self.shown_seconds: dict[int, float] = {}
        """Question number -> time in seconds at which the frame leading to it was first drawn."""

    def step_with_recovery(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        drawn = super().step_with_recovery(elapsed_ms, events)
        top = self.top if self.scene_stack else None
        if isinstance(top, Table) and isinstance(top.mode, OnlineMode):
            self.shown_seconds.setdefault(top.mode.guest_match.question, time.perf_counter())
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
        play = table.mode
        assert isinstance(play, OnlineMode)
        still = not table.model.director.is_busy and not play.is_page_opening and not play.will_auto_answer
        return still and table.model.choice is not None and play.guest_match.is_viewer_to_move()

    def _answer(self, table: Table) -> None:
        """Give any answer; if it had no effect, another one is tried later."""
        session, choice = self.app.online_session, table.model.choice
        assert session is not None and session.guest is not None
        if choice is None:
            return
        question = session.guest.question
        try:
            self.play_by_keys(self._chance.choice(choice.legal_moves))
        except (StuckError, StopIteration):
            table.hand_controller.cancel()
            return
        if isinstance(self.app.top, Dialog):
            self.press_keys(pygame.K_TAB, pygame.K_RETURN)
        if session.guest.answered_question == question or session.guest.question > question:
            self.answer_seconds[question] = self.post_seconds


def open_app(folder: Path, name: str) -> tuple[TimedApp, OnlineSession]:
    write_settings(folder, name=name, speed="1", pace="quick", auto_answer=False)
    app = TimedApp(folder)
    session = OnlineSession(
        NetworkThread(folder, interfaces=["127.0.0.1"], address="127.0.0.1", port=0, on_event=wake_window), app
    )
    app.online_session = session
    app.go(Home())
    return app, session


def run_until(app: TimedApp, wanted: Callable[[], object]) -> None:
    """Step until ``wanted`` returns something true."""
    end = time.monotonic() + 60
    while not wanted():
        assert time.monotonic() < end, "the awaited state didn't come within 60 s"
        app.loop.advance(FRAME_MS, pygame.event.get())
        time.sleep(0.01)


def play(app: TimedApp, session: OnlineSession, seed: int, answers: int, ended: Callable[[], None]) -> ThreadedPilot:
    """Run the program's main loop while a thread answers."""
    run_until(app, lambda: session.is_match_running)
    app.go(OnlineTable())
    hand = ThreadedPilot(app, seed)

    def work() -> None:
        hand.play(answers)
        ended()
        app.quit()

    thread = threading.Thread(target=work, daemon=True)
    giving_up = threading.Timer(MAX_SECONDS, app.quit)
    giving_up.daemon = True
    thread.start()
    giving_up.start()
    app.run()
    return hand


def be_guest(invitation: str, answers: int) -> None:
    """Join the table, play, and print the recorded times."""
    with tempfile.TemporaryDirectory() as folder:
        app, session = open_app(Path(folder), "Bo")
        session.join(parse_invitation(invitation))
        run_until(app, lambda: session.is_joined)
        session.send([Ready()])
        hand = play(app, session, 2, answers, lambda: time.sleep(5.0))
        print(
            json.dumps({"answered": list(hand.answer_seconds.items()), "shown": list(app.shown_seconds.items())}),
            flush=True,
        )


def measure(answers: int) -> None:
    """Open a table, play against a guest in another process, and print the latencies."""
    with tempfile.TemporaryDirectory() as folder:
        app, session = open_app(Path(folder), "Ana")
        session.open_table(make_table_config(GAME, SEATS, pace="quick"))
        run_until(app, lambda: session.is_joined and session.own_table_invitations)
        words = [sys.executable, "-m", "tests.online.latency", str(answers), to_url(session.own_table_invitations[0])]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as guest:
            run_until(app, lambda: session.guest is not None and sum(one.is_ready for one in _people(session)) == 1)
            session.send([Start()])
            outputs: list[str] = []
            hand = play(app, session, 1, answers, lambda: outputs.append(guest.communicate()[0]))
        guest_times = json.loads(outputs[0].splitlines()[-1])
    own_answers, guest_answers = hand.answer_seconds, dict(guest_times["answered"])
    both = own_answers.keys() & guest_answers.keys()  # questions to both: nothing is shown after the first answer
    print_latency(
        "host to guest",
        {question: own_answers[question] for question in own_answers.keys() - both},
        dict(guest_times["shown"]),
    )
    print_latency(
        "guest to host",
        {question: guest_answers[question] for question in guest_answers.keys() - both},
        app.shown_seconds,
    )


def _people(session: OnlineSession) -> Sequence[ParticipantState]:
    guest = session.guest
    return () if guest is None or guest.roster is None else guest.roster.participants


def print_latency(name: str, answered: dict[int, float], shown: dict[int, float]) -> None:
    """Print the time from the keys to the frames."""
    times = [1000 * (shown[question + 1] - at) for question, at in answered.items() if question + 1 in shown]
    print(
        f"{name}: {len(times)} moves, median {quantile(times, 0.5):.1f} ms, p90 {quantile(times, 0.9):.1f} ms, "
        f"p99 {quantile(times, 0.99):.1f} ms, longest {max(times):.1f} ms"
    )


def main(words: list[str]) -> int:
    """Measure, or be the guest in the other process."""
    answers = int(words[0]) if words else ANSWERS
    if len(words) > 1:
        be_guest(words[1], answers)
    else:
        measure(answers)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
