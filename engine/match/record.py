"""Record of a match and its text format, used for saved matches, replays, undo, fault reports and golden tests.

TOML with the keys ``format, game, version, options, seats, seed, chairs, moves`` and, unless empty, ``id, began, ended,
undone, hinted, adopted, known, starred, daily, friends, portraits, hands``. Simultaneous answers are listed in the
order of their arrival, so that a match can resume in the middle of any question. A move that a bot played for a person
ends with `` !``. Below the TOML there may be comment lines with moves that were appended later.

``seed`` is the deal number, or the key of a match at an online table as 32 hexadecimal digits. Records of format 1 were
dealt by another generator, which also replays them. ``options`` has the house rules that differ from the standard ones
of the format; those of some games were others until format 2 (``engine.options.Option.standard_in``).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import tomli_w

from engine import __version__, cards, options
from engine.cards import Card
from engine.characters import CHARACTERS, LEVELS, STRONGEST, WEAKEST, format_strength, is_level_or_strength
from engine.game import Game
from engine.games import GAMES
from engine.local_time import LAST_DAY
from engine.moves import Move, MoveError, Placeholders, Refusal, Seat
from engine.notices import toml_error_line, toml_error_notice
from engine.options import is_name
from engine.rng import KEY_BITS, Rng, ShuffleStream
from engine.sanitise import sanitise
from engine.schemas import parse_toml
from engine.settings import MAX_NAME_LENGTH, PORTRAITS

FORMAT = 3
"""Format of new records and of house rules as text (``engine.profile.rules_file``).

Both name only what differs from the standard, so that a change of a standard needs a new one.
"""
LEGACY_FORMAT = 1
"""Format of records with cards dealt by ``engine.rng.Rng``."""
FORMATS = range(LEGACY_FORMAT, FORMAT + 1)
MAX_TOML_INTEGER = 2**63 - 1
"""The largest integer that every TOML reader accepts."""
MAX_SEED = 2**KEY_BITS - 1
PERSON = "person"
MAX_MOVES = 20_000
"""Maximum number of moves of a record.

The longest of 20,000 random matches had 14,130 moves, in 247 kB. Palácio's end after 10,000 turns, some 15,000 moves.
"""
MAX_RECORD_BYTES = 2_000_000
"""Maximum size of a record in bytes, 100 for each of ``MAX_MOVES`` moves."""
MAX_HEAD_LENGTH = 65_536
"""Maximum length in characters of a record without its moves; the program writes about 600."""
_MOVES_PATTERN = re.compile(
    r"""^moves[ \t]*=[ \t]*\[[ \t\n]*+((?:"[0-9A-Za-z:_ '@!]*+"[ \t\n]*+(?:,[ \t\n]*+|(?=\])))*+)\]""", re.MULTILINE
)
"""A list of moves in plain strings. The possessive quantifiers avoid backtracking, so that the time is linear."""
_APPENDED_PREFIX = "#+ "
"""Start of a line ``#+ DEAL MOVE`` with an appended move; a comment in TOML."""
_SUBSTITUTED_SUFFIX = " !"
"""End of the text of a move that a bot played for a person."""
_CUT_MARKER = "cut out"
"""Placeholder for the moves while a text is parsed without them."""
_SEED_KEY_PATTERN = re.compile(r"[0-9a-f]{32}", re.ASCII)
_ID_PATTERN = re.compile(r"[a-z0-9-]{0,40}", re.ASCII)
OPTIONAL_INTEGER_KEYS = ("began", "ended", "undone", "hinted", "adopted", "known", "starred", "daily", "friends")
"""Keys of integers that are omitted if 0."""


class RecordError(ValueError):
    """Error: not a match record, or an illegal move in it; ``key`` and ``placeholders`` form the player's notice."""

    def __init__(self, message: str, key: str, placeholders: Placeholders) -> None:
        super().__init__(message)
        self.key = key
        self.placeholders = placeholders


