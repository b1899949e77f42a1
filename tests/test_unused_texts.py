"""All texts of the catalogues are used."""

import ast
import re
from functools import cache

from engine.games import GAMES
from tests.support.catalogue_texts import texts_by_key
from tests.support.sources import PROGRAM_FILES, syntax_tree

_PLACEHOLDER_PATTERN = "[a-zA-Z0-9_.']*"
"""Pattern for the placeholders in a composed key."""
_MIN_LETTERS = 2
"""Minimum number of letters in a pattern besides its placeholders; shorter patterns match too many keys."""
_SUFFIXES = re.compile(r"(_you|_hidden|_many)+$")
"""Variants of a text of the log or of a reason, chosen by ``scenes.text.narrator``."""


@cache
def patterns() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return all strings of the program, and one pattern for all strings that it composes."""
    whole, made = set(), set()
    for file in PROGRAM_FILES:
        for node in ast.walk(syntax_tree(file)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
                if re.fullmatch(r"_[a-z_]{2,}", node.value):
                    made.add(_PLACEHOLDER_PATTERN + node.value)  # appended to a key
            parts = node.values if isinstance(node, ast.JoinedStr) else _operands(node)
            fixed = [str(part.value) if isinstance(part, ast.Constant) else "" for part in parts]
            if len("".join(fixed).strip("._")) >= _MIN_LETTERS and re.fullmatch(r"[\w.]+", "".join(fixed)):
                made.add("".join(re.escape(text) or _PLACEHOLDER_PATTERN for text in fixed))
    return frozenset(whole), re.compile("|".join(f"(?:{pattern})" for pattern in made))


def _operands(node: ast.AST) -> list[ast.expr]:
    """Return both sides of a concatenation."""
    return [node.left, node.right] if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else []


def is_named(key: str) -> bool:
    """Whether a string of the program is this key or can become it. Keys of the log must be written out."""
    whole, made = patterns()
    return key in whole or (not re.match(rf"({'|'.join(GAMES)}|game)\.log\.", key) and made.fullmatch(key) is not None)


def is_used_by_game(key: str) -> bool:
    """Whether a game uses the key ``slug.part.name``, of which the program contains the name."""
    slug, _, rest = key.partition(".")
    part, _, name = rest.partition(".")
    if slug not in (*GAMES, "game") or not part:
        return False
    if part == "app":  # replaces the common text with the same key
        return is_named(f"{part}.{name}")
    if part in ("option", "preset", "rank", "suit"):  # composed from field names; another test checks these
        return True
    whole, made = patterns()
    if name in whole:
        return True
    name = _SUFFIXES.sub("", name)
    kinds = GAMES[slug].visibility if slug in GAMES else {}
    if part in ("pile", "label", "log") and name.rpartition("_")[2] in kinds:
        how = re.sub(rf"_?({'|'.join(kinds)})_({'|'.join(kinds)})$", "", name)
        return name in kinds or how in whole
    longer = f"{name}_"  # a text stands in for those with longer keys
    return any(text == name or text.startswith(longer) for text in whole) or any(map(made.fullmatch, (name, longer)))


def test_every_text_is_used() -> None:
    keys = {re.sub(r"\.(one|other)$", "", key) for key in texts_by_key("en")}
    assert len(keys) > 500
    keys.discard("app.language")  # build/make_texts.py uses it for the list of languages
    assert [key for key in sorted(keys) if not is_named(key) and not is_used_by_game(key)] == []


def test_unused_text_is_found() -> None:
    for key in ("app.nothing.asks", "people.nobody.what", "gurch.said.never_heard", "roped.log.fly_stock_hand"):
        assert not is_named(key) and not is_used_by_game(key), key
