"""Lessons: each can be finished by mouse and by keyboard, and wrong answers are explained."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.lesson.lesson_table import LessonMode
from scenes.screens.lesson.script import Lesson, load_lesson
from scenes.screens.lesson.tutor import Tutor
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell import lessons
from scenes.shell.destinations import Home, Lessons, LessonTable, Seating
from scenes.shell.dialog import Dialog
from scenes.shell.lessons import LESSONS_FOLDER
from scenes.shell.screen import Screen
from scenes.table.layouts import LAYOUTS
from scenes.table.table import Table
from scenes.ui.widget import Clickable
from scenes.ui.widgets import Button, Link
from scenes.ui.widgets.winner_portraits import BRANCH_LEAF_PAIRS, WinnerPortraits
from tests.games.facts import FACTS_BY_GAME
from tests.pictures.lessons import lesson_praise
from tests.support.catalogue_texts import texts_by_key
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.table_geometry import table_faults
from tests.support.table_nodes import enter_button_labels, icon_tools
from tests.support.tables import (
    find_table_faults,
    lesson_mode,
    load_saved_record,
    open_program,
    start_program,
    write_settings,
)

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
MAX_STEPS = 12
STEP_MS = 60.0
"""Milliseconds per step while the pupil waits."""
MAX_SECONDS = 180.0
"""Maximum seconds of a lesson."""
WORDS_PER_SECOND = 3.0
"""Words per second of a slow reader."""
SECONDS_PER_MOVE = 2.5
"""Seconds that a player needs for an explained move."""


class Pupil:
    """Plays a lesson like a player."""

    def __init__(self, folder: Path, slug: str, size: tuple[int, int] = (960, 540), **values: object) -> None:
        write_settings(folder, **values)
        self.pilot = Pilot(folder, size)
        self.pilot.app.go(Home())
        self.pilot.app.go(LessonTable(slug))
        self.elapsed_ms = 0.0
        """Milliseconds of motion and of opponents' time so far, which the player can't shorten."""

    @property
    def table(self) -> Table:
        return self.pilot.table_below()

    @property
    def tutor(self) -> Tutor:
        return lesson_mode(self.table).tutor

    @property
    def is_over(self) -> bool:
        return isinstance(self.pilot.app.top, Dialog)

    def wait(self) -> None:
        """Wait until the next card is shown or the lesson is over."""
        for _ in range(4000):
            self.pilot.step(elapsed_ms=STEP_MS)
            self.elapsed_ms += STEP_MS
            tutor = self.tutor
            if self.is_over or (
                tutor.explanation is not None and not tutor.is_step_done and not self.table.model.director.is_busy
            ):
                return
        raise AssertionError(f"no next card after {self.tutor.step.text_key}")

    def read(self) -> str:
        """Return the text of the lesson's card."""
        explanation = self.tutor.explanation
        assert explanation is not None and self.table.drawer.page is self.tutor.page
        assert "{" not in explanation.text and ".lesson." not in explanation.text
        assert table_faults(self.table) == []
        if self.tutor.step.expected_move is None:
            words, seats = self.table.words, self.table.model.seat_positions
            thinking = [words("app.table.thinking", name=words.seat_name(seat)) for seat in seats]
            assert self.table.prompt_text() not in thinking, "no seat thinks while the lesson waits"
        return explanation.text

    def play(self, do: Callable[[Move], None], next_: Callable[[], None]) -> list[str]:
        """Play the lesson to its end; return its texts."""
        read = []
        self.wait()
        while not self.is_over:
            step = self.tutor.step
            read.append(self.read())
            if step.expected_move is None:
                next_()
            else:
                do(step.expected_move)
            assert self.is_over or self.tutor.step is not step or self.tutor.is_step_done, (
                f"{step.text_key}: the expected move is refused"
            )
            assert not find_table_faults(self.table)
            self.wait()
        return read

    def press_next(self) -> None:
        button = self.tutor.page.enter_button
        assert button is not None
        self.pilot.click(self.pilot.drawer_point(button))


def wrong_moves(table: Table) -> list[Move]:
    """Return the legal moves other than the one the lesson expects."""
    game, expected = table.match.game, lesson_mode(table).tutor.step.expected_move
    assert expected is not None
    return [move for move in game.legal_moves(0) if move != game.canonical(expected)]


