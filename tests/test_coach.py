"""The coach explains every kind of question once, in every language, and answers “what now?” at any time."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.cards import HIDDEN
from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.rng import Rng
from scenes.render.timing import DRAWER_SLIDE_MS
from scenes.screens.rulebook.rulebook_screen import RulebookScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.shell.destinations import Home, MatchTable, ResumedTable
from scenes.table.coach import MAX_LINGERING_QUESTIONS
from scenes.table.goal_dialog import GoalDialog
from scenes.table.layouts import LAYOUTS
from scenes.table.model.choice import Choice
from scenes.table.model.explanation import Explanation, explain, explain_waiting, find_explained_kind
from scenes.table.pages.coach_page import CoachPage
from scenes.table.table import Table
from scenes.text.catalogue import Words
from scenes.text.rules_document import find_page_file
from scenes.ui.widgets import Button, Link
from tests.support import game_contract
from tests.support.catalogue_texts import texts_by_key
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record
from tests.support.table_geometry import table_faults
from tests.support.table_nodes import enter_button_labels, node, tool
from tests.support.tables import (
    continue_match,
    hand,
    has_real_choice,
    has_single_answer,
    live_mode,
    open_program,
    pile_for_drop,
    select_single_cards,
)

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
ROOT = Path(__file__).resolve().parent.parent
WORDS = {language: Words(language) for language in LANGUAGES}


def explanation(pilot: Pilot) -> Explanation:
    """Return the explanation on the coach's page."""
    found = live_mode(pilot.table).coach.explanation
    assert found is not None and isinstance(pilot.table.drawer.page, CoachPage), "the coach explains nothing"
    return found


def page_of(pilot: Pilot) -> CoachPage:
    """Return the coach's page in the drawer."""
    found = pilot.table.drawer.page
    assert isinstance(found, CoachPage)
    return found


def is_silent(pilot: Pilot) -> bool:
    """Whether nothing is explained; the coach's page may still be there."""
    coach = live_mode(pilot.table).coach
    return not coach.is_explaining and pilot.table.drawer.page in (None, coach.page if coach.is_lingering else None)


def is_resting(pilot: Pilot) -> bool:
    """Whether the coach's page stays without an explanation and without the Enter key."""
    coach, page = live_mode(pilot.table).coach, pilot.table.drawer.page
    return (
        coach.is_lingering
        and page is coach.page
        and page.enter_button is None
        and pilot.table.card_view.explanation is None
    )


def pilot_at_decision(folder: Path, slug: str, coach: str = "first", **values: Any) -> Pilot:
    """Return a pilot at a table where the player has a decision to make."""
    return continue_match(folder, find_record(slug, has_real_choice), until_idle=True, coach=coach, **values)


# --- explanations ----------------------------------------------------------------------------------------------------


def check_explanation(view: Game, seat: int) -> str:
    """Check the explanation of a position in every language; return the kind of question."""
    choice = Choice(view, seat, LAYOUTS[view.slug])
    kinds = set()
    for words in WORDS.values():
        short, whole = explain(choice, words), explain(choice, words, per_card=True)
        kinds.add(short.question_kind)
        texts = [short.text, *(verb.text for verb in whole.verbs), *(group.text for group in whole.cards)]
        for text in texts:
            assert text and "{" not in text and f"{view.slug}." not in text and "app." not in text, text
        legal = {move.verb for move in choice.legal_moves}
        assert sum(verb.is_possible for verb in short.verbs) == len(legal), "each possible verb is explained"
        assert {verb.text for verb in short.verbs} <= {verb.text for verb in whole.verbs}
        possible = [group for group in whole.cards if group.is_possible]
        ranks = {view.equivalence_key(card) for group in possible for card in group.cards}
        if possible:
            assert ranks == {view.equivalence_key(card) for card in whole.playable_cards}
        assert len({group.text for group in whole.cards}) == len(whole.cards), "a reason is given only once"
    assert len(kinds) == 1
    return kinds.pop()


@EVERY_GAME
def test_every_ask_is_explained_in_both_languages(slug: str) -> None:
    seen = set()
    for seed in range(20):
        game, rng = game_contract.start_match(slug, seed, standard=seed % 2 == 0), Rng(seed)
        for count, move in enumerate(game_contract.random_moves(game, rng, 200)):
            key = game.prompt_for(move.seat).key
            kind = f"{slug}.{find_explained_kind(key, LAYOUTS[slug].help.rules_by_question)}"
            if kind not in seen or count % 29 == 0:
                seen.add(check_explanation(game.view(move.seat), move.seat))
            assert kind.partition(".")[2] in LAYOUTS[slug].help.rules_by_question, f"{key} has no explanation"
            game.play(move)
    usual = {f"{slug}.{kind}" for kind in LAYOUTS[slug].help.rules_by_question}
    assert seen <= usual and len(seen) > len(usual) * 0.6, usual - seen


