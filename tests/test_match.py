"""Match without a window: killing the thinking process has no effect on it."""

import os
import signal
from itertools import count
from pathlib import Path

from engine.games import GAMES
from engine.match.match import Match
from engine.match.record import Record
from engine.profile.storage import Profile
from engine.work.thinking import Thinker
from tests.support.records import chairs, load_match
from tests.support.thinker_wait import wait_for_thinker


def test_match_survives_killing_worker_while_master_thinks(tmp_path: Path) -> None:
    """The match continues with the same move, and the record on disk has every move."""
    game = GAMES["gurch"]
    record = next(
        record
        for record in (Record("gurch", 4, seed, game.Options(), chairs(4, "master")) for seed in count(3))
        if record.initial_position().seats_to_act() != (0,)
    )
    profile = Profile(tmp_path)

    def play(kill: bool) -> list[str]:
        copy = Record(record.game, record.seats, record.seed, record.options, record.chairs)
        with Thinker() as thinker:
            match = Match(copy, profile.save_match, thinker)
            for turn in range(2):
                if match.computer_to_move() is None:
                    break
                assert turn or match.poll_computer_move() is None
                if kill:
                    assert thinker.pid is not None
                    os.kill(thinker.pid, signal.SIGTERM)
                while (move := match.poll_computer_move()) is None:
                    wait_for_thinker(thinker)
                match.play(move)
        return [str(move) for move in copy.moves]

    killed = play(True)
    loaded, notices = load_match(profile)
    assert notices == []
    assert loaded is not None and [str(move) for move in loaded.moves] == killed
    assert killed == play(False)
