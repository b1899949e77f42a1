"""Film strips: frames of one motion in one picture (``python -m tests.pictures OUT --film NAME``).

The film of a game's announcement is named after its note, such as ``palacio_out``. A match drawn by a seed is resumed
just before the move that leads to it, and all seats play as recorded. Films of one face or one line of talk, such as
``palacio_face_dismayed`` or ``palacio_talk``, show only the area around it.
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

from engine.events import Announced, CardsMoved, DealScored, Event, MatchEnded, QuestionAsked
from engine.games import GAMES
from engine.languages import SOURCE_LANGUAGE
from engine.match.record import Record
from engine.moves import Move, Seat
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.work.thinking import Question, Reply, Thinker
from scenes.render.expressions import Expression
from scenes.screens.home.game_card import GameCard
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import Home, MatchTable, ResumedTable
from scenes.shell.dialog import Dialog
from scenes.table.goal_dialog import GoalDialog
from scenes.table.hud.turn_caption import TurnCaption
from scenes.table.layouts import LAYOUTS
from scenes.table.out_dialog import OutDialog
from scenes.table.table import Table
from scenes.text.catalogue import Words
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record, random_record

COLUMNS, ROWS = 4, 4
WIDTH, MAX_HEIGHT = 480, 360
"""Width of a frame in the strip, and maximum height, pixels."""
GAP = 6
SPONTANEOUS_EXPRESSIONS: tuple[Expression, ...] = ("thinking", "blink")
EMOTIONS: tuple[Expression, ...] = ("pleased", "dismayed")
"""Expressions that occur by themselves or as reactions to an announcement."""
SEED_COUNT = 40
"""Number of matches to search for announcements."""
MAX_MOVES = 400
"""Maximum number of moves of these matches."""
STEP_MS = 10.0
"""Milliseconds per step before the first frame."""
MAX_STEPS = 3000
"""Maximum number of steps to wait for a motion."""


class FilmScene(NamedTuple):
    """A position of a match just before a scene to film."""

    record: Record
    moves_made: int
    """Number of moves before the one that starts the scene."""

    @property
    def saved(self) -> Record:
        """The match so far."""
        return replace(self.record, moves=self.record.moves[: self.moves_made])


class Film(NamedTuple):
    """A motion to film."""

    name: str
    frame_interval_ms: float
    """Milliseconds from one frame to the next."""
    start: Callable[[Pilot], None]
    """Starts the motion before the first frame."""
    scene: FilmScene | None = None
    """The match to resume."""
    area: Callable[[Pilot], FRect] | None = None
    """Area of the motion at its start, logical pixels, shown enlarged; None for the whole window."""


class RecordedThinker(Thinker):
    """Answers for all seats as recorded in a match."""

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
        """Answer for the player, if asked."""
        choice = table.model.choice
        if choice is not None and not table.model.director.is_busy:
            table.hand_controller.answer(self._next(choice.legal_moves))

    def _next(self, legal: Sequence[Move]) -> Move:
        """Return the next recorded move that is legal, or the first legal one if the match has diverged."""
        move = next((one for one in self._left if one in legal), legal[0])
        if move in self._left:
            self._left.remove(move)
        return move


def films(wanted: str = "") -> Iterator[Film]:
    """Yield the films; those of games are limited to the game whose name ``wanted`` starts with, if any."""
    yield Film("home", 40, lambda pilot: pilot.app.go(HomeScreen(pilot.app, animates_deal=True)))
    for i, slug in enumerate(GAMES):
        yield Film(f"home_{slug}", 70, partial(_point_at, number=i), area=partial(_game_area, number=i))
        if any(wanted.startswith(f"{other}_") for other in GAMES if other != slug):
            continue
        yield Film(f"{slug}_dealing", 160, partial(_deal, slug=slug))
        yield Film(f"{slug}_drawer", 20, partial(_open_drawer, slug=slug))
        yield Film(f"{slug}_talk", 130, partial(_play, slug=slug, until=_talks), area=_talk_area)
        for expression in SPONTANEOUS_EXPRESSIONS:
            begin_talk = partial(_play, slug=slug, until=partial(_is_expression_shown, expression))
            frame_interval_ms = 130 if expression == "thinking" else 20  # milliseconds from the question to the answer
            yield Film(f"{slug}_face_{expression}", frame_interval_ms, begin_talk, area=partial(_face_area, expression))
        for expression in EMOTIONS:
            worn, area = partial(_is_expression_shown, expression), partial(_face_area, expression)
            taken = reactions(slug).get(expression)
            begin = partial(play_until, until=worn) if taken else partial(_play, slug=slug, until=worn)
            if taken or expression == "pleased":  # the winner of a trick is pleased
                yield Film(f"{slug}_face_{expression}", 30, begin, taken, area)
        for key, scene in find_scenes(slug).items():
            frame_interval_ms = 70 if key in highlights(slug) else 130
            yield Film(f"{slug}_{key}", frame_interval_ms, partial(play_until, until=partial(is_shown, key)), scene)
        for key, scene in find_motion_scenes(slug).items():
            if key in MOTIONS:
                frame_interval_ms = 300 if key == "turn" else 80 if key in ("count", "score") else 130
                yield Film(f"{slug}_{key}", frame_interval_ms, partial(play_until, until=MOTIONS[key]), scene)


def highlights(slug: str) -> frozenset[str]:
    """Return the keys of a game's lesser announcements."""
    return LAYOUTS[slug].effects.pre_move_highlights | LAYOUTS[slug].effects.post_move_highlights


