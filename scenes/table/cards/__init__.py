"""Drawing of the cards and their labels, on the cards' canvas."""
