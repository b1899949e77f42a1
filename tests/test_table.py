"""The table over time: undo, pace, resizing, menus. Every test drives the real program."""

from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.events import Said
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move, Pile, Seat
from engine.rng import Rng
from scenes.look import speeds
from scenes.selftest.selftest import own_answers
from scenes.shell.destinations import Begin
from scenes.shell.dialog import Dialog
from scenes.table.turns import PACES
from tests.support.at_table import (
    CLIMBING,
    FELT,
    at_home,
    choosing,
    continued,
    deciding,
    faults,
    good_and_bad,
    hand,
    hold,
    live,
    only_answer,
    passes_on,
    refusal,
    saved,
    settings,
)
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where

GAME = pytest.mark.parametrize("slug", GAMES)
CLIMB = pytest.mark.parametrize("slug", CLIMBING)

# --- undo -------------------------------------------------------------------------------------------------------------


@GAME
def test_undo_restores_the_position_before_the_last_decision(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, deciding))
    table, rng = pilot.table, Rng(11)
    decisions = []
    for _ in range(6):
        if len(pilot.choice.legal) > 1:
            decisions.append((table.match.game.clone().position(), list(table.match.record.moves)))
        game = table.match.game
        pilot.play_by_keys(rng.choice([move for move in pilot.choice.legal if game.warning(move) is None]))
        pilot.rest()
        if pilot.app.top is not table:  # undo goes back across results, too
            assert table.match.game.outcome is None, "another deal would do"
            pilot.dismiss_result()
            pilot.rest()
    for position, moves in reversed(decisions):
        pilot.key(pygame.K_u)
        pilot.rest()
        assert table.match.game.position() == position == table.match.record.replay().position()
        assert table.match.record.moves == moves == saved(tmp_path).moves
        assert faults(table) == [] and table.hud.refusal is None
        game = table.match.game
        assert table.hud.plates.known == {seat: game.facts(seat) for seat in range(game.seats)}


@GAME
def test_redo_goes_forward_through_everything_undone(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, deciding))
    table, match, rng = pilot.table, pilot.table.match, Rng(4)
    decisions = 0
    while decisions < 4:
        legal = [move for move in pilot.choice.legal if match.game.warning(move) is None]
        decisions += len(pilot.choice.legal) > 1  # a forced answer is undone with the decision before it
        pilot.play_by_keys(rng.choice(legal))
        pilot.rest()
        if pilot.app.top is not table:
            assert match.game.outcome is None, "another deal would do"
            pilot.dismiss_result()
            pilot.rest()
    waypoints = []
    for _ in range(3):
        waypoints.append((match.game.clone().position(), list(match.record.moves)))
        pilot.key(pygame.K_z, mod=pygame.KMOD_CTRL)
        pilot.rest()
    assert match.record.undone == saved(tmp_path).undone == 3, "the match is marked"
    for i, (position, moves) in enumerate(reversed(waypoints)):
        pilot.key(pygame.K_z if i else pygame.K_y, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT if i else 0)
        if pilot.app.top is not table:
            pilot.dismiss_result()
        assert match.game.position() == position and match.record.moves == moves == saved(tmp_path).moves
        pilot.rest()
        assert faults(table) == []
    assert not match.can_redo
    pilot.key(pygame.K_y)
    assert refusal(pilot) == "redo_none"


def test_another_move_ends_redo_and_the_same_one_keeps_it(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", lambda game: len(game.legal_moves(0)) > 2))
    match = pilot.table.match
    first = len(match.record.moves)
    pilot.play_by_keys(pilot.choice.legal[0])
    pilot.rest()
    pilot.play_by_keys(pilot.choice.legal[0])
    pilot.rest()
    played = list(match.record.moves)
    while len(match.record.moves) > first:
        pilot.key(pygame.K_u)
        pilot.rest()
    match.play(played[first])
    assert match.can_redo, "the same as before"
    while match.redo():
        pass
    assert match.record.moves[: len(played)] == played
    while len(match.record.moves) > first:
        match.undo()
    other = next(move for move in match.game.legal_moves(0) if move != played[first])
    match.play(other)
    assert not match.can_redo and not match.redo()


@CLIMB
def test_undo_works_while_opponents_think(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, passes_on), speed="1", pace="slow")
    table = pilot.table
    position, moves = table.match.game.clone().position(), list(table.match.record.moves)
    pilot.play_by_mouse(pilot.choice.legal[0])
    pilot.steps(5)
    assert table.stage.choice is None and len(table.match.record.moves) == len(moves) + 1
    pilot.key(pygame.K_u)
    assert table.match.game.position() == position and table.match.record.moves == moves
    pilot.rest()
    assert faults(table) == []
    answers = own_answers(table.match.record)
    pilot.play_by_keys(pilot.choice.legal[0])
    pilot.rest()
    assert own_answers(table.match.record) == answers + 1, "and the match goes on"


