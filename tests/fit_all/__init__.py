"""Measures whether texts fit and can be read, on every screen."""
