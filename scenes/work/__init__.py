"""Background work of screens: the job queue, pars, match reviews, the update check and the online session."""
