"""Parts of the table's HUD, at the scale of texts: seat plates, speech bubbles, vote boards, answer and tool buttons,
prompt."""
