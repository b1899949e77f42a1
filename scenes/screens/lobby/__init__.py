"""Screens of online tables before a match: the lobby and the room of a table."""
