"""Everything around the cards in the size of texts: plates, bubbles, boards, answers, tools, prompt."""
