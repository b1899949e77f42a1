"""What the bots of all games share: policies, searches, styles and measured strengths."""
