"""The user interface as one tree of nodes: layout, focus, pointer, accessibility and time."""
