"""Registry of all bots: by game and by level, strength or yardstick (a reference bot for measuring the others)."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from engine.bots.big_two import levels as big_two_levels
from engine.bots.big_two import merits as big_two_merits
from engine.bots.big_two import policy as big_two
from engine.bots.big_two import traits as big_two_traits
from engine.bots.common import merits
from engine.bots.common.base import HINT, SEARCH, YARDSTICKS, Bot, BotConfig, Evaluation, Ladder, MoveComparer, Policy
from engine.bots.common.fallback import Maker
from engine.bots.common.hints import HintBot
from engine.bots.common.ismcts import Ismcts
from engine.bots.common.merits import IsUnnatural, MeritsOf, is_never_unnatural, list_no_merits
from engine.bots.common.mixed_level import MixedLevelBot
from engine.bots.common.policy_bots import PolicyBot, RandomBot, RandomPolicy, SlippingBot
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.bots.common.style import GameStyle, SlackFactors, TraitsOf, no_traits
from engine.bots.gurch import levels as gurch_levels
from engine.bots.gurch import merits as gurch_merits
from engine.bots.gurch import policy as gurch
from engine.bots.gurch import traits as gurch_traits
from engine.bots.palacio import levels as palacio_levels
from engine.bots.palacio import merits as palacio_merits
from engine.bots.palacio import policy as palacio
from engine.bots.palacio import traits as palacio_traits
from engine.bots.pass_the_ace import levels as pass_the_ace_levels
from engine.bots.pass_the_ace import merits as pass_the_ace_merits
from engine.bots.pass_the_ace import policy as pass_the_ace
from engine.bots.pass_the_ace import traits as pass_the_ace_traits
from engine.bots.roped import levels as roped_levels
from engine.bots.roped import merits as roped_merits
from engine.bots.roped import policy as roped
from engine.bots.roped import traits as roped_traits
from engine.characters import LEVELS, PLAIN_STYLE, Style, is_strength, strength_of
from engine.game import Game
from engine.moves import Seat


class Opponents(NamedTuple):
    """Bots and policy of one game."""

    ladder: Ladder
    policy: Callable[[], Policy]
    """Makes the game's best policy."""
    traits: TraitsOf
    ismcts_iterations: int
    """Worlds per decision of the yardstick ``"ismcts"``, so that it takes as much processor time as a master.

    Measured by the arena with four seats (Palácio: three) and the standard rules.
    """
    slack_factors: SlackFactors = MappingProxyType({})
    """Level -> style -> factor on a bot's slack, the value that its style may cost; 1 for a style not listed."""
    bulk_patience: float = 1.0
    """Budget factor of the master for many decisions in a row, as in reviews and pars."""
    merits_of: MeritsOf = list_no_merits
    is_unnatural: IsUnnatural = is_never_unnatural
    """Whether hints and reviews never recommend a move while there are others."""


DEFAULT_SEARCH_BUDGET = Budget(steps=4_000)


def default_opponents(policy: Callable[[], Policy] = RandomPolicy, traits: TraitsOf = no_traits) -> Opponents:
    """Return bots of all levels for a game with one policy, or with none: slips, the policy, a short and a long search.

    Args:
        policy: makes the game's policy.
        traits: traits of the game's moves for the characters' styles.
    """
    return Opponents(
        {
            "easy": lambda config: SlippingBot(policy(), 0.3, config.style),
            "medium": lambda config: PolicyBot(policy(), config.style),
            "hard": lambda config: MonteCarloSearch(policy(), DEFAULT_SEARCH_BUDGET.scale(0.25), config.style),
            "master": lambda config: _plain_search(policy, config),
            "greedy": lambda _: PolicyBot(policy()),
        },
        policy,
        traits,
        ismcts_iterations=100,
    )


OPPONENTS: Mapping[str, Opponents] = {
    "gurch": Opponents(
        gurch_levels.LADDER,
        gurch.GurchPolicy,
        gurch_traits.style_traits,
        92,
        gurch_traits.SLACK_FACTORS,
        bulk_patience=2.0,
        merits_of=gurch_merits.move_merits,
    ),
    "roped": Opponents(
        roped_levels.LADDER,
        roped.RopedPolicy,
        roped_traits.style_traits,
        35,
        roped_traits.SLACK_FACTORS,
        bulk_patience=2.0,
        merits_of=roped_merits.move_merits,
    ),
    "pass_the_ace": Opponents(
        pass_the_ace_levels.LADDER,
        pass_the_ace.PassTheAcePolicy,
        pass_the_ace_traits.style_traits,
        200,
        pass_the_ace_traits.SLACK_FACTORS,
        merits_of=pass_the_ace_merits.move_merits,
        is_unnatural=pass_the_ace_merits.is_unnatural,
    ),
    "big_two": Opponents(
        big_two_levels.LADDER,
        big_two.BigTwoPolicy,
        big_two_traits.style_traits,
        130,
        big_two_traits.SLACK_FACTORS,
        bulk_patience=0.5,
        merits_of=big_two_merits.move_merits,
    ),
    "palacio": Opponents(
        palacio_levels.LADDER,
        palacio.PalacioPolicy,
        palacio_traits.style_traits,
        190,
        palacio_traits.SLACK_FACTORS,
        bulk_patience=0.3,
        merits_of=palacio_merits.move_merits,
    ),
}
"""Slug of a game -> its bots."""

DEFAULT_OPPONENTS = default_opponents()
"""The bots of games without bots of their own."""


