"""The opponents of Gurch."""
