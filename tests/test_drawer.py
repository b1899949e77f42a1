"""The drawer beside the table: all parts move together, cards stay large, and nothing overlaps."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect, Surface

from engine.cards import Card
from engine.games import GAMES
from engine.rng import Rng
from scenes.render.renderer import Renderer
from scenes.render.theme import PAPER, PAPER_BOTTOM
from scenes.render.timing import DRAWER_SLIDE_MS
from scenes.render.typesetting import line_text
from scenes.shell.destinations import MatchTable
from scenes.table.cards.card_view import TableCardsView
from scenes.table.cards.pile_labels import PileLabel, captions_frame, draw_pile_label
from scenes.table.pages.last_plays import PlayRow
from scenes.table.pages.last_plays_page import LastPlaysPage, PlayRowWidget, set_row
from scenes.text.narrator import LogPart
from scenes.ui.scroll_view import ScrollView
from scenes.ui.widgets import Button, Pill, SeatPlate, Widget
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.skip_drawing import draw_last_only
from tests.support.table_nodes import icon_tools, node
from tests.support.tables import start_program

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
MOVES_PER_TABLE = 12
"""Number of random moves at each table."""


def open_table(folder: Path, slug: str, size: tuple[int, int] = (1280, 720), seats: int = 0, **values: Any) -> Pilot:
    pilot = start_program(folder, size, **{"speed": "1", "coach": "off", **values})
    pilot.app.go(MatchTable(new_record(slug, 9, seats)))
    pilot.run_until_idle()
    return pilot


def press(pilot: Pilot, key: int = pygame.K_w, elapsed_ms: float = 0.0) -> None:
    """Press a key in a frame of this length."""
    pilot.step([pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)], elapsed_ms=elapsed_ms)


class DrawnRects:
    """Records the rectangles of plates, prompt, answers, tools, cards and labels of piles, pixels."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.rects: dict[str, tuple[float, float]] = {}
        for kind in (SeatPlate, Pill, Button):
            patch.setattr(kind, "draw", self._noting(kind.draw))
        draw, seen = TableCardsView._draw_cards, self

        def draw_cards(picture: TableCardsView, target: Surface, drawn: list, *more: object) -> None:  # type: ignore[type-arg]
            for _, key, _, pose, _ in drawn:
                seen.rects[f"card {key}"] = (pose.x * picture.renderer.scale, pose.y * picture.renderer.scale)
            draw(picture, target, drawn, *more)  # type: ignore[arg-type]

        patch.setattr(TableCardsView, "_draw_cards", draw_cards)

        def draw_label(renderer: Renderer, target: Surface, label: PileLabel, card_renderer: Renderer) -> None:
            area = captions_frame(renderer, card_renderer).to_local_area(label.rect)
            seen.rects[f"label {label.pile}"] = renderer.to_shifted_pixel_rect(area).center
            draw_pile_label(renderer, target, label, card_renderer)

        for module in ("scenes.table.cards.card_view", "scenes.table.hud.pile_buttons"):
            patch.setattr(f"{module}.draw_pile_label", draw_label)

    def _noting(self, draw: Callable[..., None]) -> Callable[..., None]:
        def noted(widget: Widget, look: Renderer, target: Surface) -> None:
            name = getattr(widget, "label", "") or getattr(widget, "name", "") or getattr(widget, "string", "")
            self.rects[f"{type(widget).__name__} {name}"] = look.to_shifted_pixel_rect(widget.rect).center
            draw(widget, look, target)

        return noted


@pytest.mark.parametrize(("slug", "ui_scale"), [*((slug, "100") for slug in GAMES), ("palacio", "150")])
@pytest.mark.every_frame
def test_all_parts_move_together_when_table_makes_room(
    slug: str, ui_scale: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = open_table(tmp_path, slug, ui_scale=ui_scale)
    pilot.table.mode.submit_move(pilot.open_choice.legal_moves[0])
    pilot.run_until_idle()
    drawer, seen = pilot.table.drawer, DrawnRects(monkeypatch)
    for _ in range(2):
        pilot.app.draw()
        before = dict(seen.rects)
        press(pilot)
        assert drawer.is_sliding
        ways: dict[str, list[tuple[float, float]]] = {name: [place] for name, place in before.items()}
        while drawer.is_sliding:
            seen.rects.clear()
            pilot.app.draw()
            for name in ways.keys() & seen.rects.keys():
                ways[name].append(seen.rects[name])
            pilot.step(elapsed_ms=DRAWER_SLIDE_MS / 6)
        pilot.app.draw()
        assert len(ways) > 12
        for name, way in ways.items():
            start, end = way[0], seen.rects.get(name, way[-1])
            whole = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
            first = max(abs(way[1][0] - start[0]), abs(way[1][1] - start[1])) if len(way) > 1 else 0.0
            assert first <= 2, f"{name} jumps by {first}"
            if whole > 40 and len(way) > 4:
                done = [max(abs(x - start[0]), abs(y - start[1])) / whole for x, y in way[1:]]
                wanted = [1 - (1 - i / 6) ** 3 for i in range(len(done))]
                assert done == pytest.approx(wanted, abs=0.08), name
        pilot.run_until_idle()


@pytest.mark.parametrize("ui_scale", ["100", "200"])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 800)])
def test_tools_lie_above_open_drawer(size: tuple[int, int], ui_scale: str, tmp_path: Path) -> None:
    pilot = open_table(tmp_path, "gurch", size, ui_scale=ui_scale)
    press(pilot)
    pilot.run_until_idle()
    hud, drawer = pilot.table.hud, pilot.table.drawer
    paper = FRect(drawer.renderer.to_shifted_pixel_rect(drawer.rect))
    tools = {one.key: FRect(hud.renderer.to_shifted_pixel_rect(one.rect)) for one in icon_tools(hud)}
    assert [key for key, rect in tools.items() if rect.centerx > paper.left] == ["last_plays", "log", "rules"]
    assert not any(rect.colliderect(paper) for rect in tools.values())
    assert paper.contains(FRect(drawer.renderer.to_shifted_pixel_rect(node(hud, "close").rect)))


