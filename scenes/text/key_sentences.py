"""Sentences that name a key: they are left out for a player whose device doesn't have it.

A gamepad has buttons for what such a sentence tells, or another way; the page of its buttons lists them.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

KEYS_BY_TEXT: Mapping[str, str] = MappingProxyType(
    {
        "app.preset.done.deleted": "U",
        "app.share.rest": "U",
        "app.replay.deleted": "U",
        "settings.coach.help": "W",
        "settings.sound.help": "M",
        "settings.log.help": "L",
        "settings.fullscreen.help": "F11",
        "app.share.path": "V",
        "app.share.drop": "V",
        "app.replay.share.drop": "V",
    }
)
"""Text -> the key that one of its sentences names, in every language, without Ctrl, which is Strg in German."""
_SENTENCE = re.compile(r".+?(?:[.?!]\s+|[。？！]|$)", re.DOTALL)  # Chinese has no blank after its full stops


def without_key_sentences(text: str, key: str) -> str:
    """The text without its sentences that name a key.

    >>> without_key_sentences("Match deleted. Press U to undo.", "U")
    'Match deleted.'
    >>> without_key_sentences("Press M to switch it on or off.", "M")
    ''
    """
    names = re.compile(rf"(?<![\w+])(?:\w+\+)*{re.escape(key)}(?![\w+])", re.ASCII)  # other letters may touch it
    return "".join(sentence for sentence in _SENTENCE.findall(text) if not names.search(sentence)).rstrip()
