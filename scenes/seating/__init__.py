"""Who plays: the screen before a match."""
