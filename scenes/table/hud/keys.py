"""Keys of the card table, the same in all games."""

import pygame

TALK_KEY = pygame.K_p
"""Key that opens the phrases for the other players."""
WHAT_NOW_KEY = pygame.K_w
"""Key that opens or closes the coach's explanation."""
LAST_PLAYS_KEY = pygame.K_t
"""Key that shows the last plays."""
PASS_KEY = pygame.K_n
"""Key that passes or keeps what the player has, in every game: "no" in many languages."""
BROWSE_KEY = pygame.K_d
"""Key that shows the cards of the browsable piles, one after the other."""
