"""The bots of Palácio."""
