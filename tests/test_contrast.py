"""Contrast of texts: at least 4.5:1 in every theme, by the colours and in rendered pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pygame
import pytest
from pygame import FRect, Surface

from engine.games import GAMES
from scenes.render import box_styles, theme
from scenes.render.boxes import Box
from scenes.render.decks import BACKS, DECKS
from scenes.render.renderer import Renderer
from scenes.render.table_themes import TABLE_THEMES
from scenes.ui.timeline import Timeline
from scenes.ui.tooltip import Tooltip
from scenes.ui.widgets import (
    Badge,
    Bubble,
    Button,
    Chip,
    Fact,
    Gallery,
    IconButton,
    Label,
    LabelledSlider,
    Link,
    Pill,
    PreviewRow,
    SeatPlate,
    Segmented,
    Stepper,
    TextField,
    Widget,
)
from tests.fit_all import check as fit_all
from tests.fit_all import states as fit_states
from tests.fit_all.text_contrast import MIN_CONTRAST, ContrastRecorder, measure_contrasts, pixels_at
from tests.pictures.shots import SHOTS_WITHOUT_GAME
from tests.support.skip_drawing import skip_frames

pytestmark = pytest.mark.painted

ANY_GAME = next(iter(GAMES))
"""Game whose pictures include the screens common to all games."""
SIMILAR_STATES = ("ask", "loud", "refusal", "said", "seating", "tip")
"""First words of the names of states that differ in their texts only; one of each is drawn."""
DRAWN_PICTURES = (
    "home", "keys", "bad_settings", "manual", "about", "about_more", "about_newer", "about_untrusted", "about_report",
    "day_done", "day_calendar", "lobby", "lobby_you", "lobby_failed", "home_table", "room_host", "room_invitation",
    "room_phrases", "room_rules", "elsewhere_menu", "elsewhere_talk", "presets", "settings", "deck_page",
    "deck_refused", "deck_add", "feats",
)  # fmt: skip
"""Pictures of screens before a game is chosen; the others show these screens with other texts."""


def drawn_states(slug: str, **settings: Any) -> Iterator[fit_states.State]:
    """Yield the states whose pictures are drawn: all states of one game, and the states of the others at the table.

    ``python -m tests.fit_all --contrast`` draws all of every game. The other screens are alike, on panels and paper.
    """
    if slug == ANY_GAME:
        yield from fit_all.all_states(slug, "en", few=True, **settings)
        pictures = {name: SHOTS_WITHOUT_GAME[name] for name in DRAWN_PICTURES}
        yield from fit_states.pictured_states(pictures, slug, "en", settings)
    with TemporaryDirectory() as folder:
        pilot = fit_states.pilot_on_profile(Path(folder), "en", **settings)
        states = fit_states.home_states(pilot) if slug == ANY_GAME else fit_states.table_states(pilot, slug, few=True)
        yield from ((name, pilot) for name in states)


THEMES = [(name, high_contrast) for name in TABLE_THEMES for high_contrast in (False, True)]


@pytest.fixture
def inks(monkeypatch: pytest.MonkeyPatch) -> ContrastRecorder:
    pygame.init()
    return measure_contrasts(monkeypatch)


# --- widgets --------------------------------------------------------------------------------------------------------


def felt_widgets() -> Iterator[Widget]:
    """Yield widgets on the table, in each of their states."""
    yield Pill("*seven* or higher", icon="sound")
    for chosen, felt, over in ((False, True, False), (False, True, True), (True, True, False), (False, False, False)):
        chip = Chip("House rules", lambda: None, icon="house", key_hint="F1", on_felt=felt)
        chip.is_chosen, chip.hovered = chosen, over
        yield chip
    yield Bubble("Pass", "left")
    yield Bubble("I keep it", is_standing_fact=True)
    yield Badge("12")
    for turn, dim, hovered in ((False, False, False), (True, False, False), (False, True, False), (False, False, True)):
        plate = SeatPlate(
            "mei", "Mei", [Fact("12", icon="card"), Fact("3 points")], is_turn=turn, is_dim=dim, on_click=print
        )
        plate.hovered = hovered
        yield plate
    for colour in (theme.CREAM, theme.TEXT_ON_FELT, theme.TITLE_TEXT):
        yield Label("On felt", "label", colour)
    yield from button_states("primary", "plain")


def panel_widgets() -> Iterator[Widget]:
    """Yield widgets on panels."""
    yield from button_states("primary", "plain")
    for hovered in (False, True):
        link = Link("Rule 12")
        link.hovered = hovered
        yield link
    for chosen in (0, 1):
        for over in (-1, 0, 1):
            choice = Segmented(["Yes", "No"], chosen, standard_index=0)
            choice.hovered, choice._hovered_index = over >= 0, over
            yield choice
        yield Stepper(["One", "Two"], chosen, standard_index=0)
        yield LabelledSlider(["One", "Two"], chosen, standard_index=0)
    yield PreviewRow("table", list(TABLE_THEMES), list(TABLE_THEMES), 0)
    for kind, names in (("table", list(TABLE_THEMES)), ("deck", list(DECKS)), ("back", list(BACKS))):
        for over in (-1, 1):
            gallery = Gallery(kind, names, names, 0)  # type: ignore[arg-type]
            gallery.hovered, gallery._hovered_index = over >= 0, over
            yield gallery
    for text, editing in (("Ana", True), ("Ana", False), ("", False)):
        field = TextField(text, placeholder="Your name")
        field.is_editing = editing
        yield field
    for colour in (theme.CREAM, theme.MUTED, theme.GOLD, theme.REFUSAL_TEXT, theme.BRASS):
        yield Label("On a panel", "small", colour)


def paper_widgets() -> Iterator[Widget]:
    """Yield widgets on paper."""
    yield from button_states("light")
    for hovered in (False, True):
        link = Link("Rule 12", on_dark=False)
        link.hovered = hovered
        yield link
    for colour in (theme.INK, theme.INK_SECONDARY, theme.INK_CAPTION, theme.INK_BROWN):
        yield Label("On paper", "small", colour)


def button_states(*kinds: str) -> Iterator[Button]:
    """Yield a button in each of its states except disabled."""
    for kind in kinds:
        for hovered, pressed, chosen in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1)):
            button = Button("Play", print, kind=kind, icon="play", key_hint="Enter", second_line="Deal 2")  # type: ignore[arg-type]
            button.hovered, button.pressed, button.is_chosen = bool(hovered), bool(pressed), bool(chosen)
            yield button


BACKGROUNDS: dict[str, tuple[Callable[[], Iterator[Widget]], Box | None]] = {
    "felt": (felt_widgets, None),
    "panel": (panel_widgets, box_styles.PANEL_BOX),
    "paper": (paper_widgets, box_styles.PAPER_BOX),
}


@pytest.mark.parametrize("ground", BACKGROUNDS)
@pytest.mark.parametrize(("table", "high_contrast"), THEMES)
def test_texts_of_every_widget_have_enough_contrast_in_every_state(
    inks: ContrastRecorder, table: str, high_contrast: bool, ground: str
) -> None:
    look, (widgets, box) = Renderer((1280, 720), table=table, high_contrast=high_contrast), BACKGROUNDS[ground]
    felt = TABLE_THEMES[table].high_contrast.felt_colours if high_contrast else TABLE_THEMES[table].felt_colours
    sheet = Surface((1280, 720))
    for widget in widgets():
        sheet.fill(max(felt, key=theme.luminance))
        if box is not None:
            look.draw_box(sheet, box, FRect(40, 40, 900, 600))
        widget.place_at(look, 120, 100)
        inks.clear()
        widget.draw(look, sheet)
        assert inks.measured_texts, widget
        assert inks.faults() == [], (type(widget).__name__, vars(widget))


@pytest.mark.parametrize("high_contrast", [False, True])
def test_texts_of_tooltip_have_enough_contrast(inks: ContrastRecorder, high_contrast: bool) -> None:
    look, sheet, tip = Renderer((1280, 720), high_contrast=high_contrast), Surface((1280, 720)), Tooltip(Timeline())
    sheet.fill(theme.CARD_FACE)
    tip.button = IconButton("menu", name="Menu", key_hint="Esc")
    tip.button.place_at(look, 100, 100)
    tip.draw(look, sheet)
    assert len(inks.measured_texts) == 2 and inks.faults() == []


@pytest.mark.parametrize("high_contrast", [False, True])
def test_texts_of_ribbon_and_large_letters_have_enough_contrast(high_contrast: bool) -> None:
    pygame.init()
    look = Renderer((1280, 720), high_contrast=high_contrast)
    ribbon, words = look.announcement_ribbon("MMMMMMMM"), look.text("MMMMMMMM", "ribbon", theme.RIBBON_TEXT)
    middle = words.get_rect(center=ribbon.get_rect().center)
    edge = pixels_at(
        ribbon, ((x, y) for x in range(middle.left, middle.right) for y in (middle.top, middle.bottom - 1))
    )
    assert all(theme.contrast_ratio(theme.RIBBON_TEXT, pixel[:3]) >= MIN_CONTRAST for pixel in edge)
    letters = look.announcement_letters("MMM")
    inner = letters.get_bounding_rect()
    places = ((x, y) for x in range(inner.left, inner.right, 3) for y in range(inner.top, inner.bottom, 3))
    solid = [pixel[:3] for pixel in pixels_at(letters, places) if pixel[3] == 255]
    gold = [pixel for pixel in solid if theme.luminance(pixel) > 0.3]
    dark = [pixel for pixel in solid if theme.luminance(pixel) < 0.06]
    assert len(gold) > 500 and len(dark) > 100
    worst = sorted(theme.contrast_ratio(one, theme.rgb("#7d1424")) for one in gold)
    assert worst[0] >= 3, "large letters have a contrast of 3:1"
    assert worst[len(worst) // 10] >= MIN_CONTRAST


def test_low_contrast_is_found(inks: ContrastRecorder) -> None:
    look, sheet = Renderer((1280, 720)), Surface((400, 200))
    sheet.fill((120, 120, 120))
    look.blit(sheet, look.text("grey on grey", "body", (140, 140, 140)), 10, 10)
    look.blit(sheet, look.text("black on grey", "body", (0, 0, 0)), 10, 60)
    look.blit(sheet, look.text("a *word* too dark", "body", (255, 255, 255), emphasis=(100, 100, 100)), 10, 110)
    kept = Surface((400, 200), pygame.SRCALPHA)
    look.blit(kept, look.text("drawn before", "body", (140, 140, 140)), 10, 10)
    assert len(inks.faults()) == 3, "the cached surface isn't counted before it is drawn"
    look.blit(sheet, kept, 0, 0)
    found = [fault.split(": ")[1].split(" #")[0] for fault in inks.faults()]
    assert found == ["'grey on grey'", "'a *word* too dark'", "'a *word* too dark'", "'drawn before'"]


# --- rendered pictures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "table"), list(zip(GAMES, cycle(TABLE_THEMES), strict=False)))
def test_texts_in_pictures_have_enough_contrast(
    inks: ContrastRecorder, slug: str, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    skip_frames(monkeypatch)
    high_contrast = table in ("harbour", "study")
    themed: dict[str, Any] = {"table": table, "high_contrast": high_contrast, "four_colours": high_contrast}
    found: list[str] = []
    seen: set[str] = set()
    for name, pilot in drawn_states(slug, **themed):
        kind = name.partition("_")[0]
        if kind in seen:
            continue
        seen |= {kind} & {*SIMILAR_STATES}
        found += (f"{name}: {fault}" for fault in fit_all.low_contrast_texts(pilot, inks)[1])
    assert sorted(set(found)) == []


# --- focus ring -----------------------------------------------------------------------------------------------------

MIN_RING_CONTRAST = 3.0
"""Minimum contrast of a focus ring to what it covers (WCAG 2.2, 1.4.11)."""
RING_GROUNDS = ("felt", "wood", "panel", "paper")


def draw_ring_ground(look: Renderer, ground: str) -> Surface:
    """Return a sheet with one of the backgrounds on which a widget may have the focus."""
    sheet = Surface((1280, 720))
    sheet.blit(look.felt_background() if ground == "felt" else look.wood_background(), (0, 0))
    boxes = {"panel": box_styles.PANEL_BOX, "paper": box_styles.PAPER_BOX}
    if ground in boxes:
        look.draw_box(sheet, boxes[ground], FRect(40, 40, 1200, 640))
    return sheet


@pytest.mark.parametrize("is_inside", [False, True])
@pytest.mark.parametrize("ground", RING_GROUNDS)
@pytest.mark.parametrize(("table", "high_contrast"), THEMES)
def test_focus_ring_has_enough_contrast_on_every_ground(
    table: str, high_contrast: bool, ground: str, is_inside: bool
) -> None:
    """Each line across the ring has a pixel with a contrast of 3:1 to the same pixel without focus."""
    look = Renderer((1280, 720), table=table, high_contrast=high_contrast)
    without, widget = draw_ring_ground(look, ground), Widget(FRect(300, 200, 400, 120))
    widget.is_focus_inside = is_inside
    sheet, widget.focused = without.copy(), True
    widget.draw_focus(look, sheet)

    def is_seen(points: list[tuple[int, int]]) -> bool:
        pairs = zip(pixels_at(sheet, points), pixels_at(without, points), strict=True)
        return max(theme.contrast_ratio(new[:3], old[:3]) for new, old in pairs) >= MIN_RING_CONTRAST

    for x in range(330, 670, 20):
        assert is_seen([(x, y) for y in range(180, 220)]) and is_seen([(x, y) for y in range(300, 340)])
    for y in range(230, 290, 20):
        assert is_seen([(x, y) for x in range(280, 320)]) and is_seen([(x, y) for x in range(680, 720)])
    if is_inside:  # a list would cut off more
        for strip in ((280, 180, 440, 20), (280, 320, 440, 20)):
            assert sheet.subsurface(strip).get_buffer().raw == without.subsurface(strip).get_buffer().raw
