"""Validation of a host's messages for one guest; the window gets only verified messages.

Views and events take milliseconds to decode, so ``network_thread`` does this in its thread.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine import options
from engine.characters import CHARACTERS, is_level_or_strength
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
    max_events_and_cards_per_move,
)
from engine.online.protocol.messages import EntryRefused, Roster, ToGuest
from engine.online.protocol.table_rules import MAX_GUESTS, MAX_SPECTATORS, PHRASES, TableRules, is_chat_line
from engine.person_names import is_valid_guest_name
from engine.settings import PORTRAITS

MAX_RESTART_EVENTS = 2000
"""Maximum number of events to show after a restart of the match. Instead of more, each card moves to its pile."""


class MatchStep(NamedTuple):
    """One change of an online match: events and the view after them."""

    question: int
    """Number of the question at this view."""
    events: list[Event]
    """Events as this seat sees them; after a restart, those from the start of a deal."""
    game: Game
    """The seat's view of the game after the events."""
    remaining_ms: int
    """Milliseconds left to answer; 0 without a clock."""
    is_restart: bool = False
    """Whether this step replaces all earlier ones: after joining, a reconnection or an undo."""
    recent_events_deal: int = 0
    """Number, from 1, of the deal with which the events begin; only with ``is_restart``."""
    results: tuple[DealScored, ...] = ()
    """Results of all finished deals; only with ``is_restart``."""
    result_deal: int = 0
    """Number of the deal whose result is shown to all; 0 while play goes on. Only with ``is_restart``."""

    @property
    def viewer(self) -> Seat:
        """Seat from which the step's view of the game is seen; ``SPECTATOR`` for a spectator."""
        return SPECTATOR if self.game.viewer is None else self.game.viewer


class FinishedMatch(NamedTuple):
    """A finished online match with its record."""

    record_text: str
    """Text of the record; empty for spectators."""
    record: Record | None = None
    """The parsed record; None if it is invalid."""
    game: Game | None = None
    """The final position of the record; None if it is invalid."""


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
"""A message that a window may process."""


class MessageVerifier:
    """Decodes and validates a host's messages about one online table."""

    def __init__(self) -> None:
        self._game: Game | None = None
        """The latest view; None before a match."""
        self._event_verifier: EventVerifier | None = None
        """Follows the visible cards through the events; None before a match."""
        self._chair_count = 0

    def verify_or_refuse(self, message: ToGuest | VerifiedMessage) -> VerifiedMessage | None:
        """Validate a host's message and return it, match data decoded as a ``MatchStep``; None if it is to be ignored.

        For an invalid message, return a refusal with ``UNKNOWN_TEXT_KEY``, which ends the connection. Verified
        messages are returned unchanged.
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
        """Decode a host's snapshot of the match to a ``MatchStep`` that restarts the guest's display of the match."""
        view = decode_view(message.view)
        if view.viewer != message.seat:
            raise GameDecodeError(f"view of seat {view.viewer}, expected {message.seat}")
        results = tuple(one for one in decode_events(message.results, view) if isinstance(one, DealScored))
        events = decode_events(message.recent_events, view)
        if len(results) > MAX_DEALS:
            raise GameDecodeError(f"{len(results)} deal results, at most {MAX_DEALS} are allowed")
        _check_texts(view, (*results, *events))
        self._game = view
        self._event_verifier = EventVerifier(view)
        self._event_verifier.apply(events, view)
        start = _find_start_of_shown_events(events, view.card_count)
        events, first_deal = events[start.event_index :], message.recent_events_deal + start.finished_deals
        if len(events) > MAX_RESTART_EVENTS:
            events, first_deal = _placement_events(view), view.deal_number
        return MatchStep(
            message.question, events, view, message.remaining_ms, True, first_deal, results, message.result_deal
        )

    def _continue_match(self, message: messages.MatchEvents) -> MatchStep:
        if self._game is None or self._event_verifier is None:
            raise GameDecodeError("events before the first snapshot")
        view = decode_view(message.view)
        if (type(view), view.seats, view.viewer) != (type(self._game), self._game.seats, self._game.viewer):
            raise GameDecodeError("events of another game, number of seats or viewer")
        events = decode_events(message.events, view, max_events_and_cards_per_move(view))
        _check_texts(view, events)
        self._game = view
        self._event_verifier.apply(events, view)
        return MatchStep(message.question, events, view, message.remaining_ms)

    def _verify_rejection(self, message: messages.MoveRejected) -> messages.MoveRejected:
        """Return the host's rejection of an answer, or a general one if its reason is invalid or its text unknown."""
        if message.key.startswith("online.rejected.") or self._game is None:
            return replace_unknown_rejection(message, "")
        try:
            check_note(Note(message.key, message.placeholders), self._game)
        except GameDecodeError:
            return replace_unknown_rejection(message, "")
        return replace_unknown_rejection(message, self._game.slug)

    def _is_valid_chat(self, message: messages.ChatMessage) -> bool:
        seats = self._chair_count if self._game is None else min(self._chair_count, self._game.seats)
        return -1 <= message.seat < seats and (
            message.phrase in PHRASES or (not message.phrase and is_chat_line(message.text))
        )


