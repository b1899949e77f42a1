"""Pictures of every screen and of every game in the middle of play."""
