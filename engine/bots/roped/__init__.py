"""The bots of RoPeD."""
