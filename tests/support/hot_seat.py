"""Helpers for tests with several persons at one computer: who may see what, checked in every frame."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine import cards
from engine.cards import HIDDEN, Card
from engine.events import Event, Moved, Scored, Turned
from engine.game import Game
from engine.match.record import PERSON, Chair, Record
from engine.moves import Move, Seat
from engine.rng import Rng
from scenes.app import App
from scenes.look.cards import CardArt
from scenes.look.look import Look
from scenes.results.results import ResultsScreen
from scenes.selftest.pilot import FRAME
from scenes.shell.destinations import Begin
from scenes.shell.dialog import Dialog
from scenes.table.curtain import Curtain
from scenes.table.table import Table
from tests.support.at_table import faults, live, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, short_record

NAMES = ("Ana", "Bento", "Caio")
FACES = ("hoops", "straw", "chef")
LOG_EVERY = 20
"""The log is checked once in this many turns at the screen, because that takes longer than everything else."""


def shared_record(slug: str, seed: int = 5, persons: int = 2, *, seats: int = 0, base: Record | None = None) -> Record:
    """A match of several persons, on every other chair if there are enough chairs."""
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
    """The seats of the persons."""
    return {seat for seat, chair in enumerate(record.chairs) if chair.who == PERSON}


def visible(game: Game, seat: Seat) -> set[Card]:
    """The cards whose faces a seat knows."""
    return {card for cards in game.view(seat).piles.values() for card in cards if card != HIDDEN}


def seen_in(event: Event, seat: Seat) -> set[Card]:
    """The cards whose faces a seat sees in an event, according to the engine."""
    if isinstance(event, Moved):
        return set(event.cards) if event.seen >> seat & 1 else set()
    return set(event.cards) if isinstance(event, Turned) else set()


@dataclass
class Mirror:
    """The same match, played in parallel by the rules alone."""

    record: Record
    game: Game
    happened: list[Event] = field(default_factory=list)
    played: int = 0
    ended: list[set[Card]] = field(default_factory=list)
    """Seat -> cards it could see when the last deal ended."""
    undone: int = 0
    """Number of times that something was undone."""
    _moves: list[Move] = field(default_factory=list)

    @classmethod
    def of(cls, record: Record) -> "Mirror":
        mirror = cls(record, record.start())
        mirror.happened = mirror.game.drain()
        return mirror

    def follow(self) -> None:
        """Play the program's new moves, from the start if something was undone."""
        if self.record.moves[: self.played] != self._moves:
            self.game, self.played, self.ended = self.record.start(), 0, []
            self.happened = self.game.drain()
            self.undone += 1
        for move in self.record.moves[self.played :]:
            before = [visible(self.game, seat) for seat in range(self.game.seats)]
            self.game.push(move)
            events = self.game.drain()
            self.happened += events
            if any(isinstance(event, Scored) for event in events):
                for seat, known in enumerate(before):
                    known.update(*(seen_in(event, seat) for event in events))
                self.ended = before
        self._moves = self.record.moves.copy()
        self.played = len(self._moves)

    def seen(self, seat: Seat) -> set[Card]:
        """Every card that a seat has seen in the match so far."""
        return visible(self.game, seat).union(*(seen_in(event, seat) for event in self.happened))


