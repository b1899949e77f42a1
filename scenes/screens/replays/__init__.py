"""Replays: the list of finished matches and their playback at the table."""
