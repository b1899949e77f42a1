"""A guest's side of an online table: connection to the host, state of the table, and its match."""
