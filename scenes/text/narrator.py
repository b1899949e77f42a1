"""Narration log: the events at the table as lines of text, limited to what the viewer saw. No pygame here.

Texts are ``game.log.*``, or ``<slug>.log.*`` where a game has its own. Speech is quoted from the texts of the bubbles.
Every clause has the forms ``key`` for others ("plays …") and ``key_you`` for the viewer ("play …"). Both also exist
with ``_hidden``, for cards that the viewer can't see. A game with a dummy has ``play_from``, for cards of another seat.
Captions of turns at the seats have short clauses, ``game.did.*``, without the viewer's forms.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from engine.cards import HIDDEN, Card
from engine.events import Announced, CardsMoved, CardsTurned, DealScored, Event, MatchEnded, PileShuffled, QuestionAsked
from engine.game import DEAL_LIMIT_REASON_KEY, Game
from engine.moves import TABLE, Note, Pile, Seat
from scenes.render.line_breaks import join_words
from scenes.text.catalogue import Words
from scenes.text.spoken_lines import SpokenLine

LineKind = Literal["deal", "act", "loud", "table", "score", "talk"]
ClauseTexts = Literal["log", "did"]
"""Group of the texts of actions with cards: clauses of the log, or short ones. Actions without a short one are left
out."""

MAX_PICTURED_CARDS = 104
"""Maximum number of cards drawn next to a clause."""
MAX_NAMED_CARDS = 6
"""Maximum number of cards named in a clause; more are only counted."""
_UNLOGGED_MOTIONS = frozenset({"gather"})
"""Kinds of motion that are not logged: cards are always gathered before a deal."""


class LogPart(NamedTuple):
    """Part of an action in the match log: its text, and its cards as the viewer saw them."""

    text: str
    cards: tuple[Card, ...] = ()


class LogLine(NamedTuple):
    """One line of the match log. Names and announcements are emphasised with stars."""

    kind: LineKind
    seat: Seat
    """The acting seat; ``TABLE`` if there is none."""
    text: str
    parts: tuple[LogPart, ...] = ()
    """Parts of the text without the name; may be empty."""


@dataclass(slots=True)
class _Clause:
    """An action with cards in the match log; later cards of the same action are added to it."""

    base_keys: tuple[str, ...]
    other_seat: Seat
    pile_number: int
    """Number of the table's pile, from 1; 0 for none."""
    cards: list[Card] = field(default_factory=list)
    hidden_count: int = 0


@dataclass(slots=True)
class _Turn:
    """Successive actions of one seat, which become one line of the match log."""

    seat: Seat
    clauses: list[_Clause] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


