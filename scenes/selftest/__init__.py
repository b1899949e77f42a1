"""The self-test: the program plays every game by itself, without a display."""