class Chair(NamedTuple):
    """The person or character at a seat of a match."""

    who: str = PERSON
    """``PERSON`` or a character's slug."""
    level: str = ""
    """A character's level, or at a fair table its strength (``format_strength``); empty for persons."""
    name: str = ""
    """A person's name of at most ``MAX_NAME_LENGTH`` characters; empty if it is that of the settings or unknown."""
    portrait: str = ""
    """A person's portrait, one of ``PORTRAITS``; empty if it is that of the settings."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.who, self.level or self.name)))


def parse_chair(text: str) -> Chair | None:
    """Parse the text of a chair, without a portrait; return None if it is none."""
    who, _, level_or_name = text.partition(" ")
    if who == PERSON and is_name(level_or_name, MAX_NAME_LENGTH):
        return Chair(who, name=level_or_name)
    if who in CHARACTERS and is_level_or_strength(level_or_name):
        return Chair(who, level_or_name)
    return None


@dataclass
class Record:
    """Record of a match: its initial state and all moves."""

    game: str
    seats: int
    seed: int
    """Deal number, or the key of an online table; 0 … ``MAX_SEED``."""
    options: Any
    """House rules, an instance of the game's ``Options``."""
    chairs: tuple[Chair, ...] = ()
    """One per seat; empty in tests and in the arena."""
    moves: list[Move] = field(default_factory=list)
    version: str = __version__
    format: int = FORMAT
    """One of ``FORMATS``."""
    games: Mapping[str, type[Game]] = field(default_factory=lambda: GAMES, repr=False, compare=False)
    """Registry of the games by slug."""
    undone: int = 0
    """Number of undone decisions; unless 0, the match counts as helped."""
    hinted: int = 0
    """Number of requested hints; unless 0, the match counts as helped."""
    adopted: int = 0
    """Number of first moves that were played in another match, which this one continues."""
    known: int = 0
    """1 if the cards are known from a replay, so that the match counts as helped; else 0."""
    began: int = 0
    """Start of the match, seconds since 1970; 0 if unknown."""
    ended: int = 0
    """End of the match, seconds since 1970; 0 if unfinished or unknown."""
    starred: int = 0
    """1 if this finished match must not be removed automatically; else 0."""
    daily: int = 0
    """Day of the deal of the day, a ``date.toordinal`` number up to ``LAST_DAY``; 0 for other matches.

    A match with a day ends after one deal.
    """
    friends: int = 0
    """1 if the match was played at an online table, which has separate statistics; else 0."""
    id: str = ""
    """Identifier of a … z, digits and hyphens; empty in tests and in the arena, whose matches are not counted."""
    current_deal: int = field(default=0, repr=False, compare=False)
    """Number of the current deal, from 1; 0 before a replay. It is not part of the text."""
    hand_orders: dict[tuple[int, Seat], tuple[Card, ...]] = field(default_factory=dict, repr=False, compare=False)
    """(deal, seat) -> the cards of a hand in the order in which its person has laid them.

    The text has those of the current deal, until the match has ended.
    """

    substituted: set[int] = field(default_factory=set)
    """Indices of the moves that a bot played for a person, who was away or couldn't win any more."""

    @property
    def deal_name(self) -> int | str:
        """Deal number of the match, or the key of an online table as 32 hexadecimal digits."""
        return self.seed if self.seed <= MAX_TOML_INTEGER else f"{self.seed:032x}"

    def append(self, move: Move, *, by_substitute: bool = False) -> None:
        """Add a move; ``by_substitute`` if a bot played it for a person."""
        if by_substitute:
            self.substituted.add(len(self.moves))
        self.moves.append(move)

    def undo_to(self, count: int) -> list[Move]:
        """Drop all but the record's first ``count`` moves, as an undo; return the dropped moves, for redo."""
        dropped = self.moves[count:]
        del self.moves[count:]
        self.substituted = {index for index in self.substituted if index < count}
        self.undone += 1
        self.adopted = min(self.adopted, count)
        return dropped

    def to_text(self) -> str:
        """Return the match record as TOML, one move per line."""
        start, end = self.text_around_moves()
        lines = "".join(f'    "{line}",\n' for line in self._move_lines(0))
        return f"{start}moves = [\n{lines}]\n\n{end}"

    def appended_text(self, move_count: int) -> str:
        """Return the lines that append the moves after the first ``move_count`` to the record's text."""
        return "".join(f"{_APPENDED_PREFIX}{self.current_deal} {line}\n" for line in self._move_lines(move_count))

    def _move_lines(self, start: int) -> Iterator[str]:
        """Yield the texts of the moves from this index on."""
        for index in range(start, len(self.moves)):
            yield f"{self.moves[index]}{_SUBSTITUTED_SUFFIX if index in self.substituted else ''}"

    def text_around_moves(self) -> tuple[str, str]:
        """Return the record's TOML before and after the list of moves."""
        head: dict[str, Any] = {
            "format": self.format,
            "game": self.game,
            "version": self.version,
            "seats": self.seats,
            "seed": self.deal_name,
            "chairs": list(map(str, self.chairs)),
        }
        if self.id:
            head["id"] = self.id
        head |= {key: value for key in OPTIONAL_INTEGER_KEYS if (value := getattr(self, key))}
        if any(chair.portrait for chair in self.chairs):
            head["portraits"] = [chair.portrait for chair in self.chairs]
        tables: dict[str, Any] = {"options": options.changed_values(self.options, self.format)}
        hands = {
            str(seat): cards.texts(order)
            for (deal, seat), order in self.hand_orders.items()
            if deal == self.current_deal and order
        }
        if hands and not self.ended:
            tables["hands"] = {str(self.current_deal): hands}
        return tomli_w.dumps(head), tomli_w.dumps(tables)

    @classmethod
    def from_text(cls, text: str, games: Mapping[str, type[Game]] = GAMES) -> "Record":
        """Read a match record from a text of ``to_text``, with or without appended moves.

        Their legality is checked by ``replay``.

        Raises:
            RecordError: the text is no record; the only exception for any text.
        """
        if len(text) > MAX_RECORD_BYTES:
            raise RecordError(
                f"record has {len(text)} characters, at most {MAX_RECORD_BYTES} are allowed", "notice.too_large", {}
            )
        return cls.from_raw(_parse_record(text), games)

    @classmethod
    def from_raw(cls, raw: Mapping[str, Any], games: Mapping[str, type[Game]] = GAMES) -> "Record":
        """Read a match record from a parsed TOML document.

        Raises:
            RecordError: the document is no record.
        """
        return _RecordReader(raw, games).read_record()

    @property
    def seat_levels(self) -> tuple[str, ...]:
        """Level of each seat's bot, "" for a person; empty if the record has no chairs."""
        return tuple(chair.level for chair in self.chairs)

    def branch_at(self, count: int, chairs: Iterable[Chair]) -> "Record":
        """Return the record of a new match that begins with this one's first ``count`` moves; it counts as helped."""
        return replace(self.without_moves(chairs), moves=self.moves[:count], adopted=count, known=1)

    def without_moves(self, chairs: Iterable[Chair]) -> "Record":
        """Return a record of the same game and cards for these chairs, without moves, identifier and counters."""
        return Record(
            self.game, self.seats, self.seed, self.options, tuple(chairs), format=self.format, games=self.games
        )

    def initial_position(self) -> Game:
        """Return the game's position before the first move of the match."""
        rng = Rng(self.seed) if self.format == LEGACY_FORMAT else ShuffleStream(self.seed)
        game = self.games[self.game](self.seats, rng, self.options)
        if self.daily:
            game.single_deal = True
        return game

    def replay(self, upto: int | None = None) -> Game:
        """Return the match's position after the first ``upto`` moves, by default all.

        It has only the last move's events.

        Raises:
            RecordError: a move is illegal.
        """
        game = self.initial_position()
        for number, move in enumerate(self.moves[:upto], 1):
            refusal = game.refusal(move)
            if refusal is not None:
                raise illegal_move_error(self, number, game, refusal)
            game.take_events()
            game.push(move)
        return game


