"""Exchanging, continuing and playing by keys. Every test drives the real program."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.cards import HIDDEN, Card
from engine.game import Game
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move, Pile
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.render import timing
from scenes.selftest.selftest import count_own_answers
from scenes.shell.destinations import Home, MatchTable, ResumedTable
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record, random_record
from tests.support.table_nodes import answer_button, tool
from tests.support.tables import (
    CLIMBING_GAMES,
    FELT_POINT,
    continue_match,
    find_table_faults,
    hand,
    has_playable_and_unplayable,
    has_real_choice,
    has_single_answer,
    live_mode,
    open_program,
    playable_and_unplayable_card,
    shown_refusal,
    write_settings,
)

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
EVERY_CLIMBING_GAME = pytest.mark.parametrize("slug", CLIMBING_GAMES)

# --- an exchange ------------------------------------------------------------------------------------------------------


def exchange_by_clicks(pilot: Pilot, wanted: Sequence[Card]) -> None:
    """Exchange by clicking one card and then the other, in either order."""
    for i, card in enumerate(wanted):
        if card in pilot.open_choice.slot_cards:
            continue
        out = next(c for c in pilot.open_choice.slot_cards if c not in wanted)
        for one in (card, out) if i % 2 else (out, card):
            pilot.click(pilot.card_point(one))
        pilot.run_until_idle()
    pilot.click(pilot.answer_button_point(pilot.open_choice.complete_moves()[0]))


def exchange_by_mouse(pilot: Pilot, wanted: Sequence[Card]) -> None:
    pilot.play_by_mouse(Move(0, "keep", tuple(wanted)))


def exchange_by_keys(pilot: Pilot, wanted: Sequence[Card]) -> None:
    pilot.play_by_keys(Move(0, "keep", tuple(wanted)))


@pytest.mark.parametrize("way", [exchange_by_mouse, exchange_by_clicks, exchange_by_keys])
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_cards_are_exchanged(way: Callable[[Pilot, Sequence[Card]], None], count: int, tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record("palacio", 21)))
    pilot.run_until_idle()
    table = pilot.table
    game = table.match.game
    up = [game.cards(Pile("up", 0, i))[0] for i in range(3)]
    held = list(game.cards(Pile("hand", 0)))
    wanted = [*held[:count], *up[count:]]
    way(pilot, wanted)
    assert count_own_answers(table.match.record) == 1
    pilot.run_until_idle()
    assert {table.match.game.cards(Pile("up", 0, i))[0] for i in range(3)} == set(wanted)
    assert find_table_faults(table) == []


def test_exchange_is_previewed_and_can_be_undone(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record("palacio", 21)))
    pilot.run_until_idle()
    stage = pilot.table.model
    mine, slot = hand(pilot.table)[0], Pile("up", 0, 1)
    was = pilot.open_choice.slot_cards[1]
    pilot.drag(pilot.card_point(mine), pilot.pile_point(slot))
    pilot.run_until_idle()
    assert pilot.open_choice.slot_cards[1] == mine
    place, pose = stage.pile_geometry(slot), stage.rest_pose(stage.find_token_id(mine) or 0)
    assert place is not None and (pose.x, pose.y) == (place.x, place.y)
    assert was in shown_hand(pilot), "the exchanged card is shown in the hand"
    assert pilot.table.match.record.moves == [m for m in pilot.table.match.record.moves if m.seat]
    pilot.drag(pilot.card_point(was), pilot.pile_point(slot))
    pilot.run_until_idle()
    assert pilot.open_choice.slot_cards[1] == was and mine in shown_hand(pilot)


def shown_hand(pilot: Pilot) -> list[Card]:
    """Return the cards shown in the hand's zone, whatever their pile."""
    stage = pilot.table.model
    top = stage.hand_zone_edges()[1]
    return [token.card for _, token in stage.tokens() if token.card != HIDDEN and stage.rest_pose(token.id).y > top]


# --- continuing a match -----------------------------------------------------------------------------------------------