def _check_texts(view: Game, events: Sequence[Event]) -> None:
    """Check that the catalogue has all texts of a match's events and outcome.

    Raises:
        GameDecodeError: a text is unknown.
    """
    reason = None if view.outcome is None else view.outcome.reason
    if not has_texts(view.slug, events) or (reason is not None and not has_note(view.slug, "reason", reason)):
        raise GameDecodeError("an event or the outcome has an unknown text")


class _ShownStart(NamedTuple):
    """The point of a match from which its events are shown to a guest who joins."""

    event_index: int
    """Index of the first event to show."""
    finished_deals: int
    """Number of deals that finished before that event."""


def _find_start_of_shown_events(events: Sequence[Event], card_count: int) -> _ShownStart:
    """Return the point from which to show a match's events to a guest who joins.

    Events can be shown from any moment at which all cards are in the stock.
    """
    stock_size, deals, latest = card_count, 0, _ShownStart(0, 0)
    for index, event in enumerate(events):
        if len(events) - latest.event_index <= MAX_RESTART_EVENTS:
            break
        if isinstance(event, CardsMoved):
            stock_size += len(event.cards) * ((event.target == STOCK) - (event.source == STOCK))
        elif isinstance(event, PileShuffled) and event.pile == STOCK and stock_size == card_count:
            latest = _ShownStart(index, deals)
        deals += isinstance(event, DealScored)
    return latest


def _placement_events(view: Game) -> list[Event]:
    """Return invented events that lay out the piles of a view: each moves one card from the stock to its pile."""
    events, stock_size = list[Event](), view.card_count
    for pile, lying in view.piles.items():
        for card in lying if pile != STOCK else ():
            stock_size -= 1
            is_up = card >= 0 and bool(view.face_up_cards >> card & 1)
            events.append(CardsMoved((card,), STOCK, pile, (stock_size,), "move", face_up=is_up))
    return events


def _read_finished(text: str) -> FinishedMatch:
    """Parse the record of a finished match and replay it to its end."""
    if not text:
        return FinishedMatch(text)
    try:
        record = Record.from_text(text)
        return FinishedMatch(text, record, record.replay())
    except RecordError:
        return FinishedMatch(text)


def _check_roster(roster: Roster) -> None:
    """Check the games, options, characters and participants in a host's roster.

    Raises:
        GameDecodeError: it contains an unknown game, option, character or participant.
    """
    fine = (
        roster.game in GAMES
        and roster.seats == len(roster.chairs) in GAMES[roster.game].seats_allowed
        and len(roster.participants) <= MAX_GUESTS + MAX_SPECTATORS
        and not options.from_mapping(GAMES[roster.game].Options, roster.options)[1]
        and not options.from_mapping(TableRules, roster.rules)[1]
        and all(chair.character in CHARACTERS and is_level_or_strength(chair.level) for chair in roster.chairs)
        and all(is_valid_guest_name(person.name) and person.portrait in PORTRAITS for person in roster.participants)
        and {chair.participant_number for chair in roster.chairs}
        <= {0, *(person.number for person in roster.participants)}
    )
    if not fine:
        raise GameDecodeError("roster: unknown game, option, character, level, name, portrait or participant")
