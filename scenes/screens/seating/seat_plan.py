"""Seating plan of the next match: the computer player or person of every chair. Free of pygame."""

from collections.abc import Sequence

from engine.characters import CHARACTERS
from engine.match.record import PERSON, Chair
from engine.moves import Seat
from engine.settings import PORTRAITS


class SeatPlan:
    """Occupants of the chairs in the next match: computer players and persons. Seat 0 is the player's; each other seat
    has a computer player or a person.

    Args:
        line_up: all computer players, in seating order from seat 1; those beyond ``seats`` wait.
        seats: number of seats.
        known_persons: persons who played before, in the order in which they are offered chairs.
    """

    def __init__(self, line_up: list[Chair], seats: int, known_persons: Sequence[Chair] = ()) -> None:
        self.line_up = line_up
        self.seats = seats
        self.other_persons: dict[Seat, Chair] = {}
        """Other persons by seat; ``line_up`` still has the computer player of that seat."""
        self.fair_strength = ""
        """Strength of all computer players at a fair table, as text; empty if each plays at its own level."""
        self._known_persons = tuple(known_persons)
        self._returned_persons: dict[Seat, Chair] = {}
        """Known persons as they were when they took a chair, by seat; their names may have been edited since."""

    def seat_last_table(self, opponents: Sequence[Chair]) -> None:
        """Seat the opponents of the last table, from seat 1 on; persons get the portraits that they had."""
        for i, chair in enumerate(opponents):
            if chair.who == PERSON:
                known = (one for one in self._known_persons if chair.name and one.name == chair.name)
                self.seat_person(i + 1, next(known, chair._replace(portrait=self.unused_portrait(PORTRAITS[0]))))
            else:
                j = next(j for j, one in enumerate(self.line_up) if one.who == chair.who)
                self.line_up[j] = self.line_up[i]
                self.line_up[i] = chair
        self.seats = len(opponents) + 1

    def opponents(self) -> list[Chair]:
        """Return the chairs from seat 1 on, with each character's own level even at a fair table."""
        return [self.other_persons.get(seat, self.line_up[seat - 1]) for seat in range(1, self.seats)]

    def seated_other_persons(self) -> dict[Seat, Chair]:
        """Return the persons at the table other than the player, by seat."""
        return {seat: chair for seat, chair in sorted(self.other_persons.items()) if seat < self.seats}

    def chairs(self, own_chair: Chair) -> tuple[Chair, ...]:
        """Return all chairs of the next match; ``own_chair`` has no name and portrait unless another person plays."""
        others = [
            chair._replace(level=self.fair_strength) if self.fair_strength and chair.who != PERSON else chair
            for chair in self.opponents()
        ]
        return (own_chair if self.seated_other_persons() else Chair(PERSON), *others)

    def seated_characters(self) -> set[str]:
        return {chair.who for chair in self.chairs(Chair())} & CHARACTERS.keys()

    def unseated_characters(self) -> list[str]:
        """Return the computer players without a seat in the next match."""
        seated = self.seated_characters()
        return [chair.who for chair in self.line_up if chair.who not in seated]

    def seat_waiting_character(self, seat: Seat, slug: str) -> bool:
        """Give a chair to a waiting computer player at their usual level; return False if they are seated elsewhere.

        The computer player already in this chair keeps the current level.
        """
        i = seat - 1
        j = next(j for j, chair in enumerate(self.line_up) if chair.who == slug)
        if slug in self.seated_characters() and i != j:
            return False
        self.line_up[i], self.line_up[j] = self.line_up[j], self.line_up[i]
        if i != j:
            self.line_up[i] = Chair(slug, CHARACTERS[slug].default_level)
        self._remove_person(seat)
        return True

    def _remove_person(self, seat: Seat) -> None:
        self.other_persons.pop(seat, None)
        self._returned_persons.pop(seat, None)

    def unused_portrait(self, own_portrait: str) -> str:
        """Return the first portrait that neither the player (``own_portrait``) nor another person uses."""
        used = {own_portrait, *(chair.portrait for chair in self.other_persons.values())}
        return next((portrait for portrait in (*PORTRAITS[1:], PORTRAITS[0]) if portrait not in used), own_portrait)

    def next_known_or_new_person(self, own_portrait: str) -> Chair:
        """Return the person for the next chair taken: a known one, else one without a name.

        The portrait is replaced if the player (``own_portrait``) or another person uses it.
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
        """Give a chair to a person returned by ``next_known_or_new_person``."""
        for other in [other for other, one in self._returned_persons.items() if one.name == chair.name]:
            self._remove_person(other)  # the person's old chair is beyond the current seats
        self.other_persons[seat] = chair
        if chair.name:
            self._returned_persons[seat] = chair

    def persons_to_remember(self) -> list[Chair]:
        """Return the persons to remember after seating: those at the table, then the other known ones."""
        seated = self.seated_other_persons()
        returned = {chair.name for seat, chair in self._returned_persons.items() if seat in seated}
        return [*seated.values(), *(chair for chair in self._known_persons if chair.name not in returned)]

    def change_other_person(self, seat: Seat, *, name: str | None = None, portrait: str | None = None) -> None:
        """Change the name or portrait of a person other than the player."""
        chair = self.other_persons[seat]
        chair = chair if name is None else chair._replace(name=name)
        self.other_persons[seat] = chair if portrait is None else chair._replace(portrait=portrait)

    def set_level(self, seat: Seat, level: str) -> None:
        """Set the level of the computer player in a chair; this ends a fair table, at which all bots adapt to the
        player.
        """
        self.fair_strength = ""
        self.line_up[seat - 1] = self.line_up[seat - 1]._replace(level=level)

    def common_level(self) -> str:
        """Return the level of all computer players at the table; empty if they differ, or adapt to the player."""
        levels = {chair.level for chair in self.opponents() if chair.who != PERSON}
        return levels.pop() if len(levels) == 1 and not self.fair_strength else ""

    def set_all_levels(self, level: str) -> None:
        """Set the level of all computer players, also of those who wait; this ends a fair table."""
        self.fair_strength = ""
        self.line_up = [chair._replace(level=level) for chair in self.line_up]
