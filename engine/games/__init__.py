"""The games: an explicit register, in the order in which they are shown."""

from collections.abc import Mapping

from engine.game import Game

GAMES: Mapping[str, type[Game]] = {}
"""Slug -> game."""
