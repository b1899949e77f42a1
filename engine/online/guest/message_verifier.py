"""A host's messages, decoded and checked for one guest. The window gets nothing of a host before it was here.

Positions and events take milliseconds: the thread that carries the messages does this.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine import options
from engine.characters import CHARACTERS, is_level
from engine.events import CardsMoved, DealScored, Event, PileShuffled
from engine.game import STOCK, Game
from engine.games import GAMES
from engine.match.record import Record, RecordError
from engine.moves import Note, Seat
from engine.online.guest.event_verifier import EventVerifier
from engine.online.guest.known_texts import (
    UNKNOWN_TEXT_KEY,
    has_note,
    has_texts,
    replace_unknown_denial,
    replace_unknown_notice,
    replace_unknown_refusal,
    replace_unknown_rejection,
)
from engine.online.protocol import messages
from engine.online.protocol.game_codec import (
    MAX_DEALS,
    SPECTATOR,
    GameDecodeError,
    check_note,
    decode_events,
    decode_view,
    max_events_per_move,
)
from engine.online.protocol.messages import EntryRefused, Roster, ToGuest
from engine.online.protocol.table_rules import MAX_GUESTS, MAX_SPECTATORS, PHRASES, TableRules, is_chat_line
from engine.person_names import is_guest_name
from engine.settings import PORTRAITS

MAX_SHOWN_EVENTS = 2000
"""Maximum number of events that a window is told when a match is seen anew. Of a deal that has more, it is told where
the cards are now."""


class MatchStep(NamedTuple):
    """What happened between two pictures of the table."""

    question: int
    """Number of the question that is asked after it."""
    events: list[Event]
    """As this seat sees them. Where the match is shown ``is_restart``, those since the beginning of a deal."""
    game: Game
    """This seat's view after it."""
    left_ms: int
    """Milliseconds left to answer; 0 without a clock."""
    is_restart: bool = False
    """Whether nothing before this counts any more: after coming, coming back, or an undo."""
    recent_events_deal: int = 0
    """Number of the deal, from 1, with which the events begin, if ``is_restart``."""
    results: tuple[DealScored, ...] = ()
    """The results of all finished deals, if ``is_restart``."""
    deal: int = 0
    """Number of the deal whose result all are looking at, if ``is_restart``; 0 while play goes on."""

    @property
    def seat(self) -> Seat:
        """Whose view it is; ``SPECTATOR`` for one who watches."""
        return SPECTATOR if self.game.viewer is None else self.game.viewer


class FinishedMatch(NamedTuple):
    """The match is over."""

    text: str
    """Its record; empty for those who watched."""
    record: Record | None = None
    """The same, read; None if it can't be."""
    game: Game | None = None
    """The position to which the record leads."""


VerifiedMessage = (
    MatchStep
    | FinishedMatch
    | messages.Welcome
    | messages.EntryRefused
    | messages.Roster
    | messages.TurnClock
    | messages.MoveRejected
    | messages.RequestDenied
    | messages.ChatMessage
    | messages.ParticipantNotice
    | messages.Offered
    | messages.TableHandedOver
    | messages.TableMoved
)
"""What a window may be told of a table."""


