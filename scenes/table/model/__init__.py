"""The table as data: where cards lie, how they move, what the player selects."""
