"""Who sits at the table that is being laid: computer players, and the persons at this computer. No pygame here."""

from collections.abc import Sequence

from engine.match.record import PERSON, PORTRAITS, Chair
from engine.moves import Seat
from engine.people import CHARACTERS


class Company:
    """Seat 0 is the player's own; every other one has a computer player or a further person.

    Args:
        line_up: the computer players in the order in which they sit down from seat 1 on; the last ones wait.
        seats: how many play.
        known: further persons who played before; they are offered chairs in this order.
    """

    def __init__(self, line_up: list[Chair], seats: int, known: Sequence[Chair] = ()) -> None:
        self.people = line_up
        self.seats = seats
        self.persons: dict[Seat, Chair] = {}
        """Further persons, by seat; who would sit there otherwise is in ``people`` all the same."""
        self._known = tuple(known)
        self._came: dict[Seat, Chair] = {}
        """Who of those known took a chair; another name may have been written there since."""

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
        self._leave(seat)
        return True

    def _leave(self, seat: Seat) -> None:
        self.persons.pop(seat, None)
        self._came.pop(seat, None)

    def free_portrait(self, own: str) -> str:
        """The first face that neither the player, who has ``own``, nor any further person has; the house comes last."""
        used = {own, *(chair.portrait for chair in self.persons.values())}
        return next((portrait for portrait in (*PORTRAITS[1:], PORTRAITS[0]) if portrait not in used), own)

    def next_person(self, own: str) -> Chair:
        """Who of the persons takes the next chair: one who played before, or else somebody without a name so far.

        Their face is another one where the player, who has ``own``, or a further person has it.
        """
        seated = self.further()
        names = {chair.name for chair in seated.values()}
        came = {chair.name for seat, chair in self._came.items() if seat in seated}
        chair = next((one for one in self._known if one.name not in names | came), Chair(PERSON))
        used = {own, *(other.portrait for other in seated.values())}
        return chair if chair.name and chair.portrait not in used else chair._replace(portrait=self.free_portrait(own))

    def sit_person(self, seat: Seat, chair: Chair) -> None:
        """Somebody at this computer takes this chair: ``next_person``."""
        for other in [other for other, one in self._came.items() if one.name == chair.name]:
            self._leave(other)  # a chair that isn't at the table any more
        self.persons[seat] = chair
        if chair.name:
            self._came[seat] = chair

    def remembered(self) -> list[Chair]:
        """The persons to remember: those at the table, then those known who didn't come to it."""
        seated = self.further()
        came = {chair.name for seat, chair in self._came.items() if seat in seated}
        return [*seated.values(), *(chair for chair in self._known if chair.name not in came)]

    def change(self, seat: Seat, *, name: str | None = None, portrait: str | None = None) -> None:
        """A further person has another name or portrait."""
        chair = self.persons[seat]
        chair = chair if name is None else chair._replace(name=name)
        self.persons[seat] = chair if portrait is None else chair._replace(portrait=portrait)

    def set_level(self, seat: Seat, level: str) -> None:
        """How well the computer player in that chair plays."""
        self.people[seat - 1] = self.people[seat - 1]._replace(level=level)
