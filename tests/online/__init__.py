"""The table for friends: messages, attacks, faults of the network."""
