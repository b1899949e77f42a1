"""Texts in the player's language: catalogues, placeholders, plurals, names of cards.

Catalogues are gettext files made by ``build/make_texts.py``. The placeholder ``n`` selects the plural form.
Placeholders have the syntax of ``str.format``; the beginning of a name gives its kind (see
``engine.moves.Placeholders``):

- ``{card}`` "7 of hearts", ``{cards}`` a list of cards, ``{cards:figure}`` "7♥ Q♦", as in their corners
- ``{rank}`` "seven", ``{rank:many}`` "sevens", ``{rank:short}`` "7", ``{suit}`` "hearts"
- ``{seat}`` the name of a seat, ``{seat:mid}`` the name within a sentence ("you", not "You")

A language may have other forms, as for its cases: ``{rank:acc}`` is the text ``app.rank.acc.K``, and ``{seat:acc}`` is
``app.you.acc`` for the player and the plain name for others. Names with right-to-left letters are isolated. ``*words*``
between stars are drawn with emphasis.

Numbers, lists and dates follow the language, too. Their patterns are texts of the catalogues, so that translators find
everything in one place and the program ships no locale tables. A test compares them with the Unicode CLDR.
"""

import copy
import functools
import re
import string
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.cards import RANKS, SUITS, Card, rank, suit
from engine.catalogue_file import CatalogueFile, read_catalogue
from engine.languages import LANGUAGES, SOURCE_LANGUAGE
from engine.moves import NO_PLACEHOLDERS, TABLE, Note, Placeholders
from engine.text_keys import general_names, shared_key
from scenes.render import bidi
from scenes.text.key_sentences import KEYS_BY_TEXT, without_key_sentences
from scenes.ui.key_names import KeyName


def load_catalogue(language: str) -> CatalogueFile:
    """Load the catalogue of a language, with the source language as fallback."""
    texts = read_catalogue(language)
    if language != SOURCE_LANGUAGE:
        texts.add_fallback(load_catalogue(SOURCE_LANGUAGE))
    return texts


_SOUNDS_LIKE_I = re.compile(r"h?[ií](?![aeo])", re.IGNORECASE)
"""Matches a word before which Spanish has "e" instead of "y"."""
_MACOS_KEYS = {"Ctrl+": "Cmd+", "Strg+": "Cmd+", "F11": "Ctrl+Cmd+F"}
"""Equivalent keys on macOS (``scenes.ui.key_events``), by the key in the texts, in German "Strg". The fonts have no
symbols for these keys."""


ADDRESSING_SUFFIXES = {"seat": "_you", "seat_to": "_to_you", "seat_loser": "_from_you"}
"""Ends of the keys of sentences that address the player, by the placeholder that holds the player's seat."""
_SUIT_SIGNS = "♣♦♥♠"
_KEY_PREFIX = "app.key"
"""Text-key prefix of the names of keyboard keys."""
_MAX_CACHED_TEXTS = 8192
"""Maximum number of texts kept by key and count; a whole catalogue has about half as many."""


class InputDevice:
    """The player's current input device, shared by all copies of a text catalogue."""

    uses_gamepad = False