def opponents_of(slug: str) -> Opponents:
    """Return the bots of a game."""
    return OPPONENTS.get(slug, DEFAULT_OPPONENTS)


def bot_for(
    slug: str, level: str, style: Style = PLAIN_STYLE, patience: float = 1.0, seat_levels: Sequence[str] = ()
) -> Bot:
    """Make a bot for a game at one of the ``LEVELS``, at a strength such as "1.40", or a yardstick (reference bot).

    ``patience`` multiplies the budget of the master level and of the yardsticks ``"search"`` and ``"ismcts"``. The
    yardstick ``"cheat"`` is a master that must be given a full position instead of a view, so that it sees all cards.
    ``"hint"`` is the bot that gives hints.
    ``seat_levels`` are the levels of the bots by seat, "" for a person. In its playouts a search plays each seat by its
    level; persons, searching bots and the seats after the last level given it plays by the game's policy.

    Raises:
        ValueError: no such level.
    """
    if is_strength(level):
        return _mixed_level_bot(slug, strength_of(level), style, patience, seat_levels)
    opponents = opponents_of(slug)
    if level == "random":
        return RandomBot()
    if level == HINT:
        master = bot_for(slug, "master", style, patience, seat_levels)
        assert isinstance(master, MoveComparer)
        explainer = _explainer(opponents.policy, slug, seat_levels)
        return HintBot(master, explainer, opponents.merits_of, opponents.is_unnatural)
    if level == "ismcts":
        return Ismcts(max(1, round(opponents.ismcts_iterations * patience)))
    make = opponents.ladder.get("master" if level == "cheat" else level)
    if make is None and level == SEARCH:
        make = partial(_plain_search, opponents.policy)
    if make is None:
        raise ValueError(f"unknown level {level!r}; levels are {', '.join(LEVELS)}, yardsticks {', '.join(YARDSTICKS)}")
    reach = opponents.slack_factors.get(level, {}).get(style, 1.0)
    return make(BotConfig(GameStyle(style, opponents.traits, reach), patience, _playout_policies(slug, seat_levels)))


def _playout_policies(slug: str, seat_levels: Sequence[str]) -> dict[Seat, Policy]:
    """Return the policies that play seats in playouts: bots without search; a strength plays as the level below it."""
    policies: dict[Seat, Policy] = {}
    for seat, level in enumerate(seat_levels):
        known = LEVELS[max(0, math.floor(strength_of(level)))] if is_strength(level) else level
        bot = bot_for(slug, known) if known in LEVELS else None
        if isinstance(bot, PolicyBot):
            policies[seat] = bot
    return policies


def _mixed_level_bot(slug: str, strength: float, style: Style, patience: float, seat_levels: Sequence[str]) -> Bot:
    """Make a bot that mixes the decisions of the two levels around its strength; below Easy, with random moves."""
    below = math.floor(strength)
    steps = ("random", *LEVELS)[below + 1 : below + 3]
    lower, *above = (partial(bot_for, slug, step, style, patience, seat_levels) for step in steps)
    return MixedLevelBot(lower, above[0], strength - below) if strength > below else lower()


def policy_of(slug: str) -> Policy:
    """Make a game's best policy, which chooses moves without search and plays all seats in playouts."""
    return opponents_of(slug).policy()


def explainers(slug: str, seat_levels: Sequence[str] = ()) -> tuple[Maker, ...]:
    """Return makers of the search whose playouts give reasons for moves, and of its substitute, random playouts."""
    policies: tuple[Callable[[], Policy], ...] = (opponents_of(slug).policy, RandomPolicy)
    names = ("policy", "random playouts")
    return tuple(
        (name, partial(_explainer, policy, slug, seat_levels)) for name, policy in zip(names, policies, strict=True)
    )


def _explainer(policy: Callable[[], Policy], slug: str, seat_levels: Sequence[str]) -> MonteCarloSearch:
    playout_policies = _playout_policies(slug, seat_levels)
    return MonteCarloSearch(policy(), DEFAULT_SEARCH_BUDGET, playout_policies=playout_policies)


def drop_unnatural(view: Game, options: Sequence[Evaluation]) -> tuple[Evaluation, ...]:
    """Return the evaluated moves without those that nobody would recommend; all if there are no others."""
    return merits.drop_unnatural(opponents_of(view.slug).is_unnatural, view, options)


def bulk_patience(slug: str) -> float:
    """Return the Master bot's budget factor for long series of decisions: match reviews and pars (Master's results)."""
    return opponents_of(slug).bulk_patience


def comparers(slug: str, seat_levels: Sequence[str] = ()) -> tuple[Maker, ...]:
    """Return makers of a game's searches that compare given moves: the Master bot's first, then its substitutes.

    Their budget, to which ``WorldComparison.budget_fraction`` relates, is that of one decision with ``bulk_patience``.
    """
    patience = bulk_patience(slug)
    makers = [
        (level, partial(bot_for, slug, level, patience=patience, seat_levels=seat_levels))
        for level in ("master", SEARCH)
    ]
    return (*makers, ("random playouts", partial(_plain_search, RandomPolicy, BotConfig(patience=patience))))


def _plain_search(policy: Callable[[], Policy], config: BotConfig) -> MonteCarloSearch:
    budget = DEFAULT_SEARCH_BUDGET.scale(config.patience)
    return MonteCarloSearch(policy(), budget, config.style, config.playout_policies)
