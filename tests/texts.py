"""The catalogues as those who translate see them."""

import importlib.util
import sys
from functools import cache
from pathlib import Path

from scenes import words

_FILE = Path(__file__).resolve().parent.parent / "build" / "make_texts.py"
_spec = importlib.util.spec_from_file_location("make_texts", _FILE)
assert _spec is not None and _spec.loader is not None
make_texts = importlib.util.module_from_spec(_spec)
sys.modules["make_texts"] = make_texts
_spec.loader.exec_module(make_texts)


@cache
def flat(language: str) -> dict[str, str]:
    """Key -> text; a plural's forms under the key with ``.one`` and ``.other`` behind it."""
    found: dict[str, str] = make_texts.flat(words.TEXTS, language)
    return found
