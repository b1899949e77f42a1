"""The system's clock and random numbers. Only this module reads them."""

import os
import time


def monotonic_seconds() -> float:
    """Return the seconds since an arbitrary moment; they never jump."""
    return time.perf_counter()


def seconds_since(moment: float) -> float:
    """Return the seconds since a moment of ``monotonic_seconds``."""
    return monotonic_seconds() - moment


def sleep(seconds: float) -> None:
    """Sleep for this many seconds."""
    time.sleep(seconds)


class Clock:
    """Source of the current time, random seeds and ids."""

    def unix_seconds(self) -> int:
        """Return the current time in seconds since 1970; 0 if the clock is earlier."""
        return max(0, int(time.time()))

    def new_seed(self) -> int:
        """Return an unpredictable deal number, 0 … 99 999 999, which is the seed of the cards."""
        return int.from_bytes(os.urandom(8), "big") % 100_000_000

    def new_match_id(self) -> str:
        """Return a unique match id: date and random hexadecimal digits."""
        return f"{time.strftime('%Y%m%d')}-{os.urandom(6).hex()}"
