"""The table over time: undo, pace, resizing, menus. Every test drives the real program."""

from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.events import Announced, QuestionAsked
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move, Pile, Seat
from engine.rng import Rng
from scenes.render import timing
from scenes.selftest.selftest import count_own_answers
from scenes.shell.destinations import MatchTable
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from scenes.table.turn_controller import PAUSE_FACTORS
from tests.support.records import find_record, new_record
from tests.support.tables import (
    CLIMBING_GAMES,
    FELT_POINT,
    continue_match,
    find_table_faults,
    hand,
    has_only_turn_ending_answers,
    has_playable_and_unplayable,
    has_real_choice,
    has_single_answer,
    is_at_rest,
    live_mode,
    load_saved_record,
    open_program,
    pick_up,
    playable_and_unplayable_card,
    shown_refusal,
    start_program,
)

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
EVERY_CLIMBING_GAME = pytest.mark.parametrize("slug", CLIMBING_GAMES)

# --- undo -------------------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_undo_restores_position_before_last_decision(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_real_choice))
    table, rng = pilot.table, Rng(11)
    decisions = []
    for _ in range(6):
        if len(pilot.open_choice.legal_moves) > 1:
            decisions.append((table.match.game.clone().comparable_state(), list(table.match.record.moves)))
        game = table.match.game
        pilot.play_by_keys(rng.choice([move for move in pilot.open_choice.legal_moves if game.warning(move) is None]))
        pilot.run_until_idle()
        if pilot.app.top is not table:  # undo also goes back past results
            assert table.match.game.outcome is None, "the match isn't over yet"
            pilot.dismiss_result()
            pilot.run_until_idle()
    for position, moves in reversed(decisions):
        pilot.press_keys(pygame.K_u)
        pilot.run_until_idle()
        assert table.match.game.comparable_state() == position == table.match.record.replay().comparable_state()
        assert table.match.record.moves == moves == load_saved_record(tmp_path).moves
        assert find_table_faults(table) == [] and table.hud.refusal is None
        game = table.match.game
        assert table.hud.plates.public_facts == {seat: game.facts(seat) for seat in range(game.seats)}


@EVERY_GAME
def test_redo_repeats_all_undone_moves(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_real_choice))
    table, match, rng = pilot.table, pilot.table.match, Rng(4)
    decisions = 0
    while decisions < 4:
        legal = [move for move in pilot.open_choice.legal_moves if match.game.warning(move) is None]
        decisions += len(pilot.open_choice.legal_moves) > 1  # a forced answer is undone with the decision before it
        pilot.play_by_keys(rng.choice(legal))
        pilot.run_until_idle()
        if pilot.app.top is not table:
            assert match.game.outcome is None, "the match isn't over yet"
            pilot.dismiss_result()
            pilot.run_until_idle()
    waypoints = []
    for _ in range(3):
        waypoints.append((match.game.clone().comparable_state(), list(match.record.moves)))
        pilot.press_keys(pygame.K_z, mod=pygame.KMOD_CTRL)
        pilot.run_until_idle()
    assert match.record.undone == load_saved_record(tmp_path).undone == 3, "the number of undone moves is saved"
    for i, (position, moves) in enumerate(reversed(waypoints)):
        pilot.press_keys(pygame.K_z if i else pygame.K_y, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT if i else 0)
        if pilot.app.top is not table:
            pilot.dismiss_result()
        assert (
            match.game.comparable_state() == position
            and match.record.moves == moves == load_saved_record(tmp_path).moves
        )
        pilot.run_until_idle()
        assert find_table_faults(table) == []
    pilot.press_keys(pygame.K_y)
    assert shown_refusal(pilot) == "redo_none"


def test_another_move_ends_redo_and_same_one_keeps_it(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", lambda game: len(game.legal_moves(0)) > 2))
    match = pilot.table.match
    first = len(match.record.moves)
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    pilot.run_until_idle()
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    pilot.run_until_idle()
    played = list(match.record.moves)
    while len(match.record.moves) > first:
        pilot.press_keys(pygame.K_u)
        pilot.run_until_idle()
    match.play(played[first])
    assert match.redo(), "repeating the undone move keeps redo"
    while match.redo():
        pass
    assert match.record.moves[: len(played)] == played
    while len(match.record.moves) > first:
        match.undo()
    other = next(move for move in match.game.legal_moves(0) if move != played[first])
    match.play(other)
    assert not match.redo()


@EVERY_CLIMBING_GAME
def test_undo_works_while_opponents_think(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_only_turn_ending_answers), speed="1", pace="slow")
    table = pilot.table
    position, moves = table.match.game.clone().comparable_state(), list(table.match.record.moves)
    pilot.play_by_mouse(pilot.open_choice.legal_moves[0])
    pilot.run_frames(5)
    assert table.model.choice is None and len(table.match.record.moves) == len(moves) + 1
    pilot.press_keys(pygame.K_u)
    assert table.match.game.comparable_state() == position and table.match.record.moves == moves
    pilot.run_until_idle()
    assert find_table_faults(table) == []
    answers = count_own_answers(table.match.record)
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    pilot.run_until_idle()
    assert count_own_answers(table.match.record) == answers + 1, "the match continues after undo"


