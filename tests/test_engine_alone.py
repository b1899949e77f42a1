"""The engine runs without a screen: it imports neither pygame nor scenes, and numpy only for bots."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

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


PACKAGES = {
    "learned": {"numpy"},
    "versions.py": {"packaging"},
    "rating.py": {"openskill"},
    "release_query.py": {"truststore"},
    "online": {"ecdsa", "ifaddr", "msgspec", "segno", "truststore", "websockets", "zeroconf"},
}
"""Folder or file -> packages that it may import besides those of the whole engine."""


def test_engine_files_import_only_allowed_modules() -> None:
    everywhere = {*sys.stdlib_module_names, "engine", "tomli_w", "platformdirs"}
    for file in ENGINE_FILES:
        allowed = everywhere.union(*(PACKAGES.get(part, ()) for part in file.parts))
        assert set(_imports(file)) <= allowed, file


ALLOWED_CLOCKS = {
    "__main__.py": {"time"},
    "background_process.py": {"time"},
    "table_host.py": {"secrets"},
    "invitation.py": {"secrets"},
    "earned_feats.py": {"datetime"},
    "local_time.py": {"datetime"},
    "proof.py": {"secrets"},
    "atomic_replace.py": {"time"},
}
"""File -> modules of clock or randomness that it may use. Reasons: timings of commands, dates, keep-alive messages, a
pause on Windows, and secrets."""


def test_no_file_of_engine_uses_clock_or_unseeded_randomness() -> None:
    for file in ENGINE_FILES:
        exempt = ALLOWED_CLOCKS.get(file.name, set())
        assert not set(_imports(file)) & {"random", "secrets", "time", "datetime"} - exempt, file
        if "datetime" in exempt:  # dates are allowed, but the current time must be a parameter
            nodes = ast.walk(ast.parse(file.read_text("utf-8")))
            assert not {node.attr for node in nodes if isinstance(node, ast.Attribute)} & {"now", "today", "utcnow"}


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield (node.module or "").split(".")[0]
