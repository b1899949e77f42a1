"""Long run of a table, with simulated time: ``python -m tests.online.long_run [HOURS]`` plays match after match and
prints the memory.

There are two players and a spectator. Answers take five seconds, bots their usual time. Players lose their connections
and return or not, the host is restarted, and the game changes with every match.
"""

import os
import sys
from pathlib import Path

from engine.online.protocol import messages
from tests.online.party import Party, views_agree
from tests.support.local_table import make_table_config
from tests.support.records import minimum_options

HOUR_MS = 3_600_000.0
GAMES = ("gurch", "pass_the_ace", "big_two", "palacio")
"""Games whose random matches end within an hour."""
ANSWER_MS = 5000.0
"""Milliseconds that a person takes to answer."""


class LongParty(Party):
    """A party with a clock that drops finished data, so that memory growth of the table shows."""

    def __init__(self) -> None:
        super().__init__(make_table_config())
        self.now = 0.0
        self.matches = self.moves = self.cuts = self.restarts = 0

    def advance_clock(self, ms: float, step: float = 500.0) -> None:
        self.now += ms
        super().advance_clock(ms, step)

    def forget_old(self) -> None:
        """Delete steps, messages and older saves."""
        del self.saved_texts[:-1]
        for sent in self.sent.values():
            sent.clear()
        for guest in self.guests.values():
            guest.steps.clear()

    def answer_or_wait(self) -> None:
        """Answer for a guest, or advance the clock."""
        match = self.match
        if match is None or match.is_over:
            self.next_match()
        elif self.table.phase == "results":
            self.advance_clock(ANSWER_MS)
            for connection_id in list(self.guests):
                self.send(connection_id, messages.NextDeal(match.result_deal))
        else:
            legal_moves = self.legal_moves_by_connection()
            for connection_id, moves in legal_moves.items():
                self.advance_clock(ANSWER_MS / len(legal_moves))
                if connection_id in self.legal_moves_by_connection():
                    self.answer(connection_id, self.rng.choice(moves))
            if not legal_moves:
                self.advance_clock(500)
        self.disturb()

    def next_match(self) -> None:
        if self.table.match is not None:
            self.matches += 1
            self.moves += self.match.history.moves_made
        slug = self.rng.choice(GAMES)
        self.send(self.host, make_table_config(slug, options=minimum_options(slug), turn_clock=60, away=30))
        for connection_id in self.guests:
            self.send(connection_id, messages.Sit(connection_id - 1))
        self.begin()

    def disturb(self) -> None:
        """Cut a connection with probability 1/100, and restart the host more rarely."""
        if self.rng.below(100) == 0:
            self.cuts += 1
            guest = self.disconnect(2)
            self.advance_clock(self.rng.choice((1000, 60_000)))
            self.rejoin(2, guest)
            views_agree(self)
        if self.rng.below(1000) == 0:
            self.restarts += 1
            self.restart()
            for connection_id, guest in list(self.guests.items()):
                self.rejoin(connection_id, guest)
            views_agree(self)
        self.forget_old()


def memory_megabytes() -> float:
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(hours: int) -> None:
    day = LongParty()
    for connection_id in (1, 2):
        day.join(connection_id, f"P{connection_id}")
    day.join(3, is_spectator=True)
    for hour in range(1, hours + 1):
        while day.now < hour * HOUR_MS:
            day.answer_or_wait()
        figures = f"{day.matches} matches, {day.moves} moves, {day.cuts} cuts, {day.restarts} restarts"
        print(f"{hour:>3} h  {memory_megabytes():6.1f} MB  {figures}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 24)
