"""House rules, their presets, and the lab that compares them."""
