"""Film strips: frames of one motion in one picture (``python -m tests.pictures OUT --film NAME``).

The film of a game's announcement is named after what is said, such as ``palacio_out``: a match drawn by a seed is
continued just before the move that leads to it, and everybody plays on as recorded. Films of one face or one line of
talk, such as ``palacio_face_dismayed`` or ``palacio_talk``, show only what is around it.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from engine.events import Ended, Event, Moved, Said, Scored
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move, Seat
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.work.thinking import Question, Reply, Thinker
from scenes.home.game_card import GameCard
from scenes.home.home import HomeScreen
from scenes.look.faces import Expression
from scenes.results.results import ResultsScreen
from scenes.shell.destinations import Begin, Home, Resume
from scenes.shell.dialog import Dialog
from scenes.table.goal import GoalDialog
from scenes.table.layouts import LAYOUTS
from scenes.table.table import Table
from tests.support.piloting import Pilot
from tests.support.records import new_record, random_record

COLUMNS, ROWS = 4, 4
WIDTH, HIGHEST = 480, 360
"""Width of a frame in the strip, and maximum height, pixels."""
GAP = 6
WITHOUT_NEWS: tuple[Expression, ...] = ("thinking", "blink")
FEELINGS: tuple[Expression, ...] = ("pleased", "dismayed")
"""Expressions that come of themselves, and those with which something said is taken."""
SEEDS = 60
"""Number of matches to search for announcements."""
MOVES = 400
"""Maximum number of moves of these."""
STEP = 10.0
"""Milliseconds of a step before the first frame."""
PATIENCE = 3000
"""Steps after which a motion that doesn't begin is given up."""


class Scene(NamedTuple):
    """A moment of a match that leads to something worth a film."""

    record: Record
    made: int
    """Number of moves before the one that leads to it."""

    @property
    def saved(self) -> Record:
        """The match so far."""
        return replace(self.record, moves=self.record.moves[: self.made])


class Film(NamedTuple):
    """A motion to show."""

    name: str
    apart: float
    """Milliseconds from one frame to the next."""
    begin: Callable[[Pilot], None]
    """Shows the first frame."""
    scene: Scene | None = None
    """The match that is continued."""
    area: Callable[[Pilot], FRect] | None = None
    """Where the motion is when it begins, logical pixels: only that is shown, large; None for the whole window."""


class Prompter(Thinker):
    """Answers for everybody as a match was recorded."""

    def __init__(self, moves: Sequence[Move] = ()) -> None:
        super().__init__(process=False)
        self._left = list(moves)
        self._question: Question | None = None

    def ask(self, question: Question) -> None:
        self._question = question

    def cancel(self) -> None:
        self._question = None

    def hurry(self) -> None:
        pass

    def poll(self, max_seconds_of_slice: float = 0.004) -> Reply | None:
        question, self._question = self._question, None
        return question and Reply(question.request, self._next(question.view.legal_moves(question.seat)))

    def answer(self, table: Table) -> None:
        """Answer for the player who is asked."""
        choice = table.stage.choice
        if choice is not None and not table.stage.director.busy:
            table.control.answer(self._next(choice.legal))

    def _next(self, legal: Sequence[Move]) -> Move:
        """The next recorded move of these; any of them once the match has taken another way."""
        move = next((one for one in self._left if one in legal), legal[0])
        if move in self._left:
            self._left.remove(move)
        return move


def films(wanted: str = "") -> Iterator[Film]:
    """Every film; those of a game whose name ``wanted`` doesn't begin with another game's."""
    yield Film("home", 40, lambda pilot: pilot.app.go(HomeScreen(pilot.app, deals_in=True)))
    for i, slug in enumerate(GAMES):
        yield Film(f"home_{slug}", 70, partial(_point_at, number=i), area=partial(_game_area, number=i))
        if any(wanted.startswith(f"{other}_") for other in GAMES if other != slug):
            continue
        yield Film(f"{slug}_dealing", 160, partial(_deal, slug=slug))
        yield Film(f"{slug}_drawer", 20, partial(_open_drawer, slug=slug))
        yield Film(f"{slug}_talk", 130, partial(_play, slug=slug, until=_talks), area=_talk_area)
        for expression in WITHOUT_NEWS:
            shown = partial(_play, slug=slug, until=partial(_is_worn, expression))
            apart = 130 if expression == "thinking" else 20  # from the question to the answer
            yield Film(f"{slug}_face_{expression}", apart, shown, area=partial(_face_area, expression))
        for expression in FEELINGS:
            worn, area = partial(_is_worn, expression), partial(_face_area, expression)
            taken = takings(slug).get(expression)
            begin = partial(go_on, until=worn) if taken else partial(_play, slug=slug, until=worn)
            if taken or expression == "pleased":  # whoever takes a trick is
                yield Film(f"{slug}_face_{expression}", 30, begin, taken, area)
        for key, scene in scenes(slug).items():
            apart = 70 if key in peaks(slug) else 130
            yield Film(f"{slug}_{key}", apart, partial(go_on, until=partial(is_shown, key)), scene)
        for key, scene in moments(slug).items():
            if key in _MOTIONS:
                yield Film(f"{slug}_{key}", 130, partial(go_on, until=_MOTIONS[key]), scene)


