"""The program's source files as syntax trees, each parsed once per test process."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM_FILES = (ROOT / "main.py", *sorted((ROOT / "engine").rglob("*.py")), *sorted((ROOT / "scenes").rglob("*.py")))


@cache
def syntax_tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def imported_modules(file: Path) -> tuple[str, ...]:
    """Return the modules that a file imports anywhere, and each imported name as ``module.name``.

    Raises:
        AssertionError: an import is relative.
    """
    found: list[str] = []
    for node in ast.walk(syntax_tree(file)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{file}: relative import"
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(found)
