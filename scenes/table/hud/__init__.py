"""Parts of the HUD, in the scale of texts: plates, bubbles, boards, answers, tools, prompt."""
