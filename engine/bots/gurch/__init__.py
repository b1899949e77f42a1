"""The bots of Gurch."""
