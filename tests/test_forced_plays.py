"""Plays without a choice, the worth of a hand before a lead, and the light on the last trick."""

from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import DealScored
from engine.game import Game
from engine.games import GAMES
from engine.games.gurch.piles import HAND
from engine.languages import LANGUAGES
from engine.moves import Note
from engine.rng import Rng
from engine.statistics.store import Selection
from scenes.render import timing
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import MatchTable
from scenes.table.hud.hand_note import hand_note_text
from scenes.table.interactive_mode import InteractiveMode
from scenes.table.table import Table
from scenes.text.catalogue import Words
from scenes.ui.widgets import Bubble
from tests.games.gurch import trick_position
from tests.support.counted_matches import begin_record, write_match
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record
from tests.support.tables import continue_match, has_real_choice, open_program

STEP_MS = 10.0


def is_forced(game: Game) -> bool:
    """Whether only seat 0 is asked, and can play only one set of cards."""
    moves = game.legal_moves(0)
    return game.ask is not None and game.ask.seats == (0,) and len(moves) == 1 and bool(moves[0].cards)


def must_play_lowest(game: Game) -> bool:
    return is_forced(game) and game.prompt_for(0).key.startswith("low")


def leads(game: Game) -> bool:
    return has_real_choice(game) and game.prompt_for(0).key == "lead"


def notes_at_hand(pilot: Pilot) -> list[str]:
    pilot.table.hud.update_turn()
    return [note.string for note in pilot.table.hud.root.nodes_in("hand note", Bubble)]


# --- forced plays -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["gurch", "big_two", "palacio"])
def test_forced_play_is_explained_at_hand(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, is_forced))
    assert notes_at_hand(pilot) == [hand_note_text(pilot.table.words, pilot.table.model)] != [""]
    assert pilot.table.words("app.table.forced").partition(":")[0] in notes_at_hand(pilot)[0]


