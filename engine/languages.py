"""The languages of the program, one for each catalogue in ``assets/texts``."""

from pathlib import Path

TEXTS_FOLDER = Path(__file__).resolve().parent.parent / "assets" / "texts"
"""Folder of the catalogues (``build/make_texts.py``)."""
SOURCE_LANGUAGE = "en"
"""Language of the original texts. It replaces texts that a translation lacks."""
LANGUAGES = (SOURCE_LANGUAGE, *sorted(file.stem for file in TEXTS_FOLDER.glob("*.mo") if file.stem != SOURCE_LANGUAGE))
"""All languages, the source first."""


def language_of(locale: str) -> str | None:
    """Return the program's language for a locale name such as ``pt_BR.UTF-8``; None if there is none.

    The country matters only where there are several catalogues of a language.

    >>> language_of("pt_BR.UTF-8"), language_of("pt-PT"), language_of("en_GB"), language_of("xx")
    ('pt_BR', 'pt_BR', 'en', None)
    >>> language_of("Portuguese_Brazil.1252"), language_of("Chinese (Traditional)_Taiwan.950")
    ('pt_BR', 'zh_TW')

    Simplified Chinese gets traditional characters, which its readers understand better than English:

    >>> language_of("zh_CN.UTF-8"), language_of("zh-Hans-CN")
    ('zh_TW', 'zh_TW')
    """
    name = locale.partition(".")[0].replace("-", "_").lower()
    begin = name.partition("_")[0]
    begin = _WINDOWS_LANGUAGES.get(begin, begin)
    same = [one for one in LANGUAGES if one.partition("_")[0] == begin]
    return next((one for one in same if one.lower() == name), next(iter(same), None))


_WINDOWS_LANGUAGES = {
    "chinese": "zh",
    "chinese (traditional)": "zh",
    "english": "en",
    "french": "fr",
    "german": "de",
    "italian": "it",
    "portuguese": "pt",
    "spanish": "es",
}
"""Windows' language names -> language codes (ISO 639)."""
