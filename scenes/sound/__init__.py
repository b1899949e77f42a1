"""Sound: cues, the player that selects and times them, and the mixer that outputs them."""
