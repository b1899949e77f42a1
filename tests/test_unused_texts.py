"""All texts of the catalogues are used."""

import ast
import re
from functools import cache

from engine.games import GAMES
from tests.support.catalogue_texts import texts_by_key
from tests.support.sources import PROGRAM_FILES, syntax_tree

_PLACEHOLDER_PATTERN = r"[\w.']*"
_MIN_LETTERS = 2
"""Minimum number of letters in a composed string besides its placeholders; shorter ones match too many keys."""
_SUFFIXES = re.compile("(_you|_to_you|_from_you|_hidden|_many|_strict)+$")
"""Variants of a text, which the program appends to its name."""


@cache
def program_strings() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return all strings of the program, and one pattern for all strings that it composes."""
    whole, composed = set(), set()
    for file in PROGRAM_FILES:
        for node in ast.walk(syntax_tree(file)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                fixed = [str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values]
                if len("".join(fixed).strip("._")) >= _MIN_LETTERS and re.fullmatch(r"[\w.]+", "".join(fixed)):
                    composed.add("".join(re.escape(text) or _PLACEHOLDER_PATTERN for text in fixed))
    return frozenset(whole), re.compile("|".join(composed))


def is_used(key: str) -> bool:
    """Whether a string of the program is this key or can become it.

    A game's key may also be used by its name. A name in the log may consist of a motion and two kinds of piles.
    """
    whole, composed = program_strings()
    slug, _, rest = key.partition(".")
    if slug not in (*GAMES, "game"):
        return key in whole or composed.fullmatch(key) is not None
    part, _, name = rest.partition(".")
    if part in ("option", "preset"):  # composed from field names; another test checks these
        return True
    short = _SUFFIXES.sub("", name)
    names = {rest, name, short, f"{short}_"}  # a text stands in for those with longer names
    if part in ("log", "did"):
        if whole.issuperset(short.split("_")):
            return True
    else:
        names.add(key)
    return (
        bool(names & whole)
        or any(map(composed.fullmatch, names))
        or any(text.startswith(f"{short}_") for text in whole)
    )


def test_every_text_is_used() -> None:
    keys = {re.sub(r"\.(one|other)$", "", key) for key in texts_by_key("en")}
    assert len(keys) > 500
    keys.discard("app.language")  # build/make_texts.py uses it for the list of languages
    assert [key for key in sorted(keys) if not is_used(key)] == []


def test_unused_text_is_found() -> None:
    for key in ("app.nothing.asks", "people.nobody.what", "gurch.said.never_heard", "roped.log.fly_stock_hand"):
        assert not is_used(key), key
