"""The tests for each rule: ``python -m tests.golden.rules`` rewrites ``tests/golden/rules.md``.

The rules of a game are the anchors of its rules page, ``<a id="R7"></a>``. A test belongs to a rule if its name
contains the rule's id between underscores, as ``test_g4_r10_four_at_once_burn`` does.
"""

import ast
import re
import sys
from pathlib import Path

from engine.games import GAMES
from scenes.text.rules_document import find_page_file

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests" / "golden" / "rules.md"

_ANCHOR = re.compile(r'<a id="R(\d+)"></a>')
_ID = re.compile(r"(?<=_)r(\d+)(?=_|$)")


def rule_numbers(slug: str, language: str = "en") -> list[int]:
    """Return the numbers of a game's rules, in the order of its rules page."""
    return [int(number) for number in _ANCHOR.findall(find_page_file(language, slug).read_text(encoding="utf-8"))]


def tests_of(slug: str) -> dict[int, list[str]]:
    """Return rule -> names of its tests, in the test files of the game."""
    shown: dict[int, list[str]] = {}
    for file in sorted((ROOT / "tests" / "games").glob(f"test_{slug}*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in _ID.findall(node.name.lower()):
                    shown.setdefault(int(number), []).append(f"{file.stem}.{node.name}")
    return shown


def make_rules_table() -> str:
    """Return the table of all games in Markdown."""
    lines = ["# Rules and the tests that show them", "", "Written by `python -m tests.golden.rules`.", ""]
    for slug in GAMES:
        shown = tests_of(slug)
        lines += [f"## {slug}", "", "| rule | tests |", "|---|---|"]
        lines += [f"| {slug}.R{number} | {'<br>'.join(shown.get(number, []))} |" for number in rule_numbers(slug)]
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    """Write the table and print the rules without a test; return the exit status."""
    FILE.write_text(make_rules_table(), encoding="utf-8")
    missing = [f"{slug}.R{number}" for slug in GAMES for number in rule_numbers(slug) if number not in tests_of(slug)]
    print(f"{FILE.relative_to(ROOT)} written; without a test: {', '.join(missing) or 'none'}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
