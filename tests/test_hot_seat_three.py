"""Three persons at one computer, and random keys: no frame shows a face that only others may see."""

from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from scenes.results.results import ResultsScreen
from tests.games.specimens import SPECIMENS
from tests.support.hot_seat import Guard, eager, persons_of, play_through, shared_record, sit_down
from tests.support.records import new_record

pytestmark = pytest.mark.every_frame

MEDDLING = (
    pygame.K_h, pygame.K_u, pygame.K_y, pygame.K_s, pygame.K_l, pygame.K_TAB, pygame.K_LEFT, pygame.K_SPACE,
    pygame.K_RETURN, pygame.K_t, pygame.K_w, pygame.K_PAGEUP,
)  # fmt: skip
"""Keys of the table that open something, sort, undo or choose."""
LONG_ENOUGH = 25
"""Number of moves after which a match may be left unfinished."""


@pytest.fixture
def guard(monkeypatch: pytest.MonkeyPatch) -> Guard:
    return Guard(monkeypatch)


@pytest.mark.parametrize("slug", GAMES)
def test_no_frame_of_a_match_of_three_persons_shows_a_hidden_face(slug: str, tmp_path: Path, guard: Guard) -> None:
    record = shared_record(slug, 5, persons=3)
    play_through(sit_down(tmp_path, record, speed="instant"), record, guard, dt=100, choose=eager)
    assert record.replay().outcome is not None
    assert guard.curtains > 3 and guard.faces_seen > 30 and set(guard.faced) == persons_of(record)
    assert SPECIMENS[slug].asked_together in {*guard.whats, ""}


@pytest.mark.parametrize("slug", GAMES)
def test_no_frame_shows_a_hidden_face_with_any_keys_pressed(slug: str, tmp_path: Path, guard: Guard) -> None:
    """Hints, log, sorting, undo, redo, and keys pressed while a curtain closes."""
    record = shared_record(slug, 3, base=new_record(slug, 3))
    pilot = sit_down(tmp_path, record, log="open")
    done = {"n": 0}

    def enough(_: object) -> bool:
        done["n"] = max(done["n"], len(record.moves))
        return done["n"] >= LONG_ENOUGH or isinstance(pilot.app.top, ResultsScreen)

    play_through(pilot, record, guard, dt=60, keys=MEDDLING, until=enough)
    assert guard.curtains > 2 and guard.faces_seen > 30
