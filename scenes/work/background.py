"""Work that goes on beside the window while something else is looked at: one piece after the other."""

from typing import Protocol

MOST = 8
"""So many works wait at most, for each holds a whole match; who plays faster than they are done won't miss the rest."""


class Work(Protocol):
    """Something that takes seconds and can be stopped at any moment."""

    def start(self, *, process: bool = True) -> None:
        """Begin, or go on after ``rest``: in processes of its own, or else within ``poll``."""

    def poll(self) -> object:
        """Take in what was found since; waits for nothing."""

    def rest(self) -> None:
        """End the processes; ``start`` goes on where it was."""

    def stop(self) -> None:
        """End at once."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to be done, or it was stopped."""


class Background:
    """What the program works at beside the window; the first in the row is at work, the others wait for it.

    Two at once would take a core from whoever thinks for the opponents.
    """

    def __init__(self) -> None:
        self._row: list[Work] = []
        self._begun: Work | None = None

    def __contains__(self, work: Work) -> bool:
        return any(other is work for other in self._row)

    def add(self, work: Work, *, urgent: bool = False) -> None:
        """Do this when all that is waiting is done, or (``urgent``) before it: meanwhile the others rest.

        The row stays at most ``MOST`` long: the last one in it besides this is dropped.
        """
        if work in self:
            return
        for late in self._row[MOST - 1 :]:
            self.drop(late)
        self._row.insert(0 if urgent else len(self._row), work)

    def prefer(self, work: Work) -> None:
        """Do this before all that is waiting, for somebody is looking at it; what was at work rests meanwhile."""
        self.add(work)
        self._row.sort(key=lambda other: other is not work)

    def drop(self, work: Work) -> None:
        """Do this no more: its processes end at once, and what it has found stays."""
        self._row = [other for other in self._row if other is not work]
        if self._begun is work:
            self._begun = None
        work.stop()

    def update(self, *, process: bool) -> None:
        """Let the first in the row go on; with ``process`` it gets processes of its own.

        Raises:
            Exception: what went wrong in it; it is dropped.
        """
        while self._row and self._row[0].done:
            del self._row[0]
        if not self._row:
            self._begun = None
            return
        work = self._row[0]
        try:
            if self._begun is not work:
                if self._begun is not None and self._begun in self:
                    self._begun.rest()
                self._begun = work
                work.start(process=process)
            work.poll()
        except Exception:
            self.drop(work)
            raise

    def stop(self) -> None:
        """Do nothing more."""
        for work in list(self._row):
            self.drop(work)
