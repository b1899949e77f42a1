"""Effects of announcements and of burning cards, and the paths on the felt."""
