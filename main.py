"""House Rules: card games on your table. Run ``python main.py --help`` for its options."""

import sys

if __name__ == "__main__" and hasattr(sys, "frozen"):
    # Must come first: the frozen program starts itself again as a worker process.
    import multiprocessing

    multiprocessing.freeze_support()

import contextlib
import gc
import os
import signal
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn

if __name__ == "__main__" and not hasattr(sys, "frozen") and str(Path(__file__).resolve().parent) not in sys.path:
    sys.path.insert(0, str(Path(__file__).resolve().parent))  # PYTHONSAFEPATH leaves it out

if sys.version_info < (3, 11):  # noqa: UP036  # the frozen program and .venv have the right one, other Pythons may not
    sys.exit(f"House Rules needs Python 3.11 or newer, and this is {sys.version.split()[0]}.")

NO_SCREEN = "House Rules needs a screen, and found none here. Start it on your desktop, or in a terminal window there."
NO_OPENGL = (
    "House Rules needs OpenGL to show its window on this desktop. Install it: libegl1 and libgl1 on Debian and "
    "Ubuntu, mesa-libEGL and mesa-libGL on Fedora, mesa elsewhere."
)
UNUSABLE_DRIVER = "SDL_VIDEODRIVER={driver} shows nothing here and was left out."
SILENT_BUS = (
    "The desktop's message bus (D-Bus) doesn't answer. The window opens without it; some input methods may be missing."
)

HOST_OPTION = "--host"
"""First argument that starts a host without a window; the host's own options follow."""


class CommandLine(NamedTuple):
    """The parsed command line of the program: profile, self-test, and what to open."""

    profile: Path | None = None
    self_test: bool = False
    opened: str = ""
    """Path of a file with house rules, a match, an invitation or cards, or a link ``house-rules:…``; empty for
    none."""
    self_test_report: Path | None = None
    """File for a copy of the self-test's output; None for none."""


def parse_command_line(words: list[str]) -> CommandLine:
    """Parse the program's command line; argparse exits on an error."""
    if not words:
        return CommandLine()  # 3 ms faster
    import argparse

    from engine import __version__

    parser = argparse.ArgumentParser(prog="house-rules", description="Card games on your table.")
    parser.add_argument(
        "--profile",
        metavar="DIR",
        type=Path,
        help="keep settings, saves and statistics in DIR (default: profile/ beside the program if that or portable.txt "
        "exists there, else your system's folder for program data)",
    )
    parser.add_argument(
        "opened",
        metavar="FILE",
        nargs="?",
        default="",
        help="house rules, match, invitation or zip of cards to open, or a link house-rules:…",
    )
    parser.add_argument("--version", action="version", version=f"House Rules {__version__}")
    parser.add_argument("--self-test", action="store_true", help="play every game to its end without a screen")
    parser.add_argument(
        "--report",
        metavar="TEXT",
        type=Path,
        help="with --self-test: also write to this file what it says, as the program has no terminal on Windows",
    )
    parser.add_argument(
        HOST_OPTION, action="store_true", help="keep tables for friends without a screen; see --host --help"
    )
    chosen = parser.parse_args(words)
    if chosen.host:
        parser.error(f"{HOST_OPTION} must be the first word")
    opened = path_in_url(chosen.opened)
    check_paths(chosen.profile, opened)
    return CommandLine(chosen.profile, chosen.self_test, opened, chosen.report)


def path_in_url(opened: str) -> str:
    """Return the path in a ``file:`` URL, as which some Linux desktops pass a file; any other text unchanged."""
    if not opened.lower().startswith("file:"):
        return opened
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return url2pathname(urlsplit(opened).path)


def check_paths(profile: Path | None, opened: str) -> None:
    """Check the paths of the command line; ``opened`` may also be a link, or empty.

    Raises:
        SystemExit: one can't be used; the player was told why.
    """

    from engine.pasted_text import is_link

    def refuse(key: str, path: Path, error: OSError) -> NoReturn:
        from scenes.shell.error_recovery import system_words

        show_end_message(system_words()(key, path=str(path), why=error.strerror or str(error)))
        raise SystemExit(2)

    if profile is not None:
        try:
            with contextlib.suppress(FileNotFoundError):  # it is made when something is saved
                os.scandir(profile).close()
        except OSError as error:
            refuse("failure.profile", profile, error)
    if opened and not is_link(opened):
        try:
            Path(opened).stat()
        except OSError as error:
            refuse("failure.file", Path(opened), error)


def main(words: list[str]) -> int:
    """Run House Rules with this command line; return its exit status. An error ends in a message to the player."""
    try:
        return run(words)
    except ImportError as error:
        show_end_message(setup_advice(error))
    except Exception as error:
        from scenes.shell.error_recovery import write_report_and_format_message

        if not isinstance(error, OSError):  # a message is enough about files and folders
            import traceback

            traceback.print_exception(error)
        show_end_message(write_report_and_format_message(None, error))
    return 1


