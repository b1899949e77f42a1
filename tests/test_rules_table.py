"""Every numbered rule is on its page in every language, and has a test."""

import pytest

from engine import options
from engine.games import GAMES
from engine.languages import LANGUAGES
from tests.golden import rules as rules_table


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_has_test(slug: str) -> None:
    shown = rules_table.tests_of(slug)
    assert [number for number in rules_table.rule_numbers(slug) if number not in shown] == []


def test_rules_table_is_up_to_date() -> None:
    assert rules_table.FILE.read_text(encoding="utf-8") == rules_table.make_rules_table(), (
        "run python -m tests.golden.rules"
    )


@pytest.mark.parametrize("slug", GAMES)
def test_pages_have_same_rules_in_order_without_gaps(slug: str) -> None:
    numbers = rules_table.rule_numbers(slug)
    assert numbers == list(range(1, len(numbers) + 1))
    for language in LANGUAGES:
        assert rules_table.rule_numbers(slug, language) == numbers


@pytest.mark.parametrize("slug", GAMES)
def test_rules_named_by_options_are_on_page(slug: str) -> None:
    numbers = rules_table.rule_numbers(slug)
    for choice in options.options_of(GAMES[slug].Options):
        game, _, number = choice.rule.partition(".R")
        assert game == slug
        assert int(number) in numbers