@EVERY_GAME
def test_every_explanation_has_text_and_no_other_exists(slug: str) -> None:
    verbs = {verb for several in GAMES[slug].verbs.values() for verb in several}
    explained = {
        "coach": set(LAYOUTS[slug].help.rules_by_question),
        "verb": {f"{verb}.{part}" for verb in verbs for part in ("name", "help")},
        "asked": set(GAMES[slug].verbs),
    }
    for language in LANGUAGES:
        words = WORDS[language]
        for section, names in explained.items():
            own = [key for key in texts_by_key(language) if key.startswith(f"{slug}.{section}.")]
            assert all(f"{slug}.{section}.{name}" in words for name in names)
            assert all(".".join(key.split(".")[2:4]) in names for key in own)


@EVERY_GAME
def test_named_rules_are_on_rules_page(slug: str) -> None:
    for language in LANGUAGES:
        page = find_page_file(language, slug).read_text(encoding="utf-8")
        assert set(LAYOUTS[slug].help.rules_by_question.values()) <= set(re.findall(r'<a id="(R\d+)">', page))


@EVERY_GAME
def test_waiting_explanation_reveals_no_hidden_cards(slug: str) -> None:
    for seed in range(3):
        game, rng = game_contract.start_match(slug, seed), Rng(seed)
        for move in game_contract.random_moves(game, rng, 60):
            for seat in range(game.seats):
                if seat not in game.seats_to_act():
                    imagined = game.view(seat).determinize(rng)
                    for words in WORDS.values():
                        said = explain_waiting(game, seat, words)
                        assert said == explain_waiting(imagined, seat, words)
                        assert "{" not in said.text and f"{slug}." not in said.text and not said.question_kind
            game.play(move)


def test_coach_explains_unplayable_cards() -> None:
    game = find_record(
        "palacio", lambda game: select_single_cards(game, legal=True) and select_single_cards(game, legal=False)
    ).replay()
    said = explain(Choice(game.view(0), 0, LAYOUTS["palacio"]), WORDS["en"], per_card=True)
    off = {card for group in said.cards if not group.is_possible for card in group.cards}
    ranks = {game.equivalence_key(card) for card in select_single_cards(game, legal=False)}
    assert {game.equivalence_key(card) for card in off} >= ranks
    assert any(group.text.startswith("Too low") for group in said.cards)


def test_unmatched_discard_is_explained_for_all_piles() -> None:
    def wanted(game: Game) -> bool:
        tops = sum(
            bool(lying) and game.is_visible(pile, lying[-1], 0)
            for pile, lying in game.piles.items()
            if pile.kind == "slot"
        )
        return game.ask is not None and game.ask.what == "discard" and tops > 1

    game = find_record("roped", wanted).replay()
    said = explain(Choice(game.view(0), 0, LAYOUTS["roped"]), WORDS["en"], per_card=True)
    assert "It matches no open pile in suit or rank" in [group.text for group in said.cards]


# --- shown once, and remembered ---------------------------------------------------------------------------------------


def reopen_table(pilot: Pilot) -> None:
    pilot.app.go(ResumedTable())
    pilot.run_until_idle()


def check_page_fits(pilot: Pilot) -> None:
    """Check that the page covers nothing, and that exactly one button is bound to Enter."""
    assert isinstance(pilot.table.drawer.page, CoachPage)
    assert table_faults(pilot.table) == [] and len(enter_button_labels(pilot.table)) == 1


@EVERY_GAME
def test_ask_is_explained_first_time_and_not_again(slug: str, tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, slug)
    kind = explanation(pilot).question_kind
    moves = list(pilot.table.match.record.moves)
    check_page_fits(pilot)
    pilot.press_keys(pygame.K_RETURN)
    assert is_silent(pilot)
    reopen_table(pilot)
    assert is_silent(pilot)
    learned = TutorialProgress(Profile(tmp_path))
    assert learned.explained_questions - {f"{slug}.goal"} == {kind}, "the explained question is saved"
    pilot.app.save_settings_without_layout(replace(pilot.app.settings, coach="always"))
    english = replace(pilot.app.settings, language="en", ui_scale="100")
    for look in (english, replace(english, language="pt_BR", ui_scale="200")):
        pilot.app.change_settings(look)
        reopen_table(pilot)
        check_page_fits(pilot)
        pilot.press_keys(pygame.K_w)
        check_what_now(pilot)
        check_page_fits(pilot)
        pilot.press_keys(pygame.K_w)
        assert is_silent(pilot)
    assert pilot.table.match.record.moves == moves, "closing the explanation plays nothing"


