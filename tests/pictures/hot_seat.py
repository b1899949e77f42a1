"""Pictures of several persons at one computer, for ``tests.pictures``."""

from collections.abc import Callable

import pygame

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.rng import Rng
from scenes.screens.results.results_screen import ResultsScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import MatchTable
from scenes.table.curtain import Curtain
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot

SEED = 7
LARGE_GAME = "palacio"
GAME = "roped"
"""A game in which several persons answer the lasso at once."""
PERSONS = (Chair(PERSON, name="Ana", portrait="hoops"), Chair(PERSON, name="Bartholomeu Luz", portrait="straw"))


def record() -> Record:
    """Return a match of two persons and two bots."""
    chairs = (PERSONS[0], Chair("mei", "easy"), PERSONS[1], Chair("rafa", "easy"))
    return Record(GAME, 4, SEED, GAMES[GAME].Options(), chairs)


def _play(pilot: Pilot, until: Callable[[Pilot], bool]) -> None:
    """Let a medium bot answer for all persons until ``until`` returns true."""
    policy, rng = bot_for(GAME, "medium"), Rng(SEED)
    pilot.app.go(MatchTable(record()))
    for _ in range(60_000):
        pilot.step()
        if until(pilot):
            return
        top = pilot.app.top
        if isinstance(top, Curtain | ResultsScreen):
            pilot.press_keys(pygame.K_RETURN)
        elif isinstance(top, Table) and top.model.choice is not None and not top.model.director.is_busy:
            top.hand_controller.answer(final_thought(policy, top.model.choice.view, top.match.viewer, rng).move)
    raise AssertionError("the state didn't come within 60,000 frames")


def _lassoed(pilot: Pilot, number: int) -> bool:
    """Whether the person of this seat is asked about the lasso."""
    top = pilot.app.top
    ask = top.match.game.ask if isinstance(top, Table) else None
    asked = isinstance(top, Table) and top.model.choice is not None and not top.model.director.is_busy
    return bool(asked and ask and ask.what == "lasso" and isinstance(top, Table) and top.match.viewer == number)


def shared_seating(pilot: Pilot) -> None:
    """Show three persons at a table of five, with the last one being named."""
    screen = SeatingScreen(pilot.app, LARGE_GAME)
    pilot.app.go(screen)
    screen.set_seats(5)
    for seat, name in ((2, "Bartholomeu Luz"), (4, "")):
        screen.choose_chair(seat)
        screen.seat_person()
        screen.set_name(name)


def curtain(pilot: Pilot) -> None:
    pilot.app.go(MatchTable(record()))


def curtain_long(pilot: Pilot) -> None:
    _play(pilot, lambda p: isinstance(p.app.top, Curtain) and p.app.top.person.name == PERSONS[1].name)


def shared_turn(pilot: Pilot) -> None:
    """Show the second person's view after the first person and the bots have played."""
    _play(
        pilot,
        lambda p: isinstance(p.app.top, Table) and p.app.top.match.viewer == 2 and bool(p.app.top.hud.bubbles.notes),
    )


def shared_lasso(pilot: Pilot) -> None:
    """Show the lasso board for the person who answers second."""
    _play(pilot, lambda p: _lassoed(p, 2))


def shared_result(pilot: Pilot) -> None:
    _play(pilot, lambda p: isinstance(p.app.top, ResultsScreen))
