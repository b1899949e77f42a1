"""Matches of card games in memory: records, live play, playback, and the deal of the day."""
