"""Computer players: ``bot_for`` makes a bot, ``policy_of`` a game's policy, ``comparer`` a game's search.

The first call imports the registry and with it all bots. The window's process never makes one, as bots run in worker
processes, so it starts without them.
"""

from engine.bots.common.base import Bot, MoveComparer, Policy
from engine.characters import PLAIN_STYLE, Style

# Imports in functions: loading all bots takes 80 ms and 1.6 MB at the start of the window.


def bot_for(slug: str, level: str, style: Style = PLAIN_STYLE, patience: float = 1.0) -> Bot:
    """Make a bot for a game by level, strength or yardstick (reference bot); see ``engine.bots.registry.bot_for``.

    Raises:
        ValueError: no such level.
    """
    from engine.bots import registry  # noqa: PLC0415

    return registry.bot_for(slug, level, style, patience)


def policy_of(slug: str) -> Policy:
    """Make a game's best policy, which chooses moves without search and plays all seats in playouts."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.policy_of(slug)


def bulk_patience(slug: str) -> float:
    """Return the Master bot's budget factor for long series of decisions: match reviews and pars (Master's results)."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.bulk_patience(slug)


def comparer(slug: str) -> MoveComparer:
    """Make the search of a game's Master bot, which compares given moves by playouts over samples of hidden cards."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.comparer(slug)