class _RecordReader:
    """Reads a match record from a parsed TOML document, key by key."""

    def __init__(self, raw: Mapping[str, Any], games: Mapping[str, type[Game]]) -> None:
        self.raw = raw
        self.games = games

    def read_record(self) -> Record:
        allowed = ", ".join(map(str, FORMATS))
        format_ = self.read_value("format", int, allowed)
        if format_ not in FORMATS:
            message = f"format: {_format_value(format_)} is unknown; allowed: {allowed}"
            raise RecordError(message, "notice.other_format", {"found": _format_value(format_), "allowed": allowed})
        slug = self.read_value("game", str, ", ".join(self.games))
        if slug not in self.games:
            raise _bad_value_error("game", slug, ", ".join(self.games))
        game = self.games[slug]
        seats = self.read_value("seats", int, _format_range(game.seats_allowed))
        if seats not in game.seats_allowed:
            raise _bad_value_error("seats", seats, _format_range(game.seats_allowed))
        seed = self.read_seed(format_)
        version = self.read_value("version", str, __version__)
        rules, chairs = self.read_rules(game, format_), self.read_chairs(seats)
        record = Record(slug, seats, seed, rules, chairs, version=version[:40], format=format_, games=self.games)
        for move, by_substitute in self.read_moves(seats):
            record.append(move, by_substitute=by_substitute)
        for key in OPTIONAL_INTEGER_KEYS:
            setattr(record, key, self.read_optional_integer(key))
        record.id = self.read_id()
        record.hand_orders = self.read_hand_orders()
        return record

    def read_seed(self, record_format: int) -> int:
        """Read the seed of the match's cards: the deal number or, in the current format, an online table's key."""
        allowed = f"0 … {MAX_TOML_INTEGER}" + ("" if record_format == LEGACY_FORMAT else ", 32 × 0-9 a-f")
        text = self.raw.get("seed")
        if record_format != LEGACY_FORMAT and isinstance(text, str):
            if not _SEED_KEY_PATTERN.fullmatch(text):
                raise _bad_value_error("seed", text, allowed)
            return int(text, 16)
        return self.read_number("seed", MAX_TOML_INTEGER, allowed)

    def read_optional_integer(self, key: str) -> int:
        """Read an optional integer from a record, 0 by default."""
        maximum = LAST_DAY if key == "daily" else MAX_TOML_INTEGER
        return self.read_number(key, maximum, f"0 … {maximum}") if key in self.raw else 0

    def read_number(self, key: str, maximum: int, allowed: str) -> int:
        """Read an integer from a record, 0 … ``maximum``."""
        found = self.read_value(key, int, allowed)
        if not 0 <= found <= maximum:
            raise _bad_value_error(key, found, allowed)
        return int(found)

    def read_id(self) -> str:
        found: str = self.read_value("id", str, "a-z 0-9 -") if "id" in self.raw else ""
        if not _ID_PATTERN.fullmatch(found):
            raise _bad_value_error("id", found, "a-z 0-9 -")
        return found

    def read_hand_orders(self) -> dict[tuple[int, Seat], tuple[Card, ...]]:
        """Read the order in which persons have laid their hands; empty if the record has none."""
        found = self.raw.get("hands", {})
        try:
            return {
                (int(deal), int(seat)): cards.cards(line)
                for deal, hands in found.items()
                for seat, line in hands.items()
            }
        except (AttributeError, ValueError):
            raise _bad_value_error("hands", found, '[hands.DEAL] SEAT = "3C …"') from None

    def read_value(self, key: str, kind: type[Any], allowed: str) -> Any:
        if key not in self.raw:
            raise RecordError(
                f"{key}: missing; allowed: {allowed}", "notice.missing_key", {"key": key, "allowed": allowed}
            )
        value = self.raw[key]
        if type(value) is not kind:
            raise _bad_value_error(key, value, allowed)
        return value

    def read_rules(self, game: type[Game], record_format: int) -> Any:
        """Read the house rules; what a record leaves out was the standard in its format."""
        options_class: type[Any] = game.Options
        named = self.read_value("options", dict, "[options]")
        rules, problems = options.from_mapping(options_class, named, "options.", record_format)
        for problem in problems:
            raise _bad_value_error(problem.key, problem.value, problem.allowed)
        return rules

    def read_chairs(self, seats: int) -> tuple[Chair, ...]:
        levels = f"{' | '.join(LEVELS)} | {format_strength(WEAKEST)} … {format_strength(STRONGEST)}"
        allowed = f"{PERSON} (+ …), {' | '.join(CHARACTERS)} + {levels}"
        lines = self.read_value("chairs", list, allowed)
        if lines and len(lines) != seats:
            raise _bad_value_error("chairs", lines, f"{seats} × {allowed}")
        chairs = []
        for line, portrait in zip(lines, self.read_portraits(len(lines)), strict=True):
            chair = parse_chair(line) if isinstance(line, str) else None
            if chair is None:
                raise _bad_value_error("chairs", line, allowed)
            chairs.append(chair._replace(portrait=portrait) if chair.who == PERSON else chair)
        return tuple(chairs)

    def read_portraits(self, count: int) -> list[str]:
        """Read one portrait per chair from a record; empty strings if it has none."""
        allowed = f"{count} × {' | '.join(PORTRAITS)}"
        portraits = self.read_value("portraits", list, allowed) if "portraits" in self.raw else [""] * count
        if len(portraits) != count or any(portrait not in ("", *PORTRAITS) for portrait in portraits):
            raise _bad_value_error("portraits", portraits, allowed)
        return portraits

    def read_moves(self, seats: int) -> list[tuple[Move, bool]]:
        """Read the moves, each with whether a bot played it for a person."""
        moves = []
        lines = self.read_value("moves", list, '["0:play 3C", …]')
        if len(lines) > MAX_MOVES:
            message = f"record has {len(lines)} moves, at most {MAX_MOVES} are allowed"
            raise RecordError(message, "notice.too_many_moves", {"number": len(lines), "n": MAX_MOVES})
        for number, line in enumerate(lines, 1):
            try:
                text = line if isinstance(line, str) else _format_value(line)
                move = Move.parse(text.removesuffix(_SUBSTITUTED_SUFFIX))
            except MoveError as error:
                raise RecordError(
                    f"move {number}: {error}",
                    "notice.no_move",
                    {"number": number, "found": _format_value(line), "allowed": "SEAT:VERB CARDS @PLACE"},
                ) from None
            if move.seat >= seats:
                raise _bad_value_error(f"moves, {number}", line, f"0: … {seats - 1}:")
            moves.append((move, text.endswith(_SUBSTITUTED_SUFFIX)))
        return moves


