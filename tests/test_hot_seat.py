"""Several persons at one computer: no frame shows a card face that only others may see."""

from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from scenes.shell.scene import Scene
from scenes.table.curtain import Curtain
from tests.support.hot_seat import VisibilityGuard, persons_of, play_through, shared_record, sit_down

pytestmark = pytest.mark.every_frame


@pytest.fixture
def guard(monkeypatch: pytest.MonkeyPatch) -> VisibilityGuard:
    return VisibilityGuard(monkeypatch)


@pytest.mark.parametrize("slug", GAMES)
def test_no_frame_of_match_of_two_persons_shows_hidden_face(slug: str, tmp_path: Path, guard: VisibilityGuard) -> None:
    record = shared_record(slug)
    play_through(sit_down(tmp_path, record), record, guard, elapsed_ms=60)
    assert record.replay().outcome is not None
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
