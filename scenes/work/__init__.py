"""Work beside the window: the queue, the pars of deals, the reviews of matches."""