def find_scenes(slug: str) -> dict[str, FilmScene]:
    """Return the keys of a game's announcements, small or large, and ``result`` -> the position just before."""
    return {key: scene for key, scene in find_motion_scenes(slug).items() if key not in MOTIONS}


@cache
def find_motion_scenes(slug: str) -> dict[str, FilmScene]:
    """Return ``find_scenes`` with the motions without an announcement."""
    found, words = dict[str, FilmScene](), Words(SOURCE_LANGUAGE)
    largest_factor = 0
    """Factor of the sum of the set in the film of a count."""
    for seed in range(SEED_COUNT):
        record = random_record(slug, seed, short=True) if seed % 2 else new_record(slug, seed)
        turn = TurnCaption(record.initial_position())
        rules = record.initial_position()
        for event, made in _random_events(record, seed):
            turn.on_event(event)
            if "turn" not in found and turn.seat and isinstance(event, QuestionAsked) and turn.texts(words):
                found.setdefault("turn", FilmScene(record, made))
            if made and isinstance(event, CardsMoved) and event.source.kind == "hand":
                factor = max((amount.factor for amount in rules.amounts(event)), default=0)
                if factor > largest_factor:
                    found["count"], largest_factor = FilmScene(record, made), factor
            if made and isinstance(event, Announced) and LAYOUTS[slug].effects.is_calm_for(event, {0}):
                found.setdefault("calm", FilmScene(record, made))
            elif made and isinstance(event, Announced) and (event.loud or event.note.key in highlights(slug)):
                found.setdefault(event.note.key, FilmScene(record, made))
            elif made and isinstance(event, Announced) and event.note.key == LAYOUTS[slug].controls.vote_verb:
                found.setdefault("votes", FilmScene(record, made))
            elif made and isinstance(event, CardsMoved) and event.manner == "sweep":
                found.setdefault("sweep", FilmScene(record, made))
            elif made and isinstance(event, DealScored if LAYOUTS[slug].shows_sheet_each_deal else MatchEnded):
                found.setdefault("result", FilmScene(record, made))  # of the match if deals show none
            if made and isinstance(event, DealScored):
                found.setdefault("score", FilmScene(record, made))
    return found


@cache
def _match_events(slug: str) -> list[tuple[Record, Event, int]]:
    """Return the events of some matches, each with its match and the number of earlier moves."""
    found = []
    for seed in range(SEED_COUNT):
        record = random_record(slug, seed, short=True) if seed % 2 else new_record(slug, seed)
        found += [(record, event, made) for event, made in _random_events(record, seed)]
    return found


def _random_events(record: Record, seed: int) -> Iterator[tuple[Event, int]]:
    """Yield the events of a random match, each with the number of earlier moves; add the moves to the record."""
    game, rng = record.initial_position(), Rng(seed)
    game.take_events()
    while game.outcome is None and len(record.moves) < MAX_MOVES:
        move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
        game.push(move)
        record.append(move)
        for event in game.take_events():
            yield event, len(record.moves) - 1


