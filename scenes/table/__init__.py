"""The table: the same for every game; a game brings a small layout and draws nothing."""
