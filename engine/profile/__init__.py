"""The profile on disk: settings, saves, replays, presets, people and the database."""
