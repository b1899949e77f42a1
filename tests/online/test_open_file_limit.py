"""Limits of open files, which reserve some for the host's tables."""

import sys
from collections.abc import Iterator

import pytest

from engine.online.host.open_file_limit import (
    MIN_CONNECTIONS,
    RESERVED_FILES,
    WANTED_OPEN_FILES,
    raise_connection_limit,
)

if sys.platform != "win32":
    import resource


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
@pytest.mark.parametrize(
    ("limits", "asked", "connections"),
    [
        ((256, 4096), (4096, 4096), 4096 - RESERVED_FILES),
        ((1024, 1_048_576), (WANTED_OPEN_FILES, 1_048_576), WANTED_OPEN_FILES - RESERVED_FILES),
        ((1024, 1024), None, 1024 - RESERVED_FILES),
        ((20_000, 20_000), None, 20_000 - RESERVED_FILES),
        ((64, 64), None, MIN_CONNECTIONS),
    ],
)
def test_file_limit_is_raised_as_far_as_allowed(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], asked: tuple[int, int] | None, connections: int
) -> None:
    set_to: list[tuple[int, int]] = []
    answers: Iterator[tuple[int, int]] = iter([limits, asked or limits])
    monkeypatch.setattr("resource.getrlimit", lambda _: next(answers))
    monkeypatch.setattr("resource.setrlimit", lambda _, wanted: set_to.append(wanted))
    assert raise_connection_limit() == connections
    assert set_to == ([asked] if asked else [])


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
def test_refused_file_limit_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int, __: tuple[int, int]) -> None:
        raise ValueError("not allowed")

    monkeypatch.setattr("resource.getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr("resource.setrlimit", refuse)
    assert raise_connection_limit() == 256 - RESERVED_FILES
