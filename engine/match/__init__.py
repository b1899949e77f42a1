"""Matches in memory: records, live play, playback, and the deal of the day."""