def test_undo_moves_cards_smoothly(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", passes_on), speed="1", pace="slow")
    table = pilot.table
    card = pilot.choice.legal[0].cards[0]
    pilot.play_by_mouse(pilot.choice.legal[0])
    director = table.stage.director
    director.finish()
    assert table.stage.choice is None
    lay = {token.card: director.pose(token.id) for token in table.stage.shown.tokens() if token.card != HIDDEN}
    live(table).undo()
    now = {token.card: director.pose(token.id) for token in table.stage.shown.tokens() if token.card != HIDDEN}
    assert {c: pose and (pose.x, pose.y) for c, pose in now.items() if c in lay} == {
        c: pose and (pose.x, pose.y) for c, pose in lay.items() if c in now
    }
    key, start_pose = table.stage.find(card), now[card]
    assert key is not None and start_pose is not None
    home = table.stage.rest(key)
    assert director.moving(key) and start_pose.y < home.y - 100
    pilot.steps(10)
    half = director.pose(key)
    assert half is not None and start_pose.y < half.y < home.y
    pilot.rest()
    assert at_home(table, card) and faults(table) == []


@GAME
def test_with_nothing_to_undo_the_table_says_so_and_changes_nothing(slug: str, tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    record = new_record(slug, 6)
    pilot.app.go(Begin(record))
    pilot.rest()
    table = pilot.table
    position = table.match.game.clone().position()
    pilot.key(pygame.K_u)
    assert refusal(pilot) == "undo_none"
    assert table.match.game.position() == position and table.stage.choice is not None
    while len(pilot.choice.legal) == 1:
        pilot.play_by_keys(pilot.choice.legal[0])
        pilot.rest()
    mine = table.match.game.clone().position()
    pilot.play_by_keys(pilot.choice.legal[0])
    pilot.key(pygame.K_u)
    assert table.match.game.position() == mine
    moves = list(record.moves)
    pilot.key(pygame.K_u)
    pilot.key(pygame.K_u)
    assert record.moves == moves and refusal(pilot) == "undo_none"


def test_undo_undoes_a_forced_answer_with_the_decision_before_it(tmp_path: Path) -> None:
    """Otherwise it would be given again at once."""

    def forced(game: Game) -> bool:
        return game.legal_moves(0) == [Move(0, "pass")]

    pilot = continued(tmp_path, record_where("big_two", forced), auto_answer=True)
    table = pilot.table
    for _ in range(400):
        pilot.step()
        if len(table.match.record.moves) > 0 and table.match.record.moves[-1].seat != 0:
            break
    before = own_answers(table.match.record)
    pilot.key(pygame.K_u)
    assert own_answers(table.match.record) < before
    assert len(table.match.game.legal_moves(0)) > 1


def test_undo_includes_answers_that_are_still_held_back(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    record = new_record("palacio", 11, seats=5)
    pilot.app.go(Begin(record))
    for _ in range(600):
        pilot.step()
        if pilot.table.stage.choice and 0 < len(record.moves) < 4:
            break
    pilot.key(pygame.K_RETURN)
    assert own_answers(record) == 1
    pilot.key(pygame.K_u)
    assert own_answers(record) == 0
    pilot.rest()
    assert pilot.table.match.game.position() == record.replay().position()
    pilot.key(pygame.K_RETURN)
    pilot.rest()
    assert own_answers(record) == 1 and faults(pilot.table) == []


# --- time -------------------------------------------------------------------------------------------------------------


@CLIMB
@pytest.mark.parametrize("speed", ["1", "4"])
def test_the_only_answer_is_given_automatically_after_a_moment(slug: str, speed: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, only_answer), rest=False, auto_answer=True, speed=speed)
    record = pilot.table.match.record
    before, waited = own_answers(record), 0.0
    while own_answers(record) == before:
        pilot.step(dt=10.0)
        waited += 10.0 * (pilot.table.stage.choice is not None)
        assert waited < 2000
    assert waited * float(speed) == pytest.approx(speeds.AUTO_ANSWER, abs=20.0 * float(speed))


@CLIMB
def test_the_settings_can_leave_the_only_answer_to_the_player(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, only_answer), auto_answer=False)
    moves = list(pilot.table.match.record.moves)
    pilot.steps(300)
    assert pilot.table.match.record.moves == moves
    pilot.key(pygame.K_RETURN)
    assert len(pilot.table.match.record.moves) > len(moves), "Enter gives it"


@GAME
def test_with_a_choice_nothing_is_answered_automatically(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, deciding), auto_answer=True)
    moves = list(pilot.table.match.record.moves)
    pilot.steps(300)
    assert pilot.table.match.record.moves == moves


