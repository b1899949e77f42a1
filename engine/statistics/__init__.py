"""What matches add up to: writing, reading, ratings and export."""
