"""Helpers for tests with several persons at one computer, which check in every frame whose cards are visible."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine import cards
from engine.cards import HIDDEN, Card
from engine.events import CardsMoved, CardsTurned, DealScored, Event
from engine.game import Game
from engine.match.record import PERSON, Chair, Record
from engine.moves import Move, Seat
from engine.rng import Rng
from scenes.app import App
from scenes.render.cards import CardArt
from scenes.render.renderer import Renderer
from scenes.screens.results.results_screen import ResultsScreen
from scenes.selftest.pilot import FRAME_MS
from scenes.shell.destinations import MatchTable
from scenes.shell.dialog import Dialog
from scenes.table.curtain import Curtain
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record, short_record
from tests.support.tables import find_table_faults, live_mode, start_program

NAMES = ("Ana", "Bento", "Caio")
FACES = ("hoops", "straw", "chef")
LOG_EVERY = 20
"""Turns at the screen between two checks of the log, which are slow."""


def shared_record(slug: str, seed: int = 3, persons: int = 2, *, seats: int = 0, base: Record | None = None) -> Record:
    """Return a match of several persons, on every other chair if there are enough chairs."""
    record = base or short_record(slug, seed)
    record.seats = seats or record.seats
    others = [Chair(name, "easy") for name in ("mei", "rafa", "celeste", "kwame", "ingrid", "tiao", "yasmin")]
    here = [Chair(PERSON, name=NAMES[i], portrait=FACES[i]) for i in range(persons)]
    chairs: list[Chair] = []
    while len(chairs) < record.seats:
        chairs.append((here or others).pop(0))
        if len(chairs) < record.seats - len(here):
            chairs.append(others.pop(0))
    record.chairs = tuple(chairs[: record.seats])
    assert sum(chair.who == PERSON for chair in record.chairs) == persons
    return record


def persons_of(record: Record) -> set[Seat]:
    return {seat for seat, chair in enumerate(record.chairs) if chair.who == PERSON}


def visible_cards(game: Game, seat: Seat) -> set[Card]:
    """Return the cards whose faces a seat knows."""
    return {card for cards in game.view(seat).piles.values() for card in cards if card != HIDDEN}


def cards_seen_in(event: Event, seat: Seat) -> set[Card]:
    """Return the cards whose faces a seat sees in an event, according to the engine."""
    if isinstance(event, CardsMoved):
        return set(event.cards) if event.viewers >> seat & 1 else set()
    return set(event.cards) if isinstance(event, CardsTurned) else set()


@dataclass
class ShadowMatch:
    """The match of the program, replayed in parallel by the rules alone."""

    record: Record
    game: Game
    events: list[Event] = field(default_factory=list)
    moves_played: int = 0
    shown_at_end: list[set[Card]] = field(default_factory=list)
    """Seat -> cards it could see at the end of the last finished deal."""
    undo_count: int = 0
    """Number of undos noticed."""
    _moves: list[Move] = field(default_factory=list)

    @classmethod
    def of(cls, record: Record) -> "ShadowMatch":
        mirror = cls(record, record.initial_position())
        mirror.events = mirror.game.take_events()
        return mirror

    def follow(self) -> None:
        """Play the program's new moves, from the start after an undo."""
        if self.record.moves[: self.moves_played] != self._moves:
            self.game, self.moves_played, self.shown_at_end = self.record.initial_position(), 0, []
            self.events = self.game.take_events()
            self.undo_count += 1
        for move in self.record.moves[self.moves_played :]:
            before = [visible_cards(self.game, seat) for seat in range(self.game.seats)]
            self.game.push(move)
            events = self.game.take_events()
            self.events += events
            if any(isinstance(event, DealScored) for event in events):
                for seat, known in enumerate(before):
                    known.update(*(cards_seen_in(event, seat) for event in events))
                self.shown_at_end = before
        self._moves = self.record.moves.copy()
        self.moves_played = len(self._moves)

    def seen_cards(self, seat: Seat) -> set[Card]:
        """Return every card that a seat has seen in the match so far."""
        return visible_cards(self.game, seat).union(*(cards_seen_in(event, seat) for event in self.events))