@EVERY_GAME
def test_match_can_be_continued_at_any_ask(slug: str, tmp_path: Path) -> None:
    """The program is opened at each kind of question, and with each number of answers already given to it."""
    asked: set[tuple[str, int]] = set()
    for seed in range(4):
        record = random_record(slug, seed + 40)
        game, rng = record.initial_position(), Rng(seed)
        for number in range(120):
            if not game.seats_to_act():
                break
            kind = (game.ask.what if game.ask else "", len(game.answers))
            if (kind not in asked or number == 60) and not game.is_out_of_match(0):
                asked.add(kind)
                check_continued(tmp_path / f"{seed}-{number}", record, game)
            move = rng.choice(game.legal_moves(rng.choice(game.seats_to_act())))
            game.play(move)
            record.append(move)
    assert {what for what, _ in asked} & {*GAMES[slug].verbs}


def check_continued(folder: Path, record: Record, game: Game) -> None:
    """Save, reopen the program and continue; check that nothing has changed."""
    write_settings(folder)
    Profile(folder).save_match(record)
    pilot = Pilot(folder)
    pilot.app.go(Home())
    pilot.press_keys(pygame.K_RETURN)
    table = pilot.table
    assert table.match.record.moves[: len(record.moves)] == record.moves
    if len(table.match.record.moves) == len(record.moves):  # another seat may have answered the same question at once
        assert table.match.game.comparable_state() == game.comparable_state()
    assert table.match.game.answers[: len(game.answers)] is not None
    assert set(game.answers) <= set(table.match.game.answers) or not table.match.game.answers
    if 0 in game.seats_to_act():
        pilot.run_frames(2)
        choice = pilot.open_choice
        assert choice.legal_moves == game.legal_moves(0)
        assert find_table_faults(table) == []
    pilot.app.release_everything()


@EVERY_GAME
def test_leaving_and_continuing_changes_nothing(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_real_choice))
    table = pilot.table
    offered, position = pilot.open_choice.legal_moves, table.match.game.clone().comparable_state()
    pilot.press_keys(pygame.K_LEFT)
    if pilot.open_choice.cards_of_legal_moves():
        pilot.press_keys(pygame.K_SPACE)  # Space selects a card; a pile would be chosen at once
    live_mode(table).leave()
    pilot.run_frames(30)
    pilot.app.go(ResumedTable())
    pilot.run_until_idle()
    assert pilot.table is not table
    assert pilot.table.match.game.comparable_state() == position and pilot.open_choice.legal_moves == offered
    assert hand(pilot.table) == hand(table)


# --- keys -------------------------------------------------------------------------------------------------------------


@EVERY_CLIMBING_GAME
@pytest.mark.parametrize("seed", range(3))
def test_digits_and_enter_act_like_buttons(slug: str, seed: int, tmp_path: Path) -> None:
    found = find_record(
        slug,
        lambda game: has_playable_and_unplayable(game) and sum(game.cards(Pile("hand", 0))) % 3 == seed,
        **rules_with_more_answers(slug),
    )
    pilot = continue_match(tmp_path, found)
    pilot.click(pilot.card_point(playable_and_unplayable_card(pilot)[0]))
    answers = pilot.open_choice.answers()
    assert len(answers) > 1
    words, enter = pilot.app.words, pilot.app.words("app.key.enter")
    buttons = pilot.answer_buttons[-len(answers) :]
    for i, (answer, button) in enumerate(zip(answers, buttons, strict=True)):
        assert button.label == words.note_text(slug, "move", answer.label) and "{" not in button.label
        assert button.enabled == (answer.refusal is None)
        assert button.key_hint in (str(answer.digit or "N"), enter, "")
        pilot = continue_match(tmp_path / str(i), Record.from_text(found.to_text()))
        pilot.click(pilot.card_point(playable_and_unplayable_card(pilot)[0]))
        before = len(pilot.table.match.record.moves)
        pilot.press_keys(pilot.answer_key(answer.move))
        if answer.refusal is None:
            assert pilot.table.match.record.moves[before] == answer.move
        else:
            assert len(pilot.table.match.record.moves) == before
            assert shown_refusal(pilot) == f"{answer.refusal.rule} {answer.refusal.key}"
        if button.key_hint == enter:
            pilot = continue_match(tmp_path / f"enter {i}", Record.from_text(found.to_text()))
            pilot.click(pilot.card_point(playable_and_unplayable_card(pilot)[0]))
            pilot.press_keys(pygame.K_RETURN)
            assert pilot.table.match.record.moves[before] == answer.move


