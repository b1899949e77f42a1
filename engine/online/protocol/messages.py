"""Messages between a host and its guests: frozen, typed, versioned, validated by their decoder.

Each is one frame of MessagePack. Views and events are opaque bytes here, encoded by
``engine.online.protocol.game_codec``.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta, Struct

from engine import __version__
from engine.match.record import MAX_RECORD_BYTES
from engine.online.protocol.table_rules import MAX_CHAIRS, MAX_GUESTS, MAX_SPECTATORS

PROTOCOL_VERSION = 7
"""Version of the messages, which must be equal on both sides. Increase it with every change of a message,
and of a standard house rule, since messages name only what differs from the standard."""
MAX_TO_HOST_BYTES = 65_536
"""Maximum size of a message to the host."""
MAX_TO_GUEST_BYTES = 4_194_304
"""Maximum size of a message to a guest; at the end of a match it holds the whole record."""

MAX_VIEW_BYTES = 65_536
MAX_EVENTS_BYTES = 1_048_576
"""Maximum size of encoded events; those of the longest deals have 200,000 bytes."""

ShortText = Annotated[str, Meta(max_length=80)]
"""A key, slug or name. Only the length is checked here, the content by its reader."""
Token = Annotated[str, Meta(max_length=80, pattern=r"\A[!-~]*\Z")]
"""A token with which a guest reclaims a chair; guests store it in a file."""
LongText = Annotated[str, Meta(max_length=1000)]
"""A move, a chat line or an invitation."""
RecordText = Annotated[str, Meta(max_length=MAX_RECORD_BYTES)]
EncodedView = Annotated[bytes, Meta(max_length=MAX_VIEW_BYTES)]
EncodedEvents = Annotated[bytes, Meta(max_length=MAX_EVENTS_BYTES)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
"""A number that is only ever increased by one, so that it can't reach the maximum."""
Milliseconds = Annotated[int, Meta(ge=0, le=3_600_000)]
OptionValue = bool | int | ShortText
OptionValues = Annotated[dict[ShortText, OptionValue], Meta(max_length=64)]
"""Options that differ from the default, as ``engine.options.changed_values`` returns them."""
NumberList = Annotated[tuple[int, ...], Meta(max_length=128)]
Placeholders = Annotated[dict[ShortText, OptionValue | NumberList], Meta(max_length=16)]
"""Values for the placeholders of a text, as ``engine.moves.Placeholders``."""


class MessageError(ValueError):
    """The received bytes are not a valid message for this side of an online table."""


class VersionMismatchError(MessageError):
    """The other side uses another protocol version; ``other_version`` is the version of its program."""

    def __init__(self, theirs: str) -> None:
        super().__init__(f"the other program is version {theirs}")
        self.other_version = theirs


class _Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag=True):
    """Base class of the messages between host and guests; the class name is the tag."""


# --- to the host ----------------------------------------------------------------------------------------------------


class Hello(_Message, frozen=True):
    """First message of a guest to a host, to join a table or to return to it."""

    protocol: int
    version: ShortText
    """Version of the guest's program."""
    token: ShortText = ""
    """Token from the last ``Welcome``, to reclaim the same chair."""
    name: ShortText = ""
    portrait: ShortText = "you"
    language: ShortText = ""
    is_spectator: bool = False
    proof: ShortText = ""
    """Proof of the table's secret with both nonces; the connection adds it."""


class Sit(_Message, frozen=True):
    """A guest's request to take a chair, or to stand up with -1. Only between matches."""

    chair: int


class Ready(_Message, frozen=True):
    """A guest's message that it is ready for the match, or no longer."""

    is_ready: bool = True


class SubstituteBot(Struct, frozen=True, forbid_unknown_fields=True):
    """The bot of a chair, which plays while the chair is empty or its participant is away."""

    character: ShortText
    """One of ``engine.characters.CHARACTERS``."""
    level: ShortText


class TableConfig(_Message, frozen=True, tag="Arrange"):  # the name in saved tables
    """Configuration of an online table: game, house rules, bots and table rules. Sent by the host between matches."""

    game: ShortText
    seats: int
    options: OptionValues
    """House rules that differ from the default."""
    chairs: Annotated[tuple[SubstituteBot, ...], Meta(max_length=MAX_CHAIRS)]
    """The bot of each seat."""
    rules: OptionValues
    """Values of ``TableRules`` that differ from the default."""


class Start(_Message, frozen=True):
    """The host's request to begin a match. Sent by the host when all who are seated are ready."""


class Answer(_Message, frozen=True):
    """A guest's move and the number of the question that it answers."""

    question: int
    move: LongText


class SendChat(_Message, frozen=True):
    """A guest's chat message: a phrase, or a line of free text if the table allows that."""

    phrase: ShortText = ""
    text: LongText = ""


