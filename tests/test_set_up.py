"""Set-up: an old Python, a broken or incomplete environment, no network, a full disk, missing permissions."""

import ast
import contextlib
import doctest
import os
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.support.scripts import BUILD, script

run, environment = map(script, ("run", "environment"))
ROOT = BUILD.parent
SET_UP_STEPS = ("venv", "ensurepip", "pip")
NEEDED_PACKAGES = ("cards", "felt")
"""Packages that the set-up under test installs."""


class KilledError(BaseException):
    """Simulates kill -9: no handler may run after it."""


class FakeInstallers:
    """Replaces venv, ensurepip and pip: makes the same files in milliseconds, and can be stopped in any step."""

    def __init__(self) -> None:
        self.finished_steps: list[str] = []
        self.planned_stop: tuple[str, bool, BaseException] | None = None
        """Step to stop, whether half of its work is done before, and the error that stops it."""

    def do(self, words: Sequence[str | Path], held: tuple[int, ...]) -> None:
        step = next(str(word) for word in words if word in SET_UP_STEPS)
        work = {"venv": self.venv, "ensurepip": self.ensurepip, "pip": self.pip}[step]
        self.finished_steps.append(step)
        place = Path(words[-1]) if step == "venv" else Path(words[0]).parent.parent
        if self.planned_stop is None or self.planned_stop[0] != step:
            work(place, half=False)
            return
        _, half, error = self.planned_stop
        self.planned_stop = None
        if half:
            work(place, half=True)
        raise error

    def venv(self, place: Path, *, half: bool) -> None:
        venv.create(place, symlinks=os.name != "nt")
        if half:
            (place / "pyvenv.cfg").unlink()

    def ensurepip(self, place: Path, *, half: bool) -> None:
        install_package(place, "pip", whole=not half)

    def pip(self, place: Path, *, half: bool) -> None:
        install_package(place, NEEDED_PACKAGES[0])
        install_package(place, NEEDED_PACKAGES[1], whole=not half)


def site_packages(place: Path) -> Path:
    return next(iter([*place.glob("lib/python*/site-packages"), *place.glob("Lib/site-packages")]))


def install_package(place: Path, name: str, *, whole: bool = True) -> None:
    """Install a package as pip does: first its files, then its list of files."""
    described = site_packages(place) / f"{name}-1.0.dist-info"
    for folder in (site_packages(place) / name, described):
        folder.mkdir(exist_ok=True)
    (site_packages(place) / name / "__init__.py").write_text("")
    (described / "METADATA").write_text("")
    if whole:
        (described / "RECORD").write_text(
            f"{name}/__init__.py,sha256=00,0\n{name}/__pycache__/__init__.pyc,,\n{name}-1.0.dist-info/RECORD,,\n"
        )


@pytest.fixture
def installers(monkeypatch: pytest.MonkeyPatch) -> FakeInstallers:
    made = FakeInstallers()
    monkeypatch.setattr(environment, "run_step", made.do)
    return made


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / ".venv"


def set_up(place: Path, *extras: str) -> None:
    environment.set_up(*extras, environment=environment.Environment(place))


# --- old Python -------------------------------------------------------------------------------------------------------


