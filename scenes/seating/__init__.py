"""The seating screen, before a match."""
