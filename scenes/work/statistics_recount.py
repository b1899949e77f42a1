"""Recount of the statistics after an upgrade, in small steps. Free of pygame."""

from engine.statistics.store import Statistics


class StatisticsRecount:
    """Background job that recounts the statistics within ``poll``, as only one process may write them.

    Every step is saved; the next start of the application continues an unfinished recount.
    """

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self.is_done = False
        """Whether the recount is complete or can't continue now."""

    def start(self, *, process: bool = True) -> None:
        """Do nothing to start the recount of the statistics, as ``poll`` does the work."""

    def poll(self) -> object:
        """Recount one step of the statistics."""
        self.is_done = self.is_done or not self._statistics.recount_more()
        return None

    def pause(self) -> None:
        """Do nothing to pause the recount of the statistics, as nothing runs between two polls."""

    def stop(self) -> None:
        """Leave the remaining steps of the statistics recount to the next start of the application."""
        self.is_done = True
