"""Runs ``async def`` tests, each in an event loop of its own, at a host if they ask for one."""

import asyncio
import inspect
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

import pytest

from engine.online.host import server
from tests.online.local_host import TIMEOUT_SECONDS, LocalHost, running_local_host

Running = AbstractAsyncContextManager[LocalHost]
"""A fixture that an ``async def`` test gets entered."""


@pytest.fixture(autouse=True)
def deaf_guests_not_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a host close connections without waiting for guests who don't read."""
    monkeypatch.setattr(server, "CLOSE_TIMEOUT_SECONDS", 0.1)


@pytest.fixture
def host(tmp_path: Path) -> Running:
    return running_local_host(tmp_path)


@pytest.fixture
def proxied_host(tmp_path: Path) -> Running:
    """Host without TLS, as behind a proxy."""
    return running_local_host(tmp_path, tls=False)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None

    async def run() -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS), AsyncExitStack() as stack:
            arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
            for name, value in arguments.items():
                if isinstance(value, AbstractAsyncContextManager):
                    arguments[name] = await stack.enter_async_context(value)
            await test(**arguments)

    asyncio.run(run())
    return True
