"""Tooltips: icon buttons show their names when the pointer rests on them."""

import math
from pathlib import Path

import pygame
import pytest
from pygame import FRect

from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.selftest.pilot import FRAME_MS
from scenes.selftest.selftest import new_record
from scenes.shell.destinations import MatchTable
from scenes.ui.timeline import Timeline
from scenes.ui.tooltip import Tooltip
from scenes.ui.widgets import IconButton
from tests.support.profile_pilot import Pilot
from tests.support.table_nodes import icon_tools, node, tool
from tests.support.tables import open_program


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_tools_of_table_show_name_and_key_after_delay(tmp_path: Path, language: str) -> None:
    lines = f'language = "{language}"\nspeed = "instant"\ncoach = "off"\n'
    (tmp_path / "settings.toml").write_text(lines, encoding="utf-8")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(MatchTable(new_record("gurch", 3)))
    pilot.run_until_idle()
    hud = pilot.table.hud
    keys = {"menu": "Esc", "sort": "S", "undo": "U", "hint": "H", "log": "L"}
    for name, key in keys.items():
        button = tool(hud, name)
        pilot.move(button.rect.center)
        pilot.step(elapsed_ms=timing.TOOLTIP_DELAY_MS - 50)
        assert hud.tooltip.button is None
        pilot.step(elapsed_ms=60)
        assert hud.tooltip.button is button
        assert button.key_hint == key and button.name.startswith(pilot.app.words(f"app.table.{name}"))
        rect = hud.tooltip.rect(hud.renderer)
        assert pygame.FRect(0, 0, hud.renderer.width, hud.renderer.height).contains(rect)
        assert not rect.colliderect(button.rect)
    pilot.move((640, 300))
    pilot.step()
    assert hud.tooltip.button is None


@pytest.mark.parametrize("ui_scale", ["100", "150"])
def test_every_tool_shows_name_beside_drawer(ui_scale: str, tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record("gurch", 3)), (960, 540), speed="instant", ui_scale=ui_scale)
    pilot.run_until_idle()
    pilot.press_keys(pygame.K_w)
    pilot.run_until_idle()
    hud = pilot.table.hud
    assert pilot.table.drawer.page is not None and len(icon_tools(hud)) == 8
    for button in icon_tools(hud):
        x, y = (round(hud.renderer.scale * at) for at in button.rect.center)
        pilot.step([pygame.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 0), buttons=(0, 0, 0))])
        pilot.step(elapsed_ms=timing.TOOLTIP_DELAY_MS + 10)
        assert hud.tooltip.button is button and not hud.tooltip.rect(hud.renderer).colliderect(button.rect), button.name
        window = pygame.FRect(0, 0, 960 / hud.renderer.scale, 540 / hud.renderer.scale)
        rect = hud.tooltip.rect(hud.renderer)
        assert window.contains(rect), button.name
        beside = [other.rect for other in icon_tools(hud)]
        assert rect.collidelist(beside) < 0, button.name
        shown = FRect(hud.renderer.to_shifted_pixel_rect(rect))
        close = hud.root.place_of(node(hud, "close")).screen_area
        assert not shown.colliderect(FRect(hud.card_renderer.to_shifted_pixel_rect(close))), button.name


def test_press_hides_name_until_pointer_comes_back() -> None:
    timeline, button = Timeline(), IconButton("log", name="Log")
    tip = Tooltip(timeline)
    button.hovered = button.pressed = True
    assert not tip.follow([button]) and not timeline.update(5000)
    button.pressed = False
    assert not tip.follow([button]) and not timeline.update(5000) and tip.button is None
    for button.hovered in (False, True):
        assert not tip.follow([button])
    assert timeline.update(600) and tip.button is button
    assert not tip.follow([button]) and not timeline.update(10_000)  # a tooltip at rest redraws nothing


def test_keyboard_shows_names_of_named_buttons() -> None:
    timeline, named, nameless = Timeline(), IconButton("log", name="Log"), IconButton("log")
    tip = Tooltip(timeline)
    named.focused = nameless.focused = True
    tip.follow([nameless, named])
    assert timeline.update(600) and tip.button is named


def test_tooltip_is_hidden_below_dialog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record("gurch", 3)))
    pilot.run_until_idle()
    pilot.move(tool(pilot.table.hud, "log").rect.center)
    pilot.run_frames(math.ceil(timing.TOOLTIP_DELAY_MS / FRAME_MS) + 2)
    drawn_names: list[str] = []

    def draw(tooltip: Tooltip, *_: object) -> None:
        if tooltip.button is not None:
            drawn_names.append(tooltip.button.name)

    monkeypatch.setattr(Tooltip, "draw", draw)
    surface = pygame.Surface((1280, 720))
    pilot.table.draw(surface)
    assert drawn_names
    drawn_names.clear()
    table = pilot.table
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is not table
    table.draw(surface)
    assert drawn_names == []


@pytest.mark.parametrize("below", [False, True])
def test_tooltip_moves_away_from_buttons_on_all_sides(below: bool) -> None:
    button, look = IconButton("log", name="Log"), Renderer((1280, 720))
    button.rect.center = 640, 360
    button.tooltip_below = below
    ring = [button.rect.move(dx, dy) for dx in (-60, 0, 60) for dy in (-60, 0, 60) if dx or dy]
    tip = Tooltip(Timeline(), lambda _: ring)
    tip.button = button
    rect = tip.rect(look)
    assert rect.collidelist([*ring, button.rect]) < 0
    assert abs(rect.centerx - 640) < 100 and abs(rect.centery - 360) < 130
    assert (rect.top > 360) == below
