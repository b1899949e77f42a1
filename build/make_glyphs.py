"""Draw the icons of gamepad buttons: assets/icons/pad/<style>/<button>.svg, in one colour on a grid of 24 units.

    python build/make_glyphs.py

Letters are strokes, so that they need no font. The output is reproducible.
"""

import re
from pathlib import Path

PADS = Path(__file__).resolve().parent.parent / "assets" / "icons" / "pad"
LETTERS = {
    "1": "M.15 .22L.6 0V1",
    "2": "M.05 .27C.05 -.09 .95 -.09 .95 .27C.95 .52 .45 .62 .05 1H1",
    "A": "M0 1L.5 0L1 1M.2 .66H.8",
    "B": "M0 0V1H.55C1.1 1 1.1 .47 .55 .47H0M.55 .47C1 .47 1 0 .55 0H0",
    "L": "M0 0V1H.9",
    "R": "M0 1V0H.55C1.1 0 1.1 .53 .55 .53H0M.55 .53L1 1",
    "T": "M0 0H1M.5 0V1",
    "X": "M0 0L1 1M1 0L0 1",
    "Y": "M0 0L.5 .52L1 0M.5 .52V1",
    "Z": "M0 0H1L0 1H1",
}
"""Letter -> SVG path in the unit square."""
DISC = '<circle cx="12" cy="12" r="9.6" stroke-width="1.7"/>'
SHOULDER = "M3 19V9.500Q3 5 7.500 5H16.500Q21 5 21 9.500V19Z"
TRIGGER = "M3 20V12Q3 4 11 4H13Q21 4 21 12V20Z"
CAPSULE = '<rect x="8" y="7" width="8" height="13" rx="4" stroke-width="1.7"/>'
UP_AND_DOWN = "M9.500 4.500L12 2L14.500 4.500M9.500 19.500L12 22L14.500 19.500"
D_PAD = "M9 2.800H15V9H21.200V15H15V21.200H9V15H2.800V9H9Z"


def stroke(path: str, width: float = 2.1) -> str:
    return f'<path d="{path}" stroke-width="{width}"/>'


def letters(
    text: str, corner: tuple[float, float], letter_width: float, letter_height: float, width: float = 2.0
) -> str:
    """Draw letters as SVG, 2.6 units apart, from the top left ``corner``; ``width`` is that of the stroke."""
    return "".join(
        stroke(
            _place_path(LETTERS[letter], corner[0] + i * (letter_width + 2.6), corner[1], letter_width, letter_height),
            width,
        )
        for i, letter in enumerate(text)
    )


def _place_path(path: str, left: float, top: float, width: float, height: float) -> str:
    """Scale an SVG path in the unit square to a rectangle."""

    def place(found: re.Match[str]) -> str:
        sides = enumerate(map(float, found[2].split()))
        down = found[1] == "V"
        return found[1] + " ".join(
            f"{top + side * height:.2f}" if down or i % 2 else f"{left + side * width:.2f}" for i, side in sides
        )

    return re.sub(r"([A-Z])([^A-Z]*)", place, path)


def face(letter: str) -> str:
    """Draw a round gamepad button with a letter, as SVG."""
    return DISC + letters(letter, (8.6, 7.6), 6.8, 8.8, 2.2)


def raised_button(text: str, outline: str) -> str:
    """Draw a gamepad's shoulder button or trigger with its name, as SVG; ``outline`` is its shape."""
    wide = 6.0 if len(text) == 1 else 4.6
    whole = len(text) * wide + (len(text) - 1) * 2.6
    return stroke(outline, 1.7) + letters(text, (12 - whole / 2, 9.2), wide, 6.8, 1.8)


def common(shoulders: tuple[str, str], triggers: tuple[str, str]) -> dict[str, str]:
    """Draw the buttons common to all gamepads, with the names of left and right shoulder buttons and triggers."""
    stick = '<circle cx="12" cy="12" r="5" stroke-width="2"/>'
    return {
        "lb": raised_button(shoulders[0], SHOULDER),
        "rb": raised_button(shoulders[1], SHOULDER),
        "lt": raised_button(triggers[0], TRIGGER),
        "rt": raised_button(triggers[1], TRIGGER),
        "dpad": stroke(D_PAD, 1.8),
        "ls": '<circle cx="12" cy="14" r="7" stroke-width="1.9"/>'
        + letters("L", (10.2, 11), 3.8, 6, 1.9)
        + stroke("M9.500 2L12 4.500L14.500 2", 1.9),
        "scroll": stick + letters("R", (10.6, 10), 3, 4, 1.6) + stroke(UP_AND_DOWN, 1.9),
    }


XBOX = {
    **{name: face(name.upper()) for name in "abxy"},
    **common(("LB", "RB"), ("LT", "RT")),
    "view": DISC + '<rect x="7" y="7" width="7" height="6" stroke-width="1.7"/>' + stroke("M17 10.500V17H10", 1.7),
    "menu": DISC + stroke("M7.500 8.500H16.500M7.500 12H16.500M7.500 15.500H16.500", 1.9),
}
SWITCH = {
    **{name: face(name.upper()) for name in "abxy"},
    **common(("L", "R"), ("ZL", "ZR")),
    "view": DISC + stroke("M7.500 12H16.500", 2.4),
    "menu": DISC + stroke("M7.500 12H16.500M12 7.500V16.500", 2.4),
}
PLAYSTATION = {
    "a": DISC + stroke("M8.400 8.400L15.600 15.600M15.600 8.400L8.400 15.600"),
    "b": DISC + '<circle cx="12" cy="12" r="4.3" stroke-width="2.1"/>',
    "x": DISC + '<rect x="8.3" y="8.3" width="7.4" height="7.4" stroke-width="2.1"/>',
    "y": DISC + stroke("M12 7L16.600 15H7.400Z"),
    **common(("L1", "R1"), ("L2", "R2")),
    "view": CAPSULE + stroke("M12 4.200V2.200M7.800 5L6.600 3.300M16.200 5L17.400 3.300", 1.7),
    "menu": CAPSULE + stroke("M8.500 2.200H15.500M8.500 4.600H15.500", 1.7),
}
STYLES = {"xbox": XBOX, "playstation": PLAYSTATION, "switch": SWITCH}


def drawing(body: str) -> str:
    """Return an icon's SVG file with these elements."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">\n'
        f'<g fill="none" stroke="#ffffff" stroke-linecap="round" stroke-linejoin="round">{body}</g>\n</svg>\n'
    )


def main() -> None:
    for style, buttons in STYLES.items():
        (PADS / style).mkdir(parents=True, exist_ok=True)
        for name, body in buttons.items():
            (PADS / style / f"{name}.svg").write_text(drawing(body), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