@EVERY_GAME
def test_lesson_can_be_finished_by_mouse(slug: str, tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, slug)
    read = pupil.play(pupil.pilot.play_by_mouse, pupil.press_next)
    assert len(read) == len(load_lesson(slug).steps) == len(set(read))
    assert slug in pupil.pilot.app.tutorial_progress.finished_lessons
    done = pupil.pilot.app.tutorial_progress.explained_questions
    assert done and all(kind.startswith(f"{slug}.") for kind in done), "finished steps are not explained again"
    pupil.pilot.press_keys(pygame.K_RETURN)
    assert isinstance(pupil.pilot.app.top, SeatingScreen) and pupil.pilot.app.top.slug == slug


@EVERY_GAME
def test_lesson_can_be_finished_by_keyboard_with_wrong_answers(slug: str, tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, slug, language="pt_BR")
    tried = []

    def do(move: Move) -> None:
        table, tutor, step = pupil.table, pupil.tutor, pupil.tutor.step
        others = wrong_moves(table)
        for count, other in enumerate(others[-2:], 1):
            before = list(table.match.record.moves)
            table.hand_controller.answer(other)
            pupil.pilot.step(elapsed_ms=500)
            assert table.match.record.moves == before and tutor.step is step, "another try is possible"
            assert tutor.wrong_count == count
            assert (table.match.hint is not None) == (count >= 2), "the second wrong answer shows a hint"
            tried.append(other)
        table.hand_controller.cancel()
        pupil.pilot.play_by_keys(move)

    pupil.play(do, lambda: pupil.pilot.press_keys(pygame.K_RETURN))
    assert len(tried) >= 2
    assert slug in pupil.pilot.app.tutorial_progress.finished_lessons


@EVERY_GAME
def test_every_step_and_wrong_answer_has_own_text(slug: str) -> None:
    lesson = load_lesson(slug)
    wanted = {step.text_key for step in lesson.steps} | {"praise"}
    wanted |= {f"{step.text_key}_wrong" for step in lesson.steps if step.expected_move}
    texts = texts_by_key("en")
    assert {key.split(".")[2] for key in texts if key.startswith(f"{slug}.lesson.")} == wanted


@EVERY_GAME
def test_lesson_is_short(slug: str, tmp_path: Path) -> None:
    """At the usual speed and with slow reading; motion and opponents take as long as at a real table."""
    lesson = load_lesson(slug)
    assert len(lesson.steps) <= MAX_STEPS
    pupil = Pupil(tmp_path, slug, (1920, 1080), speed="1", pace="normal")
    pupil.pilot.app.draw = lambda: None  # type: ignore[method-assign]  # only the time counts
    read = pupil.play(pupil.table.hand_controller.answer, lambda: pupil.pilot.press_keys(pygame.K_RETURN))
    words = sum(len(text.split()) for text in read)
    acts = sum(step.expected_move is not None for step in lesson.steps)
    seconds = pupil.elapsed_ms / 1000 + words / WORDS_PER_SECOND + acts * SECONDS_PER_MOVE
    assert seconds < MAX_SECONDS, f"{seconds:.0f} s: {pupil.elapsed_ms / 1000:.0f} of motion, {words} words"


def test_every_game_has_lesson() -> None:
    assert {file.stem for file in LESSONS_FOLDER.glob("*.toml")} == set(GAMES)
    for slug in GAMES:
        lesson = load_lesson(slug)
        record: Record = lesson.record()
        for move in lesson.moves:
            record.append(move)
        game = record.replay()
        assert lesson.slug == slug
        assert game.history, "a lesson ends with a deal"
        if FACTS_BY_GAME[slug].is_lesson_won:
            assert game.history[0][0] == max(game.history[0]), "the player wins the lesson"


