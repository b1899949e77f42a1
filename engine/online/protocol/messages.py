"""The messages between a host and its guests: frozen, typed, versioned, checked while they are decoded.

Both ways a message is one frame of MessagePack. A guest's message larger than ``MAX_TO_HOST_BYTES`` is not looked at.
Positions and events are encoded by ``engine.online.protocol.game_codec``; here they are bytes that wait for the right
game.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta, Struct

from engine import __version__
from engine.match.record import MAX_RECORD_BYTES
from engine.online.protocol.table_rules import MAX_CHAIRS, MAX_GUESTS, MAX_SPECTATORS

PROTOCOL_VERSION = 3
"""Version of the messages; host and guests must have the same. It rises with every change of a message."""
MAX_TO_HOST_BYTES = 65_536
"""Maximum size in bytes of a message to the host."""
MAX_TO_GUEST_BYTES = 4_194_304
"""Maximum size in bytes of a message to a guest: a whole match is sent at its end."""

MAX_VIEW_BYTES = 65_536
"""Maximum size in bytes of a view."""
MAX_EVENTS_BYTES = 1_048_576
"""Maximum size in bytes of a list of events: those of the longest deals have 200,000."""

ShortText = Annotated[str, Meta(max_length=80)]
"""A key, a slug, a name: what is longer is not decoded. What else it must be, its reader checks."""
Token = Annotated[str, Meta(max_length=80, pattern=r"\A[!-~]*\Z")]
"""What brings back a place; guests keep it in a file."""
LongText = Annotated[str, Meta(max_length=1000)]
"""A move, a line of free text, an invitation."""
RecordText = Annotated[str, Meta(max_length=MAX_RECORD_BYTES)]
EncodedView = Annotated[bytes, Meta(max_length=MAX_VIEW_BYTES)]
EncodedEvents = Annotated[bytes, Meta(max_length=MAX_EVENTS_BYTES)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
"""A number that only rises, by one at a time: it never becomes larger than can be sent."""
Milliseconds = Annotated[int, Meta(ge=0, le=3_600_000)]
OptionValue = bool | int | ShortText
OptionValues = Annotated[dict[ShortText, OptionValue], Meta(max_length=64)]
"""Options that differ from the standard, as ``engine.options.changed_values`` gives them."""
NumberList = Annotated[tuple[int, ...], Meta(max_length=128)]
Placeholders = Annotated[dict[ShortText, OptionValue | NumberList], Meta(max_length=16)]
"""Values for the placeholders of a text, as ``engine.moves.Placeholders``."""


class MessageError(ValueError):
    """The bytes are no message that may come here."""


class VersionMismatchError(MessageError):
    """The other side speaks another version; ``other_version`` is the program's version that it gave."""

    def __init__(self, theirs: str) -> None:
        super().__init__(f"the other program is version {theirs}")
        self.other_version = theirs


class _Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag=True):
    """A message; its class is its tag."""


# --- to the host ----------------------------------------------------------------------------------------------------


class Hello(_Message, frozen=True):
    """The first message: who comes, or comes back."""

    protocol: int
    version: ShortText
    """Version of the guest's program."""
    token: ShortText = ""
    """What the host gave at the last ``Welcome``; it brings back the same place."""
    name: ShortText = ""
    portrait: ShortText = "you"
    language: ShortText = ""
    watching: bool = False
    proof: ShortText = ""
    """That the guest knows the table's secret, with the nonces of both sides; the connection adds it."""


class Sit(_Message, frozen=True):
    """Take a chair, or stand up with -1. Only before a match."""

    chair: int


class Ready(_Message, frozen=True):
    """Be ready for the match, or not."""

    on: bool = True


class SubstituteBot(Struct, frozen=True, forbid_unknown_fields=True):
    """The computer player of a chair, who plays while nobody sits in it and while its person is away."""

    character: ShortText
    """One of ``engine.characters.CHARACTERS``."""
    level: ShortText


class TableConfig(_Message, frozen=True, tag="Arrange"):  # the name in saved tables
    """Choose the game, its house rules, the chairs and the table's rules. Only the host, before a match."""

    game: ShortText
    seats: int
    options: OptionValues
    """House rules that differ from the standard, as ``engine.options.changed_values`` gives them."""
    chairs: Annotated[tuple[SubstituteBot, ...], Meta(max_length=MAX_CHAIRS)]
    """One a seat."""
    rules: OptionValues
    """Of ``TableRules``, those that differ from the standard."""


class Start(_Message, frozen=True):
    """Begin a match. Only the host, when everybody who sits is ready."""


class Answer(_Message, frozen=True):
    """A move, with the number of the question that it answers."""

    question: int
    move: LongText


class SendChat(_Message, frozen=True):
    """Say a phrase, or a line of free text where the table allows that."""

    phrase: ShortText = ""
    text: LongText = ""


class HintUsed(_Message, frozen=True):
    """Tell that a hint is looked at: guests work hints out themselves, from what they see."""


