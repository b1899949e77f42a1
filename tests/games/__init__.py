"""Tests of each game, named after its rules and golden scenarios. Helper modules are named after the game."""
