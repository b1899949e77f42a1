"""Background work: the job queue, pars (results of the best bot with the same cards), reviews, update check and online
session."""
