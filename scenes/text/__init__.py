"""Texts: words, names, dates, rules, outcomes, notices and the narrator."""
