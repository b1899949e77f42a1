"""Fuzzing with damaged messages, guided by coverage: ``python -m tests.online.message_fuzz [--runs 100000] [--seed 1]
[--slow | --window]``.

Valid messages of all kinds are changed at random: flipped bits, replaced bytes, pieces removed, doubled or taken from
other messages, extreme numbers. A message that reaches new lines of the engine joins the corpus and is changed further.
Each is decoded as a guest's first message, as a later one and as a host's. It must be refused with ``MessageError`` or
survive a round trip. Tables and guests must process decoded messages without an error.

With ``--slow``, numbers, texts and lists in a host's messages are changed in matches of all games. Lists are repeated
up to the maximum size of a message, numbers become extreme. The work of the network thread and of the window is timed
for each, and the slowest are printed. With ``--window``, decoded messages of that kind are shown in a program's window
without drawing, and must raise no error.
"""

import argparse
import heapq
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from engine.games import GAMES
from engine.moves import TABLE
from engine.online.guest.message_verifier import FinishedMatch, MatchStep, MessageVerifier, VerifiedMessage
from engine.online.protocol import messages
from engine.online.protocol.messages import MessageError, ToGuest, ToHost
from engine.rng import Rng
from scenes.table.model.shown_piles import ShownPiles
from tests.file_fuzz import LineCoverage
from tests.online.party import random_messages, start_party
from tests.support.local_online_table import joined_pilot, start_match
from tests.support.local_table import LocalTable, make_table_config

EDGE_BYTES = (
    b"\x00",
    b"\x7f",
    b"\x80",
    b"\xff",
    b"\xcf" + b"\xff" * 8,
    b"\xd3\x80" + bytes(7),
    b"\xdb\xff\xff\xff\xff",
    b"\xdd\xff\xff\xff\xff",
)
"""MessagePack bytes of small, large or impossible numbers and lengths."""


def good_messages(seed: int) -> tuple[list[bytes], list[bytes]]:
    """Return messages to a host and to a guest, of all kinds of a match."""
    hello = messages.Hello(messages.PROTOCOL_VERSION, "1.0", name="Ana", portrait="you", language="de")
    to_guest = start_party(seed=seed).sent[1]
    return [messages.encode(one) for one in (hello, *random_messages(Rng(seed)))], [*map(messages.encode, to_guest)]


