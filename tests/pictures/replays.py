"""Pictures of the list of replays and of a replay, for ``tests.pictures``."""

import pygame

from engine.games import GAMES
from engine.rng import Rng
from scenes.screens.replays.replay_mode import ReplayMode
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.shell.destinations import ReplayList, ReplayTable
from tests.support import finished_matches
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import replay_mode


def open_list(pilot: Pilot) -> ReplaysScreen:
    """Open the list with matches of every game: one with a star, one damaged, one of a newer version."""
    folder = pilot.app.profile.folder
    store = finished_matches.fill_store(folder, count=3)
    store.scan()
    while store.try_read_more():
        pass
    store.set_star(store.entries[3], True)
    good = store.entries[0]
    text = good.path.read_text(encoding="utf-8")
    lines = text.splitlines()
    line_index = next(i for i, line in enumerate(lines) if line.startswith("moves")) + 9
    lines[line_index] = lines[line_index + 1]
    (store.folder / "from-a-friend.toml").write_text("\n".join(lines).replace('id = "', 'id = "x'), encoding="utf-8")
    (store.folder / "of-next-year.toml").write_text(text.replace("format = 3", "format = 9"), encoding="utf-8")
    screen = ReplaysScreen(pilot.app)
    pilot.app.go(screen)
    pilot.run_frames(40)
    return screen


def replays(pilot: Pilot) -> None:
    open_list(pilot)
    pilot.press_keys(pygame.K_TAB)


def replays_empty(pilot: Pilot) -> None:
    pilot.app.go(ReplayList())


def replays_bad(pilot: Pilot) -> None:
    screen = open_list(pilot)
    screen.choose(next(kept for kept in screen.listed_entries if kept.record_head is None))


def replays_broken(pilot: Pilot) -> None:
    screen = open_list(pilot)
    screen.choose(next(kept for kept in screen.listed_entries if kept.record_head and kept.notice))


def replays_game(pilot: Pilot) -> None:
    screen = open_list(pilot)
    screen.filter_by_game("palacio")


def open_replay(pilot: Pilot, slug: str, progress: float = 0.6) -> ReplayMode:
    """Open a replay in the middle, with all cards open."""
    record, _ = finished_matches.finished_match(slug, 3)
    record.chairs = finished_matches.chairs_from_character(record.seats, 2)
    pilot.app.go(ReplayTable(record))
    play = replay_mode(pilot.table)
    play.seek(round(play.match.last_index * progress))
    return play


def replay(pilot: Pilot, slug: str) -> None:
    open_replay(pilot, slug)


def replay_seat(pilot: Pilot, slug: str) -> None:
    open_replay(pilot, slug).set_view(1)


def replay_end(pilot: Pilot, slug: str) -> None:
    open_replay(pilot, slug, 1.0)


def replay_most(pilot: Pilot, slug: str) -> None:
    """Show a replay with the maximum number of seats."""
    record = new_record(slug, 4, max(GAMES[slug].seats_allowed))
    game, rng = record.initial_position(), Rng(4)
    for _ in range(30):
        move = rng.choice(game.legal_moves(rng.choice(game.seats_to_act())))
        game.play(move)
        record.append(move)
    pilot.app.go(ReplayTable(record))
    pilot.press_keys(pygame.K_END)


def replay_play_on(pilot: Pilot, slug: str) -> None:
    open_replay(pilot, slug).ask_take_over_seat()


def replay_view(pilot: Pilot, slug: str) -> None:
    open_replay(pilot, slug).ask_view()
