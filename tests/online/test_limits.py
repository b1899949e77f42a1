"""All fields of messages have a maximum size, and larger ones are not decoded."""

import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import Meta, Struct

from engine.online.host import saved_table
from engine.online.protocol import messages
from engine.online.protocol.game_codec import _CommonAttributes, _View
from engine.online.protocol.messages import MessageError

MESSAGE_TYPES = (
    *get_args(messages.ToHost),
    *get_args(messages.ToGuest),
    messages._VersionHeader,
    saved_table.SavedTable,
    _View,
    _CommonAttributes,
)
SIZED_TYPES = (str, bytes, list, tuple, dict, set, frozenset, msgspec.Raw)


def unlimited_fields(hint: Any, path: str, seen: set[type]) -> Iterator[str]:
    """Yield the paths of all texts and containers in a message type without a maximum size, except in named tuples."""
    limited = False
    if get_origin(hint) is Annotated:
        hint, *meta = get_args(hint)
        limited = any(isinstance(one, Meta) and one.max_length is not None for one in meta)
    kind = get_origin(hint) or hint
    if kind in (Union, types.UnionType):
        for part in get_args(hint):
            yield from unlimited_fields(part, path, seen)
    elif isinstance(kind, type) and issubclass(kind, Struct):
        if kind not in seen:
            seen.add(kind)
            for name, part in get_type_hints(kind, include_extras=True).items():
                yield from unlimited_fields(part, f"{path}.{name}", seen)
    elif hasattr(kind, "_fields"):  # a named tuple of the engine; the codec checks its values
        return
    elif kind in SIZED_TYPES or hint is Any:
        fixed = kind is tuple and ... not in get_args(hint)
        if not limited and not fixed:
            yield path
        for part in get_args(hint):
            if part is not ...:
                yield from unlimited_fields(part, f"{path}[]", seen)


def test_every_text_and_list_of_every_message_has_limit() -> None:
    seen: set[type] = set()
    found = [path for root in MESSAGE_TYPES for path in unlimited_fields(root, root.__name__, seen)]
    assert found == []
    assert {
        messages.SubstituteBot,
        messages.ParticipantState,
        messages.ChairState,
        saved_table.SavedParticipant,
        saved_table.SavedTableMatch,
    } <= seen


class _UnlimitedStruct(Struct):
    names: tuple[str, ...]
    figures: dict[str, Any]
    pair: tuple[int, int]
    text: Annotated[str, Meta(max_length=3)] | None


def test_field_without_limit_is_found() -> None:
    found = list(unlimited_fields(_UnlimitedStruct, "", set()))
    assert found == [".names", ".names[]", ".figures", ".figures[]", ".figures[]"]


TOO_LONG_MESSAGES: dict[str, messages.ToHost] = {
    "a language": messages.Hello(messages.PROTOCOL_VERSION, "1.0", language="_" * 60_000),
    "a token": messages.Hello(messages.PROTOCOL_VERSION, "1.0", token="x" * 60_000),
    "a version": messages.Hello(messages.PROTOCOL_VERSION, "1" * 1000),
    "a move": messages.Answer(1, "x" * 60_000),
    "a line": messages.SendChat(text="x" * 60_000),
    "rules": messages.TableConfig("gurch", 2, {}, (), dict.fromkeys(map(str, range(1000)), 1)),
    "chairs": messages.TableConfig("gurch", 2, {}, (messages.SubstituteBot("mei", "easy"),) * 100, {}),
}


@pytest.mark.parametrize("what", TOO_LONG_MESSAGES)
def test_message_with_overlong_part_is_refused(what: str) -> None:
    data = messages.encode(TOO_LONG_MESSAGES[what])
    with pytest.raises(MessageError):
        messages.decode_to_host(data)
    if isinstance(TOO_LONG_MESSAGES[what], messages.Hello):
        with pytest.raises(MessageError):
            messages.decode_hello(data)


@pytest.mark.parametrize(
    "message",
    [
        messages.Welcome("1.0", "x" * 1_000_000, 1),
        messages.Welcome("1.0", "a\nb", 1),
        messages.Welcome("1.0", "token\n", 1),
        messages.EntryRefused("x" * 100_000),
        messages.RequestDenied("a", dict.fromkeys(map(str, range(100)), 1)),
        messages.MoveRejected(1, "", "a", {"cards": tuple(range(1000))}),
        messages.TableMoved("x" * 100_000),
        messages.MatchEvents(1, bytes(messages.MAX_EVENTS_BYTES + 1), b""),
        messages.TurnClock(1, 2**60),
        messages.TurnClock(-1, 0),
    ],
    ids=lambda message: type(message).__name__,
)
def test_host_message_with_overlong_part_is_refused(message: messages.ToGuest) -> None:
    with pytest.raises(MessageError):
        messages.decode_to_guest(messages.encode(message))
