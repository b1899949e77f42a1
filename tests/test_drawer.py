"""The drawer and the table beside it: everything moves together, cards stay large, nothing lies on anything else."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface

from engine.cards import Card
from engine.games import GAMES
from engine.rng import Rng
from scenes.look.look import Look
from scenes.look.speeds import MAKE_ROOM
from scenes.look.theme import PAPER, PAPER_LOW
from scenes.look.widgets import Button, Pill, Plate, Widget
from scenes.shell.destinations import Begin
from scenes.table.felt.picture import TablePicture
from scenes.table.panels.last_played import PlayedRow
from scenes.table.panels.last_plays_page import LastPlaysPage, RowWidget, set_row
from scenes.text.narrator import LogPart
from tests.support.at_table import settings
from tests.support.lane import crowded, uncovered
from tests.support.painting import undrawn
from tests.support.piloting import Pilot
from tests.support.records import new_record

EACH = pytest.mark.parametrize("slug", GAMES)
LARGE = 0.84
"""Size of the cards beside the drawer in a window of 16:9, by their size without it, at the usual tables."""
STEPS = 24
"""Moves that are played at random at each table."""


def at(folder: Path, slug: str, size: tuple[int, int] = (1280, 720), seats: int = 0, **values: Any) -> Pilot:
    settings(folder, **{"speed": "1", "coach": "off", **values})
    pilot = Pilot(folder, size)
    pilot.app.go(Begin(new_record(slug, 9, seats)))
    pilot.rest()
    return pilot


def press(pilot: Pilot, key: int = pygame.K_w, dt: float = 0.0) -> None:
    """Press a key in a frame of this length."""
    pilot.step([pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)], dt=dt)


class Seen:
    """Notes where plates, prompt, answers, tools and cards are drawn, pixels."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.places: dict[str, tuple[float, float]] = {}
        for kind in (Plate, Pill, Button):
            patch.setattr(kind, "draw", self._noting(kind.draw))
        draw, seen = TablePicture._draw_cards, self

        def draw_cards(picture: TablePicture, target: Surface, drawn: list, *more: object) -> None:  # type: ignore[type-arg]
            for _, key, _, pose, _ in drawn:
                seen.places[f"card {key}"] = (pose.x * picture.look.scale, pose.y * picture.look.scale)
            draw(picture, target, drawn, *more)  # type: ignore[arg-type]

        patch.setattr(TablePicture, "_draw_cards", draw_cards)

    def _noting(self, draw: Callable[..., None]) -> Callable[..., None]:
        def noted(widget: Widget, look: Look, target: Surface) -> None:
            name = getattr(widget, "label", "") or getattr(widget, "name", "") or getattr(widget, "string", "")
            self.places[f"{type(widget).__name__} {name}"] = look.area(widget.rect).center
            draw(widget, look, target)

        return noted


@EACH
@pytest.mark.every_frame
def test_everything_moves_together_when_the_table_makes_room(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = at(tmp_path, slug)
    drawer, seen = pilot.table.drawer, Seen(monkeypatch)
    for _ in range(2):
        pilot.app.draw()
        before = dict(seen.places)
        press(pilot)
        assert drawer.moving
        ways: dict[str, list[tuple[float, float]]] = {name: [place] for name, place in before.items()}
        while drawer.moving:
            seen.places.clear()
            pilot.app.draw()
            for name in ways.keys() & seen.places.keys():
                ways[name].append(seen.places[name])
            pilot.step(dt=MAKE_ROOM / 6)
        pilot.app.draw()
        assert len(ways) > 12
        for name, way in ways.items():
            start, end = way[0], seen.places.get(name, way[-1])
            whole = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
            first = max(abs(way[1][0] - start[0]), abs(way[1][1] - start[1])) if len(way) > 1 else 0.0
            assert first <= 2, f"{name} jumps by {first}"
            if whole > 40 and len(way) > 4:
                done = [max(abs(x - start[0]), abs(y - start[1])) / whole for x, y in way[1:]]
                wanted = [1 - (1 - i / 6) ** 3 for i in range(len(done))]
                assert done == pytest.approx(wanted, abs=0.08), name
        pilot.rest()


def test_the_drawer_turns_back_from_where_it_is(tmp_path: Path) -> None:
    pilot = at(tmp_path, "gurch")
    table = pilot.table
    press(pilot)
    pilot.step(dt=MAKE_ROOM / 2)
    opened, at_half = table.drawer.opened, table.drawer.slide.seen(table.hud.anchors(table.prompt()))
    press(pilot)
    assert table.drawer.opened == pytest.approx(opened)
    now = table.drawer.slide.seen(table.hud.anchors(table.prompt()))
    assert all(now[key].x == pytest.approx(place.x, abs=2) for key, place in at_half.items())
    pilot.step(dt=MAKE_ROOM)
    assert not table.drawer.moving and table.drawer.opened == 0.0


@pytest.mark.parametrize("setting", ["reduced_motion", "speed"])
def test_nothing_glides_with_less_motion(setting: str, tmp_path: Path) -> None:
    pilot = at(tmp_path, "big_two", **({"speed": "instant"} if setting == "speed" else {"reduced_motion": True}))
    press(pilot)
    table = pilot.table
    assert not table.drawer.moving and table.drawer.opened == 1.0 and not table.stage.director.glides


@EACH
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (960, 540)])
def test_cards_stay_large_beside_the_drawer(slug: str, size: tuple[int, int], tmp_path: Path) -> None:
    pilot = at(tmp_path, slug, size, speed="instant")
    table = pilot.table
    key = table.stage.own_keys()[-1]
    before = table.stage.rest(key).width * table.look.scale
    press(pilot)
    assert table.stage.rest(key).width * table.look.scale >= LARGE * before


