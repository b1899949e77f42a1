"""Pictures of the finished matches and of watching them, for ``tests.pictures``."""

import pygame

from engine.games import GAMES
from scenes.pilot import Pilot
from scenes.replays import Replays
from tests import replaying


def listed(pilot: Pilot) -> Replays:
    """The list with matches of every game, one with a star, one damaged, one of a newer program."""
    folder = pilot.app.profile.folder
    kept = replaying.fill(folder, count=3)
    kept.open()
    while kept.read_more():
        pass
    kept.star(kept.found[3], True)
    good = kept.found[0]
    text = good.path.read_text(encoding="utf-8")
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("moves")) + 9
    lines[at] = lines[at + 1]
    (kept.folder / "from-a-friend.toml").write_text("\n".join(lines).replace('id = "', 'id = "x'), encoding="utf-8")
    (kept.folder / "of-next-year.toml").write_text(text.replace("format = 1", "format = 9"), encoding="utf-8")
    screen = Replays(pilot.app)
    pilot.app.go(screen)
    pilot.steps(40)
    return screen


def replays(pilot: Pilot, slug: str) -> None:
    listed(pilot)
    pilot.key(pygame.K_TAB)


def replays_empty(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Replays(pilot.app))


def replays_bad(pilot: Pilot, slug: str) -> None:
    screen = listed(pilot)
    screen.choose(next(kept for kept in screen.shown if kept.record is None))


def replays_broken(pilot: Pilot, slug: str) -> None:
    screen = listed(pilot)
    screen.choose(next(kept for kept in screen.shown if kept.record and kept.notice))


def replays_game(pilot: Pilot, slug: str) -> None:
    screen = listed(pilot)
    screen.filter(list(GAMES)[-1])


ONCE = {
    "replays": replays,
    "replays_empty": replays_empty,
    "replays_bad": replays_bad,
    "replays_broken": replays_broken,
    "replays_game": replays_game,
}
