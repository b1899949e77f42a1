"""The games: an explicit register, in the order in which they are shown."""

from collections.abc import Mapping

from engine.game import Game
from engine.games.big_two import BigTwo
from engine.games.palacio import Palacio

GAMES: Mapping[str, type[Game]] = {game.slug: game for game in (BigTwo, Palacio)}
"""Slug -> game."""
