"""Dedicated host: a program without a window that runs many online tables and logs to the standard output."""

import argparse
import asyncio
import ipaddress
import logging
import os
import signal
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine.characters import CHARACTERS, LEVELS
from engine.games import GAMES
from engine.online.addresses import list_reachable_addresses
from engine.online.host.rate_limits import ThrottledLog
from engine.online.host.saved_table import SavedTableError
from engine.online.host.server import Certificate, TableServer
from engine.online.host.table_host import TableHost
from engine.online.host.table_registry import OpenTable
from engine.online.host.table_store import TableStore
from engine.online.host.thinker_pool import ThinkerPool, make_process_thinker
from engine.online.protocol.certificate import load_or_create_certificate
from engine.online.protocol.invitation import Invitation, is_ip_or_hostname, to_code, to_url
from engine.online.protocol.messages import SubstituteBot, TableConfig
from engine.online.protocol.transport import DEFAULT_PORT
from engine.profile.lock import is_locked, lock_or_copy_profile
from engine.profile.safe_reading import file_mode
from engine.profile.storage import Profile, write_atomic

INVITATIONS_FILE = "invitations.txt"
"""File in the profile with the invitations to all tables."""
MAX_TABLES = 1000
HEALTH_LOG_SECONDS = 600.0
"""Seconds between two log lines with statistics; no line while nothing has changed."""
LOOPBACK = "127.0.0.1"

USAGE_EXAMPLES = """
  python -m engine.online --profile /var/lib/house-rules --tables 8 --name cards.example.org
  python -m engine.online --profile /var/lib/house-rules --tables 8 --name cards.example.org --proxy

The first keeps eight tables and makes its own certificate. The second expects a proxy on the same computer, which has
one from an authority and passes connections on to port 47700. Invitations are in DIR/invitations.txt. The first
guest at an empty table chooses the game, the house rules and the computer players.
"""


def is_loopback(address: str) -> bool:
    """Whether an address can only be reached from this computer.

    >>> [is_loopback(address) for address in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "cards.example.org")]
    [True, True, True, False, False]
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


class CommandLine(NamedTuple):
    """Parsed arguments of the dedicated host's command line."""

    profile: Path
    port: int
    listen_address: str | None
    """Address to listen at; None for all networks of this computer."""
    public_address: str
    """Address in the invitations; empty for ``listen_address`` or, without one, this computer's own."""
    public_port: int
    """Port in the invitations; 0 for the listening port."""
    min_tables: int
    game: str
    bot_level: str
    is_behind_proxy: bool


def parse_command_line(words: Sequence[str]) -> CommandLine:
    """Parse the command line of the dedicated host. argparse ends the program on an error."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.online",
        description="Keep tables of House Rules for friends, without a screen.",
        epilog=USAGE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--profile", metavar="DIR", type=Path, required=True, help="keeps tables and the certificate")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"listen here (default: {DEFAULT_PORT})")
    parser.add_argument("--address", help="listen at this address only (default: all; with --proxy 127.0.0.1)")
    parser.add_argument("--name", default="", help="name or address by which friends reach this computer")
    parser.add_argument("--public-port", type=int, help="port in invitations (default: --port; with --proxy 443)")
    parser.add_argument("--tables", metavar="N", type=int, default=1, help="keep at least N tables (default: 1)")
    parser.add_argument("--game", choices=tuple(GAMES), default=next(iter(GAMES)), help="game of new tables")
    parser.add_argument("--level", choices=LEVELS, default="medium", help="level of computer players at new tables")
    parser.add_argument("--proxy", action="store_true", help="a proxy on this computer encrypts; listen to it alone")
    arguments = parser.parse_args(words)
    if not 1 <= arguments.tables <= MAX_TABLES:
        parser.error(f"--tables must be from 1 to {MAX_TABLES}, not {arguments.tables}")
    if not 0 <= arguments.port < 65536:
        parser.error(f"--port must be from 0 to 65535, not {arguments.port}")
    if arguments.public_port is not None and not 0 < arguments.public_port < 65536:
        parser.error(f"--public-port must be from 1 to 65535, not {arguments.public_port}")
    if arguments.name and not is_ip_or_hostname(arguments.name):
        parser.error(f"--name must be an address or a host name, not {arguments.name!r}")
    if arguments.proxy and not arguments.name:
        parser.error("--proxy requires --name, the name by which friends reach the proxy")
    if arguments.proxy and arguments.address and not is_loopback(arguments.address):
        parser.error(f"--address must be a loopback address with --proxy, such as {LOOPBACK}, not {arguments.address}")
    mode = file_mode(arguments.profile)
    if mode and not stat.S_ISDIR(mode):
        parser.error(f"--profile must be a folder, which {arguments.profile} is not")
    address = arguments.address or (LOOPBACK if arguments.proxy else None)
    public_port = arguments.public_port or (443 if arguments.proxy else 0)
    return CommandLine(
        arguments.profile,
        arguments.port,
        address,
        arguments.name,
        public_port,
        arguments.tables,
        arguments.game,
        arguments.level,
        arguments.proxy,
    )


def main(words: Sequence[str]) -> int:
    """Run the dedicated host until it is stopped; return the exit status."""
    command_line = parse_command_line(words)
    log = _logger()
    if is_locked(command_line.profile):
        log.error("another program uses %s: choose another --profile, or end that one", command_line.profile)
        return 1
    with lock_or_copy_profile(Profile(command_line.profile)) as profile:
        if profile.notices:
            log.warning("%s can't be locked: start no second host with it", command_line.profile)
        try:
            asyncio.run(_serve(command_line, log))
        except OSError as error:
            log.error("%s", _start_error_advice(error, command_line))
            return 1
    return 0


def _logger() -> logging.Logger:
    """Return a logger to the standard output, if there is one."""
    log = logging.Logger("house-rules", logging.INFO)
    if sys.stdout is not None:
        handler = logging.StreamHandler(sys.stdout)
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
        log.addHandler(handler)
    return log


def _start_error_advice(error: OSError, command_line: CommandLine) -> str:
    """Return advice for the terminal about an error at the start of the dedicated host."""
    if error.filename is not None:
        return f"{error.filename} can't be used ({error.strerror}): choose another --profile"
    reason = error.strerror or error
    return f"port {command_line.port} can't be opened ({reason}): end what uses it, or choose another --port"


async def _serve(command_line: CommandLine, log: logging.Logger) -> None:
    """Run the dedicated host until a signal stops it.

    Raises:
        OSError: the port or the folder can't be used.
    """
    stop_event = asyncio.Event()
    _install_signal_handlers(stop_event)
    certificate = (
        None
        if command_line.is_behind_proxy
        else Certificate(*load_or_create_certificate(command_line.profile / "host.pem"))
    )
    host = DedicatedHost(command_line, certificate, log)
    port = await host.open()
    log.info(
        "%d tables at port %d; invitations are in %s", len(host.tables), port, command_line.profile / INVITATIONS_FILE
    )
    host_task = asyncio.create_task(host.run())
    stop_task = asyncio.create_task(stop_event.wait())
    await asyncio.wait([host_task, stop_task], return_when=asyncio.FIRST_COMPLETED)
    if host_task.done():
        host_task.result()  # raises its exception
    host_task.cancel()
    await host.close()
    log.info("ended: %s, all tables are kept", host.server.health_line())


def _install_signal_handlers(stop_event: asyncio.Event) -> None:
    """Have ``stop_event`` set on Ctrl+C and on SIGTERM, the signal with which services are stopped."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop_event.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop_event.set))


