"""What the lab found, kept for the next time the same rules are compared by the same version: a file of a profile."""

from types import MappingProxyType
from typing import Any, NamedTuple, TypeGuard

import tomli_w

from engine import __version__, options
from engine.formats import KEY, Raw, Schema
from engine.lab.figures import MIN_MATCHES, Estimate, threshold
from engine.lab.trials import Experiment
from engine.notices import Notice
from engine.profile.storage import Profile

MOST = 40
"""So many comparisons are kept; the oldest goes first."""
_LIST = "comparisons"
Kinds = tuple[type, ...]
_FIGURES = 120
"""More figures than any game has."""
_FIRST_KINDS = (str, float, float, float, float, float, float, int, bool)
"""Of a figure's values in format 1."""
_KINDS = (*_FIRST_KINDS, bool)


def _with_sureness(raw: Raw) -> Raw:
    """Format 2: what was told of a figure is kept with it."""
    held = raw.get(_LIST)
    if not (isinstance(held, list) and all(_is_comparison(one, _FIRST_KINDS) for one in held)):
        return raw  # damaged: it will be told so
    return {
        **raw,
        _LIST: [{**one, "figures": [[*figure, _told(*figure)] for figure in one["figures"]]} for one in held],
    }


def _told(*figure: Any) -> bool:
    found = Estimate._make([*figure, False])
    return found.matches >= MIN_MATCHES and abs(found.errors) >= threshold(found.matches)


SCHEMA = Schema(2, MappingProxyType({1: _with_sureness}))


class SavedComparison(NamedTuple):
    """What was found out once."""

    trials: int
    estimates: list[Estimate]


class SavedComparisons:
    """Comparisons by game, version, seats, level and both rules; written with every change to ``lab.toml``.

    Args:
        profile: where the file lies.
    """

    def __init__(self, profile: Profile) -> None:
        self.path = profile.folder / "lab.toml"
        self._profile = profile
        self._held: list[dict[str, Any]] = []

    def load(self) -> list[Notice]:
        """Read the file; the messages say what was wrong with it."""
        raw, notices = self._profile.read_values(self.path, SCHEMA, {_LIST: (_is_list, '[{game = "…"}]')})
        held = raw.get(_LIST)
        self._held = held if _is_list(held) else []
        return notices

    def find(self, plan: Experiment) -> SavedComparison | None:
        """What is known of a plan; None where nothing is."""
        wanted = _named(plan)
        for one in self._held:
            if wanted.items() <= one.items():
                return SavedComparison(one["trials"], [Estimate(*figure) for figure in one["figures"]])
        return None

    def keep(self, plan: Experiment, found: SavedComparison) -> list[Notice]:
        """Remember what was found, instead of what was known of the same plan."""
        wanted = _named(plan)
        others = [one for one in self._held if not wanted.items() <= one.items()]
        figures = [list(estimate) for estimate in found.estimates]
        self._held = [*others, {**wanted, "trials": found.trials, "figures": figures}][-MOST:]
        return self._profile.write(self.path, tomli_w.dumps({KEY: SCHEMA.known, _LIST: self._held}), SCHEMA)


def _named(plan: Experiment) -> dict[str, Any]:
    return {
        "game": plan.slug,
        "version": __version__,
        "seats": plan.seats,
        "level": plan.level,
        "first": options.write(plan.first),
        "second": options.write(plan.second),
    }


def _is_list(found: object) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(found, list) and len(found) <= MOST and all(map(_is_comparison, found))


def _is_comparison(found: object, kinds: Kinds = _KINDS) -> bool:
    if not isinstance(found, dict) or type(found.get("trials")) is not int or found["trials"] < 0:
        return False
    figures = found.get("figures")
    return isinstance(figures, list) and len(figures) <= _FIGURES and all(_is_figure(one, kinds) for one in figures)


def _is_figure(found: object, kinds: Kinds) -> bool:
    return (
        isinstance(found, list)
        and len(found) == len(kinds)
        and all(type(value) is kind for value, kind in zip(found, kinds, strict=True))
    )
