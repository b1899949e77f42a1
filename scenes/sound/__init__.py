"""What is heard: which sound belongs to what, the player that chooses and times them, the device that plays them."""
