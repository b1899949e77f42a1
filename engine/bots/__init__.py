"""Computer players: ``bot_for`` makes one, ``policy_of`` and ``comparer`` make the policy and the search of a game.

They load the registry, and with it all bots, on the first call. The window never makes a bot, as it thinks in other
processes, so it starts without them.
"""

from engine.bots.common.base import Bot, MoveComparer, Policy
from engine.characters import PLAIN_STYLE, Style

# Imports in functions: loading all bots takes 80 ms and 1.6 MB at the start of the window.


def bot_for(slug: str, level: str, style: Style = PLAIN_STYLE, patience: float = 1.0) -> Bot:
    """Make a bot for a game at one of the ``LEVELS``, or a yardstick; see ``engine.bots.registry.bot_for``.

    Raises:
        ValueError: no such level.
    """
    from engine.bots import registry  # noqa: PLC0415

    return registry.bot_for(slug, level, style, patience)


def policy_of(slug: str) -> Policy:
    """Make the best policy of a game: it plays all seats in playouts."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.policy_of(slug)


def bulk_patience(slug: str) -> float:
    """Return the master's patience in a game where it answers many questions in a row, as in reviews and pars."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.bulk_patience(slug)


def comparer(slug: str) -> MoveComparer:
    """Make the search of a game's master level, which compares any moves in likely worlds."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.comparer(slug)
