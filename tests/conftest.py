"""Shared fixtures: no window, no sound; hypothesis with fixed examples and no deadline."""

from __future__ import annotations

import gc
import hashlib
import os
import sqlite3
import sys
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache, partial
from gettext import GNUTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from pygame import Surface

    from engine.settings import Settings
    from scenes.app import App
    from scenes.render.renderer import Renderer
    from tests.support.profile_pilot import Pilot
    from tests.support.statistics_history import InventedMatch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program; some tests import numpy before its bots

settings.register_profile(
    "suite",
    derandomize=True,
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)
settings.load_profile("suite")

collect_ignore = ["support/accessibility_player.py"]
"""The system's Python runs this folder's files; it has their imports."""

SIZE = (1280, 720)
MAX_CACHE_BYTES = 192 << 20
"""Maximum bytes of drawings reused between tests."""
MAX_TEXTS = 20_000
"""Maximum number of texts reused between tests with their lines and lengths."""
MAX_OPEN_FONTS = 120
"""Maximum number of open fonts, each in one size; some systems allow a program only 256 open files."""


@pytest.fixture(scope="session", autouse=True)
def drawn_once() -> Iterator[None]:
    """Make each drawing of a program only once: the tests start hundreds of programs with the same cards and texts.

    Players with custom decks share none, and the drawings of tests that paint and of tests that don't are kept apart.
    """
    import pygame

    from scenes.render.renderer_cache import APPEARANCE_SETTINGS, RendererCache
    from scenes.render.surface_cache import SurfaceCache
    from scenes.render.typesetting import ScaledFont

    kept = SurfaceCache(MAX_CACHE_BYTES)
    appearances = WeakKeyDictionary[SurfaceCache, Hashable]()
    get_or_make, blur, get_renderer = SurfaceCache._get_or_make, pygame.transform.gaussian_blur, RendererCache.get

    def get_and_note_appearance(renderers: RendererCache, settings: Settings, *given: Any) -> Renderer:
        before = len(renderers._renderers)
        renderer = get_renderer(renderers, settings, *given)
        if len(renderers._renderers) != before:
            chosen = (getattr(settings, name) for name in APPEARANCE_SETTINGS)
            has_custom_decks = renderers._decks is not None and bool(renderers._decks.names())
            appearances[renderers.cache] = None if has_custom_decks else (renderers.picture_size, *chosen)
        return renderer

    def make_once(
        cache: SurfaceCache, surfaces: OrderedDict[Hashable, Surface], key: Hashable, make: Callable[[], Surface]
    ) -> Surface:
        appearance = appearances.get(cache)
        if appearance is None:
            return get_or_make(cache, surfaces, key, make)
        kept_key = ScaledFont.render, appearance, key
        return get_or_make(cache, surfaces, key, lambda: kept.get(kept_key, make))

    def gaussian_blur(surface: Surface, radius: int) -> Surface:
        key = (hashlib.sha256(surface.get_buffer().raw).digest(), surface.get_size(), surface.get_masks(), radius)
        return kept.get(key, lambda: blur(surface, radius)).copy()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SurfaceCache, "_get_or_make", make_once)
        patch.setattr(RendererCache, "get", get_and_note_appearance)
        patch.setattr(pygame.transform, "gaussian_blur", gaussian_blur)
        yield


@pytest.fixture(scope="session", autouse=True)
def texts_set_once() -> Iterator[None]:
    """Measure each text, and break it into lines, only once for each scale."""
    from scenes.render.renderer import Renderer
    from scenes.render.typesetting import Line, Piece, Typesetter

    known = dict[Hashable, Any]()
    measured, set_lines = Renderer._measured, Typesetter.set_lines

    def know(key: Hashable, make: Callable[[], Any]) -> Any:
        if key not in known:
            if len(known) >= MAX_TEXTS:
                known.clear()
            known[key] = make()
        return known[key]

    def measure_once(renderer: Renderer, key: tuple[str, str, int], measure_px: Callable[[], int]) -> float:
        return measured(renderer, key, lambda: know((renderer.scale, key), measure_px))

    def set_lines_once(typesetter: Typesetter, pieces: Iterable[Piece], *given: Any, **options: Any) -> list[Line]:
        text = tuple(pieces)
        key = typesetter.scale, text, given, *options.items()
        return list(know(key, lambda: set_lines(typesetter, text, *given, **options)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Renderer, "_measured", measure_once)
        patch.setattr(Typesetter, "set_lines", set_lines_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def fonts_opened_once() -> Iterator[None]:
    """Open each font in each size and measure each text only once: this takes a fifth of the time of a table."""
    import pygame

    from scenes.render import effect_art, typesetting
    from scenes.render.composite_font import CompositeFont
    from scenes.render.typesetting import ScaledFont
    from tests.support import skip_drawing  # noqa: F401  # before the module's name for the class is patched

    @lru_cache(MAX_OPEN_FONTS)
    def opened(kind: type, name: str, px: int) -> Any:
        return kind(name, px)

    def opened_once(kind: type, name: str, px: int) -> Any:
        font = opened(kind, name, px)
        try:
            (font._font if isinstance(font, ScaledFont) else font).width("")
        except pygame.error:  # pygame has closed its fonts since
            opened.cache_clear()
        return opened(kind, name, px)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typesetting, "ScaledFont", partial(opened_once, ScaledFont))
        patch.setattr(effect_art, "CompositeFont", partial(opened_once, CompositeFont))
        yield


@pytest.fixture(scope="session", autouse=True)
def catalogues_read_once() -> Iterator[None]:
    """Read each catalogue of texts only once while its file is unchanged."""
    from engine import languages
    from scenes.text import catalogue

    load, kept = catalogue.load_catalogue, dict[tuple[Path, int], GNUTranslations]()

    def load_once(language: str) -> GNUTranslations:
        file = languages.TEXTS_FOLDER / f"{language}.mo"
        key = (file, file.stat().st_mtime_ns)
        if key not in kept:
            kept[key] = load(language)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "load_catalogue", load_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def licences_collected_once() -> Iterator[None]:
    """Collect the licences of all components only once: each collection takes half a second."""
    from engine.licences import bundled_licences

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scenes.screens.about.about_screen.bundled_licences", cache(bundled_licences))
        yield


@pytest.fixture(scope="session", autouse=True)
def disk_not_waited_for() -> Iterator[None]:
    """Write files without waiting for the disk: no test cuts the power. Child processes still wait."""
    connect = sqlite3.connect

    def connect_without_waiting(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **named)
        with suppress(sqlite3.Error):  # a damaged file, which the program is to notice itself
            connection.execute("PRAGMA synchronous = 0")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        patch.setattr(sqlite3, "connect", connect_without_waiting)
        yield


@pytest.fixture(scope="session", autouse=True)
def focusable_nodes_named() -> Iterator[None]:
    """Fail if a focusable node has no name for screen readers, on any screen that a test opens."""
    from scenes.shell.screen import Screen

    refresh = Screen.refresh

    def refresh_and_check(screen: Screen) -> None:
        refresh(screen)
        for node in screen.root.focus_order():
            element = node.as_accessible()
            assert element is not None and element.name, f"{node.key!r} of {type(screen).__name__} has no name"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Screen, "refresh", refresh_and_check)
        yield


