"""The arena: duplicate matches between opponents, run by ``python -m engine.arena``."""
