"""The sign of a key beside what it does: its name, or the button of the gamepad that is used."""

from pygame import Surface

from scenes.look.key_names import KeyName
from scenes.look.look import Look
from scenes.look.theme import Colour
from scenes.look.viewport import Anchor

BUTTON = 24.0
"""Size of a button's sign, logical pixels."""
_BESIDE = 4.0
"""Distance between two buttons."""


def is_hinted(look: Look, hint: str) -> bool:
    """Whether a key's name or its button is shown: a gamepad has no button for most keys, a finger none at all."""
    return bool(_buttons(hint) if look.pad else hint and not look.touched)


def hint_width(look: Look, hint: str, *, always: bool = False) -> float:
    """Width of the name or of the buttons, logical pixels; ``always`` as for ``draw_hint``."""
    if not (always or is_hinted(look, hint)):
        return 0.0
    if not look.pad:
        return look.text_width(hint, "label")
    return max(0.0, len(_buttons(hint)) * (BUTTON + _BESIDE) - _BESIDE)


def draw_hint(
    look: Look,
    target: Surface,
    hint: str,
    ink: Colour,
    at: tuple[float, float],
    *,
    anchor: Anchor = "center",
    always: bool = False,
) -> None:
    """Draw the name or the buttons at a place; ``always`` also while a finger is used, as in a list of keys."""
    if not (always or is_hinted(look, hint)):
        return
    if not look.pad:
        look.blit(target, look.text(hint, "label", ink), *at, anchor)
        return
    x = at[0] - hint_width(look, hint) * (1.0 if "right" in anchor else 0.0 if "left" in anchor else 0.5)
    for button in _buttons(hint):
        look.blit(target, look.icon(f"pad/{look.pad}/{button}", BUTTON, ink), x, at[1], "midleft")
        x += BUTTON + _BESIDE


def _buttons(hint: str) -> tuple[str, ...]:
    return hint.buttons if isinstance(hint, KeyName) else ()
