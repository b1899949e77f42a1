"""Results of a check for the newest version."""

from collections.abc import Callable
from typing import Literal, NamedTuple

CheckOutcome = Literal["found", "none", "busy", "unreachable", "late", "untrusted", "odd", "failed"]
"""Outcomes of a version check, in this order: a version was found; none was published yet; too many requests from this
IP address; no connection; timeout; invalid certificate; unexpected response; no thread could be started."""


class CheckResult(NamedTuple):
    """The result of a check for the newest version of the program."""

    kind: CheckOutcome
    version: str = ""
    """The newest version, if one was found."""


FetchNewest = Callable[[str, float], CheckResult]
"""Function that requests the newest version from a URL, with a timeout in seconds."""
