"""New games: the stub is playable, its checklist names missing items, and no existing file is overwritten."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.languages import LANGUAGES
from tests.golden import perft
from tests.new_game.checklist import checklist
from tests.new_game.cli import main
from tests.new_game.stubs import TEMPLATE_BY_PATH, GameStub

ROOT = Path(__file__).resolve().parent.parent
COPIED_PATHS = (
    "engine",
    "scenes",
    "tests",
    "build/make_texts.py",
    "assets/texts",
    "assets/rules",
    "assets/manual",
    "assets/lessons",
    "README.md",
)
SLUG = "odd_one_out"
CHECK_CODE = """
import sys
from engine.games import GAMES
from engine.rng import Rng
from tests.new_game import checklist, required_texts

required_texts.MATCHES = 2
for seats in GAMES["odd_one_out"].seats_allowed:
    game, rng = GAMES["odd_one_out"](seats, seats), Rng(seats)
    while game.outcome is None:
        game.play(rng.choice(game.legal_moves(game.seats_to_act()[0])))
print("played", len(game.history))
sys.exit(checklist.main(["odd_one_out"]))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy of all parts of the program that a new game needs."""
    for name in COPIED_PATHS:
        source, target = ROOT / name, tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    return tmp_path


def test_new_game_is_playable_and_checklist_names_missing_items(copy: Path, capfd: pytest.CaptureFixture[str]) -> None:
    stub = GameStub(copy, SLUG, "Odd One Out")
    assert main([SLUG, "--title", "Odd One Out"], copy) == 1
    listed = capfd.readouterr().out
    must, _, may = listed.partition("optional:")
    written = [line.removeprefix("written: ") for line in listed.splitlines() if line.startswith("written: ")]
    assert {stub.fill_in(name) for name in TEMPLATE_BY_PATH} <= set(written)
    assert all((copy / name).is_file() for name in written)
    for file in stub.files():
        name = file.relative_to(copy).as_posix()
        assert (f"{name} " in must and "is still the stub" in must) or file.name == "__init__.py"
    for word in ("python -m tests.golden odd_one_out", "python -m tests.golden.rules"):
        assert word in must
    for word in ("engine/bots/odd_one_out", "ANCHORS", "README.md", "assets/manual/games.md"):
        assert word in may

    game, emblem = copy / "engine/games/odd_one_out/game.py", copy / "assets/emblems/odd_one_out.svg"
    text = game.read_text(encoding="utf-8").replace('Note("turn")', 'Note("choose")')
    game.write_text(text.replace('"@SLUG@.R3"', '"@SLUG@.R4"'), encoding="utf-8")
    emblem.unlink()
    lesson = copy / "assets/lessons/odd_one_out.toml"
    lesson.write_text(lesson.read_text(encoding="utf-8").replace('["anselm"]', "[]"), encoding="utf-8")
    page = copy / "assets/rules/en/odd_one_out.md"
    page.write_text(page.read_text(encoding="utf-8").replace('<a id="R2">', '<a id="R7">'), encoding="utf-8")
    run = subprocess.run([sys.executable, "-c", CHECK_CODE], cwd=copy, capture_output=True, text=True, check=False)
    assert run.returncode == 1 and run.stdout.startswith("played 3"), run.stderr
    must, _, _ = run.stdout.partition("optional:")
    assert "engine/games/odd_one_out/game.py  " not in must, "a changed file isn't listed as a stub"
    assert game.read_text(encoding="utf-8") != text.replace('Note("choose")', 'Note("turn")'), (
        "existing files stay unchanged"
    )
    lines = [line.split(maxsplit=1) for line in must.splitlines() if line.startswith("  ")]
    found = {(name, what) for name, what in lines}
    assert ("assets/emblems/odd_one_out.svg", "is not there") in found and not emblem.exists()
    assert ("assets/texts/templates/odd_one_out.pot", "no text: demand.choose") in found
    assert ("assets/lessons/odd_one_out.toml", "opponents must be 1 different characters") in found
    assert ("assets/rules/en/odd_one_out.md", "rules that the code names: R2") in found
    for kind, what in (("rules", "is not there: players read the page in English"), ("texts", "not translated: ")):
        listed_for = [name.split("/")[2] for name, line in found if name.startswith(f"assets/{kind}/") and what in line]
        assert tuple(sorted(listed_for)) == LANGUAGES[1:]
    assert any(name.endswith("layouts/odd_one_out.py") and "'choose'" in what for name, what in found)


def test_check_list_of_broken_game_names_error_and_place(copy: Path) -> None:
    GameStub(copy, SLUG).write()
    command = [sys.executable, "-m", "tests.new_game", SLUG]
    layout = copy / f"scenes/table/layouts/{SLUG}.py"
    layout.write_text(layout.read_text(encoding="utf-8") + "LAYOUT.nothing\n", encoding="utf-8")
    run = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert run.returncode == 1 and "Traceback" not in run.stdout + run.stderr
    assert "AttributeError" in run.stdout and f"scenes/table/layouts/{SLUG}.py, line " in run.stdout

    (copy / "babel.py").write_text("raise ModuleNotFoundError('No module named babel')", encoding="utf-8")
    layout.unlink()
    run = subprocess.run([*command, "--fill"], cwd=copy, capture_output=True, text=True, check=False)
    assert run.returncode == 1 and "Traceback" not in run.stdout + run.stderr
    assert "No module named babel" in run.stdout and "pip install -e .[test]" in run.stdout


def test_check_list_into_closed_pipe_ends_silently(copy: Path) -> None:
    GameStub(copy, SLUG).write()
    command = [sys.executable, "-m", "tests.new_game", SLUG]
    with subprocess.Popen(command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == ""


@pytest.mark.parametrize("slug", ["Odd", "odd one", "class", "app", "2odd", "odd_"])
def test_impossible_names_of_games_are_refused(slug: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main([slug], tmp_path)
    assert not list(tmp_path.iterdir())


def test_existing_game_lacks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perft, "compute_figures", perft.load().get)  # test_game_contract.py recounts them
    assert [item for item in checklist("big_two") if not item.optional] == []
