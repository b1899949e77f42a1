"""Measures on every screen whether texts fit and are readable."""
