"""Statistics of finished deals and matches: storage, queries, ratings and export."""
