"""Texts in the reader's language: catalogues, placeholders, plurals, names of cards.

Catalogues are those of gettext, made by ``build/make_texts.py`` and found by key; a text that has a plural takes the
form that its language's rule gives the figure ``n``. Placeholders are those of ``str.format``; what a
figure is follows from the beginning of its name (see ``engine.moves.Figures``): ``{card}`` "7 of hearts",
``{cards}`` a list of cards, ``{rank}`` "seven", ``{rank:many}`` "sevens", ``{rank:short}`` "7", ``{suit}`` "hearts",
``{seat}`` the name of who sits there, ``{seat:mid}`` the same within a sentence ("you", not "You"). ``*words*`` between
stars are emphasised by whoever draws the text.
"""

import gettext
import string
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.cards import RANKS, SUITS, Card, rank, suit
from engine.moves import NO_FIGURES, Figures, Note

LANGUAGES = ("en", "pt_BR")
TEXTS = Path(__file__).resolve().parent.parent / "assets" / "texts"


def load(language: str) -> gettext.GNUTranslations:
    """The packed catalogue of a language; what it lacks is taken from the first one."""
    with (TEXTS / f"{language}.mo").open("rb") as file:
        texts = gettext.GNUTranslations(file)
    if language != LANGUAGES[0]:
        texts.add_fallback(load(LANGUAGES[0]))
    return texts


class Words:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self._texts = load(self.language)
        self._format = _Formatter(self)
        self.seat_name: Callable[[int], str] = str
        """Names a seat; a table sets it to the names of those who sit there."""

    def __contains__(self, key: str) -> bool:
        return self._find(key, 1) != key

    def _find(self, key: str, count: object) -> str:
        """The text of a key, in the form for so many; the key itself when there is none."""
        found = self._texts.ngettext(key, key, abs(count) if isinstance(count, int) else 2)
        return found if found != key else self._texts.gettext(key)

    def __call__(self, key: str, figures: Figures = NO_FIGURES, **more: Any) -> str:
        """The text with its figures filled in. A missing text shows its key: seen at once, and never a crash."""
        values = {**figures, **more}
        text = self._find(key, values.get("n"))
        return key if text == key else self._format.vformat(text, (), values)

    def note(self, slug: str, part: str, note: Note) -> str:
        """A note of a game: looked up under ``slug.part.key``, else under ``game.part.key``."""
        own = f"{slug}.{part}.{note.key}"
        return self(own if own in self else f"game.{part}.{note.key}", note.figures)

    def decimal(self, value: float, *, signed: bool = False) -> str:
        """A number with one decimal place, as the language writes it: "+4.1", "−0,5"."""
        text = f"{abs(value):.1f}".replace(".", self("app.number.point"))
        sign = "" if not round(value, 1) else "−" if value < 0 else "+" if signed else ""
        return sign + text

    def percent(self, share: float) -> str:
        """A share, 0 … 1, in whole per cent: "62%"."""
        return self("app.number.percent", n=round(100 * share))

    def card(self, card: Card) -> str:
        """A card's name: "7 of hearts"."""
        if card < 0:
            return self("app.card.hidden")
        return self("app.card.name", {"rank": rank(card), "suit": suit(card)})

    def cards(self, several: Sequence[Card]) -> str:
        """Names of cards, joined."""
        return ", ".join(map(self.card, several))

    def rank(self, index: int, form: str = "") -> str:
        """A rank's name: "seven", "sevens" (``many``) or "7" (``short``)."""
        letter = RANKS[index]
        return self(f"app.rank.{form or 'one'}.{letter}")

    def suit(self, index: int) -> str:
        """A suit's name: "hearts"."""
        return self(f"app.suit.{SUITS[index]}")


class _Formatter(string.Formatter):
    def __init__(self, words: Words) -> None:
        self._words = words

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[str, Any]:
        return str(key), kwargs.get(str(key), f"{{{key}}}")

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        return self.get_value(field_name, args, kwargs), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        name, figure = value
        words = self._words
        if isinstance(figure, str):
            shown = figure
        elif name.startswith("cards"):
            shown = words.cards(figure)
        elif name.startswith("card"):
            shown = words.card(figure)
        elif name.startswith("rank"):
            return words.rank(figure, format_spec)
        elif name.startswith("suit"):
            shown = words.suit(figure)
        elif name.startswith("seat"):
            shown = words.seat_name(figure)
            if format_spec == "mid" and shown == words("app.table.you"):
                shown = shown.lower()
        else:
            shown = number(figure, signed=format_spec == "+")
        return shown


def number(value: int, *, signed: bool = False) -> str:
    """A whole number with a true minus, and a plus if asked for."""
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return f"{sign}{abs(value)}"
