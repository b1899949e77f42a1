"""What may come of the question for the newest version."""

from collections.abc import Callable
from typing import Literal, NamedTuple

CheckOutcome = Literal["found", "none", "busy", "unreachable", "late", "untrusted", "odd", "failed"]
"""A version was found; none was published yet; asked too often from this address of the network; no connection; too
slow; the certificate is wrong; the answer can't be understood; no process could ask."""


class CheckResult(NamedTuple):
    """What came of a question."""

    kind: CheckOutcome
    version: str = ""
    """The newest version, if one was found."""


FetchNewest = Callable[[str, float], CheckResult]
"""Asks an address, in at most about so many seconds."""
