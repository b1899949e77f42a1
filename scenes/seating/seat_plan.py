"""Who sits where in the next match: computer players and persons. No pygame here."""

from collections.abc import Sequence

from engine.characters import CHARACTERS
from engine.match.record import PERSON, Chair
from engine.moves import Seat
from engine.settings import PORTRAITS


class SeatPlan:
    """The occupants of the chairs. Seat 0 is the player's own; every other one has a computer player or a person.

    Args:
        line_up: all computer players in seating order from seat 1; those without a seat wait.
        seats: number of seats.
        known: further persons who played before, in the order in which they are offered chairs.
    """

    def __init__(self, line_up: list[Chair], seats: int, known_persons: Sequence[Chair] = ()) -> None:
        self.line_up = line_up
        self.seats = seats
        self.other_persons: dict[Seat, Chair] = {}
        """Further persons by seat; ``line_up`` still has the computer player of that seat."""
        self.fair_strength = ""
        """Strength of all computer players at a fair table, as written; empty if each plays at a level of its own."""
        self._known_persons = tuple(known_persons)
        self._returned_persons: dict[Seat, Chair] = {}
        """Known persons who took a chair, as they were known; their names may have been edited since."""

    def seated_other_persons(self) -> dict[Seat, Chair]:
        """The persons at the table besides the player, by seat."""
        return {seat: chair for seat, chair in sorted(self.other_persons.items()) if seat < self.seats}

    def chairs(self, own_chair: Chair) -> tuple[Chair, ...]:
        """All chairs; ``own`` is the player's, left without name and portrait if no other person plays."""
        others = [self.other_persons.get(seat, self._computer_chair(seat)) for seat in range(1, self.seats)]
        return (own_chair if self.seated_other_persons() else Chair(PERSON), *others)

    def _computer_chair(self, seat: Seat) -> Chair:
        chair = self.line_up[seat - 1]
        return chair._replace(level=self.fair_strength) if self.fair_strength else chair

    def seated_characters(self) -> set[str]:
        """The computer players at the table."""
        return {chair.who for chair in self.chairs(Chair())} & CHARACTERS.keys()

    def unseated_characters(self) -> list[str]:
        """The computer players without a seat."""
        seated = self.seated_characters()
        return [chair.who for chair in self.line_up if chair.who not in seated]

    def seat_character(self, seat: Seat, slug: str) -> bool:
        """Give a chair to a waiting computer player at their usual level; False if they sit elsewhere.

        The computer player of this chair keeps their level.
        """
        i = seat - 1
        j = next(j for j, chair in enumerate(self.line_up) if chair.who == slug)
        if slug in self.seated_characters() and i != j:
            return False
        self.line_up[i], self.line_up[j] = self.line_up[j], self.line_up[i]
        if i != j:
            self.line_up[i] = Chair(slug, CHARACTERS[slug].level)
        self._vacate(seat)
        return True

    def _vacate(self, seat: Seat) -> None:
        self.other_persons.pop(seat, None)
        self._returned_persons.pop(seat, None)

    def unused_portrait(self, own_portrait: str) -> str:
        """The first portrait that neither the player, who has ``own``, nor any further person uses."""
        used = {own_portrait, *(chair.portrait for chair in self.other_persons.values())}
        return next((portrait for portrait in (*PORTRAITS[1:], PORTRAITS[0]) if portrait not in used), own_portrait)

    def next_person(self, own_portrait: str) -> Chair:
        """The person to take the next chair: a known one, or else one without a name.

        They get another portrait if the player, who has ``own``, or a further person uses theirs.
        """
        seated = self.seated_other_persons()
        names = {chair.name for chair in seated.values()}
        returned = {chair.name for seat, chair in self._returned_persons.items() if seat in seated}
        chair = next((one for one in self._known_persons if one.name not in names | returned), Chair(PERSON))
        used = {own_portrait, *(other.portrait for other in seated.values())}
        return (
            chair
            if chair.name and chair.portrait not in used
            else chair._replace(portrait=self.unused_portrait(own_portrait))
        )

    def seat_person(self, seat: Seat, chair: Chair) -> None:
        """Give a chair to a person, as from ``next_person``."""
        for other in [other for other, one in self._returned_persons.items() if one.name == chair.name]:
            self._vacate(other)  # their chair is not at the table any more
        self.other_persons[seat] = chair
        if chair.name:
            self._returned_persons[seat] = chair

    def persons_to_remember(self) -> list[Chair]:
        """The persons to remember: those at the table, then the other known ones."""
        seated = self.seated_other_persons()
        returned = {chair.name for seat, chair in self._returned_persons.items() if seat in seated}
        return [*seated.values(), *(chair for chair in self._known_persons if chair.name not in returned)]

    def change_person(self, seat: Seat, *, name: str | None = None, portrait: str | None = None) -> None:
        """Change the name or portrait of a further person."""
        chair = self.other_persons[seat]
        chair = chair if name is None else chair._replace(name=name)
        self.other_persons[seat] = chair if portrait is None else chair._replace(portrait=portrait)

    def set_level(self, seat: Seat, level: str) -> None:
        """Set the level of the computer player in a chair; the others get their own ones, too, after a fair table."""
        self.fair_strength = ""
        self.line_up[seat - 1] = self.line_up[seat - 1]._replace(level=level)