def test_undo_moves_cards_smoothly(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_only_turn_ending_answers), speed="1", pace="slow")
    table = pilot.table
    card = pilot.open_choice.legal_moves[0].cards[0]
    pilot.play_by_mouse(pilot.open_choice.legal_moves[0])
    director = table.model.director
    director.finish()
    assert table.model.choice is None
    lay = {token.card: director.current_pose(token.id) for token in table.model.shown.tokens() if token.card != HIDDEN}
    live_mode(table).undo()
    now = {token.card: director.current_pose(token.id) for token in table.model.shown.tokens() if token.card != HIDDEN}
    assert {c: pose and (pose.x, pose.y) for c, pose in now.items() if c in lay} == {
        c: pose and (pose.x, pose.y) for c, pose in lay.items() if c in now
    }
    key, start_pose = table.model.find_token_id(card), now[card]
    assert key is not None and start_pose is not None
    home = table.model.rest_pose(key)
    assert director.is_moving(key) and start_pose.y < home.y - 100
    pilot.run_frames(10)
    half = director.current_pose(key)
    assert half is not None and start_pose.y < half.y < home.y
    pilot.run_until_idle()
    assert is_at_rest(table, card) and find_table_faults(table) == []


@EVERY_GAME
def test_impossible_undo_is_explained_and_changes_nothing(slug: str, tmp_path: Path) -> None:
    pilot = start_program(tmp_path)
    record = new_record(slug, 6)
    pilot.app.go(MatchTable(record))
    pilot.run_until_idle()
    table = pilot.table
    position = table.match.game.clone().comparable_state()
    pilot.press_keys(pygame.K_u)
    assert shown_refusal(pilot) == "undo_none"
    assert table.match.game.comparable_state() == position and table.model.choice is not None
    while len(pilot.open_choice.legal_moves) == 1:
        pilot.play_by_keys(pilot.open_choice.legal_moves[0])
        pilot.run_until_idle()
    mine = table.match.game.clone().comparable_state()
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    pilot.press_keys(pygame.K_u)
    assert table.match.game.comparable_state() == mine
    moves = list(record.moves)
    pilot.press_keys(pygame.K_u)
    pilot.press_keys(pygame.K_u)
    assert record.moves == moves and shown_refusal(pilot) == "undo_none"


def test_undo_includes_forced_answer_after_decision(tmp_path: Path) -> None:
    """Otherwise it would be given again at once."""

    def forced(game: Game) -> bool:
        return game.legal_moves(0) == [Move(0, "pass")]

    pilot = continue_match(tmp_path, find_record("big_two", forced), auto_answer=True)
    table = pilot.table
    for _ in range(400):
        pilot.step()
        if len(table.match.record.moves) > 0 and table.match.record.moves[-1].seat != 0:
            break
    before = count_own_answers(table.match.record)
    pilot.press_keys(pygame.K_u)
    assert count_own_answers(table.match.record) < before
    assert len(table.match.game.legal_moves(0)) > 1


def test_undo_includes_held_back_answers(tmp_path: Path) -> None:
    pilot = start_program(tmp_path)
    record = new_record("palacio", 11, seats=5)
    pilot.app.go(MatchTable(record))
    for _ in range(600):
        pilot.step()
        if pilot.choice and 0 < len(record.moves) < 4:
            break
    pilot.press_keys(pygame.K_RETURN)
    assert count_own_answers(record) == 1
    pilot.press_keys(pygame.K_u)
    assert count_own_answers(record) == 0
    pilot.run_until_idle()
    assert pilot.table.match.game.comparable_state() == record.replay().comparable_state()
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_until_idle()
    assert count_own_answers(record) == 1 and find_table_faults(pilot.table) == []


# --- time -------------------------------------------------------------------------------------------------------------


