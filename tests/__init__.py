"""Tests, golden files, benchmarks and the screenshot tool."""

import sys
from types import TracebackType


def print_uncaught_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an uncaught error of a command; a package that is not installed in one sentence."""
    package = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if package in ("", "engine", "scenes", "tests"):
        sys.__excepthook__(kind, error, trace)
    else:
        print(f"{package} is missing here: run {sys.executable} -m pip install -e '.[test]' first.", file=sys.stderr)


sys.excepthook = print_uncaught_error  # an environment made by "build/run.py play" lacks the packages of the tests
