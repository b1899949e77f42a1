"""Random house rules and settings."""

from typing import TypeVar

from engine.options import options_of
from engine.rng import Rng

D = TypeVar("D")


def random_options(owner: type[D], rng: Rng) -> D:
    """Return an instance with random options."""
    return owner(**{choice.name: rng.choice(choice.values) for choice in options_of(owner)})
