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
from scenes.look import speeds
from scenes.selftest.selftest import own_answers
from scenes.shell.destinations import Begin, Home, Resume
from tests.support.at_table import (
    CLIMBING,
    FELT,
    choosing,
    continued,
    deciding,
    faults,
    good_and_bad,
    hand,
    live,
    only_answer,
    refusal,
    settings,
)
from tests.support.piloting import Pilot
from tests.support.records import new_record, random_record, record_where

GAME = pytest.mark.parametrize("slug", GAMES)
CLIMB = pytest.mark.parametrize("slug", CLIMBING)

# --- an exchange ------------------------------------------------------------------------------------------------------


def click_click(pilot: Pilot, wanted: Sequence[Card]) -> None:
    """Exchange by clicking first one card, then the other, in either order."""
    for i, card in enumerate(wanted):
        if card in pilot.choice.slots:
            continue
        out = next(c for c in pilot.choice.slots if c not in wanted)
        for one in (card, out) if i % 2 else (out, card):
            pilot.click(pilot.where(one))
        pilot.rest()
    pilot.click(pilot.button(pilot.choice.complete()[0]))


def by_mouse(pilot: Pilot, wanted: Sequence[Card]) -> None:
    pilot.play_by_mouse(Move(0, "keep", tuple(wanted)))


def by_keys(pilot: Pilot, wanted: Sequence[Card]) -> None:
    pilot.play_by_keys(Move(0, "keep", tuple(wanted)))


@pytest.mark.parametrize("way", [by_mouse, click_click, by_keys])
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_cards_are_exchanged(way: Callable[[Pilot, Sequence[Card]], None], count: int, tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("palacio", 21)))
    pilot.rest()
    table = pilot.table
    game = table.match.game
    up = [game.cards(Pile("up", 0, i))[0] for i in range(3)]
    held = list(game.cards(Pile("hand", 0)))
    wanted = [*held[:count], *up[count:]]
    way(pilot, wanted)
    assert own_answers(table.match.record) == 1
    pilot.rest()
    assert {table.match.game.cards(Pile("up", 0, i))[0] for i in range(3)} == set(wanted)
    assert faults(table) == []


def test_an_exchange_is_shown_before_it_is_made_and_can_be_undone(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("palacio", 21)))
    pilot.rest()
    stage = pilot.table.stage
    mine, slot = hand(pilot.table)[0], Pile("up", 0, 1)
    was = pilot.choice.slots[1]
    pilot.drag(pilot.where(mine), pilot.where_pile(slot))
    pilot.rest()
    assert pilot.choice.slots[1] == mine
    place, pose = stage.place(slot), stage.rest(stage.find(mine) or 0)
    assert place is not None and (pose.x, pose.y) == (place.x, place.y)
    assert was in hand_shown(pilot), "the other card is in the hand"
    assert pilot.table.match.record.moves == [m for m in pilot.table.match.record.moves if m.seat]
    pilot.drag(pilot.where(was), pilot.where_pile(slot))
    pilot.rest()
    assert pilot.choice.slots[1] == was and mine in hand_shown(pilot)


def hand_shown(pilot: Pilot) -> list[Card]:
    """The cards shown in the hand's zone, whatever their pile."""
    stage = pilot.table.stage
    top = stage.hand_zone()[1]
    return [token.card for _, token in stage.tokens() if token.card != HIDDEN and stage.rest(token.id).y > top]


# --- continuing -------------------------------------------------------------------------------------------------------


@GAME
def test_a_match_can_be_continued_at_any_ask(slug: str, tmp_path: Path) -> None:
    """The program is opened at each kind of ask, and with each number of answers that were given already."""
    asked: set[tuple[str, int]] = set()
    for seed in range(4):
        record = random_record(slug, seed + 40)
        game, rng = record.start(), Rng(seed)
        for number in range(120):
            if not game.waiting():
                break
            kind = (game.ask.what if game.ask else "", len(game.answers))
            if kind not in asked or number == 60:
                asked.add(kind)
                check_continued(tmp_path / f"{seed}-{number}", record, game)
            move = rng.choice(game.legal_moves(rng.choice(game.waiting())))
            game.play(move)
            record.append(move)
    assert {what for what, _ in asked} & {*GAMES[slug].verbs}