def tables() -> Iterator[tuple[str, int, str]]:
    """Every game with every number of seats, some with large texts."""
    for slug, game in GAMES.items():
        for seats in game.seats_allowed:
            yield slug, seats, "150" if seats % 2 else "100"


@pytest.mark.parametrize(("slug", "seats", "texts"), list(tables()))
def test_nothing_is_crowded_beside_the_drawer(slug: str, seats: int, texts: str, tmp_path: Path) -> None:
    pilot = at(tmp_path, slug, (1280, 720), seats, speed="instant", ui_scale=texts, log="open")
    rng, found = Rng(seats), set[str]()
    for _ in range(STEPS):
        table = pilot.table
        found |= {*uncovered(table), *crowded(table)}
        with undrawn(pilot.app):
            table.control.answer(rng.choice(pilot.choice.legal))
            pilot.step()
            pilot.insist()
            pilot.rest()
        if pilot.app.top is not table:
            break
    assert found == set()


def test_cards_in_the_drawer_are_large_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[float] = []
    for slug, seed in product(GAMES, (3, 4)):
        pilot = at(tmp_path / f"{slug} {seed}", slug)
        rng = Rng(seed)
        with undrawn(pilot.app):
            for _ in range(STEPS):
                if pilot.table.stage.choice is None:
                    break
                pilot.table.control.answer(rng.choice(pilot.choice.legal))
                pilot.rest()
                if not isinstance(pilot.app.top, type(pilot.table_below())):
                    break
        table = pilot.table_below()
        for key in (pygame.K_w, pygame.K_t, pygame.K_d, pygame.K_h):
            press(pilot, key)
            pilot.rest()
            if table.drawer.page is not None:
                with monkeypatch.context() as patch:
                    patch.setattr(Look, "draw_card", lambda *drawn, **_: widths.append(drawn[5]))
                    table.drawer.page.draw(table.drawer.look, Surface((4, 4)))
        pilot.app.close_all()
    assert len(widths) > 20 and min(widths) >= 52


@pytest.mark.parametrize("wide", [150.0, 220.0, 300.0])
def test_the_words_before_cards_stay_together(wide: float) -> None:
    look = Look((1280, 720))
    parts = tuple(LogPart(text, (Card(5),)) for text in ("takes from pile 1", "discards face down on pile 1"))
    laid = set_row(look, PlayedRow("act", 1, parts), "Ingrid", wide)
    room = wide - min(one.x for one in laid.placed)
    for i, part in enumerate(parts):
        words = part.text.split() if i else ["*Ingrid*", *part.text.split()]
        at = next(k for k, one in enumerate(laid.placed) if one.text == words[0])
        lines = {one.y for one in laid.placed[at : at + len(words)]}
        before = {one.y for one in laid.placed[:at]}
        together = look.text_width(" ".join(words), "plate") <= room
        assert len(lines) == 1 if together else not lines & before


@pytest.mark.painted
def test_a_long_list_fades_completely_at_its_edges(tmp_path: Path) -> None:
    pilot = at(tmp_path, "roped", ui_scale="150")
    rng = Rng(2)
    for _ in range(6):
        pilot.table.control.answer(rng.choice(pilot.choice.legal))
        pilot.rest()
    press(pilot, pygame.K_t)
    pilot.rest()
    page, look = pilot.table.drawer.page, pilot.table.drawer.look
    assert isinstance(page, LastPlaysPage) and page.body.furthest > 60
    for down in range(0, int(page.body.furthest), 40):
        page.body.offset = down
        sheet = Surface(look.size)
        sheet.fill(PAPER)
        page.draw(look, sheet)
        area = look.area(page.body.rect)
        for y in (*((area.top + 1, area.top + 4) if down else ()), area.bottom - 5, area.bottom - 2):
            row = [sheet.get_at((x, y)) for x in range(area.left, area.right - look.px(16))]
            assert min(min(pixel[:3]) for pixel in row) > 0.95 * PAPER_LOW[2], (down, y)
        for part in (one for one in page.parts if isinstance(one, RowWidget) and one.one.row.kind == "act"):
            top, bottom = (look.px(page.body.origin[1] + y) for y in (part.rect.top, part.rect.bottom))
            left = [sheet.get_at((area.left, y)) for y in range(max(top, area.top), min(bottom, area.bottom))]
            assert min((min(pixel[:3]) for pixel in left), default=255) > 0.7 * PAPER_LOW[2], "a face is cut off"