class MessageVerifier:
    """Decodes and checks the messages of one table."""

    def __init__(self) -> None:
        self._game: Game | None = None
        """The latest view; None before a match."""
        self._event_verifier: EventVerifier | None = None
        """What the events so far have shown of the cards."""
        self._chair_count = 0
        """Number of chairs."""

    def verify(self, message: ToGuest | VerifiedMessage) -> VerifiedMessage | None:
        """Return what a window may be told: a match as steps, and None for what is not to be shown.

        What makes no sense gives the refusal ``UNKNOWN_TEXT_KEY``, which ends the connection. What was verified stays
        as it is.
        """
        try:
            return self._verify(message)
        except GameDecodeError:
            return EntryRefused(UNKNOWN_TEXT_KEY)

    def _verify(self, message: ToGuest | VerifiedMessage) -> VerifiedMessage | None:
        match message:
            case MatchStep():
                self._game = message.game
            case messages.MatchSnapshot():
                return self._begin_match(message)
            case messages.MatchEvents():
                return self._continue_match(message)
            case messages.MatchOver():
                return _read_finished(message.record)
            case messages.Roster():
                _check_roster(message)
                self._chair_count = message.seats
                if message.phase == "room":
                    self._game = self._event_verifier = None
            case messages.EntryRefused():
                return replace_unknown_refusal(message)
            case messages.RequestDenied():
                return replace_unknown_denial(message)
            case messages.MoveRejected():
                return self._verify_rejection(message)
            case messages.ParticipantNotice():
                return replace_unknown_notice(message)
            case messages.ChatMessage():
                return message if self._is_valid_chat(message) else None
        return message

    def _begin_match(self, message: messages.MatchSnapshot) -> MatchStep:
        """See the match anew."""
        view = decode_view(message.view)
        if view.viewer != message.seat:
            raise GameDecodeError("the view of another seat")
        results = tuple(one for one in decode_events(message.results, view) if isinstance(one, DealScored))
        told = decode_events(message.recent_events, view)
        if len(results) > MAX_DEALS:
            raise GameDecodeError(f"{len(results)} results")
        self._check_texts(view, (*results, *told))
        self._event_verifier = EventVerifier(view)
        self._event_verifier.apply(told, view)
        at, deals = _find_latest_deal_start(told, len(view.known))
        told, told_from = told[at:], message.recent_events_deal + deals
        if len(told) > MAX_SHOWN_EVENTS:
            told, told_from = _placement_events(view), view.deal_number
        return MatchStep(message.question, told, view, message.left_ms, True, told_from, results, message.deal)

    def _continue_match(self, message: messages.MatchEvents) -> MatchStep:
        if self._game is None or self._event_verifier is None:
            raise GameDecodeError("something happened before the match was seen")
        view = decode_view(message.view)
        if (type(view), view.seats, view.viewer) != (type(self._game), self._game.seats, self._game.viewer):
            raise GameDecodeError("something happened in another match")
        events = decode_events(message.events, view, max_events_per_move(view))
        self._check_texts(view, events)
        self._event_verifier.apply(events, view)
        return MatchStep(message.question, events, view, message.left_ms)

    def _check_texts(self, view: Game, events: Sequence[Event]) -> None:
        reason = None if view.outcome is None else view.outcome.reason
        if not has_texts(view.slug, events) or (reason is not None and not has_note(view.slug, "reason", reason)):
            raise GameDecodeError("a text that isn't known here")
        self._game = view

    def _verify_rejection(self, message: messages.MoveRejected) -> messages.MoveRejected:
        """Check why an answer doesn't count: for a reason of the table, or one of the game."""
        if message.key.startswith("online.rejected.") or self._game is None:
            return replace_unknown_rejection(message, "")
        try:
            check_note(Note(message.key, message.placeholders), self._game)
        except GameDecodeError:
            return replace_unknown_rejection(message, "")
        return replace_unknown_rejection(message, self._game.slug)

    def _is_valid_chat(self, said: messages.ChatMessage) -> bool:
        seats = self._chair_count if self._game is None else min(self._chair_count, self._game.seats)
        return -1 <= said.seat < seats and (said.phrase in PHRASES or (not said.phrase and is_chat_line(said.text)))


def _find_latest_deal_start(events: Sequence[Event], pack: int) -> tuple[int, int]:
    """Return where the events begin that a window is told, and the number of deals that are over before them.

    They begin where all cards were in the stock: what follows can be shown without what was before.
    """
    stock, deals, found = pack, 0, (0, 0)
    for at, event in enumerate(events):
        if len(events) - found[0] <= MAX_SHOWN_EVENTS:
            break
        if isinstance(event, CardsMoved):
            stock += len(event.cards) * ((event.target == STOCK) - (event.source == STOCK))
        elif isinstance(event, PileShuffled) and event.pile == STOCK and stock == pack:
            found = at, deals
        deals += isinstance(event, DealScored)
    return found


def _placement_events(view: Game) -> list[Event]:
    """Events that lead from all cards in the stock to a view, at most one for each card."""
    events, left = list[Event](), len(view.known)
    for pile, lying in view.piles.items():
        for card in lying if pile != STOCK else ():
            left -= 1
            is_up = card >= 0 and bool(view.face_up_cards >> card & 1)
            events.append(CardsMoved((card,), STOCK, pile, (left,), "move", face_up=is_up))
    return events


def _read_finished(text: str) -> FinishedMatch:
    """Read a record and play it to its end."""
    if not text:
        return FinishedMatch(text)
    try:
        record = Record.from_text(text)
        return FinishedMatch(text, record, record.replay())
    except RecordError:
        return FinishedMatch(text)


def _check_roster(roster: Roster) -> None:
    """Refuse a roster that no screen could show."""
    fine = (
        roster.game in GAMES
        and roster.seats == len(roster.chairs) in GAMES[roster.game].seats_allowed
        and len(roster.people) <= MAX_GUESTS + MAX_SPECTATORS
        and not options.from_mapping(GAMES[roster.game].Options, roster.options)[1]
        and not options.from_mapping(TableRules, roster.rules)[1]
        and all(chair.character in CHARACTERS and is_level(chair.level) for chair in roster.chairs)
        and all(is_guest_name(person.name) and person.portrait in PORTRAITS for person in roster.people)
        and {chair.person for chair in roster.chairs} <= {0, *(person.number for person in roster.people)}
    )
    if not fine:
        raise GameDecodeError("a roster of another program")
