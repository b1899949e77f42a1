"""The recount of the statistics after an upgrade, a part per frame. No pygame here."""

from engine.statistics.store import Statistics


class StatisticsRecount:
    """The background job that recounts the statistics; always within ``poll``, since only one process may write them.

    Every part is saved: what is left when the program ends is done by the next run.
    """

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self.is_done = False
        """Whether nothing is left to do, or it can't be done now."""

    def start(self, *, process: bool = True) -> None:
        """Do nothing: ``poll`` does the work."""

    def poll(self) -> object:
        """Recount a part."""
        self.is_done = self.is_done or not self._statistics.recount_more()
        return None

    def rest(self) -> None:
        """Do nothing: nothing runs between two polls."""

    def stop(self) -> None:
        """Leave the rest to the next run."""
        self.is_done = True
