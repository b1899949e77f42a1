"""A table for friends over a network: messages, the host's side, a guest's side, and what carries them. No pygame.

Nothing here is imported before a table is opened or joined.
"""
