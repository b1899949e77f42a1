"""Widget with the winners' portraits in a laurel: a wreath after a match, two small branches after a deal."""

import math
from collections.abc import Callable, Sequence

from pygame import Surface

from scenes.render.expressions import Expression
from scenes.render.renderer import Renderer
from scenes.ui.widget import Widget

WREATH_LEAF_PAIRS, BRANCH_LEAF_PAIRS = 10, 5
"""Leaves on each side of the wreath for a match, and on each of the two branches for a deal or a lesson."""


class WinnerPortraits(Widget):
    """Draws the winners' portraits with the expression from ``expression_of``; ``leaf_pairs`` is the number of leaves
    on each branch of their laurel, 0 for none."""

    def __init__(
        self,
        portraits: Sequence[str],
        *,
        leaf_pairs: int,
        size: float = 220.0,
        expression_of: Callable[[], Expression] = lambda: "neutral",
    ) -> None:
        super().__init__()
        self.portraits = tuple(portraits)
        self.leaf_pairs = leaf_pairs
        self.size = size
        self.expression_of = expression_of

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return self.size, self.size

    def draw(self, renderer: Renderer, target: Surface) -> None:
        x, y = self.rect.center
        scale = self.size / 220
        if self.leaf_pairs:
            body = f'<g transform="scale({scale:.4f})">{_laurel_svg(self.leaf_pairs)}</g>'
            key = f"laurel {scale:.4f} {self.leaf_pairs}"
            renderer.blit(target, renderer.svg(key, body, (0, 0, self.size, self.size)), x, y, "center")
        else:
            scale *= 1.27  # larger portraits without a laurel
        count = len(self.portraits)
        diameter = scale * (132.0 if count == 1 else 92.0 if count == 2 else 68.0)
        step = min(diameter - scale * 14, scale * 150 / max(1, count - 1))
        for i, portrait in enumerate(self.portraits):
            centre_x, expression = x + (i - (count - 1) / 2) * step, self.expression_of()
            renderer.blit(target, renderer.portrait(portrait, diameter), centre_x, y, "center")
            if expression != "neutral":
                renderer.blit(target, renderer.portrait_face(portrait, diameter, expression), centre_x, y, "center")


def _laurel_svg(leaf_pairs: int) -> str:
    leaves = ""
    for side in (-1, 1):
        for i in range(leaf_pairs):
            degrees = 172 - i * 14
            turn = math.radians(degrees)
            x, y = 110 + side * 88 * math.sin(turn), 110 - 88 * math.cos(turn)
            fill = "#e2ae4e" if i % 2 else "#ffd166"
            leaves += (
                f'<g transform="translate({x:.2f} {y:.2f}) rotate({side * (degrees + 24)})">'
                f'<ellipse cx="0" cy="0" rx="18" ry="7.5" fill="{fill}" stroke="#5a3a0e" stroke-width="1.5"/></g>'
            )
    return leaves
