"""A dummy with a short pack at the table: another seat's cards are played by each device, dimmed, logged and undone."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.cards import HIDDEN, Card
from engine.game import Game
from engine.moves import TABLE, Move
from engine.rng import Rng
from scenes.app import App
from scenes.render.renderer import Renderer
from scenes.screens.online_match.online_mode import OnlineMode
from scenes.shell.accessibility.accesskit_adapter import ReaderRequest
from scenes.shell.destinations import ReplayTable
from scenes.table.layouts.layout import TableLayout
from scenes.table.layouts.move_controls import MoveControls
from scenes.table.model.explanation import explain
from scenes.table.table import Table
from tests.support.eights import DISCARD, DUMMY, DUMMY_LAYOUT, SHORT_PACK, TEXTS, Eights
from tests.support.fake_screen_reader import attach_reader, find_node_id, send_request
from tests.support.finger_pilot import FingerPilot
from tests.support.hot_seat import VisibilityGuard, persons_of, play_through, shared_record, sit_down
from tests.support.local_online_table import ScriptedGuest, advance, joined_pilot, start_match
from tests.support.local_table import LocalTable, make_table_config
from tests.support.profile_pilot import Pilot, play_match
from tests.support.records import find_record, new_record
from tests.support.registered_game import register_game
from tests.support.tables import continue_match, find_table_faults, open_program, replay_mode

RULES: dict[str, Any] = {"dummy": True, "pack": "short"}
ONTO_DUMMY = replace(DUMMY_LAYOUT, controls=MoveControls(drop_kinds_by_verb={"play": "open"}))
"""Cards are dropped before the seat to which they belong, as in a trick."""


def open_dummy(
    folder: Path, monkeypatch: pytest.MonkeyPatch, layout: TableLayout = DUMMY_LAYOUT, pilot_type: type[Pilot] = Pilot
) -> tuple[Pilot, Move, Move]:
    """Return a pilot who can play some cards of the dummy, but not all, and the first and last legal moves."""

    def must_play_some(game: Game) -> bool:
        assert isinstance(game, Eights)
        plays = [move for move in game.legal_moves(0) if move.verb == "play"]
        return game.mover == DUMMY.owner and 1 < len(plays) < len(game.cards(DUMMY))

    register_game(monkeypatch, folder, Eights, layout, TEXTS)
    record = find_record("eights", must_play_some, 3, **RULES)
    pilot = continue_match(folder / "profile", record, pilot_type=pilot_type, pace="slow")
    return pilot, pilot.open_choice.legal_moves[0], pilot.open_choice.legal_moves[-1]


@pytest.mark.parametrize("device", ["mouse", "double click", "button", "keys", "reader", "finger"])
def test_dummy_card_is_played_by_each_device_logged_and_undone(
    device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot, move, _ = open_dummy(tmp_path, monkeypatch, pilot_type=FingerPilot if device == "finger" else Pilot)
    table, (card,) = pilot.table, move.cards
    before, moves = table.match.game.clone().comparable_state(), list(table.match.record.moves)
    if device == "mouse":
        pilot.play_by_mouse(move)
    elif isinstance(pilot, FingerPilot):
        pilot.swipe(pilot.card_point(card), pilot.pile_point(DISCARD))
    elif device == "keys":
        pilot.play_by_keys(move)
    elif device == "reader":
        attach_reader(pilot.app)
        node = find_node_id(pilot.app, "card", f"{table.words.card(card)}, can be played")
        send_request(pilot.app, ReaderRequest("click", node))
        pilot.press_keys(pygame.K_RETURN)
    elif device == "double click":
        for _ in range(2):
            pilot.press(pilot.card_point(card))
            pilot.release(pilot.card_point(card))
    else:
        pilot.click(pilot.card_point(card))
        pilot.click(pilot.answer_button_point(move))
    assert table.match.record.moves == [*moves, move]
    pilot.run_until_idle()
    assert find_table_faults(table) == []
    name = table.words.seat_name(DUMMY.owner)
    lines = [line.text for line in table.log.lines]
    assert any(f"play {table.words.card(card)} from {name}’s hand" in line for line in lines), lines
    undo = next(tool for tool in table.hud.tools if tool.key == "undo")
    while len(table.match.record.moves) > len(moves):
        pilot.click(undo.rect.center)
    assert table.match.game.comparable_state() == before and find_table_faults(table) == []


def test_card_of_hand_is_refused_while_dummy_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, _, _ = open_dummy(tmp_path, monkeypatch)
    table, moves = pilot.table, len(pilot.table.match.record.moves)
    own = table.model.shown.piles[table.model.hand.pile]
    first, last = (pilot.card_point(token.card) for token in (own[0], own[-1]))
    order = [token.card for token in own]
    pilot.drag(first, last)
    assert sorted(token.card for token in own) == sorted(order) and [token.card for token in own] != order
    pilot.drag(pilot.card_point(own[0].card), pilot.pile_point(DISCARD))
    assert pilot.refusal is not None and pilot.refusal.key == "not_yours" and len(table.match.record.moves) == moves


def test_dummy_card_over_own_hand_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, move, _ = open_dummy(tmp_path, monkeypatch)
    pilot.drag(pilot.card_point(move.cards[0]), (640, 640))
    assert pilot.refusal is None and find_table_faults(pilot.table) == []


def test_pile_before_dummy_is_target_of_its_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, move, _ = open_dummy(tmp_path, monkeypatch, ONTO_DUMMY)
    table = pilot.table
    assert explain(pilot.open_choice, table.words).target_piles == {DUMMY, DUMMY._replace(owner=TABLE)}
    table.show_advice(move)
    assert table.model.advised_pile() == DUMMY


@pytest.mark.every_frame
def test_dummy_cards_that_are_unplayable_or_not_hinted_are_dim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, move, other = open_dummy(tmp_path, monkeypatch)
    table, dim = pilot.table, dict[Card, bool]()
    draw_card = Renderer.draw_card

    def draw(renderer: Renderer, target: pygame.Surface, card: Card, *at: float, **look: Any) -> None:
        dim[card] = look.get("dim", False)
        draw_card(renderer, target, card, *at, **look)

    monkeypatch.setattr(Renderer, "draw_card", draw)
    for bright in ({*move.cards, *other.cards}, {*move.cards}):
        pilot.run_frames(40)
        assert {card for card in dim if dim[card]} == {*table.match.game.cards(DUMMY)} - bright
        table.show_advice(move)


@pytest.mark.parametrize("device", ["mouse", "keys"])
def test_match_with_dummy_and_short_pack_is_played_to_end(
    device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_game(monkeypatch, tmp_path, Eights, DUMMY_LAYOUT, TEXTS)
    record, text = new_record("eights", 4, 3, **RULES), 'speed = "4"\npace = "quick"\nauto_answer = false\n'
    seen = set[Card]()

    def watch(table: Table) -> None:
        assert find_table_faults(table) == []
        seen.update(token.card for token in table.model.shown.tokens())

    play_match(tmp_path / "profile", "eights", device, record=record, watch=watch, settings=text, level="easy")
    assert any(move.seat == 0 for move in record.moves) and seen <= {*SHORT_PACK, HIDDEN}


def test_persons_at_one_computer_play_dummy_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register_game(monkeypatch, tmp_path, Eights, DUMMY_LAYOUT, TEXTS)
    guard, record = VisibilityGuard(monkeypatch), shared_record("eights", base=new_record("eights", 3, 3, **RULES))
    assert persons_of(record) == {0, 2}
    play_through(sit_down(tmp_path / "profile", record, speed="instant"), record, guard, elapsed_ms=100)
    assert record.replay().outcome is not None and set(guard.persons_shown) == {0, 2}


def test_dummy_is_played_online(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register_game(monkeypatch, tmp_path, Eights, DUMMY_LAYOUT, TEXTS)
    monkeypatch.setattr(App, "draw", lambda _: None)  # the game has no emblem for the lobby
    host = LocalTable(make_table_config("eights", 3, RULES))
    pilot = joined_pilot(tmp_path / "profile", host, speed="instant", coach="off", friends_kept="no")
    friend, rng, played_cards = ScriptedGuest(host, "Bo"), Rng(3), set[Card]()
    start_match(host, pilot)
    table = pilot.table_below()
    assert isinstance(table.mode, OnlineMode)
    for _ in range(20_000):
        choice = table.model.choice
        if choice is not None and not table.model.director.is_busy:
            assert find_table_faults(table) == []
            move = rng.choice(choice.legal_moves)
            played_cards.update(card for card in move.cards if choice.played_seat == DUMMY.owner)
            pilot.answer(move)
        if host.match.is_over:
            break
        advance(host, pilot, friend)
    assert host.match.is_over and played_cards


def test_replay_shows_cards_of_dummy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register_game(monkeypatch, tmp_path, Eights, DUMMY_LAYOUT, TEXTS)
    record, rng = new_record("eights", 4, 3, **RULES), Rng(4)
    game = record.initial_position()
    while game.outcome is None:
        move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
        game.push(move)
        record.append(move)
    pilot = open_program(tmp_path / "profile", ReplayTable(record), speed="instant")
    mode, game = replay_mode(pilot.table), record.initial_position()
    for move in record.moves:
        mode.step_forward()
        game.push(move)
        pilot.run_frames(2)
        assert sorted(pilot.table.model.shown.shown_cards(DUMMY)) == sorted(game.cards(DUMMY))
        assert find_table_faults(pilot.table) == []
