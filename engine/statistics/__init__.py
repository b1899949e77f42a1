"""Statistics of finished deals and matches: writing, reading, ratings and export."""
