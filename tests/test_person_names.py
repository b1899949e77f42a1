"""Names of persons at a table: the allowed characters, and names that look alike."""

import unicodedata

import pytest

from engine.options import is_name
from engine.person_names import CONFUSABLES_FILE, disambiguate_name, is_valid_guest_name, name_skeleton, normalise_name
from engine.settings import MAX_NAME_LENGTH
from tests.support.scripts import script

LOOKALIKE_NAMES = (
    ("Honest", "Нonest"),
    ("Anna", "Αnna"),
    ("paypal", "pаypаl"),
    ("Mom", "Morn"),
    ("O", "0"),
    ("ANNA", "Anna"),
    ("Zoë", "Zoe\u0308"),
)
ALLOWED_NAMES = (
    "",
    "Zoë",
    "João",
    "Thị Hiền",
    "L·L",
    "O’Neill",
    "Анна",
    "陳大文",
    "한글",
    "ที่นี่",
    "שָׁלוֹם",
    "मुहम्मद",
    "محمد",
)
INVISIBLE_CHARACTERS = (
    "\u115f",
    "\u1160",
    "\u3164",
    "\uffa0",
    "\ufe0f",
    "\U000e0100",
    "\u034f",
    "\u180b",
    "\u200b",
    "\u200d",
)


@pytest.mark.parametrize(("name", "other"), LOOKALIKE_NAMES)
def test_lookalike_names_have_one_skeleton(name: str, other: str) -> None:
    assert name_skeleton(name) == name_skeleton(other)
    assert disambiguate_name(other, {name_skeleton(name)}, 8) == f"{other} 2"


def test_different_names_have_different_skeletons() -> None:
    assert len({name_skeleton(name) for name in (*ALLOWED_NAMES, "Ana", "Anna", "Zoe")}) == len(ALLOWED_NAMES) + 3


@pytest.mark.parametrize("name", ALLOWED_NAMES)
def test_name_of_any_script_is_fine(name: str) -> None:
    assert is_valid_guest_name(normalise_name(name)) and is_name(name, MAX_NAME_LENGTH)


@pytest.mark.parametrize("char", INVISIBLE_CHARACTERS, ids=ascii)
def test_name_with_invisible_character_is_refused(char: str) -> None:
    assert not is_valid_guest_name(f"A{char}na") and not is_valid_guest_name(normalise_name(f"A{char}na"))


def test_number_stays_within_length_of_name() -> None:
    name = "x" * MAX_NAME_LENGTH
    others = {name_skeleton(name)}
    for number in range(2, 40):
        other = disambiguate_name(name, others, 40)
        assert other.endswith(f" {number}") and is_valid_guest_name(other)
        others.add(name_skeleton(other))


def test_confusables_are_in_canonical_form() -> None:
    text = CONFUSABLES_FILE.read_text(encoding="utf-8")
    pairs = [line.split("\t") for line in text.splitlines()]
    again = "".join(
        f"{ord(letter):04X} ; {' '.join(f'{ord(one):04X}' for one in target)} ; MA\n"
        for target, letters in pairs
        for letter in letters
    )
    assert script("make_confusables").convert_list(again) == text
    assert len(text) < 20_000
    assert all(unicodedata.normalize("NFD", target) for target, _ in pairs)


def test_licence_of_confusables_is_included() -> None:
    (part,) = (part for part in script("collect_licences").own_components() if part.title.startswith("Unicode"))
    assert "UNICODE LICENSE V3" in part.text
