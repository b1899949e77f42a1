"""Damaged messages, guided by coverage: ``python -m tests.online.fuzz [--runs 100000] [--seed 1] [--slow | --window]``.

Good messages of all kinds are changed at random: bits, bytes, pieces left out, doubled or taken from others, numbers at
their limits. One that reaches new lines of the engine is kept and changed further. Each is decoded as a guest's first
message, as a later one and as a host's. It is refused with ``MessageError``, or it is a message that gives the same
when it is written and read again; a table takes what a guest may send, and a guest what a host may send, without an
error.

With ``--slow`` the messages of a host in matches of all games are changed where they have numbers, texts and lists:
lists are repeated up to the size of the largest message, numbers set to their limits. What the network's thread and
what the window does with each is timed, and the slowest are told. With ``--window`` what is understood of such messages
is shown in a program's window, without a picture, and nothing may be raised.
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
from engine.online import messages
from engine.online.messages import MessageError, ToGuest, ToHost
from engine.online.verifier import Finished, Step, Verified, Verifier
from scenes.table.stage.shown import ShownPiles
from tests.fuzz import Reached
from tests.online.company import Party, arrangement
from tests.support.friends import TableHere, begin, pilot_at

EDGES = (
    b"\x00",
    b"\x7f",
    b"\x80",
    b"\xff",
    b"\xcf" + b"\xff" * 8,
    b"\xd3\x80" + bytes(7),
    b"\xdb\xff\xff\xff\xff",
    b"\xdd\xff\xff\xff\xff",
)
"""Bytes that mean a small, large or impossible number or length in MessagePack."""


def good(seed: int) -> tuple[list[bytes], list[bytes]]:
    """Messages to a host and to a guest, of all kinds that a match has."""
    hello = messages.Hello(messages.PROTOCOL, "1.0", name="Ana", portrait="you", language="de")
    to_host: list[ToHost] = [
        hello,
        messages.Sit(1),
        messages.Ready(),
        arrangement("big_two", turn_clock=30),
        messages.Start(),
        messages.Answer(3, "0 play 3d"),
        messages.Say("hello"),
        messages.Say(text="Nice!"),
        messages.AskHint(),
        messages.Undo(),
        messages.NextDeal(1),
        messages.HandOver(2),
        messages.TakeOver(),
        messages.Opened("house-rules:ABC", {2: "0" * 32}),
        messages.Dismiss(2),
        messages.Leave(),
    ]
    party = begun(seed)
    return [messages.encoded(one) for one in to_host], [messages.encoded(one) for one in party.sent[1]]


def begun(seed: int) -> Party:
    """A table with two guests in a match."""
    party = Party(seed=seed)
    party.come(1, "Ana")
    party.come(2, "Bob")
    party.send(2, messages.Ready())
    party.send(1, messages.Start())
    return party


def damaged(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """The message with one or two changes."""
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.choice((0, 1, 1, 1, 2, 12)))
        other = chance.choice(others)
        begin = chance.randrange(len(other) + 1)
        new = chance.choice(
            (
                chance.choice(EDGES),
                chance.randbytes(chance.randint(1, 4)),
                data[at:to] * 2,
                other[begin : begin + chance.randint(1, 20)],
                b"",
            )
        )
        data = data[:at] + new + data[to:]
    return data


def decoded(data: bytes) -> tuple[ToHost | None, ToGuest | None]:
    """What a host and what a guest understand; None for nothing. Nothing but ``MessageError`` may be raised."""
    host: ToHost | None = None
    guest: ToGuest | None = None
    for read in (messages.hello, messages.to_host):
        try:
            host = read(data)
        except MessageError:
            continue
        assert messages.to_host(messages.encoded(host)) == host
    try:
        guest = messages.to_guest(data)
    except MessageError:
        return host, None
    assert messages.to_guest(messages.encoded(guest)) == guest
    return host, guest


class Tried(NamedTuple):
    """What a run found."""

    host: int
    """Number of damaged messages that a host understood."""
    guest: int
    """Number of those that a guest understood."""
    kept: int
    """Number of those that reached new lines."""
    lines: int
    """Number of lines of the engine that were reached."""


def fuzz(runs: int, seed: int) -> Tried:
    """Try so many messages."""
    chance, reached = random.Random(seed), Reached()
    to_host, to_guest = good(seed)
    begun_with, party = len(to_host) + len(to_guest), begun(seed)
    understood = [0, 0]
    for run in range(runs):
        if run % 500 == 0:
            party = begun(seed + run)
        pool = to_host if chance.random() < 0.7 else to_guest
        message, before = damaged(chance.choice(pool), to_host + to_guest, chance), reached.lines
        with reached.watching():
            host, guest = decoded(message)
            if host is not None:
                understood[0] += 1
                party.table.receive(2, host)
                party.table.take_out()
            if guest is not None:
                understood[1] += 1
                party.guests[1].take(guest)
        if reached.lines > before:
            pool.append(message)
    return Tried(understood[0], understood[1], len(to_host) + len(to_guest) - begun_with, reached.lines)


# --- messages that take long ----------------------------------------------------------------------------------------

NUMBERS = (0, 1, -1, 7, 51, 52, 103, 255, 1000, 10**6, 10**9, 2**62, -(2**62))
TIMES = (2, 3, 10, 100, 1000, 20_000)
NESTED = ("view", "events", "told", "results", "own")
"""Fields that are MessagePack in bytes."""


def sent_in_matches(seed: int, moves: int = 60) -> Iterator[tuple[str, list[ToGuest]]]:
    """Each game, and what a host sends to one guest in a match of it, its record and a later look at it included."""
    for slug in GAMES:
        party = Party(arrangement(slug), seed=seed)
        party.sit_down(1, 2)
        party.play(moves)
        party.disconnect_and_return(1, party.guests[1])
        match = party.table.match
        assert match is not None
        yield slug, [*party.sent[1], messages.Ended(match.record.to_text())]


def opened(value: Any) -> Any:
    """A message as lists and dictionaries, those in bytes included."""
    if isinstance(value, dict):
        return {key: opened(msgspec.msgpack.decode(part) if key in NESTED else part) for key, part in value.items()}
    return [opened(part) for part in value] if isinstance(value, list) else value


def closed(value: Any) -> Any:
    """What ``opened`` has opened, as it was."""
    if isinstance(value, dict):
        return {
            key: msgspec.msgpack.encode(closed(part)) if key in NESTED else closed(part) for key, part in value.items()
        }
    return [closed(part) for part in value] if isinstance(value, list) else value


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """All places in a message that can be changed: a list or a dictionary, and an index."""
    for key, part in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(part, dict | list):
            yield from places(part)


def changed(value: Any, chance: random.Random) -> Any:
    """Another value of the same kind."""
    times = min(chance.choice(TIMES), messages.LARGEST_TO_GUEST // (1 + len(msgspec.msgpack.encode(value))))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice(NUMBERS)
    if isinstance(value, str):
        return chance.choice((value * times, "", value[:-1]))
    if isinstance(value, list):
        return chance.choice((value * times, value[: len(value) // 2], value[::-1], []))
    return {f"{key}{at}": part for key, part in value.items() for at in range(min(times, 100))}


def nearly_valid(message: ToGuest, chance: random.Random) -> bytes:
    """A host's message, changed in one to three places."""
    inside = opened(msgspec.msgpack.decode(messages.encoded(message)))
    for _ in range(chance.randint(1, 3)):
        owner, key = chance.choice(list(places(inside)))
        if not isinstance(owner[key], bytes | type(None)):
            owner[key] = changed(owner[key], chance)
        if len(msgspec.msgpack.encode(inside)) > messages.LARGEST_TO_GUEST:
            break
    return msgspec.msgpack.encode(closed(inside))


