"""A match in memory: its record, its play, its playback, and the deal of the day."""
