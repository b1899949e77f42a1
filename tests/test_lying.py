"""Nothing lies on anything else at the table: cards, plates, bubbles, names and numbers of piles, tools.

Positions of random matches, watched with all hands open and from one seat, with every number of seats.
"""

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.rng import Rng
from scenes.app import App
from scenes.look.speeds import RESIZE_DELAY
from scenes.replays.watch import WatchedPlay
from scenes.shell.destinations import Watch
from tests.fit_all.gauge import SIZES
from tests.support.at_table import replayed, settings
from tests.support.lying import overlaps
from tests.support.piloting import Pilot
from tests.support.records import new_record, play_at_random

PLACES = tuple((size, scale) for size, scale in zip(SIZES, ("150", "100", "100", "150", "100", "150"), strict=True))
MOVES, EVERY = 150, 15
"""Length of a match, and moves between two positions that are looked at."""


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in GAMES for seats in GAMES[slug].seats_allowed])
def test_nothing_lies_on_anything_else(slug: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "draw", lambda _: None)
    record = new_record(slug, 6, seats)
    play_at_random(record, Rng(4), MOVES)
    found = []
    for scale in {scale for _, scale in PLACES}:
        settings(tmp_path / scale, speed="instant", ui_scale=scale, name="Maximiliano")
        pilot = Pilot(tmp_path / scale)
        for size in (size for size, of in PLACES if of == scale):
            pilot.resize(size)
            pilot.step(dt=RESIZE_DELAY)
            pilot.app.go(Watch(record))
            found += [f"{size} {scale} % {fault}" for fault in _watched(pilot, replayed(pilot.table))]
        pilot.app.close_all()
    assert found == []


def _watched(pilot: Pilot, play: WatchedPlay) -> list[str]:
    """What lies on something else, with all hands open and then as the first seat saw it."""
    found = []
    for seat in (None, 0):
        play.look_as(seat)
        play = replayed(pilot.table)
        for at in range(0, play.match.last, EVERY):
            play.jump(at)
            pilot.table.finish()
            found += [f"seat {seat}, move {at}: {fault}" for fault in overlaps(pilot.table)]
    return found
