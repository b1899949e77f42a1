"""Computer players: ``bot_for`` makes a bot that may fail, ``reliable_bot`` one with weaker substitutes.

The first call imports the registry and with it all bots. The window's process never makes one, as bots run in worker
processes, so it starts without them.
"""

import math
from collections.abc import Sequence
from functools import partial

from engine.bots.common.base import HINT, SEARCH, Bot, Evaluation
from engine.bots.common.fallback import FallbackBot, Maker
from engine.characters import LEVELS, PLAIN_STYLE, Style, is_strength, strength_of
from engine.game import Game

# Imports in functions: loading all bots takes 80 ms and 1.6 MB at the start of the window.


def bot_for(
    slug: str, level: str, style: Style = PLAIN_STYLE, patience: float = 1.0, seat_levels: Sequence[str] = ()
) -> Bot:
    """Make a bot for a game by level, strength or yardstick (reference bot); see ``engine.bots.registry.bot_for``.

    Raises:
        ValueError: no such level.
    """
    from engine.bots import registry  # noqa: PLC0415

    return registry.bot_for(slug, level, style, patience, seat_levels)


def level_and_fallbacks(level: str) -> tuple[str, ...]:
    """Return a level, strength or yardstick, followed by the weaker ones that replace it where its bot fails.

    >>> level_and_fallbacks("master"), level_and_fallbacks("1.50")
    (('master', 'search', 'hard', 'medium', 'easy'), ('1.50', 'medium', 'easy'))
    """
    if level == HINT:
        return (HINT, *level_and_fallbacks("master"))
    if is_strength(level):
        weaker = LEVELS[: max(0, math.ceil(strength_of(level)))]
    elif level in LEVELS:
        weaker = LEVELS[: LEVELS.index(level)]
    else:
        weaker = LEVELS[:-1] if level in ("cheat", SEARCH) else ()
    return (level, *((SEARCH,) if level in ("cheat", "master") else ()), *reversed(weaker))


def reliable_bot(
    slug: str, level: str, style: Style = PLAIN_STYLE, patience: float = 1.0, seat_levels: Sequence[str] = ()
) -> FallbackBot:
    """Make a bot that a weaker one, as a last resort a random one, replaces in each decision in which it fails.

    Its errors, also an unknown level, are reported among its thoughts. The parameters are those of ``bot_for``.
    """
    from engine.bots.common.policy_bots import RandomBot  # noqa: PLC0415

    makers = [(name, partial(bot_for, slug, name, style, patience, seat_levels)) for name in level_and_fallbacks(level)]
    return FallbackBot(slug, [*makers, ("random", RandomBot)])


def policies(slug: str) -> tuple[Maker, ...]:
    """Return makers of a game's best policy, which plays all seats in playouts, and of its substitute, random moves."""
    from engine.bots import registry  # noqa: PLC0415
    from engine.bots.common.policy_bots import RandomPolicy  # noqa: PLC0415

    return ("policy", partial(registry.policy_of, slug)), ("random", RandomPolicy)


def bulk_patience(slug: str) -> float:
    """Return the Master bot's budget factor for long series of decisions: match reviews and pars (Master's results)."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.bulk_patience(slug)


def comparers(slug: str, seat_levels: Sequence[str] = ()) -> tuple[Maker, ...]:
    """Return makers of a game's searches that compare given moves: the Master bot's first, then its substitutes."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.comparers(slug, seat_levels)


def drop_unnatural(view: Game, options: Sequence[Evaluation]) -> tuple[Evaluation, ...]:
    """Return the evaluated moves without those that nobody would recommend; all if there are no others."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.drop_unnatural(view, options)


def explainers(slug: str, seat_levels: Sequence[str] = ()) -> tuple[Maker, ...]:
    """Return makers of the search whose playouts give reasons for moves, and of its substitute, random playouts."""
    from engine.bots import registry  # noqa: PLC0415

    return registry.explainers(slug, seat_levels)
