"""A seat's view of a game, and events as that seat sees them, as bytes and back.

Nothing here knows any game: what travels is what every game has, and the attributes that a game's class annotates, by
their types. Whatever the bytes, only a game of the registry is made, with piles and cards that it may have.
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
from engine.cards import HIDDEN, MAX_PACKS, PACK, RANKS, SUITS, Card
from engine.events import Asked, Ended, Event, Moved, Said, Scored, Shuffled, Turned, seen_by
from engine.game import Game, Outcome
from engine.games import GAMES
from engine.moves import TABLE, Ask, Move, Note, Pile, Seat
from engine.online.messages import MAX_EVENTS_BYTES, MAX_VIEW_BYTES, OptionValues, Word, plain
from engine.online.rules import MAX_CHAIRS
from engine.rng import Rng

WATCHER: Seat = TABLE
"""The seat of those who watch: they see what all players see."""
MAX_RECENT_EVENTS = 12_000
"""Maximum number of events from the beginning of a deal and of cards that they move; the longest deals have 6,500."""
MAX_DEALS = 1000
"""Maximum number of deals of a match."""
MAX_PARTS = 16
"""Maximum number of parts of a deal's points, of plays that decided it, and of a note's figures."""
KINDS_OF_VIEWS = 64
"""Maximum number of games, with their house rules, of which a fresh one is kept."""
_EVENTS: Mapping[str, type[Any]] = {
    kind.__name__: kind for kind in (Moved, Turned, Said, Asked, Scored, Shuffled, Ended)
}


class PositionError(ValueError):
    """The bytes are no position, or no events, of such a game."""


Cards = Annotated[tuple[int, ...], Meta(max_length=MAX_PACKS * PACK)]
Seats = Annotated[tuple[int, ...], Meta(max_length=MAX_CHAIRS)]


class _Base(Struct, frozen=True, forbid_unknown_fields=True):
    """What every game's view has besides its piles."""

    seats: int
    viewer: int
    turned: int
    ask: Ask | None
    answers: Annotated[tuple[Move, ...], Meta(max_length=MAX_CHAIRS)]
    dealer: int
    deal_number: int
    scores: Seats
    history: Annotated[tuple[Seats, ...], Meta(max_length=MAX_DEALS)]
    deal_winners: Seats
    outcome: Outcome | None
    single: bool


class _View(Struct, frozen=True, forbid_unknown_fields=True):
    """A view on its way."""

    game: Word
    options: OptionValues
    base: _Base
    piles: Annotated[tuple[tuple[Pile, Cards], ...], Meta(max_length=256)]
    """Sorted by pile."""
    known: Cards
    lacks: Annotated[tuple[Cards, ...], Meta(max_length=MAX_CHAIRS)]
    own: Annotated[bytes, Meta(max_length=8192)]
    """The attributes that the game's class annotates; the longest of many had 600 bytes."""


_ENCODER = msgspec.msgpack.Encoder(enc_hook=plain, order="deterministic")
_VIEW = msgspec.msgpack.Decoder(_View)
_EVENT_LIST = msgspec.msgpack.Decoder(list[tuple[str, Raw]])
_EVENT = {name: msgspec.msgpack.Decoder(kind) for name, kind in _EVENTS.items()}


# --- what a watcher may know ----------------------------------------------------------------------------------------


def view_of(game: Game, seat: Seat) -> Game:
    """Return what that seat may know; for ``WATCHER``, what all players know."""
    if seat != WATCHER:
        return game.view(seat)
    everybody = (1 << game.seats) - 1
    beside = game.clone()
    beside.known = [mask | 1 << game.seats if mask == everybody else 0 for mask in game.known]
    beside._all |= 1 << game.seats
    view = beside.view(game.seats)
    view.known = [mask & everybody for mask in view.known]
    view.viewer, view._all = WATCHER, everybody
    return view


def event_for(event: Event, seat: Seat, game: Game) -> Event:
    """Return the event as that seat may see it; for ``WATCHER``, as all players see it.

    The places of cards in an unordered pile mean nothing, but would tell when each of them was drawn.
    """
    if not isinstance(event, Moved):
        return event
    if event.source.kind in game.unordered:
        event = replace(event, at=tuple(range(len(event.cards))))
    if seat != WATCHER:
        return seen_by(event, seat)
    everybody = (1 << game.seats) - 1
    return event if event.seen & everybody == everybody else replace(event, cards=(HIDDEN,) * len(event.cards))


# --- to bytes -------------------------------------------------------------------------------------------------------


