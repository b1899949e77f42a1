"""The list of guards matches the code: each guard and its test exist. `tests.online.guard_mutations` checks the
tests."""

import re

import pytest

from tests.online.guard_mutations import GUARDS, ROOT, Guard


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.name)
def test_guard_and_test_exist(guard: Guard) -> None:
    text = (ROOT / "engine" / "online" / guard.file).read_text(encoding="utf-8")
    assert text.count(guard.old) == 1
    file, _, test = guard.test.partition("::")
    found = re.findall(rf"^def {test}\b", (ROOT / "tests" / "online" / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == 1
