"""Learned search of Big Two and its network. Only these modules import numpy; see ``engine.bots.big_two.levels``."""