def test_missing_lesson_does_not_affect_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(LESSONS_FOLDER, tmp_path / "lessons", ignore=shutil.ignore_patterns("gurch.toml"))
    monkeypatch.setattr(lessons, "LESSONS_FOLDER", tmp_path / "lessons")
    pilot = open_program(tmp_path)
    pilot.app.open(Lessons())
    dialog = pilot.expect(Dialog)
    named = [choice.label for choice in dialog.buttons]
    assert pilot.app.words("palacio.title") in named and pilot.app.words("gurch.title") not in named
    for slug, offered in (("palacio", True), ("gurch", False)):
        pilot.app.go(Seating(slug))
        pilot.step()
        screen = pilot.expect(SeatingScreen)
        assert any(getattr(widget, "icon", "") == "learn" for widget in screen.root.children) == offered
    seating = pilot.expect(SeatingScreen)
    seating.begin_match()
    assert isinstance(pilot.app.top, Table)


def test_lesson_ends_with_laurel_of_player(tmp_path: Path) -> None:
    pilot = start_program(tmp_path)
    lesson_praise(pilot, "gurch")
    praised = pilot.expect(Dialog).root.find("praised")
    assert isinstance(praised, WinnerPortraits) and praised.leaf_pairs == BRANCH_LEAF_PAIRS


def test_lesson_leaves_match_and_statistics_alone(tmp_path: Path) -> None:
    pilot = start_program(tmp_path)
    record = new_record("gurch")
    pilot.app.saved_matches.save(record)
    pilot.app.go(LessonTable("big_two"))
    pupil = Pupil.__new__(Pupil)
    pupil.pilot, pupil.elapsed_ms = pilot, 0.0
    pupil.play(pupil.table.hand_controller.answer, lambda: pilot.press_keys(pygame.K_RETURN))
    assert load_saved_record(tmp_path) == record and pilot.app.last_saved_match is record
    assert len(list(pilot.app.statistics.export_rows())) == 1, "the export has only its header"


def test_hints_show_wanted_move_and_undo_is_off(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, "big_two")
    pupil.wait()
    pupil.press_next()
    pupil.wait()
    pupil.pilot.press_keys(pygame.K_h)
    hint = pupil.table.match.hint
    assert hint and hint[0].move == pupil.tutor.step.expected_move
    pupil.pilot.press_keys(pygame.K_h, pygame.K_u)
    assert pupil.table.match.hint is None and pupil.table.hud.refusal is not None
    pupil.pilot.press_keys(pygame.K_w)
    explanation = pupil.tutor.explanation
    assert explanation is not None and explanation.cards
    pupil.pilot.press_keys(pygame.K_ESCAPE)
    assert pupil.read() and not pupil.is_over
    pupil.pilot.press_keys(pygame.K_ESCAPE)
    assert pupil.is_over, "Escape opens the lesson's menu"
    pupil.pilot.press_keys(pygame.K_ESCAPE)
    assert not pupil.is_over


def test_card_cannot_be_played_before_step_was_read(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, "big_two")
    pupil.wait()
    for _ in range(200):
        pupil.pilot.step()
        if pupil.table.model.choice:
            break
    pupil.table.hand_controller.answer(pupil.table.match.game.legal_moves(0)[0])
    pupil.pilot.run_frames(5)
    assert pupil.tutor.step_index == 0 and pupil.tutor.wrong_count == 1 and not pupil.table.match.record.moves


def test_lesson_can_be_left(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, "palacio")
    pupil.wait()
    pupil.pilot.press_keys(pygame.K_ESCAPE, *[pygame.K_DOWN] * 5, pygame.K_RETURN)
    pupil.pilot.run_frames(3)
    assert isinstance(pupil.pilot.app.top, HomeScreen)
    assert "palacio" not in pupil.pilot.app.tutorial_progress.finished_lessons


def find_button(pilot: Pilot, icon: str) -> Clickable:
    screen = pilot.expect(Screen)
    return next(w for w in screen.root.focus_order() if isinstance(w, Clickable) and getattr(w, "icon", "") == icon)


def test_lesson_is_offered_once_and_can_be_found_afterwards(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, Seating("roped"))
    pilot.step()
    offer = find_button(pilot, "learn")
    assert isinstance(offer, Button)
    pilot.click(offer.rect.center)
    pilot.run_frames(3)
    assert lesson_mode(pilot.table).lesson.slug == "roped"
    seating = SeatingScreen(pilot.app, "roped")
    pilot.app.go(seating)
    seating.begin_match()
    pilot.app.go(Seating("roped"))
    pilot.step()
    link = find_button(pilot, "learn")
    assert isinstance(link, Link), "a declined lesson is offered only as a link"
    pilot.click(link.rect.center)
    assert isinstance(pilot.table.mode, LessonMode)


