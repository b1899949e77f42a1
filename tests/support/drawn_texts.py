"""Records the texts that are drawn."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from pygame import Surface

from scenes.render.renderer import Renderer
from scenes.ui.accessible_elements import strip_emphasis_and_breaks
from scenes.ui.widgets import Widget

_METHODS = ("text", "plain_text", "paragraph")
"""Methods of Renderer that draw a text."""


@contextmanager
def record_texts(*, except_in: Sequence[type[Widget]] = ()) -> Iterator[list[str]]:
    """Record the texts that are drawn inside the ``with``, in order, each in one line.

    Cached pictures and the classes ``except_in`` are left out.
    """
    drawn: list[str] = []

    def recording(draw: Callable[..., Surface]) -> Callable[..., Surface]:
        def record(renderer: Renderer, string: str, *more: Any, **named: Any) -> Surface:
            drawn.append(strip_emphasis_and_breaks(string))
            return draw(renderer, string, *more, **named)

        return record

    with pytest.MonkeyPatch.context() as patch:
        for name in _METHODS:
            patch.setattr(Renderer, name, recording(getattr(Renderer, name)))
        for kind in except_in:
            patch.setattr(kind, "draw", lambda *_: None)
        yield drawn
