"""Several persons at one computer: in no frame anybody sees a face that only others may see."""

from pathlib import Path

import pytest

from engine.games import GAMES
from tests.hot_seat import Guard, play_through, shared_record, sit_down


@pytest.fixture
def guard(monkeypatch: pytest.MonkeyPatch) -> Guard:
    return Guard(monkeypatch)


@pytest.mark.parametrize("slug", GAMES)
def test_in_a_whole_match_of_two_persons_no_frame_shows_a_face_that_is_not_theirs_to_see(
    slug: str, tmp_path: Path, guard: Guard
) -> None:
    record = shared_record(slug)
    play_through(sit_down(tmp_path, record), record, guard, dt=60)
    assert record.replay().outcome is not None
    assert guard.curtains > 2 and guard.faces_seen > 100
    assert set(guard.faced) == {i for i, chair in enumerate(record.chairs) if chair.name}
