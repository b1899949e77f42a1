"""The narration log: the events at the table as lines of text, as the viewer saw them. No pygame here.

Texts are ``game.log.*``, or ``<slug>.log.*`` where a game has its own; speech is quoted from the texts of the bubbles.
Every clause has the forms ``key`` for others ("plays …") and ``key_you`` for the viewer ("play …"), and both with
``_hidden`` for cards that the viewer can't see.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from engine.cards import HIDDEN, Card
from engine.events import Asked, Ended, Event, Moved, Said, Scored, Shuffled, Turned
from engine.game import Game
from engine.moves import TABLE, Note, Pile, Seat
from scenes.look.line_breaks import joined
from scenes.text.talk import Talk
from scenes.text.words import Words

LineKind = Literal["deal", "act", "loud", "table", "score", "talk"]

MAX_DRAWN = 104
"""Maximum number of cards drawn beside a clause."""
MOST_NAMED = 6
"""Maximum number of cards named in a clause; more are only counted."""
_SILENT = frozenset({"gather"})
"""Kinds of movement that are not logged, as cards are gathered before a deal."""


class LogPart(NamedTuple):
    """A part of an action: text, and its cards as the viewer saw them."""

    text: str
    cards: tuple[Card, ...] = ()


class LogLine(NamedTuple):
    """One line of the log; names and announcements are between stars."""

    kind: LineKind
    seat: Seat
    """The acting seat; ``TABLE`` if there is none."""
    text: str
    parts: tuple[LogPart, ...] = ()
    """The parts of the text without the name; may be empty."""


@dataclass(slots=True)
class _Clause:
    """An action with cards; further cards of the same kind join it."""

    bases: tuple[str, ...]
    other: Seat
    place: int
    """The number of the pile of the table, from 1; 0 without one."""
    cards: list[Card] = field(default_factory=list)
    hidden: int = 0


@dataclass(slots=True)
class _Act:
    """The actions of one seat between two asks."""

    seat: Seat
    clauses: list[_Clause] = field(default_factory=list)
    said: list[Note] = field(default_factory=list)


class Narrator:
    """Turns events as the viewer sees them into lines.

    Args:
        words: texts, with the names of the seats.
        game: provides texts and the order of cards; its position is not read.
        viewer: the seat addressed as "you".
        events: first events.
        drawn: whether cards are drawn beside the text, which then does not name them.
        within: whether the events begin in the middle of a deal, which needs no heading.
        deal: number of the deal with which the events begin, from 1.
    """

    def __init__(
        self,
        words: Words,
        game: Game,
        viewer: Seat,
        events: Iterable[Event | Talk] = (),
        *,
        drawn: bool = False,
        within: bool = False,
        deal: int = 1,
    ) -> None:
        self.words = words
        self._deeds = words.without_cards() if drawn else words
        self.slug = game.slug
        self.seats = game.seats
        self.planned = 0 if game.single else game.deals_planned()
        self.single = game.single
        self._order = game.order
        self._plain = game.plain_notes
        self.viewer = viewer
        self._lines: list[LogLine] = []
        self._act: _Act | None = None
        self._asked: tuple[Seat, ...] = ()
        self._deal = deal
        self._headed = within
        """Whether the present deal has its heading."""
        self._dealt: list[Moved] = []
        self._swept = False
        """Whether a trick was swept away and no seat was asked since."""
        self._speaker: Seat = TABLE
        """The seat of the last announcement until the next ask; what follows is its action."""
        self._talk: list[LogLine] = []
        """What characters said since the last finished line; it follows the action that is being told."""
        self._landed: tuple[Moved, _Clause] | None = None
        """The movement just before and its clause; None after any other event."""
        for event in events:
            self.hear(event)

    @property
    def lines(self) -> list[LogLine]:
        """All lines so far, the newest last, including the unfinished action."""
        return [*self._lines, *self._open()]

    @property
    def finished(self) -> list[LogLine]:
        """All lines so far without the unfinished action, the newest last. Not to be changed."""
        return self._lines

    def _open(self) -> list[LogLine]:
        lines = self._deal_lines() if self._dealt else []
        told = [self._act_line(self._act)] if self._act and (self._act.clauses or self._act.said) else []
        return [*lines, *told, *self._talk]

    # --- one event after the other ----------------------------------------------------------------------------------

    def hear(self, event: Event | Talk) -> None:
        """Add the next event, or what a character says."""
        if isinstance(event, Talk):
            text = self._text("talk", name=self.words.seat_name(event.seat), text=event.line(self.words))
            (self._talk if self._open() else self._lines).append(LogLine("talk", event.seat, text))
            return
        landed, self._landed = self._landed, None
        if isinstance(event, Scored | Ended):
            self._flush()
            self._over(event)
            return
        if not self._headed and not (isinstance(event, Moved) and event.how in _SILENT):
            self._head()
            if isinstance(event, Shuffled):
                return  # it precedes every deal and is not logged
        if isinstance(event, Moved):
            self._moved(event)
        elif isinstance(event, Turned):
            self._turned(event, landed)
        elif isinstance(event, Said):
            self._say(event)
        elif isinstance(event, Asked):
            self._ask(event)
        elif isinstance(event, Shuffled):
            self._flush()
            self._add("table", TABLE, self._text("shuffled"))

    def _head(self) -> None:
        self._headed = True
        key = "app.table.deal_of" if self.planned > 1 else "app.table.deal"
        self._add("deal", TABLE, self.words(key, n=self._deal, total=self.planned))

    def _ask(self, event: Asked) -> None:
        self._speaker = TABLE
        self._asked = event.ask.seats
        if self._swept:
            self._swept = False
            leader = event.ask.seats[0] if len(event.ask.seats) == 1 else TABLE
            self._add("table", leader, self._text("swept" if leader == TABLE else "leads", leader))
        self._flush()

    def _say(self, event: Said) -> None:
        if self._dealt:
            self._flush()
        if event.loud or event.seat == TABLE:
            self._flush()
            self._add("loud", event.seat, self._announced(event))
            self._speaker = event.seat
            return
        self._act_of(event.seat).said.append(event.note)

    def _announced(self, event: Said) -> str:
        """Return an announcement with the fact below it."""
        words, note = self.words, event.note
        said, key = words.note(self.slug, "said", note), f"{self.slug}.loud.{note.key}"
        if key in words:
            fact = words(key, {"seat": event.seat, **note.figures})
            return self._text("announced", text=said, fact=fact)
        if event.seat == TABLE:
            return self._text("alone", text=said)
        return self._text("quoted", name=words.seat_name(event.seat), text=said)

    # --- cards ------------------------------------------------------------------------------------------------------

    def _moved(self, event: Moved) -> None:
        source, target, how = event.source, event.target, event.how
        if how in _SILENT:
            return
        if how == "deal":
            if self._act:
                self._flush()
            self._dealt.append(event)
            return
        if self._dealt:
            self._flush()
        if how == "sweep":
            if not self._swept:
                self._flush()
            self._swept = True
            return
        own = f"{how}_{source.kind}_{target.kind}"
        owners = {seat for seat in (source.owner, target.owner) if seat != TABLE}
        acting = self._act.seat if self._act else self._speaker
        doer = acting if acting in owners else source.owner
        if doer == TABLE:
            doer = target.owner if target.owner != TABLE else self._doer()
        if len(owners) == 2:
            away = source.owner == doer
            other = target.owner if away else source.owner
            self._landed = event, self._do(doer, (own, "give" if away else "get"), event.cards, other)
            return
        usual = "put" if target.owner == TABLE else "get_some" if source.owner == TABLE else "rearrange"
        pile = target if target.owner == TABLE else source
        self._landed = event, self._do(doer, (own, how, usual), event.cards, place=_number(pile))

    def _turned(self, event: Turned, landed: tuple[Moved, _Clause] | None) -> None:
        """Add turned cards; if they were just laid there and a text exists, they count as laid face up."""
        if event.up and landed is not None and self._act is not None:
            moved, clause = landed
            bases = tuple(f"{base}_up" for base in clause.bases)
            if moved.target == event.pile and len(moved.cards) == len(event.cards) and self._known(bases):
                for card in moved.cards:
                    if card == HIDDEN:
                        clause.hidden -= 1
                    else:
                        clause.cards.remove(card)
                if not clause.cards and not clause.hidden:
                    self._act.clauses.remove(clause)
                self._do(self._act.seat, bases, event.cards, clause.other, clause.place)
                return
        turned = ("turn_up",) if event.up else ("turn_down",)
        self._do(self._doer(), turned, event.cards, place=_number(event.pile))

    def _doer(self) -> Seat:
        """Return the seat of an action that no pile belongs to: the acting seat, else the one that was asked."""
        if self._act:
            return self._act.seat
        return self._asked[0] if len(self._asked) == 1 else TABLE

    def _act_of(self, seat: Seat) -> _Act:
        if self._act is None or self._act.seat != seat:
            self._flush()
            self._act = _Act(seat)
        return self._act

    def _do(
        self, seat: Seat, bases: tuple[str, ...], cards: Iterable[Card], other: Seat = TABLE, place: int = 0
    ) -> _Clause:
        clauses = self._act_of(seat).clauses
        clause = next((c for c in clauses if (c.bases, c.other, c.place) == (bases, other, place)), None)
        if clause is None:
            clause = _Clause(bases, other, place)
            clauses.append(clause)
        for card in cards:
            if card == HIDDEN:
                clause.hidden += 1
            else:
                clause.cards.append(card)
        return clause

    # --- lines ------------------------------------------------------------------------------------------------------

    def _add(self, kind: LineKind, seat: Seat, text: str) -> None:
        self._lines.append(LogLine(kind, seat, text))

    def _flush(self) -> None:
        if self._swept:
            self._swept = False
            self._add("table", TABLE, self._text("swept"))
        self._lines += self._open()
        self._act = None
        self._dealt = []
        self._talk = []

    def _text(self, key: str, seat: Seat = TABLE, **figures: Any) -> str:
        """Return a text of the log in the form for a seat."""
        words = self.words
        if seat != TABLE:
            figures = {"seat": seat, **figures}
            if seat == self.viewer:
                key = f"{key}_you"
        return words.note(self.slug, "log", Note(key, figures))

    def _known(self, bases: Iterable[str], suffix: str = "") -> str:
        """Return the first of these keys that has a text, else an empty string."""
        for base in bases:
            if f"{self.slug}.log.{base}{suffix}" in self.words or f"game.log.{base}{suffix}" in self.words:
                return base + suffix
        return ""

    def _act_line(self, act: _Act) -> LogLine:
        """Return the line for an act: name, actions, and quoted speech."""
        done = tuple(part for clause in act.clauses for part in self._clause(clause, act.seat))
        said = [self.words.note(self.slug, "said", note) for note in act.said if self._quoted(note, act)]
        what, quotes = [part.text for part in done], [self._text("quote", text=text) for text in said]
        if act.seat == TABLE:
            return LogLine("table", TABLE, self._text("nobody", what=self.words.deeds(what)), done)
        key = "said_and_done" if what and quotes else "done" if what else "said"
        name = self.words.doer(act.seat) if what else self.words.seat_name(act.seat)
        text = self._text(key, name=name, what=self.words.deeds(what), quote=joined(quotes))
        return LogLine("act", act.seat, text, (*done, *map(LogPart, quotes)))

    def _quoted(self, note: Note, act: _Act) -> bool:
        return not act.clauses or note.key not in self._plain

    def _clause(self, clause: _Clause, seat: Seat) -> list[LogPart]:
        """Return the parts of a clause: one for visible cards, one for hidden ones."""
        parts = []
        figures: dict[str, Any] = {"place": clause.place}
        if clause.other != TABLE:
            figures["seat_to"] = clause.other
        count = len(clause.cards)
        many = self._known(clause.bases, "_many") if count > MOST_NAMED else ""
        if count:
            key = many or self._known(clause.bases)
            cards = tuple(clause.cards[:MAX_DRAWN])
            parts.append(LogPart(self._form(key, seat, {**figures, "cards": cards, "n": count}), cards))
        if clause.hidden:
            key = self._known(clause.bases, "_hidden") or self._known(clause.bases)
            hidden = (HIDDEN,) * min(clause.hidden, MAX_DRAWN)
            parts.append(LogPart(self._form(key, seat, {**figures, "n": clause.hidden}), hidden))
        return parts

    def _form(self, key: str, seat: Seat, figures: dict[str, Any]) -> str:
        key = f"{key}_you" if seat == self.viewer else key
        if figures.get("seat_to") == self.viewer and (to_you := self._known((key,), "_to_you")):
            key = to_you  # where a pronoun stands before the verb
        return self._deeds.note(self.slug, "log", Note(key, figures))

    # --- deals and scores -------------------------------------------------------------------------------------------

    def _deal_lines(self) -> list[LogLine]:
        """Return the lines for dealt cards: their numbers, and those that the viewer sees."""
        got: dict[Seat, list[Card]] = {}
        for event in self._dealt:
            got.setdefault(event.target.owner, []).extend(event.cards)
        lines = []
        counts = {len(cards) for seat, cards in got.items() if seat != TABLE}
        if len(counts) == 1:
            lines.append(LogLine("table", TABLE, self._text("dealt_each", n=counts.pop())))
        for seat in sorted(seat for seat in got if seat != TABLE):
            seen = tuple(sorted((card for card in got[seat] if card != HIDDEN), key=self._order))
            if seen:
                parts = [LogPart(self._form("dealt", seat, {"cards": seen}), seen)]
                if len(seen) < len(got[seat]) and seat == self.viewer:
                    parts.append(LogPart(self._text("dealt_more", n=len(got[seat]) - len(seen))))
                name, what = self.words.doer(seat), self.words.deeds([part.text for part in parts])
                lines.append(LogLine("act", seat, self._text("done", name=name, what=what), tuple(parts)))
        shown = tuple(card for card in got.get(TABLE, ()) if card != HIDDEN)
        if shown:
            lines.append(LogLine("table", TABLE, self._text("dealt_table", cards=shown)))
        return lines

    def _over(self, event: Scored | Ended) -> None:
        words = self.words
        if isinstance(event, Ended):
            if self.single:  # the deal's lines say it
                return
            names = words.joined(list(map(words.seat_name, event.winners)))
            key = "share" if len(event.winners) > 1 else "you_win" if event.winners == (self.viewer,) else "win"
            text = words(f"app.results.{key}_match", name=names, names=names)
            self._add("score", TABLE, self._text("alone", text=text))
            return
        note = event.reason
        mine = Note(f"{note.key}_you", note.figures)
        spoken_to = note.figures.get("seat") == self.viewer and f"{self.slug}.reason.{mine.key}" in words
        self._add("score", TABLE, words.note(self.slug, "reason", mine if spoken_to else note))
        points = [
            self._text("points", name=words.seat_name(seat), n=event.points[seat], total=event.totals[seat])
            for seat in range(self.seats)
        ]
        self._add("score", TABLE, self._text("score", text=words.listed(points)))
        self._deal, self._headed, self._swept, self._asked = event.deal + 1, False, False, ()


def _number(pile: Pile) -> int:
    """The number by which texts call a pile of the table, from 1; 0 for a seat's."""
    return pile.index + 1 if pile.owner == TABLE else 0