@EVERY_CLIMBING_GAME
@pytest.mark.parametrize("speed", ["1", "4"])
def test_only_answer_is_given_automatically_after_delay(slug: str, speed: str, tmp_path: Path) -> None:
    pilot = continue_match(
        tmp_path, find_record(slug, has_single_answer), until_idle=False, auto_answer=True, speed=speed
    )
    record = pilot.table.match.record
    before, waited = count_own_answers(record), 0.0
    while count_own_answers(record) == before:
        pilot.step(elapsed_ms=10.0)
        waited += 10.0 * (pilot.choice is not None)
        assert waited < 2000
    assert waited * float(speed) == pytest.approx(timing.AUTO_ANSWER_DELAY_MS, abs=20.0 * float(speed))


@EVERY_CLIMBING_GAME
def test_settings_can_leave_only_answer_to_player(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_single_answer), auto_answer=False)
    moves = list(pilot.table.match.record.moves)
    pilot.run_frames(300)
    assert pilot.table.match.record.moves == moves
    pilot.press_keys(pygame.K_RETURN)
    assert len(pilot.table.match.record.moves) > len(moves), "Enter gives the only answer"


@EVERY_GAME
def test_choice_prevents_automatic_answer(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_real_choice), auto_answer=True)
    moves = list(pilot.table.match.record.moves)
    pilot.run_frames(300)
    assert pilot.table.match.record.moves == moves


@EVERY_GAME
@pytest.mark.parametrize("way", ["click", "Space"])
def test_deal_can_be_skipped(slug: str, way: str, tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record(slug, 6)), speed="1")
    pilot.run_frames(20)
    table = pilot.table
    assert table.model.director.is_busy and table.model.shown.differences() != []
    if way == "click":
        pilot.press(FELT_POINT)
    else:
        pilot.press_keys(pygame.K_SPACE)
    assert not table.model.director.is_busy and find_table_faults(table) == []
    pilot.step()
    assert len(hand(table)) == len(table.match.game.cards(Pile("hand", 0)))


@EVERY_CLIMBING_GAME
def test_last_actions_of_opponents_are_shown_at_seats(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_only_turn_ending_answers))
    table = pilot.table
    before = len(table.match.record.moves)
    pilot.play_by_keys(pilot.open_choice.legal_moves[-1])  # a move after which another seat acts
    pilot.run_until_idle()
    record = table.match.record
    game = record.replay(before)
    game.take_events()
    said: dict[Seat, object] = {}
    for move in record.moves[before:]:
        game.play(move)
        for event in game.take_events():
            if isinstance(event, Announced):
                said[event.seat] = event.note
            elif isinstance(event, QuestionAsked):
                said = {seat: note for seat, note in said.items() if seat not in event.ask.seats}
            elif getattr(event, "manner", "") in ("sweep", "gather"):
                said.clear()
    assert said.keys() - {0}, "an opponent has said something"
    assert {seat: note for seat, note in table.hud.bubbles.notes.items() if seat} == {
        s: note for s, note in said.items() if s
    }
    texts = [table.context.words.note_text(slug, "said", note) for note in table.hud.bubbles.notes.values()]
    assert all(text and "." not in text and "{" not in text for text in texts)


@EVERY_CLIMBING_GAME
@pytest.mark.parametrize("pace", PAUSE_FACTORS)
def test_opponents_take_time(slug: str, pace: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_only_turn_ending_answers), speed="1", pace=pace)
    table, dt, waited, acted = pilot.table, 10.0, 0.0, 0
    record = table.match.record
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    count, mover = len(record.moves), table.match.computer_to_move()
    assert mover is not None
    least = max(timing.MIN_OPPONENT_TURN_MS, table.match.pause_ms(mover) * PAUSE_FACTORS[pace])
    for _ in range(1200):
        pilot.step(elapsed_ms=dt)
        if len(record.moves) > count:
            assert waited >= least - 2 * dt
            count, acted, waited = len(record.moves), acted + 1, 0.0
        elif table.model.director.has_shown_all_events:
            waited += dt
        mover = table.match.computer_to_move()
        if pilot.app.top is not table or mover is None:
            break
        least = max(timing.MIN_OPPONENT_TURN_MS, table.match.pause_ms(mover) * PAUSE_FACTORS[pace])
    assert acted > 0


@EVERY_CLIMBING_GAME
def test_instant_speed_shows_all_at_once(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_only_turn_ending_answers), speed="instant")
    table = pilot.table
    before = len(table.match.record.moves)
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    for _ in range(40):
        assert not table.model.director.is_busy and find_table_faults(table) == []
        assert all(
            table.model.director.current_pose(key) == pose for key, pose in table.model.director.rest_poses.items()
        )
        pilot.step(elapsed_ms=1.0)
    assert len(table.match.record.moves) > before + 1, "opponents don't pause"


