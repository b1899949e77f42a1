"""Names of keys that know the gamepad's button that does the same. No pygame here."""

from collections.abc import Mapping
from types import MappingProxyType

GAMEPAD_BUTTONS_BY_KEY: Mapping[str, str] = MappingProxyType(
    {
        "arrows": "dpad",
        "space": "a",
        "enter": "x",
        "esc": "b",
        "h": "y",
        "tab": "lb rb",
        "move": "lt dpad",
        "l": "view",
        "f10": "menu",
        "r": "rt",
        "u": "ls",
        "scroll": "scroll",
    }
)
"""Key, as in the texts ``app.key.…`` -> its button or buttons, as in ``assets/icons/pad``.

``scenes.shell.gamepad`` makes keys of the buttons."""


class KeyName(str):
    """The name of a key in the player's language, for which a gamepad's button is drawn while one is used.

    Args:
        name: what is shown for the key.
        key: a key of ``GAMEPAD_BUTTONS_BY_KEY``; any other key has no button.
    """

    __slots__ = ("buttons",)

    def __new__(cls, name: str, key: str) -> "KeyName":
        made = super().__new__(cls, name)
        made.buttons = tuple(GAMEPAD_BUTTONS_BY_KEY.get(key, "").split())
        return made

    buttons: tuple[str, ...]
    """The buttons that do the same, side by side; none if there is no such button."""
