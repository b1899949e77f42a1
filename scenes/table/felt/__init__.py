"""What is drawn on the felt: boards, marks, bubbles and captions."""
