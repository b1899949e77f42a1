"""Some trials of ``tests.systems``, which wait for the program in a real window."""

import pytest

from tests.systems import MissingError, run_trial


@pytest.mark.parametrize(
    "title",
    [
        "16 bits of colour",
        "8 bits of colour: one sentence",
        "no thread can be started",
        "SDL_VIDEODRIVER is wrong",
        "silent session bus",
    ],
)
def test_program_on_unusual_desktop_passes_trial(title: str) -> None:
    try:
        run_trial(title)
    except MissingError as error:
        pytest.skip(f"needs {error}")
