"""The attack on the deal, with all that a guest gets: ``python -m tests.online.predict``.

A guest at a table of Pass the Ace with eight seats sees eight cards drawn from a fresh pack, and all hands at the end
of the first round. With the fast generator that is enough to find its state: six draws of a shuffle are digits of one
64-bit output, which leaves about 2**30 possible outputs, each inverted and compared with the other cards. The attack
then names the cards left in the stock. It must succeed against the fast generator, the control, and fail against the
stream that deals now. Takes one to two minutes.
"""

import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import HIDDEN, PACK, Card
from engine.events import Event, Moved, Scored, Shuffled
from engine.games import GAMES
from engine.match.record import FAST_FORMAT, FORMAT, Record
from engine.moves import Pile
from engine.online import messages
from engine.online.guest import Guest
from engine.online.hosted import HostedMatch
from engine.online.rules import TableRules
from engine.rng import KEY_BITS, Rng
from engine.tableau import STOCK
from tests.online.company import arrangement

SLUG, SEATS = "pass_the_ace", 8
DIGITS = 6
"""Number of places of a shuffle that one output of the fast generator decides."""
CHUNK = 1 << 20
"""Number of possible outputs that are tried at once."""
WANTED = 32
"""Number of further cards that the attack names."""

Outputs = NDArray[np.uint64]


class Seen(NamedTuple):
    """The cards that a guest has seen of one shuffle, by their number from the top of the pack."""

    cards: dict[int, Card]

    @property
    def prefix(self) -> list[Card]:
        """The known cards from the top on, up to the first unknown one."""
        known: list[Card] = []
        while len(known) in self.cards:
            known.append(self.cards[len(known)])
        return known


def follow(events: Sequence[Event]) -> list[Seen]:
    """The cards of each shuffle of the whole pack, from the events that a guest gets."""
    piles: dict[Pile, list[int]] = {STOCK: list(range(PACK))}
    shuffles = list[Seen]()
    for event in events:
        if isinstance(event, Shuffled) and len(piles[STOCK]) == PACK:
            piles = {STOCK: list(reversed(range(PACK)))}
            shuffles.append(Seen({}))
        elif isinstance(event, Moved):
            source = piles[event.source]
            moved = [source[at] for at in event.at]
            piles[event.source] = [number for number in source if number not in moved]
            piles.setdefault(event.target, []).extend(moved)
            for number, card in zip(moved, event.cards, strict=True):
                if card != HIDDEN:
                    shuffles[-1].cards[number] = card
    return shuffles


# --- the fast generator, backwards ----------------------------------------------------------------------------------


