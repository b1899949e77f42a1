"""Adds a new game to the program: stubs of all its files, and a check list of what is still missing."""
