"""Rules of the architecture. A sixth game needs no edit outside its own files and the registries."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.match.record import Record
from scenes.selftest.pilot import SLOW_MACHINE_FRAME_MS
from scenes.selftest.selftest import count_own_answers
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.layout import TableLayout
from scenes.table.layouts.move_controls import MoveControls
from scenes.table.layouts.spots import PileSpot, SeatFrame
from scenes.table.layouts.spreads import HeapSpread, RowSpread
from scenes.table.table import Table
from tests.support.profile_pilot import play_match
from tests.support.records import chairs
from tests.support.registered_game import register_game
from tests.support.sources import PROGRAM_FILES, ROOT, imported_modules, syntax_tree
from tests.support.tables import find_table_faults
from tests.support.toy import Options, Toy

SCENE_FILES = [file for file in PROGRAM_FILES if "scenes" in file.parts]

CLOCK_FILE = "scenes/shell/clock.py"
EVENT_LOOP_FILES = {"scenes/app.py": "pygame.mouse.set_visible", "scenes/shell/loop.py": "pygame.event.get"}
"""The one call of each file that a scene may not make."""
COMMAND_FILES = {
    "main.py",
    "engine/arena/__main__.py",
    "engine/lab/__main__.py",
    "engine/par/__main__.py",
    "engine/review/__main__.py",
    "scenes/selftest/selftest.py",
}
"""Files that may print."""
REGISTER_FILES = ("engine/bots/registry.py",)
"""Files that may name games, besides the files of one game."""
GAME_FOLDERS = ("engine/games/", "engine/bots/", "scenes/table/layouts/")


def relative_path(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imported_packages(file: Path) -> set[str]:
    """Return the top-level packages that a file imports anywhere."""
    return {module.partition(".")[0] for module in imported_modules(file)}


def test_screens_import_only_allowed_packages() -> None:
    allowed = {*sys.stdlib_module_names, "engine", "scenes", "pygame", "font_lato", "markdown_it"}
    assert {relative_path(file): more for file in SCENE_FILES if (more := imported_packages(file) - allowed)} == {}


def test_only_clock_uses_time_or_unseeded_randomness() -> None:
    drawing = [relative_path(file) for file in SCENE_FILES if "urandom" in file.read_text(encoding="utf-8")]
    assert drawing == [CLOCK_FILE]
    forbidden = {"time", "random", "secrets", "datetime", "threading", "asyncio"}
    found = {relative_path(file): imported_packages(file) & forbidden for file in SCENE_FILES}
    assert {file: names for file, names in found.items() if names} == {CLOCK_FILE: {"time"}}


def test_scenes_are_given_time_events_and_mouse() -> None:
    for file in SCENE_FILES:
        for node in ast.walk(syntax_tree(file)):
            if isinstance(node, ast.Attribute):
                called = ast.unparse(node)
                if called == EVENT_LOOP_FILES.get(relative_path(file)):
                    continue
                assert not called.startswith(("pygame.time.", "pygame.mouse.")), f"{relative_path(file)}: {called}"
                assert called not in ("pygame.event.get", "pygame.event.wait", "pygame.key.get_pressed"), relative_path(
                    file
                )


def test_modules_claiming_no_pygame_run_without_it() -> None:
    claiming = [file for file in SCENE_FILES if "o pygame" in (ast.get_docstring(syntax_tree(file)) or "")]
    assert len(claiming) >= 8
    modules = [relative_path(file).removesuffix(".py").replace("/", ".") for file in claiming]
    code = "import sys; sys.modules['pygame'] = None\n" + "\n".join(f"import {module}" for module in modules)
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_games_are_named_only_in_own_files_and_registries() -> None:
    slugs = set(GAMES)
    for file in PROGRAM_FILES:
        if relative_path(file) in REGISTER_FILES or relative_path(file).startswith(GAME_FOLDERS):
            continue
        for node in ast.walk(syntax_tree(file)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not slugs & set(node.value.split(".")), (
                    f"{relative_path(file)}, line {node.lineno}: {node.value!r}"
                )


def test_only_commands_print_and_no_global_state_exists() -> None:
    for file in PROGRAM_FILES:
        for node in ast.walk(syntax_tree(file)):
            assert not isinstance(node, ast.Global), f"{relative_path(file)}, line {node.lineno}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                assert relative_path(file) in COMMAND_FILES, f"{relative_path(file)}, line {node.lineno} prints"


def test_every_module_has_docstring() -> None:
    assert [relative_path(file) for file in PROGRAM_FILES if not ast.get_docstring(syntax_tree(file))] == []


def test_registries_are_complete() -> None:
    assert GAMES.keys() == LAYOUTS.keys()
    for slug in GAMES:
        assert GAMES[slug].slug == LAYOUTS[slug].slug == slug
        assert (ROOT / "assets" / "emblems" / f"{slug}.svg").is_file()


# --- a sixth game -----------------------------------------------------------------------------------------------------

LAYOUT = TableLayout(
    "toy",
    TableGeometry(
        centre_spots=(
            PileSpot("stock", -180, 230, 100, has_slot_outline=True),
            PileSpot("heap", -50, 230, 100, HeapSpread(), has_slot_outline=True, has_caption=True),
            PileSpot("row", 90, 230, 90, RowSpread(100), max_width=320),
            PileSpot("box", 460, 230, 60, has_slot_outline=True, cover="back"),
        ),
        top_frame=SeatFrame(
            (PileSpot("hand", 238, 38, 44, RowSpread(7), max_width=130),), bubble_tip=(358, 38), width_in_top_row=380
        ),
        prompt_y=400,
    ),
    controls=MoveControls(drop_kinds_by_verb={"lay": "heap", "give": "box"}, always_offered_verbs=("pass",)),
)

TEXTS = {
    "title": "Toy",
    "tagline": "Lower and lower.",
    "players": "2 to 5 players",
    "demand.gift": "Give a card to your left",
    "demand.turn": "Lay a card that is not higher, or take one of the row",
    "demand.wait": "Wait",
    "move.give": "Give it",
    "move.lay": "Lay it",
    "move.flip": "Take from the row",
    "move.pass": "Pass",
    "claiming.give": "A gift",
    "claiming.lay": "{cards}",
    "claiming.flip": "From the row",
    "claiming.pass": "Pass",
    "refusal.one_card": "One card",
    "refusal.too_high": "No higher than {rank}",
    "refusal.no_such_place": "No card is there",
    "refusal.no_place": "No place",
    "refusal.you_can_play": "Something can be played",
    "reason.out": "Somebody has the fewest cards",
    "pile.heap": "Heap {n}",
    "option.wild.name": "Wild",
    "option.wild.help": "Goes on anything.",
    "option.wild.more": "It goes on anything.",
    "option.wild.value.none": "None",
    "option.wild.value.ace": "Ace",
    "option.wild.value.king": "King",
    "option.gift.name": "Gifts",
    "option.gift.help": "Gifts go round.",
    "option.gift.more": "Gifts go round.",
    "option.deals.name": "Deals",
    "option.deals.help": "How many.",
    "option.deals.more": "How many.",
    "option.deals.value.1": "One",
    "option.deals.value.2": "Two",
    "option.deals.value.3": "Three",
}


@pytest.fixture
def sixth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Toy game, added to the registries."""
    register_game(monkeypatch, tmp_path, Toy, LAYOUT, TEXTS)
    return Toy.slug


@pytest.mark.parametrize(("way", "seats"), [("mouse", 2), ("keys", 5)])
def test_sixth_game_is_played_at_same_table(way: str, seats: int, sixth: str, tmp_path: Path) -> None:
    def watch(table: Table) -> None:
        assert find_table_faults(table) == []

    record = Record(sixth, seats, 17 + seats, Options(deals=2, wild="king"), chairs(seats))
    settings = 'speed = "4"\npace = "quick"\nauto_answer = false\n'
    play_match(
        tmp_path / "profile",
        sixth,
        way,
        record=record,
        watch=watch,
        settings=settings,
        level="medium",
        frame=SLOW_MACHINE_FRAME_MS,
    )
    game = record.replay()
    assert game.outcome is not None and len(game.history) == 2
    assert count_own_answers(record) > 5
    assert {"give", "lay", "flip"} <= {move.verb for move in record.moves if move.seat == 0}
