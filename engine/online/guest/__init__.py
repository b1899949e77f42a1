"""Guest side of an online table: connection, verification of the host's messages, table state, and match."""
