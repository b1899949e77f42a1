"""Saved results of the rule lab in ``lab.toml``, for later comparisons of the same rules by the same version."""

from typing import Any, NamedTuple

from engine import __version__, options
from engine.lab.estimates import Estimate
from engine.lab.trials import Experiment
from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema

MAX_COMPARISONS = 40
"""Maximum number of saved comparisons; the oldest is dropped first."""
MAX_FILE_BYTES = 262_144
"""Maximum size of the file in bytes; a comparison takes 5 to 13 kB."""
_LIST_KEY = "comparisons"
_MAX_FIGURES = 120
"""Maximum number of figures read; no game has that many."""
_FIGURE_TYPES = (str, float, float, float, float, float, float, int, bool, bool)
"""Types of a figure's values, the fields of ``Estimate``."""
SCHEMA = Schema(2)


class SavedComparison(NamedTuple):
    """Saved result of a comparison of two house rules: number of trials and estimates."""

    trials: int
    estimates: list[Estimate]


class SavedComparisons:
    """Saved rule comparisons by game, version, seats, level and both rules; every change is written to ``lab.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "lab.toml", SCHEMA, _KEYS, MAX_FILE_BYTES)
        values = self.file.read()
        self._saved: list[dict[str, Any]] = [*filter(None, values.get(_LIST_KEY, ()))][-MAX_COMPARISONS:]

    def find(self, experiment: Experiment) -> SavedComparison | None:
        """Return the saved result of a rule lab experiment; None if there is none."""
        wanted = _key(experiment)
        for one in self._saved:
            if wanted.items() <= one.items():
                return SavedComparison(one["trials"], [Estimate(*figure) for figure in one["figures"]])
        return None

    def save(self, experiment: Experiment, comparison: SavedComparison) -> None:
        """Save the result of a rule lab experiment in place of an older one."""
        key = _key(experiment)
        others = [one for one in self._saved if not key.items() <= one.items()]
        figures = [list(estimate) for estimate in comparison.estimates]
        self._saved = [*others, {**key, "trials": comparison.trials, "figures": figures}][-MAX_COMPARISONS:]
        while len(self.file.text({_LIST_KEY: self._saved})) > MAX_FILE_BYTES and len(self._saved) > 1:
            del self._saved[0]
        self.file.write({_LIST_KEY: self._saved})


def _key(experiment: Experiment) -> dict[str, Any]:
    """Return the values that identify an experiment of the rule lab in ``lab.toml``."""
    return {
        "game": experiment.slug,
        "version": __version__,
        "seats": experiment.seats,
        "level": experiment.level,
        "first": options.changed_values(experiment.first_rules),
        "second": options.changed_values(experiment.second_rules),
    }


def _is_comparison(found: object) -> bool:
    if not isinstance(found, dict) or type(found.get("trials")) is not int or found["trials"] < 0:
        return False
    figures = found.get("figures")
    return isinstance(figures, list) and len(figures) <= _MAX_FIGURES and all(map(_is_figure, figures))


def _is_figure(found: object) -> bool:
    return isinstance(found, list) and tuple(map(type, found)) == _FIGURE_TYPES


_KEYS = {_LIST_KEY: ValueSpec(dict, '[{game = "…"}]', _is_comparison, MAX_COMPARISONS)}