@GAME
@pytest.mark.parametrize("way", ["click", "Space"])
def test_the_deal_can_be_skipped(slug: str, way: str, tmp_path: Path) -> None:
    settings(tmp_path, speed="1")
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record(slug, 6)))
    pilot.steps(20)
    table = pilot.table
    assert table.stage.director.busy and table.stage.shown.differences() != []
    if way == "click":
        pilot.press(FELT)
    else:
        pilot.key(pygame.K_SPACE)
    assert not table.stage.director.busy and faults(table) == []
    pilot.step()
    assert len(hand(table)) == len(table.match.game.cards(Pile("hand", 0)))


@CLIMB
def test_the_last_actions_of_opponents_are_shown_at_their_seats(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, passes_on))
    table = pilot.table
    before = len(table.match.record.moves)
    pilot.play_by_keys(pilot.choice.legal[-1])  # after which somebody plays on
    pilot.rest()
    record = table.match.record
    game = record.replay(before)
    game.drain()
    said: dict[Seat, object] = {}
    for move in record.moves[before:]:
        game.play(move)
        for event in game.drain():
            if isinstance(event, Said):
                said[event.seat] = event.note
            elif getattr(event, "how", "") in ("sweep", "gather"):
                said.clear()
    assert said.keys() - {0}, "no bubble was shown"
    assert {seat: note for seat, note in table.hud.said.items() if seat} == {s: note for s, note in said.items() if s}
    texts = [table.context.words.note(slug, "said", note) for note in table.hud.said.values()]
    assert all(text and "." not in text and "{" not in text for text in texts)


@CLIMB
@pytest.mark.parametrize("pace", PACES)
def test_opponents_take_their_time(slug: str, pace: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, passes_on), speed="1", pace=pace)
    table, dt, waited, acted = pilot.table, 10.0, 0.0, 0
    record = table.match.record
    pilot.play_by_keys(pilot.choice.legal[0])
    count, mover = len(record.moves), table.match.computer_to_move()
    assert mover is not None
    least = max(speeds.MIN_OPPONENT_TURN, table.match.pause(mover) * PACES[pace])
    for _ in range(1200):
        pilot.step(dt=dt)
        if len(record.moves) > count:
            assert waited >= least - 2 * dt
            count, acted, waited = len(record.moves), acted + 1, 0.0
        elif table.stage.director.quiet:
            waited += dt
        mover = table.match.computer_to_move()
        if pilot.app.top is not table or mover is None:
            break
        least = max(speeds.MIN_OPPONENT_TURN, table.match.pause(mover) * PACES[pace])
    assert acted > 0


@CLIMB
def test_at_instant_speed_everything_is_there_at_once(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, passes_on), speed="instant")
    table = pilot.table
    before = len(table.match.record.moves)
    pilot.play_by_keys(pilot.choice.legal[0])
    for _ in range(40):
        assert not table.stage.director.busy and faults(table) == []
        assert all(table.stage.director.pose(key) == pose for key, pose in table.stage.director.rest.items())
        pilot.step(dt=1.0)
    assert len(table.match.record.moves) > before + 1, "opponents don't pause either"


