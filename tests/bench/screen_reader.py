"""Time to update the accessibility tree of a table."""

import tempfile
import time
from pathlib import Path

from engine.match.match import Match
from engine.work.thinking import Thinker
from scenes.table.table import Table, make_table_scene
from tests.support.fake_screen_reader import attach_reader, screen_reader
from tests.support.records import new_record
from tests.support.tables import start_program

UPDATES = 200


def update_times_ms(slug: str) -> list[float]:
    """Return the CPU milliseconds of some updates of the tree at the player's first turn.

    All cards are at rest. Everything is read again, and the cursor has moved to another card.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pilot = start_program(folder, speed="instant")
        attach_reader(pilot.app)
        match = Match(new_record(slug), lambda _: None, Thinker(process=False))
        pilot.app.go(make_table_scene(pilot.app, match))
        pilot.run_until_idle()
        pilot.app.finish_animations()
        following, table = screen_reader(pilot.app), pilot.app.top
        assert isinstance(table, Table)
        took = []
        for i in range(UPDATES):
            stops = table.hand_controller.cursor_stops(())
            table.hand_controller.cursor.stop_id, table.hand_controller.cursor.visible = stops[i % len(stops)].id, True
            begin = time.process_time()
            following.update()
            took.append((time.process_time() - begin) * 1000)
        pilot.app.release_everything()
        return took