@pytest.mark.every_frame
def test_drawer_reverses_from_current_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = open_table(tmp_path, "gurch")
    table, seen = pilot.table, DrawnRects(monkeypatch)
    press(pilot)
    pilot.step(elapsed_ms=DRAWER_SLIDE_MS / 2)
    pilot.app.draw()
    opened, at_half = table.drawer.open_fraction, dict(seen.rects)
    press(pilot)
    pilot.app.draw()
    assert table.drawer.open_fraction == pytest.approx(opened)
    assert all(seen.rects[name] == pytest.approx(place, abs=2) for name, place in at_half.items())
    pilot.step(elapsed_ms=DRAWER_SLIDE_MS)
    assert not table.drawer.is_sliding and table.drawer.open_fraction == 0.0


@pytest.mark.parametrize("setting", ["reduced_motion", "speed"])
def test_less_motion_means_no_gliding(setting: str, tmp_path: Path) -> None:
    pilot = open_table(
        tmp_path, "big_two", **({"speed": "instant"} if setting == "speed" else {"reduced_motion": True})
    )
    press(pilot)
    table = pilot.table
    assert not table.drawer.is_sliding and table.drawer.open_fraction == 1.0 and not table.model.director.glides


def test_cards_in_drawer_are_large_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[float] = []
    for slug in GAMES:
        pilot, rng = open_table(tmp_path / slug, slug), Rng(3)
        with draw_last_only(pilot.app):
            for _ in range(MOVES_PER_TABLE):
                if pilot.choice is None:
                    break
                pilot.answer(rng.choice(pilot.open_choice.legal_moves))
                pilot.run_until_idle()
                if not isinstance(pilot.app.top, type(pilot.table_below())):
                    break
        table = pilot.table_below()
        for key in (pygame.K_w, pygame.K_t, pygame.K_d, pygame.K_h):
            press(pilot, key)
            pilot.run_until_idle()
            if table.drawer.page is not None:
                with monkeypatch.context() as patch:
                    patch.setattr(Renderer, "draw_card", lambda *drawn, **_: widths.append(drawn[5]))
                    table.hud.root.draw(table.drawer.renderer, Surface((4, 4)), node(table.hud, "drawer"))
        pilot.app.release_everything()
    assert len(widths) > 20 and min(widths) >= 52


@pytest.mark.parametrize("wide", [100.0, 170.0, 250.0])
def test_words_before_cards_stay_together(wide: float) -> None:
    look = Renderer((1280, 720))
    parts = tuple(LogPart(text, (Card(5),)) for text in ("takes from pile 1", "discards face down on pile 1"))
    lines = [line_text(line) for line in set_row(look, PlayRow("act", 1, parts), "Ingrid", wide)]
    for i, part in enumerate(parts):
        phrase = part.text if i else f"*Ingrid* {part.text}"
        shown, is_short = phrase.replace("*", ""), look.text_width(phrase, "plate") <= wide
        assert any(shown in line if is_short else line.startswith(shown.split()[0]) for line in lines)


@pytest.mark.painted
def test_long_list_fades_at_edges(tmp_path: Path) -> None:
    pilot = open_table(tmp_path, "roped", ui_scale="150")
    rng = Rng(2)
    for _ in range(6):
        pilot.answer(rng.choice(pilot.open_choice.legal_moves))
        pilot.run_until_idle()
    press(pilot, pygame.K_t)
    pilot.run_until_idle()
    page, look, root = pilot.table.drawer.page, pilot.table.drawer.renderer, pilot.table.hud.root
    (body,) = root.nodes_in("drawer", ScrollView)
    assert isinstance(page, LastPlaysPage) and body.max_offset > 60
    for down in range(0, int(body.max_offset), 40):
        body.offset = down
        sheet = Surface(look.size)
        sheet.fill(PAPER)
        root.draw(look, sheet, node(pilot.table.hud, "drawer"))
        area = look.to_shifted_pixel_rect(body.rect)
        for y in (*((area.top + 1, area.top + 4) if down else ()), area.bottom - 5, area.bottom - 2):
            line = [sheet.get_at((x, y)) for x in range(area.left, area.right - look.to_pixels(16))]
            assert min(min(pixel[:3]) for pixel in line) > 0.95 * PAPER_BOTTOM[2], (down, y)
        for row in root.nodes_in("drawer", PlayRowWidget):
            if row.row.kind != "act":
                continue
            top, bottom = (look.to_pixels(y) for y in (body.to_outer(row.rect).top, body.to_outer(row.rect).bottom))
            left = [sheet.get_at((area.left, y)) for y in range(max(top, area.top), min(bottom, area.bottom))]
            assert min((min(pixel[:3]) for pixel in left), default=255) > 0.7 * PAPER_BOTTOM[2], "a face is cut off"
