"""How long it takes to tell a screen reader what a table shows."""

import tempfile
import time
from pathlib import Path

from engine.match.match import Match
from engine.work.thinking import Thinker
from scenes.table.table import Table, sit
from tests.support.at_table import settings
from tests.support.piloting import Pilot
from tests.support.reading_aloud import listen, reader
from tests.support.records import new_record

UPDATES = 200


def update(slug: str) -> list[float]:
    """Milliseconds of processor time for each of some updates of the tree at the player's first turn.

    The table lies at rest with all of its cards; everything is read again, and the cursor has moved to another card.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings(folder, speed="instant")
        pilot = Pilot(folder)
        listen(pilot.app)
        match = Match(new_record(slug), lambda _: None, Thinker(process=False))
        pilot.app.go(sit(pilot.app, match))
        pilot.rest()
        pilot.app.finish()
        following, table = reader(pilot.app), pilot.app.top
        assert isinstance(table, Table)
        took = []
        for i in range(UPDATES):
            stops = table.control.stops(())
            table.control.cursor.at, table.control.cursor.visible = stops[i % len(stops)].id, True
            begin = time.process_time()
            following.update(moving=False)
            took.append((time.process_time() - begin) * 1000)
        pilot.app.close_all()
        return took
