"""Parts of the table's HUD, in the scale of texts: plates, bubbles, boards, answers, tools, prompt."""
