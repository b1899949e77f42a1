"""Runs ``async def`` tests, each in an event loop of its own."""

import asyncio
import inspect

import pytest

from tests.online.local_host import TIMEOUT_SECONDS


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), TIMEOUT_SECONDS))
    return True