def show_end_message(text: str) -> None:
    """Print why the program ends, and show it in a message box where there is a screen."""
    print(text, file=sys.stderr, flush=True)
    with contextlib.suppress(ImportError):
        from scenes.shell.window.sdl_functions import HEADLESS_DRIVERS

        # SDL looks for another screen than a requested invisible one, and crashes where there is none
        if os.environ.get("SDL_VIDEODRIVER") not in HEADLESS_DRIVERS and not init_display():
            from scenes.shell.error_recovery import show_message_box

            show_message_box(text)


def run(words: list[str]) -> int:
    """Run House Rules with this command line; return its exit status."""
    if words[:1] == [HOST_OPTION]:
        from engine.online.host.dedicated import main as host

        return host(words[1:])
    import engine.started_environment  # noqa: F401  # before the environment changes

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "house-rules")  # how desktops group and name the window
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")  # the candidates of input methods, with which Chinese is written
    chosen = parse_command_line(words)
    if chosen.self_test:
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    install_signal_handlers(window=not chosen.self_test)
    if not chosen.self_test:
        gc.disable()  # until ``import_remaining_screens``: the first frame is 12 ms earlier
    import pygame

    missing = init_display()
    if missing:
        show_end_message(missing)
        return 1
    avoid_software_opengl()
    pygame.font.init()
    if not chosen.self_test:
        keep_freed_memory()
    try:
        if chosen.self_test:
            return run_self_test(chosen.self_test_report)
        return play(chosen.profile, chosen.opened)
    finally:
        pygame.quit()


def setup_advice(error: ImportError) -> str:
    """Return advice to the user about a missing or broken Python package.

    ``build/run.py`` reinstalls only missing ones.
    """
    if isinstance(error, ModuleNotFoundError):
        return f"{error.name} is missing: set up the program with  python3 build/run.py play"
    return f"{error}: delete the folder .venv and set up the program again with  python3 build/run.py play"


def keep_freed_memory() -> None:
    """Make malloc reuse the memory of freed surfaces, so that the first frame is 8 ms earlier."""
    set_malloc_options(reused_below=32 << 20, kept=256 << 20)


def release_freed_memory() -> None:
    """Make malloc return large freed blocks to the system at once; saves about 50 MB after some matches."""
    set_malloc_options(reused_below=64 << 10, kept=128 << 10)


def set_malloc_options(*, reused_below: int, kept: int) -> None:
    """Set glibc's limits for freed memory (mallopt(3)) and release what exceeds them; no effect on other systems.

    Args:
        reused_below: size in bytes below which blocks come from the heap and are reused.
        kept: maximum free bytes at the end of the heap.
    """
    import ctypes

    m_trim_threshold, m_mmap_threshold = -1, -3
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt(m_mmap_threshold, reused_below)
            library.mallopt(m_trim_threshold, kept)
            library.malloc_trim(0)


def install_signal_handlers(*, window: bool) -> None:
    """End the program in an orderly way on Ctrl+C, SIGTERM and a closed terminal (SIGHUP).

    With a ``window``, SDL turns the first two into a QUIT event, but only if Python does not handle them. SIGHUP
    becomes a QUIT event here. Without a window all three raise ``SystemExit``, so that folders and processes are
    cleaned up.
    """

    def end(number: int, _: object) -> None:
        if not window:
            raise SystemExit(128 + number)
        import pygame

        if pygame.display.get_init():
            pygame.event.post(pygame.Event(pygame.QUIT))
        else:
            raise SystemExit(128 + number)

    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_DFL if window else end)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:  # else: nohup
        signal.signal(signal.SIGHUP, end)


def init_display() -> str:
    """Initialise pygame's display; return an error message, or an empty text.

    A driver in ``SDL_VIDEODRIVER`` that shows nothing is left out, and so are message buses that don't answer.
    """
    from engine.message_bus import hide_silent_buses

    with hide_silent_buses() as silent:
        if silent:
            print(SILENT_BUS, file=sys.stderr)
        return init_requested_display()


def init_requested_display() -> str:
    """Initialise pygame's display with the driver in ``SDL_VIDEODRIVER``, or without it if it shows nothing.

    Returns:
        an error message, or an empty text.
    """
    import pygame

    missing = init_display_once()
    driver = os.environ.get("SDL_VIDEODRIVER")
    if not missing or driver is None:
        return missing
    del os.environ["SDL_VIDEODRIVER"]
    pygame.display.quit()
    missing, unusable = init_display_once(), UNUSABLE_DRIVER.format(driver=driver)
    if missing:
        return f"{missing} {unusable}"
    print(unusable, file=sys.stderr)
    return ""


def init_display_once() -> str:
    """Initialise pygame's display; return an error message, or an empty text.

    Without a screen SDL falls back to an invisible driver: an error unless ``SDL_VIDEODRIVER`` names it. On Wayland
    without OpenGL, SDL 2.32 would crash.
    """
    import pygame

    from engine.native_output import suppress_native_stderr
    from scenes.shell.window.sdl_functions import HEADLESS_DRIVERS

    try:
        with suppress_native_stderr():
            pygame.display.init()
    except pygame.error:
        return NO_SCREEN
    driver = pygame.display.get_driver()
    if driver == "wayland" and not opengl_loads():
        return "" if init_x11_display() else NO_OPENGL
    return "" if driver not in HEADLESS_DRIVERS or driver in os.environ.get("SDL_VIDEODRIVER", "") else NO_SCREEN