@pytest.mark.parametrize(("slug", "verb"), [("big_two", "pass"), ("gurch", "pat"), ("pass_the_ace", "stick")])
@pytest.mark.parametrize("selects", [False, True])
def test_one_letter_passes_whatever_is_selected(slug: str, verb: str, selects: bool, tmp_path: Path) -> None:
    def may_pass(game: Game) -> bool:
        return Move(0, verb) in game.legal_moves(0) and len(game.legal_moves(0)) > 1

    pilot = continue_match(tmp_path, find_record(slug, may_pass))
    cards = sorted(pilot.open_choice.cards_of_legal_moves())
    if selects and cards:
        pilot.click(pilot.card_point(cards[0]))
        assert pilot.open_choice.selected_cards
    button = answer_button(pilot.table.hud, Move(0, verb))
    assert button.key_hint == "N"
    before = len(pilot.table.match.record.moves)
    pilot.press_keys(pygame.K_n)
    assert pilot.table.match.record.moves[before] == Move(0, verb)


def rules_with_more_answers(slug: str) -> dict[str, Any]:
    """Return house rules with which there is always an answer without cards."""
    return {"voluntary_pickup": True} if slug == "palacio" else {}


@EVERY_CLIMBING_GAME
def test_with_choice_enter_neither_passes_nor_takes(slug: str, tmp_path: Path) -> None:
    def plain(game: Game) -> bool:
        return has_playable_and_unplayable(game) and any(not move.cards for move in game.legal_moves(0))

    pilot = continue_match(tmp_path, find_record(slug, plain, **rules_with_more_answers(slug)))
    moves = list(pilot.table.match.record.moves)
    for _ in range(3):
        pilot.press_keys(pygame.K_RETURN)
    assert pilot.table.match.record.moves == moves
    assert all(button.key_hint != pilot.app.words("app.key.enter") for button in pilot.answer_buttons)


@EVERY_CLIMBING_GAME
def test_enter_gives_only_answer_even_with_cursor_on_card(slug: str, tmp_path: Path) -> None:
    def forced(game: Game) -> bool:
        return has_single_answer(game) and not game.legal_moves(0)[0].cards and bool(game.cards(Pile("hand", 0)))

    pilot = continue_match(tmp_path, find_record(slug, forced))
    before = len(pilot.table.match.record.moves)
    pilot.press_keys(pygame.K_LEFT)
    assert pilot.table.hand_controller.focused_token_id() is not None
    hints = [button.key_hint for button in pilot.answer_buttons if button.enabled]
    assert hints == [pilot.app.words("app.key.enter")]
    pilot.press_keys(pygame.K_RETURN)
    assert not pilot.table.match.record.moves[before].cards


@EVERY_CLIMBING_GAME
def test_arrows_reach_every_card_and_every_answer(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_playable_and_unplayable, **rules_with_more_answers(slug)))
    control = pilot.table.hand_controller
    seen = set()
    for _ in range(3):
        for _ in range(30):
            pilot.press_keys(pygame.K_RIGHT)
            seen.add(control.cursor.stop_id)
        pilot.press_keys(pygame.K_UP)
    cards = {("card", key) for key in pilot.table.model.grabbable_token_ids()}
    assert cards <= seen
    tabbed = set()
    for _ in range(60):
        pilot.press_keys(pygame.K_TAB)
        tabbed.add(control.cursor.stop_id)
    hud = pilot.table.hud
    usable = [button for button in hud.answer_buttons if button.enabled]
    tools = ["sort", "hint", "undo", "menu", "what_now", "last_plays", "log", "rules", "house_rules"]
    keys = [one.key for one in (*hud.pile_buttons, *usable)] + tools
    assert [one.key for one in hud.root.focus_order()] == keys
    named = {pilot.table.model.shown.piles[pile][-1].id for pile in pilot.open_choice.named_piles}
    assert tabbed == cards | {("card", key) for key in named} | {("button", key) for key in keys}


