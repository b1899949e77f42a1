"""Application layer on pygame-ce: screens, card table, animation, input, sound and texts."""
