"""The scripts in build/ and tests/bench/, which are no packages, as modules."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

BUILD = Path(__file__).resolve().parent.parent / "build"
BENCH = Path(__file__).resolve().parent / "bench"


def script(name: str, folder: Path = BUILD) -> ModuleType:
    """``<name>.py`` of a folder; what it imports from there is found as well."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    return importlib.import_module(name)
