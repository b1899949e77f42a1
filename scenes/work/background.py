"""Queue of background jobs, which run one at a time during play."""

from typing import Any, Protocol, runtime_checkable

MAX_QUEUED_JOBS = 8
"""Maximum number of queued jobs. Each holds a whole match, so jobs at the end are dropped when there are more."""


class BackgroundJob(Protocol):
    """Background job, such as a review, that takes seconds and can be stopped at any time."""

    def start(self, *, process: bool = True) -> None:
        """Start or resume the background job in worker processes; without ``process``, ``poll`` has to do the work."""

    def poll(self) -> object:
        """Collect new results of the background job without waiting."""

    def pause(self) -> None:
        """Pause the background job by ending its worker processes; ``start`` resumes it."""

    def stop(self) -> None:
        """End the background job at once."""

    @property
    def is_done(self) -> bool:
        """Whether the background job is finished or was stopped."""


@runtime_checkable
class ReportingJob(Protocol):
    """Background job whose tasks report on their work; see ``engine.cooperative.CooperativeTask``."""

    def take_reports(self) -> list[Any]:
        """Return the new reports of the job's tasks."""


class BackgroundQueue:
    """Queue of the application's background jobs. The first job in the queue runs, the others wait.

    Running two jobs at once would take a core from the bots.
    """

    def __init__(self) -> None:
        self._queue: list[BackgroundJob] = []
        self._running: BackgroundJob | None = None
        self._reports: list[Any] = []
        """Reports of the jobs, not taken yet."""

    def __bool__(self) -> bool:
        return bool(self._queue)

    def __contains__(self, job: BackgroundJob) -> bool:
        return any(other is job for other in self._queue)

    def take_reports(self) -> list[Any]:
        """Return the new reports of the background jobs' tasks."""
        reports, self._reports = self._reports, []
        return reports

    def add(self, job: BackgroundJob, *, urgent: bool = False) -> None:
        """Add a background job at the queue's end, or at its front if ``urgent``; the running job then pauses.

        The queue never exceeds ``MAX_QUEUED_JOBS``: jobs at its end are dropped.
        """
        if job in self:
            return
        for late in self._queue[MAX_QUEUED_JOBS - 1 :]:
            self.remove(late)
        self._queue.insert(0 if urgent else len(self._queue), job)

    def move_to_front(self, job: BackgroundJob) -> None:
        """Move a background job to the queue's front, as the player is viewing its result; the running job pauses."""
        self.add(job)
        self._queue.sort(key=lambda other: other is not job)

    def remove(self, job: BackgroundJob) -> None:
        """Remove a background job from the queue and end its processes at once; its results remain."""
        self._queue = [other for other in self._queue if other is not job]
        if self._running is job:
            self._running = None
        job.stop()

    def update(self, *, process: bool) -> None:
        """Continue the first background job in the queue; ``process`` allows worker processes.

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
                    self._running.pause()
                self._running = work
                work.start(process=process)
            work.poll()
            if isinstance(work, ReportingJob):
                self._reports += work.take_reports()
        except Exception:
            self.remove(work)
            raise

    def remove_all(self) -> None:
        for work in list(self._queue):
            self.remove(work)
