"""The player's profile on disk: settings, matches, replays, presets, decks, known players and SQLite databases."""
