"""How one wins, said before anything else: a picture and a sentence on paper, once for each game that is new."""

from collections.abc import Callable, Sequence
from typing import Literal

from pygame import FRect, Surface

from scenes.look.look import Look
from scenes.look.theme import INK, INK_CAPTION, rgb
from scenes.look.widgets import Label, Paper, Widget
from scenes.shell.context import Context, Services
from scenes.shell.dialog import Dialog, DialogButton
from scenes.table.layouts.goal import HEIGHT, WIDTH, Goal
from scenes.table.panels.goal_picture import GoalPicture

_PAD = 32.0
_WIDTH = 640.0
_BUTTON = 56.0
_SENTENCE = rgb("#2a241c")
Occasion = Literal["first", "lesson"]
"""Why the goal is said: it is the player's first match of the game, or the lesson begins."""


def is_new(services: Services, slug: str) -> bool:
    """Whether the goal of a game is still to be said: nothing of the game was explained, taught or declined."""
    progress = services.tutorial_progress
    known = slug in progress.lessons or any(kind.partition(".")[0] == slug for kind in progress.explained)
    return services.settings.coach != "off" and not known


def mark_said(services: Services, slug: str) -> None:
    """Remember that the goal of a game was said."""
    services.notices += services.tutorial_progress.mark_explained(f"{slug}.goal")


class Sentence(Widget):
    """The goal in one sentence, in the middle of its width; the words between stars are bold."""

    def __init__(self, look: Look, string: str, style: str, width: float) -> None:
        super().__init__(FRect(0, 0, width, look.paragraph_height(string, style, width)))
        self.string = string
        self.style = style

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.rect.size

    def draw(self, look: Look, target: Surface) -> None:
        drawn = look.paragraph(
            self.string, self.style, _SENTENCE, self.rect.width, "center", emphasis=INK, balance=True
        )
        look.blit(target, drawn, *self.rect.topleft)


class GoalDialog(Dialog):
    """The goal of a game over its table, with the ways on.

    Args:
        context: the program.
        slug: the game.
        goal: its picture.
        occasion: why it is said.
        faces: portraits of the seats, the player's first, clockwise.
        on_learn: begins the lesson; None offers none.
        on_play: called when the player goes on, also by Esc.
    """

    def __init__(
        self,
        context: Context,
        slug: str,
        goal: Goal,
        *,
        occasion: Occasion,
        faces: Sequence[str],
        on_play: Callable[[], None],
        on_learn: Callable[[], None] | None = None,
    ) -> None:
        words = context.words
        enter = words("app.key.enter")
        if on_learn is not None:
            choices = [
                DialogButton(words("app.goal.learn"), on_learn, "learn", enter),
                DialogButton(words("app.goal.play"), on_play, "", words("app.key.esc")),
            ]
        else:
            label = words("app.goal.start" if occasion == "lesson" else "app.seating.play")
            choices = [DialogButton(label, on_play, "learn" if occasion == "lesson" else "play", enter)]
        super().__init__(context, words("app.goal.title"), (), choices, cancel=on_play)
        self.slug = slug
        self.goal = goal
        self.kicker = words(f"app.goal.{occasion}", game=words(f"{slug}.title"))
        self.faces = faces
        self.least = (520.0, 350.0)

    def build(self) -> None:
        look, words = self.look, self.context.words
        wide = min(_WIDTH, look.width - 32)
        inner = wide - 2 * _PAD
        kicker = Label(self.kicker, "strong_body", INK_CAPTION, max_width=inner)
        title = Label(self.title, "title", INK, max_width=inner)
        text = words(f"{self.slug}.goal")
        roomy = look.height >= 520
        sentence = Sentence(look, text, "goal" if roomy else "lead", inner)
        gap = 24.0 if roomy else 12.0
        edge = 22.0 if roomy else 16.0
        head = edge + look.text_height("strong_body") + look.text_height("title") + gap - 4
        foot = gap + sentence.rect.height + gap + _BUTTON + edge
        high = min(inner * HEIGHT / WIDTH, look.height - 16 - head - foot)
        panel = FRect(0, 0, wide, head + high + foot)
        panel.center = (look.width / 2, look.height / 2)
        left = panel.left + _PAD
        self.group.add(Paper(panel))
        kicker.place(look, left, panel.top + edge - 4)
        title.place(look, left, kicker.rect.bottom)
        self.group.add(kicker, title)
        picture = GoalPicture(self.slug, self.goal, words, self.faces, high * WIDTH / HEIGHT)
        picture.rect.midtop = (panel.centerx, panel.top + head)
        self.group.add(picture)
        sentence.rect.topleft = (left, panel.top + head + high + gap)
        self.group.add(sentence)
        self._add_buttons(FRect(left, panel.bottom - edge - _BUTTON, inner, _BUTTON))

    def _add_buttons(self, row: FRect) -> None:
        """The buttons over the whole width; where texts are large, key names and then icons are left out."""
        buttons = self._buttons()
        gap = 16.0
        for left_out in ("", "hint", "icon"):
            for button in buttons:
                if left_out:
                    setattr(button, left_out, "")
                button.rect.width = button.preferred(self.look)[0]
            spare = row.width - gap * (len(buttons) - 1) - sum(button.rect.width for button in buttons)
            if spare >= 0:
                break
        left = row.left
        for button in buttons:
            button.rect = FRect(left, row.top, button.rect.width + spare / len(buttons), row.height)
            left = button.rect.right + gap
        self.group.add(*buttons)
        if self.group.focus is None:
            self.group.set_focus(buttons[0])
