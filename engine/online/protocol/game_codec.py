"""Codec for a seat's view of a game and for events as that seat sees them, in MessagePack.

It contains no knowledge about single games. It encodes the attributes of every ``Game``, and those that a game's class
annotates, by their types. Decoding accepts only games of the registry, with piles and cards that they may have.
"""

import dataclasses
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import Meta, Raw, Struct

from engine import options
from engine.cards import HIDDEN, MAX_PACKS, PACK_SIZE, RANKS, SUITS, Card
from engine.events import (
    Announced,
    CardsMoved,
    CardsTurned,
    DealScored,
    Event,
    MatchEnded,
    PileShuffled,
    QuestionAsked,
    redact_for_seat,
)
from engine.game import Game, MatchOutcome
from engine.games import GAMES
from engine.moves import TABLE, Ask, Move, Note, Pile, Seat
from engine.online.protocol.messages import MAX_EVENTS_BYTES, MAX_VIEW_BYTES, OptionValues, ShortText, encode_hook
from engine.online.protocol.table_rules import MAX_CHAIRS
from engine.rng import Rng

SPECTATOR: Seat = TABLE
"""Seat of spectators, who see what all players see."""
MAX_RECENT_EVENTS_AND_CARDS = 12_000
"""Maximum number of a deal's events plus the cards that they move; the longest deals reach 6,500."""
MAX_DEALS = 1000
MAX_LIST_ITEMS = 16
"""Maximum number of score sources, of deciding cards, and of placeholders of a note."""
CACHE_SIZE = 64
"""Maximum entries of each cache; one entry per game and house rules."""
_EVENT_CLASSES: Mapping[str, type[Any]] = {
    kind.__name__: kind
    for kind in (CardsMoved, CardsTurned, Announced, QuestionAsked, DealScored, PileShuffled, MatchEnded)
}


class GameDecodeError(ValueError):
    """The received bytes are not a valid view of a game or list of events."""


Cards = Annotated[tuple[int, ...], Meta(max_length=MAX_PACKS * PACK_SIZE)]
PerSeat = Annotated[tuple[int, ...], Meta(max_length=MAX_CHAIRS)]


class _CommonAttributes(Struct, frozen=True, forbid_unknown_fields=True):
    """The encoded attributes that views of all games have, besides their piles."""

    seats: int
    viewer: int
    face_up_cards: int
    ask: Ask | None
    answers: Annotated[tuple[Move, ...], Meta(max_length=MAX_CHAIRS)]
    dealer: int
    deal_number: int
    scores: PerSeat
    history: Annotated[tuple[PerSeat, ...], Meta(max_length=MAX_DEALS)]
    deal_winners: PerSeat
    outcome: MatchOutcome | None
    single_deal: bool


