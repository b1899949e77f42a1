"""The first time at a game, the program says how to win before it asks anything, whichever seat begins."""

import itertools
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import PERSON, Chair, Record
from engine.moves import Seat
from engine.profile.tutorial_progress import TutorialProgress
from scenes.lesson.table import ScriptedPlay
from scenes.selftest.selftest import new_record
from scenes.shell.destinations import Begin, DealOfTheDay, Home, Learn, Seating
from scenes.table.goal import GoalDialog
from scenes.table.layouts import LAYOUTS
from scenes.table.table import Table
from scenes.text.words import Words
from tests.support.at_table import settings
from tests.support.painting import undrawn
from tests.support.piloting import Pilot

MONDAY = 739_578
_MOST_WORDS = 24
SEATS = [(slug, seat) for slug in GAMES for seat in range(GAMES[slug].seats_default)]


def begun_by(slug: str, seat: Seat) -> Record:
    """A match in which this seat is asked first: alone, or with all others."""
    return next(
        record for record in (new_record(slug, seed) for seed in range(400)) if seat in record.start().waiting()
    )


def opened(folder: Path, **values: object) -> Pilot:
    """The program as somebody sees it who has just got it."""
    if values:
        settings(folder, **values)
    pilot = Pilot(folder)
    pilot.app.go(Home())
    pilot.steps(2)
    return pilot


def goal(pilot: Pilot) -> GoalDialog:
    top = pilot.app.top
    assert isinstance(top, GoalDialog)
    return top


def first_decision(pilot: Pilot, most: int = 3000) -> bool:
    """Run, unseen, until the player is asked something; False if something else is on top first."""
    with undrawn(pilot.app):
        return asked(pilot, most)


def asked(pilot: Pilot, most: int) -> bool:
    for _ in range(most):
        pilot.step()
        pilot.app.thinker.wait(0.01)
        top = pilot.app.top
        if not isinstance(top, Table):
            return False
        if top.stage.choice is not None:
            return True
    raise AssertionError("nobody was asked")


@pytest.mark.parametrize(("slug", "seat"), SEATS)
def test_the_goal_is_said_before_the_first_decision(slug: str, seat: Seat, tmp_path: Path) -> None:
    record = begun_by(slug, seat)
    pilot = opened(tmp_path)
    pilot.app.go(Begin(record))
    table = pilot.table_below()
    pilot.steps(40)
    said = goal(pilot)
    words = pilot.app.words
    assert said.kicker == words("app.goal.first", game=words(f"{slug}.title"))
    assert any(getattr(one, "string", "") == words(f"{slug}.goal") for one in said.group.children)
    assert table.stage.choice is None and not record.moves, "the cards wait"
    pilot.key(pygame.K_ESCAPE)
    assert first_decision(pilot)
    pilot.app.close_all()
    if seat == 0:
        again = opened(tmp_path)
        again.app.go(Begin(new_record(slug, 9)))
        assert first_decision(again), "it is said once"
        again.app.close_all()


def test_enter_leads_to_the_lesson_and_back_to_the_match(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    pilot.app.go(Begin(new_record("gurch", 5)))
    pilot.steps(5)
    pilot.key(pygame.K_RETURN)
    pilot.steps(5)
    play = pilot.table.play
    assert isinstance(play, ScriptedPlay), "the goal isn't said twice"
    assert pilot.app.saves.games == ("gurch",), "the match waits"
    play._play_now()
    assert not isinstance(pilot.table.play, ScriptedPlay) and pilot.table.match.record.seed == 5


@pytest.mark.parametrize("slug", GAMES)
def test_the_lesson_and_the_deal_of_the_day_begin_with_the_goal_too(slug: str, tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    pilot.app.go(Learn(slug))
    pilot.steps(5)
    assert [choice.label for choice in goal(pilot).choices] == ["Start the lesson"]
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.table.play, ScriptedPlay)
    pilot.app.tutorial_progress.restore()
    pilot.app.go(DealOfTheDay(slug, MONDAY))
    pilot.steps(5)
    assert [choice.label for choice in goal(pilot).choices] == ["Learn it (3 min)", "Just play"]


def test_play_on_the_seating_screen_leads_to_the_goal(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    pilot.app.go(Seating("roped"))
    pilot.key(pygame.K_RETURN)
    pilot.steps(5)
    assert goal(pilot).slug == "roped"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.tutorial_progress.lessons == {"roped"}, "the lesson was offered and declined"


def test_several_persons_read_the_goal_after_the_curtain(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    chairs = (Chair(PERSON, name="Ana"), Chair(PERSON, name="Bia"), Chair("mei", "easy"))
    pilot.app.go(Begin(Record("palacio", 3, 5, GAMES["palacio"].Options(), chairs)))
    pilot.steps(120)
    pilot.key(pygame.K_RETURN)
    pilot.steps(3)
    assert goal(pilot).slug == "palacio"


@pytest.mark.parametrize("known", ["played", "explained", "off"])
def test_who_knows_the_game_is_told_nothing(known: str, tmp_path: Path) -> None:
    pilot = opened(tmp_path, coach="off" if known == "off" else "first")
    progress: TutorialProgress = pilot.app.tutorial_progress
    if known == "played":
        progress.mark_lesson("gurch")  # as earlier versions noted it with the first match
    elif known == "explained":
        progress.mark_explained("gurch.vote")
    pilot.app.go(Begin(new_record("gurch", 5)))
    pilot.steps(5)
    assert isinstance(pilot.app.top, Table)


def test_every_game_has_a_goal_in_one_short_sentence_in_every_language() -> None:
    for slug in GAMES:
        assert LAYOUTS[slug].goal is not None
        for language in LANGUAGES:
            assert len(Words(language)(f"{slug}.goal").split()) <= _MOST_WORDS


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (3440, 1440)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_goal_fits_whatever_the_size_of_texts(size: tuple[int, int], language: str, tmp_path: Path) -> None:
    """Every goal in the smallest window, and one in each of the others; ``tests.fit_all`` measures all in all sizes."""
    games = list(GAMES) if size == (960, 540) else [list(GAMES)[(size[0] + LANGUAGES.index(language)) % len(GAMES)]]
    for scale in ("100", "150"):
        settings(tmp_path, language=language, ui_scale=scale, coach="first")
        pilot = Pilot(tmp_path, size)
        pilot.app.go(Home())
        for slug in games:
            pilot.app.tutorial_progress.restore()
            pilot.app.go(Begin(new_record(slug, 5)))
            pilot.steps(2)
            said = goal(pilot)
            room = pygame.FRect(0, 0, said.look.width, said.look.height)
            parts = said.group.children
            assert all(room.contains(part.rect) for part in parts), (slug, scale)
            rows = [part.rect for part in parts[1:6]]
            assert all(above.bottom <= below.top + 1 for above, below in itertools.pairwise(rows)), slug
        pilot.app.close_all()
