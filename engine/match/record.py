"""A match as text: one format for saves, replays, undo, fault reports and golden tests.

TOML with the keys ``format, game, version, options, seats, seed, chairs, moves`` and, unless empty, ``id, began, ended,
undone, hinted, adopted, known, starred, daily, friends, portraits``. Simultaneous answers are listed in the order they
arrived, so a match can resume in the middle of any question.

``read_seed`` is the deal number, or the key of a match at a table of several computers as 32 hexadecimal digits.
Records of
format 1 were dealt by another generator, which replays them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import tomli_w

from engine import __version__, options
from engine.characters import CHARACTERS, LEVELS, STRONGEST, WEAKEST, format_strength, is_level
from engine.game import Game
from engine.games import GAMES
from engine.local_time import LAST_DAY
from engine.moves import Move, MoveError, Placeholders, Refusal
from engine.notices import toml_error_line, toml_error_notice
from engine.options import is_name
from engine.rng import KEY_BITS, Rng, ShuffleStream
from engine.sanitise import sanitise
from engine.schemas import parse_toml
from engine.settings import MAX_NAME_LENGTH, PORTRAITS

FORMAT = 2
FAST_FORMAT = 1
"""Format of records whose cards were dealt by ``engine.rng.Rng``."""
FORMATS = (FAST_FORMAT, FORMAT)
MAX_NUMBER = 2**63 - 1
"""The largest integer every TOML reader accepts."""
MAX_SEED = 2**KEY_BITS - 1
PERSON = "person"
MAX_MOVES = 20_000
"""Maximum number of moves that are read. The longest of 20,000 matches played at random had 14,130, in 247 kB."""
MAX_RECORD_BYTES = 2_000_000
"""Maximum size of a record in bytes, 100 for each of ``MAX_MOVES`` moves."""
MAX_HEAD_LENGTH = 65_536
"""Maximum length in characters of a record without its moves; the program writes 600."""
_MOVES_PATTERN = re.compile(
    r"""^moves[ \t]*=[ \t]*\[[ \t\n]*+((?:"[0-9A-Za-z:_ '@]*+"[ \t\n]*+(?:,[ \t\n]*+|(?=\])))*+)\]""", re.MULTILINE
)
"""The list of moves, if nothing in it has to be parsed as TOML. Nothing is tried twice, so the time is linear."""
_CUT_MARKER = "cut out"
"""Stands for the moves in a text without them."""
_KEY_PATTERN = re.compile(r"[0-9a-f]{32}", re.ASCII)
_ID_PATTERN = re.compile(r"[a-z0-9-]{0,40}", re.ASCII)
COUNTER_KEYS = ("began", "ended", "undone", "hinted", "adopted", "known", "starred", "daily", "friends")
"""Keys of integers that are written unless 0."""


class RecordError(ValueError):
    """The text is not a record that can be replayed. ``key`` and ``placeholders`` form the message for the player."""

    def __init__(self, message: str, key: str, placeholders: Placeholders) -> None:
        super().__init__(message)
        self.key = key
        self.placeholders = placeholders


class Chair(NamedTuple):
    """Who sits at a seat."""

    who: str = PERSON
    """``PERSON`` or a character's slug."""
    level: str = ""
    """A character's level; at a fair table its strength, as ``engine.characters.format_strength`` writes it."""
    name: str = ""
    """A person's name, at most ``MAX_NAME_LENGTH`` characters; empty if it is in the settings or was never given."""
    portrait: str = ""
    """A person's portrait, one of ``PORTRAITS``; empty if it is in the settings."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.who, self.level or self.name)))


@dataclass
class Record:
    """A match: its start and every move."""

    game: str
    seats: int
    seed: int
    """Deal number, or the key of a table of several computers; 0 … ``MAX_SEED``."""
    options: Any
    """The game's house rules, an instance of its ``Options``."""
    chairs: tuple[Chair, ...] = ()
    """One per seat; empty if nobody in particular plays (tests, the arena)."""
    moves: list[Move] = field(default_factory=list)
    version: str = __version__
    format: int = FORMAT
    """One of ``FORMATS``."""
    games: Mapping[str, type[Game]] = field(default_factory=lambda: GAMES, repr=False, compare=False)
    """Registry in which the game is looked up."""
    undone: int = 0
    """Number of undone decisions. If not 0, the match counts as helped."""
    hinted: int = 0
    """Number of hints requested. If not 0, the match counts as helped."""
    adopted: int = 0
    """Number of leading moves that were played in another match, from which this one continues."""
    known: int = 0
    """1 if the cards were seen before, in a replay: the match counts as helped."""
    began: int = 0
    """Start of the match, seconds since 1970; 0 if unknown."""
    ended: int = 0
    """End of the match, seconds since 1970; 0 if unfinished or unknown."""
    starred: int = 0
    """1 if the player never wants this finished match removed."""
    daily: int = 0
    """Day of the deal of the day, a ``date.toordinal`` number up to ``LAST_DAY``; 0 for other matches.

    A match with a day ends after one deal.
    """
    friends: int = 0
    """1 if it was played at a table of several computers: the statistics count it apart."""
    id: str = ""
    """Identifier: a … z, digits, hyphens; empty if the match is not counted (tests, the arena)."""
    deal: int = field(default=0, repr=False, compare=False)
    """Number of the present deal, from 1, where a replay has found it; 0 otherwise. It is not written."""

    @property
    def deal_name(self) -> int | str:
        """The deal number, or the key of a table of several computers as 32 hexadecimal digits."""
        return self.seed if self.seed <= MAX_NUMBER else f"{self.seed:032x}"

    def append(self, move: Move) -> None:
        """Add a played move."""
        self.moves.append(move)

    def truncate(self, count: int) -> list[Move]:
        """Drop all but the first ``read_count`` moves; return the dropped ones, for redo."""
        gone = self.moves[count:]
        del self.moves[count:]
        self.undone += 1
        self.adopted = min(self.adopted, count)
        return gone

    def to_text(self) -> str:
        """The record as TOML, one move per line."""
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
        head |= {key: value for key in COUNTER_KEYS if (value := getattr(self, key))}
        if any(chair.portrait for chair in self.chairs):
            head["portraits"] = [chair.portrait for chair in self.chairs]
        lines = "".join(f'    "{move}",\n' for move in self.moves)
        table = tomli_w.dumps({"options": options.changed_values(self.options)})
        return f"{tomli_w.dumps(head)}moves = [\n{lines}]\n\n{table}"

    @classmethod
    def from_text(cls, text: str, games: Mapping[str, type[Game]] = GAMES) -> "Record":
        """Read a text written by ``to_text``. Moves are parsed here; ``replay`` checks that they are legal.

        Raises:
            RecordError: the text is not a record. Nothing else is raised, whatever the text.
        """
        if len(text) > MAX_RECORD_BYTES:
            raise RecordError(f"more than {MAX_RECORD_BYTES} characters", "notice.too_large", {})
        return cls.from_raw(_parse_record(text), games)

    @classmethod
    def from_raw(cls, raw: Mapping[str, Any], games: Mapping[str, type[Game]] = GAMES) -> "Record":
        """Read a parsed TOML document, as ``from_text`` does.

        Raises:
            RecordError: the document is not a record.
        """
        return _RecordReader(raw, games).read_record()

    def branch_at(self, count: int, chairs: Iterable[Chair]) -> "Record":
        """A new match that continues after the first ``read_count`` moves, with these chairs; it counts as helped."""
        return replace(self.without_moves(chairs), moves=self.moves[:count], adopted=count, known=1)

    def without_moves(self, chairs: Iterable[Chair]) -> "Record":
        """The match before its first move, with these chairs; nothing is counted of it yet."""
        return Record(
            self.game, self.seats, self.seed, self.options, tuple(chairs), format=self.format, games=self.games
        )

    def initial_position(self) -> Game:
        """The game before its first move."""
        rng = Rng(self.seed) if self.format == FAST_FORMAT else ShuffleStream(self.seed)
        game = self.games[self.game](self.seats, rng, self.options)
        if self.daily:
            game.single_deal = True
        return game

    def replay(self, upto: int | None = None) -> Game:
        """The position after the first ``upto`` moves, by default all; its events are those of the last move only.

        Raises:
            RecordError: a move is illegal; the message names the move and the reason.
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
    """Reads a record from a TOML table, key by key."""

    def __init__(self, raw: Mapping[str, Any], games: Mapping[str, type[Game]]) -> None:
        self.raw = raw
        self.games = games

    def read_record(self) -> Record:
        allowed = ", ".join(map(str, FORMATS))
        found = self.read_value("format", int, allowed)
        if found not in FORMATS:
            message = f"format: {_format_value(found)} is not known here; known are {allowed}"
            raise RecordError(message, "notice.other_format", {"found": _format_value(found), "allowed": allowed})
        slug = self.read_value("game", str, ", ".join(self.games))
        if slug not in self.games:
            raise _bad_value_error("game", slug, ", ".join(self.games))
        game = self.games[slug]
        seats = self.read_value("seats", int, _format_range(game.seats_allowed))
        if seats not in game.seats_allowed:
            raise _bad_value_error("seats", seats, _format_range(game.seats_allowed))
        seed = self.read_seed(found)
        version = self.read_value("version", str, __version__)
        rules, chairs, moves = self.read_rules(game), self.read_chairs(seats), self.read_moves(seats)
        record = Record(slug, seats, seed, rules, chairs, moves, version[:40], found, self.games)
        for key in COUNTER_KEYS:
            setattr(record, key, self.read_count(key))
        record.id = self.read_name()
        return record

    def read_seed(self, found: int) -> int:
        """The deal number, or the key in a record of the present format."""
        allowed = f"0 … {MAX_NUMBER}" + ("" if found == FAST_FORMAT else ", 32 × 0-9 a-f")
        text = self.raw.get("seed")
        if found != FAST_FORMAT and isinstance(text, str):
            if not _KEY_PATTERN.fullmatch(text):
                raise _bad_value_error("seed", text, allowed)
            return int(text, 16)
        return self.read_number("seed", MAX_NUMBER, allowed)

    def read_count(self, key: str) -> int:
        """An optional integer, by default 0."""
        most = LAST_DAY if key == "daily" else MAX_NUMBER
        return self.read_number(key, most, f"0 … {most}") if key in self.raw else 0

    def read_number(self, key: str, maximum: int, allowed: str) -> int:
        """An integer, 0 … ``maximum``."""
        found = self.read_value(key, int, allowed)
        if not 0 <= found <= maximum:
            raise _bad_value_error(key, found, allowed)
        return int(found)

    def read_name(self) -> str:
        found: str = self.read_value("id", str, "a-z 0-9 -") if "id" in self.raw else ""
        if not _ID_PATTERN.fullmatch(found):
            raise _bad_value_error("id", found, "a-z 0-9 -")
        return found

    def read_value(self, key: str, kind: type[Any], allowed: str) -> Any:
        if key not in self.raw:
            raise RecordError(
                f"{key}: missing; allowed: {allowed}", "notice.missing_key", {"key": key, "allowed": allowed}
            )
        value = self.raw[key]
        if type(value) is not kind:
            raise _bad_value_error(key, value, allowed)
        return value

    def read_rules(self, game: type[Game]) -> Any:
        owner: type[Any] = game.Options
        rules, problems = options.from_mapping(owner, self.read_value("options", dict, "[options]"), "options.")
        for problem in problems:
            raise _bad_value_error(problem.key, problem.found, problem.allowed)
        return rules

    def read_chairs(self, seats: int) -> tuple[Chair, ...]:
        levels = f"{' | '.join(LEVELS)} | {format_strength(WEAKEST)} … {format_strength(STRONGEST)}"
        allowed = f"{PERSON} (+ …), {' | '.join(CHARACTERS)} + {levels}"
        lines = self.read_value("chairs", list, allowed)
        if lines and len(lines) != seats:
            raise _bad_value_error("chairs", lines, f"{seats} × {allowed}")
        chairs = []
        for line, portrait in zip(lines, self.read_portraits(len(lines)), strict=True):
            who, _, more = line.partition(" ") if isinstance(line, str) else ("", "", "")
            if who == PERSON and is_name(more, MAX_NAME_LENGTH):
                chairs.append(Chair(who, name=more, portrait=portrait))
            elif who in CHARACTERS and is_level(more):
                chairs.append(Chair(who, more))
            else:
                raise _bad_value_error("chairs", line, allowed)
        return tuple(chairs)

    def read_portraits(self, count: int) -> list[str]:
        """One portrait per chair; empty strings if the record has none."""
        allowed = f"{count} × {' | '.join(PORTRAITS)}"
        found = self.read_value("portraits", list, allowed) if "portraits" in self.raw else [""] * count
        if len(found) != count or any(one not in ("", *PORTRAITS) for one in found):
            raise _bad_value_error("portraits", found, allowed)
        return found

    def read_moves(self, seats: int) -> list[Move]:
        moves = []
        lines = self.read_value("moves", list, '["0:play 3C", …]')
        if len(lines) > MAX_MOVES:
            message = f"moves: {len(lines)}; read are at most {MAX_MOVES}"
            raise RecordError(message, "notice.too_many_moves", {"number": len(lines), "n": MAX_MOVES})
        for number, line in enumerate(lines, 1):
            try:
                move = Move.parse(line if isinstance(line, str) else _format_value(line))
            except MoveError as error:
                raise RecordError(
                    f"moves, number {number}: {error}",
                    "notice.no_move",
                    {"number": number, "found": _format_value(line), "allowed": "SEAT:VERB CARDS @PLACE"},
                ) from None
            if move.seat >= seats:
                raise _bad_value_error(f"moves, {number}", line, f"0: … {seats - 1}:")
            moves.append(move)
        return moves


def chairs_of(record: Record) -> tuple[Chair, ...]:
    """The chairs of a record; characters at their usual levels if it names nobody."""
    return record.chairs or tuple(Chair(name, CHARACTERS[name].level) for name in CHARACTERS)[: record.seats]


def illegal_move_error(record: Record, number: int, game: Game, refusal: Refusal) -> RecordError:
    """The error that a record's move, counted from 1, is refused in the position before it."""
    move = record.moves[number - 1]
    why = " ".join(filter(None, (refusal.rule, refusal.key)))
    allowed = _format_value(", ".join(str(legal) for seat in game.seats_to_act() for legal in game.legal_moves(seat)))
    figures = {"number": number, "move": str(move), "why": why, "allowed": allowed, "game": record.game}
    message = f"move {number}, {move}, is impossible: {why}; possible: {allowed}"
    return RecordError(message, "notice.bad_move", {**figures, "refusal": refusal})


