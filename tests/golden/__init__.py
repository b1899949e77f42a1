"""Pinned figures of each game, and the table of which test shows which rule."""
