"""The table without drawing: positions and motion of cards, and the player's selection."""