def _parse_record(text: str) -> Mapping[str, Any]:
    """Parse a record. Its moves are cut out first, since the parser would take most of its time for them."""
    found = _MOVES_PATTERN.search(text)
    if found is not None:
        before, after = text[: found.start()], text[found.end() :]
        _check_head(len(before) + len(after))
        lines = found[1].split('"')[1::2]
        breaks = "\n" * found[0].count("\n")  # errors give the number of their line
        raw = _parse_toml(f'{before}moves = ["{_CUT_MARKER}"{breaks}]{after}')
        if raw.get("moves") == [_CUT_MARKER]:  # else these lines are part of a string or of a table
            return {**raw, "moves": lines}
    _check_head(len(text))
    return _parse_toml(text)


def _check_head(length: int) -> None:
    if length > MAX_HEAD_LENGTH:
        raise RecordError(f"more than {MAX_HEAD_LENGTH} characters besides the moves", "notice.too_large", {})


def _parse_toml(text: str) -> Mapping[str, Any]:
    try:
        return parse_toml(text)
    except ValueError as error:
        raise RecordError(f"not TOML: {error}", *toml_error_notice(toml_error_line(error))) from None


def _bad_value_error(key: str, found: object, allowed: str) -> RecordError:
    figures = {"key": sanitise(key), "found": _format_value(found), "allowed": allowed}
    message = f"{figures['key']}: {figures['found']} is not allowed; allowed: {allowed}"
    return RecordError(message, "notice.bad_value", figures)


def _format_range(allowed: range) -> str:
    return ", ".join(map(str, allowed))


def _format_value(value: object) -> str:
    try:
        return sanitise(value if isinstance(value, str) else repr(value))
    except (ValueError, RecursionError):  # an integer of over 4,300 digits, a table in a table in a table …
        return type(value).__name__
