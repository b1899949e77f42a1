"""The coach's paper card: what is asked, what is possible and why, the rule, and what to do with the card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple

import pygame
from pygame import FRect, Surface

from engine.cards import Card
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import INK, INK_BROWN, INK_CAPTION, INK_SECOND, REFUSAL_DISC, Colour, rgb
from scenes.look.widgets import Button, Clickable, Link, Widget
from scenes.look.widgets.base import Pos, is_press, is_release
from scenes.table.panels.portrait import Portrait

_PAD = 16.0
_FACE = 46.0
_YES = rgb("#14745d")
_CARD, _STEP, _MOST = 30.0, 19.0, 6
"""Small pictures of cards: width, step from one to the next, maximum number."""
_LEAST_WITH_CARDS = 330.0
"""Width below which there is no room for words beside pictures of cards."""
COACH = "coach"
"""The coach's portrait."""


class TickOrCross(Widget):
    """A tick or a cross, on paper."""

    def __init__(self, possible: bool) -> None:
        super().__init__(FRect(0, 0, 18, 18))
        self.icon, self.colour = ("check", _YES) if possible else ("cross", REFUSAL_DISC)

    def draw(self, look: Look, target: Surface) -> None:
        look.blit(target, look.icon(self.icon, 18, self.colour), *self.rect.center, "center")


class CoachText(Widget):
    """A paragraph; the words between stars are brown."""

    def __init__(self, look: Look, string: str, style: str, width: float, colour: Colour = INK) -> None:
        super().__init__()
        self.string, self.style, self.width, self.colour = string, style, width, colour
        self.rect = FRect(0, 0, width, look.paragraph_height(string, style, width))

    def draw(self, look: Look, target: Surface) -> None:
        drawn = look.paragraph(self.string, self.style, self.colour, self.width, emphasis=INK_BROWN)
        look.blit(target, drawn, *self.rect.topleft)