@pytest.mark.painted
def test_keyboard_presses_tools_and_shows_names(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    hud, control = pilot.table.hud, pilot.table.hand_controller
    for _ in range(60):
        pilot.press_keys(pygame.K_TAB)
        if control.cursor.button_key == "log":
            break
    assert tool(hud, "log").focused and not tool(hud, "sort").focused
    left, middle = int(tool(hud, "log").rect.left), int(tool(hud, "log").rect.centery)
    ring = [min(pilot.app.window.surface.get_at((left - aside, middle))[:3]) for aside in range(8)]
    assert max(ring) > 230, "the focused tool has a white ring"
    pilot.step(elapsed_ms=1)
    pilot.step(elapsed_ms=timing.TOOLTIP_DELAY_MS + 50)
    assert hud.tooltip.button is tool(hud, "log"), "keyboard focus shows the tooltip"
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.table.log.size == "open"
    pilot.click((640, 500))
    assert not tool(hud, "log").focused, "a click hides the ring"


def test_no_button_inherits_focus_of_one_that_has_gone(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable), log="open")
    root, cursor = pilot.table.hud.root, pilot.table.hand_controller.cursor
    while cursor.button_key != "close":
        pilot.press_keys(pygame.K_TAB)
    assert root.focus is not None and root.focus.key == "close"
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_until_idle()
    assert pilot.table.drawer.page is None and pilot.table.hud.root.focus is None
    assert not any(node.focused for node in root.focus_order())


def test_cursor_stays_in_hand_when_card_is_played(tmp_path: Path) -> None:
    def singles(game: Game) -> bool:
        return any(len(move.cards) == 1 for move in game.legal_moves(0))

    pilot = continue_match(tmp_path, find_record("big_two", singles))
    control, stage = pilot.table.hand_controller, pilot.table.model
    for _ in range(3):
        pilot.press_keys(pygame.K_RIGHT)
    card = next(move.cards[0] for move in pilot.open_choice.legal_moves if len(move.cards) == 1)
    row = [token.card for token in stage.shown.piles[stage.hand.pile]]
    pilot.play_by_keys(Move(0, "play", (card,)))
    focused = control.focused_token_id()
    assert focused is not None and abs(row.index(stage.token_face(focused)) - row.index(card)) == 1
    pilot.run_until_idle()
    focused = control.focused_token_id()
    assert focused is not None and focused in stage.grabbable_token_ids()


def test_first_key_puts_cursor_on_choosable_item(tmp_path: Path) -> None:
    def revealing(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "reveal" and len(game.legal_moves(0)) > 1

    pilot = continue_match(tmp_path, find_record("roped", revealing))
    pilot.press_keys(pygame.K_RIGHT)
    focused = pilot.table.hand_controller.focused_token_id()
    assert focused is not None and pilot.table.model.pile_of(focused).kind == "slot"
    pilot.press_keys(pygame.K_SPACE)
    assert pilot.table.match.record.moves[-1].verb == "reveal"


def test_cursor_leaves_card_going_to_another_player(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("roped", lambda game: len(game.legal_moves(0)) > 1))
    control, stage = pilot.table.hand_controller, pilot.table.model
    pilot.press_keys(pygame.K_RIGHT)
    foreign = next(token.id for pile, token in stage.tokens() if pile.owner == 1)
    control.cursor.stop_id = ("card", foreign)
    pilot.step()
    assert control.focused_token_id() in stage.grabbable_token_ids()


def test_cursor_that_leaves_gone_card_is_drawn(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", has_real_choice))
    control = pilot.table.hand_controller
    control.cursor.show_on(("card", 10_000))
    assert control.update(0.0), "the picture changes"
    assert control.cursor.visible and control.focused_token_id() != 10_000
    assert not control.update(0.0)


def test_mouse_hides_cursor(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    pilot.press_keys(pygame.K_LEFT)
    assert pilot.table.hand_controller.cursor.visible
    pilot.press(FELT_POINT)
    assert not pilot.table.hand_controller.cursor.visible


def test_enter_closes_explanation_even_with_cursor_on_card(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_real_choice), coach="always")
    assert live_mode(pilot.table).coach.explanation is not None
    pilot.press_keys(pygame.K_RIGHT)
    assert pilot.table.hand_controller.focused_token_id() is not None
    moves = list(pilot.table.match.record.moves)
    pilot.press_keys(pygame.K_RETURN)
    assert not live_mode(pilot.table).coach.is_explaining and pilot.refusal is None
    assert pilot.table.match.record.moves == moves
