"""Lessons: a fixed deal of each game, played at the table along a script."""
