"""The opponents of Palácio."""