def test_the_shown_number_is_that_of_the_deal_on_the_table(tmp_path: Path) -> None:
    """Pass the Ace deals again at once: while the last deal's cards are turned over, its number stays."""
    pilot = continued(tmp_path, record_where("pass_the_ace", lambda game: len(game.legal_moves(0)) > 1), speed="1")
    seen: list[tuple[int, int]] = []
    pilot.watch = lambda table: seen.append((table.hud.tag.deal, table.match.game.deal_number))
    first = pilot.table.match.game.deal_number
    for _ in range(20):
        pilot.play_by_mouse(pilot.choice.legal[0])
        pilot.rest()
        assert pilot.table.hud.tag.deal == pilot.table.match.game.deal_number
        if pilot.table.hud.tag.deal > first:
            break
    assert (first, first + 1) in seen
    assert sorted(shown for shown, _ in seen) == [shown for shown, _ in seen]


def test_a_menu_pauses_the_table(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", passes_on), speed="4")
    table = pilot.table
    pilot.play_by_keys(pilot.choice.legal[0])
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, Dialog)
    moves = list(table.match.record.moves)
    pilot.steps(300)
    assert table.match.record.moves == moves and not table.stage.director.busy
    pilot.key(pygame.K_ESCAPE)
    pilot.rest()
    assert len(table.match.record.moves) > len(moves)


# --- sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "slug"),
    list(zip([(960, 540), (3840, 2160), (1000, 900), (2560, 700)], CLIMBING * 2, strict=True)),
    ids=str,
)
def test_resizing_while_cards_fly_loses_nothing(slug: str, last: tuple[int, int], tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, passes_on), speed="1")
    table = pilot.table
    pilot.play_by_keys(pilot.choice.legal[0])
    assert table.stage.director.busy
    for size in ((1100, 700), (1400, 640), last):
        pilot.resize(size)
        pilot.steps(2)
    look = pilot.app.look
    assert look.size == (1280, 720), "drawings are made again only when the size stays"
    pilot.step(dt=speeds.RESIZE_DELAY / 2)
    assert pilot.app.look is look
    pilot.step(dt=speeds.RESIZE_DELAY / 2)
    assert pilot.app.look.size == pilot.app.window.surface.get_size() == last
    pilot.rest()
    stage = pilot.table.stage
    assert stage.canvas[:2] == (pilot.app.look.width, pilot.app.look.height)
    assert faults(table) == []
    for token in stage.shown.tokens():
        pose = stage.director.pose(token.id)
        assert pose == stage.rest(token.id)
        if not pose.buried:
            assert pose.width / 2 <= pose.x <= stage.canvas.width - pose.width / 2
            assert pose.height / 2 <= pose.y + 0.2 * pose.height
            assert pose.y - pose.height / 2 < stage.canvas.height - 20
    answers = own_answers(table.match.record)
    pilot.play_by_mouse(pilot.choice.legal[0])
    assert own_answers(table.match.record) == answers + 1, "the mouse finds everything at the new size"


def test_resizing_keeps_a_dragged_card(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing))
    card, _ = good_and_bad(pilot)
    hold(pilot, card)
    pilot.resize((1600, 900))
    pilot.steps(20)
    assert pilot.table.control.drag is not None
    pilot.release(pilot.where_pile(Pile("stock")))
    pilot.rest()
    assert faults(pilot.table) == []
    assert all(pilot.table.stage.director.pose(key) == pose for key, pose in pilot.table.stage.director.rest.items())


def test_a_probably_mistaken_move_has_to_be_confirmed(tmp_path: Path) -> None:
    """Giving a King away has to be confirmed: no keeps it, yes gives it (pass_the_ace.R6)."""
    slug = "pass_the_ace"

    def holds_king(game: Game) -> bool:
        return any(game.warning(move) for move in game.legal_moves(0))

    pilot = continued(tmp_path, record_where(slug, holds_king))
    table = pilot.table
    before = len(table.match.record.moves)
    move = next(move for move in pilot.choice.legal if table.match.game.warning(move))
    pilot.click(pilot.button(move))
    assert isinstance(pilot.app.top, Dialog)
    pilot.key(pygame.K_ESCAPE)
    pilot.rest()
    assert len(table.match.record.moves) == before, "it was given away although the answer was no"
    pilot.click(pilot.button(move))
    pilot.insist()
    assert table.match.record.moves[before:][:1] == [move]
