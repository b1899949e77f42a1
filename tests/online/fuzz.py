"""Damaged messages, guided by coverage: ``python -m tests.online.fuzz [--runs 100000] [--seed 1]``.

Good messages of all kinds are changed at random: bits, bytes, pieces left out, doubled or taken from others, numbers at
their limits. One that reaches new lines of the engine is kept and changed further. Each is decoded as a guest's first
message, as a later one and as a host's. It is refused with ``MessageError``, or it is a message that gives the same
when it is written and read again; a table takes what a guest may send, and a guest what a host may send, without an
error.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from typing import NamedTuple

from engine.online import messages
from engine.online.messages import MessageError, ToGuest, ToHost
from tests.fuzz import Reached
from tests.online.company import Party, arrangement

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


def main(words: Sequence[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    host, guest, kept, lines = fuzz(asked.runs, asked.seed)
    print(f"{asked.runs} damaged messages: a host understood {host}, a guest {guest}, and nothing else was raised")
    print(f"{lines} lines of the engine reached, {kept} messages kept for new lines")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
