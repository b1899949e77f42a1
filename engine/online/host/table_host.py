"""Runs the tables of a host: their clocks, their bots, and saving. Used by ``network_thread`` and ``dedicated``."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from functools import partial

from engine.bots.common.fallback import BotFailure
from engine.online.discovery import NearbyAccess
from engine.online.host.table import Table
from engine.online.host.table_registry import OpenTable, TableRegistry
from engine.online.host.table_store import StoredTable, TableStore
from engine.online.host.thinker_pool import ThinkerPool
from engine.online.protocol.invitation import MAX_TABLE_NUMBER, new_secret
from engine.online.protocol.messages import TableConfig, TableHandedOver
from engine.rng import KEY_BITS

TICK_SECONDS, THINKING_TICK_SECONDS = 0.1, 0.02
"""Seconds between two ticks of the tables' clocks, and between two polls while a bot thinks."""
MAX_TICK_SECONDS = 1.0
"""Maximum seconds that one tick counts, so that no time runs out while the computer sleeps."""
Clock = Callable[[], float]


def new_random_key() -> int:
    """Return a random key for the cards of a match, or for its bots, 0 … ``MAX_SEED``."""
    return secrets.randbits(KEY_BITS)


def new_token() -> str:
    """Return a new token, with which a guest reclaims a chair."""
    return secrets.token_hex(16)


class TableHost:
    """The open tables of one host, with their clocks, bots and files, in one asyncio loop.

    Args:
        store: saves the tables.
        thinkers: bot processes.
        on_change: called with the number of each changed table.
        on_failure: called when a table couldn't be saved or deleted; play goes on.
        log: gets program errors.
        on_bot_failure: called with the first report of each bot that failed, besides a line in ``log``; None for
            nothing.
        dedicated: whether the host has no window of its own.
        clock: returns seconds; the loop's clock by default.
    """

    def __init__(
        self,
        store: TableStore,
        thinkers: ThinkerPool,
        on_change: Callable[[int], None],
        on_failure: Callable[[OSError], None],
        log: logging.Logger,
        *,
        on_bot_failure: Callable[[BotFailure], None] | None = None,
        dedicated: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self.registry = TableRegistry(thinkers, log)
        self._store = store
        self._thinkers = thinkers
        self._on_change = on_change
        self._on_failure = on_failure
        self._log = log
        self._on_bot_failure = on_bot_failure
        self._dedicated = dedicated
        self._port = 0
        self._clock = clock or asyncio.get_running_loop().time

    # --- tables -----------------------------------------------------------------------------------------------------

    def set_saved_port(self, port: int) -> None:
        """Set the network port that is saved with each table, to open it there again."""
        self._port = port

    def open_table(self, config: TableConfig, nearby: NearbyAccess = "secret") -> OpenTable:
        """Open a table with a random free number and a new secret.

        Raises:
            TableConfigError: the configuration is invalid.
        """
        number, secret = self._free_number(), new_secret()
        save = partial(self._save, number, secret, nearby)
        table = Table(config, new_key=new_random_key, new_token=new_token, dedicated=self._dedicated, save=save)
        return self._register(OpenTable(number, secret, table, nearby))

    def reopen_table(self, stored: StoredTable) -> OpenTable:
        """Open a saved online table again; its invitations stay valid.

        Raises:
            SavedTableError: the saved table is invalid.
        """
        save = partial(self._save, stored.number, stored.secret, stored.nearby)
        table = Table.from_text(
            stored.text, new_key=new_random_key, new_token=new_token, dedicated=self._dedicated, save=save
        )
        return self._register(OpenTable(stored.number, stored.secret, table, stored.nearby))

    def take_over_table(self, handed: TableHandedOver, new_host_number: int, nearby: NearbyAccess) -> OpenTable:
        """Open a table that another host hands over, with a new number, secret and tokens.

        Args:
            handed: the table.
            new_host_number: number of the participant at this computer.
            nearby: how it is announced.

        Raises:
            SavedTableError: the table is invalid.
        """
        number, secret = self._free_number(), new_secret()
        save = partial(self._save, number, secret, nearby)
        table = Table.from_handed_over(handed, new_host_number, new_key=new_random_key, new_token=new_token, save=save)
        return self._register(OpenTable(number, secret, table, nearby))

    def close_and_delete_table(self, number: int) -> None:
        """Close a table for good: end its connections and delete its file."""
        self.registry.close(number)
        try:
            self._store.delete(number)
        except OSError as error:
            self._on_failure(error)

    def _register(self, open_table: OpenTable) -> OpenTable:
        self.registry.add(open_table)
        return open_table

    def _free_number(self) -> int:
        number = secrets.randbelow(MAX_TABLE_NUMBER + 1)
        while number in self.registry.tables:
            number = secrets.randbelow(MAX_TABLE_NUMBER + 1)
        return number

    def _save(self, number: int, secret: bytes, nearby: NearbyAccess, text: str) -> None:
        """Save the text of an online table and report the change."""
        try:
            self._store.save(StoredTable(number, secret, text, nearby, self._port))
        except OSError as error:
            self._on_failure(error)
        self._on_change(number)

    # --- time -------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Run the clocks of a host's tables and poll the bots, until cancelled."""
        polled_at = ticked_at = self._clock()
        while True:
            await asyncio.sleep(THINKING_TICK_SECONDS if self.registry.is_thinking else TICK_SECONDS)
            now = self._clock()
            self.registry.apply_bot_replies(1000 * min(MAX_TICK_SECONDS, now - polled_at))
            for failure in self._thinkers.take_failures():
                self._log.error("%s", failure)
                if self._on_bot_failure is not None:
                    self._on_bot_failure(failure)
            polled_at = now
            if now - ticked_at >= TICK_SECONDS:
                self.registry.advance_clock(1000 * min(MAX_TICK_SECONDS, now - ticked_at))
                ticked_at = now

    def close_thinkers(self) -> None:
        """End the bot processes of a table host."""
        self._thinkers.close()
