"""Caption of a turn of several steps: what its seat has done so far, in short texts. No pygame here."""

from engine.events import CardsMoved, DealScored, Event, QuestionAsked
from engine.game import Game
from engine.moves import TABLE, Seat
from scenes.text.catalogue import Words
from scenes.text.narrator import ClauseTexts, Narrator

_NOBODY: Seat = -2
"""Matches no seat: the texts of others have no form for the player."""
_NO_BREAK_SPACE = "\u00a0"
_MOTIONS_BETWEEN_TURNS = ("sweep", "gather", "deal")
"""Kinds of card movement after which another turn begins, even of the same seat."""


class TurnCaption:
    """Follows the events of a match, and describes the turn of a seat that is asked more than once in it.

    The caption lasts until something happens in the next turn.

    Args:
        game: the game, for its texts; its position is not read.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.reset()

    def reset(self) -> None:
        """Forget the events so far, as the match jumps to another position."""
        self.seat: Seat = TABLE
        """Seat whose turn it is, or was until something happens in the next one."""
        self.has_several_steps = False
        """Whether the seat was asked again after a step."""
        self._events: list[Event] = []
        self._next_question: QuestionAsked | None = None
        """First question of the next turn, in which nothing has happened yet."""

    def on_event(self, event: Event) -> Seat:
        """Process a shown event; return the seat whose caption ends with it, ``TABLE`` for none."""
        question = self._next_question
        is_over = isinstance(event, DealScored) or (isinstance(event, CardsMoved) and self._is_outside_turn(event))
        if isinstance(event, QuestionAsked):
            self._on_asked(event)
            return TABLE
        ended = self.seat if self.has_several_steps and (is_over or question is not None) else TABLE
        if is_over:
            self.reset()
        elif question is not None:
            self.reset()
            self.seat, self._events = question.ask.seats[0], [question, event]
        else:
            self._events.append(event)
        return ended

    def _is_outside_turn(self, event: CardsMoved) -> bool:
        """Whether cards move between turns, or those of another seat, as when all take up their last card."""
        owners = {event.source.owner, event.target.owner} - {TABLE}
        return event.manner in _MOTIONS_BETWEEN_TURNS or (
            self._next_question is None and bool(owners) and self.seat not in owners
        )

    def _on_asked(self, event: QuestionAsked) -> None:
        self._next_question = None
        if event.ask.seats == (self.seat,):
            self.has_several_steps = len(self._events) > 1
        elif len(event.ask.seats) == 1:
            self._next_question = event
            return
        self._events.append(event)  # others may answer within the turn

    @property
    def event_count(self) -> int:
        """Number of events in the turn; 0 without a caption."""
        return len(self._events) if self.has_several_steps else 0

    def texts(self, words: Words) -> list[str]:
        """Return the steps of the turn in short texts: all steps, then fewer of the last ones; empty without a
        caption."""
        if not self.has_several_steps:
            return []
        steps = [step.replace(" ", _NO_BREAK_SPACE) for step in self._parts(words, "did")]
        return [f"{_NO_BREAK_SPACE}· ".join(steps[first:]) for first in range(len(steps))]

    def accessible_text(self, words: Words) -> str:
        """Return the steps of the turn in the words of the log."""
        return words.join_actions(self._parts(words, "log"))

    def _parts(self, words: Words, clause_texts: ClauseTexts) -> list[str]:
        narrator = Narrator(words, self._game, _NOBODY, self._events, starts_mid_deal=True, clause_texts=clause_texts)
        lines = [line for line in narrator.lines if line.kind == "act" and line.seat == self.seat]
        return [part.text for line in lines for part in line.parts if part.cards]  # the others are speech
