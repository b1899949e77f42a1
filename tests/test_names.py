"""Names of persons at a table: what they may have in them, and which look alike."""

import unicodedata

import pytest

from engine import licences
from engine.names import CONFUSABLES, folded, is_guest_name, skeleton, told_apart
from engine.options import is_name
from engine.settings import LONGEST_NAME
from tests.support.scripts import script

ALIKE = (
    ("Honest", "Нonest"),
    ("Anna", "Αnna"),
    ("paypal", "pаypаl"),
    ("Mom", "Morn"),
    ("O", "0"),
    ("ANNA", "Anna"),
    ("Zoë", "Zoe\u0308"),
)
FINE = ("", "Zoë", "João", "Thị Hiền", "L·L", "O’Neill", "Анна", "陳大文", "한글", "ที่นี่", "שָׁלוֹם", "मुहम्मद", "محمد")
UNSEEN = ("\u115f", "\u1160", "\u3164", "\uffa0", "\ufe0f", "\U000e0100", "\u034f", "\u180b", "\u200b", "\u200d")


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike_have_one_skeleton(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)
    assert told_apart(other, {skeleton(name)}, 8) == f"{other} 2"


def test_names_that_look_different_have_others() -> None:
    assert len({skeleton(name) for name in (*FINE, "Ana", "Anna", "Zoe")}) == len(FINE) + 3


@pytest.mark.parametrize("name", FINE)
def test_name_of_any_script_is_fine(name: str) -> None:
    assert is_guest_name(folded(name)) and is_name(name, LONGEST_NAME)


@pytest.mark.parametrize("char", UNSEEN, ids=ascii)
def test_name_with_what_is_not_seen_is_refused(char: str) -> None:
    assert not is_guest_name(f"A{char}na") and not is_guest_name(folded(f"A{char}na"))


def test_number_stays_within_the_length_of_a_name() -> None:
    name = "x" * LONGEST_NAME
    others = {skeleton(name)}
    for number in range(2, 40):
        other = told_apart(name, others, 40)
        assert other.endswith(f" {number}") and is_guest_name(other)
        others.add(skeleton(other))


def test_list_is_in_the_form_that_its_script_writes() -> None:
    text = CONFUSABLES.read_text(encoding="utf-8")
    pairs = [line.split("\t") for line in text.splitlines()]
    again = "".join(
        f"{ord(letter):04X} ; {' '.join(f'{ord(one):04X}' for one in target)} ; MA\n"
        for target, letters in pairs
        for letter in letters
    )
    assert script("make_confusables").listed(again) == text
    assert len(text) < 20_000
    assert all(unicodedata.normalize("NFD", target) for target, _ in pairs)


def test_licence_of_the_list_is_told() -> None:
    (part,) = (part for part in licences.of_own() if part.title.startswith("Unicode"))
    assert "UNICODE LICENSE V3" in part.text
