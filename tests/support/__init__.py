"""Test helpers shared by several packages: pilots for the table and the screens, sample records, checks of every game."""
