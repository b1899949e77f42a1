"""The cards and the labels at them, on the cards' canvas."""
