"""The games: an explicit registry, in the order in which they are shown."""

from collections.abc import Mapping

from engine.game import Game
from engine.games.big_two import BigTwo
from engine.games.gurch import Gurch
from engine.games.palacio import Palacio
from engine.games.pass_the_ace import PassTheAce
from engine.games.roped import Roped

GAMES: Mapping[str, type[Game]] = {
    game.slug: game
    for game in (
        Gurch,
        Roped,
        PassTheAce,
        BigTwo,
        Palacio,
    )
}
"""Slug -> game."""
