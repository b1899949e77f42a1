"""House Rules: five card games on your table. Run ``python main.py --help`` for what it understands."""

import multiprocessing

if __name__ == "__main__":
    # Before anything else: the frozen program starts itself again as the process that thinks for the opponents.
    multiprocessing.freeze_support()

import argparse
import contextlib
import os
import sys
import time
import traceback
from pathlib import Path

UNSEEN = ("dummy", "offscreen")
"""Drivers of SDL that show nothing."""


def arguments(words: list[str]) -> argparse.Namespace:
    """The command line, read; argparse ends the program when it can't be understood."""
    from engine import __version__

    parser = argparse.ArgumentParser(prog="house-rules", description="Five card games on your table.")
    parser.add_argument(
        "--profile",
        metavar="DIR",
        type=Path,
        help="keep settings, saves and statistics in DIR (without this in profile/ beside the program, where that or "
        "portable.txt is there, else in the folder that your system has for such files)",
    )
    parser.add_argument("--version", action="version", version=f"House Rules {__version__}")
    parser.add_argument("--self-test", action="store_true", help="play every game to its end without a screen")
    chosen = parser.parse_args(words)
    if chosen.profile is not None and chosen.profile.exists() and not chosen.profile.is_dir():
        parser.error(f"--profile: {chosen.profile} is not a folder")
    return chosen


def main(words: list[str]) -> int:
    """Run the program; returns its exit status."""
    chosen = arguments(words)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "house-rules")  # how desktops group and name the window
    if sys.platform == "linux" and not any(Path("/dev/dri").glob("render*")):
        # Without a graphics card SDL would draw through software OpenGL: 95 MB and 6 ms a frame for nothing.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    if chosen.self_test:
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    give_back_memory()
    try:
        import pygame
    except ModuleNotFoundError as error:
        print(f"{error.name} is missing: set the program up with  python3 build/run.py play", file=sys.stderr)
        return 1
    missing = no_screen()
    if missing:
        print(f"House Rules needs a screen, and there is none here: {missing}", file=sys.stderr)
        return 1
    pygame.font.init()
    try:
        if chosen.self_test:
            from scenes.selftest.selftest import self_test

            return self_test()
        return play(chosen.profile)
    finally:
        pygame.quit()


def give_back_memory() -> None:
    """Let large drawings that are dropped go back to the system at once: glibc would keep them for later (mallopt(3)).

    Saves about 50 MB after some matches; other systems do it by themselves or have no such switch.
    """
    import ctypes

    m_mmap_threshold, large = -3, 65_536
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(m_mmap_threshold, large)


def no_screen() -> str:
    """Get ready to draw; why nothing could be seen, an empty text where it can.

    Without any screen SDL draws for nobody: that counts only where it was asked for.
    """
    import pygame

    try:
        pygame.display.init()
    except pygame.error as error:
        return str(error)
    driver = pygame.display.get_driver()
    unseen = driver in UNSEEN and driver not in os.environ.get("SDL_VIDEODRIVER", "")
    return f"SDL has only its driver {driver!r} for it" if unseen else ""


def play(folder: Path | None) -> int:
    """Open the window and run until the player leaves; 1 where that wasn't possible or an error ended it."""
    from engine.profile.lock import profile_lock
    from engine.profile.storage import Profile, portable_folder
    from engine.work.thinking import Thinker
    from scenes.app import App
    from scenes.home.home import Home
    from scenes.shell.failure import GaveUpError, last_words, say_in_box

    with profile_lock(Profile(folder or portable_folder())) as (profile, notices), Thinker() as thinker:
        try:
            app = App(profile, thinker)
            app.notices += notices
            app.go(Home(app))
            app.run()
        except Exception as error:
            if not isinstance(error, GaveUpError):
                traceback.print_exception(error)
            text = last_words(profile, error, max(0, int(time.time())))
            print(text, file=sys.stderr, flush=True)
            say_in_box(text)
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
