"""Lessons, each a fixed deal of a game that the player plays at the table along a script."""
