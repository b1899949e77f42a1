"""The engine runs without a screen: it imports neither pygame nor scenes, and numpy only for bots."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGINE_FILES = sorted((ROOT / "engine").rglob("*.py"))

BLOCKED_IMPORTS_CODE = """
import sys
for name in ("pygame", "scenes", "numpy"):
    sys.modules[name] = None
import pkgutil, importlib, engine
for found in pkgutil.walk_packages(engine.__path__, "engine."):
    if not found.name.startswith("engine.bots.big_two.learned."):
        importlib.import_module(found.name)
from engine.games import GAMES
print(*GAMES)
"""


def test_every_module_of_engine_imports_without_pygame_scenes_or_numpy() -> None:
    """Only the learned search needs numpy; a master loads it when it thinks."""
    run = subprocess.run(
        [sys.executable, "-c", BLOCKED_IMPORTS_CODE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split()


@pytest.mark.parametrize("file", ENGINE_FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_engine_files_import_only_allowed_modules(file: Path) -> None:
    allowed = {*sys.stdlib_module_names, "engine", "tomli_w", "platformdirs"}
    if "learned" in file.parts:
        allowed.add("numpy")
    if file.name == "versions.py":
        allowed.add("packaging")
    if file.name == "rating.py":
        allowed.add("openskill")
    if file.name == "release_query.py":
        allowed.add("truststore")
    if "online" in file.parts:
        allowed |= {"ecdsa", "ifaddr", "msgspec", "segno", "truststore", "websockets", "zeroconf"}
    assert set(_imports(file)) <= allowed


ALLOWED_CLOCKS = {
    "__main__.py": {"time"},
    "background_process.py": {"time"},
    "table_host.py": {"secrets"},
    "invitation.py": {"secrets"},
    "local_time.py": {"datetime"},
    "proof.py": {"secrets"},
    "atomic_replace.py": {"time"},
}
"""File -> modules of clock or randomness that it may use. Reasons: timings of commands, dates, keep-alive messages, a
pause on Windows, and secrets."""


@pytest.mark.parametrize("file", ENGINE_FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_file_of_engine_uses_clock_or_unseeded_randomness(file: Path) -> None:
    exempt = ALLOWED_CLOCKS.get(file.name, set())
    assert not set(_imports(file)) & {"random", "secrets", "time", "datetime"} - exempt
    if "datetime" in exempt:  # dates are allowed, but the current time must be a parameter
        names = {node.attr for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
        assert not names & {"now", "today", "utcnow"}


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield (node.module or "").split(".")[0]