class Narrator:
    """Narrator of a match, which converts events as the viewer sees them to lines of the match log.

    Args:
        words: texts, with the names of the seats.
        game: provides texts and the order of cards; its position is not read.
        viewer: seat addressed as "you".
        events: first events.
        shows_card_pictures: whether cards are drawn beside the text, which then does not name them.
        starts_mid_deal: whether the events begin in the middle of a deal, which needs no heading.
        first_deal: number of the deal with which the events begin, from 1.
        clause_texts: group of the texts of actions with cards.
    """

    def __init__(
        self,
        words: Words,
        game: Game,
        viewer: Seat,
        events: Iterable[Event | SpokenLine] = (),
        *,
        shows_card_pictures: bool = False,
        starts_mid_deal: bool = False,
        first_deal: int = 1,
        clause_texts: ClauseTexts = "log",
    ) -> None:
        self.words = words
        self._clause_texts = clause_texts
        self._clause_words = words.without_cards() if shows_card_pictures else words
        self.slug = game.slug
        self.seats = game.seats
        self.planned_deals = 0 if game.single_deal else game.deals_planned()
        self.is_single_deal = game.single_deal
        self._sort_key = game.sort_key
        self._redundant_notes = game.redundant_notes
        self.viewer = viewer
        self._lines: list[LogLine] = []
        self._turn: _Turn | None = None
        self._asked_seats: tuple[Seat, ...] = ()
        self._deal_number = first_deal
        self._has_heading = starts_mid_deal
        """Whether the current deal has its heading."""
        self._deal_moves: list[CardsMoved] = []
        self._trick_swept = False
        """Whether a trick was swept away and no seat was asked since."""
        self._speaker: Seat = TABLE
        """Seat of the last announcement until the next question; the following actions are attributed to it."""
        self._spoken_lines: list[LogLine] = []
        """Lines spoken by characters during the unfinished action, which they follow in the log."""
        self._last_move: tuple[CardsMoved, _Clause] | None = None
        """The previous event with its clause if it moved cards, else None."""
        for event in events:
            self.on_event(event)

    @property
    def lines(self) -> list[LogLine]:
        """All lines of the match log so far, the newest last, including the unfinished action."""
        return [*self._lines, *self._unfinished_lines()]

    @property
    def finished_lines(self) -> list[LogLine]:
        """All lines of the match log so far, without the unfinished action. Must not be modified."""
        return self._lines

    def _unfinished_lines(self) -> list[LogLine]:
        lines = self._deal_lines() if self._deal_moves else []
        turn_lines = [self._turn_line(self._turn)] if self._turn and (self._turn.clauses or self._turn.notes) else []
        return [*lines, *turn_lines, *self._spoken_lines]

    # --- events -----------------------------------------------------------------------------------------------------

    def on_event(self, event: Event | SpokenLine) -> None:
        """Add the next event or spoken line to the match log."""
        if isinstance(event, SpokenLine):
            text = self._text("talk", name=self.words.seat_name(event.seat), text=event.text(self.words))
            (self._spoken_lines if self._unfinished_lines() else self._lines).append(LogLine("talk", event.seat, text))
            return
        landed, self._last_move = self._last_move, None
        if isinstance(event, DealScored | MatchEnded):
            self._flush()
            self._on_scored(event)
            return
        if not self._has_heading and not (isinstance(event, CardsMoved) and event.manner in _UNLOGGED_MOTIONS):
            self._add_heading()
            if isinstance(event, PileShuffled):
                return  # it precedes every deal and is not logged
        if isinstance(event, CardsMoved):
            self._on_moved(event)
        elif isinstance(event, CardsTurned):
            self._on_turned(event, landed)
        elif isinstance(event, Announced):
            self._on_announced(event)
        elif isinstance(event, QuestionAsked):
            self._on_asked(event)
        elif isinstance(event, PileShuffled):
            self._flush()
            self._add_line("table", TABLE, self._text("shuffled"))

    def _add_heading(self) -> None:
        self._has_heading = True
        key = "app.table.deal_of" if self.planned_deals > 1 else "app.table.deal"
        self._add_line("deal", TABLE, self.words(key, n=self._deal_number, total=self.planned_deals))

    def _on_asked(self, event: QuestionAsked) -> None:
        self._speaker = TABLE
        self._asked_seats = event.ask.seats
        if self._trick_swept:
            self._trick_swept = False
            leader = event.ask.seats[0] if len(event.ask.seats) == 1 else TABLE
            self._add_line("table", leader, self._text("swept" if leader == TABLE else "leads", leader))
        self._flush()

    def _on_announced(self, event: Announced) -> None:
        if self._deal_moves:
            self._flush()
        if event.loud or event.seat == TABLE:
            self._flush()
            self._add_line("loud", event.seat, self._announcement_text(event))
            self._speaker = event.seat
            return
        self._continue_or_begin_turn(event.seat).notes.append(event.note)

    def _announcement_text(self, event: Announced) -> str:
        """Return the text of an announcement at the table, with the game's explanation if there is one."""
        words, note = self.words, event.note
        speech = words.note_text(self.slug, "said", note)
        if fact := words.sentence_about_seats(self.slug, "loud", event.described_note):
            return self._text("announced", text=speech, fact=fact)
        if event.seat == TABLE:
            return self._text("alone", text=speech)
        return self._text("quoted", name=words.seat_name(event.seat), text=speech)

    # --- cards ------------------------------------------------------------------------------------------------------

    def _on_moved(self, event: CardsMoved) -> None:
        source, target, motion = event.source, event.target, event.manner
        if motion in _UNLOGGED_MOTIONS:
            return
        if motion == "deal":
            if self._turn:
                self._flush()
            self._deal_moves.append(event)
            return
        if self._deal_moves:
            self._flush()
        if motion == "sweep":
            if not self._trick_swept:
                self._flush()
            self._trick_swept = True
            return
        specific_key = f"{motion}_{source.kind}_{target.kind}"
        owners = {seat for seat in (source.owner, target.owner) if seat != TABLE}
        acting = self._turn.seat if self._turn else self._speaker
        taken_key, player = f"{motion}_from", acting if acting != TABLE else self._acting_seat()
        if source.owner != TABLE and player not in (*owners, TABLE) and self._find_key((taken_key,)):
            self._last_move = event, self._add_to_clause(player, (taken_key,), event.cards, source.owner)
            return
        doer = acting if acting in owners else source.owner
        if doer == TABLE:
            doer = target.owner if target.owner != TABLE else self._acting_seat()
        if len(owners) == 2:
            away = source.owner == doer
            other_seat = target.owner if away else source.owner
            self._last_move = (
                event,
                self._add_to_clause(doer, (specific_key, "give" if away else "get"), event.cards, other_seat),
            )
            return
        generic_key = "put" if target.owner == TABLE else "get_some" if source.owner == TABLE else "rearrange"
        pile = target if target.owner == TABLE else source
        self._last_move = (
            event,
            self._add_to_clause(doer, (specific_key, motion, generic_key), event.cards, pile_number=_pile_number(pile)),
        )

    def _on_turned(self, event: CardsTurned, landed: tuple[CardsMoved, _Clause] | None) -> None:
        """Add turned-up cards to the match log; cards turned up as soon as they were laid are logged as laid face up if
        possible."""
        if event.face_up and landed is not None and self._turn is not None:
            moved, clause = landed
            bases = tuple(f"{base}_up" for base in clause.base_keys)
            if moved.target == event.pile and len(moved.cards) == len(event.cards) and self._find_key(bases):
                for card in moved.cards:
                    if card == HIDDEN:
                        clause.hidden_count -= 1
                    else:
                        clause.cards.remove(card)
                if not clause.cards and not clause.hidden_count:
                    self._turn.clauses.remove(clause)
                self._add_to_clause(self._turn.seat, bases, event.cards, clause.other_seat, clause.pile_number)
                return
        turned = ("turn_up",) if event.face_up else ("turn_down",)
        self._add_to_clause(self._acting_seat(), turned, event.cards, pile_number=_pile_number(event.pile))

    def _acting_seat(self) -> Seat:
        """Return the seat of an action on a pile that belongs to no seat: the acting seat, else the only one asked to
        move, else ``TABLE``."""
        if self._turn:
            return self._turn.seat
        return self._asked_seats[0] if len(self._asked_seats) == 1 else TABLE

    def _continue_or_begin_turn(self, seat: Seat) -> _Turn:
        if self._turn is None or self._turn.seat != seat:
            self._flush()
            self._turn = _Turn(seat)
        return self._turn

    def _add_to_clause(
        self,
        seat: Seat,
        base_keys: tuple[str, ...],
        cards: Iterable[Card],
        other_seat: Seat = TABLE,
        pile_number: int = 0,
    ) -> _Clause:
        clauses = self._continue_or_begin_turn(seat).clauses
        clause = next(
            (c for c in clauses if (c.base_keys, c.other_seat, c.pile_number) == (base_keys, other_seat, pile_number)),
            None,
        )
        if clause is None:
            clause = _Clause(base_keys, other_seat, pile_number)
            clauses.append(clause)
        for card in cards:
            if card == HIDDEN:
                clause.hidden_count += 1
            else:
                clause.cards.append(card)
        return clause

    # --- lines ------------------------------------------------------------------------------------------------------

    def _add_line(self, kind: LineKind, seat: Seat, text: str) -> None:
        self._lines.append(LogLine(kind, seat, text))

    def _flush(self) -> None:
        if self._trick_swept:
            self._trick_swept = False
            self._add_line("table", TABLE, self._text("swept"))
        self._lines += self._unfinished_lines()
        self._turn = None
        self._deal_moves = []
        self._spoken_lines = []

    def _text(self, key: str, seat: Seat = TABLE, **placeholders: Any) -> str:
        """Return a text of the match log in the grammatical form for a seat."""
        words = self.words
        if seat != TABLE:
            placeholders = {"seat": seat, **placeholders}
            if seat == self.viewer:
                key = f"{key}_you"
        return words.note_text(self.slug, "log", Note(key, placeholders))

    def _find_key(self, base_keys: Iterable[str], suffix: str = "") -> str:
        """Return the first of these text keys that has a text; empty if none has."""
        for base in base_keys:
            if f"{self.slug}.{self._clause_texts}.{base}{suffix}" in self.words:
                return base + suffix
        return ""

    def _turn_line(self, turn: _Turn) -> LogLine:
        """Return the line of a seat's turn in the match log: name, actions, and quoted speech."""
        parts = tuple(part for clause in turn.clauses for part in self._clause_parts(clause, turn.seat))
        speech = [
            self.words.note_text(self.slug, "said", note) for note in turn.notes if self._should_quote(note, turn)
        ]
        actions, quotes = [part.text for part in parts], [self._text("quote", text=text) for text in speech]
        if turn.seat == TABLE:
            return LogLine("table", TABLE, self._text("nobody", what=self.words.join_actions(actions)), parts)
        key = "said_and_done" if actions and quotes else "done" if actions else "said"
        name = self.words.subject_name(turn.seat) if actions else self.words.seat_name(turn.seat)
        text = self._text(key, name=name, what=self.words.join_actions(actions), quote=join_words(quotes))
        return LogLine("act", turn.seat, text, (*parts, *map(LogPart, quotes)))

    def _should_quote(self, note: Note, turn: _Turn) -> bool:
        return not turn.clauses or note.key not in self._redundant_notes

    def _clause_parts(self, clause: _Clause, seat: Seat) -> list[LogPart]:
        """Return the parts of an action in the match log: one for visible cards, one for hidden ones."""
        parts = []
        placeholders: dict[str, Any] = {"place": clause.pile_number}
        if clause.other_seat != TABLE:
            placeholders["seat_to"] = clause.other_seat
        count = len(clause.cards)
        many_key = self._find_key(clause.base_keys, "_many") if count > MAX_NAMED_CARDS else ""
        if count and (key := many_key or self._find_key(clause.base_keys)):
            cards = tuple(clause.cards[:MAX_PICTURED_CARDS])
            parts.append(LogPart(self._clause_text(key, seat, {**placeholders, "cards": cards, "n": count}), cards))
        key = self._find_key(clause.base_keys, "_hidden") or self._find_key(clause.base_keys)
        if clause.hidden_count and key:
            hidden = (HIDDEN,) * min(clause.hidden_count, MAX_PICTURED_CARDS)
            parts.append(LogPart(self._clause_text(key, seat, {**placeholders, "n": clause.hidden_count}), hidden))
        return parts

    def _clause_text(self, key: str, seat: Seat, placeholders: dict[str, Any]) -> str:
        key = f"{key}_you" if seat == self.viewer else key
        if placeholders.get("seat_to") == self.viewer and (to_you := self._find_key((key,), "_to_you")):
            key = to_you  # for languages with the pronoun before the verb
        return self._clause_words.note_text(self.slug, self._clause_texts, Note(key, placeholders))

    # --- deals and scores -------------------------------------------------------------------------------------------

    def _deal_lines(self) -> list[LogLine]:
        """Return the log lines of a deal: the numbers of cards, and the cards visible to the viewer."""
        cards_by_seat: dict[Seat, list[Card]] = {}
        for event in self._deal_moves:
            cards_by_seat.setdefault(event.target.owner, []).extend(event.cards)
        lines = []
        counts = {len(cards) for seat, cards in cards_by_seat.items() if seat != TABLE}
        if len(counts) == 1:
            lines.append(LogLine("table", TABLE, self._text("dealt_each", n=counts.pop())))
        for seat in sorted(seat for seat in cards_by_seat if seat != TABLE):
            seen = tuple(sorted((card for card in cards_by_seat[seat] if card != HIDDEN), key=self._sort_key))
            if seen:
                parts = [LogPart(self._clause_text("dealt", seat, {"cards": seen}), seen)]
                if len(seen) < len(cards_by_seat[seat]) and seat == self.viewer:
                    parts.append(LogPart(self._text("dealt_more", n=len(cards_by_seat[seat]) - len(seen))))
                name, actions = self.words.subject_name(seat), self.words.join_actions([part.text for part in parts])
                lines.append(LogLine("act", seat, self._text("done", name=name, what=actions), tuple(parts)))
        shown = tuple(card for card in cards_by_seat.get(TABLE, ()) if card != HIDDEN)
        if shown:
            lines.append(LogLine("table", TABLE, self._text("dealt_table", cards=shown)))
        return lines

    def _on_scored(self, event: DealScored | MatchEnded) -> None:
        words = self.words
        if isinstance(event, MatchEnded):
            if self.is_single_deal:  # the deal's lines already contain the result
                return
            names = words.join_and(list(map(words.seat_name, event.winners)))
            key = "share" if len(event.winners) > 1 else "you_win" if event.winners == (self.viewer,) else "win"
            text = words(f"app.results.{key}_match", name=names, names=names)
            if event.reason.key == DEAL_LIMIT_REASON_KEY:
                self._add_line("score", TABLE, words.note_text(self.slug, "reason", event.reason))
            self._add_line("score", TABLE, self._text("alone", text=text))
            return
        self._add_line("score", TABLE, words.sentence_about_seats(self.slug, "reason", event.reason))
        if points := self._points_texts(event):
            self._add_line("score", TABLE, self._text("score", text=words.join_commas(points)))
        self._deal_number, self._has_heading, self._trick_swept, self._asked_seats = event.deal + 1, False, False, ()

    def _points_texts(self, event: DealScored) -> list[str]:
        """Return the points of each seat; in a game whose points are lives, a heart for each life that a seat lost."""
        name = self.words.seat_name
        if f"{self.slug}.log.lives" not in self.words:
            return [
                self._text("points", name=name(seat), n=event.points[seat], total=event.totals[seat])
                for seat in range(self.seats)
            ]
        lost = ((seat, -points) for seat, points in enumerate(event.points) if points < 0)
        return [self._text("lives", name=name(seat), hearts="♥" * count) for seat, count in lost]


def _pile_number(pile: Pile) -> int:
    """Return the number, from 1, by which texts name one of several table piles; 0 for a seat's pile."""
    return pile.index + 1 if pile.owner == TABLE else 0