class HintUsed(_Message, frozen=True):
    """A guest's report that it has used a hint. Guests compute hints themselves, from their view."""


class Undo(_Message, frozen=True):
    """A guest's request to take back its last decision, if the table allows that."""


class NextDeal(_Message, frozen=True):
    """A guest's message that it is ready for the next deal.

    ``deal`` is the number of the finished one, from 1.
    """

    deal: int


class HandOver(_Message, frozen=True):
    """The host's request to make another participant the host.

    Only between matches unless the host is dedicated.
    """

    participant_number: int
    """Number of the participant who is to be host."""


class TakeOver(_Message, frozen=True):
    """A guest's reply to the offer to take over the table: accepted or declined.

    Also declines later, when the table can't be opened.
    """

    is_accepted: bool = True


class TableTakenOver(_Message, frozen=True):
    """The next host's message that it has opened the handed-over table, at this invitation."""

    invitation: LongText
    vouchers: Annotated[dict[Count, Token], Meta(max_length=MAX_GUESTS)] = {}
    """Participant number -> token with which the participant reclaims the chair there, once."""


class Kick(_Message, frozen=True):
    """The host's request to remove a participant from the table."""

    participant_number: int


class AbortMatch(_Message, frozen=True):
    """The host's request to end the match without a result."""


class Leave(_Message, frozen=True):
    """A guest's message that it leaves the online table on purpose.

    In a match a bot takes over at once, and the token still reclaims the chair.
    """


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
    """The host's message that the guest is admitted to the table."""

    version: ShortText
    """Version of the host's program."""
    token: Token
    participant_number: int
    """The guest's participant number, as in ``Roster``."""


class EntryRefused(_Message, frozen=True, tag="Refused"):  # with "figures": guests of older versions read it
    """The host's message that the guest is refused or removed, after which the connection ends.

    ``key`` is a text such as ``online.problem.full``.
    """

    key: ShortText
    placeholders: Placeholders = msgspec.field(name="figures", default={})


class ChairState(Struct, frozen=True, forbid_unknown_fields=True):
    """State of one chair at an online table, as all guests see it."""

    character: ShortText
    """Character of its bot."""
    level: ShortText
    participant_number: int = 0
    """Number of the participant who sits there; 0 for nobody, so that the bot plays."""
    is_substituted: bool = False
    """Whether the bot plays for that participant, who is away."""


class ParticipantState(Struct, frozen=True, forbid_unknown_fields=True):
    """State of one participant of an online table, as all guests see it."""

    number: int
    """Participant number, from 1; never reused at one table."""
    name: ShortText
    portrait: ShortText
    language: ShortText = ""
    is_spectator: bool = False
    is_ready: bool = False
    """Before a match: ready for it. After a deal: ready for the next one."""
    is_connected: bool = True


class Roster(_Message, frozen=True):
    """State of an online table except the cards; sent whole after every change."""

    phase: ShortText
    """``room`` before a match, ``play``, ``results`` after a deal until all are ready, ``over`` after a match,
    ``moving`` while the table is handed over."""
    host_number: int
    """Number of the participant with the host's rights; 0 for nobody."""
    game: ShortText
    seats: int
    options: OptionValues
    rules: OptionValues
    chairs: Annotated[tuple[ChairState, ...], Meta(max_length=MAX_CHAIRS)]
    participants: Annotated[tuple[ParticipantState, ...], Meta(max_length=MAX_GUESTS + MAX_SPECTATORS)]
    help_count: Count = 0
    """Number of hints and undos in this match; if not 0, the match counts as assisted."""


class MatchSnapshot(_Message, frozen=True):
    """The host's message with the whole match, for a guest who joins or returns, or after an undo."""

    question: Count
    """Number of the present question; it never decreases."""
    seat: int
    """The guest's seat; -1 for a spectator."""
    game: ShortText
    view: EncodedView
    recent_events: EncodedEvents
    """The latest events, from the start of a deal."""
    recent_events_deal: Count
    """Number of the deal with which ``recent_events`` begin, from 1."""
    results: EncodedEvents
    """Results of all finished deals."""
    remaining_ms: Milliseconds = 0
    """Milliseconds left to answer; 0 without a clock."""
    result_deal: Count = 0
    """Number of the deal whose result is shown to all; 0 while play goes on."""


class MatchEvents(_Message, frozen=True):
    """The host's message with the events of a move and the view after it."""

    question: Count
    events: EncodedEvents
    view: EncodedView
    remaining_ms: Milliseconds = 0


class TurnClock(_Message, frozen=True):
    """The host's message with the milliseconds left to answer a question; 0 without a clock."""

    question: Count
    remaining_ms: Milliseconds


class MoveRejected(_Message, frozen=True):
    """The host's reason why a guest's answer doesn't count: rule id, text key and placeholder values."""

    question: Count
    rule: ShortText
    key: ShortText
    placeholders: Placeholders = {}


