"""Benchmarks of speed, size, idle load and the strength of the levels, with pages of their results."""
