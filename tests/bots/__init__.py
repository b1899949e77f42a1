"""Tests of the bots, one module for each game."""
