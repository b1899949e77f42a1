"""The scripts in build/, which is no package, as modules."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

BUILD = Path(__file__).resolve().parent.parent / "build"


def script(name: str) -> ModuleType:
    """``build/<name>.py``; what it imports from its own folder is found as well."""
    if str(BUILD) not in sys.path:
        sys.path.append(str(BUILD))
    return importlib.import_module(name)
