"""The card table: one scene for all games, to which each game contributes only a layout."""
