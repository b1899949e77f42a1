"""Who is at a table: people with their numbers, tokens, names, chairs, and whether their connections stand."""

import hmac
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.match.record import PORTRAITS
from engine.names import folded, is_guest_name, skeleton, told_apart
from engine.online.kept import KeptPerson, TableError
from engine.online.messages import HandedPerson, Hello, PersonState
from engine.online.rules import MOST_GUESTS, MOST_WATCHERS

Link = int
"""A connection; whoever carries the messages numbers them."""
NOBODY = 0
STANDING = -1
"""The chair of somebody without one."""
_LANGUAGE = 12
"""Maximum length of a language's name."""


@dataclass
class Person:
    """Somebody at the table."""

    number: int
    token: str
    name: str = ""
    portrait: str = "you"
    language: str = ""
    watching: bool = False
    chair: int = STANDING
    waits: bool = False
    """Whether this person would like a chair and found none."""
    ready: bool = False
    link: Link | None = None
    away_ms: float = 0.0
    """Milliseconds since the connection was lost."""
    left: bool = False
    """Whether this person went on purpose."""
    voucher: bool = False
    """Whether the token is replaced when this person comes."""

    @property
    def here(self) -> bool:
        """Whether the connection stands."""
        return self.link is not None

    def state(self) -> PersonState:
        """What everybody is told."""
        return PersonState(self.number, self.name, self.portrait, self.language, self.watching, self.ready, self.here)


class Attendance:
    """The people at one table.

    Args:
        new_token: makes a token that nobody can guess.
    """

    def __init__(self, new_token: Callable[[], str]) -> None:
        self._new_token = new_token
        self._people: dict[int, Person] = {}
        self.given = 0
        """The last number that was given to somebody."""

    def __iter__(self) -> Iterator[Person]:
        return iter(self._people.values())

    def get(self, number: int) -> Person | None:
        """The person with that number."""
        return self._people.get(number)

    def by_link(self, link: Link) -> Person | None:
        """The person on that connection."""
        return next((person for person in self if person.link == link), None)

    def by_token(self, token: str) -> Person | None:
        """The person to whom that token was given; every token is compared, in a time that tells nothing."""
        found = None
        for person in self:
            if hmac.compare_digest(person.token.encode(), token.encode()):
                found = person
        return found

    def in_chair(self, chair: int) -> Person | None:
        """Who sits there."""
        return next((person for person in self if person.chair == chair), None)

    def seated(self) -> list[Person]:
        """Everybody with a chair."""
        return [person for person in self if person.chair != STANDING]

    def problem(self, hello: Hello) -> str:
        """The key of the reason why somebody new is not let in; empty if there is room and the name is fit."""
        if not fit(hello):
            return "online.problem.bad_name"
        present = sum(person.watching == hello.watching for person in self)
        return "online.problem.full" if present >= (MOST_WATCHERS if hello.watching else MOST_GUESTS) else ""

    def add(self, hello: Hello, token: str = "") -> Person:
        """Let somebody new in."""
        self.given += 1
        person = Person(self.given, token or self._new_token(), watching=hello.watching)
        self._people[person.number] = person
        self.introduce(person, hello)
        return person

    def kept(self, is_waited_for: Callable[[Person], bool]) -> tuple[KeptPerson, ...]:
        """The people as they are kept; the others come again as strangers."""
        return tuple(
            KeptPerson(one.number, one.token, one.name, one.portrait, one.language, one.chair, one.voucher)
            for one in self
            if is_waited_for(one)
        )

    def handed(self) -> tuple[HandedPerson, ...]:
        """The people for another host: those who are here to play, without their tokens."""
        return tuple(
            HandedPerson(one.number, one.name, one.portrait, one.language, one.chair)
            for one in self
            if one.here and not one.watching
        )

    def renew(self, person: Person) -> None:
        """Give somebody a new token; the old one is void."""
        person.token, person.voucher = self._new_token(), False

    def restore(self, people: Iterable[KeptPerson], given: int, chairs: int) -> None:
        """Take people back who were kept: all are away at first.

        Args:
            people: as ``kept`` gave them.
            given: the last number that was given.
            chairs: number of chairs.

        Raises:
            TableError: they could not sit at any table.
        """
        for one in people:
            person = Person(
                one.number,
                one.token,
                folded(one.name),
                one.portrait,
                one.language,
                chair=one.chair,
                voucher=one.voucher,
            )
            taken = one.number in self._people or (one.chair != STANDING and self.in_chair(one.chair) is not None)
            if taken or not fit(one) or not STANDING <= one.chair < chairs or not NOBODY < one.number <= given:
                raise TableError(f"person {one.number}")
            self._people[one.number] = person
        self.given = given

    def introduce(self, person: Person, hello: Hello) -> None:
        """Take the name that somebody comes with, with a number behind it if another's looks the same."""
        others = {skeleton(other.name) for other in self if other is not person}
        person.name = told_apart(folded(hello.name), others, MOST_GUESTS + MOST_WATCHERS)
        person.portrait, person.language = hello.portrait, hello.language

    def remove(self, person: Person) -> None:
        """Forget somebody; the token is void."""
        del self._people[person.number]

    def pass_time(self, ms: float) -> None:
        """Let milliseconds pass for those who are away."""
        for person in self:
            if not person.here:
                person.away_ms += ms


def fit(one: Hello | KeptPerson) -> bool:
    """Whether a name, a portrait and a language may be shown to others."""
    language = one.language.replace("_", "")
    fine = len(one.language) <= _LANGUAGE and (not language or (language.isascii() and language.isalnum()))
    return fine and is_guest_name(folded(one.name)) and one.portrait in PORTRAITS
