"""Lessons: a fixed deal of each game, played at the real table with a script beside it."""
