"""The lobby: tables for friends over a network, and the room before a match."""
