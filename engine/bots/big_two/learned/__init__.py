"""The network of Big Two and the search with it. Only these modules load numpy; see ``engine.bots.big_two.master``."""
