"""The program playing every game by itself, without a screen."""
