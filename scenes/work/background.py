"""The queue of background work: one job runs at a time while the player does something else."""

from typing import Protocol

MAX_QUEUED_JOBS = 8
"""Maximum queue length. Each job holds a whole match, so waiting jobs are dropped when play outruns them."""


class BackgroundJob(Protocol):
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
    def is_done(self) -> bool:
        """Whether the job is finished or was stopped."""


class BackgroundQueue:
    """The program's background work. The first job in the queue runs, the others wait.

    Two jobs at once would take a core from the opponents' thinking.
    """

    def __init__(self) -> None:
        self._queue: list[BackgroundJob] = []
        self._running: BackgroundJob | None = None

    def __bool__(self) -> bool:
        return bool(self._queue)

    def __contains__(self, job: BackgroundJob) -> bool:
        return any(other is job for other in self._queue)

    def add(self, job: BackgroundJob, *, urgent: bool = False) -> None:
        """Queue a job at the end or, if ``urgent``, at the front, where the running job rests meanwhile.

        The queue never exceeds ``MAX_QUEUED_JOBS``: jobs at its end are dropped.
        """
        if job in self:
            return
        for late in self._queue[MAX_QUEUED_JOBS - 1 :]:
            self.remove(late)
        self._queue.insert(0 if urgent else len(self._queue), job)

    def move_to_front(self, job: BackgroundJob) -> None:
        """Move a job to the front because the player is looking at it; the running job rests meanwhile."""
        self.add(job)
        self._queue.sort(key=lambda other: other is not job)

    def remove(self, job: BackgroundJob) -> None:
        """Remove a job and end its processes at once; its results stay."""
        self._queue = [other for other in self._queue if other is not job]
        if self._running is job:
            self._running = None
        job.stop()

    def update(self, *, process: bool) -> None:
        """Continue the first job; with ``process`` in processes of its own.

        Raises:
            Exception: an error of the job, which is dropped.
        """
        while self._queue and self._queue[0].is_done:
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
            self.remove(work)
            raise

    def remove_all(self) -> None:
        """Drop every job."""
        for work in list(self._queue):
            self.remove(work)
