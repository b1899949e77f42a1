"""Accessibility tree of the application, and its bridge to the system's screen readers."""
