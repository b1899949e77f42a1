"""A day at a table, compressed: ``python -m tests.online.day [HOURS]`` plays match after match and prints the memory.

Two persons and a watcher; answers take five seconds, computer players their usual time. People lose their connections,
come back or are waited for in vain, the host is ended and started again, the game changes with every match.
"""

import os
import sys
from pathlib import Path

from engine.online import messages
from tests.online.company import Party, arrangement, views_agree
from tests.support.records import least

HOUR = 3_600_000.0
GAMES = ("gurch", "pass_the_ace", "big_two", "palacio")
"""Those of which matches played at random end within an hour."""
ANSWER = 5000.0
"""Milliseconds that a person takes."""


class Day(Party):
    """A party that keeps nothing of what is over, and knows what time it is."""

    def __init__(self) -> None:
        super().__init__(arrangement())
        self.now = 0.0
        self.matches = self.moves = self.cuts = self.restarts = 0

    def pass_time(self, ms: float, step: float = 500.0) -> None:
        self.now += ms
        super().pass_time(ms, step)

    def tidy(self) -> None:
        """Forget what was shown and what newer texts have replaced."""
        del self.kept[:-1]
        for sent in self.sent.values():
            sent.clear()
        for guest in self.guests.values():
            guest.steps.clear()

    def go_on(self) -> None:
        """Let somebody answer, or time pass."""
        match = self.table.match
        if match is None or match.over:
            self.next_match()
        elif self.table.phase == "results":
            self.pass_time(ANSWER)
            for link in list(self.guests):
                self.send(link, messages.NextDeal(match.deal))
        else:
            asked = self.asked()
            for link, moves in asked.items():
                self.pass_time(ANSWER / len(asked))
                if link in self.asked():
                    self.answer(link, self.rng.choice(moves))
            if not asked:
                self.pass_time(500)
        self.trouble()

    def next_match(self) -> None:
        if self.table.match is not None:
            self.matches += 1
            self.moves += self.table.match.history.made
        slug = self.rng.choice(GAMES)
        self.send(self.host, arrangement(slug, options=least(slug), turn_clock=60, away=30))
        for link in self.guests:
            self.send(link, messages.Sit(link - 1))
        self.begin()

    def trouble(self) -> None:
        """Lose a connection now and then, end the host more rarely."""
        if self.rng.below(100) == 0:
            self.cuts += 1
            guest = self.go_away(2)
            self.pass_time(self.rng.choice((1000, 60_000)))
            self.come_back(2, guest)
            views_agree(self)
        if self.rng.below(1000) == 0:
            self.restarts += 1
            self.restart()
            for link, guest in list(self.guests.items()):
                self.come_back(link, guest)
            views_agree(self)
        self.tidy()


def memory() -> float:
    """Memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(hours: int) -> None:
    day = Day()
    for link in (1, 2):
        day.come(link, f"P{link}")
    day.come(3, watching=True)
    for hour in range(1, hours + 1):
        while day.now < hour * HOUR:
            day.go_on()
        figures = f"{day.matches} matches, {day.moves} moves, {day.cuts} cuts, {day.restarts} restarts"
        print(f"{hour:>3} h  {memory():6.1f} MB  {figures}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 24)