def opengl_loads() -> bool:
    """Whether the OpenGL library can be loaded. It stays loaded for the window."""
    from scenes.shell.window.sdl_functions import sdl_function

    load = sdl_function("SDL_GL_LoadLibrary")
    return load is None or load(None) == 0


def init_x11_display() -> bool:
    """Initialise pygame's display with X11 instead of Wayland; return whether that worked."""
    import pygame

    os.environ["SDL_VIDEODRIVER"] = "x11"
    pygame.display.quit()
    try:
        pygame.display.init()
    except pygame.error:
        return False
    return True


def avoid_software_opengl() -> None:
    """Disable OpenGL on X11 without a graphics card: software OpenGL costs 95 MB and 6 ms a frame.

    On Wayland SDL cannot present without OpenGL.
    """
    import pygame

    if pygame.display.get_driver() == "x11" and not any(Path("/dev/dri").glob("render*")):
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def run_self_test(report: Path | None = None) -> int:
    """Play every game to its end without a screen, to test the program; return the exit status.

    Args:
        report: file for a copy of the output; None for none.

    Raises:
        OSError: the report can't be written.
    """
    from engine.profile.storage import Profile
    from engine.work.thinking import Thinker
    from scenes.app import App
    from scenes.routes import build_scene
    from scenes.selftest.selftest import run_self_test_command
    from scenes.shell.window.system_window import DEFAULT_SIZE

    def opened(folder: Path, thinker: Thinker) -> App:
        return App(Profile(folder), thinker, build_scene, DEFAULT_SIZE)

    def say(line: str) -> None:
        if report is not None:
            with report.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        if sys.stdout is not None:
            print(line, flush=True)

    if report is not None:
        report.write_text("", encoding="utf-8")
    return run_self_test_command(opened, say)


def play(folder: Path | None, opened: str = "") -> int:
    """Open the program's window and run until the player quits; return the exit status, 1 after an error.

    Args:
        folder: the profile's folder; None for the default one.
        opened: path of a file, or a link, to offer as if it were dropped onto the window; empty for none. If another
            instance runs with this profile, that one offers it.
    """
    import pygame

    from engine.profile.instance_inbox import hand_to_running_instance
    from engine.profile.lock import is_locked, lock_or_copy_profile
    from engine.profile.storage import Profile, portable_folder
    from engine.work.thinking import Thinker
    from scenes.app import App
    from scenes.screens.home.home_screen import HomeScreen
    from scenes.shell.context import Context
    from scenes.shell.destinations import Destination
    from scenes.shell.error_recovery import GaveUpError, write_report_and_format_message
    from scenes.shell.scene import Scene

    def scene_for(context: Context, destination: Destination) -> Scene:
        """Build the scene (screen) of a navigation destination.

        The late import keeps all other screens out of the first frame.
        """
        from scenes import routes

        return routes.build_scene(context, destination)

    asked = Profile(folder or portable_folder())
    if opened and is_locked(asked.folder) and hand_to_running_instance(asked.folder, opened, pause=time.sleep):
        return 0
    with lock_or_copy_profile(asked) as profile, Thinker(at_once=False, clock=time.perf_counter) as thinker:
        try:
            app = App(profile, thinker, scene_for)
            app.go(HomeScreen(app, animates_deal=True))
            app.step_with_recovery(0.0, ())
            if opened:
                pygame.event.post(pygame.Event(pygame.DROPFILE, file=opened))
            try:
                threading.Thread(target=import_remaining_screens, daemon=True).start()
            except RuntimeError:  # the system is out of threads
                import_remaining_screens()
            app.run()
        except Exception as error:
            if not isinstance(error, GaveUpError):
                import traceback

                traceback.print_exception(error)
            show_end_message(write_report_and_format_message(profile, error, max(0, int(time.time()))))
            return 1
    return 0


def import_remaining_screens() -> None:
    """Import all screens but the first, then enable the garbage collector, which ``main`` disabled.

    Runs in a thread, since the imports take 70 ms and must not delay the first frames.
    """
    with contextlib.suppress(Exception):  # the error is raised again when that screen opens
        import_module("scenes.routes")
        import_module("pygame.mixer")
        import_module("scenes.shell.accessibility.screen_reader")
    if not gc.isenabled():
        release_freed_memory()
        gc.freeze()  # modules and classes stay: later collections skip them
        gc.enable()


def exit_process(status: int) -> NoReturn:
    """End the program's process at once, after everything is saved and closed.

    Python's normal exit would wait forever for a background process that even SIGKILL cannot end.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # as on Windows without a console
            with contextlib.suppress(OSError):
                stream.flush()
    os._exit(status)


if __name__ == "__main__":
    exit_process(main(sys.argv[1:]))