def peaks(slug: str) -> frozenset[str]:
    """Lesser moments of a game that have a word."""
    return LAYOUTS[slug].peaks | LAYOUTS[slug].peaks_after


def scenes(slug: str) -> dict[str, Scene]:
    """Key of what is announced in a game, small or large, or ``result`` -> the moment just before."""
    return {key: scene for key, scene in moments(slug).items() if key not in _MOTIONS}


@cache
def moments(slug: str) -> dict[str, Scene]:
    """The same with motions that no word announces."""
    found: dict[str, Scene] = {}
    for seed in range(SEEDS):
        record = random_record(slug, seed, short=True) if seed % 2 else new_record(slug, seed)
        for event, made in _played(record, seed):
            if made and isinstance(event, Said) and (event.loud or event.note.key in peaks(slug)):
                found.setdefault(event.note.key, Scene(record, made))
            elif made and isinstance(event, Said) and event.note.key == LAYOUTS[slug].votes:
                found.setdefault("votes", Scene(record, made))
            elif made and isinstance(event, Moved) and event.how == "sweep":
                found.setdefault("sweep", Scene(record, made))
            elif made and isinstance(event, Scored if LAYOUTS[slug].sheet_each_deal else Ended):
                found.setdefault("result", Scene(record, made))  # of a deal, or of a match where deals show none
    return found


@cache
def _happenings(slug: str) -> list[tuple[Record, Event, int]]:
    """The events of some matches, with their match and the number of moves before."""
    found = []
    for seed in range(SEEDS):
        record = random_record(slug, seed, short=True) if seed % 2 else new_record(slug, seed)
        found += [(record, event, made) for event, made in _played(record, seed)]
    return found


def _played(record: Record, seed: int) -> Iterator[tuple[Event, int]]:
    """The events of a match played at random, with the number of moves before; the record gets the moves."""
    game, rng = record.start(), Rng(seed)
    game.drain()
    while game.outcome is None and len(record.moves) < MOVES:
        move = rng.choice(game.legal_moves(game.waiting()[0]))
        game.push(move)
        record.append(move)
        for event in game.drain():
            yield event, len(record.moves) - 1


@cache
def takings(slug: str) -> dict[Expression, Scene]:
    """How an opponent takes something said -> the moment just before."""
    found: dict[Expression, Scene] = {}
    for record, event, made in _happenings(slug):
        if not made or not isinstance(event, Said):
            continue
        for reaction in LAYOUTS[slug].reactions.get(event.note.key, ()):
            seat = event.note.figures[reaction.who] if reaction.who else event.seat
            if reaction.expression and not reaction.after and seat > 0:
                found.setdefault(reaction.expression, Scene(record, made))
    return found


def _worn_by(expression: Expression, pilot: Pilot) -> Seat | None:
    """An opponent whose face shows this; with a feeling the eyes close first."""
    if not isinstance(pilot.app.top, Table):
        return None
    moods, seats = pilot.app.top.hud.moods, range(1, pilot.app.top.match.game.seats)
    return next((seat for seat in seats if moods.face(seat).expression == expression), None)


def _is_worn(expression: Expression, pilot: Pilot) -> bool:
    return _worn_by(expression, pilot) is not None


def _face_area(expression: Expression, pilot: Pilot) -> FRect:
    seat = _worn_by(expression, pilot)
    assert seat is not None
    return _wide(pilot.table.hud.plates.room(seat).inflate(40, 90))


def _talks(pilot: Pilot) -> bool:
    return isinstance(pilot.app.top, Table) and pilot.app.top.hud.bubbles.talk is not None


def _talk_area(pilot: Pilot) -> FRect:
    assert pilot.table.hud.bubbles.talk is not None
    seat, _ = pilot.table.hud.bubbles.talk
    plate = pilot.table.hud.plates.room(seat)
    return _wide(plate.union(pilot.table.hud.bubbles.placed()[seat].rect).inflate(60, 60))


def _wide(area: FRect) -> FRect:
    """The smallest area around this one with the proportions of a frame."""
    wide = max(area.width, area.height * 16 / 9)
    grown = FRect(0, 0, wide, wide * 9 / 16)
    grown.center = area.center
    return grown


def _games(pilot: Pilot) -> list[GameCard]:
    assert isinstance(pilot.app.top, HomeScreen)
    return [one for one in pilot.app.top.group.children if isinstance(one, GameCard)]


