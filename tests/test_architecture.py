"""Rules of the architecture; a sixth game needs no edit outside its own files and the registries."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.match.record import Record
from scenes.selftest.pilot import SLOW
from scenes.selftest.selftest import own_answers
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.layout import FanSpread, HeapSpread, Layout, RowSpread, SeatFrame, Spot, StackSpread
from scenes.table.table import Table
from tests.support.at_table import faults
from tests.support.piloting import play_match
from tests.support.records import chairs
from tests.support.sixth import register
from tests.support.sources import PROGRAM, ROOT, imported, tree
from tests.support.toy import Options, Toy

SCENES = [file for file in PROGRAM if "scenes" in file.parts]

LOOP = "scenes/app.py"
COMMANDS = {
    "main.py",
    "engine/arena/__main__.py",
    "engine/lab/__main__.py",
    "engine/par/__main__.py",
    "engine/review/__main__.py",
    "scenes/selftest/selftest.py",
}
"""Files that may print."""
REGISTERS = ("engine/bots/registry.py",)
"""Files that may name games, besides those of one game."""
OF_ONE_GAME = ("engine/games/", "engine/bots/", "scenes/table/layouts/")


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def packages(file: Path) -> set[str]:
    """The top-level packages that a file imports, anywhere in it."""
    return {module.partition(".")[0] for module in imported(file)}


def test_screens_import_only_allowed_packages() -> None:
    allowed = {*sys.stdlib_module_names, "engine", "scenes", "pygame", "font_lato", "markdown_it"}
    assert {name(file): more for file in SCENES if (more := packages(file) - allowed)} == {}


def test_only_the_loop_uses_a_clock_or_unseeded_randomness() -> None:
    assert [name(file) for file in SCENES if "urandom" in file.read_text(encoding="utf-8")] == [LOOP]
    forbidden = {"time", "random", "secrets", "datetime", "threading", "asyncio"}
    found = {name(file): packages(file) & forbidden for file in SCENES}
    assert {file: names for file, names in found.items() if names} == {LOOP: {"time"}}


def test_scenes_are_given_time_events_and_the_mouse() -> None:
    for file in SCENES:
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.Attribute) and name(file) != LOOP:
                called = ast.unparse(node)
                assert not called.startswith(("pygame.time.", "pygame.mouse.")), f"{name(file)}: {called}"
                assert called not in ("pygame.event.get", "pygame.event.wait", "pygame.key.get_pressed"), name(file)


def test_modules_that_claim_to_need_no_pygame_run_without_it() -> None:
    claiming = [file for file in SCENES if "o pygame" in (ast.get_docstring(tree(file)) or "")]
    assert len(claiming) >= 8
    modules = [name(file).removesuffix(".py").replace("/", ".") for file in claiming]
    code = "import sys; sys.modules['pygame'] = None\n" + "\n".join(f"import {module}" for module in modules)
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_games_are_named_only_in_their_own_files_and_the_registries() -> None:
    slugs = set(GAMES)
    for file in PROGRAM:
        if name(file) in REGISTERS or name(file).startswith(OF_ONE_GAME):
            continue
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not slugs & set(node.value.split(".")), f"{name(file)}, line {node.lineno}: {node.value!r}"


def test_only_commands_print_and_there_is_no_global_state() -> None:
    for file in PROGRAM:
        for node in ast.walk(tree(file)):
            assert not isinstance(node, ast.Global), f"{name(file)}, line {node.lineno}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                assert name(file) in COMMANDS, f"{name(file)}, line {node.lineno} prints"


def test_every_module_has_a_docstring() -> None:
    assert [name(file) for file in PROGRAM if not ast.get_docstring(tree(file))] == []


def test_registries_are_complete() -> None:
    assert GAMES.keys() == LAYOUTS.keys()
    for slug in GAMES:
        assert GAMES[slug].slug == LAYOUTS[slug].slug == slug
        assert (ROOT / "assets" / "emblems" / f"{slug}.svg").is_file()


# --- a sixth game -----------------------------------------------------------------------------------------------------

LAYOUT = Layout(
    "toy",
    centre=(
        Spot("stock", -180, 230, 100, StackSpread(), slot=True),
        Spot("heap", -50, 230, 100, HeapSpread(), slot=True, caption=True),
        Spot("row", 90, 230, 90, RowSpread(100), room=320),
        Spot("box", 460, 230, 60, slot=True, cover="back"),
    ),
    own=(Spot("hand", 0, -93, 112, FanSpread()),),
    side=SeatFrame((Spot("hand", 52, 118, 44, RowSpread(9), room=160),), bubble=(60, 168), width=240),
    top=SeatFrame((Spot("hand", 238, 38, 44, RowSpread(7), room=130),), bubble=(358, 38), width=380),
    prompt_y=400,
    drops={"lay": "heap", "give": "box"},
    answers=("pass",),
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
    """The toy game, registered."""
    register(monkeypatch, tmp_path, Toy, LAYOUT, TEXTS)
    return Toy.slug


@pytest.mark.parametrize(("way", "seats"), [("mouse", 2), ("keys", 5)])
def test_a_sixth_game_is_played_at_the_same_table(way: str, seats: int, sixth: str, tmp_path: Path) -> None:
    def watch(table: Table) -> None:
        assert faults(table) == []

    record = Record(sixth, seats, 17 + seats, Options(deals=2, wild="king"), chairs(seats))
    settings = 'speed = "4"\npace = "quick"\nauto_answer = false\n'
    play_match(
        tmp_path / "profile", sixth, way, record=record, watch=watch, settings=settings, level="medium", frame=SLOW
    )
    game = record.replay()
    assert game.outcome is not None and len(game.history) == 2
    assert own_answers(record) > 5
    assert {"give", "lay", "flip"} <= {move.verb for move in record.moves if move.seat == 0}
