"""Shared code of all bots: protocols, searches, playing styles and measured strengths."""