def chairs_of(record: Record) -> tuple[Chair, ...]:
    """Return the chairs of a match record; characters at their default levels if it has none."""
    return record.chairs or tuple(Chair(name, CHARACTERS[name].default_level) for name in CHARACTERS)[: record.seats]


def illegal_move_error(record: Record, number: int, game: Game, refusal: Refusal) -> RecordError:
    """Return the error for an illegal move of a record, counted from 1; ``game`` is the position before it."""
    move = record.moves[number - 1]
    reason = " ".join(filter(None, (refusal.rule, refusal.key)))
    allowed = _format_value(", ".join(str(legal) for seat in game.seats_to_act() for legal in game.legal_moves(seat)))
    placeholders = {"number": number, "move": str(move), "why": reason, "allowed": allowed, "game": record.game}
    message = f"move {number}, {move}, is illegal: {reason}; legal: {allowed}"
    return RecordError(message, "notice.bad_move", {**placeholders, "refusal": refusal})


def last_appended_deal(text_end: str) -> int:
    """Return the number of the deal in a record's last complete line with an appended move; 0 if there is none."""
    found = re.findall(rf"^{re.escape(_APPENDED_PREFIX)}(\d{{1,6}}) .*\n", text_end, re.MULTILINE)
    return int(found[-1]) if found else 0


