"""A host at work: lets time pass at its tables, lets computer players think, and keeps every change on disk."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from functools import partial

from engine.online.discovery import NearbyAccess
from engine.online.host.table import Table
from engine.online.host.table_registry import OpenTable, TableRegistry
from engine.online.host.table_store import StoredTable, TableStore
from engine.online.host.thinker_pool import ThinkerPool
from engine.online.protocol.invitation import MAX_TABLE_NUMBER, new_secret
from engine.online.protocol.messages import TableConfig, TableHandedOver
from engine.rng import KEY_BITS

TICK_SECONDS, THINKING_TICK_SECONDS = 0.1, 0.02
"""Seconds between two looks at the time, and while a computer player thinks."""
MAX_TICK_SECONDS = 1.0
"""Maximum seconds that count between two looks: no clock shall run out because the computer was asleep."""
Clock = Callable[[], float]


def new_key() -> int:
    """Return a random key from which cards are dealt, 0 … ``MAX_SEED``."""
    return secrets.randbits(KEY_BITS)


def new_token() -> str:
    """What brings a guest back to the same chair."""
    return secrets.token_hex(16)


class TableHost:
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
        thinkers: ThinkerPool,
        on_change: Callable[[int], None],
        on_failure: Callable[[OSError], None],
        log: logging.Logger,
        *,
        dedicated: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self.registry = TableRegistry(thinkers, log)
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

    def open_table(self, config: TableConfig, nearby: NearbyAccess = "secret") -> OpenTable:
        """Open a table under a free number, with a new secret.

        Raises:
            ArrangementError: no table can be like that.
        """
        number, secret = self._free_number(), new_secret()
        save = partial(self._save, number, secret, nearby)
        table = Table(config, new_key=new_key, new_token=new_token, dedicated=self._dedicated, save=save)
        return self._open(OpenTable(number, secret, table, nearby))

    def reopen_table(self, stored: StoredTable) -> OpenTable:
        """Open a table that was open before, so that its invitations stay valid.

        Raises:
            TableError: the text is damaged.
        """
        save = partial(self._save, stored.number, stored.secret, stored.nearby)
        table = Table.from_text(stored.text, new_key=new_key, new_token=new_token, dedicated=self._dedicated, save=save)
        return self._open(OpenTable(stored.number, stored.secret, table, stored.nearby))

    def take_over_table(self, handed: TableHandedOver, heir: int, nearby: NearbyAccess) -> OpenTable:
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
        table = Table.from_handed_over(handed, heir, new_key=new_key, new_token=new_token, save=save)
        return self._open(OpenTable(number, secret, table, nearby))

    def close_table(self, number: int) -> None:
        """Close a table for good: its guests hear of it, and its file is removed."""
        self.registry.close(number)
        try:
            self._store.delete(number)
        except OSError as error:
            self._on_failure(error)

    def _open(self, open_table: OpenTable) -> OpenTable:
        self.registry.open(open_table)
        return open_table

    def _free_number(self) -> int:
        number = secrets.randbelow(MAX_TABLE_NUMBER + 1)
        while number in self.registry.tables:
            number = secrets.randbelow(MAX_TABLE_NUMBER + 1)
        return number

    def _save(self, number: int, secret: bytes, nearby: NearbyAccess, text: str) -> None:
        """Keep a table's text before anybody is told of what it holds."""
        try:
            self._store.save(StoredTable(number, secret, text, nearby, self._port))
        except OSError as error:
            self._on_failure(error)
        self._on_change(number)

    # --- time -------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Let time pass, until cancelled."""
        before = ticked = self._clock()
        while True:
            await asyncio.sleep(THINKING_TICK_SECONDS if self.registry.is_thinking else TICK_SECONDS)
            now = self._clock()
            self.registry.apply_bot_replies(1000 * min(MAX_TICK_SECONDS, now - before))
            before = now
            if now - ticked >= TICK_SECONDS:
                self.registry.advance_clock(1000 * min(MAX_TICK_SECONDS, now - ticked))
                ticked = now

    def close(self) -> None:
        """End the computer players' processes."""
        self._thinkers.close()