def check_continued(folder: Path, record: Record, game: Game) -> None:
    """Save, reopen the program and continue; check that nothing has changed."""
    settings(folder)
    Profile(folder).save_match(record)
    pilot = Pilot(folder)
    pilot.app.go(Home())
    pilot.key(pygame.K_RETURN)
    table = pilot.table
    assert table.match.record.moves[: len(record.moves)] == record.moves
    if len(table.match.record.moves) == len(record.moves):  # another seat may have answered the same ask at once
        assert table.match.game.position() == game.position()
    assert table.match.game.answers[: len(game.answers)] is not None
    assert set(game.answers) <= set(table.match.game.answers) or not table.match.game.answers
    if 0 in game.waiting():
        pilot.steps(2)
        choice = pilot.choice
        assert choice.legal == game.legal_moves(0)
        assert faults(table) == []
    pilot.app.close_all()


@GAME
def test_leaving_the_table_and_continuing_changes_nothing(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, deciding))
    table = pilot.table
    offered, position = pilot.choice.legal, table.match.game.clone().position()
    pilot.key(pygame.K_LEFT)
    if pilot.choice.playable():
        pilot.key(pygame.K_SPACE)  # selects a card; a pile would be chosen at once
    live(table).go_home()
    pilot.steps(30)
    pilot.app.go(Resume())
    pilot.rest()
    assert pilot.table is not table
    assert pilot.table.match.game.position() == position and pilot.choice.legal == offered
    assert hand(pilot.table) == hand(table)


# --- keys -------------------------------------------------------------------------------------------------------------


@CLIMB
@pytest.mark.parametrize("seed", range(3))
def test_digits_and_enter_do_what_the_buttons_do(slug: str, seed: int, tmp_path: Path) -> None:
    found = record_where(
        slug, lambda game: choosing(game) and sum(game.cards(Pile("hand", 0))) % 3 == seed, **more_answers(slug)
    )
    pilot = continued(tmp_path, found)
    pilot.click(pilot.where(good_and_bad(pilot)[0]))
    answers = pilot.choice.answers()
    assert len(answers) > 1
    words, enter = pilot.app.words, pilot.app.words("app.key.enter")
    buttons = pilot.table.hud.answers.buttons[-len(answers) :]
    for i, (answer, button) in enumerate(zip(answers, buttons, strict=True)):
        assert button.label == words.note(slug, "move", answer.label) and "{" not in button.label
        assert button.enabled == (answer.refusal is None)
        assert button.hint in (str(i + 1), enter, "")
        pilot = continued(tmp_path / str(i), Record.from_text(found.to_text()))
        pilot.click(pilot.where(good_and_bad(pilot)[0]))
        before = len(pilot.table.match.record.moves)
        pilot.key(pygame.K_1 + i)
        if answer.refusal is None:
            assert pilot.table.match.record.moves[before] == answer.move
        else:
            assert len(pilot.table.match.record.moves) == before
            assert refusal(pilot) == f"{answer.refusal.rule} {answer.refusal.key}"
        if button.hint == enter:
            pilot = continued(tmp_path / f"enter {i}", Record.from_text(found.to_text()))
            pilot.click(pilot.where(good_and_bad(pilot)[0]))
            pilot.key(pygame.K_RETURN)
            assert pilot.table.match.record.moves[before] == answer.move


def more_answers(slug: str) -> dict[str, Any]:
    """House rules with which there is always an answer without cards."""
    return {"voluntary_pickup": True} if slug == "palacio" else {}


@CLIMB
def test_with_a_choice_enter_neither_passes_nor_takes(slug: str, tmp_path: Path) -> None:
    def plain(game: Game) -> bool:
        return choosing(game) and any(not move.cards for move in game.legal_moves(0))

    pilot = continued(tmp_path, record_where(slug, plain, **more_answers(slug)))
    moves = list(pilot.table.match.record.moves)
    for _ in range(3):
        pilot.key(pygame.K_RETURN)
    assert pilot.table.match.record.moves == moves
    assert all(button.hint != pilot.app.words("app.key.enter") for button in pilot.table.hud.answers.buttons)


@CLIMB
def test_enter_gives_the_only_answer_even_with_the_cursor_on_a_card(slug: str, tmp_path: Path) -> None:
    def forced(game: Game) -> bool:
        return only_answer(game) and not game.legal_moves(0)[0].cards and bool(game.cards(Pile("hand", 0)))

    pilot = continued(tmp_path, record_where(slug, forced))
    before = len(pilot.table.match.record.moves)
    pilot.key(pygame.K_LEFT)
    assert pilot.table.control.focused_card() is not None
    hints = [button.hint for button in pilot.table.hud.answers.buttons if button.enabled]
    assert hints == [pilot.app.words("app.key.enter")]
    pilot.key(pygame.K_RETURN)
    assert not pilot.table.match.record.moves[before].cards


