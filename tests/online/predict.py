"""Attack on the deal with all data of a guest: ``python -m tests.online.predict``.

In Pass the Ace with eight seats, a guest sees eight cards of a fresh deal, and all hands after the first round.
With the fast generator that suffices to find its state. Six draws of a shuffle are digits of one 64-bit output, which
leaves about 2**30 possible outputs. Each is inverted and compared with the other cards. The attack then names the cards
left in the stock. It must succeed against the fast generator, the control, and fail against the current deal stream.
That takes one to two minutes.
"""

import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import HIDDEN, PACK_SIZE, Card
from engine.events import CardsMoved, DealScored, Event, PileShuffled
from engine.games import GAMES
from engine.match.record import FORMAT, LEGACY_FORMAT, Record
from engine.moves import Pile
from engine.online.guest.guest_state import Guest
from engine.online.host.host_match import HostMatch
from engine.online.protocol import messages
from engine.online.protocol.table_rules import TableRules
from engine.rng import KEY_BITS, Rng
from engine.tableau import STOCK
from tests.support.local_table import make_table_config

SLUG, SEATS = "pass_the_ace", 8
DIGITS_PER_OUTPUT = 6
"""Number of draws of a shuffle that use one output of the fast generator."""
OUTPUTS_AT_ONCE = 1 << 20
"""Number of possible outputs tried in one batch."""
NAMED_CARDS = 32
"""Number of further cards that the attack names."""

Outputs = NDArray[np.uint64]


class SeenShuffle(NamedTuple):
    """The cards that a guest has seen of one shuffle, by their index from the top of the pack."""

    cards: dict[int, Card]

    @property
    def prefix(self) -> list[Card]:
        """Known cards from the top, up to the first unknown one."""
        known: list[Card] = []
        while len(known) in self.cards:
            known.append(self.cards[len(known)])
        return known


def seen_by_shuffle(events: Sequence[Event]) -> list[SeenShuffle]:
    """Return the cards of each shuffle of the whole pack, from the events of a guest."""
    piles: dict[Pile, list[int]] = {STOCK: list(range(PACK_SIZE))}
    shuffles = list[SeenShuffle]()
    for event in events:
        if isinstance(event, PileShuffled) and len(piles[STOCK]) == PACK_SIZE:
            piles = {STOCK: list(reversed(range(PACK_SIZE)))}
            shuffles.append(SeenShuffle({}))
        elif isinstance(event, CardsMoved):
            source = piles[event.source]
            moved = [source[at] for at in event.positions]
            piles[event.source] = [number for number in source if number not in moved]
            piles.setdefault(event.target, []).extend(moved)
            for number, card in zip(moved, event.cards, strict=True):
                if card != HIDDEN:
                    shuffles[-1].cards[number] = card
    return shuffles


# --- inverting the fast generator -----------------------------------------------------------------------------------


