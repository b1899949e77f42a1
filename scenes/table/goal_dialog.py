"""Dialog with the goal of a game, an illustration and a sentence, shown once for each game new to the player."""

from collections.abc import Callable, Sequence
from typing import Literal

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_CAPTION, rgb
from scenes.render.widgets import Label, Paper, Widget
from scenes.shell.context import Context, Services
from scenes.shell.dialog import Dialog, DialogButton
from scenes.table.layouts.goal_illustration import PICTURE_HEIGHT, PICTURE_WIDTH, GoalIllustration
from scenes.table.pages.goal_picture import GoalPicture

_PAD = 32.0
_MAX_DIALOG_WIDTH = 640.0
_BUTTON_HEIGHT = 56.0
_SENTENCE_COLOUR = rgb("#2a241c")
GoalOccasion = Literal["first", "lesson"]
"""Occasion for the dialog: the player's first match of the game, or the start of its lesson."""


def should_show_goal(services: Services, slug: str) -> bool:
    """Whether to show a game's goal dialog: the coach is on, and the player has had no lesson or explanation of the
    game."""
    progress = services.tutorial_progress
    known = slug in progress.finished_or_declined_lessons or any(
        kind.partition(".")[0] == slug for kind in progress.explained_questions
    )
    return services.settings.coach != "off" and not known


def mark_goal_seen(services: Services, slug: str) -> None:
    """Record that the goal dialog of a game was shown."""
    services.tutorial_progress.mark_explained(f"{slug}.goal")


class GoalSentence(Widget):
    """The goal of a game in one centred sentence; words between asterisks are bold."""

    def __init__(self, renderer: Renderer, string: str, style: str, width: float) -> None:
        super().__init__(FRect(0, 0, width, renderer.paragraph_height(string, style, width)))
        self.string = string
        self.style = style

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return self.rect.size

    def draw(self, renderer: Renderer, target: Surface) -> None:
        drawn = renderer.paragraph(
            self.string, self.style, _SENTENCE_COLOUR, self.rect.width, "center", emphasis=INK, balance=True
        )
        renderer.blit(target, drawn, *self.rect.topleft)


class GoalDialog(Dialog):
    """Dialog over a game's table with the goal of the game: an illustration and a sentence.

    Args:
        context: access to the application.
        slug: the game.
        illustration: picture of the goal.
        occasion: reason for showing the dialog.
        portraits: portraits of the seats, clockwise from the player.
        on_play: called when the player goes on, also with Esc.
        on_learn: starts the lesson; None offers none.
    """

    def __init__(
        self,
        context: Context,
        slug: str,
        illustration: GoalIllustration,
        *,
        occasion: GoalOccasion,
        portraits: Sequence[str],
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
        super().__init__(context, words("app.goal.title"), (), choices, on_cancel=on_play)
        self.slug = slug
        self.illustration = illustration
        self.kicker = words(f"app.goal.{occasion}", game=words(f"{slug}.title"))
        self.portraits = portraits
        self.min_size = (520.0, 350.0)

    def build(self) -> None:
        renderer, words = self.renderer, self.context.words
        width = min(_MAX_DIALOG_WIDTH, renderer.width - 32)
        inner_width = width - 2 * _PAD
        kicker = Label(self.kicker, "strong_body", INK_CAPTION, max_width=inner_width)
        title = Label(self.title, "title", INK, max_width=inner_width)
        text = words(f"{self.slug}.goal")
        is_tall = renderer.height >= 520
        sentence = GoalSentence(renderer, text, "goal" if is_tall else "lead", inner_width)
        gap = 24.0 if is_tall else 12.0
        margin = 22.0 if is_tall else 16.0
        head_height = (
            margin + renderer.text_surface_height("strong_body") + renderer.text_surface_height("title") + gap - 4
        )
        foot_height = gap + sentence.rect.height + gap + _BUTTON_HEIGHT + margin
        picture_height = min(
            inner_width * PICTURE_HEIGHT / PICTURE_WIDTH, renderer.height - 16 - head_height - foot_height
        )
        panel = FRect(0, 0, width, head_height + picture_height + foot_height)
        panel.center = (renderer.width / 2, renderer.height / 2)
        left = panel.left + _PAD
        self.group.add(Paper(panel))
        kicker.place_at(renderer, left, panel.top + margin - 4)
        title.place_at(renderer, left, kicker.rect.bottom)
        self.group.add(kicker, title)
        picture = GoalPicture(
            self.slug, self.illustration, words, self.portraits, picture_height * PICTURE_WIDTH / PICTURE_HEIGHT
        )
        picture.rect.midtop = (panel.centerx, panel.top + head_height)
        self.group.add(picture)
        sentence.rect.topleft = (left, panel.top + head_height + picture_height + gap)
        self.group.add(sentence)
        self._add_buttons(FRect(left, panel.bottom - margin - _BUTTON_HEIGHT, inner_width, _BUTTON_HEIGHT))

    def _add_buttons(self, row: FRect) -> None:
        """Add the goal dialog's buttons over its whole width, without key hints or icons if they don't fit."""
        buttons = self._make_buttons()
        gap = 16.0
        for left_out in ("", "key_hint", "icon"):
            for button in buttons:
                if left_out:
                    setattr(button, left_out, "")
                button.rect.width = button.preferred_size(self.renderer)[0]
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
