"""Pictures of every screen, and of every game during play."""