def _game_area(pilot: Pilot, number: int) -> FRect:
    return _games(pilot)[number].rect.inflate(30, 90)


def _point_at(pilot: Pilot, number: int) -> None:
    """Point at the left or the right part of a card on the home screen."""
    home = HomeScreen(pilot.app)
    pilot.app.go(home)
    pilot.step(dt=1000)
    card = _games(pilot)[number]
    side = card.rect.width * (0.35 if number % 2 else -0.35)
    pilot.move((card.rect.centerx + side, card.rect.centery))


def _deal(pilot: Pilot, slug: str) -> None:
    _play(pilot, slug, lambda _: True)


def _play(pilot: Pilot, slug: str, until: Callable[[Pilot], bool]) -> None:
    pilot.app.go(Begin(new_record(slug, 7)))
    go_on(pilot, until)


def _open_drawer(pilot: Pilot, slug: str) -> None:
    _play(pilot, slug, lambda pilot: isinstance(pilot.app.top, Table) and pilot.app.top.stage.choice is not None)
    pilot.key(pygame.K_w)


def go_on(pilot: Pilot, until: Callable[[Pilot], bool]) -> None:
    """Let everybody play as recorded until something is shown.

    Raises:
        TimeoutError: that doesn't happen.
    """
    for _ in range(PATIENCE):
        top = pilot.app.top
        if isinstance(top, GoalDialog):
            top.back()
        elif until(pilot):
            return
        elif isinstance(top, Dialog):
            pilot.insist()
        elif isinstance(top, Table):
            assert isinstance(pilot.app.thinker, Prompter)
            pilot.app.thinker.answer(top)
        pilot.step(dt=STEP)
    raise TimeoutError("the motion never begins")


def is_shown(key: str, pilot: Pilot) -> bool:
    top = pilot.app.top
    if isinstance(top, Table):
        now, peak = top.hud.announcement.now, top.hud.peak.now
        said = now[0] if now is not None else peak.said if peak is not None else None
        return said is not None and said.note.key == key
    return key == "result" and isinstance(top, ResultsScreen)


def _votes_fly(pilot: Pilot) -> bool:
    return isinstance(pilot.app.top, Table) and pilot.app.top.hud.boards.flies


def _trick_is_over(pilot: Pilot) -> bool:
    waiting = pilot.app.top.stage.director.waiting if isinstance(pilot.app.top, Table) else ()
    return bool(waiting) and isinstance(waiting[0], Moved) and waiting[0].how == "sweep"


_MOTIONS: dict[str, Callable[[Pilot], bool]] = {"votes": _votes_fly, "sweep": _trick_is_over}
"""Motions that no announcement begins -> whether one has begun."""


def shoot(film: Film, folder: Path, size: tuple[int, int]) -> Surface:
    """The strip of a film, in a window of this size with a profile in this folder."""
    if film.scene is not None:
        Profile(folder).save_match(film.scene.saved)
    prompter = Prompter(film.scene.record.moves[film.scene.made :] if film.scene else ())
    pilot = Pilot(folder, size, prompter)
    if film.scene is not None:
        pilot.app.go(Home())
        pilot.app.go(Resume())
    film.begin(pilot)
    shown = pilot.app.window.surface.get_rect()
    if film.area is not None:
        scale = pilot.app.look.scale
        area = pygame.Rect(*(round(side * scale) for side in film.area(pilot)))
        shown = area.clamp(shown).clip(shown)
    wide = min(WIDTH, round(HIGHEST * shown.width / shown.height))
    high = round(wide * shown.height / shown.width)
    strip = Surface((COLUMNS * (wide + GAP) - GAP, ROWS * (high + GAP) - GAP))
    for number in range(COLUMNS * ROWS):
        frame = pygame.transform.smoothscale(pilot.app.window.surface.subsurface(shown), (wide, high))
        strip.blit(frame, (number % COLUMNS * (wide + GAP), number // COLUMNS * (high + GAP)))
        for _ in range(round(film.apart / STEP)):
            pilot.step(dt=STEP)
    pilot.app.close_all()
    return strip


def take_films(
    chosen: argparse.Namespace, size: tuple[int, int], profile: Callable[[str], AbstractContextManager[Path]]
) -> list[str]:
    """Take the films whose name contains ``chosen.film``; return their names."""
    taken = []
    for film in films(chosen.film):
        if chosen.film in film.name:
            with profile(film.name) as folder:
                strip = shoot(film, folder, size)
            chosen.out.mkdir(parents=True, exist_ok=True)
            file = chosen.out / f"film_{film.name}.{chosen.type}"
            pygame.image.save(strip, file)
            print(file)
            taken.append(film.name)
    return taken