def _parse_record(text: str) -> Mapping[str, Any]:
    """Parse the text of a match record with its appended moves.

    A last line without a line end is ignored: its move was not saved.
    """
    text, start, rest = text.partition(f"\n{_APPENDED_PREFIX}")
    raw = _parse_record_toml(f"{text}\n" if start else text)
    appended = [line.removeprefix(_APPENDED_PREFIX).partition(" ")[2] for line in rest.split("\n")[:-1]]
    return {**raw, "moves": raw["moves"] + appended} if appended and isinstance(raw.get("moves"), list) else raw


def _parse_record_toml(text: str) -> Mapping[str, Any]:
    """Parse the text of a match record without appended moves.

    The list of moves is cut out of the text first, as the TOML parser is slow.
    """
    match = _MOVES_PATTERN.search(text)
    if match is not None:
        before, after = text[: match.start()], text[match.end() :]
        _check_head_length(len(before) + len(after))
        lines = match[1].split('"')[1::2]
        line_breaks = "\n" * match[0].count("\n")  # keep the line numbers of errors
        raw = _parse_toml(f'{before}moves = ["{_CUT_MARKER}"{line_breaks}]{after}')
        if raw.get("moves") == [_CUT_MARKER]:  # else the pattern matched inside a string or a table
            return {**raw, "moves": lines}
    _check_head_length(len(text))
    return _parse_toml(text)


def _check_head_length(length: int) -> None:
    if length > MAX_HEAD_LENGTH:
        raise RecordError(
            f"record has {length} characters without its moves, at most {MAX_HEAD_LENGTH} are allowed",
            "notice.too_large",
            {},
        )


def _parse_toml(text: str) -> Mapping[str, Any]:
    try:
        return parse_toml(text)
    except ValueError as error:
        raise RecordError(f"record is not TOML: {error}", *toml_error_notice(toml_error_line(error))) from None


def _bad_value_error(key: str, found: object, allowed: str) -> RecordError:
    placeholders = {"key": sanitise(key), "found": _format_value(found), "allowed": allowed}
    message = f"{placeholders['key']}: {placeholders['found']} is not allowed; allowed: {allowed}"
    return RecordError(message, "notice.bad_value", placeholders)


def _format_range(allowed: range) -> str:
    return ", ".join(map(str, allowed))


def _format_value(value: object) -> str:
    try:
        return sanitise(value if isinstance(value, str) else repr(value))
    except (ValueError, RecursionError):  # an integer of over 4,300 digits, or deeply nested tables
        return type(value).__name__
