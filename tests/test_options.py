"""Options read from any mapping: usable values are kept, others are reported."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import options
from engine.options import option
from engine.rng import Rng
from engine.settings import Settings, system_language
from tests.support import game_contract


@dataclass(frozen=True, slots=True)
class Sample:
    kind: Literal["a", "b"] = option("a", rule="x.R1", group="g")
    on: bool = option(True)
    size: int = option(3, choices=(1, 3, 5))
    note: str = "not a choice"


@dataclass(frozen=True, slots=True)
class Dependent:
    scoring: Literal["plain", "none"] = option("plain")
    bonus: int = option(10, choices=(5, 10), idle_with={"scoring": ("none",)})


def test_option_idle_with_another_value_names_its_cause() -> None:
    scoring, bonus = options.options_of(Dependent)
    assert options.find_cause_of_idleness(Dependent(), bonus) is None
    assert options.find_cause_of_idleness(Dependent("none"), bonus) == (scoring, "none")
    assert options.find_cause_of_idleness(Dependent("none"), scoring) is None


ANY_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
    max_leaves=5,
)
from tests.support.random_options import random_options


def test_fields_describe_allowed_values() -> None:
    kind, on, size = options.options_of(Sample)
    assert (kind.values, kind.rule, kind.group, kind.default) == (("a", "b"), "x.R1", "g", "a")
    assert on.values == (False, True)
    assert size.values == (1, 3, 5)


def test_good_values_are_read_and_bad_ones_named() -> None:
    found, problems = options.from_mapping(Sample, {"kind": "b", "size": 4, "colour": 1}, "x.")
    assert found == Sample(kind="b")
    assert [tuple(problem) for problem in problems] == [
        ("value", "x.size", "4", "1, 3, 5"),
        ("unknown", "x.colour", "1", "kind, on, size"),
    ]


@pytest.mark.parametrize("raw", [{"on": 1}, {"size": True}, {"size": 3.0}, {"on": "true"}, {"size": 16**5000}])
def test_equal_value_of_another_type_is_refused(raw: dict[str, Any]) -> None:
    found, problems = options.from_mapping(Sample, raw)
    assert found == Sample()
    assert [problem.kind for problem in problems] == ["value"]


@given(st.dictionaries(st.sampled_from(["kind", "on", "size", "note", "x"]), ANY_VALUES))
def test_reading_never_raises_and_reports_each_unused_key(raw: dict[str, Any]) -> None:
    found, problems = options.from_mapping(Sample, raw)
    assert {problem.key for problem in problems} >= {key for key in raw if key in ("note", "x")}
    for key in raw.keys() - {problem.key for problem in problems}:
        assert getattr(found, key) == raw[key]


@pytest.mark.parametrize("owner", [Settings, Sample, *(game.Options for game in game_contract.ALL_GAMES.values())])
def test_written_options_survive_and_omit_standard_values(owner: type[Any]) -> None:
    for seed in range(30):
        drawn: Any = random_options(owner, Rng(seed))
        written = options.changed_values(drawn)
        assert options.from_mapping(owner, written) == (drawn, [])
        assert all(getattr(owner(), key) != value for key, value in written.items())


@pytest.mark.parametrize("owner", [Settings, *(game.Options for game in game_contract.ALL_GAMES.values())])
def test_every_field_is_option_with_allowed_default(owner: type) -> None:
    choices = options.options_of(owner)
    assert len(choices) == len(owner.__dataclass_fields__)  # type: ignore[attr-defined]
    for choice in choices:
        assert choice.default in choice.values
        assert choice.max_length or len(set(choice.values)) == len(choice.values) > 1
        assert choice.rule or choice.group


@pytest.mark.parametrize(
    ("environment", "preferred", "language"),
    [
        ({"LANG": "pt_BR.UTF-8"}, [], "pt_BR"),
        ({"LANG": "de_AT.UTF-8"}, ["pt_BR"], "de"),
        ({"LANG": "nl_NL.UTF-8"}, ["pt_BR"], "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "pt_PT", "LANG": "en_US"}, [], "pt_BR"),
        ({"LANGUAGE": "pt_BR:en", "LANG": "en_US.UTF-8"}, [], "pt_BR"),
        ({"LANGUAGE": "nl:en:pt", "LANG": "fr_FR.UTF-8"}, [], "en"),
        ({"LANGUAGE": "pt_BR", "LC_ALL": "C.UTF-8"}, [], "en"),
        ({}, ["Portuguese_Brazil"], "pt_BR"),
        ({}, ["nl_BE", "pt_PT", "en_US"], "pt_BR"),
        ({}, ["French_Canada", "en_US"], "fr"),
        ({}, [], "en"),
    ],
)
def test_language_follows_system(environment: dict[str, str], preferred: list[str], language: str) -> None:
    assert system_language(environment, preferred) == language
