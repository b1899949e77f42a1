"""The opponents of RoPeD."""
