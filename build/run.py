"""Set up and run House Rules: ``python3 build/run.py play`` or ``python3 build/run.py test``.

Needs Python 3.11 or newer and nothing else. It makes a virtual environment in ``.venv`` and installs the packages of
``pyproject.toml`` there: once, and again when that list changes. With ``--locked`` first, it installs exactly the
files whose checksums are in ``build/requirements.txt``. Further arguments are passed on: ``play --profile DIR``,
``test -k director``.
"""

import hashlib
import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "build" / "requirements.txt"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def requirements(*extras: str) -> list[str]:
    """Requirements in pyproject.toml, with these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed: list[str] = list(project["dependencies"])
    for extra in extras:
        needed += project["optional-dependencies"][extra]
    return needed


def set_up(*extras: str, locked: bool = False) -> None:
    """Make the virtual environment and install changed requirements; ``locked`` installs everything, by checksum."""
    needed = ["--require-hashes", "-r", str(LOCK)] if locked else requirements(*extras)
    mark = VENV / f"installed-{'-'.join(extras) or 'play'}"
    wanted = hashlib.sha256(LOCK.read_bytes() if locked else "\n".join(needed).encode()).hexdigest()
    if PYTHON.exists() and mark.exists() and mark.read_text(encoding="utf-8") == wanted:
        return
    if not PYTHON.exists():
        print("Making a virtual environment in .venv …", flush=True)
        try:
            venv.create(VENV, with_pip=True)
        except (subprocess.CalledProcessError, ModuleNotFoundError):
            sys.exit("Python's venv module is incomplete here. On Debian and Ubuntu: apt-get install python3-venv")
    print("Installing what House Rules needs …", flush=True)
    subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *needed], check=True)
    mark.write_text(wanted, encoding="utf-8")


def main(words: list[str]) -> int:
    """Set up, then play or test. Return the exit status of that."""
    if sys.version_info < (3, 11):  # noqa: UP036  # a clear message before anything fails obscurely
        sys.exit(f"House Rules needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    locked = words[:1] == ["--locked"]
    what, *rest = words[locked:] or [""]
    if what == "play":
        set_up(locked=locked)
        return subprocess.call([PYTHON, "main.py", *rest], cwd=ROOT)
    if what == "test":
        set_up("test", locked=locked)
        keeping = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # the tests start many programs: each compiled once
        return subprocess.call([PYTHON, "-m", "pytest", "-n", "auto", *rest], cwd=ROOT, env=keeping)
    print(__doc__)
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