class Undo(_Message, frozen=True):
    """Take the guest's last decision back, where the table allows that."""


class NextDeal(_Message, frozen=True):
    """Be ready for the deal after this one; its number is that of the deal that is over, from 1."""

    deal: int


class HandOver(_Message, frozen=True):
    """Ask another guest to be the host. Only the host, and not during a match where the table moves with that."""

    to: int
    """Number of the person."""


class TakeOver(_Message, frozen=True):
    """Reply to ``Offered``: the player agrees to open the table, or doesn't. Also sent when it can't be opened."""

    on: bool = True


class TableTakenOver(_Message, frozen=True):
    """Sent by the next host: the table is open there, with this invitation."""

    invitation: LongText
    vouchers: Annotated[dict[Count, Token], Meta(max_length=MAX_GUESTS)] = {}
    """Number of a person -> what brings that person to the same chair there, once."""


class Kick(_Message, frozen=True):
    """Show somebody the door. Only the host."""

    who: int


class AbortMatch(_Message, frozen=True):
    """End the match that is played, without a result. Only the host."""


class Leave(_Message, frozen=True):
    """Go. In a match a computer player goes on at once, and the token still brings back the chair."""


ToHost = Union[  # noqa: UP007  # msgspec wants the union as a type
    Hello,
    Sit,
    Ready,
    TableConfig,
    Start,
    Answer,
    SendChat,
    HintUsed,
    Undo,
    NextDeal,
    HandOver,
    TakeOver,
    TableTakenOver,
    Kick,
    AbortMatch,
    Leave,
]

# --- to a guest -----------------------------------------------------------------------------------------------------


class Welcome(_Message, frozen=True):
    """The guest is in."""

    version: ShortText
    """Version of the host's program."""
    token: Token
    you: int
    """The guest's number, as in the ``Roster``."""


class EntryRefused(_Message, frozen=True, tag="Refused"):  # with "figures": guests of older versions read it
    """The guest is not let in, or is shown the door; the connection ends. The text's key, such as
    ``online.problem.full``."""

    key: ShortText
    placeholders: Placeholders = msgspec.field(name="figures", default={})


class ChairState(Struct, frozen=True, forbid_unknown_fields=True):
    """One chair, for everybody."""

    character: ShortText
    """Its computer player."""
    level: ShortText
    person: int = 0
    """Number of the person who sits there; 0 for nobody, so that the computer plays."""
    is_substituted: bool = False
    """Whether the computer plays in the place of that person, who is away."""


class ParticipantState(Struct, frozen=True, forbid_unknown_fields=True):
    """One person at the table, for everybody."""

    number: int
    """From 1; never given twice at one table."""
    name: ShortText
    portrait: ShortText
    language: ShortText = ""
    watching: bool = False
    ready: bool = False
    """Before a match: ready for it. After a deal: ready for the next one."""
    is_connected: bool = True
    """Whether the connection stands."""


class Roster(_Message, frozen=True):
    """Everything about the table but the cards; sent whole whenever something of it changes."""

    phase: ShortText
    """``room`` before a match, ``play``, ``results`` after a deal until all are ready, ``over`` after a match,
    ``moving`` while the table is handed over."""
    host: int
    """Number of the person who decides; 0 for nobody."""
    game: ShortText
    seats: int
    options: OptionValues
    rules: OptionValues
    chairs: Annotated[tuple[ChairState, ...], Meta(max_length=MAX_CHAIRS)]
    people: Annotated[tuple[ParticipantState, ...], Meta(max_length=MAX_GUESTS + MAX_SPECTATORS)]
    help_count: Count = 0
    """Number of hints and undone decisions in this match; if not 0, it counts as helped."""


class MatchSnapshot(_Message, frozen=True):
    """The match as it stands, for a guest who comes, comes back, or sees it after an undo."""

    question: Count
    """Number of the question that is asked now; it never falls."""
    seat: int
    """The guest's seat; -1 for one who watches."""
    game: ShortText
    view: EncodedView
    recent_events: EncodedEvents
    """The latest events, from the beginning of a deal."""
    recent_events_deal: Count
    """Number of that deal, from 1."""
    results: EncodedEvents
    """The results of all finished deals."""
    left_ms: Milliseconds = 0
    """Milliseconds left to answer; 0 without a clock."""
    deal: Count = 0
    """Number of the deal whose result all are looking at; 0 while play goes on."""


class MatchEvents(_Message, frozen=True):
    """What a move led to."""

    question: Count
    events: EncodedEvents
    view: EncodedView
    left_ms: Milliseconds = 0


class TurnClock(_Message, frozen=True):
    """How long is left to answer a question; 0 without a clock."""

    question: Count
    left_ms: Milliseconds


class MoveRejected(_Message, frozen=True):
    """The answer to that question doesn't count, and why: as ``engine.moves.Refusal``."""

    question: Count
    rule: ShortText
    key: ShortText
    placeholders: Placeholders = {}


