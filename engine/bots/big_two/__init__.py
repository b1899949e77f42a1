"""The bots of Big Two."""
