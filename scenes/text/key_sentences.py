"""Removal of sentences that name a keyboard key, for players with a gamepad.

A gamepad has other buttons or ways for these actions; the page of its buttons lists them.
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
        "settings.sort.help": "S",
        "settings.fullscreen.help": "F11",
        "app.share.path": "V",
        "app.share.drop": "V",
        "app.replay.share.drop": "V",
    }
)
"""Keyboard key that one sentence of the text names, by text key; the same in every language. Ctrl is left out, as it is
Strg in German."""
_SENTENCE = re.compile(r".+?(?:[.?!]\s+|[。？！]|$)", re.DOTALL)  # Chinese has no space after a full stop


def without_key_sentences(text: str, key: str) -> str:
    """Return the text without the sentences that name a key.

    >>> without_key_sentences("Match deleted. Press U to undo.", "U")
    'Match deleted.'
    >>> without_key_sentences("Press M to switch it on or off.", "M")
    ''
    """
    names = re.compile(rf"(?<![\w+])(?:\w+\+)*{re.escape(key)}(?![\w+])", re.ASCII)  # ASCII: Chinese has no spaces
    return "".join(sentence for sentence in _SENTENCE.findall(text) if not names.search(sentence)).rstrip()
