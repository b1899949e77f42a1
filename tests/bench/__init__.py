"""Benchmarks: speed, size and idleness, the strength of the levels, and the pages with what was measured."""
