"""Frame times of an online table with two guests, compared with a local table.

``python -m tests.online.frame_times [ROUNDS]`` prints the milliseconds per frame with twelve cards in flight, as wall
time and as the window thread's CPU time. It also prints the difference between the 99th percentiles of both tables,
with its bootstrap error. Flights alternate between the tables, so that other load of the machine affects both. The
slowest frames are those in which a move begins to be shown. Guests take about as long as bots, so both tables have
about equally many moves, and their number is printed.
"""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.online.network_thread import NetworkThread
from engine.online.protocol.invitation import parse_invitation, to_url
from engine.online.protocol.messages import NextDeal, Ready, Start
from engine.work.thinking import Thinker
from scenes.shell.destinations import MatchTable, OnlineTable
from scenes.table.table import Table
from scenes.work.online_session import OnlineSession
from tests.online.scripted_window import ScriptedWindow
from tests.support.flights import fly_cards
from tests.support.local_table import make_table_config
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.scripted_player import ScriptedPlayer
from tests.support.tables import write_settings

GAME = "big_two"
ROUNDS, FLIGHTS_PER_ROUND, WARM_UP_FLIGHTS = 30, 8, 24
"""Rounds, flights per round and table, and flights before the first round, which fill the caches."""
POLL_SECONDS = 0.8
"""Seconds between two polls of a guest; on average half of it passes before an answer."""
BOOTSTRAP_SAMPLES = 400
"""Number of bootstrap samples."""
Frame = tuple[float, float]
"""Milliseconds of wall time, and of CPU time of the window's thread."""


def pilot_for(folder: Path) -> Pilot:
    write_settings(folder, name="Ana", speed="1", pace="quick", auto_answer=True)
    return Pilot(folder, (1280, 720), Thinker())


def pilot_alone(folder: Path) -> Pilot:
    """Return a pilot at a local table."""
    pilot = pilot_for(folder)
    pilot.app.go(MatchTable(new_record(GAME, seed=5)))
    pilot.run_until_idle()
    return pilot


def pilot_with_guests(folder: Path) -> tuple[Pilot, "subprocess.Popen[bytes]"]:
    """Return a pilot who has opened a table for two guests in another process, and that process."""
    pilot = pilot_for(folder)
    network = NetworkThread(folder, interfaces=["127.0.0.1"], address="127.0.0.1", port=0)
    session = OnlineSession(network, pilot.app)
    pilot.app.online_session = session
    session.open_table(make_table_config(GAME, pace="quick"))
    run_until(pilot, lambda: session.is_joined and session.own_table_invitations)
    invitation = to_url(session.own_table_invitations[0])
    guests = subprocess.Popen([sys.executable, "-m", "tests.online.frame_times", invitation])
    run_until(pilot, lambda: _ready(session) == 2)
    session.send([Ready(), Start()])
    run_until(pilot, lambda: session.is_match_running)
    pilot.app.go(OnlineTable())
    pilot.run_until_idle()
    return pilot, guests


def _ready(session: OnlineSession) -> int:
    guest = session.guest
    return 0 if guest is None or guest.roster is None else sum(one.is_ready for one in guest.roster.participants)


def run_until(pilot: Pilot, wanted: Callable[[], object]) -> None:
    """Step in real time until ``wanted`` returns something true."""
    end = time.monotonic() + 60
    while not wanted():
        assert time.monotonic() < end, "the awaited state didn't come within 60 s"
        pilot.step()
        time.sleep(0.01)


def measure_flight(pilot: Pilot, turn: int) -> list[Frame]:
    """Return the frames of one flight; after it the player answers."""
    frames: list[Frame] = []

    def frame() -> None:
        begun, spent = time.perf_counter(), time.thread_time()
        pilot.step()
        frames.append((1000 * (time.perf_counter() - begun), 1000 * (time.thread_time() - spent)))
        time.sleep(max(0.0, 1 / 60 - (time.perf_counter() - begun)))

    top = pilot.app.top
    if isinstance(top, Table):
        fly_cards(pilot, turn, frame)
        if top.model.choice is not None and top is pilot.app.top:
            top.mode.submit_move(top.model.choice.legal_moves[0])
    else:
        pilot.dismiss_result()
        session = pilot.app.online_session
        if session is not None and session.guest is not None and session.guest.game is not None:
            session.send([NextDeal(session.guest.game.deal_number - 1)])
    for _ in range(6):
        pilot.step()
        time.sleep(0.01)
    return frames


