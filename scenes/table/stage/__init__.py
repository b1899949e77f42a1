"""The stage: where cards lie, how they move, and how the person points at them."""