def damage(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Return the message with one or two changes."""
    for _ in range(chance.randint(1, 2)):
        begin_index = chance.randrange(len(data) + 1)
        to = min(len(data), begin_index + chance.choice((0, 1, 1, 1, 2, 12)))
        other = chance.choice(others)
        begin = chance.randrange(len(other) + 1)
        new = chance.choice(
            (
                chance.choice(EDGE_BYTES),
                chance.randbytes(chance.randint(1, 4)),
                data[begin_index:to] * 2,
                other[begin : begin + chance.randint(1, 20)],
                b"",
            )
        )
        data = data[:begin_index] + new + data[to:]
    return data


def decode_both(data: bytes) -> tuple[ToHost | None, ToGuest | None]:
    """Return the message as decoded by a host and by a guest; None if it is refused. Any error but ``MessageError`` is
    a bug."""
    host: ToHost | None = None
    guest: ToGuest | None = None
    for read in (messages.decode_hello, messages.decode_to_host):
        try:
            host = read(data)
        except MessageError:
            continue
        assert messages.decode_to_host(messages.encode(host)) == host
    try:
        guest = messages.decode_to_guest(data)
    except MessageError:
        return host, None
    assert messages.decode_to_guest(messages.encode(guest)) == guest
    return host, guest


class FuzzResult(NamedTuple):
    """Counts of a run."""

    understood_by_host: int
    """Number of damaged messages that a host decoded."""
    understood_by_guest: int
    """Number of damaged messages that a guest decoded."""
    corpus_size: int
    """Number of damaged messages that reached new lines."""
    lines_reached: int
    """Number of lines of the engine that were reached."""


def fuzz(runs: int, seed: int) -> FuzzResult:
    """Try ``runs`` damaged messages."""
    chance, reached = random.Random(seed), LineCoverage()
    to_host, to_guest = good_messages(seed)
    begun_with, party = len(to_host) + len(to_guest), start_party(seed=seed)
    understood = [0, 0]
    for run in range(runs):
        if run % 500 == 0:
            party = start_party(seed=seed + run)
        pool = to_host if chance.random() < 0.7 else to_guest
        message, before = damage(chance.choice(pool), to_host + to_guest, chance), reached.line_count
        with reached.record_lines():
            host, guest = decode_both(message)
            if host is not None:
                understood[0] += 1
                party.table.receive(2, host)
                party.table.save_and_take_messages()
            if guest is not None:
                understood[1] += 1
                party.guests[1].receive(guest)
        if reached.line_count > before:
            pool.append(message)
    return FuzzResult(understood[0], understood[1], len(to_host) + len(to_guest) - begun_with, reached.line_count)


# --- slow messages --------------------------------------------------------------------------------------------------

EDGE_NUMBERS = (0, 1, -1, 7, 51, 52, 103, 255, 1000, 10**6, 10**9, 2**62, -(2**62))
REPEAT_COUNTS = (2, 3, 10, 100, 1000, 20_000)
NESTED_FIELDS = ("view", "events", "recent_events", "results", "game_attributes")
"""Fields that contain MessagePack as bytes."""


def sent_in_matches(seed: int, moves: int = 60) -> Iterator[tuple[str, list[ToGuest]]]:
    """Yield each game with the messages of a host to one guest in a match, including the record and a later
    snapshot."""
    for slug in GAMES:
        party = start_party(make_table_config(slug), seed=seed)
        party.play(moves)
        party.disconnect_and_return(1, party.guests[1])
        match = party.match
        yield slug, [*party.sent[1], messages.MatchOver(match.record.to_text())]


def decode_nested(value: Any) -> Any:
    """Return a message as lists and dictionaries, with nested MessagePack decoded."""
    if isinstance(value, dict):
        return {
            key: decode_nested(msgspec.msgpack.decode(part) if key in NESTED_FIELDS else part)
            for key, part in value.items()
        }
    return [decode_nested(part) for part in value] if isinstance(value, list) else value


def encode_nested(value: Any) -> Any:
    """Return the inverse of ``decode_nested``."""
    if isinstance(value, dict):
        return {
            key: msgspec.msgpack.encode(encode_nested(part)) if key in NESTED_FIELDS else encode_nested(part)
            for key, part in value.items()
        }
    return [encode_nested(part) for part in value] if isinstance(value, list) else value


def changeable_items(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield all changeable items of a message, as a list or dictionary and an index."""
    for key, part in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(part, dict | list):
            yield from changeable_items(part)


def change_value(value: Any, chance: random.Random) -> Any:
    """Return another value of the same kind."""
    times = min(chance.choice(REPEAT_COUNTS), messages.MAX_TO_GUEST_BYTES // (1 + len(msgspec.msgpack.encode(value))))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice(EDGE_NUMBERS)
    if isinstance(value, str):
        return chance.choice((value * times, "", value[:-1]))
    if isinstance(value, list):
        return chance.choice((value * times, value[: len(value) // 2], value[::-1], []))
    return {f"{key}{at}": part for key, part in value.items() for at in range(min(times, 100))}


def make_nearly_valid(message: ToGuest, chance: random.Random) -> bytes:
    """Return a host's message with one to three changes."""
    inside = decode_nested(msgspec.msgpack.decode(messages.encode(message)))
    for _ in range(chance.randint(1, 3)):
        owner, key = chance.choice(list(changeable_items(inside)))
        if not isinstance(owner[key], bytes | type(None)):
            owner[key] = change_value(owner[key], chance)
        if len(msgspec.msgpack.encode(inside)) > messages.MAX_TO_GUEST_BYTES:
            break
    return msgspec.msgpack.encode(encode_nested(inside))


def process_like_window(verified: VerifiedMessage | None) -> None:
    """Do the window's immediate work for a message of a match."""
    if isinstance(verified, FinishedMatch) and verified.record is not None:
        assert verified.game is not None
    if not isinstance(verified, MatchStep):
        return
    game = verified.game
    piles = ShownPiles(game, max(0, verified.viewer))
    for event in verified.events if verified.is_restart else ():
        piles.apply(event)
    for seat in game.seats_to_act():
        if seat == verified.viewer != TABLE:
            game.legal_moves(seat)
    for seat in range(game.seats):
        game.facts(seat)
    game.board_for(max(0, verified.viewer))


class MessageTime(NamedTuple):
    """Processing times of a message, in milliseconds."""

    window_ms: float
    network_ms: float
    game: str
    kind: str
    size: int
    outcome: str


def find_slowest(runs: int, seed: int, count: int = 8) -> list[MessageTime]:
    """Time ``runs`` messages; return the slowest ones of each thread."""
    chance, times_found = random.Random(seed), list[MessageTime]()
    matches = list(sent_in_matches(seed))
    for _ in range(runs):
        slug, sent = chance.choice(matches)
        index = chance.randrange(len(sent))
        verifier = MessageVerifier()
        for message in sent[max(0, index - 1) : index]:
            verifier.verify_or_refuse(message)
        if isinstance(sent[index], messages.MatchEvents):
            position = next(one for one in sent if isinstance(one, messages.MatchSnapshot))
            verifier.verify_or_refuse(position)
        data = make_nearly_valid(sent[index], chance)
        begun = time.perf_counter()
        try:
            verified = verifier.verify_or_refuse(messages.decode_to_guest(data))
        except MessageError:
            verified = None
        ready = time.perf_counter()
        process_like_window(verified)
        times = 1000 * (time.perf_counter() - ready), 1000 * (ready - begun)
        times_found.append(MessageTime(*times, slug, type(sent[index]).__name__, len(data), type(verified).__name__))
    return [*heapq.nlargest(count, times_found), *heapq.nlargest(count, times_found, key=lambda held: held.network_ms)]


# --- in a window ----------------------------------------------------------------------------------------------------

MESSAGES_PER_WINDOW, FRAMES_PER_MESSAGE = 60, 5
"""Number of messages to one window, and of frames after each."""


def damage_view(message: ToGuest, chance: random.Random) -> bytes:
    """Return a position with one changed value in its view; most of these can be decoded."""
    inside = decode_nested(msgspec.msgpack.decode(messages.encode(message)))
    owner, key = chance.choice(
        list(changeable_items(inside["view"][chance.choice(("game_attributes", "game_attributes", "base"))]))
    )
    if isinstance(owner[key], int) and not isinstance(owner[key], bool):
        owner[key] = chance.choice((*range(-1, 8), *EDGE_NUMBERS))
    elif owner[key] is not None:
        owner[key] = change_value(owner[key], chance)
    return msgspec.msgpack.encode(encode_nested(inside))


def show_messages(slug: str, runs: int, seed: int, folder: Path) -> int:
    """Show the decodable ones of ``runs`` messages in a match of a game; return the number of steps shown."""
    chance, host = random.Random(seed), LocalTable(make_table_config(slug), seed=seed)
    pilot = joined_pilot(folder, host, log="open")
    start_match(host, pilot)
    for _ in range(chance.choice((4, 40, 120))):
        host.advance_clock(50)
        pilot.step(elapsed_ms=50)
    match, (transport,) = host.match, host.transports.values()
    position, steps = match.snapshot_message(0), 0
    others = (position, host.table.roster(), messages.ChatMessage(1, 0, "hello"), messages.ParticipantNotice("came", 1))
    for _ in range(runs):
        verifier = MessageVerifier()
        verifier.verify_or_refuse(host.table.roster())
        verifier.verify_or_refuse(position)
        likely = chance.random() < 0.8
        data = damage_view(position, chance) if likely else make_nearly_valid(chance.choice(others), chance)
        try:
            verified = verifier.verify_or_refuse(messages.decode_to_guest(data))
        except MessageError:
            continue
        if verified is not None and not isinstance(verified, messages.EntryRefused):
            steps += isinstance(verified, MatchStep)
            for one in (verified, position):
                transport.pending.append(one)
                for _ in range(FRAMES_PER_MESSAGE):
                    pilot.step(elapsed_ms=100)
    return steps


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--window", action="store_true")
    arguments = parser.parse_args(words)
    if arguments.window:
        for first_run in range(0, arguments.runs, MESSAGES_PER_WINDOW):
            slug = list(GAMES)[first_run // MESSAGES_PER_WINDOW % len(GAMES)]
            with TemporaryDirectory() as folder:
                steps = show_messages(slug, MESSAGES_PER_WINDOW, arguments.seed + first_run, Path(folder))
                print(f"{slug}: {steps} steps shown, nothing raised", flush=True)
        return 0
    if arguments.slow:
        for slow in find_slowest(arguments.runs, arguments.seed):
            times = f"window {slow.window_ms:6.1f} ms, network {slow.network_ms:6.1f} ms"
            print(f"{times}: {slow.kind} of {slow.game}, {slow.size} bytes, {slow.outcome}")
        return 0
    host, guest, corpus_size, lines = fuzz(arguments.runs, arguments.seed)
    print(f"{arguments.runs} damaged messages: a host understood {host}, a guest {guest}, and nothing else was raised")
    print(f"{lines} lines of the engine reached, {corpus_size} messages kept for new lines")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
