"""Each game is played to its end with the mouse alone and with the keyboard alone in a small and in a large window."""

from pathlib import Path

import pytest

from engine.games import GAMES
from scenes.selftest.pilot import SLOW
from scenes.table.table import Table
from tests.support.at_table import short_record
from tests.support.piloting import play_match

SIZES = ((960, 540), (1920, 1080))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("way", ["mouse", "keys"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_match_is_played_to_its_end(slug: str, way: str, size: tuple[int, int], tmp_path: Path) -> None:
    seen = []

    def watch(table: Table) -> None:
        seen.append(table.look.size)
        if table.stage.director.quiet:
            assert table.stage.shown.differences() == []

    record = play_match(tmp_path, slug, way, record=short_record(slug, 6), watch=watch, size=size, frame=SLOW)
    assert record.replay().outcome is not None
    assert set(seen) == {size}