def check_what_now(pilot: Pilot) -> None:
    """Check that “what now?” names every verb and the cards that can be played."""
    said, choice = explanation(pilot), pilot.open_choice
    assert said.question_kind and sum(verb.is_possible for verb in said.verbs) == len(
        {move.verb for move in choice.legal_moves}
    )
    if any(move.cards for move in choice.legal_moves):
        assert {choice.view.equivalence_key(card) for group in said.cards for card in group.cards if group.is_possible}


@pytest.mark.parametrize(("setting", "explains"), [("off", False), ("first", False), ("always", True)])
def test_setting_decides_when_coach_speaks(setting: str, explains: bool, tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "palacio", setting)
    first = not is_silent(pilot)
    assert first == (setting != "off")
    if first:
        pilot.press_keys(pygame.K_RETURN)
    reopen_table(pilot)
    assert is_silent(pilot) != explains


def test_playing_closes_explanation(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "big_two")
    kind = explanation(pilot).question_kind
    move = next(move for move in pilot.open_choice.legal_moves if move.cards)
    pilot.play_by_keys(move)
    assert pilot.table.match.record.moves[-1] == move, "Enter plays the selection"
    pilot.step()
    assert is_silent(pilot) and kind in pilot.app.tutorial_progress.explained_questions


@EVERY_GAME
def test_drawer_stays_open_through_first_match(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[bool] = []
    make_room = Table._adjust_to_drawer

    def noted(table: Table) -> None:
        opened.append(table.drawer.page is not None)
        make_room(table)

    monkeypatch.setattr(Table, "_adjust_to_drawer", noted)
    pilot = open_program(tmp_path, MatchTable(new_record(slug, 12)), coach="first", speed="instant")
    pilot.step()
    assert isinstance(pilot.app.top, GoalDialog)
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.table.drawer.page is live_mode(pilot.table).coach.page, "the goal stays in the drawer"
    rng, explained = Rng(3), 0
    while isinstance(pilot.app.top, Table) and explained < 30:
        pilot.run_until_idle()
        if not isinstance(pilot.app.top, Table):
            break
        if live_mode(pilot.table).coach.is_explaining and explained % 2:
            pilot.press_keys(pygame.K_RETURN)
            assert is_resting(pilot)
        explained += 1
        pilot.answer(rng.choice(pilot.open_choice.legal_moves))
        pilot.step()
        pilot.confirm_if_asked()
    assert opened in ([True], [True, False]) and explained >= 5, (
        "the drawer opens with the first card and closes between deals"
    )


def test_lasting_page_yields_to_newer_ones_and_returns(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "palacio")
    table = pilot.table
    coach, enter = live_mode(table).coach, table.words("app.key.enter")
    pilot.press_keys(pygame.K_t)
    assert live_mode(table).last_plays.is_open and not coach.is_explaining
    pilot.press_keys(pygame.K_t)
    assert is_resting(pilot)
    pilot.press_keys(pygame.K_l)
    pilot.play_by_keys(next(move for move in pilot.open_choice.legal_moves if move.cards))
    pilot.run_until_idle()
    if coach.is_explaining:
        pilot.press_keys(pygame.K_RETURN)
    assert table.drawer.page is table.log, "the log that the player opened is shown"
    pilot.press_keys(pygame.K_l)
    assert is_resting(pilot)
    card = next(card for card in pilot.open_choice.piles_by_card if card in pilot.open_choice.cards_of_legal_moves())
    pilot.click(pilot.card_point(card))
    assert [one.key_hint for one in table.hud.answer_buttons if one.kind == "primary"] == [enter]
    pilot.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert pilot.app.top is not table and live_mode(pilot.table_below()).coach.is_lingering, "Escape opens the menu"


def close_page(pilot: Pilot) -> None:
    """Close the coach's page with the mouse."""
    pilot.click(pilot.drawer_point(node(pilot.table.hud, "close")))
    assert pilot.table.drawer.page is None


def test_closed_page_stays_closed_after_turns_of_match(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "palacio", "always")
    pilot.press_keys(pygame.K_RETURN)
    assert is_resting(pilot)
    close_page(pilot)
    for resumes in (False, True, False):
        if resumes:
            reopen_table(pilot)
        else:
            pilot.answer(pilot.open_choice.legal_moves[0])
            pilot.step()
            assert pilot.table.drawer.page is None, "the page goes with the player's turn"
            pilot.run_until_idle()
        assert live_mode(pilot.table).coach.is_explaining
        pilot.press_keys(pygame.K_RETURN)
        assert is_resting(pilot), "the page stays within the turn"


@EVERY_GAME
def test_page_lingers_in_next_match_after_closed_in_one(slug: str, tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, slug, "always")
    close_page(pilot)
    pilot.app.go(MatchTable(new_record(slug, 99)))
    while not live_mode(pilot.table).coach.is_explaining:
        pilot.step()
    pilot.run_until_idle()
    pilot.answer(pilot.open_choice.legal_moves[0])
    pilot.step()
    assert pilot.table.drawer.page is live_mode(pilot.table).coach.page


@EVERY_GAME
@pytest.mark.parametrize("is_closed", [False, True])
def test_table_is_rescaled_once_within_first_turn(
    slug: str, is_closed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resized: list[bool] = []
    make_room = Table._adjust_to_drawer

    def count(table: Table) -> None:
        resized.append(table.drawer.page is not None)
        make_room(table)

    monkeypatch.setattr(Table, "_adjust_to_drawer", count)
    pilot = pilot_at_decision(tmp_path, slug, speed="instant")
    if is_closed:
        close_page(pilot)
        pilot.app.tutorial_progress.explained_questions &= frozenset(
            kind for kind in pilot.app.tutorial_progress.explained_questions if kind.startswith("drawer.")
        )
        reopen_table(pilot)
    resized.clear()
    pilot.press_keys(pygame.K_RETURN)
    moves = pilot.table.match.record.moves
    start = len(moves)
    while pilot.table.match.is_viewer_to_move() and all(move.seat == 0 for move in moves[start:]):
        assert resized == []
        if pilot.choice is not None:
            pilot.answer(pilot.open_choice.legal_moves[0])
        pilot.step()
        pilot.confirm_if_asked()
    pilot.step()
    assert resized[:1] == ([False] if is_closed else []), "the page leaves only after the turn"


@EVERY_GAME
def test_advice_ends_with_its_question(slug: str, tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, slug, speed="instant")
    rng, silent_count = Rng(4), 0
    pilot.press_keys(pygame.K_RETURN)
    for _ in range(150):
        table = pilot.table_below()
        coach, choice = live_mode(table).coach, table.model.choice
        if coach.is_lingering and coach.explanation is not None and table.drawer.page is coach.page:
            said = explain(choice, pilot.app.words).verbs if choice is not None else ()
            assert coach.explanation.verbs == said, "only the open question has advice"
            silent_count += not said
        if isinstance(pilot.app.top, Table) and choice is not None:
            pilot.answer(rng.choice(choice.legal_moves))
        elif not isinstance(pilot.app.top, Table):
            assert coach.explanation is None or not coach.explanation.verbs, "no advice below a result"
            pilot.press_keys(pygame.K_RETURN)
        pilot.step()
    assert silent_count


def test_page_goes_at_deal_end_without_recent_explanation(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "palacio", speed="instant")
    coach, rng = live_mode(pilot.table).coach, Rng(2)
    coach.close_after_known_questions()
    assert pilot.table.drawer.page is coach.page
    coach.table.context.tutorial_progress.explained_questions |= {
        f"palacio.{kind}" for kind in LAYOUTS["palacio"].help.rules_by_question
    }
    for _ in range(MAX_LINGERING_QUESTIONS):
        pilot.answer(rng.choice(pilot.open_choice.legal_moves))
        pilot.run_until_idle()
        assert pilot.table.drawer.page is coach.page
    coach.close_after_known_questions()
    assert pilot.table.drawer.page is None
    assert not any(kind.startswith("drawer.") for kind in pilot.app.tutorial_progress.explained_questions)


def test_playable_cards_and_target_piles_glow(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "palacio")
    said = pilot.table.card_view.explanation
    assert said is not None
    assert said.playable_cards == frozenset(pilot.open_choice.cards_of_legal_moves())
    assert pile_for_drop(pilot.table.match.game) in said.target_piles
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.table.card_view.explanation is None


def test_mouse_closes_page_reads_rule_and_ends_explanations(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "gurch", "always")
    moves = len(pilot.table.match.record.moves)
    drawer = pilot.table.drawer
    said = explanation(pilot)
    by = drawer.renderer.scale / pilot.table.renderer.scale
    pilot.click((drawer.rect.left * by + 6, drawer.rect.centery * by))
    assert explanation(pilot) is said, "a press beside the page's buttons does nothing"
    pilot.click(pilot.drawer_point(node(pilot.table.hud, "rule")))
    reader = pilot.expect(RulebookScreen)
    assert f"gurch.{reader.highlighted_anchor}" == said.rule_id
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.click(pilot.drawer_point(stop_link(pilot)))
    assert is_silent(pilot) and pilot.app.settings.coach == "off"
    pilot.app.go(ResumedTable())
    pilot.run_until_idle()
    assert is_silent(pilot) and len(pilot.table.match.record.moves) == moves
    pilot.click(tool(pilot.table.hud, "what_now").rect.center)
    assert explanation(pilot).cards or explanation(pilot).verbs
    button = page_of(pilot).enter_button
    assert button is not None
    pilot.click(pilot.drawer_point(button))
    assert is_silent(pilot)


def stop_link(pilot: Pilot) -> Link:
    """Return the link that turns explanations off."""
    link = pilot.table.hud.root.find("stop")
    assert isinstance(link, Link)
    return link


def test_keyboard_reaches_whole_page(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "gurch", "always")
    for _ in range(60):
        pilot.press_keys(pygame.K_TAB)
        if stop_link(pilot).focused:
            break
    pilot.press_keys(pygame.K_RETURN)
    assert is_silent(pilot) and pilot.app.settings.coach == "off"


def test_enter_belongs_to_one_button_and_escape_closes_page_before_opening_menu(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "palacio")
    words = pilot.table.words
    assert enter_button_labels(pilot.table) == [words("app.coach.got_it")]
    card = next(card for card in pilot.open_choice.piles_by_card if card in pilot.open_choice.cards_of_legal_moves())
    pilot.click(pilot.card_point(card))
    assert (
        words("app.coach.got_it") not in enter_button_labels(pilot.table) and len(enter_button_labels(pilot.table)) == 1
    )
    pilot.press_keys(pygame.K_ESCAPE)
    assert enter_button_labels(pilot.table) == [words("app.coach.got_it")]
    table = pilot.table
    pilot.press_keys(pygame.K_ESCAPE)
    assert is_silent(pilot) and pilot.app.top is table
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is not table


def test_newest_page_replaces_older_one(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "palacio", log="open")
    table = pilot.table
    assert explanation(pilot) and table.drawer.page is not table.log
    pilot.press_keys(pygame.K_t)
    assert live_mode(table).last_plays.is_open and live_mode(table).coach.explanation is None
    pilot.press_keys(pygame.K_w)
    assert explanation(pilot).verbs and not live_mode(table).last_plays.is_open
    pilot.press_keys(pygame.K_w)
    assert table.drawer.page is table.log, "the open log returns"
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is not table and table.log.is_open, "Escape opens the menu and keeps the log open"


def test_table_makes_room_without_jump(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "big_two", "off", speed="1")
    table, director = pilot.table, pilot.director
    key = table.model.grabbable_token_ids()[-1]

    def seen() -> tuple[float, float]:
        pose = director.current_pose(key)
        assert pose is not None
        return pose.x * table.renderer.scale, pose.width * table.renderer.scale

    before = seen()
    pilot.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_w, mod=0, unicode="", scancode=0)], elapsed_ms=0.0)
    assert table.drawer.is_sliding and seen() == pytest.approx(before)
    pilot.step(elapsed_ms=DRAWER_SLIDE_MS)
    assert not table.drawer.is_sliding and seen()[0] < before[0]
    pilot.run_until_idle()
    pilot.press_keys(pygame.K_w)
    pilot.run_frames(60)
    assert seen() == pytest.approx(before)


