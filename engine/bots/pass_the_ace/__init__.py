"""The opponents of Pass the Ace."""
