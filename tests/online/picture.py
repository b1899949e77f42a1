"""From a move to its picture at the other end: ``python -m tests.online.picture [ANSWERS]``.

Two windows in two processes of this computer play Palácio against each other over TLS, each in the program's own loop
with its rests, one of them the host. Keys are posted to a window's queue at any time, and each window notes when it
has drawn the first picture that shows a move of the other. Printed is the time between the two, in both directions,
by the one clock of the computer. The line between them takes next to nothing; what a real one takes comes on top.
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

from engine.online.beside import Beside
from engine.online.invitation import link, parse
from engine.online.messages import PersonState, Ready, Start
from engine.profile.storage import Profile
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.elsewhere.play import PlayElsewhere
from scenes.routes import scene_for
from scenes.selftest.pilot import FRAME, Pilot, StuckError
from scenes.shell.destinations import Home, TableElsewhere
from scenes.shell.dialog import Dialog
from scenes.shell.waiting import wake
from scenes.table.table import Table
from scenes.work.company import Company
from tests.online.crowd import quantile
from tests.support.at_table import settings
from tests.support.friends import arrangement

GAME, SEATS = "palacio", 2
ANSWERS = 150
"""Number of answers of each."""
REST = (0.2, 3.0)
"""Seconds without anything before an answer, from … to; after two of them windows rest."""
LONGEST = 900.0
"""Seconds after which the measurement is given up."""


class Watched(App):
    """The program, which notes when it has drawn what."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Profile(folder), Thinker(), scene_for, (1280, 720))
        self.frames = 0
        """Number of steps so far."""
        self.shown: dict[int, float] = {}
        """Number of a question -> seconds at which the picture that leads to it was first drawn."""

    def pass_time(self, dt: float, events: Sequence[pygame.Event]) -> bool:
        """As the program does."""
        drawn = super().pass_time(dt, events)
        top = self.top if self.stack else None
        if isinstance(top, Table) and isinstance(top.play, PlayElsewhere):
            self.shown.setdefault(top.play.followed.question, time.perf_counter())
        self.frames += 1
        return drawn


class Hand(Pilot[Watched]):
    """A player whose keys are posted from another thread than the window's."""

    def __init__(self, app: Watched, seed: int) -> None:
        super().__init__(app)
        self.posted = 0.0
        """Seconds at which the last key was posted."""
        self.answered: dict[int, float] = {}
        """Number of a question -> seconds at which the last key of the answer was posted."""
        self._chance = random.Random(seed)

    def step(self, events: Sequence[pygame.Event] = (), dt: float = FRAME) -> None:
        """Post events, and wait until the window has seen them and drawn."""
        for event in events:
            self.posted = time.perf_counter()
            pygame.event.post(event)
        seen = self.app.frames + 2
        while self.app.frames < seen and self.app.running:
            time.sleep(0.001)

    def play(self, answers: int) -> None:
        """Answer so many questions; then wait until the other one has, too."""
        quiet = self._chance.uniform(*REST)
        while len(self.answered) < answers and self.app.running:
            time.sleep(0.002)
            top = self.app.top
            if isinstance(top, Table):
                if not self._calm(top):
                    quiet = time.perf_counter() + self._chance.uniform(*REST)
                elif time.perf_counter() > quiet:
                    self._answer(top)
                    quiet = time.perf_counter() + self._chance.uniform(*REST)
            else:
                self.key(pygame.K_RETURN)
                time.sleep(0.5)

    @staticmethod
    def _calm(table: Table) -> bool:
        play = table.play
        assert isinstance(play, PlayElsewhere)
        still = not table.stage.director.busy and not play.opening and not play.answers_itself
        return still and table.stage.choice is not None and play.followed.person_to_move()

    def _answer(self, table: Table) -> None:
        """Give any answer; if it was not understood, another one is tried later."""
        company, choice = self.app.company, table.stage.choice
        assert company is not None and company.guest is not None
        if choice is None:
            return
        question = company.guest.question
        try:
            self.play_by_keys(self._chance.choice(choice.legal))
        except (StuckError, StopIteration):
            table.control.cancel()
            return
        if isinstance(self.app.top, Dialog):
            self.key(pygame.K_TAB, pygame.K_RETURN)
        if company.guest.answered == question or company.guest.question > question:
            self.answered[question] = self.posted


