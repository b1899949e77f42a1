"""The games: an explicit register, in the order in which they are shown."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Game
from engine.games.big_two import BigTwo

GAMES: Mapping[str, type[Game]] = MappingProxyType({game.slug: game for game in (BigTwo,)})
"""Slug -> game."""