def move_count(pilot: Pilot) -> int:
    """Return the number of moves that the table has shown in this match."""
    session, top = pilot.app.online_session, pilot.app.top
    if session is not None and session.match is not None:
        return int(session.match.question)
    return len(top.match.record.moves) if isinstance(top, Table) else 0


def play_guests(invitation: str) -> None:
    """Play as two guests until the table is closed."""
    with tempfile.TemporaryDirectory() as folder:
        windows = [
            ScriptedWindow(Path(folder) / name, ScriptedPlayer(name, seed, people=3))
            for seed, name in enumerate(("Bo", "Cy"))
        ]
        for window in windows:
            window.network.join(parse_invitation(invitation))
        end = time.monotonic() + 300
        while time.monotonic() < end and not any(window.player.is_done for window in windows):
            for window in windows:
                window.play()
                time.sleep(POLL_SECONDS / len(windows))


def quantiles(frames: Sequence[Frame]) -> list[tuple[float, float]]:
    """Return median and 99th percentile of wall time, then of CPU time."""
    parts = [statistics.quantiles(times, n=100) for times in zip(*frames, strict=True)]
    return [(part[49], part[98]) for part in parts]


def bootstrap_errors(alone: Sequence[Sequence[Frame]], together: Sequence[Sequence[Frame]]) -> list[float]:
    """Return the bootstrap standard errors of the differences between the 99th percentiles."""
    chance = random.Random(1)
    found: list[list[float]] = [[], []]
    for _ in range(BOOTSTRAP_SAMPLES):
        drawn = chance.choices(range(len(alone)), k=len(alone))
        here, there = (quantiles([one for at in drawn for one in rounds[at]]) for rounds in (alone, together))
        for clock, kept in enumerate(found):
            kept.append(there[clock][1] - here[clock][1])
    return [statistics.stdev(kept) for kept in found]


def measure(rounds: int) -> None:
    """Measure both tables and print the results."""
    with tempfile.TemporaryDirectory() as folder:
        online_pilot, guests = pilot_with_guests(Path(folder) / "together")
        pilots = {"alone": pilot_alone(Path(folder) / "alone"), "with two guests": online_pilot}
        for turn in range(WARM_UP_FLIGHTS):
            for pilot in pilots.values():
                measure_flight(pilot, turn)
        begun = [move_count(pilot) for pilot in pilots.values()]
        measured: dict[str, list[list[Frame]]] = {name: [] for name in pilots}
        for _ in range(rounds):
            for rounds_measured in measured.values():
                rounds_measured.append([])
            for turn in range(FLIGHTS_PER_ROUND):
                for name, pilot in pilots.items():
                    measured[name][-1] += measure_flight(pilot, turn)
        for (name, rounds_measured), pilot, before in zip(measured.items(), pilots.values(), begun, strict=True):
            frames = [frame for one in rounds_measured for frame in one]
            for clock, (median, p99) in zip(("wall", "own thread"), quantiles(frames), strict=True):
                print(f"{name}, {clock}: median {median:.2f} ms, p99 {p99:.2f} ms of {len(frames)} frames")
            print(f"{name}: {move_count(pilot) - before} moves")
        report_difference(*measured.values())
        guests.kill()
        guests.wait()
        for pilot in pilots.values():
            pilot.app.release_everything()


def report_difference(alone: Sequence[Sequence[Frame]], together: Sequence[Sequence[Frame]]) -> None:
    """Print the differences between the 99th percentiles."""
    here, there = (quantiles([frame for one in rounds for frame in one]) for rounds in (alone, together))
    for clock, before, after, error in zip(
        ("wall", "own thread"), here, there, bootstrap_errors(alone, together), strict=True
    ):
        print(f"p99 with two guests above alone, {clock}: {after[1] - before[1]:+.2f} ± {error:.2f} ms")


def main(words: list[str]) -> int:
    """Measure, or play as the guests in the other process."""
    if words and not words[0].isdigit():
        play_guests(words[0])
    else:
        measure(int(words[0]) if words else ROUNDS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
