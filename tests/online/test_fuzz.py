"""The short form of ``tests.online.fuzz``."""

from tests.online.fuzz import fuzz


def test_damaged_messages_are_refused_or_understood_and_nothing_else_happens() -> None:
    tried = fuzz(3000, seed=7)
    assert tried.host > 50 and tried.guest > 10, "some are still messages"
    assert 0 < tried.kept < 300, "those that reach new lines are kept, and no others"