def test_no_automatic_answer_during_explanation(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_single_answer), coach="first", auto_answer=True)
    moves = len(pilot.table.match.record.moves)
    for _ in range(50):
        pilot.step(elapsed_ms=100)
    assert explanation(pilot) and len(pilot.table.match.record.moves) == moves
    pilot.press_keys(pygame.K_RETURN)
    told = []
    for _ in range(300):
        pilot.step()
        told += [pilot.app.toast.key] if pilot.app.toast is not None and pilot.app.toast.key not in told else []
    assert len(pilot.table.match.record.moves) > moves
    assert told == ["app.table.only_choice"], "the first automatic answer is explained"
    assert "only_choice" in pilot.app.tutorial_progress.explained_questions


def test_no_clock_runs_while_lasso_is_explained(tmp_path: Path) -> None:
    def asked(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "lasso"

    pilot = continue_match(
        tmp_path, find_record("roped", asked, max_moves=400), coach="first", countdown="5", until_idle=False
    )
    for _ in range(600):
        pilot.step()
        if live_mode(pilot.table).coach.explanation:
            break
    record, choice = pilot.table.match.record, pilot.choice
    moves = len(record.moves)
    for _ in range(100):
        pilot.step(elapsed_ms=100)
    assert pilot.choice is choice and explanation(pilot).question_kind.startswith("roped.")
    pilot.press_keys(pygame.K_RETURN)
    for _ in range(70):
        pilot.step(elapsed_ms=100)
    assert len(record.moves) > moves


# --- what now? --------------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_what_now_is_answered_while_others_act(slug: str, tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, slug, "off", pace="slow", speed="1")
    moves = len(pilot.table.match.record.moves)
    for _ in range(30):
        pilot.answer(pilot.open_choice.legal_moves[0])
        pilot.step()
        pilot.confirm_if_asked()
        for _ in range(400):
            if pilot.app.top is not pilot.table_below() or pilot.director.has_shown_all_events:
                break
            pilot.step()
        waits = pilot.app.top is pilot.table_below() and pilot.table.match.computer_to_move() is not None
        if waits and not pilot.table.match.is_viewer_to_move():
            break
        pilot.run_until_idle()
    pilot.press_keys(pygame.K_w)
    assert explanation(pilot).text and not explanation(pilot).question_kind
    assert len(pilot.table.match.record.moves) > moves
    pilot.run_until_idle()
    assert explanation(pilot).question_kind, "the coach explains the player's next question"


# --- saved progress ---------------------------------------------------------------------------------------------------


def test_settings_make_coach_explain_again(tmp_path: Path) -> None:
    pilot = pilot_at_decision(tmp_path, "gurch")
    pilot.press_keys(pygame.K_RETURN)
    learned = pilot.app.tutorial_progress
    before = learned.snapshot
    screen = SettingsScreen(pilot.app, "play")
    pilot.app.open(screen)
    pilot.run_frames(2)
    text = pilot.app.words("app.coach.again")
    button = next(w for w in screen.root.children if isinstance(w, Button) and w.label == text)
    pilot.click(button.rect.center)
    assert not learned.explained_questions
    pilot.press_keys(pygame.K_u)
    assert learned.snapshot == before, "undo restores the progress"
    screen.reset_tutorial_progress()
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.app.go(ResumedTable())
    pilot.run_until_idle()
    assert explanation(pilot).question_kind in before.explained_questions


def test_first_ask_is_explained_to_new_player(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.go(MatchTable(new_record("pass_the_ace")))
    pilot.run_until_idle()
    assert explanation(pilot).question_kind.startswith("pass_the_ace.")
    assert HIDDEN not in hand(pilot.table)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["gurch", "big_two"])
def test_leader_is_not_asked_to_match_lead_count(slug: str, language: str) -> None:
    words = Words(language)
    texts: dict[str, set[str]] = {}
    for seed in range(4):
        game = game_contract.start_match(slug, seed, standard=True)
        for move in game_contract.random_moves(game, Rng(seed), 120):
            choice = Choice(game.view(move.seat), move.seat, LAYOUTS[slug])
            said = {verb.text for verb in explain(choice, words).verbs if verb.is_possible}
            texts.setdefault(game.prompt_for(move.seat).key, set()).update(said)
            game.play(move)
    assert texts["lead"] and words(f"{slug}.verb.play.help") not in " ".join(texts["lead"])
    assert words(f"{slug}.verb.play.help.lead") in " ".join(texts["lead"])
    others = [text for key, several in texts.items() if key != "lead" for text in several]
    assert any(words(f"{slug}.verb.play.help") in text for text in others)
    for key in texts.keys() & {"open_single"}:  # what is said of all prompts that begin with "open"
        assert words(f"{slug}.verb.play.help.open") in " ".join(texts[key])
