"""Background work: its queue, the pars of deals, and the reviews of matches."""
