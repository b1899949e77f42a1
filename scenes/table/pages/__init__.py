"""Pages of the drawer, the side panel with log, hints and explanations."""
