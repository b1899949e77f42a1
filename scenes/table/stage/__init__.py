"""The stage: where cards lie, how they move, and how the player points at them."""
