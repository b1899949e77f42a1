"""Lessons: each can be finished by mouse and by keyboard, and wrong answers are explained."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record
from engine.moves import Move
from scenes.home.home import HomeScreen
from scenes.lesson.script import Lesson, load
from scenes.lesson.table import ScriptedPlay
from scenes.lesson.tutor import Tutor
from scenes.look.widgets import Button, Link
from scenes.look.widgets.base import Clickable
from scenes.seating.seating import SeatingScreen
from scenes.shell import lessons
from scenes.shell.destinations import Home, Learn, Lessons, Seating
from scenes.shell.dialog import Dialog
from scenes.shell.lessons import FOLDER
from scenes.shell.screen import Screen
from scenes.table.layouts import LAYOUTS
from scenes.table.table import Table
from tests.games.specimens import SPECIMENS
from tests.support.at_table import faults, saved, scripted, settings
from tests.support.lane import entering, uncovered
from tests.support.piloting import Pilot
from tests.support.records import new_record
from tests.support.texts import flat

EACH = pytest.mark.parametrize("slug", GAMES)
MOST_STEPS = 12
PACE = 60.0
"""Milliseconds of a step while the pupil waits."""
LONGEST = 180.0
"""Maximum seconds of a lesson."""
READS = 3.0
"""Words a second of a slow reader."""
ACTS = 2.5
"""Seconds to make an explained move."""


class Pupil:
    """A pupil who plays a lesson."""

    def __init__(self, folder: Path, slug: str, size: tuple[int, int] = (960, 540), **values: object) -> None:
        settings(folder, **values)
        self.pilot = Pilot(folder, size)
        self.pilot.app.go(Home())
        self.pilot.app.go(Learn(slug))
        self.time = 0.0
        """Milliseconds that the pupil can't shorten."""

    @property
    def table(self) -> Table:
        return self.pilot.table_below()

    @property
    def tutor(self) -> Tutor:
        return scripted(self.table).tutor

    @property
    def over(self) -> bool:
        return isinstance(self.pilot.app.top, Dialog)

    def wait(self) -> None:
        """Wait until the next card is shown or the lesson is over."""
        for _ in range(4000):
            self.pilot.step(dt=PACE)
            self.time += PACE
            tutor = self.tutor
            if self.over or (tutor.explanation is not None and not tutor.moving and not self.table.stage.director.busy):
                return
        raise AssertionError(f"stuck at {self.tutor.step.say}")

    def read(self) -> str:
        """The text of the lesson's card."""
        explanation = self.tutor.explanation
        assert explanation is not None and self.table.drawer.page is self.tutor.page
        assert "{" not in explanation.text and ".lesson." not in explanation.text
        self.check_card()
        return explanation.text

    def check_card(self) -> None:
        """Check that the drawer is in the window and covers neither hand nor buttons."""
        assert uncovered(self.table) == []

    def play(self, do: Callable[[Move], None], next_: Callable[[], None]) -> list[str]:
        """Play the lesson to its end; return the texts that were read."""
        read = []
        self.wait()
        while not self.over:
            step = self.tutor.step
            read.append(self.read())
            if step.do is None:
                next_()
            else:
                do(step.do)
            assert self.over or self.tutor.step is not step or self.tutor.moving, f"{step.say}: not taken"
            assert not faults(self.table)
            self.wait()
        return read

    def press_next(self) -> None:
        button = self.tutor.page.enter
        assert button is not None
        self.pilot.click(self.pilot.in_drawer(button))


def wrong_moves(table: Table) -> list[Move]:
    """Legal moves other than the one the lesson wants."""
    game, expected = table.match.game, scripted(table).tutor.step.do
    assert expected is not None
    return [move for move in game.legal_moves(0) if move != game.canonical(expected)]


