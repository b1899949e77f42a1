"""Frames at a table that two guests play at, against the same table of this computer alone.

``python -m tests.online.frames`` prints milliseconds a frame with twelve cards in the air, in turns at both tables so
that other work of the machine meets both alike: by the wall's clock, and of the window's own thread.
"""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from engine.online.beside import Beside
from engine.online.invitation import link, parse
from engine.online.messages import NextDeal, Ready, Start
from engine.work.thinking import Thinker
from scenes.shell.destinations import Begin, TableElsewhere
from scenes.table.table import Table
from scenes.work.company import Company
from tests.online.players import Player, Window
from tests.support.at_table import settings
from tests.support.flights import fly
from tests.support.friends import arrangement
from tests.support.piloting import Pilot
from tests.support.records import new_record

GAME = "big_two"
ROUNDS, FLIGHTS, WARM = 8, 12, 4
"""Rounds at each table, flights of a round, and flights before the first round."""


def pilot_for(folder: Path) -> Pilot:
    """A pilot at a window of its own."""
    settings(folder, name="Ana", speed="1", pace="quick", auto_answer=True)
    return Pilot(folder, (1280, 720), Thinker())


def alone(folder: Path) -> Pilot:
    """A pilot at a table of this computer."""
    pilot = pilot_for(folder)
    pilot.app.go(Begin(new_record(GAME, seed=5)))
    pilot.rest()
    return pilot


def together(folder: Path) -> tuple[Pilot, "subprocess.Popen[bytes]"]:
    """A pilot who has opened a table for two guests in another process, and that process."""
    pilot = pilot_for(folder)
    line = Beside(folder, interfaces=["127.0.0.1"], address="127.0.0.1", port=0)
    company = Company(line, pilot.app)
    pilot.app.company = company
    company.open_table(arrangement(GAME, pace="quick"))
    until(pilot, lambda: company.joined and company.invitations)
    invitation = link(company.invitations[0])
    guests = subprocess.Popen([sys.executable, "-m", "tests.online.frames", invitation])
    until(pilot, lambda: _ready(company) == 2)
    company.send([Ready(), Start()])
    until(pilot, lambda: company.playing)
    pilot.app.go(TableElsewhere())
    pilot.rest()
    return pilot, guests


def _ready(company: Company) -> int:
    guest = company.guest
    return 0 if guest is None or guest.roster is None else sum(one.ready for one in guest.roster.people)


def until(pilot: Pilot, wanted: Callable[[], object]) -> None:
    """Let frames pass in real time until something holds."""
    end = time.monotonic() + 60
    while not wanted():
        assert time.monotonic() < end, "it never came"
        pilot.step()
        time.sleep(0.01)


def took(pilot: Pilot, flights: int) -> list[tuple[float, float]]:
    """Milliseconds of each frame of so many flights, and those of its thread; between them the player answers."""
    found: list[tuple[float, float]] = []

    def frame() -> None:
        begun, spent = time.perf_counter(), time.thread_time()
        pilot.step()
        found.append((1000 * (time.perf_counter() - begun), 1000 * (time.thread_time() - spent)))
        time.sleep(max(0.0, 1 / 60 - (time.perf_counter() - begun)))

    for turn in range(flights):
        top = pilot.app.top
        if isinstance(top, Table):
            fly(pilot, turn, frame)
            if top.stage.choice is not None and top is pilot.app.top:
                top.play.decide(top.stage.choice.legal[0])
        else:
            pilot.dismiss_result()
            company = pilot.app.company
            if company is not None and company.guest is not None and company.guest.game is not None:
                company.send([NextDeal(company.guest.game.deal_number - 1)])
        for _ in range(6):
            pilot.step()
            time.sleep(0.01)
    return found


def play_guests(invitation: str) -> None:
    """Two guests play until the table is gone."""
    with tempfile.TemporaryDirectory() as folder:
        windows = [Window(Path(folder) / name, Player(name, seed, people=3)) for seed, name in enumerate(("Bo", "Cy"))]
        for window in windows:
            window.beside.join(parse(invitation))
        end = time.monotonic() + 300
        while time.monotonic() < end and not any(window.player.done for window in windows):
            for window in windows:
                window.look()
            time.sleep(0.01)


def main(words: list[str]) -> int:
    """Measure, or be the guests of whoever measures."""
    if words:
        play_guests(words[0])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        here = alone(Path(folder) / "alone")
        there, guests = together(Path(folder) / "together")
        measured: dict[str, list[tuple[float, float]]] = {"alone": [], "with two guests": []}
        pilots = {"alone": here, "with two guests": there}
        for pilot in pilots.values():
            took(pilot, WARM)
        company = there.app.company
        assert company is not None and company.guest is not None
        begun = company.guest.question
        for _ in range(ROUNDS):
            for name, pilot in pilots.items():
                measured[name] += took(pilot, FLIGHTS)
        for name, frames in measured.items():
            for clock, times in zip(("wall", "own thread"), zip(*frames, strict=True), strict=True):
                parts = statistics.quantiles(times, n=100)
                print(f"{name}, {clock}: median {parts[49]:.2f} ms, p99 {parts[98]:.2f} ms of {len(times)} frames")
        print(f"{company.guest.question - begun} questions were answered meanwhile")
        guests.kill()
        guests.wait()
        for pilot in pilots.values():
            pilot.app.close_all()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
