"""First-rate opponents, one module a game for what is special to it."""
