"""Texts in the player's language: catalogues, names, dates, rules, outcomes, notices and the narrator."""
