"""The page about the program: version and places, what is new, licences, a report to copy."""
