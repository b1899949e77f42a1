"""Tests of each game, named after its rules and golden scenarios; helper modules are named after the game."""