def test_free_play_has_no_note(tmp_path: Path) -> None:
    assert notes_at_hand(continue_match(tmp_path, find_record("big_two", has_real_choice))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_note_on_forced_play_gives_reason_of_game(language: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", must_play_lowest), language=language)
    assert notes_at_hand(pilot) == [pilot.app.words("gurch.forced.low")] != [pilot.app.words("app.table.forced")]


def test_only_answer_is_not_given_in_first_match_of_game(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", must_play_lowest), until_idle=False, auto_answer=True)
    pilot.app.tutorial_progress.restore()
    count = len(pilot.table.match.record.moves)
    pilot.run_frames(200)
    assert len(pilot.table.match.record.moves) == count and not pilot.table.mode.will_auto_answer


def test_only_answer_is_given_after_a_match_that_the_statistics_know(tmp_path: Path) -> None:
    """Profiles of earlier versions don't say which games are known."""
    pilot = continue_match(tmp_path, find_record("gurch", must_play_lowest), until_idle=False, auto_answer=True)
    pilot.app.tutorial_progress.restore()
    write_match(pilot.app.statistics, begin_record(0, "roped"), winners=(0,))
    moves, count = pilot.table.match.record.moves, len(pilot.table.match.record.moves)
    pilot.run_frames(200)
    assert len(moves) == count, "of another game"
    write_match(pilot.app.statistics, begin_record(1, "gurch"), winners=(0,))
    mode = pilot.table.mode
    assert isinstance(mode, InteractiveMode)
    mode.show_position()
    pilot.run_frames(200)
    assert len(moves) > count


def results_of(pilot: Pilot) -> list[DealScored]:
    return pilot.expect(ResultsScreen).match.deal_results()


@pytest.mark.parametrize("slug", ["gurch", "roped"])
def test_end_of_match_lets_only_answers_be_given(slug: str, tmp_path: Path) -> None:
    rules = {"gurch": {"target": 0}, "roped": {"deals": 1}}[slug]
    pilot, rng = open_program(tmp_path, MatchTable(new_record(slug, 3, **rules)), speed="instant"), Rng(2)
    progress = pilot.app.tutorial_progress
    for _ in range(4000):
        if isinstance(pilot.app.top, ResultsScreen):
            break
        assert not progress.has_finished_match(slug)
        pilot.confirm_if_asked()
        if isinstance(pilot.app.top, Table) and pilot.app.top.model.choice is not None:
            pilot.app.top.hand_controller.answer(rng.choice(pilot.app.top.model.choice.legal_moves))
        elif not isinstance(pilot.app.top, Table):
            pilot.press_keys(27)
        pilot.step()
    assert [one for one in GAMES if progress.has_finished_match(one)] == [slug]
    deals = pilot.app.statistics.last_deals(Selection(game=slug), 100)
    assert len(deals) == len(results_of(pilot)) and all(deal.habits for deal in deals), "habits are stored, too"


def test_rest_of_trick_is_twice_as_fast_after_forced_play(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", must_play_lowest), speed="1")
    table = pilot.table
    assert table.speed == table.model.director.speed == 1.0
    table.hand_controller.answer(pilot.open_choice.legal_moves[0])
    assert table.speed == table.model.director.speed == timing.FORCED_TRICK_SPEED
    for _ in range(2000):
        pilot.step(elapsed_ms=STEP_MS)
        if not any(pile.kind == "trick" and lying for pile, lying in table.model.shown.piles.items()):
            break
    assert table.speed == table.model.director.speed == 1.0, "the next trick is shown at the usual speed"


def test_trick_keeps_speed_after_choice(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", leads), speed="1")
    pilot.answer(pilot.open_choice.legal_moves[0])
    assert pilot.table.speed == 1.0


# --- the worth of a hand ----------------------------------------------------------------------------------------------


def test_high_and_low_cards_are_safe_and_middle_ones_in_danger() -> None:
    game = trick_position("2 8 K A", "3 4 5 6", "7 9 T J")
    assert game.view(0).hand_worth(0) == Note("hand", {"safe": 3, "danger": 1})


def test_worth_of_hand_ignores_where_hidden_cards_are() -> None:
    one = trick_position("2 8 K A", "3 4 5 6", "7 9 T J")
    other = trick_position("2 8 K A", "7 9 T J", "3 4 5 6")
    assert one.view(0).hand_worth(0) == other.view(0).hand_worth(0)


def test_followers_hand_has_no_worth() -> None:
    game = trick_position("2 8 K A", "3 4 5 6", leader=1)
    game.push(game.legal_moves(1)[0])
    assert game.view(0).hand_worth(0) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_worth_of_hand_breaks_between_its_counts(language: str) -> None:
    text = Words(language).note_text("gurch", "worth", Note("hand", {"safe": 1, "danger": 1}))
    bracket = text[max(text.find("("), text.find("（")) : max(text.find(")"), text.find("）"))]
    assert bracket and " " not in bracket, "in a narrow note, no line ends within the bracket"
    assert " · " not in text, "no line begins with a dot"


@pytest.mark.parametrize("language", LANGUAGES)
def test_worth_of_hand_is_shown_before_lead(language: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", leads), language=language)
    worth = pilot.open_choice.view.hand_worth(0)
    assert worth is not None
    hand: list[Card] = [*pilot.open_choice.view.piles[HAND[0]]]
    assert worth.placeholders["safe"] + worth.placeholders["danger"] == len(hand)
    (text,) = notes_at_hand(pilot)
    assert str(worth.placeholders["safe"]) in text and "{" not in text


# --- the last trick ---------------------------------------------------------------------------------------------------


def test_last_trick_is_lit_and_its_plays_wait(tmp_path: Path) -> None:
    pilot, rng = open_program(tmp_path, MatchTable(new_record("gurch", 3)), speed="1", pace="quick"), Rng(2)
    lit: list[int] = []
    for _ in range(8000):
        if not isinstance(pilot.app.top, Table):
            pilot.press_keys(27)
            continue
        table = pilot.table
        if table.hud.stage_light.is_on:
            lit.append(sum(bool(lying) for pile, lying in table.model.shown.piles.items() if pile.kind == "trick"))
        elif lit:
            break
        if table.model.choice is not None and not table.model.director.is_busy:
            table.hand_controller.answer(rng.choice(table.model.choice.legal_moves))
        pilot.step(elapsed_ms=STEP_MS)
    assert sorted(set(lit)) == [1, 2, 3, 4]
    pause_steps = (timing.MIN_FLIGHT_MS + timing.STAGED_PAUSE_MS) / STEP_MS
    assert all(lit.count(plays) >= pause_steps - 1 for plays in (1, 2, 3))
    assert lit.count(2) <= pause_steps + 2, "no longer than needed"


def test_last_trick_has_no_light_at_instant_speed(tmp_path: Path) -> None:
    pilot, rng, seen = open_program(tmp_path, MatchTable(new_record("gurch", 3)), speed="instant"), Rng(2), False
    for _ in range(4000):
        if isinstance(pilot.app.top, ResultsScreen):
            break
        if isinstance(pilot.app.top, Table):
            seen |= pilot.app.top.hud.stage_light.is_on
            if pilot.app.top.model.choice is not None:
                pilot.app.top.hand_controller.answer(rng.choice(pilot.app.top.model.choice.legal_moves))
        else:
            pilot.press_keys(27)
        pilot.step()
    assert isinstance(pilot.app.top, ResultsScreen) and not seen