@EACH
def test_a_lesson_can_be_finished_by_mouse(slug: str, tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, slug)
    read = pupil.play(pupil.pilot.play_by_mouse, pupil.press_next)
    assert len(read) == len(load(slug).steps) == len(set(read))
    assert slug in pupil.pilot.app.tutorial_progress.lessons
    done = pupil.pilot.app.tutorial_progress.explained
    assert done and all(kind.startswith(f"{slug}.") for kind in done), "finished steps are not explained again"
    pupil.pilot.key(pygame.K_RETURN)
    assert isinstance(pupil.pilot.app.top, SeatingScreen) and pupil.pilot.app.top.slug == slug


@EACH
def test_a_lesson_can_be_finished_by_keyboard_with_wrong_answers(slug: str, tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, slug, language="pt_BR")
    tried = []

    def do(move: Move) -> None:
        table, tutor, step = pupil.table, pupil.tutor, pupil.tutor.step
        others = wrong_moves(table)
        for count, other in enumerate(others[-2:], 1):
            before = list(table.match.record.moves)
            table.control.answer(other)
            pupil.pilot.step(dt=500)
            assert table.match.record.moves == before and tutor.step is step, "another try is possible"
            assert tutor.wrong == count
            assert (table.match.hint is not None) == (count >= 2), "the second time it is shown"
            tried.append(other)
        table.control.cancel()
        pupil.pilot.play_by_keys(move)

    pupil.play(do, lambda: pupil.pilot.key(pygame.K_RETURN))
    assert len(tried) >= 2
    assert slug in pupil.pilot.app.tutorial_progress.lessons


@EACH
def test_every_step_and_every_wrong_answer_has_a_text_of_its_own(slug: str) -> None:
    lesson = load(slug)
    wanted = {step.say for step in lesson.steps} | {"praise"}
    wanted |= {f"{step.say}_wrong" for step in lesson.steps if step.do}
    for language in LANGUAGES:
        texts = flat(language)
        assert {key.split(".")[2] for key in texts if key.startswith(f"{slug}.lesson.")} == wanted


@EACH
def test_a_lesson_is_short(slug: str, tmp_path: Path) -> None:
    """At the usual speed with slow reading; the times of motion and of opponents are those of the real table."""
    lesson = load(slug)
    assert len(lesson.steps) <= MOST_STEPS
    pupil = Pupil(tmp_path, slug, (1920, 1080), speed="1", pace="normal")
    pupil.pilot.app.draw = lambda: None  # type: ignore[method-assign]  # only the time counts
    read = pupil.play(pupil.table.control.answer, lambda: pupil.pilot.key(pygame.K_RETURN))
    words = sum(len(text.split()) for text in read)
    acts = sum(step.do is not None for step in lesson.steps)
    seconds = pupil.time / 1000 + words / READS + acts * ACTS
    assert seconds < LONGEST, f"{seconds:.0f} s: {pupil.time / 1000:.0f} of motion, {words} words"


def test_every_game_has_its_lesson() -> None:
    assert {file.stem for file in FOLDER.glob("*.toml")} == set(GAMES)
    for slug in GAMES:
        lesson = load(slug)
        record: Record = lesson.record()
        for move in lesson.moves:
            record.append(move)
        game = record.replay()
        assert lesson.slug == slug
        assert game.history, "it ends with the end of a deal"
        if SPECIMENS[slug].pupil_wins:
            assert game.history[0][0] == max(game.history[0]), "the pupil wins"


def test_a_missing_lesson_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLDER, tmp_path / "lessons", ignore=shutil.ignore_patterns("gurch.toml"))
    monkeypatch.setattr(lessons, "FOLDER", tmp_path / "lessons")
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.open(Lessons())
    dialog = pilot.app.top
    assert isinstance(dialog, Dialog)
    named = [choice.label for choice in dialog.choices]
    assert pilot.app.words("palacio.title") in named and pilot.app.words("gurch.title") not in named
    for slug, offered in (("palacio", True), ("gurch", False)):
        pilot.app.go(Seating(slug))
        pilot.step()
        screen = pilot.app.top
        assert isinstance(screen, SeatingScreen)
        assert any(getattr(widget, "icon", "") == "learn" for widget in screen.group.children) == offered
    seating = pilot.app.top
    assert isinstance(seating, SeatingScreen)
    seating.play()
    assert isinstance(pilot.app.top, Table)


