"""Kills the program at random moments while it saves: ``python -m tests.kill_while_saving ROUNDS [SEED]`` (not on
Windows).

Each round plays random matches in its own process. That saves after every move, as the table does, and reports the
number of saved moves until it is killed without warning. The match on disk must be replayable. It must contain every
reported move, and at most the next one. The matches of the other games stay unchanged. The settings, written in
between, must be one of the two versions written.
"""

import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Literal

from engine.games import GAMES
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.settings import Settings
from tests.support.records import load_match, random_record

SPEEDS: tuple[Literal["2"], Literal["4"]] = ("2", "4")
MAX_DELAY_SECONDS = 0.1
"""Maximum seconds until a process is killed."""


def play(folder: Path, seed: int, pipe: int) -> None:
    """Play and save until killed; after each move, write the number of the match and of its moves to ``pipe``, two
    bytes each."""
    profile, number = Profile(folder), 0
    while True:
        record = random_record(Rng(seed + number).choice(tuple(GAMES)), seed + number)
        game, rng = record.initial_position(), Rng(seed + number)
        while game.outcome is None and len(record.moves) < 400:
            move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
            game.push(move)
            record.append(move)
            profile.save_match(record)
            os.write(pipe, number.to_bytes(2, "big") + len(record.moves).to_bytes(2, "big"))
            profile.save_settings(Settings(speed=SPEEDS[len(record.moves) % 2]))
        number += 1


def run_round(seed: int) -> tuple[int, int]:
    """Kill a process that plays; return the numbers of moves that it reported and that are on disk.

    Raises:
        AssertionError: the files on disk are not among those allowed.
    """
    if sys.platform == "win32":
        raise OSError("Windows has no such signals, processes and files")
    rng = Rng(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:  # the child must not return into the test
            try:
                os.close(reader)
                play(folder, seed, writer)
            finally:
                os._exit(1)
        os.close(writer)
        first = os.read(reader, 4)
        time.sleep(rng.unit() * MAX_DELAY_SECONDS)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        received = first
        while part := os.read(reader, 65536):
            received += part
        os.close(reader)
        match, reported = int.from_bytes(received[-4:-2], "big"), int.from_bytes(received[-2:], "big")
        profile = Profile(folder)
        expected = [
            random_record(Rng(seed + number).choice(tuple(GAMES)), seed + number) for number in range(match + 2)
        ]
        on_disk = 0
        for slug in profile.games_in_progress():
            record, notices = load_match(profile, slug)
            assert record is not None and not notices, f"seed {seed}: {notices}"
            known = [number for number, one in enumerate(expected) if (one.game, one.seed) == (slug, record.seed)]
            assert len(known) == 1, f"seed {seed}: {slug} was not played"
            if known == [match]:
                on_disk = len(record.moves)
                assert reported <= on_disk <= reported + 1, f"seed {seed}: {reported} reported, {on_disk} on disk"
            elif known == [match + 1]:
                assert len(record.moves) == 1, f"seed {seed}: the next match was not reported"
                on_disk = on_disk or reported
            else:
                assert slug not in {one.game for one in expected[known[0] + 1 : match + 1]}, (
                    f"seed {seed}: the match of {slug} is an older one"
                )
        assert on_disk, f"seed {seed}: the last match is missing"
        settings = profile.load_settings()
        assert not profile.notices and settings.speed in (*SPEEDS, Settings().speed), f"seed {seed}: {settings.speed}"
        return reported, on_disk


def main(words: list[str]) -> int:
    """Run all rounds; return the exit status."""
    rounds, seed = int(words[0]), int(words[1]) if len(words) > 1 else 0
    moves = between = 0
    for number in range(seed, seed + rounds):
        reported, on_disk = run_round(number)
        moves += reported
        between += reported != on_disk
    print(f"{rounds} times killed after {moves} moves in all, no move lost; {between} between saving and reporting")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
