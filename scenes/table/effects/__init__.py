"""Effects of announcements, highlights and burning cards, and the paths on the felt."""