RUN_FIRST = (
    "tests/test_imports.py",
    "tests/test_architecture.py",
    "engine/",
    "tests/games/",
    "tests/test_game_contract.py",
    "tests/test_catalogues.py",
    "tests/test_unused_texts.py",
    "tests/test_options.py",
    "tests/test_record.py",
)
"""Tests that run first: changes break these most often, and they take seconds."""


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let every second process collect from the end, so that each compiles half of the tests for the others."""
    report = yield
    if isinstance(collector, pytest.Directory) and os.environ.get("PYTEST_XDIST_WORKER", "")[-1:] in tuple("13579"):
        report.result.reverse()
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give all processes the same order, with those first that fail most often."""
    first = {name: i for i, name in enumerate(RUN_FIRST)}
    items.sort(
        key=lambda item: (
            next((i for name, i in first.items() if item.nodeid.startswith(name)), len(first)),
            item.path,
            isinstance(item, pytest.DoctestItem),
        )
    )


def pytest_collection_finish() -> None:
    gc.freeze()  # modules and tests live until the end, so the garbage collector can skip them
    gc.set_threshold(60_000)  # tests clone hundreds of thousands of positions, and few are part of a cycle


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "painted: looks at pixels; every frame is drawn as a player sees it")
    config.addinivalue_line("markers", "every_frame: watches what is drawn; every frame is drawn, without pixels")


@pytest.fixture(autouse=True)
def unpainted(request: pytest.FixtureRequest) -> Iterator[None]:
    """Skip drawing in tests without the mark ``painted``: drawing takes most of a program's time."""
    if "scenes.app" not in sys.modules or request.node.get_closest_marker("painted"):
        yield
        return
    from tests.support.skip_drawing import skip_frames, skip_pixels

    with pytest.MonkeyPatch.context() as patch:
        skip_pixels(patch)
        if not request.node.get_closest_marker("every_frame"):
            skip_frames(patch)
        yield


@pytest.fixture(autouse=True)
def programs_released() -> Iterator[None]:
    """Release the programs that the test has opened."""
    yield
    if "scenes.app" in sys.modules:
        from tests.support.profile_pilot import release_opened

        release_opened()


@pytest.fixture(scope="module")
def screen() -> Surface:
    """Window of the tests that draw."""
    import pygame  # tests that need no screen run without pygame

    pygame.display.init()
    return pygame.display.set_mode(SIZE)


@pytest.fixture(scope="module")
def renderer(screen: Surface) -> Renderer:
    """Renderer for the test window, with empty caches."""
    from scenes.render.renderer import Renderer

    return Renderer(screen.get_size())


@pytest.fixture
def app(tmp_path: Path) -> App:
    """Program with a new profile and no window."""
    from tests.support.screens import open_app

    return open_app(tmp_path)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Clipboard of the test: its last text is on it."""
    from scenes.ui import clipboard

    texts = [""]

    def copy(text: str) -> bool:
        texts.append(text)
        return True

    monkeypatch.setattr(clipboard, "copy", copy)
    monkeypatch.setattr(clipboard, "paste", lambda: texts[-1])
    return texts


# --- statistics -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def history(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[InventedMatch]]:
    """Statistics file with many matches, and these matches. Tests must not change it."""
    from tests.support.statistics_history import make_history

    path = tmp_path_factory.mktemp("history") / "statistics.sqlite"
    return path, make_history(path)


@pytest.fixture
def pilot(tmp_path: Path, history: tuple[Path, list[InventedMatch]], monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """Pilot on the home screen of a person with this history. Some test modules define their own pilot."""
    from tests.support.statistics_history import pilot_at_noon

    (tmp_path / "statistics.sqlite").write_bytes(history[0].read_bytes())
    return pilot_at_noon(tmp_path, monkeypatch)


@pytest.fixture
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """Pilot on the home screen of a person who hasn't played."""
    from tests.support.statistics_history import pilot_at_noon

    return pilot_at_noon(tmp_path, monkeypatch)
