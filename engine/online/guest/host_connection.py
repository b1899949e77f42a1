"""Connection from a guest to its host: TLS, proof of the secret, reconnection. Used by ``network_thread``."""

import asyncio
import contextlib
import errno
import ssl
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, cast

import msgspec
import truststore
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from engine.notices import Notice
from engine.online.guest.known_texts import replace_unknown_refusal
from engine.online.network_events import ConnectionChanged
from engine.online.protocol import messages
from engine.online.protocol.certificate import fingerprint, unverified_tls_context
from engine.online.protocol.invitation import Invitation
from engine.online.protocol.messages import EntryRefused, Hello, MessageError, TableMoved, ToGuest, ToHost
from engine.online.protocol.proof import (
    GUEST_ROLE,
    HELLO_ROLE,
    HOST_ROLE,
    join_nonces,
    make_proof,
    new_nonce,
    verify_proof,
)
from engine.online.protocol.transport import (
    FINAL_CLOSE_CODE,
    NONCE_HEADER,
    OPEN_TIMEOUT_SECONDS,
    PING_INTERVAL_SECONDS,
    PING_TIMEOUT_SECONDS,
    PROOF_HEADER,
    silent_logger,
    table_path,
)

RECONNECT_DELAYS_SECONDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before each attempt to reconnect; the last one is repeated."""
MAX_ATTEMPTS = 240
"""Maximum number of attempts to reconnect in a row; they take about an hour."""
STEADY_SECONDS = 30.0
"""Seconds after which a connection counts as stable, so that the delays start over.

A host that admits guests and drops them at once is tried no faster than one that is down.
"""
MAX_SLOW_CONNECTION_MESSAGES = 200
"""Maximum number of messages queued on a slow connection, more than a player makes by hand; the oldest are dropped."""
_NOTICE_KEY_BY_STATUS: Mapping[int, str] = MappingProxyType(
    {HTTPStatus.FORBIDDEN: "online.problem.wrong_secret", HTTPStatus.TOO_MANY_REQUESTS: "online.problem.too_many"}
)
"""HTTP status of a refusal -> key of its notice."""
_NO_NETWORK_ERRORS = (errno.ENETUNREACH, errno.ENETDOWN)
Sleep = Callable[[float], Awaitable[None]]


class WrongHostError(Exception):
    """The server's certificate is not the one in the invitation, or its proof of the secret is wrong."""