class RequestDenied(_Message, frozen=True):
    """The host's reason why a guest's request is not granted: a text's key such as ``online.denied.not_host``."""

    key: ShortText
    placeholders: Placeholders = {}


class ChatMessage(_Message, frozen=True):
    """The host's message with a participant's chat phrase or line."""

    participant_number: int
    seat: int
    """The participant's seat or, between matches, chair; -1 without one."""
    phrase: ShortText = ""
    text: LongText = ""


class ParticipantNotice(_Message, frozen=True):
    """The host's news about a participant, with the text ``online.told.<key>``.

    Keys are ``came``, ``went``, ``away``, ``back``, ``out_of_time``, ``hint``, ``undo``, ``host`` and ``broken_off``.
    Only the host gets ``asked`` and ``declined``, about the participant to whom the table is offered.
    """

    key: ShortText
    participant_number: int
    seat: int = -1


class MatchOver(_Message, frozen=True):
    """The host's message that the match is over. Players get its record, spectators an empty text."""

    record: RecordText = ""


class Offered(_Message, frozen=True):
    """The host's offer to a guest to open the table at the guest's computer. Opened only if the player agrees."""


class HandedParticipant(Struct, frozen=True, forbid_unknown_fields=True):
    """A participant of an online table that is handed over to another host.

    It has no token: the next host makes new ones.
    """

    number: Count
    name: ShortText
    portrait: ShortText
    language: ShortText
    chair: int
    """Chair number; -1 without a chair."""


class TableHandedOver(_Message, frozen=True):
    """An online table without its match, for the guest who agreed to open it as the next host.

    The reply is ``TableTakenOver``.
    """

    config: TableConfig
    last_participant_number: Count
    """Highest participant number so far."""
    participants: Annotated[tuple[HandedParticipant, ...], Meta(max_length=MAX_GUESTS)]
    """Connected participants without spectators."""
    question: Count
    """Number of the last question that was asked."""


class TableMoved(_Message, frozen=True):
    """The host's message that the table continues at another host, with this invitation."""

    invitation: LongText
    voucher: Token = ""
    """Token with which this guest reclaims the chair there, once; empty for spectators."""


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
    """The fields of a guest's first message (``Hello``) that every protocol version has."""

    protocol: int
    version: ShortText


def encode_hook(value: object) -> Any:
    """Convert any mapping to a dictionary, the only mapping that MessagePack encodes.

    Raises:
        NotImplementedError: the value is not a mapping.
    """
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"{type(value).__name__} can't be encoded, only mappings can")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=encode_hook)
_TO_HOST_DECODER = msgspec.msgpack.Decoder(ToHost)
_HELLO_DECODER = msgspec.msgpack.Decoder(Hello)
_TO_GUEST_DECODER = msgspec.msgpack.Decoder(ToGuest)
_VERSION_HEADER_DECODER = msgspec.msgpack.Decoder(_VersionHeader)


def encode(message: ToHost | ToGuest) -> bytes:
    """Encode a message between host and guest as one frame."""
    return _ENCODER.encode(message)


def decode_to_host(data: bytes) -> ToHost:
    """Decode a guest's message to the host.

    Raises:
        MessageError: it is too large, or no such message.
    """
    return _decode(_TO_HOST_DECODER, data, MAX_TO_HOST_BYTES)  # type: ignore[no-any-return]


def decode_to_guest(data: bytes) -> ToGuest:
    """Decode a host's message to a guest.

    Raises:
        MessageError: it is too large, or no such message.
    """
    return _decode(_TO_GUEST_DECODER, data, MAX_TO_GUEST_BYTES)  # type: ignore[no-any-return]


def decode_hello(data: bytes) -> Hello:
    """Decode a guest's first message, after a check of its protocol version.

    Raises:
        VersionMismatchError: it has another protocol version.
        MessageError: it is not a valid ``Hello``.
    """
    first: _VersionHeader = _decode(_VERSION_HEADER_DECODER, data, MAX_TO_HOST_BYTES)
    if first.protocol != PROTOCOL_VERSION:
        raise VersionMismatchError(first.version)
    return _decode(_HELLO_DECODER, data, MAX_TO_HOST_BYTES)  # type: ignore[no-any-return]


def version_refusal(theirs: str) -> EntryRefused:
    """Return the refusal of a guest with another protocol version, which names both program versions."""
    return EntryRefused("online.problem.version", {"theirs": theirs[:20], "ours": __version__})


def _decode(decoder: Any, data: bytes, max_bytes: int) -> Any:
    if len(data) > max_bytes:
        raise MessageError(f"message has {len(data)} bytes, at most {max_bytes} are allowed")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MessageError(str(error)) from None
