"""The table of a match that a host elsewhere plays."""