def encoded_view(view: Game) -> bytes:
    """A view as bytes; equal views give equal bytes.

    Raises:
        ValueError: this is not a view.
    """
    if view.viewer is None:
        raise ValueError("a whole position is not sent")
    state = view.__dict__
    base = _Base(**{name: getattr(view, name) for name in _Base.__struct_fields__})
    own = {name: state[name] for name in _own(type(view)).__struct_fields__}
    piles = tuple(sorted((pile, tuple(lying)) for pile, lying in _piles(view).items()))
    lacks = tuple(tuple(sorted(cards)) for cards in view.lacks)
    options_changed = dict(_changed(view.options))
    sent = _View(view.slug, options_changed, base, piles, tuple(view.known), lacks, _ENCODER.encode(own))
    return _ENCODER.encode(sent)


def encoded_events(events: Iterable[Event]) -> bytes:
    """Events as bytes, as they are: a seat's are made by ``event_for``."""
    return _ENCODER.encode([(type(event).__name__, event) for event in events])


def _piles(view: Game) -> dict[Pile, tuple[Card, ...]]:
    """The piles, the unordered ones sorted."""
    unordered = view.unordered
    return {pile: tuple(sorted(lying)) if pile.kind in unordered else lying for pile, lying in view.piles.items()}


# --- and back -------------------------------------------------------------------------------------------------------


def decoded_view(data: bytes, games: Mapping[str, type[Game]] = GAMES) -> Game:
    """Return the view that ``encoded_view`` wrote.

    Raises:
        PositionError: it is no view of a game in the registry. Nothing else is raised, whatever the bytes.
    """
    try:
        if len(data) > MAX_VIEW_BYTES:
            raise PositionError(f"{len(data)} bytes")
        return _made(_VIEW.decode(data), games)
    except PositionError:
        raise
    except Exception as error:  # whatever such a position makes the game's own code do
        raise PositionError(f"{type(error).__name__}: {error}") from None


def most_in_a_move(view: Game) -> int:
    """Maximum number of events of a move and of cards that they move: all are gathered, dealt, and moved once more."""
    return 8 * len(view.known)


def decoded_events(data: bytes, view: Game, most: int = MAX_RECENT_EVENTS) -> list[Event]:
    """Return the events that ``encoded_events`` wrote.

    Args:
        data: the bytes.
        view: a view of their game.
        most: maximum number of events and of cards that they move, together.

    Raises:
        PositionError: they are no events, too many, or name cards, piles or seats that the game doesn't have.
    """
    try:
        if len(data) > MAX_EVENTS_BYTES:
            raise PositionError(f"{len(data)} bytes")
        pairs = _EVENT_LIST.decode(data)
        if len(pairs) > most:
            raise PositionError(f"{len(pairs)} events")
        events: list[Event] = [_event(name, raw) for name, raw in pairs]
    except (msgspec.DecodeError, KeyError, RecursionError, UnicodeDecodeError) as error:
        raise PositionError(f"{type(error).__name__}: {error}") from None
    if len(events) + sum(len(event.cards) for event in events if isinstance(event, Moved | Turned)) > most:
        raise PositionError(f"{len(events)} events that move too many cards")
    limits = _Limits(view)
    for event in events:
        limits.check_event(event)
    return events


def check_note(note: Note, view: Game) -> None:
    """Check a note's key and figures.

    Raises:
        PositionError: a figure is not what its name says, or names a card or a seat that the game doesn't have.
    """
    _Limits(view).check_note(note)


def _event(name: str, data: Raw) -> Event:
    event: Event = _EVENT[name].decode(data)
    return _frozen(event) if isinstance(event, Said | Scored | Ended) else event  # only these have notes


def _made(sent: _View, games: Mapping[str, type[Game]]) -> Game:
    if sent.game not in games:
        raise PositionError(f"{sent.game[:40]!r} is no game here")
    kind, base = games[sent.game], sent.base
    view = _fresh(kind, base.seats, tuple(sorted(sent.options.items()))).clone()
    own = msgspec.msgpack.decode(sent.own, type=_own(kind))
    for part in (base, own):
        for name in part.__struct_fields__:
            value = getattr(part, name)
            if getattr(view, name) != value:  # what is only an attribute of the class stays that
                setattr(view, name, value)
    view.outcome = _frozen(base.outcome)
    view.piles = {pile: tuple(map(Card, lying)) for pile, lying in sent.piles}
    if len(view.piles) != len(sent.piles):
        raise PositionError("a pile twice")
    view.known = list(sent.known)
    if sent.lacks:
        view.lacks = tuple(frozenset(map(Card, cards)) for cards in sent.lacks)
    view.rng = Rng(0)
    _Limits(view).check_view(view)
    return view


