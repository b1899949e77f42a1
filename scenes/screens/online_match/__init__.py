"""The table of an online match, which a host runs."""