@cache
def reactions(slug: str) -> dict[Expression, FilmScene]:
    """Return an opponent's reaction to an announcement -> the position just before."""
    found: dict[Expression, FilmScene] = {}
    for record, event, made in _match_events(slug):
        if not made or not isinstance(event, Announced):
            continue
        for reaction in LAYOUTS[slug].effects.reactions_by_announcement.get(event.note.key, ()):
            seat = event.note.placeholders[reaction.seat_placeholder] if reaction.seat_placeholder else event.seat
            if reaction.expression and not reaction.only_after_in_trick and seat > 0:
                found.setdefault(reaction.expression, FilmScene(record, made))
    return found


def _seat_with_expression(expression: Expression, pilot: Pilot) -> Seat | None:
    """Return an opponent whose face shows this expression; the eyes close first."""
    if not isinstance(pilot.app.top, Table):
        return None
    moods, seats = pilot.app.top.hud.expressions, range(1, pilot.app.top.match.game.seats)
    return next((seat for seat in seats if moods.face_state(seat).expression == expression), None)


def _is_expression_shown(expression: Expression, pilot: Pilot) -> bool:
    return _seat_with_expression(expression, pilot) is not None


def _face_area(expression: Expression, pilot: Pilot) -> FRect:
    seat = _seat_with_expression(expression, pilot)
    assert seat is not None
    return _frame_area(pilot.table.hud.plates.plate_rect(seat).inflate(40, 90))


def _talks(pilot: Pilot) -> bool:
    return isinstance(pilot.app.top, Table) and pilot.app.top.hud.bubbles.spoken_line is not None


def _talk_area(pilot: Pilot) -> FRect:
    line = pilot.table.hud.bubbles.spoken_line
    assert line is not None
    seat = line.seat
    plate = pilot.table.hud.plates.plate_rect(seat)
    return _frame_area(plate.union(pilot.table.hud.bubbles.placed_bubbles()[seat].rect).inflate(60, 60))


def _frame_area(area: FRect) -> FRect:
    """Return the smallest area around this one with the proportions of a frame."""
    width = max(area.width, area.height * 16 / 9)
    grown = FRect(0, 0, width, width * 9 / 16)
    grown.center = area.center
    return grown


def _games(pilot: Pilot) -> list[GameCard]:
    assert isinstance(pilot.app.top, HomeScreen)
    return [one for one in pilot.app.top.root.children if isinstance(one, GameCard)]


def _game_area(pilot: Pilot, number: int) -> FRect:
    return _games(pilot)[number].rect.inflate(30, 90)


def _point_at(pilot: Pilot, number: int) -> None:
    """Point at the left or the right side of a card on the home screen."""
    home = HomeScreen(pilot.app)
    pilot.app.go(home)
    pilot.step(elapsed_ms=1000)
    card = _games(pilot)[number]
    side = card.rect.width * (0.35 if number % 2 else -0.35)
    pilot.move((card.rect.centerx + side, card.rect.centery))


def _deal(pilot: Pilot, slug: str) -> None:
    _play(pilot, slug, lambda _: True)


def _play(pilot: Pilot, slug: str, until: Callable[[Pilot], bool]) -> None:
    pilot.app.go(MatchTable(new_record(slug, 7)))
    play_until(pilot, until)


def _open_drawer(pilot: Pilot, slug: str) -> None:
    _play(pilot, slug, lambda pilot: isinstance(pilot.app.top, Table) and pilot.app.top.model.choice is not None)
    pilot.press_keys(pygame.K_w)


def play_until(pilot: Pilot, until: Callable[[Pilot], bool]) -> None:
    """Play all seats as recorded until ``until`` returns true.

    Raises:
        TimeoutError: it didn't within ``MAX_STEPS`` steps.
    """
    for _ in range(MAX_STEPS):
        top = pilot.app.top
        if isinstance(top, GoalDialog | OutDialog):
            top.back()
        elif until(pilot):
            return
        elif isinstance(top, Dialog):
            pilot.confirm_if_asked()
        elif isinstance(top, Table):
            assert isinstance(pilot.app.thinker, RecordedThinker)
            pilot.app.thinker.answer(top)
        pilot.step(elapsed_ms=STEP_MS)
    raise TimeoutError(f"the motion didn't begin within {MAX_STEPS} steps")


