"""The host's side of online tables: server, table registry, tables, matches and their storage."""