def test_a_lesson_leaves_match_and_statistics_alone(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    record = new_record("gurch")
    pilot.app.keep(record)
    pilot.app.go(Learn("big_two"))
    pupil = Pupil.__new__(Pupil)
    pupil.pilot, pupil.time = pilot, 0.0
    pupil.play(pupil.table.control.answer, lambda: pilot.key(pygame.K_RETURN))
    assert saved(tmp_path) == record and pilot.app.saved is record
    assert len(list(pilot.app.statistics.rows())) == 1, "only the names of the columns"


def test_hints_show_what_the_lesson_wants_and_undo_is_off(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, "big_two")
    pupil.wait()
    pupil.press_next()
    pupil.wait()
    pupil.pilot.key(pygame.K_h)
    hint = pupil.table.match.hint
    assert hint and hint[0].move == pupil.tutor.step.do
    pupil.pilot.key(pygame.K_h, pygame.K_u)
    assert pupil.table.match.hint is None and pupil.table.hud.refusal is not None
    pupil.pilot.key(pygame.K_w)
    explanation = pupil.tutor.explanation
    assert explanation is not None and explanation.cards
    pupil.pilot.key(pygame.K_ESCAPE)
    assert pupil.read() and not pupil.over
    pupil.pilot.key(pygame.K_ESCAPE)
    assert pupil.over, "the lesson's menu"
    pupil.pilot.key(pygame.K_ESCAPE)
    assert not pupil.over


def test_a_card_cannot_be_played_before_a_step_was_read(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, "big_two")
    pupil.wait()
    for _ in range(200):
        pupil.pilot.step()
        if pupil.table.stage.choice:
            break
    pupil.table.control.answer(pupil.table.match.game.legal_moves(0)[0])
    pupil.pilot.steps(5)
    assert pupil.tutor.at == 0 and pupil.tutor.wrong == 1 and not pupil.table.match.record.moves


def test_a_lesson_can_be_left(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, "palacio")
    pupil.wait()
    pupil.pilot.key(pygame.K_ESCAPE, *[pygame.K_DOWN] * 5, pygame.K_RETURN)
    pupil.pilot.steps(3)
    assert isinstance(pupil.pilot.app.top, HomeScreen) and "palacio" not in pupil.pilot.app.tutorial_progress.lessons


def button(pilot: Pilot, icon: str) -> Clickable:
    """The button with this icon on the screen."""
    screen = pilot.app.top
    assert isinstance(screen, Screen)
    return next(w for w in screen.group.order() if isinstance(w, Clickable) and getattr(w, "icon", "") == icon)


def test_a_lesson_is_offered_once_and_can_be_found_afterwards(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Seating("roped"))
    pilot.step()
    offer = button(pilot, "learn")
    assert isinstance(offer, Button)
    pilot.click(offer.rect.center)
    pilot.steps(3)
    assert scripted(pilot.table).lesson.slug == "roped"
    seating = SeatingScreen(pilot.app, "roped")
    pilot.app.go(seating)
    seating.play()
    pilot.app.go(Seating("roped"))
    pilot.step()
    link = button(pilot, "learn")
    assert isinstance(link, Link), "once declined, it is only a link"
    pilot.click(link.rect.center)
    assert isinstance(pilot.table.play, ScriptedPlay)


def test_a_game_to_learn_is_chosen_on_the_home_screen(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.step()
    pilot.click(button(pilot, "learn").rect.center)
    assert isinstance(pilot.app.top, Dialog)
    pilot.key(*[pygame.K_DOWN] * 3, pygame.K_RETURN)
    pilot.steps(2)
    assert scripted(pilot.table).lesson.slug == list(GAMES)[2]


def test_the_moves_of_a_lesson_are_those_of_its_steps() -> None:
    lesson: Lesson = load("palacio")
    assert any(step.jump for step in lesson.steps)
    assert lesson.moves == [move for step in lesson.steps for move in step.moves]


def begun_lesson(folder: Path, slug: str, step: str) -> Pupil:
    """A lesson played to a step."""
    pupil = Pupil(folder, slug, (1280, 720))
    pupil.wait()
    while pupil.tutor.step.say != step:
        if pupil.tutor.step.do is None:
            pupil.press_next()
        else:
            pupil.table.control.answer(pupil.tutor.step.do)
        pupil.wait()
    return pupil


def test_after_a_wrong_answer_no_button_is_brass_with_nothing_chosen(tmp_path: Path) -> None:
    pupil = begun_lesson(tmp_path, "gurch", "swap")
    pilot, table = pupil.pilot, pupil.table
    wrong = next(move for move in wrong_moves(table) if len(move.cards) == 2)
    for card in wrong.cards:
        pilot.click(pilot.where(card))
    assert [button.kind for button in table.hud.answers.buttons] == ["primary", "plain"]
    pilot.click(pilot.button(wrong))
    assert pupil.tutor.wrong == 1 and not pilot.choice.selected
    assert not [button.label for button in table.hud.answers.buttons if button.kind == "primary"]


@pytest.mark.parametrize("slug", [slug for slug in GAMES if not LAYOUTS[slug].arranges])
def test_enter_gives_every_answer_that_a_lesson_shows(slug: str, tmp_path: Path) -> None:
    """A pass and a swap as well as cards, and its button says so."""
    pupil = Pupil(tmp_path, slug, (1280, 720))
    table, shown = pupil.table, 0

    def show(_: Move) -> None:
        nonlocal shown
        shown += 1
        pupil.pilot.key(pygame.K_h)
        assert len(entering(table)) == 1
        pupil.pilot.key(pygame.K_RETURN)

    pupil.play(show, pupil.press_next)
    assert shown > 3


def test_no_button_leaves_the_cards_where_a_lesson_wants_them_exchanged(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, "palacio", (1280, 720))
    pupil.wait()
    pupil.press_next()
    pupil.wait()
    pilot, table, do = pupil.pilot, pupil.table, pupil.tutor.step.do
    assert do is not None and table.stage.choice is not None and table.stage.choice.slot_kind
    assert entering(table) == [] and not any(button.enabled for button in table.hud.answers.buttons)
    pilot.key(pygame.K_RETURN)
    assert pupil.tutor.wrong == 0
    pilot.play_by_keys(do)
    assert pupil.tutor.moving


def test_a_lesson_says_why_it_takes_nothing_back(tmp_path: Path) -> None:
    """After a vote "Nothing to undo" would be odd. There is no button for it either."""
    pupil = begun_lesson(tmp_path, "gurch", "second")
    pilot, table = pupil.pilot, pupil.table
    assert "undo" not in [tool.icon for tool in table.hud.tools.icons]
    pilot.key(pygame.K_u)
    assert table.hud.refusal is not None and table.hud.refusal[0].key == "undo_lesson"
    assert table.words("game.refusal.undo_lesson").startswith("A lesson only goes forward")


@EACH
def test_nobody_is_thinking_while_a_lesson_waits_for_its_reader(slug: str, tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, slug, (1280, 720))
    pupil.wait()
    waits = 0
    while not pupil.over:
        step = pupil.tutor.step
        if step.do is None:
            waits += 1
            words, seats = pupil.table.words, pupil.table.stage.seats
            assert pupil.table.prompt() not in [
                words("app.table.thinking", name=words.seat_name(seat)) for seat in seats
            ]
            pupil.press_next()
        else:
            pupil.table.control.answer(step.do)
        pupil.wait()
    assert waits