class SmallCards(Widget):
    """Cards side by side, at most the first ``_MOST``."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards[:_MOST]
        super().__init__(FRect(0, 0, _CARD + (len(self.cards) - 1) * _STEP, _CARD * 7 / 5))

    def draw(self, look: Look, target: Surface) -> None:
        for i, card in enumerate(self.cards):
            look.draw_card(target, card, self.rect.left + _CARD / 2 + _STEP * i, self.rect.centery, _CARD)


class Form(NamedTuple):
    """A way of setting the card."""

    width: float
    face: bool = True
    """With the portrait."""
    aside: bool = False
    """The buttons are at the right of the text, not below it."""
    small: bool = False
    """All of it in the size of the lines with marks."""
    brief: bool = False
    """Without the lines that can be left out."""
    folded: bool = False
    """Only the title and the button that unfolds the card."""


FORMS = (
    Form(380),
    Form(430),
    Form(340),
    Form(500),
    Form(560, aside=True),
    Form(660, aside=True),
    Form(780, aside=True),
    Form(330, face=False),
    Form(390, face=False),
    Form(470, face=False),
    Form(620, face=False, aside=True),
    Form(290, face=False),
    Form(900, face=False, aside=True),
    Form(255, face=False),
    Form(225, face=False),
    Form(300, face=False, small=True),
    Form(380, face=False, small=True),
    Form(620, face=False, aside=True, small=True),
    Form(250, face=False, small=True),
    Form(800, face=False, aside=True, small=True),
    Form(215, face=False, small=True),
    Form(340, brief=True),
    Form(280, face=False, brief=True),
    Form(560, aside=True, brief=True),
    Form(230, face=False, brief=True),
    Form(255, face=False, small=True, brief=True),
    Form(640, face=False, aside=True, small=True, brief=True),
    Form(205, face=False, small=True, brief=True),
)
"""The best-looking form first; a later one is taken where an earlier one would cover something."""


FOLDED = Form(0, face=False, folded=True)
"""The form for a table where any other would hide what is needed."""


class CoachCard(Widget):
    """Paper with a portrait, paragraphs, lines with marks, and buttons. Fill it, arrange it, then place it.

    Args:
        look: of texts and buttons.
        title: in small letters above everything.
        portrait: of the speaker.
    """

    def __init__(self, look: Look, title: str, *, portrait: str = COACH) -> None:
        super().__init__(FRect(0, 0, 0, 0))
        self.look = look
        self.title = title
        self.portrait = portrait
        self.form = FORMS[0]
        self.parts: list[Widget] = []
        self.buttons: list[Clickable] = []
        """What the keyboard reaches: the main button first, then links."""
        self._blocks: list[Callable[[], None]] = []
        """Each sets a part at the present height and adds its own height."""
        self.spares = False
        """Some of it can be left out."""
        self.least = 0.0
        """Least width."""
        self._go: Button | None = None
        self._rule: Link | None = None
        self._other: Link | None = None
        self._unfold: Button | None = None
        self._held = False
        self._sizes: dict[Form, tuple[float, float]] = {}

    # --- what is on it ------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Add a paragraph beside the portrait."""
        self._blocks.append(partial(self._set_said, text))

    def line(self, text: str, *, possible: bool, spare: bool = False) -> None:
        """Add a line with a tick or a cross; ``spare`` if it can be read elsewhere, too."""
        self.spares |= spare
        self._blocks.append(partial(self._set_line, text, possible, spare))

    def show_cards(self, cards: Sequence[Card], text: str, *, possible: bool, rest: Callable[[int], str]) -> None:
        """Add cards, and the words that apply to all of them."""
        self.least = _LEAST_WITH_CARDS
        more = rest(len(cards) - _MOST) if len(cards) > _MOST else ""
        self._blocks.append(partial(self._set_cards, cards, f"{text} ({more})" if more else text, possible))

    def link(self, label: str, act: Callable[[], None]) -> None:
        """Add a link at the upper right, to the rule that says more."""
        self._rule = Link(label, act, style="small", dark=False)
        self._size(self._rule)

    def foot(
        self,
        label: str,
        hint: str,
        act: Callable[[], None],
        other: tuple[str, Callable[[], None]] | None = None,
        *,
        plain: bool = False,
    ) -> None:
        """Add the main button at the right, ``plain`` where it isn't the way on, and perhaps a link at the left."""
        kind: Literal["light", "primary"] = "light" if plain else "primary"
        self._go = Button(label, act, kind=kind, hint=hint, small=True, height=40)
        self._size(self._go)
        if other is not None:
            self._other = Link(other[0], other[1], icon="", style="explanation", dark=False)
            self._size(self._other)

    def unfold(self, label: str, hint: str, act: Callable[[], None]) -> None:
        """Add a button that unfolds the card."""
        self._unfold = Button(label, act, kind="light", hint=hint, small=True, height=40)
        self._size(self._unfold)

    @property
    def folds(self) -> bool:
        """Whether the card can be folded."""
        return self._unfold is not None

    def _size(self, widget: Clickable) -> None:
        widget.rect = FRect(0, 0, *widget.preferred(self.look))

    # --- setting ------------------------------------------------------------------------------------------------------

    def size(self, form: Form) -> tuple[float, float]:
        """Width and height of the finished card in a form, worked out once."""
        if form not in self._sizes:
            self.arrange(form)
            self._sizes[form] = self.rect.size
        return self._sizes[form]

    def arrange(self, form: Form) -> None:
        """Set everything in this form from top to bottom, with the card at the upper left corner."""
        self.form = form
        self.parts = []
        if form.folded and self._unfold is not None:
            self._set_folded(self._unfold)
            return
        self.buttons = [widget for widget in (self._go, self._rule, self._other) if widget is not None]
        self.rect = FRect(0, 0, form.width, _PAD + 19)
        if form.face:
            self._add(Portrait(self.portrait, _FACE), _PAD, _PAD - 2)
        room = self._edge - self._beside - (self._rule.rect.width + 10 if self._rule else 0)
        self._add(CoachText(self.look, self.title, "label", room, INK_CAPTION), self._beside, _PAD - 3)
        if self._rule is not None:
            self._add(self._rule, self._edge - self._rule.rect.width, _PAD - 8)
        for block in self._blocks:
            block()
        self._set_foot()

    def _set_folded(self, unfold: Button) -> None:
        title = CoachText(self.look, self.title, "label", self.look.text_width(self.title, "label") + 2, INK_CAPTION)
        self.buttons = [unfold]
        self.rect = FRect(0, 0, title.rect.width + unfold.rect.width + 2 * _PAD + 4, 56)
        self._add(title, _PAD, (56 - title.rect.height) / 2)
        self._add(unfold, self.rect.width - 8 - unfold.rect.width, 8)

    @property
    def _beside(self) -> float:
        """Left end of the paragraphs."""
        return _PAD + (_FACE + 12 if self.form.face else 0)

    @property
    def _column(self) -> float:
        """Width of the buttons below one another."""
        return max(widget.rect.width for widget in (self._go, self._other) if widget) if self._go else 0.0

    @property
    def _edge(self) -> float:
        """Right end of the text."""
        return self.form.width - _PAD - (self._column + 20 if self.form.aside else 0)

    def _add(self, part: Widget, x: float, y: float) -> None:
        part.rect.topleft = (x, y)
        part.set_reach(self.look.reach)
        self.parts.append(part)

    def _set_said(self, text: str) -> None:
        style = "explanation" if self.form.small else "body"
        part = CoachText(self.look, text, style, self._edge - self._beside)
        self._add(part, self._beside, self.rect.height)
        self.rect.height = max(self.rect.height + part.rect.height, _PAD + _FACE if self.form.face else 0) + 9

    def _set_line(self, text: str, possible: bool, spare: bool) -> None:
        if spare and self.form.brief:
            return
        part = CoachText(self.look, text, "explanation", self._edge - _PAD - 28, INK if possible else INK_SECOND)
        self._add(TickOrCross(possible), _PAD + 1, self.rect.height + 2)
        self._add(part, _PAD + 28, self.rect.height)
        self.rect.height += part.rect.height + 3

    def _set_cards(self, cards: Sequence[Card], text: str, possible: bool) -> None:
        row = SmallCards(cards)
        aside = _PAD + 28 + max(row.rect.width, _CARD + 2 * _STEP) + 12
        part = CoachText(self.look, text, "explanation", self._edge - aside, INK if possible else INK_SECOND)
        high = max(row.rect.height, part.rect.height)
        self.rect.height += 5
        self._add(TickOrCross(possible), _PAD + 1, self.rect.height + high / 2 - 9)
        self._add(row, _PAD + 28, self.rect.height + (high - row.rect.height) / 2)
        self._add(part, aside, self.rect.height + (high - part.rect.height) / 2)
        self.rect.height += high

    def _set_foot(self) -> None:
        go, other, right = self._go, self._other, self.form.width - _PAD
        if go is None:
            return
        if self.form.aside:
            apart = max(48.0, self.look.reach + 20 - other.rect.height / 2) if other else 0.0  # both can be hit well
            high = apart + other.rect.height if other else 40.0
            self.rect.height = max(self.rect.height + _PAD - 9, high + 2 * _PAD)
            top = (self.rect.height - high) / 2
            self._add(go, right - self._column / 2 - go.rect.width / 2, top)
            if other is not None:
                self._add(other, right - self._column / 2 - other.rect.width / 2, top + apart)
            return
        self.rect.height += 11
        if other is not None and go.rect.width + other.rect.width + 16 > self.form.width - 2 * _PAD:
            self._add(other, right - other.rect.width, self.rect.height)
            self.rect.height += self.look.reach + other.rect.height / 2 - 20
        elif other is not None:
            self._add(other, _PAD + 2, self.rect.height + 6)
        self._add(go, right - go.rect.width, self.rect.height)
        self.rect.height += 40 + _PAD

    def move_to(self, left: float, top: float) -> None:
        """Move the card there, with everything on it."""
        dx, dy = left - self.rect.left, top - self.rect.top
        for part in self.parts:
            part.rect.move_ip(dx, dy)
        self.rect.topleft = (left, top)

    # --- use ----------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Let the buttons have the event first; a press beside them on the paper goes no further."""
        used = False
        for button in self.buttons:
            used |= button.handle(event, pos)
        inside = pos is not None and bool(self.rect.collidepoint(pos))
        if is_press(event) and not used and inside:
            self._held = True
            return True
        if is_release(event) and self._held:
            self._held = False
            return True
        return used

    def draw(self, look: Look, target: Surface) -> None:
        look.draw_box(target, box_styles.PAPER_BOX, self.rect)
        for part in self.parts:
            part.draw(look, target)
        for part in self.parts:
            part.draw_focus(look, target)
