"""The par of a deal, found in a process beside the window: playing by playing, to be stopped at any moment."""

from types import TracebackType
from typing import Self

from engine.par.playing import Dealt, Par, play, playings
from engine.workers import Workers

PLAYINGS = 20
"""So many times a deal is played: ± 11 per cent, in seconds."""


class ParMaker:
    """Plays a deal again and again, and counts.

    What comes out is the same whoever plays, in the window or in any number of processes.

    Args:
        found: the deal.
        count: of playings.
        processes: that play; 0 for as many as the machine has cores. They work at the lowest priority.
    """

    def __init__(self, found: Dealt, *, count: int = PLAYINGS, processes: int = 1) -> None:
        self.dealt = found
        self.count = count
        self.par = Par(found.own)
        """What was found so far."""
        self._played = 0
        self._workers = Workers(play, playings(found, count), processes=processes, ahead=2, idle=True)

    def start(self, *, process: bool = True) -> None:
        """Start the process, or go on after ``rest``; without one ``poll`` plays, one playing at a time."""
        self._workers.start(process=process)

    @property
    def done(self) -> bool:
        """Whether all was played, or it was stopped."""
        return self._workers.done

    @property
    def whole(self) -> bool:
        """Whether all was played, and not stopped before."""
        return self._played == self.count

    def poll(self) -> bool:
        """Count what was played since; True when something was. Waits for nothing.

        Raises:
            Exception: what went wrong in a playing.
        """
        found = self._workers.poll()
        self._played += len(found)
        if found:
            self.par = self.par._replace(points=(*self.par.points, *(points for points in found if points is not None)))
        return bool(found)

    def wait(self, seconds: float) -> None:
        """Wait for the next playing, so long at most."""
        self._workers.wait(seconds)

    def rest(self) -> None:
        """End the process; ``start`` goes on."""
        self._workers.rest()

    def stop(self) -> None:
        """End the process at once; what was counted stays."""
        self._workers.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
