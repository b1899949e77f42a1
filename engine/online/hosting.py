"""A host at work: lets time pass at its tables, lets computer players think, and keeps every change on disk."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from functools import partial

from engine.online.discovery import Openness
from engine.online.house import House, OpenTable
from engine.online.invitation import MAX_TABLE, new_secret
from engine.online.messages import Arrange, Handed
from engine.online.store import KeptTable, TableStore
from engine.online.table import Table
from engine.online.thinkers import Thinkers
from engine.rng import KEY_BITS

TICK, THINKING_TICK = 0.1, 0.02
"""Seconds between two looks at the time, and while a computer player thinks."""
MAX_TICK = 1.0
"""Maximum seconds that count between two looks: no clock shall run out because the computer was asleep."""
Clock = Callable[[], float]


def new_key() -> int:
    """Return a random key from which cards are dealt, 0 … ``MAX_SEED``."""
    return secrets.randbits(KEY_BITS)


def new_token() -> str:
    """What brings a guest back to the same chair."""
    return secrets.token_hex(16)


class Hosting:
    """The tables of one host, in one asyncio loop.

    Args:
        store: keeps the tables.
        thinkers: answer for the computer players.
        on_change: gets the number of each table that has changed.
        on_failure: gets the reason why a table couldn't be saved; play goes on.
        log: gets faults of the program.
        dedicated: whether the host is a program of its own, at which nobody sits.
        clock: returns seconds; the loop's own by default.
    """

    def __init__(
        self,
        store: TableStore,
        thinkers: Thinkers,
        on_change: Callable[[int], None],
        on_failure: Callable[[OSError], None],
        log: logging.Logger,
        *,
        dedicated: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self.house = House(thinkers, log)
        self._store = store
        self._thinkers = thinkers
        self._on_change = on_change
        self._on_failure = on_failure
        self._dedicated = dedicated
        self._port = 0
        self._clock = clock or asyncio.get_running_loop().time

    # --- tables -----------------------------------------------------------------------------------------------------

    def set_port(self, port: int) -> None:
        """Note where the tables can be reached, so that they can be opened there again."""
        self._port = port

    def open_new(self, arrange: Arrange, nearby: Openness = "secret") -> OpenTable:
        """Open a table under a free number, with a new secret.

        Raises:
            ArrangementError: no table can be like that.
        """
        number, secret = self._free_number(), new_secret()
        save = partial(self._save, number, secret, nearby)
        table = Table(arrange, new_key=new_key, new_token=new_token, dedicated=self._dedicated, save=save)
        return self._open(OpenTable(number, secret, table, nearby))

    def open_kept(self, kept: KeptTable) -> OpenTable:
        """Open a table that was open before, so that its invitations stay valid.

        Raises:
            TableError: the text is damaged.
        """
        save = partial(self._save, kept.number, kept.secret, kept.nearby)
        table = Table.from_text(kept.text, new_key=new_key, new_token=new_token, dedicated=self._dedicated, save=save)
        return self._open(OpenTable(kept.number, kept.secret, table, kept.nearby))

    def open_handed(self, handed: Handed, heir: int, nearby: Openness) -> OpenTable:
        """Open a table that another host hands over, under a number, a secret and tokens of its own here.

        Args:
            handed: the table.
            heir: number of the person at this computer.
            nearby: who may find it on this network.

        Raises:
            TableError: there can't be such a table.
        """
        number, secret = self._free_number(), new_secret()
        save = partial(self._save, number, secret, nearby)
        table = Table.of_handed(handed, heir, new_key=new_key, new_token=new_token, save=save)
        return self._open(OpenTable(number, secret, table, nearby))

    def close_table(self, number: int) -> None:
        """Close a table for good: its guests hear of it, and its file is removed."""
        self.house.close(number)
        try:
            self._store.forget(number)
        except OSError as error:
            self._on_failure(error)

    def _open(self, place: OpenTable) -> OpenTable:
        self.house.open(place)
        return place

    def _free_number(self) -> int:
        number = secrets.randbelow(MAX_TABLE + 1)
        while number in self.house.tables:
            number = secrets.randbelow(MAX_TABLE + 1)
        return number

    def _save(self, number: int, secret: bytes, nearby: Openness, text: str) -> None:
        """Keep a table's text before anybody is told of what it holds."""
        try:
            self._store.keep(KeptTable(number, secret, text, nearby, self._port))
        except OSError as error:
            self._on_failure(error)
        self._on_change(number)

    # --- time -------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Let time pass, until cancelled."""
        before = ticked = self._clock()
        while True:
            await asyncio.sleep(THINKING_TICK if self.house.thinking else TICK)
            now = self._clock()
            self.house.take_replies(1000 * min(MAX_TICK, now - before))
            before = now
            if now - ticked >= TICK:
                self.house.pass_time(1000 * min(MAX_TICK, now - ticked))
                ticked = now

    def close(self) -> None:
        """End the computer players' processes."""
        self._thinkers.close()
