"""Who sits at the table that is being laid: computer players, and the persons at this computer. No pygame here."""

from engine.bots.people import CHARACTERS
from engine.moves import Seat
from engine.record import PERSON, PORTRAITS, Chair


class Company:
    """Seat 0 is the player's own; every other one has a computer player or a further person.

    Args:
        line_up: the computer players in the order in which they sit down from seat 1 on; the last ones wait.
        seats: how many play.
    """

    def __init__(self, line_up: list[Chair], seats: int) -> None:
        self.people = line_up
        self.seats = seats
        self.persons: dict[Seat, Chair] = {}
        """Further persons, by seat; who would sit there otherwise is in ``people`` all the same."""

    def further(self) -> dict[Seat, Chair]:
        """The further persons among those who play."""
        return {seat: chair for seat, chair in sorted(self.persons.items()) if seat < self.seats}

    def chairs(self, own: Chair) -> tuple[Chair, ...]:
        """Who sits where; ``own`` is the player's name and portrait, of which a match of one person needs none."""
        others = [self.persons.get(seat, self.people[seat - 1]) for seat in range(1, self.seats)]
        return (own if self.further() else Chair(PERSON), *others)

    def seated(self) -> set[str]:
        """The computer players at the table."""
        return {chair.who for chair in self.chairs(Chair())} & CHARACTERS.keys()

    def waiting(self) -> list[str]:
        """The computer players who aren't at the table."""
        seated = self.seated()
        return [chair.who for chair in self.people if chair.who not in seated]

    def sit(self, seat: Seat, slug: str) -> bool:
        """A computer player who waits takes this chair, at the level that is usual for them; False for one who plays.

        Whoever has this chair already only stays.
        """
        i = seat - 1
        j = next(j for j, chair in enumerate(self.people) if chair.who == slug)
        if slug in self.seated() and i != j:
            return False
        self.people[i], self.people[j] = self.people[j], self.people[i]
        if i != j:
            self.people[i] = Chair(slug, CHARACTERS[slug].level)
        self.persons.pop(seat, None)
        return True

    def free_portrait(self, own: str) -> str:
        """The first face that neither the player, who has ``own``, nor any further person has; the house comes last."""
        used = {own, *(chair.portrait for chair in self.persons.values())}
        return next((portrait for portrait in (*PORTRAITS[1:], PORTRAITS[0]) if portrait not in used), own)

    def sit_person(self, seat: Seat, portrait: str) -> None:
        """Somebody at this computer takes this chair, without a name so far."""
        self.persons[seat] = Chair(PERSON, portrait=portrait)

    def change(self, seat: Seat, *, name: str | None = None, portrait: str | None = None) -> None:
        """A further person has another name or portrait."""
        chair = self.persons[seat]
        chair = chair if name is None else chair._replace(name=name)
        self.persons[seat] = chair if portrait is None else chair._replace(portrait=portrait)

    def set_level(self, seat: Seat, level: str) -> None:
        """How well the computer player in that chair plays."""
        self.people[seat - 1] = self.people[seat - 1]._replace(level=level)
