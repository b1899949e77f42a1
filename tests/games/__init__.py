"""Tests of the games, one module a game, named after rules and golden scenarios."""
