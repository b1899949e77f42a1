"""Participants of an online table: numbers, tokens, names, chairs and connections."""

import hmac
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.online.host.saved_table import SavedParticipant, SavedTableError
from engine.online.protocol.messages import HandedParticipant, Hello, ParticipantState
from engine.online.protocol.table_rules import MAX_GUESTS, MAX_SPECTATORS
from engine.person_names import disambiguate_name, is_valid_guest_name, name_skeleton, normalise_name
from engine.settings import PORTRAITS

ConnectionId = int
"""Identifies a connection; assigned by the connection layer."""
NO_PARTICIPANT = 0
NO_CHAIR = -1
"""Chair number of a participant without a chair."""
_MAX_LANGUAGE_LENGTH = 12
"""Maximum length of a language code."""


@dataclass
class Participant:
    """A person at an online table: number, token, name, chair and connection."""

    number: int
    token: str
    name: str = ""
    portrait: str = "you"
    language: str = ""
    is_spectator: bool = False
    chair: int = NO_CHAIR
    is_player_awaiting_chair: bool = False
    """Whether this participant wants to play and gets the next free chair."""
    is_ready: bool = False
    connection_id: ConnectionId | None = None
    away_ms: float = 0.0
    """Milliseconds since the connection was lost."""
    has_left: bool = False
    """Whether this participant left on purpose."""
    has_one_time_token: bool = False
    """Whether the token has to be replaced when this participant arrives."""

    @property
    def is_connected(self) -> bool:
        return self.connection_id is not None

    def state(self) -> ParticipantState:
        """Return the participant's public data for the roster."""
        return ParticipantState(
            self.number, self.name, self.portrait, self.language, self.is_spectator, self.is_ready, self.is_connected
        )


class Participants:
    """The participants of one table, by number.

    Args:
        new_token: draws a random token.
    """

    def __init__(self, new_token: Callable[[], str]) -> None:
        self._new_token = new_token
        self._participants: dict[int, Participant] = {}
        self.last_number = 0
        """Highest participant number assigned so far."""

    def __iter__(self) -> Iterator[Participant]:
        return iter(self._participants.values())

    def get(self, number: int) -> Participant | None:
        return self._participants.get(number)

    def by_connection(self, connection_id: ConnectionId) -> Participant | None:
        return next((person for person in self if person.connection_id == connection_id), None)

    def by_token(self, token: str) -> Participant | None:
        """Return the participant with that secret token; None if there is none.

        Compares all tokens in constant time, so that timing reveals nothing.
        """
        found = None
        for person in self:
            if hmac.compare_digest(person.token.encode(), token.encode()):
                found = person
        return found

    def in_chair(self, chair: int) -> Participant | None:
        return next((person for person in self if person.chair == chair), None)

    def seated_participants(self) -> list[Participant]:
        """Return the participants with a chair."""
        return [person for person in self if person.chair != NO_CHAIR]

    def refusal_key(self, hello: Hello) -> str:
        """Return the text key of the reason to refuse a new participant: bad name or full table. Empty for none."""
        if not is_displayable(hello):
            return "online.problem.bad_name"
        present = sum(person.is_spectator == hello.is_spectator for person in self)
        return "online.problem.full" if present >= (MAX_SPECTATORS if hello.is_spectator else MAX_GUESTS) else ""

    def add(self, hello: Hello, token: str = "") -> Participant:
        """Add a new participant to the online table."""
        self.last_number += 1
        person = Participant(self.last_number, token or self._new_token(), is_spectator=hello.is_spectator)
        self._participants[person.number] = person
        self.set_identity(person, hello)
        return person

    def to_saved(self, should_save: Callable[[Participant], bool]) -> tuple[SavedParticipant, ...]:
        """Return the saved form of the participants for which ``should_save`` is true."""
        return tuple(
            SavedParticipant(
                one.number, one.token, one.name, one.portrait, one.language, one.chair, one.has_one_time_token
            )
            for one in self
            if should_save(one)
        )

    def connected_players(self) -> tuple[HandedParticipant, ...]:
        """Return the connected players, without tokens, for the host that takes over the table."""
        return tuple(
            HandedParticipant(one.number, one.name, one.portrait, one.language, one.chair)
            for one in self
            if one.is_connected and not one.is_spectator
        )

    def renew_token(self, person: Participant) -> None:
        """Replace a participant's token; the old one becomes invalid."""
        person.token, person.has_one_time_token = self._new_token(), False

    def restore(self, saved_participants: Iterable[SavedParticipant], last_number: int, chairs: int) -> None:
        """Restore the saved participants of a table, all disconnected.

        Args:
            saved_participants: participants from ``saved_table``.
            last_number: highest number assigned so far.
            chairs: number of chairs.

        Raises:
            SavedTableError: a number, chair or identity is invalid.
        """
        for saved in saved_participants:
            person = Participant(
                saved.number,
                saved.token,
                normalise_name(saved.name),
                saved.portrait,
                saved.language,
                chair=saved.chair,
                has_one_time_token=saved.voucher,
            )
            is_taken = saved.number in self._participants or (
                saved.chair != NO_CHAIR and self.in_chair(saved.chair) is not None
            )
            if (
                is_taken
                or not is_displayable(saved)
                or not NO_CHAIR <= saved.chair < chairs
                or not NO_PARTICIPANT < saved.number <= last_number
            ):
                raise SavedTableError(
                    f"participant {saved.number}: number, chair, name, portrait or language is invalid"
                )
            self._participants[saved.number] = person
        self.last_number = last_number

    def set_identity(self, person: Participant, hello: Hello) -> None:
        """Set a participant's name, portrait and language; a name that looks like another's gets a number."""
        others = {name_skeleton(other.name) for other in self if other is not person}
        person.name = disambiguate_name(normalise_name(hello.name), others, MAX_GUESTS + MAX_SPECTATORS)
        person.portrait, person.language = hello.portrait, hello.language

    def remove(self, person: Participant) -> None:
        """Remove a participant; the token becomes invalid."""
        del self._participants[person.number]

    def advance_clock(self, ms: float) -> None:
        """Add ``ms`` milliseconds to the absence of all who are away."""
        for person in self:
            if not person.is_connected:
                person.away_ms += ms


def is_displayable(person: Hello | SavedParticipant) -> bool:
    """Whether a participant's name, portrait and language may be shown to others."""
    language = person.language.replace("_", "")
    is_language = len(person.language) <= _MAX_LANGUAGE_LENGTH and (
        not language or (language.isascii() and language.isalnum())
    )
    return is_language and is_valid_guest_name(normalise_name(person.name)) and person.portrait in PORTRAITS