def is_shown(key: str, pilot: Pilot) -> bool:
    top = pilot.app.top
    if isinstance(top, Table):
        now, peak = top.hud.announcement.current, top.hud.highlight.current
        said = now if now is not None else peak.event if peak is not None else None
        return said is not None and said.note.key == key
    return key == "result" and isinstance(top, ResultsScreen)


def _votes_fly(pilot: Pilot) -> bool:
    return isinstance(pilot.app.top, Table) and pilot.app.top.hud.board_view.has_votes_in_flight


def _trick_is_over(pilot: Pilot) -> bool:
    waiting = pilot.app.top.model.director.pending_events if isinstance(pilot.app.top, Table) else ()
    return bool(waiting) and isinstance(waiting[0], CardsMoved) and waiting[0].manner == "sweep"


def _news_is_calm(pilot: Pilot) -> bool:
    return isinstance(pilot.app.top, Table) and pilot.app.top.hud.calm_news is not None


def _amount_is_counted(pilot: Pilot) -> bool:
    return isinstance(pilot.app.top, Table) and bool(pilot.app.top.hud.count_up.text)


def _deal_is_counted(pilot: Pilot) -> bool:
    return _amount_is_counted(pilot) and pilot.director.is_stopped


def _has_turn_caption(pilot: Pilot) -> bool:
    return isinstance(pilot.app.top, Table) and any(
        bubble.is_caption for bubble in pilot.app.top.hud.bubbles.placed_bubbles().values()
    )


MOTIONS: dict[str, Callable[[Pilot], bool]] = {
    "votes": _votes_fly,
    "sweep": _trick_is_over,
    "calm": _news_is_calm,
    "count": _amount_is_counted,
    "score": _deal_is_counted,
    "turn": _has_turn_caption,
}
"""Motions without an announcement -> predicate for their start."""


def render_film(film: Film, folder: Path, size: tuple[int, int]) -> Surface:
    """Return the strip of a film, in a window of this size with a profile in this folder."""
    if film.scene is not None:
        Profile(folder).save_match(film.scene.saved)
    thinker = RecordedThinker(film.scene.record.moves[film.scene.moves_made :] if film.scene else ())
    pilot = Pilot(folder, size, thinker)
    if film.scene is not None:
        pilot.app.go(Home())
        pilot.app.go(ResumedTable())
    film.start(pilot)
    visible = pilot.app.window.surface.get_rect()
    if film.area is not None:
        scale = pilot.app.renderer.scale
        area = pygame.Rect(*(round(side * scale) for side in film.area(pilot)))
        visible = area.clamp(visible).clip(visible)
    width = min(WIDTH, round(MAX_HEIGHT * visible.width / visible.height))
    height = round(width * visible.height / visible.width)
    strip = Surface((COLUMNS * (width + GAP) - GAP, ROWS * (height + GAP) - GAP))
    for number in range(COLUMNS * ROWS):
        frame = pygame.transform.smoothscale(pilot.app.window.surface.subsurface(visible), (width, height))
        strip.blit(frame, (number % COLUMNS * (width + GAP), number // COLUMNS * (height + GAP)))
        for _ in range(round(film.frame_interval_ms / STEP_MS)):
            pilot.step(elapsed_ms=STEP_MS)
    pilot.app.release_everything()
    return strip


def take_films(
    arguments: argparse.Namespace, size: tuple[int, int], profile: Callable[[str], AbstractContextManager[Path]]
) -> list[str]:
    """Take the films whose name contains ``arguments.film``; return their names."""
    taken = []
    for film in films(arguments.film):
        if arguments.film in film.name:
            with profile(film.name) as folder:
                strip = render_film(film, folder, size)
            arguments.out.mkdir(parents=True, exist_ok=True)
            file = arguments.out / f"film_{film.name}.{arguments.type}"
            pygame.image.save(strip, file)
            print(file)
            taken.append(film.name)
    return taken
