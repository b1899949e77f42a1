"""Port, headers, timeouts and loggers for both ends of a connection between host and guest."""

import logging
import sys

DEFAULT_PORT = 47700
NONCE_HEADER, PROOF_HEADER = "House-Rules-Nonce", "House-Rules-Proof"
"""HTTP headers of the guest's request and the host's response, with the nonce and proof of each side."""
OPEN_TIMEOUT_SECONDS = 10.0
"""Maximum seconds until a connection has proved that it knows the secret, and again until its first message."""
PING_INTERVAL_SECONDS, PING_TIMEOUT_SECONDS = 5.0, 10.0
"""Seconds between two pings, and maximum seconds until the pong."""
FINAL_CLOSE_CODE = 4000
"""WebSocket close code after which a guest doesn't reconnect."""


def table_path(table: int) -> str:
    """Return the URL path of a table at its host."""
    return f"/table/{table}"


def silent_logger() -> logging.Logger:
    """Return a disabled logger for websockets; connection problems are reported as notices instead."""
    logger = logging.Logger("websockets")
    logger.disabled = True
    return logger


def error_logger() -> logging.Logger:
    """Return a logger for program errors only; it writes to stderr, if there is one."""
    logger = logging.Logger("house-rules", logging.ERROR)
    if sys.stderr is not None:
        logger.addHandler(logging.StreamHandler())
    return logger
