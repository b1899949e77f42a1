"""Short runs of the commands ``tests.random_input``, ``tests.damaged_files`` and ``tests.kill_while_saving``."""

import os
import pickle
import re
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.moves import Pile
from engine.rng import Rng
from tests import damaged_files, kill_while_saving, random_input
from tests.support.profile_files import KINDS
from tests.support.records import find_record, new_record
from tests.support.sources import PROGRAM_FILES, ROOT, imported_modules
from tests.support.tables import continue_match, hand


@pytest.mark.parametrize("slug", GAMES)
def test_random_input_finds_no_fault(slug: str) -> None:
    done = random_input.play(slug, 120, seed=len(slug))
    assert sum(done[kind] for kind in ("key", "click", "card", "drag")) > 60


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_are_reported_and_kept(kind: str) -> None:
    rounds = damaged_files.DamageRounds(kind)
    ways = {rounds.run_round(seed) for seed in range(2, 26)}
    assert any(way.endswith("reported") for way in ways) == (kind != "index")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has neither fork nor SIGKILL")
def test_no_reported_move_is_lost_when_program_is_killed() -> None:
    for seed in range(12):
        reported, on_disk = kill_while_saving.run_round(seed)
        assert on_disk >= reported


# --- games and threads ------------------------------------------------------------------------------------------------


def test_only_background_processes_are_waited_for_in_threads() -> None:
    """Opponents think between frames, or in their own process with a copy of the view.

    The threads of ``engine.work`` pass pickled tasks and results between processes, and unpickle nothing. The thread of
    ``engine.online`` carries messages between computers; the window takes them once a frame. The thread of ``main.py``
    imports modules. The thread of ``engine.updates`` sends a request.
    """
    for file in {*PROGRAM_FILES} - {ROOT / "main.py", ROOT / "engine" / "updates" / "check.py"}:
        if {ROOT / "engine" / "work", ROOT / "engine" / "online"} & {*file.parents}:
            continue
        if re.search("threading|concurrent|asyncio|_thread", file.read_text(encoding="utf-8")):
            found = {module.partition(".")[0] for module in imported_modules(file)}
            assert not found & {"threading", "concurrent", "asyncio", "_thread"}, file


@pytest.mark.parametrize("slug", GAMES)
def test_view_given_to_bot_never_changes(slug: str) -> None:
    game, rng = new_record(slug, 4).initial_position(), Rng(4)
    for _ in range(30):
        if game.outcome is not None:
            break
        views = [game.view(seat) for seat in game.seats_to_act()]
        before = [pickle.dumps(view) for view in views]
        for _ in range(5):
            if game.outcome is None:
                game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
        assert [pickle.dumps(view) for view in views] == before


# --- faults found by random input -------------------------------------------------------------------------------------


def test_dragged_card_leaving_hand_is_released(tmp_path: Path) -> None:
    """Two players swap cards while one of them drags a card."""
    pilot = continue_match(tmp_path, find_record("pass_the_ace", lambda game: game.ask is not None))
    (card,) = hand(pilot.table)
    x, y = pilot.card_point(card)
    pilot.press((x, y))
    pilot.move((x + 30, y))
    drag, shown = pilot.card_drag, pilot.table.model.shown
    assert drag is not None
    token = shown.piles[Pile("hand", 0)].pop()
    shown.piles[Pile("hand", 1)].append(token)
    assert token.id == drag.token_ids[0]
    pilot.release((x + 30, y))
    assert pilot.card_drag is None
