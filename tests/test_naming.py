"""Rules of CONTRIBUTING about names and first sentences, as far as a program can check them."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support.sources import ROOT, syntax_tree

FOLDERS = ("build", "engine", "scenes", "tests")
OLD_LIMITS = re.compile(r"_?(MOST|LONGEST|LARGEST|LEAST)_")
"""Forbidden beginnings of constants; maxima are ``MAX_…``, minima ``MIN_…``."""
IRREGULAR_PARTICIPLES = frozenset(
    """
    begun bought bound built chosen done drawn dropped fed felt found given gone grown heard held hidden
    kept known laid left lent lost made met paid read said seen sent shown slept sold spoken taken thought
    told torn understood won worn written
    """.split()  # noqa: SIM905
)
NOUNS = frozenset(["bed", "deed", "feed", "felt", "read", "seed", "speed"])
"""Function names that only look like participles, or are also verbs or nouns."""
VAGUE_ATTRIBUTES = frozenset(
    """
    said told kept asked heard found high wide most least several aside around beside here
    """.split()  # noqa: SIM905
)
VAGUE_OPENING = re.compile(r"(What|Who|Whoever|Whatever|Where|The same|Those who|That which)\b")

Finding = str


def walked_files() -> Iterator[tuple[Path, list[ast.AST]]]:
    """Yield every module of the project with the nodes of its tree."""
    files = [ROOT / "main.py", *(file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py")))]
    for file in files:
        yield file.relative_to(ROOT), list(ast.walk(syntax_tree(file)))


def nodes_of(source: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(source)))


def is_participle(name: str) -> bool:
    return name not in NOUNS and (name in IRREGULAR_PARTICIPLES or re.fullmatch(r"[a-z]+ed", name) is not None)


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a decorator makes the function an attribute or a fixture; both have nouns as names."""
    words = {part for one in node.decorator_list for part in re.findall(r"\w+", ast.unparse(one))}
    return bool(words & {"property", "cached_property", "setter", "fixture"})


def public_functions(nodes: Sequence[ast.AST]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions and methods of a module, without functions inside of functions."""
    for owner in nodes:
        if isinstance(owner, ast.Module | ast.ClassDef):
            yield from (node for node in owner.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def name_findings(path: Path, nodes: Sequence[ast.AST]) -> Iterator[Finding]:
    """Yield every name of a module that breaks a rule."""
    for function in public_functions(nodes):
        if is_participle(function.name) and not is_property(function):
            yield f"{path}:{function.lineno}: {function.name}() is a bare participle"
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and OLD_LIMITS.match(node.id):
            yield f"{path}:{node.lineno}: {node.id} is no MAX_ or MIN_"
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if node.attr.lstrip("_") in VAGUE_ATTRIBUTES:
                yield f"{path}:{node.lineno}: .{node.attr} says too little"
        elif isinstance(node, ast.ClassDef):
            names = [
                one.target.id
                for one in node.body
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
            ]
            for name in names:
                if name.lstrip("_") in VAGUE_ATTRIBUTES:
                    yield f"{path}:{node.lineno}: {node.name}.{name} says too little"


def sentence_findings(path: Path, nodes: Sequence[ast.AST]) -> Iterator[Finding]:
    """Yield every docstring that begins with a relative clause instead of a noun or verb."""
    for node in nodes:
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else ():
            text = one.value.value if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) else None
            if isinstance(text, str) and VAGUE_OPENING.match(text.lstrip()):
                yield f"{path}:{one.lineno}: {text.strip().splitlines()[0][:60]}"


def argument_findings(path: Path, nodes: Sequence[ast.AST]) -> Iterator[Finding]:
    """Yield every name in an ``Args:`` block that is no parameter."""
    for node in nodes:
        function: ast.AST | None = node
        if isinstance(node, ast.ClassDef):
            function = next((one for one in node.body if getattr(one, "name", "") == "__init__"), None)
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        documented = ast.get_docstring(node) or ""
        block = documented.partition("Args:\n")[2].partition("\n\n")[0]
        parameters = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
        for name in re.findall(r"^    (\w+): ", block, flags=re.MULTILINE):
            if name not in parameters:
                yield f"{path}:{node.lineno}: {name} is no parameter of {node.name}"


def test_names_and_first_sentences_follow_contributing() -> None:
    checks = name_findings, sentence_findings, argument_findings
    assert [found for file in walked_files() for check in checks for found in check(*file)] == []


def test_documented_argument_without_parameter_is_found() -> None:
    source = 'def play(card): """Play.\\n\\n    Args:\\n        cards: to play.\\n    """'
    assert len(list(argument_findings(Path("x.py"), nodes_of(source)))) == 1


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("def told(): ...", "participle"),
        ("def judged(): ...", "participle"),
        ("MOST_CARDS = 3", "MAX_"),
        ("self.wide = 2", "too little"),
        ("class Box:\n    high: float", "too little"),
    ],
)
def test_bad_name_is_found(source: str, part: str) -> None:
    (finding,) = name_findings(Path("x.py"), nodes_of(source))
    assert part in finding


def test_relative_clause_is_found() -> None:
    source = '"""What is shown."""\nclass A:\n    """Who plays."""\n    x = 1\n    """The same."""\n'
    assert len(list(sentence_findings(Path("x.py"), nodes_of(source)))) == 3
    assert list(sentence_findings(Path("x.py"), nodes_of('"""Whether it moves."""'))) == []
