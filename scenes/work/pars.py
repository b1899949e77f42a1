"""The pars of a match's deals: worked out beside the window, written to the statistics, told in the results. No pygame.

Where no process can be started there are none: a playing takes longer than a frame.
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
"""Number of a deal, from 1, and whose par of it."""


class ParServices(Protocol):
    """The parts of the program that finding pars needs."""

    settings: Settings
    thinker: Thinker
    background: Background
    statistics: Statistics


class Pars:
    """What is known of one match.

    Args:
        services: settings are asked each time, results go to the statistics.
        match: whose deals are looked at; those that another match played have no par here.
    """

    def __init__(self, services: ParServices, match: Match) -> None:
        self.services = services
        self.match = match
        self.found: dict[Which, Par] = {}
        """As far as it was played; no entry where none is to come."""
        self.whole: set[Which] = set()
        """Those that were played to the end."""
        self.changes = 0
        """Grows with each playing that came in."""
        self._works: list[ParWork] = []

    def look_at(self, numbers: Collection[int]) -> None:
        """Find the pars of deals that are over, the last one first, before anything else that waits.

        A deal that was looked at before has been played anew since.
        """
        for work in [work for work in self._works if any(deal.number in numbers for deal in work.maker.deals)]:
            self.services.background.drop(work)
        for which in [which for which in self.found if which[0] in numbers]:
            self._forget(which)
        if not self.services.settings.par or not self.services.thinker.in_process:
            return
        found = [deal for deal in finished_deals(self.match.record, numbers, self.match.person_seats) if deal.free]
        if found:
            work = ParWork(self, ParMaker(sorted(found, key=lambda deal: -deal.number)))
            self._works.append(work)
            self.services.background.add(work, urgent=True)

    def of(self, number: int, seat: Seat) -> Par | None:
        """The par of a deal so far; None where none is to come: where the seat had no choice, or it is switched off."""
        return self.found.get((number, seat))

    def mean(self, seat: Seat) -> tuple[float, int]:
        """The mean of a seat's finished pars, and how many those are."""
        several = [self.found[which].per_cent for which in self.whole if which[1] == seat]
        return (sum(several) / len(several) if several else 50.0), len(several)

    def take(self, maker: ParMaker) -> None:
        """Note what a maker has found, and write those pars down that are finished."""
        self.changes += 1
        record = self.match.record
        for which, (deal, par) in enumerate(zip(maker.deals, maker.pars, strict=True)):
            key = (deal.number, deal.seat)
            self.found[key] = par
            if maker.whole(which) and key not in self.whole:
                self.whole.add(key)
                if par.points:
                    self.services.statistics.write_par(record, *key, par.per_cent, len(par.points))

    def ended(self, work: "ParWork") -> None:
        """A work is over: what it has found nothing for won't come."""
        self._works = [other for other in self._works if other is not work]
        for which in [(deal.number, deal.seat) for deal in work.maker.deals]:
            if which not in self.whole:
                self._forget(which)

    def _forget(self, which: Which) -> None:
        self.changes += 1
        self.found.pop(which, None)
        self.whole.discard(which)


class ParWork:
    """A maker in the row of work beside the window; only ever in a process."""

    def __init__(self, pars: Pars, maker: ParMaker) -> None:
        self.pars = pars
        self.maker = maker
        pars.take(maker)

    @property
    def done(self) -> bool:
        """Whether all was played, or it was stopped."""
        return self.maker.done

    def start(self, *, process: bool = True) -> None:
        """Begin, or go on after ``rest``; give up where there is no process for it."""
        if process:
            self.maker.start()
        if not self.maker.in_process:
            self.stop()

    def poll(self) -> bool:
        """Take in what was played since."""
        if not self.pars.services.settings.par:
            self.stop()
        if self.done or not self.maker.poll():
            return False
        self.pars.take(self.maker)
        return True

    def rest(self) -> None:
        """End the process; ``start`` goes on."""
        self.maker.rest()

    def stop(self) -> None:
        """End at once; a par that isn't finished is none."""
        self.maker.stop()
        self.pars.ended(self)
