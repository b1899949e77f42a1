"""The program's imports, from its syntax trees: at the top of files, in functions and under TYPE_CHECKING alike."""

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
    """``function`` or ``TYPE_CHECKING`` if it isn't executed when the file is imported; empty otherwise."""

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} -> {self.imported}"


def modules() -> dict[str, Path]:
    """Dotted name of every module of the program -> its file; for a package, its ``__init__``."""
    found = {"main": ROOT / "main.py"}
    for top in ("engine", "scenes"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(known: Mapping[str, Path]) -> list[Import]:
    """Every import of one of these modules by another."""
    return [one for name, path in known.items() for one in _of_file(name, path, known)]


def _of_file(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[Import]:
    for node, late in _nodes(ast.parse(path.read_text(encoding="utf-8")), ""):
        if isinstance(node, ast.Import):
            wanted = [alias.name for alias in node.names]
        else:
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            base = node.module or ""
            wanted = [full if (full := f"{base}.{alias.name}") in known else base for alias in node.names]
        for imported in sorted(set(wanted)):
            if imported in known and imported != name:
                yield Import(name, imported, node.lineno, late)


def find_late_imports(path: Path) -> list[int]:
    """The lines of a file with an import inside a function, of whatever module."""
    return [node.lineno for node, late in _nodes(ast.parse(path.read_text(encoding="utf-8")), "") if late == "function"]


def _nodes(tree: ast.AST, late: str) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    """The imports below a node, each with what delays it. Only statements are looked at: no expression has any."""
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
    """The statements directly below a node, and its ``except`` and ``case`` parts."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        yield from getattr(tree, field, ())


def find_import_cycle(edges: list[Import]) -> list[str]:
    """The modules of a circle, in the order in which they import one another; empty if there is none."""
    graph: dict[str, set[str]] = {}
    for one in edges:
        graph.setdefault(one.importer, set()).add(one.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def folder_of(module: str) -> str:
    """The folder that a module belongs to: ``scenes/table/cards``, ``engine/match``, ``engine``."""
    path = module.replace(".", "/")
    if module.partition(".")[0] not in ("engine", "scenes") or (ROOT / path).is_dir():
        return path
    return path.rpartition("/")[0]
