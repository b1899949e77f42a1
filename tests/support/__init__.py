"""Helpers shared by tests: pilots for the table and the screens, sample records, checks of every game."""
