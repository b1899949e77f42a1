"""Tests of the opponents, one module a game."""
