"""Who is at a table: people with their numbers, tokens, names, chairs, and whether their connections stand."""

import hmac
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.online.host.saved_table import SavedParticipant, SavedTableError
from engine.online.protocol.messages import HandedParticipant, Hello, ParticipantState
from engine.online.protocol.table_rules import MAX_GUESTS, MAX_SPECTATORS
from engine.person_names import disambiguate_name, fold_name, is_guest_name, name_skeleton
from engine.settings import PORTRAITS

ConnectionId = int
"""A connection; whoever carries the messages numbers them."""
NO_PARTICIPANT = 0
NO_CHAIR = -1
"""The chair of somebody without one."""
_MAX_LANGUAGE_LENGTH = 12
"""Maximum length of a language's name."""


@dataclass
class Participant:
    """Somebody at the table."""

    number: int
    token: str
    name: str = ""
    portrait: str = "you"
    language: str = ""
    watching: bool = False
    chair: int = NO_CHAIR
    is_waiting: bool = False
    """Whether this person would like a chair and found none."""
    is_ready: bool = False
    connection_id: ConnectionId | None = None
    away_ms: float = 0.0
    """Milliseconds since the connection was lost."""
    has_left: bool = False
    """Whether this person went on purpose."""
    voucher: bool = False
    """Whether the token is replaced when this person comes."""

    @property
    def is_connected(self) -> bool:
        """Whether the connection stands."""
        return self.connection_id is not None

    def state(self) -> ParticipantState:
        """What everybody is told."""
        return ParticipantState(
            self.number, self.name, self.portrait, self.language, self.watching, self.is_ready, self.is_connected
        )


class Participants:
    """The people at one table.

    Args:
        new_token: makes a token that nobody can guess.
    """

    def __init__(self, new_token: Callable[[], str]) -> None:
        self._new_token = new_token
        self._participants: dict[int, Participant] = {}
        self.last_number = 0
        """The last number that was given to somebody."""

    def __iter__(self) -> Iterator[Participant]:
        return iter(self._participants.values())

    def get(self, number: int) -> Participant | None:
        """The person with that number."""
        return self._participants.get(number)

    def by_connection(self, link: ConnectionId) -> Participant | None:
        """The person on that connection."""
        return next((person for person in self if person.connection_id == link), None)

    def by_token(self, token: str) -> Participant | None:
        """The person to whom that token was given; every token is compared, in a time that tells nothing."""
        found = None
        for person in self:
            if hmac.compare_digest(person.token.encode(), token.encode()):
                found = person
        return found

    def in_chair(self, chair: int) -> Participant | None:
        """Who sits there."""
        return next((person for person in self if person.chair == chair), None)

    def seated_participants(self) -> list[Participant]:
        """Everybody with a chair."""
        return [person for person in self if person.chair != NO_CHAIR]

    def refusal_key(self, hello: Hello) -> str:
        """The key of the reason why somebody new is not let in; empty if there is room and the name is fit."""
        if not is_displayable(hello):
            return "online.problem.bad_name"
        present = sum(person.watching == hello.watching for person in self)
        return "online.problem.full" if present >= (MAX_SPECTATORS if hello.watching else MAX_GUESTS) else ""

    def add(self, hello: Hello, token: str = "") -> Participant:
        """Let somebody new in."""
        self.last_number += 1
        person = Participant(self.last_number, token or self._new_token(), watching=hello.watching)
        self._participants[person.number] = person
        self.set_identity(person, hello)
        return person

    def to_saved(self, is_waited_for: Callable[[Participant], bool]) -> tuple[SavedParticipant, ...]:
        """The people as they are kept; the others come again as strangers."""
        return tuple(
            SavedParticipant(one.number, one.token, one.name, one.portrait, one.language, one.chair, one.voucher)
            for one in self
            if is_waited_for(one)
        )

    def to_handed_over(self) -> tuple[HandedParticipant, ...]:
        """The people for another host: those who are here to play, without their tokens."""
        return tuple(
            HandedParticipant(one.number, one.name, one.portrait, one.language, one.chair)
            for one in self
            if one.is_connected and not one.watching
        )

    def renew_token(self, person: Participant) -> None:
        """Give somebody a new token; the old one is void."""
        person.token, person.voucher = self._new_token(), False

    def restore(self, people: Iterable[SavedParticipant], last_number: int, chairs: int) -> None:
        """Take people back who were kept: all are away at first.

        Args:
            people: as ``saved_table`` gave them.
            given: the last number that was given.
            chairs: number of chairs.

        Raises:
            TableError: they could not sit at any table.
        """
        for one in people:
            person = Participant(
                one.number,
                one.token,
                fold_name(one.name),
                one.portrait,
                one.language,
                chair=one.chair,
                voucher=one.voucher,
            )
            taken = one.number in self._participants or (one.chair != NO_CHAIR and self.in_chair(one.chair) is not None)
            if (
                taken
                or not is_displayable(one)
                or not NO_CHAIR <= one.chair < chairs
                or not NO_PARTICIPANT < one.number <= last_number
            ):
                raise SavedTableError(f"person {one.number}")
            self._participants[one.number] = person
        self.last_number = last_number

    def set_identity(self, person: Participant, hello: Hello) -> None:
        """Take the name that somebody comes with, with a number behind it if another's looks the same."""
        others = {name_skeleton(other.name) for other in self if other is not person}
        person.name = disambiguate_name(fold_name(hello.name), others, MAX_GUESTS + MAX_SPECTATORS)
        person.portrait, person.language = hello.portrait, hello.language

    def remove(self, person: Participant) -> None:
        """Forget somebody; the token is void."""
        del self._participants[person.number]

    def advance_clock(self, ms: float) -> None:
        """Let milliseconds pass for those who are away."""
        for person in self:
            if not person.is_connected:
                person.away_ms += ms


def is_displayable(person: Hello | SavedParticipant) -> bool:
    """Whether a name, a portrait and a language may be shown to others."""
    language = person.language.replace("_", "")
    fine = len(person.language) <= _MAX_LANGUAGE_LENGTH and (
        not language or (language.isascii() and language.isalnum())
    )
    return fine and is_guest_name(fold_name(person.name)) and person.portrait in PORTRAITS
