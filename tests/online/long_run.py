"""A table with random guests: ``python -m tests.online.long_run [HOURS]`` lets them act with simulated time and prints
the memory after each hour.

Guests join, sit, answer, chat, lose their connections and return or not, start matches, and hand the table over. The
host is restarted.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from engine.notices import Notice
from engine.online.guest.guest_state import Guest
from engine.online.protocol import messages
from tests.online.party import Party, random_messages, views_agree
from tests.support.local_table import make_short_config

LINKS = range(1, 8)
HOUR_MS, ANSWER_MS = 3_600_000.0, 5000.0
"""Milliseconds of an hour, and between two actions."""


class RandomParty:
    """A party with random actions of all guests."""

    def __init__(self, seed: int) -> None:
        config = make_short_config("pass_the_ace", 3, undo=True, hints=True, free_text=True)
        self.party = Party(config, seed=seed)
        self.now_ms = 0.0
        self.rng = self.party.rng
        self.away: list[Guest] = []
        self.matches = 0
        self.handover_count = 0

    def act(self) -> None:
        """Do a random action."""
        doings: dict[Callable[[], None], int] = {
            self.join: 2,
            self.disconnect: 1,
            self.rejoin: 5,
            self.send: 4,
            self.play: 12,
            self.start: 2,
            self.next_deal: 2,
            self.wait: 3,
            self.restart: 1,
            self.hand_over: 3,
        }
        self.rng.choice([doing for doing, often in doings.items() for _ in range(often)])()

    def join(self) -> None:
        free = [connection_id for connection_id in LINKS if connection_id not in self.party.guests]
        if free and len(self.away) < 4:
            self.party.join(self.rng.choice(free), f"P{self.rng.below(3)}", is_spectator=self.rng.below(5) == 0)

    def disconnect(self) -> None:
        if self.party.guests:
            self.away.append(self.party.disconnect(self.rng.choice(sorted(self.party.guests))))

    def rejoin(self) -> None:
        free = [connection_id for connection_id in LINKS if connection_id not in self.party.guests]
        if free and self.away:
            guest = self.away.pop(self.rng.below(len(self.away)))
            if guest.connection_state == "away":
                self.party.rejoin(self.rng.choice(free), guest)

    def send(self) -> None:
        """Send a random message of a random guest."""
        if not self.party.guests:
            return
        rng, connection_id = self.rng, self.rng.choice(sorted(self.party.guests))
        if rng.below(2) and any(guest.is_host for guest in self.party.guests.values()):
            connection_id = self.party.host
        message = rng.choice(random_messages(rng))
        self.party.send(connection_id, message)
        if isinstance(message, messages.Leave):
            guest = self.party.guests.pop(connection_id)
            guest.on_connection_lost()
            self.away.append(guest)

    def start(self) -> None:
        before = self.party.table.match
        if any(guest.is_host for guest in self.party.guests.values()):
            self.party.begin()
        self.matches += self.party.table.match is not before

    def play(self) -> None:
        """Answer for a random guest to act."""
        asked = self.party.legal_moves_by_connection()
        if asked:
            connection_id = self.rng.choice(sorted(asked))
            self.party.answer(connection_id, self.rng.choice(asked[connection_id]))

    def next_deal(self) -> None:
        match = self.party.table.match
        for connection_id in list(self.party.guests):
            self.party.send(connection_id, messages.NextDeal(0 if match is None else match.result_deal))

    def wait(self) -> None:
        self.take_time(self.rng.choice((1000, 12_000)))

    def take_time(self, ms: float) -> None:
        self.now_ms += ms
        self.party.advance_clock(ms, step=1000)

    def restart(self) -> None:
        if not self.party.saved_texts or self.rng.below(3):
            return
        self.away += [guest for guest in self.party.guests.values() if guest.connection_state != "closed"]
        self.party.restart()
        self.party.guests.clear()

    def hand_over(self) -> None:
        """Let the host offer the table to a random participant, who takes it over or not."""
        if any(guest.is_host for guest in self.party.guests.values()):
            numbers = [person.number for person in self.party.table.participants]
            self.party.send(self.party.host, messages.HandOver(self.rng.choice(numbers)))
        for connection_id, guest in list(self.party.guests.items()):
            self.party.send(connection_id, *guest.take_over(accept=self.rng.below(8) > 0))
            if guest.handed_table is not None:
                other = self.party.open_as_heir(connection_id)
                self.party.send(connection_id, messages.TableTakenOver("there", other.one_time_tokens))
                if self.party.table.phase == "closed":
                    guest.token = other.host_token
                    self.party.table = other
                    for one in self.party.guests.values():
                        one.on_connection_lost()
                        self.away.append(one)
                    self.party.guests.clear()
                    self.handover_count += 1
                return

    def check(self) -> None:
        """Check the state of the table and its guests."""
        party = self.party
        for connection_id in list(party.guests):
            guest = party.guests[connection_id]
            assert guest.problem != Notice("online.problem.not_understood")
            if guest.connection_state == "closed":
                del party.guests[connection_id]
        table = party.table
        hosts = [person for person in table.participants if person.number == table.host_number]
        assert len(hosts) <= 1
        chairs = [person.chair for person in table.participants if person.chair >= 0]
        assert len(set(chairs)) == len(chairs)
        if table.match is not None:
            playing = {connection_id: guest for connection_id, guest in party.guests.items() if guest.game is not None}
            everybody, party.guests = party.guests, playing
            views_agree(party)
            party.guests = everybody

    def forget_old(self) -> None:
        """Delete steps, messages and older saves, so that memory growth of the table shows."""
        del self.party.saved_texts[:-1]
        self.party.sent.clear()
        for guest in (*self.party.guests.values(), *self.away):
            guest.steps.clear()


def memory_megabytes() -> float:
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(hours: int) -> None:
    party = RandomParty(1)
    for hour in range(1, hours + 1):
        while party.now_ms < hour * HOUR_MS:
            party.take_time(ANSWER_MS)
            party.act()
            party.check()
            party.forget_old()
        figures = f"{party.matches} matches, {party.handover_count} handovers"
        print(f"{hour:>3} h  {memory_megabytes():6.1f} MB  {figures}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 24)
