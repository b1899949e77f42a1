"""Key hints: a key's name, or the equivalent gamepad button while a gamepad is used."""

from pygame import Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import Colour
from scenes.render.viewport import Anchor
from scenes.ui.key_names import KeyName

GAMEPAD_ICON_SIZE = 24.0
"""Size of a gamepad button's icon, logical pixels."""
_GAMEPAD_ICON_GAP = 4.0
"""Distance between two button icons."""


def shows_key_hint(renderer: Renderer, hint: str) -> bool:
    """Whether a key hint is shown with the current input device. A gamepad has no button for most keys, and touch
    input hides all hints."""
    return bool(_gamepad_buttons(hint) if renderer.gamepad_style else hint and not renderer.hides_key_hints)


def key_hint_width(renderer: Renderer, hint: str, *, always: bool = False) -> float:
    """Return the width of a key hint, logical pixels; 0 if it is hidden during touch input and not ``always`` shown."""
    if not (always or shows_key_hint(renderer, hint)):
        return 0.0
    if not renderer.gamepad_style:
        return renderer.text_width(hint, "label")
    return max(0.0, len(_gamepad_buttons(hint)) * (GAMEPAD_ICON_SIZE + _GAMEPAD_ICON_GAP) - _GAMEPAD_ICON_GAP)


def draw_key_hint(
    renderer: Renderer,
    target: Surface,
    hint: str,
    colour: Colour,
    pos: tuple[float, float],
    *,
    anchor: Anchor = "center",
    always: bool = False,
) -> None:
    """Draw a key hint at a position. ``always`` draws it during touch input, too, as in a list of keys."""
    if not (always or shows_key_hint(renderer, hint)):
        return
    if not renderer.gamepad_style:
        renderer.blit(target, renderer.text(hint, "label", colour), *pos, anchor)
        return
    x = pos[0] - key_hint_width(renderer, hint) * (1.0 if "right" in anchor else 0.0 if "left" in anchor else 0.5)
    for button in _gamepad_buttons(hint):
        renderer.blit(
            target,
            renderer.icon(f"pad/{renderer.gamepad_style}/{button}", GAMEPAD_ICON_SIZE, colour),
            x,
            pos[1],
            "midleft",
        )
        x += GAMEPAD_ICON_SIZE + _GAMEPAD_ICON_GAP


def _gamepad_buttons(hint: str) -> tuple[str, ...]:
    return hint.gamepad_buttons if isinstance(hint, KeyName) else ()
