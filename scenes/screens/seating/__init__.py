"""The seating screen before a match: players, house rules and deal number."""
