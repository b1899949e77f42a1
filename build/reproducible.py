"""Test for reproducible builds: builds a second time under other conditions and compares the downloads.

The second build has another folder, time zone, language, home, umask and file times, and empty caches. Linux only, as
Windows' and macOS' programs contain build times and signatures. Archives are compared unpacked: the second one takes a
minute less.
"""

import hashlib
import lzma
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import run

SOURCES = ("assets", "build", "engine", "scenes", "main.py", "pyproject.toml", "CHANGELOG.md", "LICENSE")
ENVIRONMENT_CHANGES = {
    "TZ": "Pacific/Auckland",
    "LC_ALL": "C",
    "LANG": "C",
    "PYTHONHASHSEED": "random",
    "USER": "somebody",
}
"""Environment variables of the second build."""


def rebuild_elsewhere(folder: Path) -> Path:
    """Copy the sources into ``folder`` and build the program there; return the folder of the downloads.

    Raises:
        subprocess.CalledProcessError: the build failed.
    """
    sources, out, home = folder / "other sources", folder / "other out", folder / "home"
    for made in (sources, out, home):
        made.mkdir()
    for name in SOURCES:
        if (run.ROOT / name).is_dir():
            shutil.copytree(run.ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(run.ROOT / name, sources / name)
    for file in sources.rglob("*"):
        os.utime(file, (1e9, 1e9))
    changed = {**os.environ, **ENVIRONMENT_CHANGES, "HOME": str(home), "PYINSTALLER_CONFIG_DIR": str(home / "cache")}
    words: list[str | Path] = [run.PYTHON, sources / "build" / "freeze.py", out, "--quick"]
    subprocess.run(words, cwd=sources, env=changed, umask=0o077, check=True)
    return out


def differences(one: Path, other: Path) -> list[str]:
    """Return the names of files that differ between two folders of downloads, and of differing members of tar archives.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one, other = Path(folder, "one"), Path(folder, "other")
    ...     for made, text in ((one, "a"), (other, "b")):
    ...         made.mkdir()
    ...         for name in ("house-rules-1.json", "house-rules-2.json", "notes"):
    ...             written = (made / name).write_text("same" if name.endswith("2.json") else text)
    ...     differences(one, other)
    ['house-rules-1.json']
    """
    names = sorted({file.name for made in (one, other) for file in made.glob("house-rules-*") if file.is_file()})
    changed = []
    for name in names:
        pair = one / name, other / name
        if not all(file.exists() for file in pair):
            changed.append(f"{name}: only in one of the builds")
        elif read_unpacked(pair[0]) != read_unpacked(pair[1]):
            changed.append(name)
            if name.endswith(".tar.xz"):
                contents = tuple(map(contents_of, pair))
                within = sorted(contents[0].items() ^ contents[1].items())
                changed += sorted({f"  {path}" for path, _ in within})
    return changed


def read_unpacked(file: Path) -> bytes:
    """Return the contents of a download; of a tar.xz, the tar in it."""
    data = file.read_bytes()
    return lzma.decompress(data) if file.suffix == ".xz" else data


def contents_of(archive: Path) -> dict[str, tuple[object, ...]]:
    """Map each path in a tar archive to its header and the checksum of its contents."""
    found: dict[str, tuple[object, ...]] = {}
    with tarfile.open(archive) as tar:
        for info in tar:
            file = tar.extractfile(info) if info.isfile() else None
            digest = hashlib.sha256(file.read()).hexdigest() if file else ""
            found[info.name] = (info.mode, info.mtime, info.linkname, digest)
    return found


def is_reproducible(out: Path) -> bool:
    """Build the program again, print the differences to the downloads in ``out``; return whether there are none."""
    with tempfile.TemporaryDirectory() as folder:
        found = differences(out, rebuild_elsewhere(Path(folder)))
    for line in found:
        print(f"differs when built again: {line}")
    if not found:
        print("built again elsewhere: the same to the last byte")
    return not found
