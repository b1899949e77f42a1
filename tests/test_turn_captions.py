"""Captions of turns of several steps, and the end of what seats have said."""

import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from engine.cards import HIDDEN
from engine.events import CardsMoved, CardsTurned, Event, QuestionAsked, redact_for_seat
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import TABLE, Note
from engine.rng import Rng
from scenes.render import timing
from scenes.screens.results.results_screen import ResultsScreen
from scenes.table.hud.turn_caption import TurnCaption
from scenes.text.catalogue import Words
from tests.support.records import find_record, new_record
from tests.support.tables import continue_match, has_real_choice

VIEWER, STEP_MS = 0, 20.0
SEVERAL_STEPS = ("roped", "gurch", "palacio")
"""Games with turns of several steps."""
FIGURE = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")


def captions(slug: str, seed: int, words: Words) -> Iterator[tuple[TurnCaption, Event, str, set[str]]]:
    """Yield the caption after each event of a random match, and the figures of all cards that the viewer has seen."""
    game, rng, seen = GAMES[slug](GAMES[slug].seats_default, seed), Rng(seed), set[str]()
    caption = TurnCaption(game)
    for _ in range(120):
        for event in (redact_for_seat(event, VIEWER) for event in game.take_events()):
            caption.on_event(event)
            if isinstance(event, CardsMoved | CardsTurned):
                seen |= {words.card(card, "figure") for card in event.cards if card != HIDDEN}
            yield caption, event, next(iter(caption.texts(words)), ""), seen
        if not game.seats_to_act():
            return
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_are_whole_texts_with_visible_cards_only(slug: str, language: str) -> None:
    words, texts = Words(language).for_game(slug), set[str]()
    for seed in range(6):
        for caption, _, text, seen in captions(slug, seed, words):
            texts.add(text)
            assert set(FIGURE.findall(text)) <= seen
            assert not text or caption.accessible_text(words)
    assert not any(".did." in text or "{" in text for text in texts)
    assert (len(texts) > 10) == (slug in SEVERAL_STEPS)


@pytest.mark.parametrize("slug", SEVERAL_STEPS)
def test_caption_grows_in_turn_and_lasts_until_next_turn_begins(slug: str) -> None:
    words, before, owner, outlasted, grown = Words("en").for_game(slug), "", TABLE, 0, 0
    for caption, event, text, _ in (one for seed in range(4) for one in captions(slug, seed, words)):
        if before and isinstance(event, QuestionAsked):
            assert text == before, "a question changes nothing"
            outlasted += event.ask.seats != (owner,)
        elif before and text and caption.seat == owner:
            assert text.split("·")[: before.count("·")] == before.split("·")[:-1], "only the last step may grow"
            grown += text != before
        before, owner = text, caption.seat
    assert outlasted > 2 and grown > 2


def test_caption_names_cards_by_figures_in_order_of_steps() -> None:
    words = Words("en").for_game("roped")
    texts = [text.replace("\u00a0", " ") for _, _, text, _ in captions("roped", 2, words)]
    assert any(re.fullmatch(r"turned \S+ · took \S+ · discarded on pile \d", text) for text in texts)


def test_bubble_ends_when_its_seat_is_asked_again(tmp_path: Path) -> None:
    hud = continue_match(tmp_path, find_record("big_two", has_real_choice)).table.hud
    hud.bubbles.notes.clear()
    hud.bubbles.notes.update({1: Note("pass"), 2: Note("pass")})
    game = hud.match.game
    assert game.ask is not None
    hud.on_event(QuestionAsked(game.ask._replace(seats=(2,))))
    assert hud.bubbles.notes == {1: Note("pass")}


def test_fact_about_hidden_cards_outlasts_next_question(tmp_path: Path) -> None:
    hud = continue_match(tmp_path, find_record("pass_the_ace", has_real_choice)).table.hud
    hud.bubbles.notes.clear()
    hud.bubbles.notes[1] = Note("stick")
    assert hud.match.game.ask is not None
    hud.on_event(QuestionAsked(hud.match.game.ask._replace(seats=(1,))))
    assert hud.bubbles.notes == {1: Note("stick")}


def watch_opponents_turn(folder: Path, **settings: Any) -> tuple[list[str], list[float]]:
    """Return the captions at the seats of opponents in a match, and the milliseconds between the steps of a turn."""
    pilot = continue_match(folder, new_record("roped", 5), until_idle=False, **settings)
    rng, shown, pauses, since, count = Rng(1), list[str](), list[float](), 0.0, 0
    for _ in range(1500):
        pilot.confirm_if_asked()
        if isinstance(pilot.app.top, ResultsScreen):
            break
        table = pilot.table
        moves = table.match.record.moves
        if len(moves) != count:
            if count and moves[-1].seat == moves[count - 1].seat != VIEWER and len(moves) == count + 1:
                pauses.append(since)
            since, count = 0.0, len(moves)
        if table.model.choice is not None and not table.model.director.is_busy:
            table.hand_controller.answer(rng.choice(table.model.choice.legal_moves))
            pilot.step(elapsed_ms=0.0)
            continue
        bubbles = table.hud.bubbles.placed_bubbles()
        shown += [bubble.string for bubble in bubbles.values() if bubble.is_caption]
        assert not (VIEWER in bubbles and bubbles[VIEWER].is_caption)
        pilot.step(elapsed_ms=STEP_MS)
        since += STEP_MS
    return shown, pauses


def test_opponents_pause_between_steps_of_turn_at_normal_speed(tmp_path: Path) -> None:
    shown, pauses = watch_opponents_turn(tmp_path, speed="1", pace="normal")
    assert any("·" in text for text in shown)
    assert len(pauses) > 4 and min(pauses) >= timing.MIN_STEP_PAUSE_MS


def test_opponents_pause_less_between_steps_at_higher_speed(tmp_path: Path) -> None:
    _, pauses = watch_opponents_turn(tmp_path, speed="4", pace="quick")
    assert len(pauses) > 4 and median(pauses) < timing.MIN_STEP_PAUSE_MS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["modi", "modi_draw", "dan", "dan_draw"])
def test_word_of_game_has_plain_clause_in_bubble(key: str, language: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", has_real_choice), language=language)
    hud, words = pilot.table.hud, pilot.app.words
    hud.bubbles.notes.clear()
    hud.bubbles.notes[1] = Note(key, {"seat": 1, "seat_to": 2})
    word = words.note_text("pass_the_ace", "said", Note(key)).strip("¡!！\u00a0")
    text = hud.bubbles.placed_bubbles()[1].string
    assert text.startswith(word) and len(text) > len(word) + 5
