"""Tests of online tables: protocol, attacks, faults of the network."""