@lru_cache(KINDS_OF_VIEWS)
def _fresh(kind: type[Game], seats: int, changed: tuple[tuple[str, bool | int | str], ...]) -> Game:
    """A new game, for what follows from seats and house rules alone. It is only copied.

    Args:
        kind: the game.
        seats: their number.
        changed: house rules that differ from the standard, sorted.

    Raises:
        PositionError: there is no such house rule.
    """
    owner: type[Any] = kind.Options
    rules, problems = options.read(owner, dict(changed))
    if problems:
        raise PositionError(f"house rule {problems[0].key}")
    return kind(seats, 0, rules)


@lru_cache(KINDS_OF_VIEWS)
def _changed(rules: Any) -> Mapping[str, bool | int | str]:
    """The house rules that differ from the standard."""
    return MappingProxyType(options.write(rules))


@lru_cache(KINDS_OF_VIEWS)
def _own(kind: type[Game]) -> type[Struct]:
    """The attributes that a game's classes annotate besides those of every game, with their types."""
    known = {*get_type_hints(Game), *_Base.__struct_fields__}
    attributes = [(name, hint) for name, hint in get_type_hints(kind).items() if name not in known]
    return msgspec.defstruct(kind.__name__, attributes, frozen=True, forbid_unknown_fields=True)


def _frozen(value: Any) -> Any:
    """The value with tuples for the lists that come where no type says which of the two."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return {key: _frozen(part) for key, part in value.items()}
    if isinstance(value, tuple):
        parts = map(_frozen, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{field.name: _frozen(getattr(value, field.name)) for field in dataclasses.fields(value)}
        )
    return value


# --- what may be in it ----------------------------------------------------------------------------------------------


_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_FIGURE = re.compile(r"card|rank|suit|seat", re.ASCII)
LARGEST_NUMBER = 10**9


class _Limits:
    """What may be in views and events of one game, with its seats and packs."""

    def __init__(self, view: Game) -> None:
        self.seats = range(TABLE, view.seats)
        self.players = range(view.seats)
        self.count = PACK * view.packs(view.seats)
        self.cards = range(HIDDEN, self.count)
        self.kinds = view.sees
        self.verbs = view.verbs
        self.fine: set[Pile] = set()
        """Piles that were checked."""

    def check_view(self, view: Game) -> None:
        """Check where the cards are, who knows them, who is asked; then let the game read its position."""
        viewer = TABLE if view.viewer is None else view.viewer
        self._check_cards(view)
        self._all_in((viewer, view.dealer, *view.deal_winners), self.seats, "seats")
        self._must(0 < view.deal_number <= LARGEST_NUMBER, "deal")
        for row in (view.scores, *view.history):
            self._points(row)
        for move in view.answers:
            self._all_in((move.seat,), self.players, "answers")
            self._must(len(move.cards) <= self.count, "answers")
        if view.ask is not None:
            self._ask(view.ask)
        if view.outcome is not None:
            self._winners(view.outcome.winners, view.outcome.reason)
        self._let_it_read(view, viewer)

    def _check_cards(self, view: Game) -> None:
        """Check where the cards are and who knows them."""
        lying = [card for pile in view.piles.values() for card in pile]
        faces = [card for card in lying if card != HIDDEN]
        self._must(len(lying) == self.count and len(set(faces)) == len(faces), "cards")
        self._all_in(lying, self.cards, "cards")
        self._must(len(view.piles) <= self.count + len(self.kinds) * len(self.seats), "piles")
        for pile, cards in view.piles.items():
            self._pile(pile)
            self._must(len(cards) <= view.most_cards(pile), "piles")
        everybody = 1 << view.seats
        self._must(len(view.known) == self.count, "known")
        self._all_in(view.known, range(everybody), "known")
        self._must(0 <= view.turned < 1 << self.count, "turned")
        self._must(len(view.lacks) in (0, view.seats), "lacks")

    def _let_it_read(self, view: Game, viewer: Seat) -> None:
        """Let the game do with its position what the table asks of it."""
        for seat in self.players:
            for fact in view.facts(seat):
                self._figures(fact)
                if "of" in fact.figures:  # drawn as so many signs
                    self._must(0 <= fact.figures["n"] <= fact.figures["of"], "facts")
            view.is_out(seat)
            view.tension(seat)
        view.board(max(0, viewer))
        self._must(viewer == TABLE or view.view(viewer) == view, "known")
        self._all_in(view.way(), self.players, "way")
        for pile in view.piles:
            view.pile_fact(pile)
        if viewer in view.waiting():
            moves = view.legal_moves(viewer)
            own = {card for pile in view.sources(viewer) for card in view.cards(pile) if card != HIDDEN}
            self._must(bool(moves) and all(own.issuperset(move.cards) for move in moves), "moves")
            self._figures(view.demand(viewer))
            for move in (moves[0], moves[-1]):
                self._figures(view.describe(move))
                view.warning(move)

    def check_event(self, event: Event) -> None:
        """Check the cards, piles and seats that an event names."""
        if isinstance(event, Moved | Turned):
            self._must(0 < len(event.cards) == len(event.at) <= self.count, "places")
            self._all_in(event.cards, self.cards, "cards")
            self._all_in(event.at, range(self.count), "places")
        if isinstance(event, Moved):
            self._pile(event.source)
            self._pile(event.target)
            self._must(bool(_KEY.fullmatch(event.how)), "how")
        elif isinstance(event, Turned):
            self._pile(event.pile)
        elif isinstance(event, Said):
            self._all_in((event.seat,), self.seats, "seats")
            self._note(event.note)
        elif isinstance(event, Asked):
            self._ask(event.ask)
        elif isinstance(event, Scored):
            self._scored(event)
        elif isinstance(event, Shuffled):
            self._pile(event.pile)
        else:
            self._winners(event.winners, event.reason)

    def _scored(self, event: Scored) -> None:
        seats = len(self.players)
        self._must(0 < event.deal <= LARGEST_NUMBER, "deal")
        self._must(max(len(event.parts), len(event.decided)) <= MAX_PARTS, "parts")
        for row in (event.points, event.totals, *(part.points for part in event.parts)):
            self._points(row)
        self._must(len(event.places) in (0, seats) and len(event.laid_open) in (0, seats), "places")
        self._all_in(event.places, range(1, seats + 1), "places")
        self._winners(event.winners, event.reason)
        for part in event.parts:
            self._must(bool(_KEY.fullmatch(part.key)), "key")
        for laid in event.laid_open:
            self._cards(laid)
        for decided in event.decided:
            self._all_in((decided.seat,), self.players, "seats")
            self._cards(decided.cards)
            self._note(decided.note)

    def _cards(self, cards: Collection[Card]) -> None:
        self._must(len(cards) <= self.count, "cards")
        self._all_in(cards, range(self.count), "cards")

    def _points(self, row: Collection[int]) -> None:
        """Check points, one number a seat."""
        self._must(len(row) == len(self.players), "points")
        self._all_in(row, range(-LARGEST_NUMBER, LARGEST_NUMBER), "points")

    def _winners(self, winners: Collection[Seat], reason: Note) -> None:
        self._must(len(winners) <= len(self.players), "winners")
        self._all_in(winners, self.players, "winners")
        self._note(reason)

    def _ask(self, ask: Ask) -> None:
        self._must(ask.what in self.verbs and 0 < len(ask.seats) <= len(self.players), "ask")
        self._all_in(ask.seats, self.players, "ask")

    def _pile(self, pile: Pile) -> None:
        if pile in self.fine:
            return
        self._must(pile.kind in self.kinds and 0 <= pile.index <= self.count, "pile")
        self._all_in((pile.owner,), self.seats, "pile")
        self.fine.add(pile)

    def _note(self, note: Note) -> None:
        """Check what a game says: its figures are all numbers and cards."""
        self.check_note(note)
        self._must(not any(isinstance(value, str) for value in note.figures.values()), "figures")

    def check_note(self, note: Note) -> None:
        """Check a note of any kind."""
        self._must(bool(_KEY.fullmatch(note.key)), "key")
        self._figures(note)

    def _figures(self, note: Note) -> None:
        """Check that every figure is what its name says: texts are filled in by it (see ``engine.moves.Figures``)."""
        ranges = {"card": self.cards, "rank": range(len(RANKS)), "suit": range(len(SUITS)), "seat": self.players}
        self._must(len(note.figures) <= MAX_PARTS, "figures")
        for name, value in note.figures.items():
            kind = _FIGURE.match(name)
            if name.startswith("cards"):
                self._must(isinstance(value, tuple) and len(value) <= self.count, name)
                self._all_in(value, self.cards, name)
            elif kind is not None or type(value) is int:
                allowed = ranges[kind[0]] if kind else range(-LARGEST_NUMBER, LARGEST_NUMBER)
                self._all_in((value,), allowed, name)
            else:
                self._must(isinstance(value, str) and bool(_KEY.fullmatch(value)), name)

    @staticmethod
    def _all_in(values: Iterable[object], allowed: range, what: str) -> None:
        if not all(type(value) is int and value in allowed for value in values):
            raise PositionError(f"{what} outside of {allowed}")

    @staticmethod
    def _must(fine: bool, what: str) -> None:
        if not fine:
            raise PositionError(f"{what}: not as in this game")
