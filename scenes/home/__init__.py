"""The home screen: the games and the deal of the day."""
