"""Imports the scripts in build/, which isn't a package."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

BUILD = Path(__file__).resolve().parents[2] / "build"


def script(name: str) -> ModuleType:
    """Return the module ``build/<name>.py``; its own imports from that folder work, too."""
    if str(BUILD) not in sys.path:
        sys.path.append(str(BUILD))
    return importlib.import_module(name)
