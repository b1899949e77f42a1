"""At 3840x2160 no drawing is made twice while twelve cards fly."""

from pathlib import Path

import pytest

from engine.games import GAMES
from scenes.render.expressions import EXPRESSIONS
from scenes.shell.destinations import MatchTable
from scenes.table.hud.seat_plates import TablePlate
from tests.support.flights import fly_cards
from tests.support.records import new_record
from tests.support.tables import open_program


@pytest.mark.every_frame
@pytest.mark.parametrize("slug", GAMES)
def test_earlier_drawings_are_not_made_again(slug: str, tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record(slug, 7)), (3840, 2160), speed="1")
    pilot.run_until_idle()
    for face in EXPRESSIONS:  # as the table prerenders them
        for plate in pilot.table.hud.root.nodes_in("seats", TablePlate):
            pilot.table.hud.renderer.portrait_face(plate.portrait, plate.diameter, face)
    created = []
    for turn in range(4):
        before = pilot.app.renderers.cache.created_count
        fly_cards(pilot, turn)
        created.append(pilot.app.renderers.cache.created_count - before)
    assert created[0] and not any(created[2:]), "the first flights need cards at new angles"
    pilot.app.release_everything()