def digits_of(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """The digits, each with its base, that bring these cards to the top of a sorted pack."""
    pack, digits = [Card(card) for card in range(PACK)], []
    for i, card in zip(range(PACK - 1, 0, -1), cards, strict=False):
        j = pack.index(card)
        pack[i], pack[j] = pack[j], pack[i]
        digits.append((j, i + 1))
    return digits


FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
INVERSES = tuple(int(pow(factor, -1, 1 << 64)) for factor in FACTORS)


def mix(states: Outputs) -> Outputs:
    """The outputs that follow from states, as ``Rng.bits`` computes them."""
    z = (states ^ (states >> np.uint64(30))) * np.uint64(FACTORS[0])
    z = (z ^ (z >> np.uint64(27))) * np.uint64(FACTORS[1])
    return z ^ (z >> np.uint64(31))


def unmix(outputs: Outputs) -> Outputs:
    """The states from which outputs follow: the inverse of ``mix``."""
    z = (outputs ^ (outputs >> np.uint64(31)) ^ (outputs >> np.uint64(62))) * np.uint64(INVERSES[1])
    z = (z ^ (z >> np.uint64(27)) ^ (z >> np.uint64(54))) * np.uint64(INVERSES[0])
    states: Outputs = z ^ (z >> np.uint64(30)) ^ (z >> np.uint64(60))
    return states


def fits(outputs: Outputs, digits: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """Which outputs have these digits."""
    right = np.ones(len(outputs), dtype=np.bool_)
    for digit, base in digits:
        right &= outputs % np.uint64(base) == np.uint64(digit)
        outputs = outputs // np.uint64(base)
    return right


GAMMA = 0x9E3779B97F4A7C15
PER_SHUFFLE = -(-(PACK - 1) // DIGITS)
"""Outputs that one shuffle of a pack takes."""


def possible(digits: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Remainder and modulus of the outputs with these digits."""
    rest, modulus = 0, 1
    for digit, base in digits:
        rest += digit * modulus
        modulus *= base
    return rest, modulus


def states(seen: Sequence[Seen], tried: range | None = None) -> Iterator[int]:
    """The states before the first shuffle with which the fast generator would deal what was seen.

    Args:
        seen: the first two shuffles.
        tried: numbers of the possible outputs to try; all by default.
    """
    first, second = (digits_of(one.prefix) for one in seen[:2])
    rest, modulus = possible(first[:DIGITS])
    tried = range((1 << 64) // modulus + 1) if tried is None else tried
    for begin in range(tried.start, tried.stop, CHUNK):
        numbers = np.arange(begin, min(begin + CHUNK, tried.stop), dtype=np.uint64)
        found = unmix(numbers * np.uint64(modulus) + np.uint64(rest))  # after the first output
        found = found[fits(mix(found + np.uint64(GAMMA)), first[DIGITS : 2 * DIGITS])]
        later = np.uint64(PER_SHUFFLE * GAMMA % (1 << 64))
        found = found[fits(mix(found + later), second[:DIGITS])]
        yield from ((int(state) - GAMMA) % (1 << 64) for state in found)


def rest_of_pack(state: int, shuffles: int, cards: int) -> list[Card]:
    """The cards of a later shuffle after the first ``cards``, from the top, as the fast generator deals them."""
    rng, pack = Rng(state), list[Card]()
    for _ in range(shuffles):
        pack = [Card(card) for card in range(PACK)]
        rng.shuffle(pack)
    return pack[::-1][cards:]


# --- a table and its guest ------------------------------------------------------------------------------------------


def round_seen(record: Record) -> tuple[list[Seen], list[Card]]:
    """Play the first round of a match; return the cards a guest saw, and the stock after its deal, from the top."""
    match, guest = HostedMatch(record, arrangement(SLUG, SEATS).chairs, TableRules(), {}, 1), Guest()
    guest.take(messages.to_guest(messages.encoded(match.position(0))))
    stock, events, rng = match.game.cards(STOCK)[::-1], guest.take_events(), Rng(1)
    while not any(isinstance(event, Scored) for event in events):
        happened = match.play(rng.choice(match.game.legal_moves(match.game.waiting()[0])))
        guest.take(messages.to_guest(messages.encoded(match.happened(happened, 0))))
        events += guest.take_events()
    return follow(events), list(stock)


def attack(record: Record, tried: range | None = None) -> int:
    """Attack a match; return how many of the next ``WANTED`` cards of the stock are named rightly."""
    seen, stock = round_seen(record)
    dealt = PACK - len(stock)
    for state in states(seen, tried):
        named = rest_of_pack(state, len(seen), dealt)[:WANTED]
        return sum(card == true for card, true in zip(named, stock, strict=False))
    return 0


def record_of(number: int, form: int) -> Record:
    """A match of the game, dealt by the generator of a format."""
    return Record(SLUG, SEATS, number, GAMES[SLUG].Options(), format=form)


def main() -> int:
    """Attack the control and today's deal; return 0 if the first succeeds and the second fails."""
    named = []
    for name, record in (
        ("fast generator (control)", record_of(secrets.randbits(63), FAST_FORMAT)),
        ("stream from a key", record_of(secrets.randbits(KEY_BITS), FORMAT)),
    ):
        began = time.monotonic()
        named.append(attack(record))
        print(f"{name}: {named[-1]} of {WANTED} further cards named, {time.monotonic() - began:.0f} s")
    return 0 if named == [WANTED, 0] else 1


if __name__ == "__main__":
    sys.exit(main())