def run_with_version(file: str, version: tuple[int, ...], folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a script of ``build`` as if by another version of Python; ``folder`` is the only one on the path."""
    code = (
        f"import runpy, sys; sys.path.insert(0, {str(BUILD)!r}); sys.version_info = {version}\n"
        f"sys.argv = [{str(BUILD / file)!r}, 'play', '--version']\n"
        f"runpy.run_path({str(BUILD / file)!r}, run_name='__main__')"
    )
    variables = {**os.environ, "PATH": str(folder)}
    return subprocess.run([sys.executable, "-c", code], env=variables, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("file", ["run.py", "build.py"])
@pytest.mark.parametrize("version", [(3, 10, 1), (3, 16, 0)])
def test_unsupported_python_gets_readable_message_first(file: str, version: tuple[int, ...], tmp_path: Path) -> None:
    told = run_with_version(file, version, tmp_path)
    assert told.returncode == 1 and told.stdout == ""
    assert told.stderr.startswith("House Rules needs Python 3.11 to 3.15, and this is ")
    assert told.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no programs that are scripts")
def test_unsupported_python_goes_on_with_newest_that_works(tmp_path: Path) -> None:
    for version, body in {
        "3.15": "exit 127",  # pyenv's stand-in for a version that is not chosen
        "3.14": 'case "$1" in -c) exit 1;; esac',  # without ensurepip
        "3.13": 'echo "3.13 $2 $3"',
        "3.12": 'echo "3.12 $2 $3"',
    }.items():
        program = tmp_path / f"python{version}"
        program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        program.chmod(0o755)
    assert run_with_version("run.py", (3, 16, 0), tmp_path).stdout == "3.13 play --version\n"


def test_supported_pythons_are_same_everywhere() -> None:
    first, *_, last = environment.SUPPORTED_PYTHONS
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    allowed = Requirement(f"x{project['requires-python']}").specifier
    minors = range(30)
    assert tuple(f"3.{minor}" for minor in minors if allowed.contains(f"3.{minor}.9")) == environment.SUPPORTED_PYTHONS
    for file in ("build/run.py", "build/build.py", "README.md"):
        assert f"Python {first} to {last}" in (ROOT / file).read_text(encoding="utf-8"), file
    assert str(list(environment.SUPPORTED_PYTHONS)).replace("'", '"') in (
        ROOT / ".github/workflows/check.yml"
    ).read_text(encoding="utf-8")
    table = (ROOT / "tests/bench/systems.md").read_text(encoding="utf-8")
    for python in environment.SUPPORTED_PYTHONS:
        assert f"| {python} | all |" in table, "run build/check_wheels.py"


def test_any_python_can_parse_up_to_version_check() -> None:
    text = (BUILD / "run.py").read_text(encoding="ascii")  # Python 2 stops at the first non-ASCII character
    statements = ast.parse(text).body
    assert isinstance(statements[1], ast.Import) and [name.name for name in statements[1].names] == ["sys"]
    assert isinstance(statements[2], ast.If) and "version_info" in ast.unparse(statements[2].test)
    newer = (ast.JoinedStr, ast.AnnAssign, ast.FunctionDef, ast.NamedExpr, ast.Match, ast.Starred)
    assert not [node for node in ast.walk(ast.parse(text)) if isinstance(node, newer)]
    ast.parse((BUILD / "build.py").read_text(encoding="utf-8"), feature_version=(3, 7))


# --- reuse ------------------------------------------------------------------------------------------------------------


def test_complete_environment_is_left_alone(place: Path, installers: FakeInstallers) -> None:
    set_up(place)
    assert installers.finished_steps == ["venv", "ensurepip", "pip"]
    set_up(place)
    assert len(installers.finished_steps) == 3, "a second set-up installs nothing"
    set_up(place, "test")
    assert installers.finished_steps[3:] == ["pip"], "further packages are added"
    set_up(place)
    set_up(place, "test")
    assert len(installers.finished_steps) == 4


def test_handmade_environment_is_kept(place: Path, installers: FakeInstallers) -> None:
    for step in (installers.venv, installers.ensurepip):
        step(place, half=False)
    install_package(place, "somebody_s_own")
    set_up(place)
    assert installers.finished_steps == ["pip"] and (site_packages(place) / "somebody_s_own").exists()


def test_installation_of_earlier_version_is_kept(place: Path, installers: FakeInstallers) -> None:
    set_up(place)
    mark = place / "installed-play"
    mark.write_text(mark.read_text().splitlines()[0])
    set_up(place)
    assert installers.finished_steps[3:] == ["pip"]


# --- interruptions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", SET_UP_STEPS)
@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("stop", [KeyboardInterrupt, KilledError, lambda: SystemExit("no network")])
def test_interrupted_set_up_is_completed_at_next_start(
    step: str, half: bool, stop: Callable[[], BaseException], place: Path, installers: FakeInstallers
) -> None:
    installers.planned_stop = (step, half, stop())
    with pytest.raises((SystemExit, KilledError)) as stopped:
        set_up(place)
    if stop is KeyboardInterrupt:
        assert "run the same command again" in str(stopped.value)
    set_up(place)
    made = environment.Environment(place)
    assert made.can_install() and all(
        (site_packages(place) / f"{name}-1.0.dist-info/RECORD").exists() for name in NEEDED_PACKAGES
    )
    before = len(installers.finished_steps)
    set_up(place)
    assert len(installers.finished_steps) == before


def test_set_up_interrupted_while_package_is_replaced_is_completed(place: Path, installers: FakeInstallers) -> None:
    set_up(place)
    (site_packages(place) / "felt").rename(
        site_packages(place) / "~elt"
    )  # pip's name for a package that it is replacing
    (site_packages(place) / "felt-1.0.dist-info").rename(site_packages(place) / "~elt-1.0.dist-info")
    set_up(place)
    assert installers.finished_steps[3:] == ["venv", "ensurepip", "pip"]


def test_set_up_interrupted_while_environment_is_removed_is_completed(
    place: Path, installers: FakeInstallers, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(place)
    (site_packages(place) / "felt/__init__.py").unlink()

    def killed(folder: Path) -> None:
        raise KilledError

    with monkeypatch.context() as patched, pytest.raises(KilledError):
        patched.setattr("shutil.rmtree", killed)
        set_up(place)
    assert environment.Environment(place).site() is None, "a partly removed environment counts as broken"
    set_up(place)
    assert installers.finished_steps[3:] == ["venv", "ensurepip", "pip"]


# --- damage -----------------------------------------------------------------------------------------------------------


def break_python_link(place: Path) -> None:
    """Break the link to Python; where links need permissions, only remove it."""
    python = environment.Environment(place).python
    python.unlink()
    with contextlib.suppress(OSError):
        python.symlink_to(place / "nowhere" / "python3")


def break_python(place: Path) -> None:
    python = environment.Environment(place).python
    python.unlink()
    python.write_text("half a program")
    python.chmod(0o755)


def replace_python(place: Path) -> None:
    """Simulate a newer system Python, which searches another folder for packages."""
    mark = place / "installed-play"
    mark.write_text(mark.read_text().replace(f"{sys.implementation.cache_tag}\n", "cpython-310\n"))
    shared = site_packages(place).parent
    if shared.name.startswith("python"):
        shared.rename(shared.with_name("python3.10"))
    else:
        (site_packages(place) / "pip-1.0.dist-info" / "RECORD").unlink()


def remove_environment(place: Path) -> None:
    (place / "pyvenv.cfg").unlink()


def remove_file(place: Path) -> None:
    (site_packages(place) / "felt/__init__.py").unlink()


def remove_pip(place: Path) -> None:
    """Remove pip and all packages, as in environments of ``uv`` or after an interrupted ensurepip."""
    (place / "installed-play").unlink()
    (site_packages(place) / "pip-1.0.dist-info/RECORD").unlink()


def make_broken_link(place: Path) -> None:
    place.rename(place.with_name("elsewhere"))
    with contextlib.suppress(OSError):  # links need permissions on Windows
        place.symlink_to(place.with_name("nowhere"), target_is_directory=True)


def make_file(place: Path) -> None:
    place.rename(place.with_name("elsewhere"))
    place.write_text("")


@pytest.mark.parametrize(
    "broken",
    [
        break_python_link,
        break_python,
        replace_python,
        remove_environment,
        remove_file,
        remove_pip,
        make_broken_link,
        make_file,
    ],
)
def test_broken_environment_is_made_again(
    broken: Callable[[Path], None], place: Path, installers: FakeInstallers, capfd: pytest.CaptureFixture[str]
) -> None:
    set_up(place)
    broken(place)
    capfd.readouterr()
    set_up(place)
    assert installers.finished_steps[3:] == ["venv", "ensurepip", "pip"]
    assert capfd.readouterr().out.startswith("Making a virtual environment in .venv")
    set_up(place)
    assert len(installers.finished_steps) == 6 and not place.is_symlink()


def test_uninstalled_package_is_installed_again(place: Path, installers: FakeInstallers) -> None:
    set_up(place)
    for file in (site_packages(place) / "felt-1.0.dist-info").iterdir():
        file.unlink()
    (site_packages(place) / "felt-1.0.dist-info").rmdir()
    set_up(place)
    assert installers.finished_steps[3:] == ["pip"]


# --- explained errors -------------------------------------------------------------------------------------------------

EXPLAINED_ERRORS = {
    "WARNING: Retrying (Retry(total=1, connect=None, read=None, redirect=None)) after connection broken by "
    "'NewConnectionError(': Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')'\n"
    "ERROR: No matching distribution found for pygame-ce==2.5.8": "could not be downloaded: check the connection",
    "ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/x/.venv/lib'": "copy it into",
    "[Errno 30] Read-only file system: '/x/.venv'": "copy it into a folder of your own",
    "PermissionError: [WinError 5] Access is denied: 'C:\\\\x\\\\.venv'": "copy it into a folder of your own",
    "OSError: [Errno 28] No space left on device": "make room",
    "/x/.venv/bin/python: No module named ensurepip": "-venv)",
    "ERROR: Could not find a version that satisfies the requirement pygame-ce==2.5.8 (from versions: none)\n"
    "ERROR: No matching distribution found for pygame-ce==2.5.8": "from 3.11 to 3.15",
    "Traceback (most recent call last):\nKeyError: 'unheard of'": "(KeyError: 'unheard of'): delete the folder .venv",
    "": "delete the folder .venv",
}


@pytest.mark.parametrize("said", EXPLAINED_ERRORS)
def test_failed_step_ends_with_instructions(said: str) -> None:
    code = f"import sys; print({said!r}); sys.exit(1)"
    with pytest.raises(SystemExit) as failed:
        environment.run_step([sys.executable, "-c", code], ())
    told = str(failed.value)
    assert EXPLAINED_ERRORS[said] in told and told.endswith(".") and "\n" not in told and "run this again" in told


def test_unwritable_folder_gives_readable_message(
    place: Path, installers: FakeInstallers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: Path) -> None:
        raise PermissionError(13, "Permission denied", str(place))

    set_up(place)
    remove_file(place)
    monkeypatch.setattr("shutil.rmtree", refused)
    with pytest.raises(SystemExit, match=r"^House Rules can't write in .+ run this again there\.$"):
        set_up(place)


def test_sentences_in_script_are_true() -> None:
    assert doctest.testmod(environment) == (0, 2)


# --- parallel set-ups -------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="Windows has no lock that a program inherits")
def test_set_up_waits_for_another_and_its_leftover_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with environment.exclusive(tmp_path) as held:
        pip = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, pass_fds=held
        )
    real, asked = environment.fcntl.flock, []

    def flock(file: int, how: int) -> None:
        asked.append(how)
        if len(asked) == 2:
            pip.communicate(b"\n")  # ends only after the other one
        real(file, how)

    monkeypatch.setattr(environment.fcntl, "flock", flock)
    with environment.exclusive(tmp_path):
        pass
    assert len(asked) == 2 and "Waiting for it" in capfd.readouterr().out
    with environment.exclusive(tmp_path):
        pass
    assert len(asked) == 3, "the lock is free again"


def test_set_up_does_not_repeat_work_of_another(
    place: Path, installers: FakeInstallers, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextlib.contextmanager
    def waited(folder: Path):  # type: ignore[no-untyped-def]
        monkeypatch.undo()
        monkeypatch.setattr(environment, "run_step", installers.do)
        set_up(place)
        yield ()

    monkeypatch.setattr(environment, "exclusive", waited)
    set_up(place)
    assert installers.finished_steps == ["venv", "ensurepip", "pip"]


# --- starting the program ---------------------------------------------------------------------------------------------


def test_arguments_after_play_and_test_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up_for: list[tuple[tuple[str, ...], bool]] = []
    started: list[list[str]] = []
    monkeypatch.setattr(environment, "set_up", lambda *extras, locked: set_up_for.append((extras, locked)))
    monkeypatch.setattr(environment, "run_program", lambda words, _=None: started.append([str(it) for it in words[1:]]))
    environment.main(["play", "--profile", "DIR"], "")
    environment.main(["--locked", "test", "-k", "director"], "")
    assert set_up_for == [((), False), (("test",), True)]
    assert started == [["main.py", "--profile", "DIR"], ["-m", "pytest", "-n", "auto", "-k", "director"]]


def test_missing_command_prints_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert environment.main([], run.__doc__) == 2
    assert "python3 build/run.py play" in capsys.readouterr().out


def test_program_replaces_starter() -> None:
    child = "import os, sys; print(os.getpid(), os.getcwd(), os.environ['MORE']); sys.exit(7)"
    code = (
        f"import sys; sys.path.insert(0, {str(BUILD)!r}); import environment\n"
        f"sys.exit(environment.run_program([sys.executable, '-c', {child!r}], {{'MORE': 'x'}}))"
    )
    started = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    told = started.communicate()[0].split()
    assert started.returncode == 7 and told[1:] == [str(BUILD.parent), "x"]
    assert os.name == "nt" or told[0] == str(started.pid)


def test_ctrl_c_is_left_to_program() -> None:
    ends = iter((KeyboardInterrupt, KeyboardInterrupt, 3))

    def wait() -> int:
        end = next(ends)
        if isinstance(end, int):
            return end
        raise end

    assert environment.wait_through_interrupts(wait) == 3
