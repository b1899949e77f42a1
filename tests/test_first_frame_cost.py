"""Cost of the program's first frame, before which a player sees nothing."""

import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface

from engine.games import CLASSES, GAMES
from scenes.render import box_styles, boxes, raster
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.screens.home.game_card import GameCard
from scenes.screens.home.home_screen import HomeScreen
from tests.support.profile_pilot import open_app
from tests.support.tables import write_settings

pytestmark = pytest.mark.painted

MAX_DRAWINGS, MAX_BLURS, MAX_PIXELS = 60, 6, 1_500_000
"""Maximum numbers of rasterised drawings, of blurs, and of drawn pixels, in a usual window. Games are dealt later."""
MAX_WITH_CARDS = (80, 8, 2_700_000)
"""Maxima with reduced motion, where the first frame has all games."""
VISIBLE_DIFFERENCE = 10
"""Difference of a colour or an alpha, 0 … 255, from which two drawings count as different."""
STYLES = {name: box for name, box in vars(box_styles).items() if isinstance(box, Box)}


def max_difference(one: Surface, other: Surface) -> int:
    """Return the largest difference of a premultiplied colour or an alpha, 0 … 255."""
    assert one.get_size() == other.get_size()
    raw = (surface.convert_alpha().premul_alpha().get_buffer().raw for surface in (one, other))
    return max((abs(a - b) for a, b in zip(*raw, strict=True)), default=0)


@pytest.mark.parametrize("reduced", [False, True])
def test_first_frame_needs_little_drawing(reduced: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []

    def counted(place: object, name: str) -> None:
        draw: Callable[..., Surface] = getattr(place, name)

        def count(*what: object) -> Surface:
            drawn = draw(*what)
            made.append((name, drawn.get_width() * drawn.get_height()))
            return drawn

        monkeypatch.setattr(place, name, count)

    counted(pygame.image, "load_sized_svg")
    for name in ("gaussian_blur", "rotozoom", "smoothscale"):
        counted(pygame.transform, name)
    write_settings(tmp_path, reduced_motion=reduced)
    app = open_app(tmp_path)
    app.go(HomeScreen(app, animates_deal=True))
    app.step(0, ())
    names = [name for name, _ in made]
    found = (names.count("load_sized_svg"), names.count("gaussian_blur"), sum(size for _, size in made))
    most = MAX_WITH_CARDS if reduced else (MAX_DRAWINGS, MAX_BLURS, MAX_PIXELS)
    assert found[0] > 10 and all(one <= limit for one, limit in zip(found, most, strict=True)), found
    app.release_everything()


def test_card_under_pointer_of_new_window_is_raised_at_once(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    home = HomeScreen(app)
    app.go(home)
    app.step(0, ())
    card = next(one for one in home.root.children if isinstance(one, GameCard))
    place = tuple(one * app.renderer.scale for one in card.rect.center)

    def move(rel: tuple[int, int], pos: tuple[float, ...]) -> None:
        app.step(16, [pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=rel, buttons=(0, 0, 0))])

    move((0, 0), place)  # SDL's first motion event, without a motion
    assert card.raised_fraction == 1 and not home.is_animating
    move((-300, 0), (2, 2))
    assert 0 < card.raised_fraction < 1, "a real motion raises and lowers cards slowly"
    app.release_everything()


def test_games_are_imported_lazily_and_pickled_by_name() -> None:
    assert list(GAMES) == list(CLASSES) == [game.slug for game in GAMES.values()]
    assert "gurch" in GAMES and "chess" not in GAMES and GAMES.get("chess") is None
    assert pickle.loads(pickle.dumps(GAMES)) is GAMES and len(pickle.dumps(GAMES)) < 60


@pytest.mark.parametrize("name", STYLES)
def test_wide_box_repeats_middle_of_narrow_one(name: str, renderer: Renderer) -> None:
    box, size = STYLES[name], (260, 48)
    narrow = boxes.min_widenable_width_px(box, renderer.scale)
    if narrow is None:
        assert box.texture or box.dashes
    elif narrow < size[0]:
        whole = boxes.draw_box(box, size, renderer.scale)
        small = boxes.draw_box(box, (narrow, size[1]), renderer.scale)
        assert max_difference(boxes.widen(small, size[0] - narrow), whole) < VISIBLE_DIFFERENCE


@pytest.mark.parametrize("area", [Rect(3, 5, 180, 90), Rect(0, 0, 41, 90), Rect(10, 10, 170, 200)])
def test_lines_drawn_along_edges_only_look_as_drawn_whole(area: Rect, screen: Surface) -> None:
    path = raster.rounded_rect_path(area.x + 2, area.y + 2, area.width - 4, area.height - 4, 20)
    body = f'<path d="{path}" fill="none" stroke="#ffffff" stroke-width="3"/>'
    drawn, whole = raster.transparent_surface((200, 120)), raster.transparent_surface((200, 120))
    raster.draw_along_edges(drawn, body, 1.0, area, (24, 26, 6))
    part = area.clip(whole.get_rect())
    whole.blit(raster.rasterise_svg(body, (part.x, part.y, part.w, part.h), part.size), part)
    assert max_difference(drawn, whole) < VISIBLE_DIFFERENCE


def test_drawing_in_screens_format_is_not_copied(screen: Surface) -> None:
    drawn = raster.to_display_format(raster.transparent_surface((40, 30)))
    assert raster.to_display_format(drawn) is drawn
    assert raster.to_display_format(drawn.subsurface((0, 0, 8, 8))).get_parent() is None, (
        "a part is copied, so that its parent can be freed"
    )
    plain = raster.to_opaque_display_format(drawn)
    assert plain is not drawn and raster.to_opaque_display_format(plain) is plain
    assert raster.to_display_format(plain).get_flags() & pygame.SRCALPHA


@pytest.mark.parametrize("slug", GAMES)
def test_cards_of_emblem_are_outside_all_groups(slug: str) -> None:
    """Each card can therefore be drawn by itself, on a small area."""
    text = (raster.ASSETS / "emblems" / f"{slug}.svg").read_text(encoding="utf-8")
    for mark in re.finditer("<!--card", text):
        before = text[: mark.start()]
        assert before.count("<g") == before.count("</g>")
