"""Environment variables with which the program was started, for other programs that it starts.

``main`` imports this before it changes the environment: variables of SDL, pygame and a built program would confuse or
crash other programs.
"""

import os
import sys
from collections.abc import Mapping

_LIBRARY_VARIABLES = ("LD_LIBRARY_PATH", "LIBPATH")
"""Library paths set by a built program's bootloader, which saves the old values in ``NAME_ORIG``."""
_BOOTLOADER_PREFIX = "_PYI_"


def without_bootloader_variables(environment: Mapping[str, str], *, packed: bool) -> dict[str, str]:
    """Return environment variables without those that the bootloader of a ``packed`` program has set.

    >>> without_bootloader_variables({"A": "1", "LD_LIBRARY_PATH": "/x", "LD_LIBRARY_PATH_ORIG": "/usr"}, packed=True)
    {'A': '1', 'LD_LIBRARY_PATH': '/usr'}
    """
    if not packed:
        return dict(environment)
    cleaned = {name: value for name, value in environment.items() if not name.startswith(_BOOTLOADER_PREFIX)}
    for name in _LIBRARY_VARIABLES:
        cleaned.pop(name, None)
        before = cleaned.pop(f"{name}_ORIG", None)
        if before:
            cleaned[name] = before
    return cleaned


STARTED_ENVIRONMENT: Mapping[str, str] = without_bootloader_variables(os.environ, packed=hasattr(sys, "frozen"))