class Words:
    """Text catalogue of one language, which formats texts, numbers, dates and names of cards. Calling it returns a
    text.

    Args:
        language: one of ``LANGUAGES``; any other value selects the source language.
        system: as ``sys.platform``; macOS has other key names.
    """

    def __init__(self, language: str, system: str = sys.platform) -> None:
        self._system_keys = _MACOS_KEYS if system == "darwin" else {}
        self.language = language if language in LANGUAGES else SOURCE_LANGUAGE
        self._texts = load_catalogue(self.language)
        self._name_of_seat: Callable[[int], str] = str
        self._names_cards = True
        self._game = ""
        self._device = InputDevice()
        self._make_formatter_and_cache()

    def _make_formatter_and_cache(self) -> None:
        self._format = _Formatter(self)
        self._find_text = functools.lru_cache(_MAX_CACHED_TEXTS, typed=True)(self._look_up_text)

    def set_gamepad_used(self, *, used: bool) -> None:
        """Set whether a gamepad is used, which omits sentences that name keyboard keys in all copies of the text
        catalogue."""
        self._device.uses_gamepad = used

    def __contains__(self, key: str) -> bool:
        return self._find_text(key, 1) != key

    def _look_up_text(self, key: str, count: object) -> str:
        """Return a catalogue text in the plural form for ``count``; the key itself if there is none.

        The text of all games stands in for a game's missing one.
        """
        keys = (f"{self._game}.{key}", key) if self._game and key.startswith("app.") else (key,)
        for candidate in keys:
            text = self._plural_text(candidate, count)
            if text != candidate:
                return text
        shared = shared_key(key)
        text = self._plural_text(shared, count)
        return key if text == shared else text

    def _plural_text(self, key: str, count: object) -> str:
        text = self._texts.ngettext(key, key, abs(count) if isinstance(count, int) else 2)
        text = text if text != key else self._texts.gettext(key)
        return self._with_system_keys(text)

    def _with_system_keys(self, text: str) -> str:
        """Replace the names of keyboard keys in a text by those of this operating system."""
        for name, system_name in self._system_keys.items():
            text = text.replace(name, system_name)
        return text

    def __call__(self, key: str, placeholders: Placeholders = NO_PLACEHOLDERS, **more: Any) -> str:
        """Return the text of a key with its placeholders filled in; the key if the text is missing."""
        values = {**placeholders, **more}
        text = self._find_text(key, values.get("n"))
        if text == key:
            return key
        if self._device.uses_gamepad and key in KEYS_BY_TEXT:
            text = without_key_sentences(text, self._with_system_keys(KEYS_BY_TEXT[key]))
        filled = self._format.vformat(text, (), values) if "{" in text or "}" in text else text
        return KeyName(filled, key.rpartition(".")[2]) if key.startswith(f"{_KEY_PREFIX}.") else filled

    def note_text(self, slug: str, part: str, note: Note) -> str:
        """Return the text for a game's message key: the text ``slug.part.key`` or the more general one that stands in
        for it; the key if there is none."""
        return self(self.find_note_key(slug, part, note.key) or f"{slug}.{part}.{note.key}", note.placeholders)

    def sentence_about_seats(self, slug: str, part: str, note: Note) -> str:
        """Return the text for a game's message about seats; empty if there is none.

        If one of them is the player, and there is a text that addresses them ("You swapped with Mei"), it is that one.
        """
        for placeholder, suffix in ADDRESSING_SUFFIXES.items():
            key, seat = f"{slug}.{part}.{note.key}{suffix}", note.placeholders.get(placeholder, TABLE)
            if key in self and seat != TABLE and self.seat_name(seat) == self("app.table.you"):
                return self(key, note.placeholders)
        found = self.find_note_key(slug, part, note.key)
        return self(found, note.placeholders) if found else ""

    def find_note_key(self, slug: str, part: str, name: str) -> str:
        """Return the key of the text for a game's message, or of the more general one that stands in for it
        (``engine.text_keys``); empty if there is none."""
        keys = (f"{slug}.{part}.{general}" for general in general_names(name))
        return next((key for key in keys if key in self), "")

    def capitalised_note_text(self, slug: str, part: str, note: Note) -> str:
        """Return the text of a message key as ``note_text`` does, with a capital letter at its beginning.

        The name of a card alone is in lower case. Persons' names stay as they were typed.
        """
        text = self.note_text(slug, part, note)
        if not text[:1].islower():
            return text
        names = (self.seat_name(value) for name, value in note.placeholders.items() if name.startswith("seat"))
        return text if text.startswith(tuple(names)) else self.with_capital(text)

    def with_capital(self, text: str) -> str:
        """Return a text with a capital first letter, by the rules of the language: "i" has another capital in Turkish.

        A letter without a single capital, as "ß", stays.
        """
        capital = self("app.capital_i") if text.startswith("i") else text[:1].upper()
        return capital + text[1:] if len(capital) == 1 else text

    def with_seat_names(self, names: Callable[[int], str]) -> "Words":
        """Return a copy of the text catalogue that names seats with this function; the default is the seat's number."""
        other = self._copy()
        other._name_of_seat = names
        return other

    def for_game(self, slug: str) -> "Words":
        """Return a copy of the text catalogue with a game's own texts ``<slug>.app.…`` in place of ``app.…``."""
        other = self._copy()
        other._game = slug
        return other

    def without_cards(self) -> "Words":
        """Return a copy of the text catalogue that leaves out cards, for callers that draw them beside the text."""
        other = self._copy()
        other._names_cards = False
        return other

    def _copy(self) -> "Words":
        other = copy.copy(self)
        other._make_formatter_and_cache()
        return other

    def seat_name(self, seat: int) -> str:
        return self._name_of_seat(seat)

    def subject_name(self, seat: int) -> str:
        """Return the name of a seat as the subject of a verb: French has "Tu joues", not "Toi joues"."""
        name, form = self.seat_name(seat), "app.you.doer"
        return self(form) if name == self("app.table.you") and form in self else name

    # --- numbers, lists, dates --------------------------------------------------------------------------------------

    def number(self, value: float, *, places: int = 0, signed: bool = False) -> str:
        """Format a number with a true minus, and a plus if ``signed``: "1,234.5", "−1.234,5"."""
        whole, _, part = f"{abs(value):,.{places}f}".partition(".")
        text = whole.replace(",", self("app.number.group")) + (self("app.number.point") + part if part else "")
        rounded = round(value, places)
        return ("−" if rounded < 0 else "+" if signed and rounded > 0 else "") + text

    def decimal(self, value: float, *, signed: bool = False) -> str:
        """Format a number with one decimal place: "+4.1", "−0,5"."""
        return self.number(value, places=1, signed=signed)

    def percent(self, fraction: float) -> str:
        """Format a fraction, 0 … 1, as a whole percentage: "62%"."""
        return self("app.number.percent", n=round(100 * fraction))

    def join_and(self, items: Sequence[str]) -> str:
        """Join words into a list in the player's language: "a", "a and b", "a, b e c"."""
        if len(items) < 2:
            return "".join(items)
        last = items[-1]
        key = "app.list.last_i" if _SOUNDS_LIKE_I.match(last) and "app.list.last_i" in self else "app.list.last"
        return self(key, a=self.join_commas(items[:-1]), b=last)

    def join_commas(self, items: Sequence[str]) -> str:
        """Join words into an open list without "and": "a, b, c"."""
        return self._join_with("app.list.between", items)

    def join_actions(self, items: Sequence[str]) -> str:
        """Join verb phrases of one subject: "draws a card and passes". Chinese joins them without "and"."""
        return self._join_with("app.list.deeds", items) if "app.list.deeds" in self else self.join_and(items)

    def join_semicolons(self, items: Sequence[str]) -> str:
        """Join texts that may contain commas: "a, b; c"."""
        return self._join_with("app.list.apart", items) if "app.list.apart" in self else "; ".join(items)

    def _join_with(self, key: str, items: Sequence[str]) -> str:
        text = "".join(items[:1])
        for one in items[1:]:
            text = self(key, a=text, b=one)
        return text

    def date(self, year: int, month: int, day: int) -> str:
        """Format a date: "5 Sep 2026", "5 de set. de 2026"."""
        return self("app.date.day", day=str(day), month=self(f"app.month.{month}"), year=str(year))

    def date_time(self, year: int, month: int, day: int, hour: int, minute: int) -> str:
        """Format a date with time: "5 Sep 2026, 15:04"."""
        time = self("app.date.time", hour=f"{hour:02}", minute=f"{minute:02}")
        return self("app.date.moment", day=self.date(year, month, day), time=time)

    # --- cards ------------------------------------------------------------------------------------------------------

    def card(self, card: Card, form: str = "") -> str:
        """Return the name of a card: "7 of hearts", "the 7 of hearts" (``the``) or "7♥" (``figure``)."""
        if not self._names_cards:
            return ""
        if card < 0:
            return self("app.card.hidden")
        if form == "figure":
            return RANKS[rank(card)].replace("T", "10") + _SUIT_SIGNS[suit(card)]
        return self(f"app.card.{form or 'name'}", {"rank": rank(card), "suit": suit(card)})

    def cards(self, cards: Sequence[Card], form: str = "") -> str:
        """Return the names of cards as a list, each in the ``form`` of ``card``; figures stand side by side."""
        names = [self.card(card, form) for card in cards]
        return "" if not self._names_cards else " ".join(names) if form == "figure" else self.join_and(names)

    def rank(self, index: int, form: str = "") -> str:
        """Return the name of a rank: "seven", "sevens" (``many``), "7" (``short``) or "the 7" (``the``)."""
        letter = RANKS[index]
        return self(f"app.rank.{form or 'one'}.{letter}")

    def suit(self, index: int) -> str:
        """Return the name of a suit: "hearts"."""
        return self(f"app.suit.{SUITS[index]}")


def group_digits(digits: str) -> str:
    """Format a deal number with its digits in groups of three.

    >>> group_digits("48213907"), group_digits("007"), group_digits("")
    ('48 213 907', '7', '')
    """
    return f"{int(digits):,}".replace(",", " ") if digits else ""


class _Formatter(string.Formatter):
    def __init__(self, words: Words) -> None:
        self._words = words

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[str, Any]:
        return str(key), kwargs.get(str(key), f"{{{key}}}")

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        return self.get_value(field_name, args, kwargs), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        name, placeholder = value
        words = self._words
        if isinstance(placeholder, str):
            shown = placeholder
        elif name.startswith("cards"):
            shown = words.cards(placeholder, format_spec)
        elif name.startswith("card"):
            shown = words.card(placeholder, format_spec)
        elif name.startswith("rank"):
            return words.rank(placeholder, format_spec)
        elif name.startswith("suit"):
            shown = words.suit(placeholder)
        elif name.startswith("seat"):
            shown = words.seat_name(placeholder)
            if format_spec and shown == words("app.table.you"):
                form = f"app.you.{format_spec}"
                return words(form) if form in words else shown
        else:
            return words.number(placeholder, signed=format_spec == "+")
        return bidi.isolate_right_to_left(shown)
