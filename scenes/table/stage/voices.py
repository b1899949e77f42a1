"""Voices: when a character says something, by what everybody has seen. No pygame here.

A line depends on public events and on a generator of its own, never on a hand or on the game's chance: the same match
brings the same lines, and a match without voices is played the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.events import Asked, Event, Moved, Said
from engine.moves import Pile, Seat
from engine.rng import Rng
from scenes.table.layouts.reaction import Reaction
from scenes.text.talk import Talk

APART = 3
"""Number of turns of which at most one brings a line."""
LONG_THOUGHT = "long_thought"
_LIKELY: Mapping[str, float] = {"greeting": 1.0, "pleased": 0.3, "dismayed": 0.4}
"""Topic -> how often a line is said when it could be, 0 … 1."""
_USUAL = 0.75
_SEED = 0x7A1C


class Voices:
    """Follows a match and says which lines come; no character says a line twice.

    Args:
        characters: by seat; persons say nothing.
        reactions: what is said in the game -> how it is taken.
        last_cards: kinds of a seat's piles that have to be emptied to go out.
        seed: of the match.
    """

    def __init__(
        self,
        characters: Mapping[Seat, str],
        reactions: Mapping[str, Sequence[Reaction]],
        last_cards: Iterable[str],
        seed: int,
    ) -> None:
        self._characters = dict(characters)
        self._reactions = reactions
        self._last_cards = frozenset(last_cards)
        self._seed = seed ^ _SEED
        self._used: set[tuple[str, str]] = set()
        """Characters and topics of the lines so far."""
        self._begin()

    def _begin(self) -> None:
        self._rng = Rng(self._seed)
        self._turns = 0
        """Turns since the last line."""
        self._greeted = False
        self._held: Counter[Seat] = Counter()
        """Number of cards that each seat still has to get rid of."""
        self._swept = False
        self._played: tuple[Seat, str] | None = None
        """Who played last in this trick, and what."""
        self._losses: set[tuple[Seat, Seat]] = set()
        """Who lost something, and to whom."""

    def recall(self, events: Iterable[Event], *, whole: bool) -> list[Event | Talk]:
        """Begin anew after these events; return them with the lines that they brought.

        Args:
            events: of the match so far.
            whole: whether they begin with the match. If not, nobody says anything more, as it may have been said.
        """
        used, self._used = self._used, set()
        self._begin()
        found: list[Event | Talk] = []
        for event in events:
            found.append(event)
            talk = self.hear(event) if whole else None
            if talk is not None:
                found.append(talk)
        self._used |= used
        if not whole:
            self._characters.clear()
        elif found:  # these depend on time, so that nobody knows whether they were said
            self._used |= {(who, LONG_THOUGHT) for who in self._characters.values()}
        return found

    # --- what happens -----------------------------------------------------------------------------------------------

    def hear(self, event: Event) -> Talk | None:
        """Follow an event; return the line that it brings, if any."""
        topics: list[tuple[Seat, str]] = []
        if isinstance(event, Asked):
            topics = self._asked(event)
        elif isinstance(event, Moved):
            topics = self._moved(event)
        elif isinstance(event, Said):
            topics = self._said(event)
        return self._chosen([one for one in topics if self.can_say(*one)])

    def can_say(self, seat: Seat, topic: str) -> bool:
        """Whether a seat has a line about this that it hasn't said, and enough turns have passed."""
        who = self._characters.get(seat, "")
        return bool(who) and (who, topic) not in self._used and (self._turns >= APART or topic == "greeting")

    def thinks_long(self, seat: Seat) -> Talk | None:
        """The line of a character that has been thinking for long."""
        if not self.can_say(seat, LONG_THOUGHT):
            return None
        who = self._characters[seat]
        self._used.add((who, LONG_THOUGHT))
        return Talk(seat, who, LONG_THOUGHT)

    def _chosen(self, topics: Sequence[tuple[Seat, str]]) -> Talk | None:
        if not topics:
            return None
        seat, topic = self._rng.choice(topics)
        if self._rng.unit() >= _LIKELY.get(topic, _USUAL):
            return None
        self._turns = 0
        self._used.add((self._characters[seat], topic))
        return Talk(seat, self._characters[seat], topic)

    def _asked(self, event: Asked) -> list[tuple[Seat, str]]:
        self._turns += 1
        swept, self._swept = self._swept, False
        if not self._greeted:
            self._greeted = True
            return [(seat, "greeting") for seat in sorted(self._characters)]
        return [(event.ask.seats[0], "pleased")] if swept and len(event.ask.seats) == 1 else []

    def _moved(self, event: Moved) -> list[tuple[Seat, str]]:
        if event.how == "sweep":
            self._swept, self._played = True, None
        seat = event.source.owner
        counts, joins = self._counts(event.source), self._counts(event.target)
        if joins:
            self._held[event.target.owner] += len(event.cards)
        if not counts:
            return []
        self._held[seat] -= len(event.cards)
        if joins or event.how in ("gather", "sweep"):
            return []
        return [(seat, "last_card" if self._held[seat] else "went_out")] if self._held[seat] in (0, 1) else []

    def _counts(self, pile: Pile) -> bool:
        return pile.kind in self._last_cards

    def _said(self, event: Said) -> list[tuple[Seat, str]]:
        before = self._played
        if "cards" in event.note.figures:
            self._played = event.seat, event.note.key
        return [
            (_concerned(reaction, event), self._topic(reaction, event))
            for reaction in self._reactions.get(event.note.key, ())
            if reaction.topic and _fits(reaction, event.seat, before)
        ]

    def _topic(self, reaction: Reaction, event: Said) -> str:
        """The reaction's topic, or revenge if this seat lost something to the one that loses now."""
        if not reaction.against:
            return reaction.topic
        seat, other = _concerned(reaction, event), event.note.figures.get(reaction.against, event.seat)
        known = (seat, other) in self._losses
        self._losses.add((other, seat))
        return "revenge" if known and self.can_say(seat, "revenge") else reaction.topic


def _concerned(reaction: Reaction, event: Said) -> Seat:
    """The seat that reacts."""
    seat: Seat = event.note.figures.get(reaction.who, event.seat)
    return seat


def _fits(reaction: Reaction, seat: Seat, before: tuple[Seat, str] | None) -> bool:
    """Whether what was played before is what the reaction is about."""
    return not reaction.after or (before is not None and before[0] != seat and before[1] in reaction.after)
