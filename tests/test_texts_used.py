"""The catalogues have no unused texts."""

import ast
import re
from functools import cache

from engine.games import GAMES
from tests.support.sources import PROGRAM, tree
from tests.support.texts import flat

_ANY = "[a-zA-Z0-9_.']*"
"""Pattern of the figures in a key."""
_LEAST = 2
"""Minimum number of letters in a pattern besides its figures, so that it says something."""
_SUFFIXES = re.compile(r"(_you|_hidden|_many)+$")
"""Forms of a text of the log or of a reason, chosen by ``scenes.text.narrator``."""


@cache
def patterns() -> tuple[frozenset[str], re.Pattern[str]]:
    """All strings of the program, and one pattern of all strings that it composes."""
    whole, made = set(), set()
    for file in PROGRAM:
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
                if re.fullmatch(r"_[a-z_]{2,}", node.value):
                    made.add(_ANY + node.value)  # appended to a key
            parts = node.values if isinstance(node, ast.JoinedStr) else _added(node)
            fixed = [str(part.value) if isinstance(part, ast.Constant) else "" for part in parts]
            if len("".join(fixed).strip("._")) >= _LEAST and re.fullmatch(r"[\w.]+", "".join(fixed)):
                made.add("".join(re.escape(text) or _ANY for text in fixed))
    return frozenset(whole), re.compile("|".join(f"(?:{pattern})" for pattern in made))


def _added(node: ast.AST) -> list[ast.expr]:
    """Both sides of a concatenation."""
    return [node.left, node.right] if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else []


def named(key: str) -> bool:
    """Whether a string of the program is this key or can become it. Keys of the log are all looked up."""
    whole, made = patterns()
    return key in whole or (not re.match(rf"({'|'.join(GAMES)}|game)\.log\.", key) and made.fullmatch(key) is not None)


def said_by_a_game(key: str) -> bool:
    """Whether a game uses it: ``slug.part.name`` with a name that is in the program."""
    slug, _, rest = key.partition(".")
    part, _, name = rest.partition(".")
    if slug not in (*GAMES, "game") or not part:
        return False
    if part == "app":  # in place of the same text without the game
        return named(f"{part}.{name}")
    if part in ("option", "preset", "rank", "suit"):  # composed from the fields, which another test checks
        return True
    whole, made = patterns()
    if name in whole:
        return True
    name = _SUFFIXES.sub("", name)
    kinds = GAMES[slug].sees if slug in GAMES else {}
    if part in ("pile", "label", "log") and name.rpartition("_")[2] in kinds:
        how = re.sub(rf"_?({'|'.join(kinds)})_({'|'.join(kinds)})$", "", name)
        return name in kinds or how in whole
    return name in whole or made.fullmatch(name) is not None


def test_every_text_is_used() -> None:
    keys = {re.sub(r"\.(one|other)$", "", key) for key in flat("en")}
    assert len(keys) > 500
    keys.discard("app.language")  # packed as the language's name in the settings
    assert [key for key in sorted(keys) if not named(key) and not said_by_a_game(key)] == []


def test_an_unused_text_is_found() -> None:
    for key in ("app.nothing.asks", "people.nobody.what", "gurch.said.never_heard", "roped.log.fly_stock_hand"):
        assert not named(key) and not said_by_a_game(key), key