def digits_of(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """Return the digits, each with its base, that move these cards to the top of a sorted pack."""
    pack, digits = [Card(card) for card in range(PACK_SIZE)], []
    for i, card in zip(range(PACK_SIZE - 1, 0, -1), cards, strict=False):
        j = pack.index(card)
        pack[i], pack[j] = pack[j], pack[i]
        digits.append((j, i + 1))
    return digits


FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
INVERSES = tuple(int(pow(factor, -1, 1 << 64)) for factor in FACTORS)


def outputs_of_states(states: Outputs) -> Outputs:
    """Return the outputs of states, as ``Rng.bits`` computes them."""
    z = (states ^ (states >> np.uint64(30))) * np.uint64(FACTORS[0])
    z = (z ^ (z >> np.uint64(27))) * np.uint64(FACTORS[1])
    return z ^ (z >> np.uint64(31))


def states_of_outputs(outputs: Outputs) -> Outputs:
    """Return the states of outputs: the inverse of ``outputs_of_states``."""
    z = (outputs ^ (outputs >> np.uint64(31)) ^ (outputs >> np.uint64(62))) * np.uint64(INVERSES[1])
    z = (z ^ (z >> np.uint64(27)) ^ (z >> np.uint64(54))) * np.uint64(INVERSES[0])
    states: Outputs = z ^ (z >> np.uint64(30)) ^ (z >> np.uint64(60))
    return states


def has_digits(outputs: Outputs, digits: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """Return a mask of the outputs with these digits."""
    matches = np.ones(len(outputs), dtype=np.bool_)
    for digit, base in digits:
        matches &= outputs % np.uint64(base) == np.uint64(digit)
        outputs = outputs // np.uint64(base)
    return matches


GAMMA = 0x9E3779B97F4A7C15
OUTPUTS_PER_SHUFFLE = -(-(PACK_SIZE - 1) // DIGITS_PER_OUTPUT)
"""Number of outputs used by one shuffle of a pack."""


def possible_outputs(digits: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return remainder and modulus of the outputs with these digits."""
    rest, modulus = 0, 1
    for digit, base in digits:
        rest += digit * modulus
        modulus *= base
    return rest, modulus


def find_states(seen: Sequence[SeenShuffle], tried: range | None = None) -> Iterator[int]:
    """Yield the states before the first shuffle with which the fast generator deals the seen cards.

    Args:
        seen: the first two shuffles.
        tried: indices of the possible outputs to try; all by default.
    """
    first, second = (digits_of(one.prefix) for one in seen[:2])
    rest, modulus = possible_outputs(first[:DIGITS_PER_OUTPUT])
    tried = range((1 << 64) // modulus + 1) if tried is None else tried
    for begin in range(tried.start, tried.stop, OUTPUTS_AT_ONCE):
        numbers = np.arange(begin, min(begin + OUTPUTS_AT_ONCE, tried.stop), dtype=np.uint64)
        states = states_of_outputs(numbers * np.uint64(modulus) + np.uint64(rest))  # states after the first output
        states = states[
            has_digits(outputs_of_states(states + np.uint64(GAMMA)), first[DIGITS_PER_OUTPUT : 2 * DIGITS_PER_OUTPUT])
        ]
        later = np.uint64(OUTPUTS_PER_SHUFFLE * GAMMA % (1 << 64))
        states = states[has_digits(outputs_of_states(states + later), second[:DIGITS_PER_OUTPUT])]
        yield from ((int(state) - GAMMA) % (1 << 64) for state in states)


def rest_of_pack(state: int, shuffles: int, cards: int) -> list[Card]:
    """Return the cards of a later shuffle after the first ``cards``, from the top, as the fast generator deals them."""
    rng, pack = Rng(state), list[Card]()
    for _ in range(shuffles):
        pack = [Card(card) for card in range(PACK_SIZE)]
        rng.shuffle(pack)
    return pack[::-1][cards:]


# --- a table and its guest ------------------------------------------------------------------------------------------


def round_seen(record: Record) -> tuple[list[SeenShuffle], list[Card]]:
    """Play the first round of a match; return the cards a guest saw, and the stock after its deal, from the top."""
    match, guest = HostMatch(record, make_table_config(SLUG, SEATS).chairs, TableRules(), {}, 1), Guest()
    guest.receive(messages.decode_to_guest(messages.encode(match.snapshot_message(0))))
    stock, rng = match.game.cards(STOCK)[::-1], Rng(1)
    while not any(isinstance(event, DealScored) for event in guest.steps[-1].events):
        happened = match.play(rng.choice(match.game.legal_moves(match.game.seats_to_act()[0])))
        guest.receive(messages.decode_to_guest(messages.encode(match.events_message(happened, 0))))
    return seen_by_shuffle([event for step in guest.steps for event in step.events]), list(stock)


def attack(record: Record, tried: range | None = None) -> int:
    """Attack a match; return how many of the next ``NAMED_CARDS`` cards of the stock are named correctly."""
    seen, stock = round_seen(record)
    dealt = PACK_SIZE - len(stock)
    for state in find_states(seen, tried):
        named = rest_of_pack(state, len(seen), dealt)[:NAMED_CARDS]
        return sum(card == true for card, true in zip(named, stock, strict=False))
    return 0


def record_of(number: int, form: int) -> Record:
    """Return a match of the game, dealt by the generator of a format."""
    return Record(SLUG, SEATS, number, GAMES[SLUG].Options(), format=form)


def main() -> int:
    """Attack the control and the current deal; return 0 if the first attack succeeds and the second fails."""
    named = []
    for name, record in (
        ("fast generator (control)", record_of(secrets.randbits(63), LEGACY_FORMAT)),
        ("stream from a key", record_of(secrets.randbits(KEY_BITS), FORMAT)),
    ):
        began = time.monotonic()
        named.append(attack(record))
        print(f"{name}: {named[-1]} of {NAMED_CARDS} further cards named, {time.monotonic() - began:.0f} s")
    return 0 if named == [NAMED_CARDS, 0] else 1


if __name__ == "__main__":
    sys.exit(main())