class DedicatedHost:
    """A host without a window: its online tables, its server and its log.

    Args:
        command_line: the parsed arguments.
        certificate: None behind a proxy.
        log: gets a line per event.
    """

    def __init__(self, command_line: CommandLine, certificate: Certificate | None, log: logging.Logger) -> None:
        self._command_line = command_line
        self._certificate = certificate
        self._log = log
        self._throttled_log = ThrottledLog(log.error, asyncio.get_running_loop().call_later)
        self._store = TableStore(command_line.profile / "tables")
        thinkers = ThinkerPool(max(1, (os.cpu_count() or 1) - 1), make_process_thinker)
        self.table_host = TableHost(self._store, thinkers, lambda _: None, self._on_save_failure, log, dedicated=True)
        self.server = TableServer(self.table_host.registry, certificate, log)

    @property
    def tables(self) -> Sequence[OpenTable]:
        """All tables of the dedicated host, by number."""
        return sorted(self.table_host.registry.tables.values(), key=lambda place: place.number)

    def _on_save_failure(self, error: OSError) -> None:
        self._throttled_log.log_event("a table can't be saved", error.strerror or str(error))

    async def open(self) -> int:
        """Reopen the saved tables, add new ones up to the wanted number, and start the server; return the port.

        Raises:
            OSError: the port or the folder can't be used.
        """
        for kept in self._store.load_all():
            try:
                self.table_host.reopen_table(kept)
            except SavedTableError as error:
                self._log.error("table %d can't be opened again and is left as it is: %s", kept.number, error)
        while len(self.tables) < self._command_line.min_tables:
            self.table_host.open_table(self._default_config(), "no")
        port = await self.server.open(self._command_line.listen_address, self._command_line.port)
        write_atomic(self._command_line.profile / INVITATIONS_FILE, self._format_invitations(port))
        return port

    def _default_config(self) -> TableConfig:
        """Return the configuration of a new table at the dedicated host."""
        seats = GAMES[self._command_line.game].seats_default
        bots = tuple(SubstituteBot(name, self._command_line.bot_level) for name in list(CHARACTERS)[:seats])
        return TableConfig(self._command_line.game, seats, {}, bots, {})

    def _format_invitations(self, port: int) -> str:
        """Return the text of the invitations file: a code and a URL for each table."""
        command_line = self._command_line
        address = (
            command_line.public_address
            or command_line.listen_address
            or next(iter(list_reachable_addresses()), LOOPBACK)
        )
        fingerprint = self._certificate.fingerprint if self._certificate else b""
        lines = []
        for open_table in self.tables:
            invited_port = command_line.public_port or port
            invitation = Invitation(
                address, invited_port, open_table.number, open_table.secret, fingerprint, command_line.is_behind_proxy
            )
            lines += [f"table {open_table.number}: {to_code(invitation)}", to_url(invitation), ""]
        return "\n".join(lines)

    async def run(self) -> None:
        """Run the dedicated host's tables and log statistics, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.table_host.run())
            tasks.create_task(self._keep_logging_health())

    async def _keep_logging_health(self) -> None:
        last_line = ""
        while True:
            await asyncio.sleep(HEALTH_LOG_SECONDS)
            if self.server.health_line() != last_line:
                last_line = self.server.health_line()
                self._log.info("%s", last_line)

    async def close(self) -> None:
        """End all connections of the dedicated host; guests reconnect when it is back."""
        await self.server.close()
        self.table_host.close_thinkers()
