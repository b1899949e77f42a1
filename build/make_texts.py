"""Update the text catalogues and pack them for the program.

    python build/make_texts.py [--check]

English is in the templates ``assets/texts/templates/*.pot``, one file for each part of the program and each game. A
message's context is the key by which the program asks for it; the message itself is the English text. Every other
language has ``assets/texts/<language>/*.po``, which any gettext editor opens. This script copies template changes to
every language (new texts empty, changed ones marked fuzzy) and packs each language into ``assets/texts/<language>.mo``,
which finds texts by key. It lists untranslated texts and then ends with status 1. With ``--check`` nothing is written.

A language may have a catalogue that no template has: ``forms.po`` with forms of words that only its own sentences need
("den König" for ``{rank:acc}``). Every language is named in its own words in all of them (``app.language``).

To add a language: make its folder, run this, translate.
"""

import argparse
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

TEXTS = Path(__file__).resolve().parent.parent / "assets" / "texts"
SOURCE = "en"
"""The language of the templates."""
FORMS = "forms"
"""The catalogue of a language's own forms."""
_HEADER_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""A fixed date for every header, so that the same texts always make the same files."""
_PROJECT = "House Rules"


class Text(NamedTuple):
    """A text of one language."""

    key: str
    forms: tuple[str, ...]
    """The text itself, or the plural forms in the order of the language's rule."""
    is_plural: bool
    is_translated: bool
    """Translated, and not marked fuzzy."""


def languages(texts: Path) -> list[str]:
    """All languages with catalogues, the language of the templates first."""
    return [
        SOURCE,
        *sorted(folder.name for folder in texts.iterdir() if folder.is_dir() and folder.name != "templates"),
    ]


def catalogues(texts: Path, language: str, name: str = "*") -> dict[str, Catalog]:
    """Catalogues of a language by name, updated from the templates; with a ``name`` only that one."""
    found = {}
    for file in sorted((texts / "templates").glob(f"{name}.pot")):
        template = _read(file, SOURCE)
        if language == SOURCE:
            found[file.stem] = template
            continue
        own = texts / language / f"{file.stem}.po"
        catalogue = _read(own, language) if own.exists() else _empty(language)
        catalogue.update(template, no_fuzzy_matching=True, keep_user_comments=True)
        _mark_changed(catalogue)
        catalogue.obsolete.clear()
        found[file.stem] = catalogue
    forms = texts / language / f"{FORMS}.po"
    if forms.exists() and name in ("*", FORMS):
        found[FORMS] = _read(forms, language)
    return found


def _mark_changed(catalogue: Catalog) -> None:
    """Keep the old translation of a text whose English changed, marked fuzzy.

    To gettext it is a new message, but its key is the same.
    """
    gone = {str(old.context): old for old in catalogue.obsolete.values()}
    for message in catalogue:
        old = gone.get(str(message.context))
        if message.id and old is not None and not any(_forms(message)) and old.pluralizable == message.pluralizable:
            message.string = old.string
            message.flags.add("fuzzy")


def _forms(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (str(message.string or ""),)


def _empty(language: str) -> Catalog:
    catalogue = Catalog(
        language, project=_PROJECT, version="1", creation_date=_HEADER_DATE, revision_date=_HEADER_DATE,
        last_translator="House Rules", language_team=language, fuzzy=False, header_comment="# House Rules",
    )  # fmt: skip
    catalogue.msgid_bugs_address = ""  # Babel's placeholder would be mistaken for an address
    return catalogue


def _read(file: Path, language: str) -> Catalog:
    with file.open("rb") as stream:
        read = read_po(stream, locale=language)
    catalogue = _empty(language)
    for message in read:
        if message.id:
            catalogue.add(
                message.id, message.string, flags=message.flags, context=message.context,
                auto_comments=message.auto_comments, user_comments=message.user_comments,
            )  # fmt: skip
    return catalogue


def iter_texts(texts: Path, language: str, name: str = "*") -> Iterator[Text]:
    """Yield every text of a language, or of one of its catalogues."""
    for catalogue in catalogues(texts, language, name).values():
        for message in catalogue:
            if not message.id:
                continue
            plural = message.pluralizable
            source = tuple(message.id) if isinstance(message.id, (tuple, list)) else (str(message.id),)
            forms = source if language == SOURCE else _forms(message)
            yield Text(str(message.context), forms, plural, all(forms) and not message.fuzzy)


def texts_by_key(texts: Path, language: str) -> dict[str, str]:
    """Texts by key. A plural has two entries: its first form under ``KEY.one`` and its last under ``KEY.other``."""
    found = {}
    for text in iter_texts(texts, language):
        if text.is_plural:
            found[f"{text.key}.one"], found[f"{text.key}.other"] = text.forms[0], text.forms[-1]
        else:
            found[text.key] = text.forms[0]
    return found


def pack_catalogue(texts: Path, language: str) -> bytes:
    """The catalogue that the program loads, without untranslated texts."""
    catalogue = _empty(language)
    for text in iter_texts(texts, language):
        if all(text.forms):
            key = (text.key, text.key) if text.is_plural else text.key
            catalogue.add(key, text.forms if text.is_plural else text.forms[0])
    for other in languages(texts):
        name = next((text.forms[0] for text in iter_texts(texts, other, "app") if text.key == "app.language"), "")
        catalogue.add(f"settings.language.value.{other}", name or other)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def catalogue_bytes(catalogue: Catalog) -> bytes:
    """A catalogue as the bytes of its file."""
    out = io.BytesIO()
    write_po(out, catalogue, width=0)
    return out.getvalue()


def outdated_files(texts: Path) -> dict[Path, bytes]:
    """Files that are out of date, with the content they should have."""
    wanted: dict[Path, bytes] = {}
    for language in languages(texts):
        for name, catalogue in catalogues(texts, language).items():
            source = language == SOURCE
            file = texts / "templates" / f"{name}.pot" if source else texts / language / f"{name}.po"
            wanted[file] = catalogue_bytes(catalogue)
        wanted[texts / f"{language}.mo"] = pack_catalogue(texts, language)
    return {file: data for file, data in wanted.items() if not file.exists() or file.read_bytes() != data}


def main() -> int:
    """Update everything, or only check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    old = outdated_files(TEXTS)
    for file, data in old.items():
        print(("not up to date: " if arguments.check else "written: ") + str(file.relative_to(TEXTS)))
        if not arguments.check:
            file.write_bytes(data)
    missing = [
        f"{language}: {text.key}"
        for language in languages(TEXTS)
        for text in iter_texts(TEXTS, language)
        if not text.is_translated
    ]
    print("\n".join(missing) if missing else "every text is translated")
    return 1 if missing or (arguments.check and old) else 0


if __name__ == "__main__":
    sys.exit(main())