class Guard:
    """Checks in every frame that the person at the screen may see all the faces drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn: set[Card] = set()
        self.texts: set[str] = set()
        self.frames = 0
        self.curtains = 0
        self.faced: list[Seat] = []
        """The persons at the screen, one after another."""
        self.faces_seen = 0
        self.whats: set[str] = set()
        """The kinds of ask when a person came to the screen."""
        self._table: Table | None = None
        self._allowed: set[Card] = set()
        self._since = 0
        self._undone = 0
        self._watch(monkeypatch, CardArt, "face", self._face)
        self._watch(monkeypatch, CardArt, "whole", self._face)
        self._watch(monkeypatch, Look, "text", self.texts.add)
        self._watch(monkeypatch, Look, "paragraph", self.texts.add)
        draw = App.draw

        def draw_and_record(app: App) -> None:
            self.drawn.clear()
            self.texts.clear()  # drawings of earlier tests
            draw(app)

        monkeypatch.setattr(App, "draw", draw_and_record)

    def _face(self, card: int) -> None:
        if 0 <= card < cards.PACK * 8:
            self.drawn.add(Card(card))

    @staticmethod
    def _watch(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, note: Callable[[Any], None]) -> None:
        original = getattr(owner, name)

        def noting(self: Any, what: Any, *args: Any, **kwargs: Any) -> Any:
            note(what)
            return original(self, what, *args, **kwargs)

        monkeypatch.setattr(owner, name, noting)

    def look(self, pilot: Pilot, mirror: Mirror) -> None:
        """Check the frame that was just drawn."""
        mirror.follow()
        self.frames += 1
        top = pilot.app.top
        table = next((scene for scene in pilot.app.stack if isinstance(scene, Table)), None)
        if isinstance(top, Curtain):
            assert table is None and not self.drawn, f"a curtain shows {sorted(self.drawn)}"
            assert self.texts <= curtain_texts(pilot, top), self.texts
        elif isinstance(top, ResultsScreen):
            told = [*(one.cards for one in top.scored.decided), *top.scored.laid_open]
            assert self.drawn <= {card for several in told for card in several}  # all may see these
        elif table is not None and not any(scene.opaque for scene in pilot.app.stack if scene is not table):
            self._look_at(table, mirror)

    def _look_at(self, table: Table, mirror: Mirror) -> None:
        viewer, director = table.match.viewer, table.stage.director
        assert table.match.chair(viewer).who == PERSON and table.stage.viewer == viewer
        if table is not self._table:
            self._table = table
            self.faced.append(viewer)
            if mirror.game.ask:
                self.whats.add(mirror.game.ask.what)
            deal = max((i for i, e in enumerate(mirror.happened, 1) if isinstance(e, Scored)), default=0)
            dealing = director.busy or not director.quiet
            self._since = deal if dealing else len(mirror.happened)
            self._allowed = set(mirror.ended[viewer]) if dealing and mirror.ended else set()
            if len(self.faced) % LOG_EVERY == 1:
                self._look_at_log(table, mirror)
        if mirror.undone != self._undone:
            self._undone, self._since = mirror.undone, len(mirror.happened)
        for event in mirror.happened[self._since :]:
            self._allowed |= seen_in(event, viewer)
        self._since = len(mirror.happened)
        known = visible(mirror.game, viewer)
        chain = {*getattr(mirror.game.board(viewer), "chain", ())}  # which cards could be discarded is public
        self._allowed |= chain
        remembered = mirror.seen(viewer) if live(table).last_plays.shown else set()
        wrong = self.drawn - self._allowed - known - remembered
        assert not wrong, f"seat {viewer} sees {sorted(wrong)}"
        assert faults(table) == []
        self.faces_seen += len(self.drawn)
        if director.quiet and not director.busy:
            self._allowed = known | chain

    def _look_at_log(self, table: Table, mirror: Mirror) -> None:
        """The log names no card that only others have seen."""
        words, seen = table.context.words, mirror.seen(table.match.viewer)
        named = {words.card(card) for card in seen}
        others = {words.card(Card(card)) for card in range(cards.PACK)} - named
        text = " ".join(line.text for line in table.log.lines)
        assert not [name for name in others if name in text]


def curtain_texts(pilot: Pilot, curtain: Curtain) -> set[str]:
    """All texts that a curtain may show."""
    words, person = pilot.app.words, curtain.person
    named = {words(f"app.curtain.{key}", name=person.name) for key in ("title", "here")}
    return named | {words("app.curtain.note"), words("app.results.home"), words("app.key.enter")}


def eager(legal: list[Move], rng: Rng) -> Move:
    """A play rather than a move that prolongs the match."""
    return rng.choice([move for move in legal if move.cards and move.verb != "take"] or legal)


def shared_where(slug: str, what: str, persons: int) -> Record:
    """A match, played at random by the rules alone, up to an ask that goes to all persons except perhaps one."""
    for seed in range(200):
        record = shared_record(slug, seed, persons, base=new_record(slug, seed))
        game, rng = record.start(), Rng(seed)
        while game.ask is not None and len(record.moves) < 200:
            if game.ask.what == what and len(persons_of(record) & set(game.ask.seats)) >= max(2, persons - 1):
                return record
            legal = game.legal_moves(game.waiting()[0])
            move = rng.choice([move for move in legal if move.verb != "none"] or legal)
            game.push(move)
            record.append(move)
    raise AssertionError("no such position")


def sit_down(folder: Path, record: Record, size: tuple[int, int] = (960, 540), **values: object) -> Pilot:
    """Begin a match, with the first curtain closed."""
    settings(folder, **values)
    pilot = Pilot(folder, size)
    pilot.app.go(Begin(record))
    return pilot


def play_through(
    pilot: Pilot,
    record: Record,
    guard: Guard,
    *,
    dt: float = FRAME,
    most: int = 200_000,
    until: Callable[[Pilot], bool] = lambda _: False,
    choose: Callable[[list[Move], Rng], Move] = lambda legal, rng: rng.choice(legal),
    keys: Sequence[int] = (),
) -> None:
    """Let all persons play at random until the match is over, or ``until``, and check every frame.

    ``keys`` are pressed at random between the moves, at the table, at curtains and at results.
    """
    mirror, rng = Mirror.of(record), Rng(record.seed)

    def step(*keys: int) -> None:
        events = [pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0) for key in keys]
        if pilot.app.step(dt, events):
            guard.look(pilot, mirror)

    for _ in range(most):
        if until(pilot):
            return
        if keys and rng.below(3) == 0:
            step(rng.choice(keys))
        top = pilot.app.top
        if isinstance(top, Curtain):
            if not top.ready:
                step()
                continue
            guard.curtains += 1
            step(pygame.K_RETURN)
        elif isinstance(top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                return
            step(pygame.K_RETURN)
        elif isinstance(top, Dialog):
            step(pygame.K_TAB)
            step(pygame.K_RETURN)
        elif isinstance(top, Table):
            choice = top.stage.choice
            if choice is not None and not top.stage.director.busy:
                move = choose(choice.legal, rng)
                top.control.answer(move)
            step()
        else:
            step(pygame.K_ESCAPE)  # the rules
    raise AssertionError("the match never came to its end")
