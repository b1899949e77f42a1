"""Pages of the drawer."""
