"""What both ends of a connection agree on."""

import logging
import sys

DEFAULT_PORT = 47700
"""The usual port of a host."""
NONCE_HEADER, PROOF_HEADER = "House-Rules-Nonce", "House-Rules-Proof"
"""Headers of a guest's request and of the host's answer, in which each side has a nonce and a proof of its own."""
OPEN_TIMEOUT_SECONDS = 10.0
"""Maximum seconds until a connection has proved that it knows the secret, and until the first message has come."""
PING_INTERVAL_SECONDS, PING_TIMEOUT_SECONDS = 5.0, 10.0
"""Seconds between two signs of life that a connection is asked for, and until one must have come."""
FINAL_CLOSE_CODE = 4000
"""Code with which a connection is closed to somebody who must not come back by itself."""


def table_path(table: int) -> str:
    """Where a table is on a host."""
    return f"/table/{table}"


def silent_logger() -> logging.Logger:
    """A logger for websockets that says nothing: what matters is told elsewhere, in plain words."""
    logger = logging.Logger("websockets")
    logger.disabled = True
    return logger


def error_logger() -> logging.Logger:
    """A logger that tells faults of the program where other programs tell theirs, and nothing else."""
    logger = logging.Logger("house-rules", logging.ERROR)
    if sys.stderr is not None:
        logger.addHandler(logging.StreamHandler())
    return logger
