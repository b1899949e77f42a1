"""The arena: duplicate matches between bots, run by ``python -m engine.arena``."""
