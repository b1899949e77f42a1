"""Several persons at one computer, and random keys: no frame shows a card face that only others may see."""

from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.scene import Scene
from scenes.table.curtain import Curtain
from tests.games.facts import FACTS_BY_GAME
from tests.support.hot_seat import VisibilityGuard, persons_of, play_through, prefer_play, shared_record, sit_down
from tests.support.records import new_record

pytestmark = pytest.mark.every_frame

DISTURBING_KEYS = (
    pygame.K_h, pygame.K_u, pygame.K_y, pygame.K_s, pygame.K_l, pygame.K_TAB, pygame.K_LEFT, pygame.K_SPACE,
    pygame.K_RETURN, pygame.K_t, pygame.K_w, pygame.K_PAGEUP,
)  # fmt: skip
"""Keys of the table that open something, sort, undo or choose."""
MIN_MOVES, MANY_MOVES = 25, 36
"""Numbers of moves after which a match is left unfinished."""


@pytest.fixture
def guard(monkeypatch: pytest.MonkeyPatch) -> VisibilityGuard:
    return VisibilityGuard(monkeypatch)


@pytest.mark.parametrize("slug", GAMES)
def test_no_frame_of_match_of_two_persons_shows_hidden_face(slug: str, tmp_path: Path, guard: VisibilityGuard) -> None:
    record = shared_record(slug)
    play_through(
        sit_down(tmp_path, record), record, guard, elapsed_ms=100, until=lambda _: len(record.moves) >= MANY_MOVES
    )
    assert guard.curtain_count > 2 and guard.checked_faces > 100
    assert set(guard.persons_shown) == persons_of(record)


@pytest.mark.painted
@pytest.mark.parametrize("slug", GAMES)
def test_closing_curtain_hides_whole_table(slug: str, tmp_path: Path, guard: VisibilityGuard) -> None:
    """The curtain doesn't fade in over the table; the table disappears with its first frame."""
    record = shared_record(slug, 4)
    pilot = sit_down(tmp_path, record)
    pixels: list[bytes] = []
    before: list[Scene] = []

    def seen(_: object) -> bool:
        top = pilot.app.top
        if isinstance(top, Curtain) and before and top is not before[-1]:
            first = pygame.image.tobytes(pilot.app.window.surface, "RGB")
            pilot.app.finish_animations()
            pixels.append(first)
            assert first == pygame.image.tobytes(pilot.app.window.surface, "RGB"), (
                "the first frame shows the whole curtain"
            )
        before.append(top)
        return len(pixels) >= 2

    play_through(pilot, record, guard, elapsed_ms=60, until=seen)


@pytest.mark.parametrize("slug", GAMES)
def test_no_frame_of_match_of_three_persons_shows_hidden_face(
    slug: str, tmp_path: Path, guard: VisibilityGuard
) -> None:
    record = shared_record(slug, persons=3)
    play_through(sit_down(tmp_path, record, speed="instant"), record, guard, elapsed_ms=100, choose=prefer_play)
    assert record.replay().outcome is not None
    assert guard.curtain_count > 3 and guard.checked_faces > 30 and set(guard.persons_shown) == persons_of(record)
    assert FACTS_BY_GAME[slug].joint_question in {*guard.question_kinds, ""}


@pytest.mark.parametrize("slug", GAMES)
def test_no_frame_shows_hidden_face_with_any_keys_pressed(slug: str, tmp_path: Path, guard: VisibilityGuard) -> None:
    """Covers hints, log, sorting, undo, redo, and keys pressed while a curtain closes."""
    record = shared_record(slug, 3, base=new_record(slug, 3))
    pilot = sit_down(tmp_path, record, log="open")
    done = {"n": 0}

    def enough(_: object) -> bool:
        done["n"] = max(done["n"], len(record.moves))
        return done["n"] >= MIN_MOVES or isinstance(pilot.app.top, ResultsScreen)

    play_through(pilot, record, guard, elapsed_ms=60, keys=DISTURBING_KEYS, until=enough)
    assert guard.curtain_count > 2 and guard.checked_faces > 30
