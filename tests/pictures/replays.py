"""Pictures of the list of replays and of watching them, for ``tests.pictures``."""

import pygame

from engine.games import GAMES
from engine.rng import Rng
from scenes.replays.replays import ReplaysScreen
from scenes.replays.watch import WatchedPlay
from scenes.shell.destinations import ReplayList, Watch
from tests.support import replaying
from tests.support.at_table import replayed
from tests.support.piloting import Pilot
from tests.support.records import new_record


def listed(pilot: Pilot) -> ReplaysScreen:
    """The list with matches of every game: one with a star, one damaged, one of a newer version."""
    folder = pilot.app.profile.folder
    kept = replaying.fill(folder, count=3)
    kept.open()
    while kept.read_more():
        pass
    kept.star(kept.entries[3], True)
    good = kept.entries[0]
    text = good.path.read_text(encoding="utf-8")
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("moves")) + 9
    lines[at] = lines[at + 1]
    (kept.folder / "from-a-friend.toml").write_text("\n".join(lines).replace('id = "', 'id = "x'), encoding="utf-8")
    (kept.folder / "of-next-year.toml").write_text(text.replace("format = 2", "format = 9"), encoding="utf-8")
    screen = ReplaysScreen(pilot.app)
    pilot.app.go(screen)
    pilot.steps(40)
    return screen


def replays(pilot: Pilot, slug: str) -> None:
    listed(pilot)
    pilot.key(pygame.K_TAB)


def replays_empty(pilot: Pilot, slug: str) -> None:
    pilot.app.go(ReplayList())


def replays_bad(pilot: Pilot, slug: str) -> None:
    screen = listed(pilot)
    screen.choose(next(kept for kept in screen.shown if kept.record is None))


def replays_broken(pilot: Pilot, slug: str) -> None:
    screen = listed(pilot)
    screen.choose(next(kept for kept in screen.shown if kept.record and kept.notice))


def replays_game(pilot: Pilot, slug: str) -> None:
    screen = listed(pilot)
    screen.filter("palacio")


ONCE = {
    "replays": replays,
    "replays_empty": replays_empty,
    "replays_bad": replays_bad,
    "replays_broken": replays_broken,
    "replays_game": replays_game,
}


def watched(pilot: Pilot, slug: str, part: float = 0.6) -> WatchedPlay:
    """A replay in the middle, with all cards open."""
    record, _ = replaying.finished(slug, 3)
    record.chairs = replaying.level(record.seats, 2)
    pilot.app.go(Watch(record))
    play = replayed(pilot.table)
    play.jump(round(play.match.last * part))
    return play


def replay(pilot: Pilot, slug: str) -> None:
    watched(pilot, slug)


def replay_seat(pilot: Pilot, slug: str) -> None:
    watched(pilot, slug).look_as(1)


def replay_end(pilot: Pilot, slug: str) -> None:
    watched(pilot, slug, 1.0)


def replay_most(pilot: Pilot, slug: str) -> None:
    """With the maximum number of seats."""
    record = new_record(slug, 4, max(GAMES[slug].seats_allowed))
    game, rng = record.start(), Rng(4)
    for _ in range(30):
        move = rng.choice(game.legal_moves(rng.choice(game.waiting())))
        game.play(move)
        record.append(move)
    pilot.app.go(Watch(record))
    pilot.key(pygame.K_END)


def replay_play_on(pilot: Pilot, slug: str) -> None:
    watched(pilot, slug).ask()


def replay_view(pilot: Pilot, slug: str) -> None:
    watched(pilot, slug).ask_view()


EACH = {
    "replay": replay,
    "replay_seat": replay_seat,
    "replay_end": replay_end,
    "replay_most": replay_most,
    "replay_play_on": replay_play_on,
    "replay_view": replay_view,
}
