"""The command line and the start of the program."""

import gc
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

import main
from engine import __version__
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record
from scenes.app import App
from scenes.selftest import selftest
from scenes.selftest.pilot import StuckError
from scenes.selftest.selftest import new_record
from scenes.shell.error_recovery import GaveUpError
from scenes.shell.window.system_window import ACCELERATION_VARIABLE
from tests import process_faults
from tests.support.profile_pilot import Pilot, open_app

ROOT = Path(__file__).resolve().parent.parent


def run_code(*words: str, code: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code] if code else [sys.executable, "main.py", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_version_is_printed() -> None:
    done = run_code("--version")
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, f"House Rules {__version__}", "")


def test_help_names_every_option_of_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.parse_command_line(["--help"])
    assert ended.value.code == 0
    printed = capsys.readouterr().out
    assert all(word in printed for word in ("--profile", "--version", "--self-test", "--report", "FILE"))


def test_file_is_refused_as_profile(tmp_path: Path) -> None:
    file = tmp_path / "profile"
    file.write_text("a file")
    done = run_code("--profile", str(file))
    assert done.returncode == 2 and done.stdout == ""
    assert f"{file} for your files (" in done.stderr and "--profile" in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_text() == "a file"


@pytest.mark.parametrize("words", [["--nonsense"], ["--profile"], ["surplus"]])
def test_wrong_command_line_exits_with_2_and_explanation(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.parse_command_line(words)
    printed = capsys.readouterr()
    assert ended.value.code == 2 and printed.out == "" and words[0] in printed.err


def test_profile_is_existing_or_new_folder(tmp_path: Path) -> None:
    assert main.parse_command_line([]).profile is None
    assert main.parse_command_line(["--profile", str(tmp_path)]).profile == tmp_path
    assert main.parse_command_line(["--profile", str(tmp_path / "new")]).profile == tmp_path / "new"
    assert not (tmp_path / "new").exists(), "the folder is created only when something is written"


def test_importing_main_imports_neither_pygame_nor_numpy() -> None:
    """The opponents' process starts by importing main again."""
    done = run_code(code="import sys, main; print(*{'pygame', 'numpy'} & set(sys.modules))")
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


FIRST_PICTURE_CODE = """
import gc, sys
import main
spare = main.avoid_software_opengl
def spared():
    spare()
    import scenes.app
    global attempt
    attempt = scenes.app.App.step_with_recovery
    scenes.app.App.step_with_recovery = first
def first(app, dt, events):
    attempt(app, dt, events)
    names = {"multiprocessing", "hashlib", "json", "markdown_it", "numpy", "pickle", "tomllib",
        "engine.games.gurch", "engine.par", "engine.review",
        "scenes.table", "scenes.routes", "scenes.shell.accessibility.screen_reader", "accesskit"}
    print(*sorted(names & set(sys.modules)), app.thinker.pid, app.sound.device.is_open, gc.isenabled())
    sys.stdout.flush()
    main.exit_process(0)
main.avoid_software_opengl = spared
main.main(["--profile", sys.argv[1]])
"""
"""Program that ends after its first frame and prints its imports, processes and devices."""


def test_first_frame_waits_for_no_process_sound_or_other_screen(tmp_path: Path) -> None:
    """Each of these takes 30 to 150 ms; ``tests.bench start`` measures the whole start."""
    command = [sys.executable, "-c", FIRST_PICTURE_CODE, str(tmp_path / "profile")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["None False False"]), done.stderr


def test_other_screens_are_imported_soon_and_memory_is_trimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    given_back: list[bool] = []
    monkeypatch.setattr(main, "release_freed_memory", lambda: given_back.append(True))
    gc.disable()
    try:
        main.import_remaining_screens()
        assert gc.isenabled() and gc.get_freeze_count() > 0 and given_back
    finally:
        gc.unfreeze()
        gc.enable()
    assert "scenes.routes" in sys.modules


def test_old_python_gets_readable_message() -> None:
    done = run_code(code="import sys; sys.version_info = (3, 10, 1); import main")
    assert done.returncode == 1 and done.stdout == ""
    assert re.fullmatch(r"House Rules needs Python 3\.11 or newer, and this is [\w.+]+\.\n", done.stderr)


@pytest.mark.parametrize("package", ["pygame", "platformdirs"])
def test_missing_package_gives_install_instructions(package: str) -> None:
    done = run_code(code=f"import sys; sys.modules[{package!r}] = None; import main; raise SystemExit(main.main([]))")
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == f"{package} is missing: set up the program with  python3 build/run.py play\n"


def test_broken_package_gives_instructions(tmp_path: Path) -> None:
    (tmp_path / "pygame.py").write_text("raise ImportError('base.so: file too short')")
    done = run_code(code=f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import main; sys.exit(main.main([]))")
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("base.so: file too short: delete the folder .venv and set up the program again")


# --- machines without a screen ---------------------------------------------------------------------------------------


def environment_without_screen(**more: str) -> dict[str, str]:
    named = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    return {**{key: value for key, value in os.environ.items() if key not in named}, **more}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
@pytest.mark.parametrize("more", [{}, {"DISPLAY": ":4094"}, {"SDL_VIDEODRIVER": "x11"}, {"SDL_VIDEODRIVER": ""}])
def test_program_without_screen_explains_and_ends(more: dict[str, str], tmp_path: Path) -> None:
    """SDL would draw without a screen, and an invisible program would never end."""
    command = [sys.executable, "main.py", "--profile", str(tmp_path / "new")]
    done = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=environment_without_screen(**more),
    )
    reasons = [main.UNUSABLE_DRIVER.format(driver=driver) for name, driver in more.items() if name == "SDL_VIDEODRIVER"]
    assert (done.returncode, done.stderr) == (1, " ".join([main.NO_SCREEN, *reasons]) + "\n")
    assert not (tmp_path / "new").exists()


def test_drawing_without_screen_is_possible_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-test and the tests need it."""
    assert main.init_display() == ""
    monkeypatch.delenv("SDL_VIDEODRIVER")
    assert main.init_display() == main.NO_SCREEN, "a driver that nobody requested is refused"


@pytest.mark.parametrize(("driver", "cards", "wanted"), [("x11", 0, "0"), ("x11", 1, None), ("wayland", 0, None)])
def test_opengl_is_avoided_only_on_x11_without_graphics_card(
    driver: str, cards: int, wanted: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wayland can only present pictures with OpenGL: with 0 the window couldn't be opened."""
    monkeypatch.setenv(ACCELERATION_VARIABLE, "")
    monkeypatch.delenv(ACCELERATION_VARIABLE)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter([self] * cards))
    main.avoid_software_opengl()
    assert os.environ.get(ACCELERATION_VARIABLE) == wanted


