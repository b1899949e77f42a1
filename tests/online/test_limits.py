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
from tests.support.local_table import make_table_config

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


@pytest.mark.parametrize(
    "message",
    [
        messages.Hello(messages.PROTOCOL_VERSION, "1.0", language="_" * 60_000),
        messages.TableConfig("gurch", 2, {}, (), dict.fromkeys(map(str, range(1000)), 1)),
        messages.TableTakenOver("there", {1: "x" * 81}),
    ],
)
def test_message_with_overlong_part_is_refused(message: messages.ToHost) -> None:
    data = messages.encode(message)
    for decode in (messages.decode_to_host, messages.decode_hello):
        with pytest.raises(MessageError):
            decode(data)


@pytest.mark.parametrize(
    "message",
    [
        messages.Welcome("1.0", "x" * 1_000_000, 1),
        messages.Welcome("1.0", "a\nb", 1),
        messages.Welcome("1.0", "token\n", 1),
        messages.MoveRejected(1, "", "a", {"cards": tuple(range(1000))}),
        messages.MatchEvents(1, bytes(messages.MAX_EVENTS_BYTES + 1), b""),
        messages.TurnClock(1, 2**60),
        messages.TurnClock(-1, 0),
        *(messages.TableHandedOver(make_table_config(), number, (), 1) for number in (-1, 2**63)),
        *(messages.TableHandedOver(make_table_config(), 1, (), number) for number in (-1, 2**63)),
    ],
)
def test_host_message_beyond_limits_is_refused(message: messages.ToGuest) -> None:
    with pytest.raises(MessageError):
        messages.decode_to_guest(messages.encode(message))
