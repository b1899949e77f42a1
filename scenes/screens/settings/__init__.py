"""The settings screen with its preview, and the screens for the player's own card decks."""
