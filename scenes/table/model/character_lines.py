"""Decides when a character says a line, from public events only. No pygame here.

Lines have their own random generator, so that a match repeats its lines and plays the same without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from engine.events import Announced, CardsMoved, Event, QuestionAsked
from engine.moves import Pile, Seat
from engine.rng import Rng
from engine.statistics.store import HeadToHead
from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.layouts.reaction import Reaction
from scenes.text.spoken_lines import SpokenLine

MIN_TURNS_BETWEEN_LINES = 3
"""Minimum number of turns from one line to the next."""
LONG_THOUGHT = "long_thought"
"""Topic of a line about a character that thinks for long."""
_REMEMBERING_TOPICS = ("greeting_ahead", "greeting_behind", "greeting_level")
"""Topics of greetings that name the matches won by character and player."""
_PROBABILITY_BY_TOPIC: Mapping[str, float] = {
    "greeting": 1.0,
    **dict.fromkeys(_REMEMBERING_TOPICS, 1.0),
    "pleased": 0.3,
    "dismayed": 0.4,
}
"""Topic -> probability of saying a possible line, 0 … 1."""
_DEFAULT_PROBABILITY = 0.75
_SEED_STREAM = 0x7A1C
"""Combined with the match's seed, so that lines have their own random numbers."""
_MIN_REMEMBERED_WINS = 3
"""Minimum number of matches won by player and character from which the character greets with them."""
_REMEMBERING_PROBABILITY = 0.6
"""Probability that a character who remembers matches greets before one who doesn't, 0 … 1."""


