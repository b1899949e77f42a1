"""Nothing overlaps at the table: cards, plates, bubbles, names and numbers of piles, tools.

Checks positions of random matches, with all hands open and from one seat, for every number of seats.
"""

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.rng import Rng
from scenes.app import App
from scenes.render.timing import RESIZE_DELAY_MS
from scenes.screens.replays.replay_mode import ReplayMode
from scenes.shell.destinations import ReplayTable
from tests.fit_all.text_fit import SIZES
from tests.support.overlaps import overlaps
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record, play_randomly
from tests.support.tables import replay_mode, write_settings

WINDOW_SETTINGS = tuple(
    (size, scale) for size, scale in zip(SIZES, ("150", "100", "100", "150", "100", "150"), strict=True)
)
MOVES_PER_MATCH, POSITION_INTERVAL = 150, 15
"""Length of a match in moves, and moves between two checked positions."""


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in GAMES for seats in GAMES[slug].seats_allowed])
def test_no_table_items_overlap(slug: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "draw", lambda _: None)
    record = new_record(slug, 6, seats)
    play_randomly(record, Rng(4), MOVES_PER_MATCH)
    found = []
    for scale in {scale for _, scale in WINDOW_SETTINGS}:
        write_settings(tmp_path / scale, speed="instant", ui_scale=scale, name="Maximiliano")
        pilot = Pilot(tmp_path / scale)
        for size in (size for size, of in WINDOW_SETTINGS if of == scale):
            pilot.resize(size)
            pilot.step(elapsed_ms=RESIZE_DELAY_MS)
            pilot.app.go(ReplayTable(record))
            found += [f"{size} {scale} % {fault}" for fault in _replay_overlaps(pilot, replay_mode(pilot.table))]
        pilot.app.release_everything()
    assert found == []


def _replay_overlaps(pilot: Pilot, play: ReplayMode) -> list[str]:
    """Return the overlaps with all hands open and from the first seat."""
    found = []
    for seat in (None, 0):
        play.set_view(seat)
        play = replay_mode(pilot.table)
        for at in range(0, play.match.last_index, POSITION_INTERVAL):
            play.seek(at)
            pilot.table.finish_animations()
            found += [f"seat {seat}, move {at}: {fault}" for fault in overlaps(pilot.table)]
    return found
