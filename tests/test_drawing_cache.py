"""At 3840x2160 no drawing is made twice while twelve cards fly."""

from collections.abc import Callable, Hashable
from pathlib import Path

import pytest
from pygame import Surface

from engine.games import GAMES
from scenes.render.expressions import EXPRESSIONS
from scenes.render.surface_cache import SurfaceCache
from scenes.shell.destinations import MatchTable
from scenes.table.hud.seat_plates import TablePlate
from tests.support.flights import fly_cards
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import write_settings


@pytest.mark.every_frame
@pytest.mark.parametrize("slug", GAMES)
def test_earlier_drawings_are_not_made_again(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_settings(tmp_path, speed="1")
    pilot = Pilot(tmp_path, (3840, 2160))
    pilot.app.go(MatchTable(new_record(slug, 7)))
    pilot.run_until_idle()
    made: list[Hashable] = []

    def counted(
        original: Callable[[SurfaceCache, Hashable, Callable[[], Surface]], Surface],
    ) -> Callable[[SurfaceCache, Hashable, Callable[[], Surface]], Surface]:
        def get(cache: SurfaceCache, key: Hashable, make: Callable[[], Surface]) -> Surface:
            def noted() -> Surface:
                made.append(key)
                return make()

            return original(cache, key, noted)

        return get

    for name in ("get", "get_intermediate"):
        monkeypatch.setattr(SurfaceCache, name, counted(getattr(SurfaceCache, name)))
    for face in EXPRESSIONS:  # as the table prerenders them
        for plate in pilot.table.hud.root.nodes_in("seats", TablePlate):
            pilot.table.hud.renderer.portrait_face(plate.portrait, plate.diameter, face)
    for turn in range(4):
        if turn == 2:
            assert made, "the first flights need cards at new angles"
            made.clear()
        fly_cards(pilot, turn)
    assert made == []
    pilot.app.release_everything()
