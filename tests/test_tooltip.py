"""Icon buttons show their names when the pointer rests on them."""

from pathlib import Path

import pygame
import pytest

from scenes.look import speeds
from scenes.look.widgets import IconButton, Tooltip
from scenes.selftest.selftest import new_record
from scenes.shell.destinations import Begin
from tests.support.at_table import settings
from tests.support.piloting import Pilot


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_tools_of_the_table_show_name_and_key_after_a_delay(tmp_path: Path, language: str) -> None:
    lines = f'language = "{language}"\nspeed = "instant"\ncoach = "off"\n'
    (tmp_path / "settings.toml").write_text(lines, encoding="utf-8")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Begin(new_record("gurch", 3)))
    pilot.rest()
    hud = pilot.table.hud
    keys = {"menu": "Esc", "sort": "S", "undo": "U", "hint": "H", "log": "L"}
    for tool, key in keys.items():
        button: IconButton = getattr(hud.tools, tool)
        pilot.move(button.rect.center)
        pilot.step(dt=speeds.TOOLTIP_DELAY - 50)
        assert hud.tip.shown is None
        pilot.step(dt=60)
        assert hud.tip.shown is button
        assert button.key == key and button.name == pilot.app.words(f"app.table.{tool}")
        rect = hud.tip.rect(hud.look)
        assert pygame.FRect(0, 0, hud.look.width, hud.look.height).contains(rect)
        assert not rect.colliderect(button.rect)
    pilot.move((640, 300))
    pilot.step()
    assert hud.tip.shown is None


@pytest.mark.parametrize("ui_scale", ["100", "150"])
def test_every_tool_shows_its_name_beside_the_drawer(ui_scale: str, tmp_path: Path) -> None:
    settings(tmp_path, speed="instant", ui_scale=ui_scale)
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Begin(new_record("gurch", 3)))
    pilot.rest()
    pilot.key(pygame.K_w)
    pilot.rest()
    hud = pilot.table.hud
    assert pilot.table.drawer.page is not None and len(hud.tools.icons) == 8
    for tool in hud.tools.icons:
        x, y = (round(hud.look.scale * at) for at in tool.rect.center)
        pilot.step([pygame.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 0), buttons=(0, 0, 0))])
        pilot.step(dt=speeds.TOOLTIP_DELAY + 10)
        assert hud.tip.shown is tool and not hud.tip.rect(hud.look).colliderect(tool.rect), tool.name
        window = pygame.FRect(0, 0, 960 / hud.look.scale, 540 / hud.look.scale)
        assert window.contains(hud.tip.rect(hud.look)), tool.name


def test_a_press_hides_the_name_until_the_pointer_comes_back() -> None:
    tip, button = Tooltip(600), IconButton("log", name="Log")
    button.hovered = button.pressed = True
    assert not tip.update(0, [button])
    button.pressed = False
    assert not tip.update(5000, [button]) and tip.shown is None
    button.hovered = False
    tip.update(10, [button])
    button.hovered = True
    tip.update(10, [button])
    assert tip.update(600, [button]) and tip.shown is button
    assert not tip.update(10_000, [button])  # at rest nothing is redrawn


def test_the_keyboard_shows_names_except_for_a_button_without_one() -> None:
    tip, named, nameless = Tooltip(600), IconButton("log", name="Log"), IconButton("log")
    named.focused = nameless.focused = True
    tip.update(0, [nameless, named])
    assert tip.update(600, [nameless, named]) and tip.shown is named
