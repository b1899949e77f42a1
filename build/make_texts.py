"""Update the text catalogues and compile them for the program.

    python build/make_texts.py [--check]

English is in the templates ``assets/texts/templates/*.pot``, one file for each area of the program and each game. A
message's context is its key in the program, and the message itself is the English text. Every other language has
``assets/texts/<language>/*.po``, for any gettext editor. This script copies template changes to every language: new
texts are empty, changed ones are marked fuzzy. It compiles each language to ``assets/texts/<language>.mo``, with texts
by key. If texts are untranslated, it lists them and ends with status 1. With ``--check`` nothing is written.

A language may have a catalogue without a template: ``forms.po``, with inflected forms for its own sentences ("den
König" for ``{rank:acc}``). All languages include the name of every language in its own words (``app.language``).

To add a language: make its folder, run this, translate.
"""

import argparse
import io
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

TEXTS = Path(__file__).resolve().parent.parent / "assets" / "texts"
SOURCE = "en"
"""Language of the templates."""
FORMS = "forms"
"""Name of the catalogue of inflected forms."""
_HEADER_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""Fixed date for all headers, so that the output is reproducible."""
_PROJECT = "House Rules"


class Text(NamedTuple):
    """A text of the program in one language, with its plural forms."""

    key: str
    forms: tuple[str, ...]
    """The text, or its plural forms in the order of the language's rule."""
    is_plural: bool
    is_translated: bool
    """Whether it is translated and not marked fuzzy."""


def languages(texts: Path) -> list[str]:
    """Return all languages with text catalogues, the language of the templates first."""
    return [
        SOURCE,
        *sorted(folder.name for folder in texts.iterdir() if folder.is_dir() and folder.name != "templates"),
    ]


def catalogues(texts: Path, language: str, name: str = "*") -> dict[str, Catalog]:
    """Return the text catalogues of a language by name, updated from the templates. ``name`` is a glob pattern."""
    by_name = {}
    for file in sorted((texts / "templates").glob(f"{name}.pot")):
        template = _read(file, SOURCE)
        if language == SOURCE:
            by_name[file.stem] = template
            continue
        own = texts / language / f"{file.stem}.po"
        catalogue = _read(own, language) if own.exists() else _empty(language)
        catalogue.update(template, no_fuzzy_matching=True, keep_user_comments=True)
        _mark_changed(catalogue)
        catalogue.obsolete.clear()
        by_name[file.stem] = catalogue
    forms = texts / language / f"{FORMS}.po"
    if forms.exists() and name in ("*", FORMS):
        by_name[FORMS] = _read(forms, language)
    return by_name


def _mark_changed(catalogue: Catalog) -> None:
    """Restore the old translations in a catalogue for texts whose English changed, marked fuzzy.

    gettext treats them as new messages, though their keys are the same.
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
    catalogue.msgid_bugs_address = ""  # Babel's default looks like a real address
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
    """Yield every text of the program in a language, or those of one of its catalogues."""
    for catalogue in catalogues(texts, language, name).values():
        yield from texts_in(catalogue, language)


def texts_in(catalogue: Catalog, language: str) -> Iterator[Text]:
    """Yield every text of one catalogue."""
    for message in catalogue:
        if not message.id:
            continue
        plural = message.pluralizable
        source = tuple(message.id) if isinstance(message.id, (tuple, list)) else (str(message.id),)
        forms = source if language == SOURCE else _forms(message)
        yield Text(str(message.context), forms, plural, all(forms) and not message.fuzzy)


def texts_by_key(texts: Path, language: str) -> dict[str, str]:
    """Return the program's texts in a language by key.

    A plural has two entries: its first form as ``KEY.one`` and its last as ``KEY.other``.
    """
    found = {}
    for text in iter_texts(texts, language):
        if text.is_plural:
            found[f"{text.key}.one"], found[f"{text.key}.other"] = text.forms[0], text.forms[-1]
        else:
            found[text.key] = text.forms[0]
    return found


def language_names(texts: Path) -> dict[str, str]:
    """Return the name of every language in its own words; its code if it has none."""
    named = {
        language: next((text.forms[0] for text in iter_texts(texts, language, "app") if text.key == "app.language"), "")
        for language in languages(texts)
    }
    return {language: name or language for language, name in named.items()}


def pack_catalogue(texts: Path, language: str, names: Mapping[str, str] | None = None) -> bytes:
    """Return the compiled text catalogue that the program loads, without untranslated texts.

    ``names`` are the ``language_names``, if they are known.
    """
    catalogue = _empty(language)
    for text in iter_texts(texts, language):
        if all(text.forms):
            key = (text.key, text.key) if text.is_plural else text.key
            catalogue.add(key, text.forms if text.is_plural else text.forms[0])
    for other, name in (names or language_names(texts)).items():
        catalogue.add(f"settings.language.value.{other}", name)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def catalogue_bytes(catalogue: Catalog) -> bytes:
    """Return a text catalogue as the contents of a PO file."""
    out = io.BytesIO()
    write_po(out, catalogue, width=0)
    return out.getvalue()


def outdated_files(texts: Path) -> dict[Path, bytes]:
    """Return the outdated catalogue files (PO, POT, MO) with their new contents."""
    wanted: dict[Path, bytes] = {}
    names = language_names(texts)
    for language in names:
        for name, catalogue in catalogues(texts, language).items():
            source = language == SOURCE
            file = texts / "templates" / f"{name}.pot" if source else texts / language / f"{name}.po"
            wanted[file] = catalogue_bytes(catalogue)
        wanted[texts / f"{language}.mo"] = pack_catalogue(texts, language, names)
    return {file: data for file, data in wanted.items() if not file.exists() or file.read_bytes() != data}


def main() -> int:
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