class CharacterLines:
    """Chooses the characters' spoken lines while following a match; no character says a line twice.

    Args:
        characters: character by seat; persons say nothing.
        effects: the game's reactions to announcements.
        seed: seed of the match.
        heads_to_heads: character's seat -> its matches against the player.
    """

    def __init__(
        self,
        characters: Mapping[Seat, str],
        effects: AnnouncementEffects,
        seed: int,
        heads_to_heads: Mapping[Seat, HeadToHead] = MappingProxyType({}),
    ) -> None:
        self._characters = dict(characters)
        self._reactions = effects.reactions_by_announcement
        self._final_card_kinds = frozenset(effects.kinds_to_empty)
        self._seed = seed ^ _SEED_STREAM
        self._remembered = {seat: one for seat, one in heads_to_heads.items() if sum(one) >= _MIN_REMEMBERED_WINS}
        self._used_lines: set[tuple[str, str]] = set()
        """Characters and topics of the lines so far."""
        self._reset_state()

    def _reset_state(self) -> None:
        self._rng = Rng(self._seed)
        self._turns_since_line = 0
        self._greeted = False
        self._cards_left: Counter[Seat] = Counter()
        """Number of cards that each seat must still get rid of."""
        self._trick_swept = False
        self._last_play: tuple[Seat, str] | None = None
        """Seat and announcement key of the last play in this trick."""
        self._losses: set[tuple[Seat, Seat]] = set()
        """Pairs of a seat that lost something and the seat that caused it."""

    def restart_after(self, events: Iterable[Event], *, from_start: bool) -> list[Event | SpokenLine]:
        """Reset the characters' spoken lines to a position after these events; return events and lines in order.

        Args:
            events: events of the match so far.
            from_start: whether they begin with the match. If not, no more lines are said, as they could be repetitions.
        """
        used_lines, self._used_lines = self._used_lines, set()
        self._reset_state()
        history: list[Event | SpokenLine] = []
        for event in events:
            history.append(event)
            line = self.on_event(event) if from_start else None
            if line is not None:
                history.append(line)
        self._used_lines |= used_lines
        if not from_start:
            self._characters.clear()
        elif history:  # these depend on time: whether they were said is unknown
            self._used_lines |= {(character, LONG_THOUGHT) for character in self._characters.values()}
        return history

    # --- events -----------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> SpokenLine | None:
        """Process a game event; return the character's spoken line that it causes, if any."""
        topics: list[tuple[Seat, str]] = []
        if isinstance(event, QuestionAsked):
            topics = self._topics_of_question(event)
        elif isinstance(event, CardsMoved):
            topics = self._record_move_and_find_topics(event)
        elif isinstance(event, Announced):
            topics = self._topics_of_announcement(event)
        return self._pick_line([one for one in topics if self.can_say(*one)])

    def can_say(self, seat: Seat, topic: str) -> bool:
        """Whether a seat's character hasn't spoken on this topic, and enough turns have passed since the last line."""
        who = self._characters.get(seat, "")
        return (
            bool(who)
            and (who, topic) not in self._used_lines
            and (self._turns_since_line >= MIN_TURNS_BETWEEN_LINES or topic.startswith("greeting"))
        )

    def take_long_thought_line(self, seat: Seat) -> SpokenLine | None:
        """Return the spoken line of a character that has been thinking for long; None for none."""
        if not self.can_say(seat, LONG_THOUGHT):
            return None
        who = self._characters[seat]
        self._used_lines.add((who, LONG_THOUGHT))
        return SpokenLine(seat, who, LONG_THOUGHT)

    def _pick_line(self, topics: Sequence[tuple[Seat, str]]) -> SpokenLine | None:
        if not topics:
            return None
        seat, topic = self._rng.choice(topics)
        if self._rng.unit() >= _PROBABILITY_BY_TOPIC.get(topic, _DEFAULT_PROBABILITY):
            return None
        self._turns_since_line = 0
        self._used_lines.add((self._characters[seat], topic))
        matches = self._remembered[seat] if topic in _REMEMBERING_TOPICS else HeadToHead(0, 0)
        return SpokenLine(seat, self._characters[seat], topic, head_to_head=matches)

    def _topics_of_question(self, event: QuestionAsked) -> list[tuple[Seat, str]]:
        self._turns_since_line += 1
        swept, self._trick_swept = self._trick_swept, False
        if not self._greeted:
            self._greeted = True
            return self._greetings()
        return [(event.ask.seats[0], "pleased")] if swept and len(event.ask.seats) == 1 else []

    def _greetings(self) -> list[tuple[Seat, str]]:
        """Return the possible greetings: often only those that name the matches won so far."""
        if self._remembered and self._rng.unit() < _REMEMBERING_PROBABILITY:
            return [(seat, _remembering_topic(one)) for seat, one in sorted(self._remembered.items())]
        return [(seat, "greeting") for seat in sorted(self._characters)]

    def _record_move_and_find_topics(self, event: CardsMoved) -> list[tuple[Seat, str]]:
        if event.manner == "sweep":
            self._trick_swept, self._last_play = True, None
        seat = event.source.owner
        counts, joins = self._is_pile_to_empty(event.source), self._is_pile_to_empty(event.target)
        if joins:
            self._cards_left[event.target.owner] += len(event.cards)
        if not counts:
            return []
        self._cards_left[seat] -= len(event.cards)
        if joins or event.manner in ("gather", "sweep"):
            return []
        return (
            [(seat, "last_card" if self._cards_left[seat] else "went_out")] if self._cards_left[seat] in (0, 1) else []
        )

    def _is_pile_to_empty(self, pile: Pile) -> bool:
        return pile.kind in self._final_card_kinds

    def _topics_of_announcement(self, event: Announced) -> list[tuple[Seat, str]]:
        before = self._last_play
        if "cards" in event.note.placeholders:
            self._last_play = event.seat, event.note.key
        return [
            (_reacting_seat(reaction, event), self._topic_or_revenge(reaction, event))
            for reaction in self._reactions.get(event.note.key, ())
            if reaction.topic and _fits_last_play(reaction, event.seat, before)
        ]

    def _topic_or_revenge(self, reaction: Reaction, event: Announced) -> str:
        """Return the topic of a reaction's spoken line, or ``revenge`` if the victim had harmed the reacting seat
        before."""
        if not reaction.victim_placeholder:
            return reaction.topic
        seat, other = (
            _reacting_seat(reaction, event),
            event.note.placeholders.get(reaction.victim_placeholder, event.seat),
        )
        known = (seat, other) in self._losses
        self._losses.add((other, seat))
        return "revenge" if known and self.can_say(seat, "revenge") else reaction.topic


def _remembering_topic(matches: HeadToHead) -> str:
    if matches.person_wins == matches.rival_wins:
        return "greeting_level"
    return "greeting_ahead" if matches.rival_wins > matches.person_wins else "greeting_behind"


def _reacting_seat(reaction: Reaction, event: Announced) -> Seat:
    seat: Seat = event.note.placeholders.get(reaction.seat_placeholder, event.seat)
    return seat


def _fits_last_play(reaction: Reaction, seat: Seat, last_play: tuple[Seat, str] | None) -> bool:
    """Whether the previous play of the trick satisfies a reaction's ``only_after`` condition on it."""
    return not reaction.only_after_in_trick or (
        last_play is not None and last_play[0] != seat and last_play[1] in reaction.only_after_in_trick
    )
