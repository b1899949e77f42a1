"""Results with a par, after an invented number of playouts."""

from engine.par import PLAYOUTS_PER_DEAL, Par
from engine.rng import Rng
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.scene import Scene


def show_par(scene: Scene, playouts: int) -> None:
    """Show the results of a deal or a match after this number of playouts; earlier deals have all playouts."""
    assert isinstance(scene, ResultsScreen) and scene.pars is not None
    scene.shows_par = True
    pars, match, last = scene.pars, scene.match, scene.scored.deal
    for number in range(1, last + 1):
        for seat in match.person_seats:
            own = match.game.history[number - 1][seat]
            chance = Rng(number)
            count = playouts if number == last else PLAYOUTS_PER_DEAL
            points = tuple(own + chance.below(5) - 2 for _ in range(count))
            pars.pars[number, seat] = Par(own, points)
            if count == PLAYOUTS_PER_DEAL:
                pars.complete_pars.add((number, seat))
    scene.lay_out()
