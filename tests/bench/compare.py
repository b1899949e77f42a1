"""Comparison of two versions, and the page of figures, for ``tests.bench``."""

import contextlib
import json
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 3
"""Number of measurements of each version, alternating, so that a slowing machine affects both alike."""
Measurements = Mapping[str, Any]
"""Output of ``tests.bench --json``."""


@contextlib.contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """Check another version of the program out into a temporary folder.

    Raises: subprocess.CalledProcessError: the revision doesn't exist.
    """
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", tree, revision], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", tree], check=False)


def measure(tree: Path, names: Sequence[str]) -> Measurements:
    """Return the figures of a version, measured by its own benchmarks with this Python."""
    command = [sys.executable, "-m", "tests.bench", *names, "--json"]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=True)
    found: Measurements = json.loads(done.stdout[done.stdout.index("{") :])
    return found


def compare(revision: str, names: Sequence[str]) -> list[str]:
    """Return a line for each figure of both versions: the value of ``revision``, the present value and their ratio."""
    with checkout(revision) as tree:
        rounds = [(measure(tree, names), measure(ROOT, names)) for _ in range(ROUNDS)]
    return ratios(revision, rounds)


def ratios(revision: str, rounds: Sequence[tuple[Measurements, Measurements]]) -> list[str]:
    """Return the lines of ``compare`` for the measurements (old, new) of each round."""
    lines = [f"{'':30} {revision[:12]:>12} {'here':>12} {'ratio':>8}   min … max of {len(rounds)}"]
    for name, figure in rounds[0][1].items():
        if not all(name in there and there[name]["median"] for there, _ in rounds):
            continue
        before = [there[name]["median"] for there, _ in rounds]
        now = [here[name]["median"] for _, here in rounds]
        each = [after / earlier for earlier, after in zip(before, now, strict=True)]
        old, new = statistics.median(before), statistics.median(now)
        lines.append(
            f"{name:30} {old:12.1f} {new:12.1f} {statistics.median(each):8.3f}   {min(each):.3f} … {max(each):.3f}"
            f" {figure['unit']}"
        )
    return lines


def figures_page(found: Measurements, wanted: Mapping[str, str], load: float) -> str:
    """Return a page of figures in Markdown, with machine and date."""
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    head = f"# Speed, memory, idle load\n\n{date.today().isoformat()}, {machine}, load before: {load:.1f}"  # noqa: DTZ011
    rows = [
        f"| {name} | {figure['median']:,.1f} {figure['unit']} "
        f"| {min(figure['runs']):,.1f} … {max(figure['runs']):,.1f} | {wanted.get(name, '')} |"
        for name, figure in found.items()
    ]
    return "\n".join([head, "", "| figure | median | min … max | target |", "|---|---|---|---|", *rows, ""])
