"""Background work: worker processes, and the process in which computer players think."""