class _View(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's view of a game in its encoded form."""

    game: ShortText
    options: OptionValues
    """House rules that differ from the default."""
    base: _CommonAttributes
    piles: Annotated[tuple[tuple[Pile, Cards], ...], Meta(max_length=256)]
    """Sorted by pile."""
    known: Cards
    """For each card, the bit set of the seats that know it."""
    lacks: Annotated[tuple[Cards, ...], Meta(max_length=MAX_CHAIRS)]
    """For each seat, the cards that its hand is known not to hold; empty if the game doesn't track them."""
    game_attributes: Annotated[bytes, Meta(max_length=8192)]
    """Attributes that the game's class annotates, encoded; the longest of many had 600 bytes."""


_ENCODER = msgspec.msgpack.Encoder(enc_hook=encode_hook, order="deterministic")
_VIEW_DECODER = msgspec.msgpack.Decoder(_View)
_EVENT_LIST_DECODER = msgspec.msgpack.Decoder(list[tuple[str, Raw]])
_EVENT_DECODERS = {name: msgspec.msgpack.Decoder(kind) for name, kind in _EVENT_CLASSES.items()}


# --- visibility -----------------------------------------------------------------------------------------------------


def view_for(game: Game, seat: Seat) -> Game:
    """Return the view of a game from a seat; for ``SPECTATOR``, with only the cards that all players know."""
    if seat != SPECTATOR:
        return game.view(seat)
    everybody = (1 << game.seats) - 1
    beside = game.clone()
    beside.known = [mask | 1 << game.seats if mask == everybody else 0 for mask in game.known]
    beside._all_seats |= 1 << game.seats
    view = beside.view(game.seats)
    view.known = [mask & everybody for mask in view.known]
    view.viewer, view._all_seats = SPECTATOR, everybody
    return view


def event_for(event: Event, seat: Seat, game: Game) -> Event:
    """Return a game's event as a seat sees it; for ``SPECTATOR``, as all players see it.

    Positions in an unordered pile are replaced: they mean nothing, but would reveal when each card was drawn.
    """
    if not isinstance(event, CardsMoved):
        return event
    if event.source.kind in game.unordered:
        event = replace(event, positions=tuple(range(len(event.cards))))
    if seat != SPECTATOR:
        return redact_for_seat(event, seat)
    everybody = (1 << game.seats) - 1
    return event if event.viewers & everybody == everybody else replace(event, cards=(HIDDEN,) * len(event.cards))


# --- encoding -------------------------------------------------------------------------------------------------------


def encode_view(view: Game) -> bytes:
    """Encode a seat's view of a game in MessagePack; equal views give equal bytes.

    Raises:
        ValueError: ``view`` is a full position.
    """
    if view.viewer is None:
        raise ValueError("view expected, not a whole position")
    state = view.__dict__
    base = _CommonAttributes(**{name: getattr(view, name) for name in _CommonAttributes.__struct_fields__})
    game_attributes = {name: state[name] for name in _own_attributes(type(view)).__struct_fields__}
    piles = tuple(sorted((pile, tuple(lying)) for pile, lying in _sort_unordered_piles(view).items()))
    lacks = tuple(tuple(sorted(cards)) for cards in view.lacks)
    options_changed = dict(_changed_rules(view.options))
    sent = _View(view.slug, options_changed, base, piles, tuple(view.known), lacks, _ENCODER.encode(game_attributes))
    return _ENCODER.encode(sent)


def encode_events(events: Iterable[Event]) -> bytes:
    """Encode a game's events unchanged in MessagePack; ``event_for`` makes those for a seat."""
    return _ENCODER.encode([(type(event).__name__, event) for event in events])


def _sort_unordered_piles(view: Game) -> dict[Pile, tuple[Card, ...]]:
    """Return the piles of a view, with the unordered ones sorted."""
    unordered = view.unordered
    return {pile: tuple(sorted(lying)) if pile.kind in unordered else lying for pile, lying in view.piles.items()}


# --- decoding -------------------------------------------------------------------------------------------------------


def decode_view(data: bytes, games: Mapping[str, type[Game]] = GAMES) -> Game:
    """Decode the view of a game from the bytes of ``encode_view``.

    Raises:
        GameDecodeError: it is not a view of a game in the registry. Nothing else is raised, whatever the bytes.
    """
    try:
        if len(data) > MAX_VIEW_BYTES:
            raise GameDecodeError(f"view has {len(data)} bytes, at most {MAX_VIEW_BYTES} are allowed")
        return _build_game(_VIEW_DECODER.decode(data), games)
    except GameDecodeError:
        raise
    except Exception as error:  # the game's own code may raise anything for an impossible position
        raise GameDecodeError(f"{type(error).__name__}: {error}") from None


def max_events_and_cards_per_move(view: Game) -> int:
    """Return an upper limit for the events of one move plus the cards that they move.

    At most, a move gathers all cards, deals them and moves each once more.
    """
    return 8 * view.card_count


def decode_events(data: bytes, view: Game, max_events_and_cards: int = MAX_RECENT_EVENTS_AND_CARDS) -> list[Event]:
    """Decode a list of a game's events from the bytes of ``encode_events``.

    Args:
        data: the bytes.
        view: a view of their game.
        max_events_and_cards: maximum number of events plus the cards that they move.

    Raises:
        GameDecodeError: they are no events, too many, or name cards, piles or seats that the game doesn't have.
    """
    try:
        if len(data) > MAX_EVENTS_BYTES:
            raise GameDecodeError(f"events have {len(data)} bytes, at most {MAX_EVENTS_BYTES} are allowed")
        pairs = _EVENT_LIST_DECODER.decode(data)
        if len(pairs) > max_events_and_cards:
            raise GameDecodeError(f"{len(pairs)} events, at most {max_events_and_cards} are allowed")
        events: list[Event] = [_decode_event(name, raw) for name, raw in pairs]
    except (msgspec.DecodeError, KeyError, RecursionError, UnicodeDecodeError) as error:
        raise GameDecodeError(f"{type(error).__name__}: {error}") from None
    if (
        len(events) + sum(len(event.cards) for event in events if isinstance(event, CardsMoved | CardsTurned))
        > max_events_and_cards
    ):
        raise GameDecodeError(
            f"{len(events)} events move too many cards, at most {max_events_and_cards} together are allowed"
        )
    limits = _Validator(view)
    for event in events:
        limits.check_event(event)
    return events


def check_note(note: Note, view: Game) -> None:
    """Check a note that a host sent, which is a text key with placeholder values.

    Raises:
        GameDecodeError: a value doesn't have its name's type, or is a card or seat that the game doesn't have.
    """
    _Validator(view).check_note(note)


def _decode_event(name: str, data: Raw) -> Event:
    event: Event = _EVENT_DECODERS[name].decode(data)
    return _freeze(event) if isinstance(event, Announced | DealScored | MatchEnded) else event  # only these have notes


def _build_game(sent: _View, games: Mapping[str, type[Game]]) -> Game:
    if sent.game not in games:
        raise GameDecodeError(f"unknown game {sent.game[:40]!r}")
    kind, base = games[sent.game], sent.base
    view = _new_game(kind, base.seats, tuple(sorted(sent.options.items()))).clone()
    game_attributes = msgspec.msgpack.decode(sent.game_attributes, type=_own_attributes(kind))
    for source in (base, game_attributes):
        for name in source.__struct_fields__:
            value = getattr(source, name)
            if getattr(view, name) != value:  # an equal class attribute needs no copy in the instance
                setattr(view, name, value)
    view.outcome = _freeze(base.outcome)
    view.piles = {pile: tuple(map(Card, lying)) for pile, lying in sent.piles}
    if len(view.piles) != len(sent.piles):
        raise GameDecodeError("piles: one occurs twice")
    view.known = list(sent.known)
    if sent.lacks:
        view.lacks = tuple(frozenset(map(Card, cards)) for cards in sent.lacks)
    view.rng = Rng(0)
    _Validator(view).check_view(view)
    return view


@lru_cache(CACHE_SIZE)
def _new_game(kind: type[Game], seats: int, changed: tuple[tuple[str, bool | int | str], ...]) -> Game:
    """Return a new game with these seats and house rules, to be filled from a decoded view. Callers clone it.

    Args:
        kind: class of the game.
        seats: number of seats.
        changed: house rules that differ from the default, sorted.

    Raises:
        GameDecodeError: there is no such house rule.
    """
    owner: type[Any] = kind.Options
    rules, problems = options.from_mapping(owner, dict(changed))
    if problems:
        raise GameDecodeError(f"unknown or invalid house rule {problems[0].key}")
    return kind(seats, 0, rules)


@lru_cache(CACHE_SIZE)
def _changed_rules(rules: Any) -> Mapping[str, bool | int | str]:
    """Return the house rules that differ from the game's default."""
    return MappingProxyType(options.changed_values(rules))


@lru_cache(CACHE_SIZE)
def _own_attributes(kind: type[Game]) -> type[Struct]:
    """Return a struct type for the attributes that a game's class annotates besides those of ``Game``."""
    known = {*get_type_hints(Game), *_CommonAttributes.__struct_fields__}
    attributes = [(name, hint) for name, hint in get_type_hints(kind).items() if name not in known]
    return msgspec.defstruct(kind.__name__, attributes, frozen=True, forbid_unknown_fields=True)


def _freeze(value: Any) -> Any:
    """Return a decoded value with tuples instead of lists, recursively; decoding gives lists where the type is open."""
    if isinstance(value, list):
        return tuple(map(_freeze, value))
    if isinstance(value, dict):
        return {key: _freeze(part) for key, part in value.items()}
    if isinstance(value, tuple):
        parts = map(_freeze, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{field.name: _freeze(getattr(value, field.name)) for field in dataclasses.fields(value)}
        )
    return value


# --- validation -----------------------------------------------------------------------------------------------------


_KEY_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_PLACEHOLDER_KIND_PATTERN = re.compile(r"card|rank|suit|seat", re.ASCII)
MAX_NUMBER = 10**9


class _Validator:
    """Checks decoded views and events of one game with its number of seats and its deck."""

    def __init__(self, view: Game) -> None:
        self.seats = range(TABLE, view.seats)
        self.players = range(view.seats)
        self.deck = frozenset(view.deck(view.seats))
        self.count = max(self.deck) + 1
        self.cards = range(HIDDEN, self.count)
        self.visibility_by_kind = view.visibility
        self.verbs = view.verbs
        self.checked_piles: set[Pile] = set()
        """Piles that have passed the check."""

    def check_view(self, view: Game) -> None:
        """Check a decoded view of a game: cards, seats, scores and question, and that the game's methods accept it."""
        viewer = TABLE if view.viewer is None else view.viewer
        self._check_cards(view)
        self._require_all_in((viewer, view.dealer, *view.deal_winners), self.seats, "seats")
        self._require(0 < view.deal_number <= MAX_NUMBER, "deal")
        for row in (view.scores, *view.history):
            self._check_points(row)
        for move in view.answers:
            self._require_all_in((move.seat,), self.players, "answers")
            self._require(len(move.cards) <= self.count, "answers")
        if view.ask is not None:
            self._check_ask(view.ask)
        if view.outcome is not None:
            self._check_winners(view.outcome.winners, view.outcome.reason)
        self._try_game_methods(view, viewer)

    def _check_cards(self, view: Game) -> None:
        """Check the cards of a decoded view: their number, their piles, and the sets of seats that know them."""
        lying = [card for pile in view.piles.values() for card in pile]
        faces = [card for card in lying if card != HIDDEN]
        self._require(len(lying) == len(self.deck) and len(set(faces)) == len(faces), "cards")
        self._require_all_in(lying, self.cards, "cards")
        self._require(self.deck.issuperset(faces), "cards")
        self._require(len(view.piles) <= self.count + len(self.visibility_by_kind) * len(self.seats), "piles")
        for pile, cards in view.piles.items():
            self._check_pile(pile)
            self._require(len(cards) <= view.max_pile_size(pile), "piles")
        everybody = 1 << view.seats
        self._require(len(view.known) == self.count, "known")
        self._require_all_in(view.known, range(everybody), "known")
        missing = self.deck.symmetric_difference(range(self.count))
        self._require(all(view.known[card] == everybody - 1 for card in missing), "known")
        self._require(0 <= view.face_up_cards < 1 << self.count, "face_up_cards")
        self._require(len(view.lacks) in (0, view.seats), "lacks")

    def _try_game_methods(self, view: Game, viewer: Seat) -> None:
        """Call each method of a decoded game that the table will call, so that an impossible position fails here."""
        for seat in self.players:
            for fact in view.facts(seat):
                self._check_placeholders(fact)
                if "of" in fact.placeholders:  # drawn as that many symbols
                    self._require(0 <= fact.placeholders["n"] <= fact.placeholders["of"], "facts")
            view.is_out(seat)
            view.tension(seat)
        view.board_for(max(0, viewer))
        self._require(viewer == TABLE or view.view(viewer) == view, "known")
        self._require_all_in(view.acted_seats(), self.players, "acted_seats")
        for pile in view.piles:
            view.pile_fact(pile)
        if viewer in view.seats_to_act():
            moves = view.legal_moves(viewer)
            own = {card for pile in view.sources(viewer) for card in view.cards(pile) if card != HIDDEN}
            self._require(bool(moves) and all(own.issuperset(move.cards) for move in moves), "moves")
            self._check_placeholders(view.prompt_for(viewer))
            for move in (moves[0], moves[-1]):
                self._check_placeholders(view.describe(move))
                view.warning(move)

    def check_event(self, event: Event) -> None:
        """Check the cards, piles and seats in a decoded event."""
        if isinstance(event, CardsMoved | CardsTurned):
            self._require(0 < len(event.cards) == len(event.positions) <= self.count, "positions")
            self._require_all_in(event.cards, self.cards, "cards")
            self._require_all_in(event.positions, range(self.count), "positions")
        if isinstance(event, CardsMoved):
            self._check_pile(event.source)
            self._check_pile(event.target)
            self._require(bool(_KEY_PATTERN.fullmatch(event.manner)), "manner")
        elif isinstance(event, CardsTurned):
            self._check_pile(event.pile)
        elif isinstance(event, Announced):
            self._require_all_in((event.seat,), self.seats, "seats")
            self._check_note_without_strings(event.note)
        elif isinstance(event, QuestionAsked):
            self._check_ask(event.ask)
        elif isinstance(event, DealScored):
            self._check_score(event)
        elif isinstance(event, PileShuffled):
            self._check_pile(event.pile)
        else:
            self._check_winners(event.winners, event.reason)

    def _check_score(self, event: DealScored) -> None:
        seats = len(self.players)
        self._require(0 < event.deal <= MAX_NUMBER, "deal")
        self._require(
            max(len(event.score_sources), len(event.deciding_cards)) <= MAX_LIST_ITEMS,
            "score_sources or deciding_cards",
        )
        for row in (event.points, event.totals, *(part.points for part in event.score_sources)):
            self._check_points(row)
        self._require(
            len(event.places) in (0, seats) and len(event.revealed_hands) in (0, seats), "places or revealed_hands"
        )
        self._require_all_in(event.places, range(1, seats + 1), "places")
        self._check_winners(event.winners, event.reason)
        for part in event.score_sources:
            self._require(bool(_KEY_PATTERN.fullmatch(part.key)), "key")
        for hand in event.revealed_hands:
            self._check_card_list(hand)
        for deciding in event.deciding_cards:
            self._require_all_in((deciding.seat,), self.players, "seats")
            self._check_card_list(deciding.cards)
            self._check_note_without_strings(deciding.note)

    def _check_card_list(self, cards: Collection[Card]) -> None:
        self._require(len(cards) <= self.count, "cards")
        self._require_all_in(cards, range(self.count), "cards")

    def _check_points(self, row: Collection[int]) -> None:
        """Check a row of points, one number per seat."""
        self._require(len(row) == len(self.players), "points")
        self._require_all_in(row, range(-MAX_NUMBER, MAX_NUMBER), "points")

    def _check_winners(self, winners: Collection[Seat], reason: Note) -> None:
        self._require(len(winners) <= len(self.players), "winners")
        self._require_all_in(winners, self.players, "winners")
        self._check_note_without_strings(reason)

    def _check_ask(self, ask: Ask) -> None:
        self._require(ask.what in self.verbs and 0 < len(ask.seats) <= len(self.players), "ask")
        self._require_all_in(ask.seats, self.players, "ask")

    def _check_pile(self, pile: Pile) -> None:
        if pile in self.checked_piles:
            return
        self._require(pile.kind in self.visibility_by_kind and 0 <= pile.index <= self.count, "pile")
        self._require_all_in((pile.owner,), self.seats, "pile")
        self.checked_piles.add(pile)

    def _check_note_without_strings(self, note: Note) -> None:
        """Check a note (text key and placeholder values) in a decoded event; no value may be a string."""
        self.check_note(note)
        self._require(not any(isinstance(value, str) for value in note.placeholders.values()), "placeholders")

    def check_note(self, note: Note) -> None:
        """Check a decoded note: the form of its text key, and its placeholder values."""
        self._require(bool(_KEY_PATTERN.fullmatch(note.key)), "key")
        self._check_placeholders(note)

    def _check_placeholders(self, note: Note) -> None:
        """Check a note's placeholder values: each has the type that its name requires, such as a card for ``card``."""
        ranges = {"card": self.cards, "rank": range(len(RANKS)), "suit": range(len(SUITS)), "seat": self.players}
        self._require(len(note.placeholders) <= MAX_LIST_ITEMS, "placeholders")
        for name, value in note.placeholders.items():
            kind = _PLACEHOLDER_KIND_PATTERN.match(name)
            if name.startswith("cards"):
                self._require(isinstance(value, tuple) and len(value) <= self.count, name)
                self._require_all_in(value, self.cards, name)
            elif kind is not None or type(value) is int:
                allowed = ranges[kind[0]] if kind else range(-MAX_NUMBER, MAX_NUMBER)
                self._require_all_in((value,), allowed, name)
            else:
                self._require(isinstance(value, str) and bool(_KEY_PATTERN.fullmatch(value)), name)

    @staticmethod
    def _require_all_in(values: Iterable[object], allowed: range, what: str) -> None:
        if not all(type(value) is int and value in allowed for value in values):
            raise GameDecodeError(f"{what}: not all in {allowed}")

    @staticmethod
    def _require(condition: bool, what: str) -> None:
        if not condition:
            raise GameDecodeError(f"{what}: invalid in this game")
