"""Texts fit: on every screen and in every state of the table none is cut, leaves its box, or overlaps another.

In Portuguese all states are measured in the smallest window, but of refusals, bubbles and announcements only the third
with the longest texts. In every other language it is a sixth of the pictures before a game is chosen and a third of
the states of one game, in several sizes of window and text. ``python -m tests.fit_all`` measures everything everywhere,
and moments that occur only during a match.
"""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import pygame
import pytest
from pygame import FRect, Rect, Surface

from engine.games import GAMES
from engine.languages import LANGUAGES
from scenes.app import App
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_FACE
from scenes.screens.lesson.script import load_lesson
from scenes.shell.destinations import MatchTable
from scenes.table.hud.prompt_placement import PromptPlacement
from scenes.ui.widgets import Button, Pill
from tests.fit_all import check as fit_all
from tests.fit_all import states as fit_states
from tests.fit_all.text_fit import Gauge, Recorder, RenderersBySize, record_drawings
from tests.support.records import new_record
from tests.support.tables import open_program

pytestmark = pytest.mark.painted

SETTINGS: Sequence[fit_all.MeasuredSetting] = (
    ((960, 540), "100", False),
    ((3440, 1440), "80", True),
    ((1024, 768), "150", True),
)
"""Sizes of window and text, and whether high contrast is on."""


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    pygame.init()
    monkeypatch.setattr(App, "draw", lambda _: None)  # measuring draws for each setting itself
    return record_drawings(monkeypatch)


LONGEST = "pt_BR"
"""Language in which all games are measured, in the smallest window."""
OTHERS = [language for language in LANGUAGES if language not in ("en", LONGEST)]
MEASURED_CASES = [
    *(("", language) for language in LANGUAGES),
    *((slug, LONGEST) for slug in GAMES),
    *zip(GAMES, cycle(OTHERS), strict=False),
]
"""Game, empty for the other screens, and language."""


@pytest.mark.parametrize(("slug", "language"), MEASURED_CASES)
def test_texts_fit_on_every_screen(recorder: Recorder, slug: str, language: str) -> None:
    looks: RenderersBySize = {}
    found = []
    places = SETTINGS[:1] if language == LONGEST or not slug else SETTINGS
    part = slice(None) if language == LONGEST else slice(LANGUAGES.index(language) % 6, None, 6)
    states = fit_all.all_states(slug, language, few=True, part=part)
    for number, ((name, pilot), place) in enumerate(zip(states, cycle(places), strict=False)):
        if slug and language != LONGEST and number % 3:
            continue
        found += fit_all.measure(pilot, Gauge(pilot.app, recorder, looks), name, [place])
    assert found == []


TIGHT_SETTINGS = (((960, 540), "150", False),)
"""Size of window and text with the least space around the cards: 640 x 360 logical pixels."""


@pytest.mark.parametrize("slug", GAMES)
def test_lesson_card_hides_nothing_at_large_texts(recorder: Recorder, slug: str, tmp_path: Path) -> None:
    """In every step prompt, answers, captions, plates and speech bubbles stay visible. One language per game."""
    language = LANGUAGES[list(GAMES).index(slug) % len(LANGUAGES)]
    pilot = fit_states.pilot_on_profile(tmp_path, language)
    looks: RenderersBySize = {}
    found, seen = [], 0
    for name in fit_states.lesson_states(pilot, slug):
        found += fit_all.measure(pilot, Gauge(pilot.app, recorder, looks), name, TIGHT_SETTINGS)
        seen += 1
    assert found == [] and seen > len(load_lesson(slug).steps)


@pytest.mark.parametrize(("slug", "seats"), [("palacio", 4), ("palacio", 3), ("big_two", 4), ("gurch", 4)])
def test_automatic_coach_hides_nothing(recorder: Recorder, slug: str, seats: int, tmp_path: Path) -> None:
    pilot = fit_states.pilot_on_profile(tmp_path, "en", coach="always")
    looks: RenderersBySize = {}
    pilot.app.go(MatchTable(new_record(slug, 5, seats)))
    found = []
    for count in range(4):
        pilot.run_until_idle()
        assert pilot.table.drawer.page is not None
        found += fit_all.measure(pilot, Gauge(pilot.app, recorder, looks), f"coach_{count}", TIGHT_SETTINGS)
        pilot.answer(pilot.open_choice.legal_moves[0])
        pilot.step()
        pilot.confirm_if_asked()
    assert found == []