class VisibilityGuard:
    """Checks in every frame that the person at the screen may see all drawn faces."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn_faces: set[Card] = set()
        self.texts: set[str] = set()
        self.frame_count = 0
        self.curtain_count = 0
        self.persons_shown: list[Seat] = []
        """Seats of the persons at the screen, in order of appearance."""
        self.checked_faces = 0
        self.question_kinds: set[str] = set()
        """Kinds of the questions for which a person came to the screen."""
        self._table: Table | None = None
        self._allowed_faces: set[Card] = set()
        self._next_event = 0
        self._undo_count = 0
        self._record_calls(monkeypatch, CardArt, "face", self._note_face)
        self._record_calls(monkeypatch, CardArt, "card_with_shadow", self._note_face)
        self._record_calls(monkeypatch, Renderer, "text", self.texts.add)
        self._record_calls(monkeypatch, Renderer, "paragraph", self.texts.add)
        draw = App.draw

        def draw_and_record(app: App) -> None:
            self.drawn_faces.clear()
            self.texts.clear()  # of the previous frame
            draw(app)

        monkeypatch.setattr(App, "draw", draw_and_record)

    def _note_face(self, card: int) -> None:
        if 0 <= card < cards.PACK_SIZE * 8:
            self.drawn_faces.add(Card(card))

    @staticmethod
    def _record_calls(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, note: Callable[[Any], None]) -> None:
        original = getattr(owner, name)

        def noting(self: Any, what: Any, *args: Any, **kwargs: Any) -> Any:
            note(what)
            return original(self, what, *args, **kwargs)

        monkeypatch.setattr(owner, name, noting)

    def check_frame(self, pilot: Pilot, mirror: ShadowMatch) -> None:
        """Check the frame that was just drawn."""
        mirror.follow()
        self.frame_count += 1
        top = pilot.app.top
        table = next((scene for scene in pilot.app.scene_stack if isinstance(scene, Table)), None)
        if isinstance(top, Curtain):
            assert table is None and not self.drawn_faces, f"a curtain shows {sorted(self.drawn_faces)}"
            assert self.texts <= curtain_texts(pilot, top), self.texts
        elif isinstance(top, ResultsScreen):
            public_hands = [*(one.cards for one in top.scored.deciding_cards), *top.scored.revealed_hands]
            assert self.drawn_faces <= {card for hand in public_hands for card in hand}  # public at the end of a deal
        elif table is not None and not any(scene.is_opaque for scene in pilot.app.scene_stack if scene is not table):
            self._check_table(table, mirror)

    def _check_table(self, table: Table, mirror: ShadowMatch) -> None:
        viewer, director = table.match.viewer, table.model.director
        assert table.match.chair(viewer).who == PERSON and table.model.viewer == viewer
        if table is not self._table:
            self._table = table
            self.persons_shown.append(viewer)
            if mirror.game.ask:
                self.question_kinds.add(mirror.game.ask.what)
            deal = max((i for i, e in enumerate(mirror.events, 1) if isinstance(e, DealScored)), default=0)
            dealing = director.is_busy or not director.has_shown_all_events
            self._next_event = deal if dealing else len(mirror.events)
            self._allowed_faces = set(mirror.shown_at_end[viewer]) if dealing and mirror.shown_at_end else set()
            if len(self.persons_shown) % LOG_EVERY == 1:
                self._check_log(table, mirror)
        if mirror.undo_count != self._undo_count:
            self._undo_count, self._next_event = mirror.undo_count, len(mirror.events)
        for event in mirror.events[self._next_event :]:
            self._allowed_faces |= cards_seen_in(event, viewer)
        self._next_event = len(mirror.events)
        known = visible_cards(mirror.game, viewer)
        chain = {*getattr(mirror.game.board_for(viewer), "chain", ())}  # discardable cards are public
        self._allowed_faces |= chain
        remembered = mirror.seen_cards(viewer) if live_mode(table).last_plays.is_open else set()
        wrong_faces = self.drawn_faces - self._allowed_faces - known - remembered
        assert not wrong_faces, f"seat {viewer} sees {sorted(wrong_faces)}"
        assert find_table_faults(table) == []
        self.checked_faces += len(self.drawn_faces)
        if director.has_shown_all_events and not director.is_busy:
            self._allowed_faces = known | chain

    def _check_log(self, table: Table, mirror: ShadowMatch) -> None:
        """Check that the log names no card that only others have seen."""
        words, seen = table.context.words, mirror.seen_cards(table.match.viewer)
        named = {words.card(card) for card in seen}
        others = {words.card(Card(card)) for card in range(cards.PACK_SIZE)} - named
        text = " ".join(line.text for line in table.log.lines)
        assert not [name for name in others if name in text]


def curtain_texts(pilot: Pilot, curtain: Curtain) -> set[str]:
    words, person = pilot.app.words, curtain.person
    named = {words(f"app.curtain.{key}", name=person.name) for key in ("title", "here")}
    return named | {words("app.curtain.note"), words("app.results.home"), words("app.key.enter")}


def prefer_play(legal: list[Move], rng: Rng) -> Move:
    """Return a random play if there is one, else a move that prolongs the match."""
    return rng.choice([move for move in legal if move.cards and move.verb != "take"] or legal)


def find_shared_record(slug: str, what: str, persons: int) -> Record:
    """Return a randomly played match at a question to all persons except perhaps one."""
    for seed in range(200):
        record = shared_record(slug, seed, persons, base=new_record(slug, seed))
        game, rng = record.initial_position(), Rng(seed)
        while game.ask is not None and len(record.moves) < 200:
            if game.ask.what == what and len(persons_of(record) & set(game.ask.seats)) >= max(2, persons - 1):
                return record
            legal = game.legal_moves(game.seats_to_act()[0])
            move = rng.choice([move for move in legal if move.verb != "none"] or legal)
            game.push(move)
            record.append(move)
    raise AssertionError("no such position with 200 seeds")


def sit_down(folder: Path, record: Record, size: tuple[int, int] = (960, 540), **values: object) -> Pilot:
    """Start a match and close the first curtain."""
    pilot = start_program(folder, size, **values)
    pilot.app.go(MatchTable(record))
    return pilot


def play_through(
    pilot: Pilot,
    record: Record,
    guard: VisibilityGuard,
    *,
    elapsed_ms: float = FRAME_MS,
    max_steps: int = 200_000,
    until: Callable[[Pilot], bool] = lambda _: False,
    choose: Callable[[list[Move], Rng], Move] = lambda legal, rng: rng.choice(legal),
    keys: Sequence[int] = (),
) -> None:
    """Play at random for all persons, until the match is over or ``until`` is true, and check every frame.

    ``keys`` are pressed at random between the moves: at the table, at curtains and at results.
    """
    mirror, rng = ShadowMatch.of(record), Rng(record.seed)

    def step(*keys: int) -> None:
        events = [pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0) for key in keys]
        if pilot.app.step(elapsed_ms, events):
            guard.check_frame(pilot, mirror)

    for _ in range(max_steps):
        if until(pilot):
            return
        if keys and rng.below(3) == 0:
            step(rng.choice(keys))
        top = pilot.app.top
        if isinstance(top, Curtain):
            if not top.can_be_opened:
                step()
                continue
            guard.curtain_count += 1
            step(pygame.K_RETURN)
        elif isinstance(top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                return
            step(pygame.K_RETURN)
        elif isinstance(top, Dialog):
            step(pygame.K_TAB)
            step(pygame.K_RETURN)
        elif isinstance(top, Table):
            choice = top.model.choice
            if choice is not None and not top.model.director.is_busy:
                move = choose(choice.legal_moves, rng)
                top.hand_controller.answer(move)
            step()
        else:
            step(pygame.K_ESCAPE)  # opens the rules
    raise AssertionError(f"the match is not over after {max_steps} steps")
