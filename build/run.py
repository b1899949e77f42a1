"""Set up and run House Rules: ``python3 build/run.py play`` or ``python3 build/run.py test``.

Needs only Python 3.11 to 3.15. Started by another version, it goes on with the newest of these that works. It makes a
virtual environment in ``.venv`` and installs the packages of ``pyproject.toml``, again if that list changes or the
environment is broken. With ``--locked`` first, it installs exactly the files whose checksums are in
``build/requirements.txt``. Further arguments are passed on: ``play --profile DIR``, ``test -k director``.
"""

import sys

if not (3, 11) <= sys.version_info[:2] <= (3, 15):  # this file must run on any Python up to this block's end
    import os
    import subprocess

    PROBE = "import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 15))"
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        for version in ("3.15", "3.14", "3.13", "3.12", "3.11"):
            python = ["py", "-" + version] if os.name == "nt" else ["python" + version]
            try:
                fails = subprocess.call(python + ["-c", PROBE], stdout=nowhere, stderr=nowhere)  # noqa: RUF005
            except OSError:
                continue
            if not fails and os.name == "nt":
                sys.exit(subprocess.call(python + sys.argv))
            if not fails:
                os.execvp(python[0], python + sys.argv)
    sys.exit(
        "House Rules needs Python 3.11 to 3.15, and this is " + sys.version.split()[0] + ": install one of these "
        "(python.org has them for every system) and run this again."
    )

from pathlib import Path

if str(Path(__file__).resolve().parent) not in sys.path:  # PYTHONSAFEPATH leaves it out
    sys.path.insert(0, str(Path(__file__).resolve().parent))

from environment import PYTHON, ROOT, main, requirements, set_up

__all__ = ["PYTHON", "ROOT", "main", "requirements", "set_up"]

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:], str(__doc__)))