# --- other programs ---------------------------------------------------------------------------------------------------

OPENING_CODE = """
import sys
from pathlib import Path
import main
def play(folder, file):
    from engine.work.system_open import open_folder
    main.avoid_software_opengl()
    return 0 if open_folder(folder) else 1
main.play = play
raise SystemExit(main.main(["--profile", sys.argv[1]]))
"""
"""Program that only opens its profile's folder."""


@pytest.mark.skipif(sys.platform != "linux", reason="xdg-open is Linux's")
def test_opened_program_gets_environment_of_start(tmp_path: Path) -> None:
    opener, written = tmp_path / "xdg-open", tmp_path / "written"
    opener.write_text(f"#!/bin/sh\nenv -0 >{written}.part\nmv {written}.part {written}\n")
    opener.chmod(0o755)
    own = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    environment = {**own, "SDL_VIDEODRIVER": "dummy", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [sys.executable, "-c", OPENING_CODE, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    for _ in range(1000):
        if not written.exists():
            time.sleep(0.01)
    got = dict(entry.split("=", 1) for entry in written.read_text().split("\0")[:-1])
    shell = {"PWD", "OLDPWD", "SHLVL", "_"}
    assert {name: got[name] for name in got.keys() - shell} == {
        name: environment[name] for name in environment.keys() - shell
    }


# --- signals ----------------------------------------------------------------------------------------------------------

SIGNALLED_CODE = """
import os, signal, sys
import main
import scenes.app
step = scenes.app.App.step
def signalled(app, dt, events):
    app.count = getattr(app, "count", 0) + 1
    if app.count == 3:
        os.kill(os.getpid(), int(sys.argv[1]))
    assert app.count < 600, "it did not stop"
    return step(app, dt, events)
scenes.app.App.step = signalled
signal.signal(int(sys.argv[1]), signal.SIG_DFL)  # else inherited, and ignored under nohup
raise SystemExit(main.main(["--profile", sys.argv[2]]))
"""
"""Program that gets a signal in its third step."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals from outside")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_ctrl_c_and_closed_terminal_end_program_like_sigterm(name: str, tmp_path: Path) -> None:
    """The program closes everything in order and prints nothing."""
    command = [sys.executable, "-c", SIGNALLED_CODE, str(int(getattr(signal, name))), str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals from outside")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_signal_during_match_ends_program_in_order(name: str, tmp_path: Path) -> None:
    """Opponents think in their own processes meanwhile."""
    (tmp_path / "settings.toml").write_text(process_faults.SETTINGS, encoding="utf-8")
    with process_faults.WatchedWindow(tmp_path) as window:
        while not window.helpers:
            assert window.next_move(process_faults.TIMEOUT_SECONDS) is not None
        assert window.end(getattr(signal, name)).exit_status == 0
    assert process_faults.find_unfinished_files(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals from outside")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_signal_ends_self_test(name: str) -> None:
    number = getattr(signal, name)
    command = [sys.executable, "main.py", "--self-test"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline().startswith("plays "), "progress is printed without a delay"
        program.send_signal(number)
        out, err = program.communicate(timeout=30)
    assert (program.returncode, err) == (128 + number, "") and "failed" not in out


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Exception]]:
    """Errors of which the first ends the running program; its thinker starts no process."""
    errors: list[Exception] = []

    def run(self: App) -> None:
        raise errors[0]

    monkeypatch.setattr("scenes.app.App.run", run)
    monkeypatch.setattr("engine.work.thinking.Thinker._start", lambda self: None)
    yield errors


def test_fatal_error_is_shown_reported_and_fails_command(
    failing: list[Exception], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failing.append(GaveUpError("It would happen again."))
    assert main.play(tmp_path) == 1
    assert capsys.readouterr().err == "It would happen again.\n"
    failing[0] = pygame.error("no window")
    assert main.play(tmp_path) == 1
    assert "no window" in capsys.readouterr().err
    (report,) = (tmp_path / "reports").iterdir()
    assert "pygame.error: no window" in report.read_text(encoding="utf-8")


# --- self-test --------------------------------------------------------------------------------------------------------


def test_self_test_plays_every_game_by_mouse_and_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, str]] = []
    languages, processes, closed = set(), set(), set()

    def play(opened: Callable[[], Pilot], slug: str, way: str, *, reopen_after_answers: int) -> Record:
        app = opened().app
        played.append((slug, way))
        languages.add(app.settings.language)
        processes.add(app.thinker.uses_process)
        closed.add(reopen_after_answers > 0)
        app.release_everything()
        return new_record(slug, 1)

    monkeypatch.setattr(selftest, "play_match", play)
    lines: list[str] = []
    assert selftest.run_self_test_command(open_app, lines.append) == 0
    hands = ("mouse", "keys", "pad", "touch")
    assert sorted(played) == sorted((slug, way) for slug in GAMES for way in hands)
    count, matches = len(GAMES), len(GAMES) * len(hands)
    assert lines[0] == f"plays {matches} matches"
    assert lines[1:-3] == [f"{at} of {matches}: {slug} by {way}, 0 answers" for at, (slug, way) in enumerate(played, 1)]
    assert re.fullmatch(r"a table over the network: two guests gave \d+ answers", lines[-3])
    summary = f"0 answers, {count} matches closed and resumed, {count} with the worker process"
    assert lines[-2:] == [summary, f"{matches} passed, 0 failed"]
    assert languages == set(LANGUAGES) and processes == closed == {True, False}


def test_self_test_of_program_without_terminal_is_read_in_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The built program on Windows has no output."""
    monkeypatch.setattr(selftest, "play_match", lambda opened, slug, way, **_: new_record(slug, 1))
    monkeypatch.setattr(selftest, "run_self_test", lambda _: "")
    monkeypatch.setattr(sys, "stdout", None)
    (tmp_path / "report.txt").write_text("of an earlier test\n")
    assert main.run_self_test(tmp_path / "report.txt") == 0
    lines = (tmp_path / "report.txt").read_text(encoding="utf-8").splitlines()
    count = len(GAMES) * len(selftest.SELF_TEST_RUNS)
    assert (lines[0], lines[-1]) == (f"plays {count} matches", f"{count} passed, 0 failed")


def test_self_test_names_failures_and_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(opened: Callable[[], Pilot], slug: str, way: str, **how: object) -> Record:
        app = opened().app
        assert (app.last_saved_match, app.profile.notices) == (None, [])
        app.release_everything()
        if way == "keys":
            raise StuckError("no way on")
        return new_record(slug, 1)

    def fail(_: Path) -> str:
        raise TimeoutError("nobody answers")

    monkeypatch.setattr(selftest, "play_match", stuck)
    monkeypatch.setattr(selftest, "run_self_test", fail)
    lines: list[str] = []
    assert selftest.run_self_test_command(open_app, lines.append) == 1
    count = len(GAMES)
    others = count * (len(selftest.SELF_TEST_RUNS) - 1)
    assert lines[-3] == "a table over the network: TimeoutError: nobody answers"
    assert lines[-1] == f"{others} passed, {count + 1} failed"
    failures = [line for line in lines if re.fullmatch(r"\d+ of \d+: \w+ by keys: StuckError: no way on", line)]
    assert len(failures) == count and len(lines) == 1 + others + count + 3
