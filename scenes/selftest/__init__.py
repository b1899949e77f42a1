"""The self-test: simulated players play every game in the real program, without a display."""
