"""The queue of background work: one job runs at a time while the player does something else."""

from typing import Protocol

MAX_QUEUE = 8
"""Maximum queue length. Each job holds a whole match, so waiting jobs are dropped when play outruns them."""


class Work(Protocol):
    """A job that takes seconds and can be stopped at any moment."""

    def start(self, *, process: bool = True) -> None:
        """Start, or resume after ``rest``: in processes of its own, or else within ``poll``."""

    def poll(self) -> object:
        """Collect new results without waiting."""

    def rest(self) -> None:
        """End the processes; ``start`` resumes the job."""

    def stop(self) -> None:
        """End the job at once."""

    @property
    def done(self) -> bool:
        """Whether the job is finished or was stopped."""


class Background:
    """The program's background work. The first job in the queue runs, the others wait.

    Two jobs at once would take a core from the opponents' thinking.
    """

    def __init__(self) -> None:
        self._queue: list[Work] = []
        self._running: Work | None = None

    def __bool__(self) -> bool:
        return bool(self._queue)

    def __contains__(self, work: Work) -> bool:
        return any(other is work for other in self._queue)

    def add(self, work: Work, *, urgent: bool = False) -> None:
        """Queue a job at the end or, if ``urgent``, at the front, where the running job rests meanwhile.

        The queue never exceeds ``MAX_QUEUE``: jobs at its end are dropped.
        """
        if work in self:
            return
        for late in self._queue[MAX_QUEUE - 1 :]:
            self.drop(late)
        self._queue.insert(0 if urgent else len(self._queue), work)

    def prefer(self, work: Work) -> None:
        """Move a job to the front because the player is looking at it; the running job rests meanwhile."""
        self.add(work)
        self._queue.sort(key=lambda other: other is not work)

    def drop(self, work: Work) -> None:
        """Remove a job and end its processes at once; its results stay."""
        self._queue = [other for other in self._queue if other is not work]
        if self._running is work:
            self._running = None
        work.stop()

    def update(self, *, process: bool) -> None:
        """Continue the first job; with ``process`` in processes of its own.

        Raises:
            Exception: an error of the job, which is dropped.
        """
        while self._queue and self._queue[0].done:
            del self._queue[0]
        if not self._queue:
            self._running = None
            return
        work = self._queue[0]
        try:
            if self._running is not work:
                if self._running is not None and self._running in self:
                    self._running.rest()
                self._running = work
                work.start(process=process)
            work.poll()
        except Exception:
            self.drop(work)
            raise

    def stop(self) -> None:
        """Drop every job."""
        for work in list(self._queue):
            self.drop(work)
