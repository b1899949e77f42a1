"""Files that a host leaves for its tables."""

import sys
from collections.abc import Iterator

import pytest

from engine.online.descriptors import FEWEST, RESERVED, WANTED, most_connections

if sys.platform != "win32":
    import resource


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
@pytest.mark.parametrize(
    ("limits", "asked", "connections"),
    [
        ((256, 4096), (4096, 4096), 4096 - RESERVED),
        ((1024, 1_048_576), (WANTED, 1_048_576), WANTED - RESERVED),
        ((1024, 1024), None, 1024 - RESERVED),
        ((20_000, 20_000), None, 20_000 - RESERVED),
        ((64, 64), None, FEWEST),
    ],
)
def test_file_limit_is_raised_as_far_as_allowed(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], asked: tuple[int, int] | None, connections: int
) -> None:
    set_to: list[tuple[int, int]] = []
    answers: Iterator[tuple[int, int]] = iter([limits, asked or limits])
    monkeypatch.setattr("resource.getrlimit", lambda _: next(answers))
    monkeypatch.setattr("resource.setrlimit", lambda _, wanted: set_to.append(wanted))
    assert most_connections() == connections
    assert set_to == ([asked] if asked else [])


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
def test_refused_file_limit_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int, __: tuple[int, int]) -> None:
        raise ValueError("not allowed")

    monkeypatch.setattr("resource.getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr("resource.setrlimit", refuse)
    assert most_connections() == 256 - RESERVED
