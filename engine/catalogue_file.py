"""A language's catalogue file, read three times as fast as gettext reads it."""

import io
import struct
from gettext import GNUTranslations
from typing import IO

from engine import languages


class CatalogueFile(GNUTranslations):
    """A gettext catalogue that unpacks its tables at once, not entry by entry: 3 ms of the start, and 6 ms in another
    language than English.

    Raises:
        OSError: this isn't a catalogue.
        struct.error: a part of it is missing.
    """

    _catalog: dict[str | tuple[str, int], str]

    def _parse(self, fp: IO[bytes]) -> None:  # type: ignore[override]  # gettext names this method to be overridden
        data = fp.read()
        header_only = data[:8] + struct.pack("<I", 1) + data[12:]  # the first entry has the plural forms
        super()._parse(io.BytesIO(header_only))
        count, keys_offset, texts_offset = struct.unpack_from("<3I", data, 8)
        keys, texts = (struct.unpack_from(f"<{2 * count}I", data, offset) for offset in (keys_offset, texts_offset))
        for key_bytes, key_start, text_bytes, text_start in zip(
            keys[2::2], keys[3::2], texts[2::2], texts[3::2], strict=True
        ):
            key = data[key_start : key_start + key_bytes].decode()
            text = data[text_start : text_start + text_bytes].decode()
            singular, separator, _ = key.partition("\0")
            if separator:
                self._catalog.update(((singular, form), part) for form, part in enumerate(text.split("\0")))
            else:
                self._catalog[key] = text


def read_catalogue(language: str) -> CatalogueFile:
    """Read a language's catalogue without fallback."""
    with (languages.TEXTS_FOLDER / f"{language}.mo").open("rb") as file:
        return CatalogueFile(file)