def opened(folder: Path, name: str) -> tuple[Watched, Company]:
    """A window with a way to tables."""
    settings(folder, name=name, speed="1", pace="quick", auto_answer=False)
    app = Watched(folder)
    company = Company(Beside(folder, interfaces=["127.0.0.1"], address="127.0.0.1", port=0, on_news=wake), app)
    app.company = company
    app.go(Home())
    return app, company


def until(app: Watched, wanted: Callable[[], object]) -> None:
    """Let the window wait for something."""
    end = time.monotonic() + 60
    while not wanted():
        assert time.monotonic() < end, "it never came"
        app.pass_time(FRAME, pygame.event.get())
        time.sleep(0.01)


def play(app: Watched, company: Company, seed: int, answers: int, ended: Callable[[], None]) -> Hand:
    """Let the program's own loop run while a hand answers."""
    until(app, lambda: company.playing)
    app.go(TableElsewhere())
    hand = Hand(app, seed)

    def work() -> None:
        hand.play(answers)
        ended()
        app.quit()

    thread = threading.Thread(target=work, daemon=True)
    giving_up = threading.Timer(LONGEST, app.quit)
    giving_up.daemon = True
    thread.start()
    giving_up.start()
    app.run()
    return hand


def be_guest(invitation: str, answers: int) -> None:
    """Join the table, play, and print what was noted."""
    with tempfile.TemporaryDirectory() as folder:
        app, company = opened(Path(folder), "Bo")
        company.join(parse(invitation))
        until(app, lambda: company.joined)
        company.send([Ready()])
        hand = play(app, company, 2, answers, lambda: time.sleep(5.0))
        print(json.dumps({"answered": list(hand.answered.items()), "shown": list(app.shown.items())}), flush=True)


def measure(answers: int) -> None:
    """Open a table, play against a guest in another process, and print what was found."""
    with tempfile.TemporaryDirectory() as folder:
        app, company = opened(Path(folder), "Ana")
        company.open_table(arrangement(GAME, SEATS, pace="quick"))
        until(app, lambda: company.joined and company.invitations)
        words = [sys.executable, "-m", "tests.online.picture", str(answers), link(company.invitations[0])]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as guest:
            until(app, lambda: company.guest is not None and sum(one.ready for one in _people(company)) == 1)
            company.send([Start()])
            said: list[str] = []
            hand = play(app, company, 1, answers, lambda: said.append(guest.communicate()[0]))
        there = json.loads(said[0].splitlines()[-1])
    own, other = hand.answered, dict(there["answered"])
    both = own.keys() & other.keys()  # questions to both, after whose first answer there is nothing to see
    report("host to guest", {at: own[at] for at in own.keys() - both}, dict(there["shown"]))
    report("guest to host", {at: other[at] for at in other.keys() - both}, app.shown)


def _people(company: Company) -> Sequence[PersonState]:
    guest = company.guest
    return () if guest is None or guest.roster is None else guest.roster.people


def report(name: str, answered: dict[int, float], shown: dict[int, float]) -> None:
    """Print how long it took from the keys to the pictures."""
    times = [1000 * (shown[question + 1] - at) for question, at in answered.items() if question + 1 in shown]
    print(
        f"{name}: {len(times)} moves, median {quantile(times, 0.5):.1f} ms, p90 {quantile(times, 0.9):.1f} ms, "
        f"p99 {quantile(times, 0.99):.1f} ms, longest {max(times):.1f} ms"
    )


def main(words: list[str]) -> int:
    """Measure, or be the guest of whoever measures."""
    answers = int(words[0]) if words else ANSWERS
    if len(words) > 1:
        be_guest(words[1], answers)
    else:
        measure(answers)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
