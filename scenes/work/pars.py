"""The pars of a match's deals, computed in the background and written to the statistics. No pygame here.

Without worker processes there are no pars, because a playout takes longer than a frame.
"""

from collections.abc import Collection
from typing import Protocol

from engine.match.match import Match
from engine.moves import Seat
from engine.par import Par, ParMaker, finished_deals
from engine.settings import Settings
from engine.statistics.store import Statistics
from engine.work.thinking import Thinker
from scenes.work.background import Background

Which = tuple[int, Seat]
"""Number of a deal, from 1, and the seat whose par it is."""


class ParServices(Protocol):
    """The services that computing pars needs."""

    settings: Settings
    thinker: Thinker
    background: Background
    statistics: Statistics


class Pars:
    """The pars of one match.

    Args:
        services: settings, read every time, and the statistics, which get the results.
        match: the match; its deals that were played in another match have no par.
    """

    def __init__(self, services: ParServices, match: Match) -> None:
        self.services = services
        self.match = match
        self.found: dict[Which, Par] = {}
        """Pars as far as computed; no entry for a par that will not be computed."""
        self.complete: set[Which] = set()
        """Pars that are computed completely."""
        self.changes = 0
        """Number of changes so far."""
        self._works: list[ParWork] = []

    def find(self, numbers: Collection[int]) -> None:
        """Compute the pars of finished deals, the latest first, before other background work.

        Known pars of these deals are discarded, as the deals were played again.
        """
        for work in [work for work in self._works if any(deal.number in numbers for deal in work.maker.deals)]:
            self.services.background.drop(work)
        for which in [which for which in self.found if which[0] in numbers]:
            self._forget(which)
        if not self.services.settings.par or not self.services.thinker.in_process:
            return
        match = self.match
        found = [deal for deal in finished_deals(match.record, numbers, match.person_seats, match.history) if deal.free]
        if found:
            work = ParWork(self, ParMaker(sorted(found, key=lambda deal: -deal.number)))
            self._works.append(work)
            self.services.background.add(work, urgent=True)

    def of(self, number: int, seat: Seat) -> Par | None:
        """The par of a deal so far; None if the seat had no choice or pars are switched off."""
        return self.found.get((number, seat))

    def whole(self, seat: Seat) -> list[Par]:
        """A seat's complete pars."""
        return [self.found[which] for which in sorted(self.complete) if which[1] == seat]

    def adopt(self, maker: ParMaker) -> None:
        """Adopt a maker's results, and write complete pars to the statistics."""
        self.changes += 1
        record = self.match.record
        for which, (deal, par) in enumerate(zip(maker.deals, maker.pars, strict=True)):
            key = (deal.number, deal.seat)
            self.found[key] = par
            if maker.whole(which) and key not in self.complete:
                self.complete.add(key)
                if par.points:
                    self.services.statistics.write_par(record, *key, par.per_cent, len(par.points))

    def finish(self, work: "ParWork") -> None:
        """Note that a job has ended: its incomplete pars are discarded."""
        self._works = [other for other in self._works if other is not work]
        for which in [(deal.number, deal.seat) for deal in work.maker.deals]:
            if which not in self.complete:
                self._forget(which)

    def _forget(self, which: Which) -> None:
        self.changes += 1
        self.found.pop(which, None)
        self.complete.discard(which)


class ParWork:
    """The background job of a par maker; runs only in a process."""

    def __init__(self, pars: Pars, maker: ParMaker) -> None:
        self.pars = pars
        self.maker = maker
        pars.adopt(maker)

    @property
    def done(self) -> bool:
        """Whether all playouts are done, or it was stopped."""
        return self.maker.done

    def start(self, *, process: bool = True) -> None:
        """Start, or resume after ``rest``; stops if there is no process."""
        if process:
            self.maker.start()
        if not self.maker.in_process:
            self.stop()

    def poll(self) -> bool:
        """Adopt new playouts."""
        if not self.pars.services.settings.par:
            self.stop()
        if self.done or not self.maker.poll():
            return False
        self.pars.adopt(self.maker)
        return True

    def rest(self) -> None:
        """End the process; ``start`` resumes."""
        self.maker.rest()

    def stop(self) -> None:
        """End at once; incomplete pars are discarded."""
        self.maker.stop()
        self.pars.finish(self)
