"""Helpers that several tests share: programs at a table or a screen, kept matches, checks of every game's contract."""
