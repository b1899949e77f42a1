"""Computes a match's pars (the best bot's results with the same cards) in the background, for the statistics. Free of
pygame.

Without worker processes there are no pars, because a playout takes longer than a frame.
"""

from collections.abc import Collection
from typing import Protocol

from engine.bots.common.fallback import BotFailure
from engine.match.match import Match
from engine.moves import Seat
from engine.par import Par, ParMaker, finished_deals
from engine.settings import Settings
from engine.statistics.store import Statistics
from engine.work.thinking import Thinker
from scenes.work.background import BackgroundQueue

ParKey = tuple[int, Seat]
"""Number of a deal, from 1, and a seat."""


class ParServices(Protocol):
    """Services needed to compute pars (the best bot's results with the same cards): settings, bots, queue and
    statistics."""

    settings: Settings
    thinker: Thinker
    background: BackgroundQueue
    statistics: Statistics


class Pars:
    """The pars of one match by deal and seat: the results of Master, the best bot, with the same cards.

    Args:
        services: current settings, the queue, and the statistics, which store complete pars.
        match: the match; its deals that were played in another match have no par.
    """

    def __init__(self, services: ParServices, match: Match) -> None:
        self.services = services
        self.match = match
        self.pars: dict[ParKey, Par] = {}
        """Pars as far as computed; no entry if none will be computed."""
        self.complete_pars: set[ParKey] = set()
        """Keys of the completely computed pars."""
        self.revision = 0
        """Number of changes so far."""
        self._jobs: list[ParsJob] = []

    def compute(self, deal_numbers: Collection[int]) -> None:
        """Compute the pars (the best bot's results) of a match's finished deals, the latest first, before other
        background work.

        Existing pars of these deals are discarded, as the deals were played again.
        """
        for work in [work for work in self._jobs if any(deal.number in deal_numbers for deal in work.maker.deals)]:
            self.services.background.remove(work)
        for par_key in [par_key for par_key in self.pars if par_key[0] in deal_numbers]:
            self._discard(par_key)
        if not self.services.settings.par or not self.services.thinker.uses_process:
            return
        match = self.match
        deals = [
            deal
            for deal in finished_deals(match.record, deal_numbers, match.person_seats, match.history)
            if deal.had_choice
        ]
        if deals:
            work = ParsJob(self, ParMaker(sorted(deals, key=lambda deal: -deal.number)))
            self._jobs.append(work)
            self.services.background.add(work, urgent=True)

    def par_so_far(self, deal_number: int, seat: Seat) -> Par | None:
        """Return a seat's par in a deal (the best bot's result), perhaps still incomplete; None if none is computed."""
        return self.pars.get((deal_number, seat))

    def list_complete_pars(self, seat: Seat) -> list[Par]:
        """Return those pars of a seat (the best bot's results with the same cards) that are complete, by deal."""
        return [self.pars[which] for which in sorted(self.complete_pars) if which[1] == seat]

    def take_results(self, maker: ParMaker) -> None:
        """Store the results of the par computation so far, and write complete pars to the statistics."""
        self.revision += 1
        record = self.match.record
        for which, (deal, par) in enumerate(zip(maker.deals, maker.pars, strict=True)):
            key = (deal.number, deal.seat)
            self.pars[key] = par
            if maker.is_complete(which) and key not in self.complete_pars:
                self.complete_pars.add(key)
                if par.points:
                    self.services.statistics.write_par(record, *key, par.per_cent, len(par.points))

    def on_job_ended(self, job: "ParsJob") -> None:
        """Discard incomplete pars (results of the best bot with the same cards) when their background job ends."""
        self._jobs = [other for other in self._jobs if other is not job]
        for which in [(deal.number, deal.seat) for deal in job.maker.deals]:
            if which not in self.complete_pars:
                self._discard(which)

    def _discard(self, par_key: ParKey) -> None:
        self.revision += 1
        self.pars.pop(par_key, None)
        self.complete_pars.discard(par_key)


class ParsJob:
    """Background job that computes pars, the best bot's results with the same cards; needs a worker process."""

    def __init__(self, pars: Pars, maker: ParMaker) -> None:
        self.pars = pars
        self.maker = maker
        pars.take_results(maker)

    @property
    def is_done(self) -> bool:
        """Whether the deals were replayed by bots as often as the pars require, or the job was stopped."""
        return self.maker.is_done

    def start(self, *, process: bool = True) -> None:
        """Start computing the pars, or resume after ``pause``; stop without a worker process."""
        if process:
            self.maker.start()
        if not self.maker.uses_process:
            self.stop()

    def poll(self) -> bool:
        """Take over the results of deals that bots replayed since the last call; return whether there were any."""
        if not self.pars.services.settings.par:
            self.stop()
        if self.is_done or not self.maker.poll():
            return False
        self.pars.take_results(self.maker)
        return True

    def take_reports(self) -> list[BotFailure]:
        """Return the new reports of bots that failed in the playouts."""
        return self.maker.take_reports()

    def pause(self) -> None:
        """Pause computing the pars by ending the worker process; ``start`` resumes."""
        self.maker.pause()

    def stop(self) -> None:
        """End the computation of pars (the best bot's results with the same cards) at once; incomplete pars are
        discarded."""
        self.maker.stop()
        self.pars.on_job_ended(self)