def test_game_to_learn_is_chosen_on_home_screen(tmp_path: Path) -> None:
    pilot = open_program(tmp_path)
    pilot.step()
    pilot.click(find_button(pilot, "learn").rect.center)
    assert isinstance(pilot.app.top, Dialog)
    pilot.press_keys(*[pygame.K_DOWN] * 3, pygame.K_RETURN)
    pilot.run_frames(2)
    assert lesson_mode(pilot.table).lesson.slug == list(GAMES)[2]


def test_lesson_moves_equal_step_moves() -> None:
    lesson: Lesson = load_lesson("palacio")
    assert any(step.skipped_moves for step in lesson.steps)
    assert lesson.moves == [move for step in lesson.steps for move in step.moves]


def lesson_at_step(folder: Path, slug: str, step: str) -> Pupil:
    """Return a pupil whose lesson has reached a step."""
    pupil = Pupil(folder, slug, (1280, 720))
    pupil.wait()
    while pupil.tutor.step.text_key != step:
        if pupil.tutor.step.expected_move is None:
            pupil.press_next()
        else:
            pupil.table.hand_controller.answer(pupil.tutor.step.expected_move)
        pupil.wait()
    return pupil


def test_no_button_is_brass_after_wrong_answer(tmp_path: Path) -> None:
    pupil = lesson_at_step(tmp_path, "gurch", "swap")
    pilot, table = pupil.pilot, pupil.table
    wrong = next(move for move in wrong_moves(table) if len(move.cards) == 2)
    for card in wrong.cards:
        pilot.click(pilot.card_point(card))
    assert [button.kind for button in table.hud.answer_buttons] == ["primary", "plain"]
    pilot.click(pilot.answer_button_point(wrong))
    assert pupil.tutor.wrong_count == 1 and not pilot.open_choice.selected_cards
    assert not [button.label for button in table.hud.answer_buttons if button.kind == "primary"]


@pytest.mark.parametrize("slug", [slug for slug in GAMES if not LAYOUTS[slug].controls.fillable_kinds_by_question])
def test_enter_gives_every_shown_answer(slug: str, tmp_path: Path) -> None:
    """Covers a pass and a swap as well as cards; the button shows Enter."""
    pupil = Pupil(tmp_path, slug, (1280, 720))
    table, shown = pupil.table, 0

    def show(_: Move) -> None:
        nonlocal shown
        shown += 1
        pupil.pilot.press_keys(pygame.K_h)
        assert len(enter_button_labels(table)) == 1
        pupil.pilot.press_keys(pygame.K_RETURN)

    pupil.play(show, pupil.press_next)
    assert shown >= 3


def test_exchange_step_offers_no_keep_button(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path, "palacio", (1280, 720))
    pupil.wait()
    pupil.press_next()
    pupil.wait()
    pilot, table, do = pupil.pilot, pupil.table, pupil.tutor.step.expected_move
    assert do is not None and table.model.choice is not None and table.model.choice.slot_kind
    assert enter_button_labels(table) == [] and not any(button.enabled for button in table.hud.answer_buttons)
    pilot.press_keys(pygame.K_RETURN)
    assert pupil.tutor.wrong_count == 0
    pilot.play_by_keys(do)
    assert pupil.tutor.is_step_done


def test_lesson_explains_refused_undo(tmp_path: Path) -> None:
    """After a vote, "Nothing to undo" would be wrong. The lesson has no undo button either."""
    pupil = lesson_at_step(tmp_path, "gurch", "shown")
    pilot, table = pupil.pilot, pupil.table
    assert "undo" not in [tool.icon for tool in icon_tools(table.hud)]
    pilot.press_keys(pygame.K_u)
    assert table.hud.refusal is not None and table.hud.refusal.key == "undo_lesson"
    assert table.words("game.refusal.undo_lesson").startswith("A lesson only goes forward")
