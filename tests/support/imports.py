"""The program's imports, read from the syntax trees: at the top of files, in functions and under TYPE_CHECKING."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Import(NamedTuple):
    """An import of one module of the program by another."""

    importer: str
    imported: str
    line: int
    late: str
    """``function`` or ``TYPE_CHECKING`` if it isn't executed on import; empty otherwise."""

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} -> {self.imported}"


def modules() -> dict[str, Path]:
    """Return the dotted name of every module of the program -> its file; for a package, its ``__init__``."""
    found = {"main": ROOT / "main.py"}
    for top in ("engine", "scenes"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(known: Mapping[str, Path]) -> list[Import]:
    """Return every import of one of these modules by another."""
    return [one for name, path in known.items() for one in _of_file(name, path, known)]


def _of_file(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[Import]:
    for node, late in _nodes(ast.parse(path.read_text(encoding="utf-8")), ""):
        if isinstance(node, ast.Import):
            wanted = [alias.name for alias in node.names]
        else:
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            base = node.module or ""
            wanted = [full if (full := f"{base}.{alias.name}") in known else base for alias in node.names]
        for imported in sorted(set(wanted)):
            if imported in known and imported != name:
                yield Import(name, imported, node.lineno, late)


def find_late_imports(path: Path) -> list[int]:
    """Return the lines of a file's imports inside functions, and of those of the program under TYPE_CHECKING."""
    nodes = _nodes(ast.parse(path.read_text(encoding="utf-8")), "")
    return [node.lineno for node, late in nodes if late == "function" or (late and _is_of_program(node))]


def _is_of_program(node: ast.Import | ast.ImportFrom) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("engine", "scenes"))


def _nodes(tree: ast.AST, late: str) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    """Yield the imports below a node, each with the reason of its delay. Expressions contain none."""
    for node in _statements(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, late
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _nodes(node, "function")
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from _nodes(node, "TYPE_CHECKING")
        else:
            yield from _nodes(node, late)


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements directly below a node, including its ``except`` and ``case`` blocks."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        yield from getattr(tree, field, ())


def find_import_cycle(edges: list[Import]) -> list[str]:
    """Return the modules of an import cycle, in the order in which they import one another; empty without a cycle."""
    graph: dict[str, set[str]] = {}
    for one in edges:
        graph.setdefault(one.importer, set()).add(one.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def folder_of(module: str) -> str:
    """Return the folder that contains a module: ``scenes/table/cards``, ``engine/match``, ``engine``."""
    path = module.replace(".", "/")
    if module.partition(".")[0] not in ("engine", "scenes") or (ROOT / path).is_dir():
        return path
    return path.rpartition("/")[0]
