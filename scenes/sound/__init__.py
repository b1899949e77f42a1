"""What is heard: which sound belongs to what, the player that chooses and times them, the device that plays them."""

from scenes.sound.mixer import Mixer
from scenes.sound.player import Player

__all__ = ["Mixer", "Player"]
