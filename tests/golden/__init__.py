"""Pinned figures of each game, and the table of rules and their tests."""
