"""Imports point downwards, from the screens to the engine, and form no circle."""

import importlib
import importlib.util
import re
from functools import cache

import pytest
from importlinter.cli import lint_imports

from engine.games import GAMES
from tests.support.imports import ROOT, Import, find_import_cycle, find_late_imports, folder_of, imports, modules

LATE_IMPORT_COUNTS = {
    "engine/arena/duplicate.py": 1,
    "engine/bots/__init__.py": 8,
    "engine/bots/big_two/levels.py": 1,
    "engine/bots/common/fallback.py": 1,
    "engine/schemas.py": 1,
    "engine/match/daily.py": 1,
    "engine/online/protocol/invitation.py": 1,
    "engine/profile/instance_inbox.py": 2,
    "engine/profile/replays.py": 2,
    "engine/rng.py": 2,
    "engine/statistics/rating.py": 1,
    "engine/updates/check.py": 1,
    "engine/updates/versions.py": 1,
    "engine/work/background_process.py": 4,
    "engine/work/pickling.py": 2,
    "scenes/render/font_files.py": 1,
    "scenes/routes.py": 4,
    "scenes/shell/destinations.py": 2,
    "scenes/shell/drop.py": 1,
    "scenes/shell/error_recovery.py": 3,
    "scenes/shell/input/gamepad.py": 1,
    "scenes/shell/input/input_router.py": 1,
    "scenes/shell/accessibility/screen_reader_link.py": 5,
    "scenes/shell/services.py": 4,
    "scenes/sound/mixer.py": 1,
    "scenes/text/system_language.py": 2,
}
"""File -> number of its imports inside functions, and of those of the program under TYPE_CHECKING. Each shortens the
program's start; a comment says by how much."""


@cache
def all_imports() -> list[Import]:
    """Return every import in the program."""
    return imports(modules())


def test_import_contracts_of_pyproject_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True) == 0


def test_modules_form_no_import_cycle() -> None:
    assert find_import_cycle(all_imports()) == []


def test_folders_form_no_import_cycle() -> None:
    between = [
        one._replace(importer=folder_of(one.importer), imported=folder_of(one.imported)) for one in all_imports()
    ]
    outside = [one for one in between if not f"{one.imported}/".startswith(f"{one.importer}/")]
    inside = [one for one in outside if not one.importer.startswith(f"{one.imported}/")]
    assert find_import_cycle(inside) == []


def test_import_cycle_is_found_and_named() -> None:
    several = [Import(a, b, 1, "") for a, b in (("x", "y"), ("y", "z"), ("z", "x"), ("w", "x"))]
    found = find_import_cycle(several)
    assert len(found) == 4 and found[0] == found[-1] and set(found) == {"x", "y", "z"}
    assert find_import_cycle(several[1:]) == []


def test_late_imports_are_listed_with_time_saved() -> None:
    late = {
        path: find_late_imports(path) for path in sorted([*ROOT.glob("engine/**/*.py"), *ROOT.glob("scenes/**/*.py")])
    }
    assert {
        path.relative_to(ROOT).as_posix(): len(lines) for path, lines in late.items() if lines
    } == LATE_IMPORT_COUNTS
    for path, lines in late.items():
        text = path.read_text(encoding="utf-8")
        assert not lines or re.search(r"# .*\d ms", text), f"{path}, lines {lines}: how many milliseconds does it save?"


def test_only_main_imports_app() -> None:
    assert [str(one) for one in all_imports() if one.imported == "scenes.app" and one.importer != "main"] == []


def test_no_other_file_of_table_imports_table() -> None:
    inside = [one for one in all_imports() if one.importer.startswith("scenes.table.")]
    assert [str(one) for one in inside if one.imported == "scenes.table.table"] == []


def test_public_names_keep_paths() -> None:
    for path, names in {
        "engine.games": ["GAMES"],
        "engine.game": ["Game", "STOCK"],
        "engine.cards": ["Card", "RANKS", "SUITS"],
        "engine.moves": ["Move", "Pile", "Note"],
        "engine.rng": ["Rng"],
        "engine.bots": ["bot_for"],
    }.items():
        module = importlib.import_module(path)
        assert [name for name in names if not hasattr(module, name)] == [], path
    for slug, game in GAMES.items():
        package = importlib.import_module(f"engine.games.{slug}")
        assert getattr(package, game.__name__) is game
        assert getattr(package, game.Options.__name__) is game.Options
    for command in ("arena", "lab", "par", "review"):
        assert importlib.util.find_spec(f"engine.{command}.__main__") is not None