@CLIMB
def test_arrows_reach_every_card_and_every_answer(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, choosing, **more_answers(slug)))
    control = pilot.table.control
    seen = set()
    for _ in range(3):
        for _ in range(30):
            pilot.key(pygame.K_RIGHT)
            seen.add(control.cursor.at)
        pilot.key(pygame.K_UP)
    cards = {("card", key) for key in pilot.table.stage.own_keys()}
    assert cards <= seen
    tabbed = set()
    for _ in range(60):
        pilot.key(pygame.K_TAB)
        tabbed.add(control.cursor.at)
    hud = pilot.table.hud
    usable = [button for button in hud.answers.buttons if button.enabled]
    bar = hud.tools
    tools = [bar.sort, bar.hint, bar.undo, bar.menu, bar.what_now, bar.last_plays, bar.log, bar.book]
    assert [one.widget for one in hud.reachable()] == [*usable, *tools, hud.tools.house_rules, *hud.handles]
    assert tabbed == cards | {("button", i) for i in range(len(hud.reachable()))}


@pytest.mark.painted
def test_the_keyboard_presses_tools_and_shows_their_names(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing))
    hud, control = pilot.table.hud, pilot.table.control
    wanted = ("button", [one.widget for one in hud.reachable()].index(hud.tools.log))
    for _ in range(60):
        pilot.key(pygame.K_TAB)
        if control.cursor.at == wanted:
            break
    assert hud.tools.log.focused and not hud.tools.sort.focused
    left, middle = int(hud.tools.log.rect.left), int(hud.tools.log.rect.centery)
    ring = [min(pilot.app.window.surface.get_at((left - aside, middle))[:3]) for aside in range(8)]
    assert max(ring) > 230, "with a white ring around it"
    pilot.step(dt=1)
    pilot.step(dt=speeds.TOOLTIP_DELAY + 50)
    assert hud.tip.shown is hud.tools.log, "the keyboard shows the name, too"
    pilot.key(pygame.K_RETURN)
    assert pilot.table.log.size == "open"
    pilot.click((640, 500))
    assert not hud.tools.log.focused, "the mouse hides the ring"


def test_the_cursor_stays_in_the_hand_when_its_card_is_played(tmp_path: Path) -> None:
    def singles(game: Game) -> bool:
        return any(len(move.cards) == 1 for move in game.legal_moves(0))

    pilot = continued(tmp_path, record_where("big_two", singles))
    control, stage = pilot.table.control, pilot.table.stage
    for _ in range(3):
        pilot.key(pygame.K_RIGHT)
    card = next(move.cards[0] for move in pilot.choice.legal if len(move.cards) == 1)
    row = [token.card for token in stage.shown.piles[stage.hand.pile]]
    pilot.play_by_keys(Move(0, "play", (card,)))
    focused = control.focused_card()
    assert focused is not None and abs(row.index(stage.card(focused)) - row.index(card)) == 1
    pilot.rest()
    focused = control.focused_card()
    assert focused is not None and focused in stage.own_keys()


def test_the_first_key_puts_the_cursor_on_something_that_can_be_chosen(tmp_path: Path) -> None:
    def revealing(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "reveal" and len(game.legal_moves(0)) > 1

    pilot = continued(tmp_path, record_where("roped", revealing))
    pilot.key(pygame.K_RIGHT)
    focused = pilot.table.control.focused_card()
    assert focused is not None and pilot.table.stage.pile_of(focused).kind == "slot"
    pilot.key(pygame.K_SPACE)
    assert pilot.table.match.record.moves[-1].verb == "reveal"


def test_the_cursor_leaves_a_card_that_goes_to_another_player(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("roped", lambda game: len(game.legal_moves(0)) > 1))
    control, stage = pilot.table.control, pilot.table.stage
    pilot.key(pygame.K_RIGHT)
    foreign = next(token.id for pile, token in stage.tokens() if pile.owner == 1)
    control.cursor.at = ("card", foreign)
    pilot.step()
    assert control.focused_card() in stage.own_keys()


def test_the_mouse_hides_the_cursor(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing))
    pilot.key(pygame.K_LEFT)
    assert pilot.table.control.cursor.visible
    pilot.press(FELT)
    assert not pilot.table.control.cursor.visible


def test_enter_closes_an_explanation_even_with_the_cursor_on_a_card(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", deciding), coach="always")
    assert live(pilot.table).coach.explanation is not None
    pilot.key(pygame.K_RIGHT)
    assert pilot.table.control.focused_card() is not None
    moves = list(pilot.table.match.record.moves)
    pilot.key(pygame.K_RETURN)
    assert not live(pilot.table).coach.speaks and pilot.table.hud.refusal is None
    assert pilot.table.match.record.moves == moves
