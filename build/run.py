"""Set up and run House Rules: ``python3 build/run.py play`` or ``python3 build/run.py test``.

Needs only Python 3.11 or newer. It makes a virtual environment in ``.venv`` and installs the packages of
``pyproject.toml``, again if that list changes or the environment is broken. With ``--locked`` first, it installs
exactly the files whose checksums are in ``build/requirements.txt``. Further arguments are passed on:
``play --profile DIR``, ``test -k director``.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # this file must run on any Python up to this message
    sys.exit(
        "House Rules needs Python 3.11 or newer, and this is " + sys.version.split()[0] + ": install a newer one "
        "(python.org has it for every system) and run this again with it."
    )

from pathlib import Path

if str(Path(__file__).resolve().parent) not in sys.path:  # PYTHONSAFEPATH leaves it out
    sys.path.insert(0, str(Path(__file__).resolve().parent))

from environment import PYTHON, ROOT, main, requirements, set_up

__all__ = ["PYTHON", "ROOT", "main", "requirements", "set_up"]

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:], str(__doc__)))
