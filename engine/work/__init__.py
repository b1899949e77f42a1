"""Work beside the window: worker processes and the opponents' thinking."""