class RequestDenied(_Message, frozen=True):
    """Something that was asked for is not done; the text's key, such as ``online.denied.not_host``."""

    key: ShortText
    placeholders: Placeholders = {}


class ChatMessage(_Message, frozen=True):
    """Somebody says a phrase or a line."""

    who: int
    seat: int
    """-1 for somebody without a chair."""
    phrase: ShortText = ""
    text: LongText = ""


class ParticipantNotice(_Message, frozen=True):
    """Something about a person at the table, with the text ``online.told.<key>``: ``came``, ``went``, ``away``,
    ``back``, ``out_of_time``, ``hint``, ``undo``, ``host``, ``broken_off``. Only the host gets ``asked`` and
    ``declined``, about the person to whom the table is offered."""

    key: ShortText
    who: int
    seat: int = -1


class MatchOver(_Message, frozen=True):
    """The match is over. Those who played get its record, the others an empty text."""

    record: RecordText = ""


class Offered(_Message, frozen=True):
    """The host asks this guest to open the table at their computer. Nothing is opened unless the player agrees."""


class HandedParticipant(Struct, frozen=True, forbid_unknown_fields=True):
    """A person of a table that is handed over. It has no token: the next host makes its own."""

    number: Count
    name: ShortText
    portrait: ShortText
    language: ShortText
    chair: int
    """-1 without one."""


class TableHandedOver(_Message, frozen=True):
    """The table without its match, for a guest who agreed to open it, and who answers with ``TableTakenOver``."""

    arrangement: TableConfig
    given: Count
    """The last number that was given to a person."""
    people: Annotated[tuple[HandedParticipant, ...], Meta(max_length=MAX_GUESTS)]
    """Those who are here and don't just watch."""
    question: Count
    """Number of the last question that was asked."""


class TableMoved(_Message, frozen=True):
    """The table goes on at another host, with this invitation."""

    invitation: LongText
    voucher: Token = ""
    """What brings this guest to the same chair there, once; the host there replaces it. Empty for who watches."""


ToGuest = Union[  # noqa: UP007
    Welcome,
    EntryRefused,
    Roster,
    MatchSnapshot,
    MatchEvents,
    TurnClock,
    MoveRejected,
    RequestDenied,
    ChatMessage,
    ParticipantNotice,
    MatchOver,
    Offered,
    TableHandedOver,
    TableMoved,
]

# --- bytes ----------------------------------------------------------------------------------------------------------


class _VersionHeader(Struct, frozen=True):
    """What the first message of any version has."""

    protocol: int
    version: ShortText


def encode_hook(value: object) -> Any:
    """What MessagePack has for a value that it doesn't know: a dictionary for any mapping.

    Raises:
        NotImplementedError: it has nothing.
    """
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"a {type(value).__name__} can't be sent")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=encode_hook)
_TO_HOST_DECODER = msgspec.msgpack.Decoder(ToHost)
_HELLO_DECODER = msgspec.msgpack.Decoder(Hello)
_TO_GUEST_DECODER = msgspec.msgpack.Decoder(ToGuest)
_VERSION_HEADER_DECODER = msgspec.msgpack.Decoder(_VersionHeader)


def encode(message: ToHost | ToGuest) -> bytes:
    """A message as bytes."""
    return _ENCODER.encode(message)


def decode_to_host(data: bytes) -> ToHost:
    """Decode a guest's message.

    Raises:
        MessageError: it is too large, or no such message.
    """
    return _decode(_TO_HOST_DECODER, data, MAX_TO_HOST_BYTES)  # type: ignore[no-any-return]


def decode_to_guest(data: bytes) -> ToGuest:
    """Decode a host's message.

    Raises:
        MessageError: it is too large, or no such message.
    """
    return _decode(_TO_GUEST_DECODER, data, MAX_TO_GUEST_BYTES)  # type: ignore[no-any-return]


def decode_hello(data: bytes) -> Hello:
    """Decode a guest's first message.

    Raises:
        OtherVersionError: it is one of another version.
        MessageError: it is something else.
    """
    first: _VersionHeader = _decode(_VERSION_HEADER_DECODER, data, MAX_TO_HOST_BYTES)
    if first.protocol != PROTOCOL_VERSION:
        raise VersionMismatchError(first.version)
    return _decode(_HELLO_DECODER, data, MAX_TO_HOST_BYTES)  # type: ignore[no-any-return]


def version_refusal(theirs: str) -> EntryRefused:
    """The refusal of a guest whose program speaks another version; it names both."""
    return EntryRefused("online.problem.version", {"theirs": theirs[:20], "ours": __version__})


def _decode(decoder: Any, data: bytes, max_bytes: int) -> Any:
    if len(data) > max_bytes:
        raise MessageError(f"{len(data)} bytes; allowed are {max_bytes}")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MessageError(str(error)) from None
