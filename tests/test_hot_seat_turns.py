"""Several persons at one computer: turns, the curtain, undo for each person, and their statistics."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record, RecordError
from engine.statistics.store import Selection
from scenes.render import timing
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import Home, ResumedTable
from scenes.table.curtain import Curtain
from scenes.table.table import Table
from tests.support.hot_seat import FACES, NAMES, find_shared_record, shared_record, sit_down
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import load_saved_record

pytestmark = pytest.mark.every_frame

MULTI_DEAL_GAMES = [slug for slug, game in GAMES.items() if game(game.seats_default, 1).deals_planned() != 1]
"""Games whose matches have more than one deal."""


def record_of(slug: str, seats: int = 0, persons: int = 2, **rules: Any) -> Record:
    return shared_record(slug, 5, persons, base=new_record(slug, 5, seats, **rules))


def curtain(pilot: Pilot) -> Curtain:
    return pilot.expect(Curtain)


def open_curtain(pilot: Pilot) -> Table:
    """Open the curtain for the person named on it."""
    assert isinstance(pilot.app.top, Curtain)
    pilot.step(elapsed_ms=timing.CURTAIN_LOCK_MS)
    pilot.press_keys(pygame.K_RETURN)
    return pilot.table


def play_to_choice(pilot: Pilot, max_steps: int = 4000) -> Table:
    """Open curtains and close results until a person is asked."""
    for _ in range(max_steps):
        top = pilot.app.top
        if isinstance(top, Curtain):
            open_curtain(pilot)
        elif isinstance(top, ResultsScreen):
            pilot.dismiss_result()
        elif isinstance(top, Table) and top.model.choice is not None and not top.model.director.is_busy:
            return top
        pilot.step()
    raise AssertionError("no person was asked")


def wait_for_curtain(pilot: Pilot, max_steps: int = 4000) -> Curtain:
    """Let time pass without an answer until the curtain closes."""
    for _ in range(max_steps):
        if isinstance(pilot.app.top, Curtain):
            return pilot.app.top
        pilot.step()
    raise AssertionError("the curtain doesn't close")


def answer(pilot: Pilot, move_index: int = 0) -> None:
    pilot.answer(pilot.open_choice.legal_moves[move_index])


def play_until_both_asked(pilot: Pilot, what: str, max_steps: int = 300) -> Table:
    """Play on until this question is put to the person at the screen and to another person."""
    for _ in range(max_steps):
        table = play_to_choice(pilot)
        ask = table.match.game.ask
        assert ask is not None
        if ask.what == what and len(set(ask.seats) & set(table.match.person_seats)) > 1:
            return table
        answer(pilot, -1 if ask.what == "set" else 0)
    raise AssertionError(f"{what} was never asked")


# --- curtain ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_match_begins_and_goes_on_behind_curtain(slug: str, tmp_path: Path) -> None:
    pilot = sit_down(tmp_path, record_of(slug))
    first = curtain(pilot).person.name
    assert first in NAMES
    table = play_to_choice(pilot)
    assert table.model.people_by_seat[table.match.viewer].name == first or len(table.match.record.moves) > 0
    answer(pilot)
    moves = len(load_saved_record(tmp_path).moves)
    pilot.app.go(Home())
    pilot.app.go(ResumedTable())
    assert isinstance(pilot.app.top, Curtain) and len(load_saved_record(tmp_path).moves) == moves
    to_come = pilot.app.top.person.name
    match = open_curtain(pilot).match
    assert match.chair(match.viewer).name == to_come
    due = set(match.game.seats_to_act()) & set(match.person_seats)
    assert match.viewer in due or not due


def test_enter_space_or_click_open_curtain_after_delay(tmp_path: Path) -> None:
    record = record_of("big_two")
    for lifted in ("enter", "space", "click"):
        pilot = sit_down(tmp_path / lifted, record_of("big_two"), speed="instant")
        here = next(w for w in curtain(pilot).root.focus_order() if getattr(w, "kind", "") == "primary")
        pilot.press_keys(pygame.K_RETURN, pygame.K_SPACE)
        pilot.press(here.rect.center)
        pilot.release(here.rect.center)
        assert not curtain(pilot).can_be_opened
        pilot.step(elapsed_ms=timing.CURTAIN_LOCK_MS)
        pilot.press_keys(pygame.K_h, pygame.K_u, pygame.K_l)
        assert isinstance(pilot.app.top, Curtain)
        if lifted == "click":
            pilot.press(here.rect.center)
            pilot.release(here.rect.center)
        else:
            pilot.press_keys(pygame.K_RETURN if lifted == "enter" else pygame.K_SPACE)
        assert isinstance(pilot.app.top, Table), lifted
    assert record.moves == []


def test_home_is_reachable_from_curtain_and_shows_every_portrait(tmp_path: Path) -> None:
    pilot = sit_down(tmp_path, record_of("big_two"), (2000, 720))
    pilot.step(elapsed_ms=timing.CURTAIN_LOCK_MS)
    pilot.press_keys(pygame.K_ESCAPE)
    home = pilot.expect(HomeScreen)
    assert load_saved_record(tmp_path).chairs == record_of("big_two").chairs
    card = next(card for card in home._cards if card.ribbon is not None)
    assert card.slug == "big_two" and card.player_portraits[:2] == tuple(FACES[:2])


def test_single_person_gets_no_curtain(tmp_path: Path) -> None:
    pilot = sit_down(tmp_path, new_record("big_two"))
    assert isinstance(pilot.app.top, Table)
    for _ in range(3):
        assert play_to_choice(pilot).match.viewer == 0
        answer(pilot)


@pytest.mark.parametrize("slug", MULTI_DEAL_GAMES)
def test_every_deal_begins_behind_curtain(slug: str, tmp_path: Path) -> None:
    """Everybody has seen the end of the last deal, with or without a result sheet."""
    pilot = sit_down(tmp_path, record_of(slug), speed="instant")
    deals: dict[Table, set[int]] = {}
    for _ in range(4000):
        top = pilot.app.top
        if len(set().union(*deals.values())) == 2:
            break
        if isinstance(top, Table) and top.model.choice is not None:
            deals.setdefault(top, set()).add(top.match.game.deal_number)
            answer(pilot)
        elif isinstance(top, Curtain):
            open_curtain(pilot)
        elif isinstance(top, ResultsScreen):
            pilot.dismiss_result()
        pilot.step(elapsed_ms=100)
    assert sorted({*map(tuple, deals.values())}) == [(1,), (2,)]


def test_closed_curtain_stops_play(tmp_path: Path) -> None:
    record = record_of("big_two")
    pilot = sit_down(tmp_path, record)
    pilot.run_frames(600)
    assert isinstance(pilot.app.top, Curtain) and record.moves == []


# --- simultaneous questions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "what"), [("gurch", "vote"), ("palacio", "exchange"), ("roped", "start")])
def test_simultaneous_answers_are_hidden_by_curtain(slug: str, what: str, tmp_path: Path) -> None:
    pilot = sit_down(tmp_path, record_of(slug))
    table = play_until_both_asked(pilot, what)
    match, first, before = table.match, table.match.viewer, len(table.match.recent_events())
    answer(pilot, -1)
    second = wait_for_curtain(pilot).person.name
    table = open_curtain(pilot)
    other = table.match.viewer
    assert other != first and match.chair(other).name == second
    assert len(match.recent_events()) == before, "the first answer stays hidden"
    assert all(move.seat == other for move in table.match.game.view(other).answers)
    assert play_to_choice(pilot) is table
    answer(pilot)
    for _ in range(600):
        pilot.step()
        if len(match.recent_events()) > before:
            break
    assert len(match.recent_events()) > before


def test_each_persons_time_for_lasso_starts_when_curtain_opens(tmp_path: Path) -> None:
    pilot = sit_down(tmp_path, find_shared_record("roped", "lasso", 3), countdown="5")
    table = play_until_both_asked(pilot, "lasso")
    answer(pilot, -1)
    wait_for_curtain(pilot)
    for _ in range(20):
        pilot.step(elapsed_ms=1000)
    moves = len(table.match.record.moves)
    assert isinstance(pilot.app.top, Curtain)
    table = open_curtain(pilot)
    other = table.match.viewer
    pilot.run_frames(3)
    left = table.hud.remaining_fraction
    assert left is not None and left > 0.95 and len(table.match.record.moves) == moves
    table.lay_out()
    assert table.hud.remaining_fraction == left, "a new layout hides no time"
    letting_go = pilot.open_choice.legal_moves[-1]
    for _ in range(60):
        pilot.step(elapsed_ms=100)
        if len(table.match.record.moves) > moves:
            break
    assert table.match.record.moves[moves] == letting_go and letting_go.seat == other


# --- undo and hints --------------------------------------------------------------------------------------------------


def test_person_can_undo_only_own_decision_until_another_plays(tmp_path: Path) -> None:
    record = record_of("big_two", pass_rule="re_enter")
    pilot = sit_down(tmp_path, record)
    for _ in range(20):
        table = play_to_choice(pilot)
        if len(pilot.open_choice.legal_moves) > 1:
            break
        answer(pilot)
    moves, viewer = len(record.moves), table.match.viewer
    answer(pilot)
    pilot.press_keys(pygame.K_u)
    assert len(record.moves) == moves and table.match.viewer == viewer and record.undone == 1
    play_to_choice(pilot)
    answer(pilot)
    while table.match.viewer == viewer:
        table = play_to_choice(pilot)
        if table.match.viewer == viewer:
            answer(pilot)
    moves = len(record.moves)
    assert not table.match.redo()
    pilot.press_keys(pygame.K_u)
    assert len(record.moves) == moves and record.undone == 1
    assert table.hud.refusal is not None and table.hud.refusal.key == "undo_none"


def test_hint_disappears_with_its_person(tmp_path: Path) -> None:
    pilot = sit_down(tmp_path, record_of("big_two"))
    table = play_to_choice(pilot)
    pilot.press_keys(pygame.K_h)
    for _ in range(4000):
        if table.match.hint:
            break
        pilot.step()
    assert table.match.hint
    answer(pilot, -1)
    wait_for_curtain(pilot)
    table = open_curtain(pilot)
    assert table.match.hint is None and not table.match.is_hint_pending


# --- names and statistics --------------------------------------------------------------------------------------------


def test_record_names_persons_at_seats(tmp_path: Path) -> None:
    record = record_of("palacio", 4, 3)
    text = record.to_text()
    assert '"person Ana"' in text and "portraits = [" in text
    assert Record.from_text(text).chairs == record.chairs
    for bad in ('"person  Ana"', '"person <b>"', f'"person {"x" * 17}"'):
        with pytest.raises(RecordError):
            Record.from_text(text.replace('"person Ana"', bad))
    for bad in ('"nobody"', "7"):
        with pytest.raises(RecordError):
            Record.from_text(text.replace(f'"{FACES[0]}"', bad))
    plain = new_record("palacio")
    assert '"person"' in plain.to_text() and "portraits" not in plain.to_text()
    assert Record.from_text(plain.to_text()).chairs[0] == Chair(PERSON)


def play_to_result(pilot: Pilot) -> ResultsScreen:
    for _ in range(2000):
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            return top
        if isinstance(top, Curtain):
            open_curtain(pilot)
        elif isinstance(top, Table) and top.model.choice is not None and not top.model.director.is_busy:
            answer(pilot)
        pilot.step(elapsed_ms=100)
    raise AssertionError("the deal never ended")


def test_results_name_every_person_and_next_deal_begins_behind_curtain(tmp_path: Path) -> None:
    record = record_of("big_two")
    pilot = sit_down(tmp_path, record, speed="instant")
    results = play_to_result(pilot)
    names = [results.summary.name_or_you(seat) for seat in range(4)]
    assert NAMES[0] in names and NAMES[1] in names and "You" not in names
    assert "You" not in results.summary.heading() and "you" not in results.summary.reason_text().split()
    assert [results.summary.portrait(seat) for seat, chair in enumerate(record.chairs) if chair.name] == list(FACES[:2])
    pilot.press_keys(pygame.K_RETURN)
    assert isinstance(pilot.app.top, Curtain)
    table = play_to_choice(pilot)
    assert table.match.game.deal_number == 2 and table.words.seat_name(table.match.viewer) == "You"


def test_each_person_has_own_statistics(tmp_path: Path) -> None:
    record = record_of("big_two")
    pilot = sit_down(tmp_path, record, speed="instant")
    play_to_result(pilot)
    statistics = pilot.app.statistics
    assert sorted(statistics.person_names()) == list(NAMES[:2])
    for seat, chair in enumerate(record.chairs):
        if chair.who == PERSON:
            figures = statistics.totals(Selection(name=chair.name))
            mine = [move for move in record.moves if move.seat == seat]
            assert figures.deals == 1 and 0 < figures.decisions <= len(mine)
            assert figures.ms > 0
            assert figures.points == record.replay().history[0][seat]
