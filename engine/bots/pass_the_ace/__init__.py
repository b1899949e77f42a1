"""The bots of Pass the Ace."""