class HostConnection:
    """One guest's WebSocket connection to the host of an online table, which reconnects after failures.

    Args:
        invitation: address and secret of the table.
        on_message: called with each message of the host.
        on_change: called with each change of the connection. At ``joined`` the caller has to send ``Hello``.
        sleep: waits the given seconds between attempts.
    """

    def __init__(
        self,
        invitation: Invitation,
        on_message: Callable[[ToGuest], None],
        on_change: Callable[[ConnectionChanged], None],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._invitation = invitation
        self._on_message = on_message
        self._on_change = on_change
        self._sleep = sleep
        self._unsent: deque[bytes] = deque(maxlen=MAX_SLOW_CONNECTION_MESSAGES)
        self._wakeup = asyncio.Event()
        self._is_leaving = False
        self._is_open = False
        self._hello_proof = ""
        """Proof for the ``Hello`` on the present connection."""

    def send_if_connected(self, message: ToHost) -> None:
        """Queue a message to the host; without a connection drop it.

        Nothing is lost by that, since the host sends its whole state after a reconnection.
        """
        if isinstance(message, Hello):
            message = msgspec.structs.replace(message, proof=self._hello_proof)
        if self._is_open:
            self._unsent.append(messages.encode(message))
            self._wakeup.set()

    def leave(self) -> None:
        """Disconnect once all messages are sent."""
        self._is_leaving = True
        self._wakeup.set()

    async def run(self) -> None:
        """Stay connected to the host until the guest leaves, is removed or refused, or no host is found."""
        self._on_change(ConnectionChanged("joining"))
        clock = asyncio.get_running_loop().time
        attempt, joined = 0, False
        while not self._is_leaving:
            begun = clock()
            try:
                async with self._connect() as connection:
                    assert isinstance(connection, _ProvenConnection)
                    self._hello_proof = connection.hello_proof
                    joined = self._is_open = True
                    self._on_change(ConnectionChanged("joined"))
                    end = await self._exchange_messages(connection)
            except (OSError, EOFError, InvalidHandshake, WrongHostError) as error:
                # After a first success the network or the host is probably only interrupted.
                end = (
                    None
                    if joined and not is_permanent_error(error)
                    else ConnectionChanged("closed", connection_notice(error))
                )
            finally:
                self._is_open = False
                self._unsent.clear()
            attempt = 0 if clock() - begun >= STEADY_SECONDS else attempt
            if end is None and attempt >= MAX_ATTEMPTS:
                end = ConnectionChanged("closed", Notice("online.problem.unreachable"))
            if end is not None:
                self._on_change(end)
                return
            if self._is_leaving:
                break
            self._on_change(ConnectionChanged("away"))
            await self._sleep(RECONNECT_DELAYS_SECONDS[min(attempt, len(RECONNECT_DELAYS_SECONDS) - 1)])
            attempt += 1
        self._on_change(ConnectionChanged("closed"))

    async def _exchange_messages(self, connection: ClientConnection) -> ConnectionChanged | None:
        """Receive the host's messages and send the queued ones until the connection ends.

        Return None if reconnecting makes sense.
        """
        last: ToGuest | None = None
        sending = asyncio.create_task(self._send_queued(connection))
        try:
            async for data in connection:
                if isinstance(data, str):
                    raise MessageError("text frame, expected a binary one")
                last = messages.decode_to_guest(data)
                self._on_message(last)
        except MessageError:
            return ConnectionChanged("closed", Notice("online.problem.not_understood"))
        except ConnectionClosed:
            pass
        finally:
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
                await sending
        if isinstance(last, EntryRefused):
            refused = replace_unknown_refusal(last)
            return ConnectionChanged("closed", Notice(refused.key, refused.placeholders))
        if isinstance(last, TableMoved):
            return ConnectionChanged("closed")
        return (
            ConnectionChanged("closed", Notice("online.problem.closed"))
            if connection.close_code == FINAL_CLOSE_CODE
            else None
        )

    async def _send_queued(self, connection: ClientConnection) -> None:
        """Send the host the queued messages in order; after ``leave``, close the connection.

        Raises:
            ConnectionClosed: the connection has ended before.
        """
        while self._unsent or not self._is_leaving:
            if self._unsent:
                await connection.send(self._unsent.popleft())
            else:
                self._wakeup.clear()
                await self._wakeup.wait()
        await connection.close()

    def _connect(self) -> "_NoRedirectConnect":
        """Return a connection attempt to the host; no message is sent before the host has proved the secret."""
        invitation = self._invitation
        address = f"[{invitation.address}]" if ":" in invitation.address else invitation.address
        context = (
            truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            if invitation.has_trusted_certificate
            else unverified_tls_context()
        )
        return _NoRedirectConnect(
            f"wss://{address}:{invitation.port}{table_path(invitation.table_number)}",
            ssl=context,
            compression=None,
            open_timeout=OPEN_TIMEOUT_SECONDS,
            ping_interval=PING_INTERVAL_SECONDS,
            ping_timeout=PING_TIMEOUT_SECONDS,
            close_timeout=1.0,
            max_size=messages.MAX_TO_GUEST_BYTES,
            user_agent_header=None,
            proxy=None,
            create_connection=cast(
                "type[ClientConnection]", partial(_ProvenConnection, invitation)
            ),  # websockets only calls it
            logger=silent_logger(),
        )


class _NoRedirectConnect(connect):
    """A WebSocket connection attempt that follows no HTTP redirects."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class _ProvenConnection(ClientConnection):
    """WebSocket connection on which both sides prove that they know the table's secret."""

    def __init__(self, invitation: Invitation, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._invitation = invitation
        self.hello_proof = ""
        """Proof of the secret with the nonces of both sides, for ``Hello``."""

    async def handshake(self, additional_headers: Any = None, user_agent_header: str | None = None) -> None:
        """Perform the WebSocket handshake with proofs of the table's secret in its headers.

        Raises:
            WrongHostError: the certificate or the host's proof is wrong.
        """
        invitation = self._invitation
        certificate_hash = b"" if invitation.has_trusted_certificate else fingerprint(self._certificate())
        if (
            invitation.fingerprint
            and not invitation.has_trusted_certificate
            and certificate_hash != invitation.fingerprint
        ):
            raise WrongHostError
        nonce = new_nonce()
        proofs = {NONCE_HEADER: nonce, PROOF_HEADER: make_proof(invitation.secret, GUEST_ROLE, nonce, certificate_hash)}
        await super().handshake(proofs, user_agent_header)
        headers: Mapping[str, str] = {} if self.response is None else self.response.headers
        if not verify_proof(headers.get(PROOF_HEADER, ""), invitation.secret, HOST_ROLE, nonce, certificate_hash):
            raise WrongHostError
        self.hello_proof = make_proof(
            invitation.secret, HELLO_ROLE, join_nonces(nonce, headers.get(NONCE_HEADER, "")), certificate_hash
        )

    def _certificate(self) -> bytes:
        """Return the certificate of the connected host in DER.

        Raises:
            WrongHostError: it sent none.
        """
        shown: bytes | None = self.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
        if not shown:
            raise WrongHostError
        return shown


def is_permanent_error(error: BaseException) -> bool:
    """Whether reconnecting to the host is useless after an error: a wrong host, or a refusal of this guest."""
    refused = isinstance(error, InvalidStatus) and error.response.status_code in _NOTICE_KEY_BY_STATUS
    return refused or isinstance(error, WrongHostError | ssl.SSLCertVerificationError)


def connection_notice(error: BaseException) -> Notice:
    """Return the notice for the player about a host that can't be reached or refuses the guest."""
    if isinstance(error, WrongHostError | ssl.SSLError):
        return Notice("online.problem.certificate")
    if isinstance(error, InvalidStatus):
        return Notice(_NOTICE_KEY_BY_STATUS.get(error.response.status_code, "online.problem.gone"))
    if isinstance(error, OSError) and error.errno in _NO_NETWORK_ERRORS:
        return Notice("online.problem.no_network")
    if isinstance(error, ConnectionRefusedError):
        return Notice("online.problem.gone")
    return Notice("online.problem.unreachable")
