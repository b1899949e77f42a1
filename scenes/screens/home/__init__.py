"""The home screen: games, matches in progress and the daily deals."""
