"""Make the film and the pictures of the README from the program: ``python build/make_pictures.py [--check]``.

They need the packages of the tests, and the film Pillow (``pip install -e .[test,pictures]``). ``--check`` writes
nothing and fails if a picture in ``assets/pictures`` no longer shows what the program shows. It compares blurred
pictures, so that fonts and smoothing of other systems don't matter.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))

import pygame  # noqa: E402
from pygame import Surface  # noqa: E402

from tests.pictures import shots  # noqa: E402
from tests.support.profile_pilot import Pilot  # noqa: E402

FOLDER = ROOT / "assets" / "pictures"
SIZE = (960, 540)
PICTURES = {"table": "roped_first_choice", "seating": "pass_the_ace_seating", "results": "big_two_deal_result"}
"""Name of a file -> name of the picture in ``tests.pictures``."""
FILM_GAME = "big_two"
FILM_SIZE = (800, 450)
FRAME_MS = 60
FILM_MS = 8_000
STEPS_PER_FRAME = 3
"""Number of steps of the program in a frame of the film."""
ANSWER_MS = 700
"""Time that the player of the film takes for an answer, milliseconds."""
MAX_FILM_BYTES = 3_000_000
CELLS = (24, 14)
"""Size of the blurred pictures."""
MAX_CELL_DIFFERENCE = 24
"""Maximum difference of a colour channel for equal cells of blurred pictures, 0 to 255."""
MAX_DIFFERENT_FRACTION = 0.1
"""Maximum fraction of different cells for pictures that show the same."""


def take_picture(name: str) -> Surface:
    """Return a picture of ``tests.pictures``."""
    slug, make = next((slug, make) for found, slug, make in shots.all_shots() if found == name)
    with shots.profile_folder("en", name) as folder:
        pilot = Pilot(folder, SIZE)
        make(pilot, slug)
        pilot.run_frames(30)
        pilot.app.finish_animations()
        taken = pilot.app.window.surface.copy()
        pilot.app.release_everything()
    return taken


def film_frames() -> Iterator[Surface]:
    """Yield the frames of the film: the first plays of a match, the player with as many cards as possible."""
    with shots.profile_folder("en", "film", speed="2") as folder:
        pilot = Pilot(folder, SIZE)
        shots.first_choice(pilot, FILM_GAME)
        waited_ms = 0
        for _ in range(FILM_MS // FRAME_MS):
            yield pygame.transform.smoothscale(pilot.app.window.surface, FILM_SIZE)
            table = pilot.table
            choice = None if table.model.director.is_busy else table.model.choice
            waited_ms = waited_ms + FRAME_MS if choice is not None else 0
            if choice is not None and waited_ms > ANSWER_MS:
                table.hand_controller.answer(max(choice.legal_moves, key=lambda move: len(move.cards)))
            for _ in range(STEPS_PER_FRAME):
                pilot.step(elapsed_ms=FRAME_MS / STEPS_PER_FRAME)
        pilot.app.release_everything()


def save_film(path: Path) -> None:
    """Write the film as an animated WebP picture.

    Raises:
        SystemExit: it is larger than ``MAX_FILM_BYTES``.
    """
    from PIL import Image  # noqa: PLC0415  # only in the extra "pictures"

    frames = [Image.frombytes("RGB", FILM_SIZE, pygame.image.tobytes(frame, "RGB")) for frame in film_frames()]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=FRAME_MS, loop=0, quality=60, method=4)
    if path.stat().st_size > MAX_FILM_BYTES:
        raise SystemExit(f"{path}: {path.stat().st_size} bytes, at most {MAX_FILM_BYTES}")


def different_fraction(one: Surface, other: Surface) -> float:
    """Return the fraction of a picture that differs from another one, both blurred, 0 to 1.

    >>> black, half = Surface(SIZE), Surface(SIZE)
    >>> half.fill("white", (0, 0, SIZE[0] // 2, SIZE[1])) and different_fraction(black, half)
    0.5
    """
    cells = [pygame.image.tobytes(pygame.transform.smoothscale(_as_rgb(each), CELLS), "RGB") for each in (one, other)]
    differences: list[int] = [abs(a - b) for a, b in zip(*cells, strict=True)]
    different = [max(differences[i : i + 3]) > MAX_CELL_DIFFERENCE for i in range(0, len(differences), 3)]
    return sum(different) / len(different)


def _as_rgb(picture: Surface) -> Surface:
    copy = Surface(picture.get_size(), depth=32)
    copy.blit(picture, (0, 0))
    return copy


def main(arguments: list[str]) -> int:
    """Make the pictures, or compare them; return 1 if one is out of date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare only")
    chosen = parser.parse_args(arguments)
    pygame.display.init()
    pygame.font.init()
    old = 0
    for name, shot in PICTURES.items():
        file, taken = FOLDER / f"{name}.jpg", take_picture(shot)
        if chosen.check:
            fraction = different_fraction(pygame.image.load(file), taken)
            is_old = fraction > MAX_DIFFERENT_FRACTION
            print(f"{file.relative_to(ROOT)}: {fraction:.0%} differs" + (", run build/make_pictures.py" * is_old))
            old += is_old
        else:
            pygame.image.save(taken, file)
    if not chosen.check:
        save_film(FOLDER / "film.webp")
    return 1 if old else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
