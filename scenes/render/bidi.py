"""Order of the characters of a line with right-to-left scripts, as in Arabic and Hebrew names. No pygame here.

The rules are those of Unicode's bidirectional algorithm (UAX 9) without embeddings and overrides, which no text of the
program has. Names in sentences are isolated, so that they don't reorder the words and numbers beside them.
"""

import functools
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"
"""First strong isolate (FSI) and pop directional isolate (PDI)."""
_FIRST_RIGHT_TO_LEFT = "\u0590"
"""First code point of the scripts that are written from right to left."""
_RIGHT_TO_LEFT_RANGES = ((0x590, 0x8FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFC), (0x10D00, 0x10D3F), (0x1E900, 0x1E95F))
"""Scripts in use that are written from right to left."""
_NUMBERS = frozenset(("EN", "AN"))
_DIRECTED = _NUMBERS | {"L", "R"}
"""Bidirectional types that have a direction after ``_resolved_numbers``; all others are neutral."""


class DirectedRun(NamedTuple):
    """Adjacent characters of one direction, in the order in which they are read."""

    text: str
    is_right_to_left: bool
    start: int = 0
    """Index of its first character in the line."""


def isolate_right_to_left(text: str) -> str:
    """Put a name between isolate characters, so that it doesn't reorder the text around it; unchanged without
    right-to-left characters.

    >>> isolate_right_to_left("Zoë"), isolate_right_to_left("דנה")
    ('Zoë', '\\u2068דנה\\u2069')
    """
    return f"{_ISOLATE}{text}{_END_OF_ISOLATE}" if _has_right_to_left(text) else text


@functools.cache
def _right_to_left_chars() -> frozenset[str]:
    return frozenset(chr(code) for first, last in _RIGHT_TO_LEFT_RANGES for code in range(first, last + 1))


def _has_right_to_left(text: str) -> bool:
    return not text.isascii() and max(text) >= _FIRST_RIGHT_TO_LEFT and not _right_to_left_chars().isdisjoint(text)


def without_isolates(text: str) -> str:
    """Return a text without the marks of ``isolate_right_to_left``."""
    return text.replace(_ISOLATE, "").replace(_END_OF_ISOLATE, "")


def visual_runs(text: str) -> list[DirectedRun]:
    """Split a line into runs of one direction, in the order in which they are drawn from left to right.

    >>> [run.text for run in visual_runs("a אב 12 ג!")]
    ['a ', ' ג', '12', 'אב ', '!']
    """
    if not _has_right_to_left(text):
        return [DirectedRun(without_isolates(text), is_right_to_left=False)]
    levels = _embedding_levels(text, -1)
    groups = [(level, list(group)) for level, group in groupby(range(len(text)), levels.__getitem__)]
    runs = [(level, text[group[0] : group[-1] + 1], group[0]) for level, group in groups]
    for depth in range(max(levels), 0, -1):
        runs = _reverse_deeper_runs(runs, depth)
    return [
        DirectedRun(shown, level % 2 == 1, start) for level, part, start in runs if (shown := without_isolates(part))
    ]


def _reverse_deeper_runs(runs: list[tuple[int, str, int]], depth: int) -> list[tuple[int, str, int]]:
    """Reverse each sequence of runs of at least this level (UAX 9, L2)."""
    ordered: list[tuple[int, str, int]] = []
    for is_deeper, group in groupby(runs, lambda run: run[0] >= depth):
        together = list(group)
        ordered += reversed(together) if is_deeper else together
    return ordered


def _embedding_levels(text: str, outer_level: int) -> list[int]:
    """Return the level of each character: even from left to right, odd from right to left.

    ``outer_level`` is that of the text around an isolate, −1 for a line.
    """
    isolates = _outermost_isolated_spans(text)
    inside = {i for first, end in isolates for i in range(first, end)}
    outside = [i for i in range(len(text)) if i not in inside]
    types = [unicodedata.bidirectional(text[i]) for i in outside]
    strong = next((kind for kind in types if kind in ("L", "R", "AL")), "L")
    level = outer_level + 1 + ((outer_level + 1) % 2 != (strong != "L"))
    levels = [level] * len(text)
    for i, kind in zip(outside, _resolved_types(types, "R" if level % 2 else "L"), strict=True):
        levels[i] = level + _level_increase(kind, level)
    for first, end in isolates:
        levels[first:end] = _embedding_levels(text[first:end], level)
    return levels


def _level_increase(kind: str, level: int) -> int:
    """Return the number of levels by which a resolved type is deeper than its line or isolate (I1 and I2)."""
    if level % 2:
        return 0 if kind == "R" else 1
    return {"L": 0, "R": 1}.get(kind, 2)


def _outermost_isolated_spans(text: str) -> list[tuple[int, int]]:
    """Return the outermost isolates as (first index, end index) pairs, without the isolate characters."""
    spans, depth, first = [], 0, 0
    for i, char in enumerate(text):
        if char == _ISOLATE:
            depth += 1
            first = i + 1 if depth == 1 else first
        elif char == _END_OF_ISOLATE and depth:
            depth -= 1
            if not depth:
                spans.append((first, i))
    return [*spans, (first, len(text))] if depth else spans


def _resolved_types(types: Sequence[str], around: str) -> list[str]:
    """Resolve bidirectional types to L, R, EN or AN (W1 to W7, N1 and N2); ``around`` is the direction of the line."""
    resolved = _resolved_numbers(types, around)
    i = 0
    for is_directed, group in groupby(list(resolved), _DIRECTED.__contains__):
        end = i + len(list(group))
        if not is_directed:
            before = _direction_beside_neutrals(resolved[i - 1]) if i else around
            after = _direction_beside_neutrals(resolved[end]) if end < len(resolved) else around
            resolved[i:end] = [before if before == after else around] * (end - i)
        i = end
    return resolved


def _direction_beside_neutrals(kind: str) -> str:
    """Return the direction, L or R, of a resolved type for the neutral characters beside it; R for numbers."""
    return "R" if kind in _NUMBERS else kind


def _resolved_numbers(types: Sequence[str], around: str) -> list[str]:
    """Resolve marks, letters, and numbers with their signs (W1 to W7)."""
    resolved = list(types)
    last_strong = around
    for i, kind in enumerate(types):
        if kind == "NSM":
            resolved[i] = resolved[i - 1] if i else around
        elif kind in ("L", "R", "AL"):
            last_strong = kind
        elif kind == "EN" and last_strong == "AL":
            resolved[i] = "AN"
    for i in range(1, len(resolved) - 1):
        before, kind, after = resolved[i - 1 : i + 2]
        if before == after and ((kind == "CS" and before in _NUMBERS) or (kind == "ES" and before == "EN")):
            resolved[i] = before
    for order in (range(len(resolved)), reversed(range(len(resolved)))):  # signs after a number, then those before it
        beside = ""
        for i in order:
            resolved[i] = beside = "EN" if resolved[i] == "ET" and beside == "EN" else resolved[i]
    last_strong = around
    for i, kind in enumerate(resolved):
        if kind in ("L", "R", "AL"):
            resolved[i] = last_strong = "L" if kind == "L" else "R"
        elif kind == "EN" and last_strong == "L":
            resolved[i] = "L"
    return resolved
