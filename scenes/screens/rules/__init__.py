"""Screens for house rules and their presets, and for the lab that compares two rule sets by simulation."""
