"""The opponents of Big Two."""
