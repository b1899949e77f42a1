"""Measures whether texts fit their holders and can be read, on every screen."""
