"""Whatever guests send in whatever order, the table stands, views are true, and it can be started again."""

from collections.abc import Callable

import pytest

from engine.games import GAMES
from engine.moves import Move
from engine.notices import Notice
from engine.online import messages
from engine.online.guest import Guest
from engine.online.messages import ToHost
from engine.online.rules import PHRASES
from tests.online.company import Party, arrangement, views_agree
from tests.support.records import least

ACTIONS = 700
LINKS = range(1, 8)


class Chaos:
    """A party at which everybody does anything."""

    def __init__(self, seed: int) -> None:
        self.party = Party(
            arrangement("pass_the_ace", 3, least("pass_the_ace"), undo=True, hints=True, free_text=True), seed=seed
        )
        self.rng = self.party.rng
        self.away: list[Guest] = []
        self.matches = 0
        self.handed = 0

    def act(self) -> None:
        """Let something happen."""
        doings: dict[Callable[[], None], int] = {
            self.come: 2,
            self.go_away: 1,
            self.come_back: 5,
            self.send: 4,
            self.play: 12,
            self.start: 2,
            self.next_deal: 2,
            self.wait: 3,
            self.restart: 1,
            self.hand_over: 3,
        }
        self.rng.choice([doing for doing, often in doings.items() for _ in range(often)])()

    def come(self) -> None:
        free = [link for link in LINKS if link not in self.party.guests]
        if free and len(self.away) < 4:
            self.party.come(self.rng.choice(free), f"P{self.rng.below(3)}", watching=self.rng.below(5) == 0)

    def go_away(self) -> None:
        if self.party.guests:
            self.away.append(self.party.go_away(self.rng.choice(sorted(self.party.guests))))

    def come_back(self) -> None:
        free = [link for link in LINKS if link not in self.party.guests]
        if free and self.away:
            guest = self.away.pop(self.rng.below(len(self.away)))
            if guest.link == "away":
                self.party.come_back(self.rng.choice(free), guest)

    def send(self) -> None:
        """Let somebody send any message."""
        if not self.party.guests:
            return
        rng, link = self.rng, self.rng.choice(sorted(self.party.guests))
        if rng.below(2) and any(guest.hosting for guest in self.party.guests.values()):
            link = self.party.host
        slug = rng.choice(list(GAMES))
        several: tuple[ToHost, ...] = (
            messages.Sit(rng.below(6) - 1),
            messages.Ready(bool(rng.below(2))),
            messages.Answer(
                rng.below(60), str(Move(rng.below(4), rng.choice(("play", "keep", "vote")), (), rng.below(4)))
            ),
            messages.Say(rng.choice(PHRASES)),
            messages.Say(text="well"),
            messages.AskHint(),
            messages.Undo(),
            messages.NextDeal(rng.below(4)),
            messages.HandOver(rng.below(9)),
            messages.TakeOver(bool(rng.below(2))),
            messages.Opened("somewhere", {1: "0" * 32}),
            messages.Dismiss(rng.below(9)),
            messages.Leave() if rng.below(4) == 0 else messages.Ready(),
            arrangement(slug, options=least(slug), undo=True, turn_clock=rng.choice((0, 15)), away=10),
            arrangement("solitaire", 3),
            messages.Start(),
        )
        message = rng.choice(several)
        self.party.send(link, message)
        if isinstance(message, messages.Leave):
            guest = self.party.guests.pop(link)
            guest.lost()
            self.away.append(guest)

    def start(self) -> None:
        before = self.party.table.match
        if any(guest.hosting for guest in self.party.guests.values()):
            self.party.begin()
        self.matches += self.party.table.match is not before

    def play(self) -> None:
        """Let whoever is asked answer."""
        asked = self.party.asked()
        if asked:
            link = self.rng.choice(sorted(asked))
            self.party.answer(link, self.rng.choice(asked[link]))

    def next_deal(self) -> None:
        match = self.party.table.match
        for link in list(self.party.guests):
            self.party.send(link, messages.NextDeal(0 if match is None else match.deal))

    def wait(self) -> None:
        self.party.pass_time(self.rng.choice((1000, 12_000)), step=1000)

    def restart(self) -> None:
        if not self.party.kept or self.rng.below(3):
            return
        self.away += [guest for guest in self.party.guests.values() if guest.link != "closed"]
        self.party.restart()
        self.party.guests.clear()

    def hand_over(self) -> None:
        """Let the host offer the table to anybody, and whoever is asked take it over; everybody goes there."""
        if any(guest.hosting for guest in self.party.guests.values()):
            numbers = [person.number for person in self.party.table.people]
            self.party.send(self.party.host, messages.HandOver(self.rng.choice(numbers)))
        for link, guest in list(self.party.guests.items()):
            self.party.send(link, *guest.take_over(on=self.rng.below(8) > 0))
            if guest.handed is not None:
                other = self.party.heir_opens(link)
                self.party.send(link, messages.Opened("there", other.vouchers))
                if self.party.table.phase == "closed":
                    guest.token = other.host_token
                    self.party.table = other
                    for one in self.party.guests.values():
                        one.lost()
                        self.away.append(one)
                    self.party.guests.clear()
                    self.handed += 1
                return

    def check(self) -> None:
        """See that nothing is broken."""
        party = self.party
        for link in list(party.guests):
            guest = party.guests[link]
            assert guest.problem != Notice("online.problem.not_understood")
            if guest.link == "closed":
                del party.guests[link]
        table = party.table
        hosts = [person for person in table.people if person.number == table.host]
        assert len(hosts) <= 1
        chairs = [person.chair for person in table.people if person.chair >= 0]
        assert len(set(chairs)) == len(chairs)
        if table.match is not None:
            playing = {link: guest for link, guest in party.guests.items() if guest.game is not None}
            everybody, party.guests = party.guests, playing
            views_agree(party)
            party.guests = everybody


@pytest.mark.parametrize("seed", range(6))
def test_a_table_stands_whatever_guests_do(seed: int) -> None:
    chaos = Chaos(seed)
    for _ in range(ACTIONS):
        chaos.act()
        chaos.check()
    assert chaos.matches
