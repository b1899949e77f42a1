"""Host side of an online table: server, registry of tables, tables, matches and their storage."""
