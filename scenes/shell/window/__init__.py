"""The window of the application and its place on the desktop."""
