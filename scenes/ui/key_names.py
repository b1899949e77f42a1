"""Key names with the equivalent gamepad buttons. No pygame here."""

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
"""Gamepad buttons by key. Keys are named as in the texts ``app.key.…``, buttons as in ``assets/icons/pad``.

``scenes.shell.input.gamepad`` translates button events into key events.
"""


class KeyName(str):
    """A key's name in the player's language; while a gamepad is used, its buttons are drawn instead.

    Args:
        name: displayed name.
        key: key of ``GAMEPAD_BUTTONS_BY_KEY``; any other key has no button.
    """

    __slots__ = ("gamepad_buttons",)

    def __new__(cls, name: str, key: str) -> "KeyName":
        made = super().__new__(cls, name)
        made.gamepad_buttons = tuple(GAMEPAD_BUTTONS_BY_KEY.get(key, "").split())
        return made

    gamepad_buttons: tuple[str, ...]
    """Equivalent gamepad buttons, drawn side by side; empty if there are none."""