def looked_at(verified: Verified | None) -> None:
    """Do what a window does at once with what it is told of a match."""
    if isinstance(verified, Finished) and verified.record is not None:
        assert verified.game is not None
    if not isinstance(verified, Step):
        return
    game = verified.game
    shown = ShownPiles(game, max(0, verified.seat))
    for event in verified.events if verified.anew else ():
        shown.apply(event)
    for seat in game.waiting():
        if seat == verified.seat != TABLE:
            game.legal_moves(seat)
    for seat in range(game.seats):
        game.facts(seat)
    game.board(max(0, verified.seat))


class Held(NamedTuple):
    """How long a message took, in milliseconds."""

    window: float
    network: float
    game: str
    kind: str
    size: int
    fate: str


def slowest(runs: int, seed: int, most: int = 8) -> list[Held]:
    """Time so many messages; return the slowest of each thread."""
    chance, found = random.Random(seed), list[Held]()
    matches = list(sent_in_matches(seed))
    for _ in range(runs):
        slug, sent = chance.choice(matches)
        at = chance.randrange(len(sent))
        verifier = Verifier()
        for message in sent[max(0, at - 1) : at]:
            verifier.verify(message)
        if isinstance(sent[at], messages.Happened):
            position = next(one for one in sent if isinstance(one, messages.Position))
            verifier.verify(position)
        data = nearly_valid(sent[at], chance)
        begun = time.perf_counter()
        try:
            verified = verifier.verify(messages.to_guest(data))
        except MessageError:
            verified = None
        ready = time.perf_counter()
        looked_at(verified)
        times = 1000 * (time.perf_counter() - ready), 1000 * (ready - begun)
        found.append(Held(*times, slug, type(sent[at]).__name__, len(data), type(verified).__name__))
    return [*heapq.nlargest(most, found), *heapq.nlargest(most, found, key=lambda held: held.network)]


