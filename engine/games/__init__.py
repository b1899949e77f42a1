"""The games: an explicit register, in the order in which they are shown."""