def test_overlong_texts_are_found(recorder: Recorder) -> None:
    look, sheet = Renderer((960, 540)), Surface((400, 300), depth=8)
    look.draw_box(sheet, Box(4, fill=((0, (0, 0, 0)),)), FRect(10, 10, 100, 30))
    look.blit(sheet, look.text("wider than its box", "body"), 12, 14)
    look.blit(sheet, look.text("upon it", "body"), 60, 14)
    look.blit(sheet, look.text("cut", "body", max_width=8), 12, 100)
    look.blit(sheet, look.text("at the edge", "body"), 480, 200)
    button = Button("Press")
    button.place_at(look, 200, 300)
    button.draw(look, sheet)
    look.blit(sheet, look.text("in its way", "body"), 205, 315)
    kinds = [fault.split(":")[0] for fault in recorder.faults()]
    assert sorted(set(kinds)) == [
        "larger than its box",
        "on a control",
        "on each other",
        "outside what it is drawn on",
        "shortened",
    ]


def test_partial_overlaps_are_found(recorder: Recorder) -> None:
    look, sheet = Renderer((1280, 720)), Surface((800, 600), depth=8)
    look.draw_card(sheet, 0, 200, 200)
    look.draw_card(sheet, 1, 400, 200)
    look.draw_card(sheet, 2, 410, 200)  # covers the index below it, which cards of a hand don't
    assert len(recorder.card_indices) == 2
    look.blit(sheet, look.text("seen", "body"), 600, 300)
    box = Box(4, fill=((0, (0, 0, 0)),))
    look.draw_box(sheet, box, FRect(600, 295, 20, 40))
    look.draw_box(sheet, box, FRect(140, 140, 200, 10))
    found = sorted(recorder.faults())
    assert len(found) == 2 and "index of a card" in found[1] and "'seen'" in found[0]


def test_close_targets_are_found_except_beyond_list(recorder: Recorder) -> None:
    look, sheet = Renderer((1280, 720)), Surface((800, 600), depth=8)
    upper, lower = Button("In a list", height=30), Button("Below it", height=30)
    upper.place_at(look, 100, 100)
    lower.place_at(look, 100, 140)
    for list_bottom, count in ((600, 1), (130, 0)):
        recorder.controls.clear()
        with look.clip(sheet, FRect(0, 0, 800, list_bottom)):
            upper.draw(look, sheet)
        lower.draw(look, sheet)
        found = [fault for fault in recorder.faults() if fault.startswith("close targets")]
        assert len(found) == count


def test_long_prompt_takes_two_lines_of_about_equal_length(recorder: Recorder) -> None:
    look, words = Renderer((1280, 720)), "Choose *two cards of one suit, or a pair*: they become your pile"
    one, two = Pill(words, max_width=900), Pill(words, max_width=400)
    one.place_at(look, 100, 100)
    two.place_at(look, 100, 200)
    assert one.rect.height == 38 < two.rect.height < 76
    assert 300 < two.rect.width <= 400
    two.draw(look, Surface((1280, 720), depth=8))
    assert recorder.faults() == [] and recorder.texts[0].ink.width > 240
    assert Rect(100, 200, 400, 60).contains(recorder.texts[0].ink)


@pytest.mark.parametrize("slug", GAMES)
def test_very_long_prompt_leaves_room_at_both_sides(slug: str, tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record(slug, 5)), (960, 540), speed="instant")
    pilot.run_until_idle()
    look, table = pilot.app.renderer, pilot.table
    prompts = PromptPlacement(look, table.model, table.hud.weighted_areas)
    for answers in ([], [FRect(0, 0, look.width, 400)]):
        pill = Pill("Choose the cards that you like best. " * 8)
        prompts.place_prompt(pill, answers, has_countdown=True)
        rect = pill.rect
        assert rect.left >= 12 and rect.right <= look.width - 12 and rect.height > 50
    pilot.app.release_everything()


def rank_height(drawn: Surface) -> int:
    """Return the height in pixels of the rank at a card's upper left."""
    wide, high = drawn.get_size()
    corner = Rect(wide * 0.05, high * 0.02, wide * 0.15, high * 0.3)
    mask = pygame.mask.from_threshold(drawn, CARD_FACE, (60, 60, 60, 255))
    rows = [y for y in range(corner.top, corner.bottom) if not all(mask.get_at((x, y)) for x in _index_columns(corner))]
    return next((i for i, y in enumerate(rows) if y != rows[0] + i), len(rows))


def _index_columns(area: Rect) -> range:
    return range(area.left, area.right)


@pytest.mark.parametrize("slug", GAMES)
def test_rank_of_every_hand_card_is_22_pixels_high_at_720p(tmp_path: Path, slug: str) -> None:
    for seats in (min(GAMES[slug].seats_allowed), max(GAMES[slug].seats_allowed)):
        pilot = open_program(tmp_path, MatchTable(new_record(slug, 7, seats)), speed="instant")
        pilot.run_until_idle()
        stage, look = pilot.table.model, pilot.app.renderer
        widths = {stage.director.rest_poses[token.id].width for token in stage.shown.piles[stage.hand.pile]}
        assert widths
        heights = [rank_height(look.card(card, width)) for width in widths for card in range(0, 52, 5)]
        assert min(heights) >= 22
        pilot.app.release_everything()