# --- in a window ----------------------------------------------------------------------------------------------------

SHOWN, FRAMES = 60, 5
"""Number of messages to one window, and of frames after each."""


def about_views(message: ToGuest, chance: random.Random) -> bytes:
    """A position of which one value of its view is changed: most of these are understood."""
    inside = opened(msgspec.msgpack.decode(messages.encoded(message)))
    owner, key = chance.choice(list(places(inside["view"][chance.choice(("own", "own", "base"))])))
    if isinstance(owner[key], int) and not isinstance(owner[key], bool):
        owner[key] = chance.choice((*range(-1, 8), *NUMBERS))
    elif owner[key] is not None:
        owner[key] = changed(owner[key], chance)
    return msgspec.msgpack.encode(closed(inside))


def show(slug: str, runs: int, seed: int, folder: Path) -> int:
    """Show what is understood of so many messages in a match of a game; return the number of steps shown."""
    chance, host = random.Random(seed), TableHere(arrangement(slug), seed=seed)
    pilot = pilot_at(folder, host, log="open")
    begin(host, pilot)
    for _ in range(chance.choice((4, 40, 120))):
        host.pass_time(50)
        pilot.step(dt=50)
    match, (wire,) = host.table.match, host.lines.values()
    assert match is not None
    position, steps = match.position(0), 0
    others = (position, host.table.roster(), messages.Said(1, 0, "hello"), messages.Told("came", 1))
    for _ in range(runs):
        verifier = Verifier()
        verifier.verify(host.table.roster())
        verifier.verify(position)
        likely = chance.random() < 0.8
        data = about_views(position, chance) if likely else nearly_valid(chance.choice(others), chance)
        try:
            verified = verifier.verify(messages.to_guest(data))
        except MessageError:
            continue
        if verified is not None and not isinstance(verified, messages.Refused):
            steps += isinstance(verified, Step)
            for one in (verified, position):
                wire.inbox.append(one)
                for _ in range(FRAMES):
                    pilot.step(dt=100)
    return steps


def main(words: Sequence[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--window", action="store_true")
    asked = parser.parse_args(words)
    if asked.window:
        for at in range(0, asked.runs, SHOWN):
            slug = list(GAMES)[at // SHOWN % len(GAMES)]
            with TemporaryDirectory() as folder:
                steps = show(slug, SHOWN, asked.seed + at, Path(folder))
                print(f"{slug}: {steps} steps shown, nothing raised", flush=True)
        return 0
    if asked.slow:
        for held in slowest(asked.runs, asked.seed):
            times = f"window {held.window:6.1f} ms, network {held.network:6.1f} ms"
            print(f"{times}: {held.kind} of {held.game}, {held.size} bytes, {held.fate}")
        return 0
    host, guest, kept, lines = fuzz(asked.runs, asked.seed)
    print(f"{asked.runs} damaged messages: a host understood {host}, a guest {guest}, and nothing else was raised")
    print(f"{lines} lines of the engine reached, {kept} messages kept for new lines")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
