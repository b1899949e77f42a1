"""Space around the piles: a pile, its texts and the prompt keep apart, and every table has an axis."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pygame import FRect

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import TABLE, Pile
from engine.rng import Rng
from scenes.app import App
from scenes.render.timing import RESIZE_DELAY_MS
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import MatchTable
from scenes.table.cards.captions import captions
from scenes.table.cards.extent import rest_poses_rect
from scenes.table.cards.pile_labels import pile_labels
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import write_settings

MIN_GAP_PX = 16.0
"""Minimum distance between a pile, its label and the prompt, logical pixels of the card canvas."""
MIN_GAP_LARGE_TEXT_PX = 6.0
"""Minimum distance with texts larger than usual, logical pixels of the card canvas."""
SIZES = ((960, 540), (1280, 720), (1100, 700), (1920, 1080), (1024, 768), (3440, 1440))
WINDOW_SETTINGS = (*((size, "100") for size in SIZES), ((1280, 720), "125"), ((1280, 720), "150"))
ANSWERS_PER_MATCH, POSITION_INTERVAL = 9, 3
"""Number of the player's answers in a match, and answers between two checked positions."""


@pytest.fixture(autouse=True)
def _skip_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "draw", lambda _: None)


def positions(pilot: Pilot, slug: str, seats: int) -> Iterator[Table]:
    """Yield the table at the player's questions in a match of random answers."""
    rng = Rng(seats)
    pilot.app.go(MatchTable(new_record(slug, 5, seats)))
    for count in range(ANSWERS_PER_MATCH):
        pilot.run_until_idle()
        while isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                return
            pilot.dismiss_result()
            pilot.run_until_idle()
        if count % POSITION_INTERVAL == 0:
            yield pilot.table
        pilot.answer(rng.choice(pilot.open_choice.legal_moves))
        pilot.step()
        pilot.confirm_if_asked()


def set_each_size(pilot: Pilot, first: int) -> Iterator[tuple[str, str]]:
    """Set each size of window and of texts, with alternating languages; yield its name and text scale."""
    app = pilot.app
    for i, (size, scale) in enumerate(WINDOW_SETTINGS):
        language = LANGUAGES[(first + i) % len(LANGUAGES)]
        app.save_settings_without_layout(replace(app.settings, language=language, ui_scale=scale))  # type: ignore[arg-type]  # names of theirs
        pilot.resize(size)
        pilot.step(elapsed_ms=RESIZE_DELAY_MS)
        app.finish_animations()
        yield f"{size} {scale} % {language}", scale


def caption_rects(table: Table) -> dict[str, FRect]:
    """Return the texts at the table's piles with their rectangles in the card canvas."""
    hud, stage = table.hud, table.model
    found = {
        f"label {label.text}": label.rect
        for label in pile_labels(stage, hud.caption_renderer, table.renderer, table.words)
        if not label.is_pile_number and label.pile.owner == TABLE
    }
    ui = stage.canvas.ui_scale
    buttons = [button.rect for button in hud.answer_buttons]
    for fact in captions(hud.renderer, hud.words, stage, buttons):
        if abs(fact.rect.centerx * ui - stage.canvas.width / 2) < 4:  # at the middle pile
            found[f"caption of {fact.string}"] = FRect(*(ui * side for side in fact.rect))
    return found


def pile_rects(table: Table) -> dict[str, FRect]:
    """Return the table's piles and empty slots with their rectangles in the card canvas."""
    stage, found = table.model, {}
    for pile, place in stage.pile_geometries().items():
        box = rest_poses_rect(stage, stage.shown.piles.get(pile, ())) if pile.owner == TABLE else None
        if box is not None or (pile.owner == TABLE and place.spot.has_slot_outline):
            slot = FRect(
                place.x - place.card_width / 2, place.y - place.card_height / 2, place.card_width, place.card_height
            )
            found[f"pile {pile.kind} {pile.index}"] = slot if box is None or not box.contains(slot) else box
    return found


def close_pairs(table: Table, min_gap: float) -> list[str]:
    """Return pairs of texts, piles and prompt that are closer together than ``min_gap``."""
    ui = table.model.canvas.ui_scale
    labels, boxes = caption_rects(table), pile_rects(table)
    pairs = [(label, box, one, other) for label, box in labels.items() for one, other in boxes.items()]
    if table.prompt_text() and not table.hud.board_view.replaces_prompt:
        prompt = FRect(*(ui * side for side in table.hud.prompt_pill(table.prompt_text()).rect))
        pairs += [("prompt", prompt, one, other) for one, other in (labels | boxes).items()]
    found = []
    for name, box, one, other in pairs:
        apart = max(other.top - box.bottom, box.top - other.bottom, other.left - box.right, box.left - other.right)
        if apart < min_gap - 0.5:
            found.append(f"{name} and {one}: {apart:.1f}")
    return found


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in GAMES for seats in GAMES[slug].seats_allowed])
def test_pile_label_and_prompt_keep_apart(slug: str, seats: int, tmp_path: Path) -> None:
    write_settings(tmp_path, speed="instant")
    pilot = Pilot(tmp_path)
    found = set()
    for at, table in enumerate(positions(pilot, slug, seats)):
        for name, scale in set_each_size(pilot, seats + at):
            found |= {
                f"{name}: {one}" for one in close_pairs(table, MIN_GAP_PX if scale == "100" else MIN_GAP_LARGE_TEXT_PX)
            }
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("seats", GAMES["palacio"].seats_allowed)
def test_palacio_stock_and_pile_stay_centred_after_burns(seats: int, tmp_path: Path) -> None:
    write_settings(tmp_path, speed="instant")
    pilot = Pilot(tmp_path)
    pilot.app.go(MatchTable(new_record("palacio", 5, seats)))
    pilot.run_until_idle()
    stage = pilot.table.model
    for size, _ in WINDOW_SETTINGS:
        pilot.resize(size)
        pilot.step(elapsed_ms=RESIZE_DELAY_MS)
        middle = stage.canvas.width / 2
        stock, pile, palace = (stage.pile_geometries()[one] for one in (Pile("stock"), Pile("pile"), Pile("up", 0, 1)))
        assert (stock.x + pile.x) / 2 == pytest.approx(middle) == palace.x
        assert (pile.x - stock.x) / 2 > pile.card_width / 2
