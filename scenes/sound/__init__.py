"""Sound: the cues, the player that chooses and times them, the device that plays them."""
