"""Texts: words, names, outcomes and the narrator."""