def test_shown_number_belongs_to_deal_on_table(tmp_path: Path) -> None:
    """Pass the Ace deals again at once: while the last deal's cards are turned over, its number stays. The table is
    laid out anew meanwhile, as when the drawer closes."""
    pilot = continue_match(tmp_path, find_record("pass_the_ace", lambda game: len(game.legal_moves(0)) > 1), speed="1")
    first = pilot.table.match.game.deal_number
    seen = [(first, first)]

    def note_and_lay_out(table: Table) -> None:
        seen.append((table.hud.deal_number, table.match.game.deal_number))
        if seen[-2:] == [(first, first), (first, first + 1)]:
            table.lay_out()

    pilot.on_step = note_and_lay_out
    for _ in range(20):
        pilot.play_by_mouse(pilot.open_choice.legal_moves[0])
        pilot.run_until_idle()
        assert pilot.table.hud.deal_number == pilot.table.match.game.deal_number
        if pilot.table.hud.deal_number > first:
            break
    assert (first, first + 1) in seen
    assert sorted(shown for shown, _ in seen) == [shown for shown, _ in seen]


def test_menu_pauses_table(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_only_turn_ending_answers), speed="4")
    table = pilot.table
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, Dialog)
    moves = list(table.match.record.moves)
    pilot.run_frames(300)
    assert table.match.record.moves == moves and not table.model.director.is_busy
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.run_until_idle()
    assert len(table.match.record.moves) > len(moves)


# --- sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "slug"),
    list(zip([(960, 540), (3840, 2160), (1000, 900), (2560, 700)], CLIMBING_GAMES * 2, strict=True)),
    ids=str,
)
def test_resizing_while_cards_fly_loses_nothing(slug: str, last: tuple[int, int], tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_only_turn_ending_answers), speed="1")
    table = pilot.table
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    assert table.model.director.is_busy
    for size in ((1100, 700), (1400, 640), last):
        pilot.resize(size)
        pilot.run_frames(2)
    look = pilot.app.renderer
    assert look.size == (1280, 720), "the renderer changes only after the last resize"
    pilot.step(elapsed_ms=timing.RESIZE_DELAY_MS / 2)
    assert pilot.app.renderer is look
    pilot.step(elapsed_ms=timing.RESIZE_DELAY_MS / 2)
    assert pilot.app.renderer.size == pilot.app.window.surface.get_size() == last
    pilot.run_until_idle()
    stage = pilot.table.model
    assert stage.canvas[:2] == (pilot.app.renderer.width, pilot.app.renderer.height)
    assert find_table_faults(table) == []
    for token in stage.shown.tokens():
        pose = stage.director.current_pose(token.id)
        assert pose == stage.rest_pose(token.id)
        if not pose.is_buried:
            assert pose.width / 2 <= pose.x <= stage.canvas.width - pose.width / 2
            assert pose.height / 2 <= pose.y + 0.2 * pose.height
            assert pose.y - pose.height / 2 < stage.canvas.height - 20
    answers = count_own_answers(table.match.record)
    pilot.play_by_mouse(pilot.open_choice.legal_moves[0])
    assert count_own_answers(table.match.record) == answers + 1, "the mouse hits cards and piles at the new size"


def test_resizing_keeps_dragged_card(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    card, _ = playable_and_unplayable_card(pilot)
    pick_up(pilot, card)
    pilot.resize((1600, 900))
    pilot.run_frames(20)
    assert pilot.card_drag is not None
    pilot.release(pilot.pile_point(Pile("stock")))
    pilot.run_until_idle()
    assert find_table_faults(pilot.table) == []
    assert all(pilot.director.current_pose(key) == pose for key, pose in pilot.director.rest_poses.items())


def test_probably_mistaken_move_has_to_be_confirmed(tmp_path: Path) -> None:
    """Giving a King away has to be confirmed: "no" keeps it, "yes" gives it (pass_the_ace.R6)."""
    slug = "pass_the_ace"

    def holds_king(game: Game) -> bool:
        return any(game.warning(move) for move in game.legal_moves(0))

    pilot = continue_match(tmp_path, find_record(slug, holds_king))
    table = pilot.table
    before = len(table.match.record.moves)
    move = next(move for move in pilot.open_choice.legal_moves if table.match.game.warning(move))
    pilot.click(pilot.answer_button_point(move))
    assert isinstance(pilot.app.top, Dialog)
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.run_until_idle()
    assert len(table.match.record.moves) == before, "the King is kept"
    pilot.click(pilot.answer_button_point(move))
    pilot.confirm_if_asked()
    assert table.match.record.moves[before:][:1] == [move]
