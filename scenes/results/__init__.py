"""The results of a deal and of a match."""
