"""Rules, opponents, records and settings of House Rules: everything that runs without a screen."""

__version__ = "0.1.0"
