"""What the rules reader is made of: pages as text, how they are set on paper, the paper that scrolls."""
