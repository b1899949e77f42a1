"""Dialog with the goal of a game, an illustration and a sentence, shown once for each game new to the player."""

from collections.abc import Callable, Sequence
from typing import Literal

from pygame import Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_CAPTION, rgb
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, shorten_buttons
from scenes.shell.services import Services
from scenes.table.layouts.goal_illustration import GoalIllustration
from scenes.table.pages.goal_picture import GoalPicture
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.boxes import Centered, Column, Row, Spacer
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.text import Text
from scenes.ui.widgets import Paper, Widget

_PAD = 32.0
_MAX_DIALOG_WIDTH = 640.0
_BUTTON_HEIGHT, _BUTTON_GAP = 56.0, 16.0
_SENTENCE_COLOUR = rgb("#2a241c")
GoalOccasion = Literal["first", "lesson"]
"""Occasion for the dialog: the player's first match of the game, or the start of its lesson."""


def is_game_known(services: Services, slug: str) -> bool:
    """Whether the player has finished the game's lesson, or had its goal or a question explained."""
    progress = services.tutorial_progress
    explained = (kind.partition(".")[0] for kind in progress.explained_questions)
    return slug in progress.finished_lessons or slug in explained


def should_show_goal(services: Services, slug: str) -> bool:
    """Whether to show a game's goal dialog: the coach is on, and the player doesn't know the game yet."""
    return services.settings.coach != "off" and not is_game_known(services, slug)


def mark_goal_seen(services: Services, slug: str) -> None:
    """Record that the player has seen the goal of a game, or plays without it: its lesson is no longer recommended."""
    services.tutorial_progress.mark_explained(f"{slug}.goal")


class GoalSentence(Widget):
    """The goal of a game in one centred sentence; words between asterisks are bold."""

    def __init__(self, string: str, style: str) -> None:
        super().__init__()
        self.string = string
        self.style = style

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width = constraints.max_width
        return Size(width, renderer.paragraph_height(self.string, self.style, width))

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.string)

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
        illustration: picture of the goal; None where house rules change the goal.
        text_key: key of the text, as from ``Game.goal_text_key``.
        occasion: reason for showing the dialog.
        portraits: portraits of the seats, clockwise from the player.
        on_play: called when the player goes on, also with Esc.
        on_learn: starts the lesson; None offers none.
    """

    def __init__(
        self,
        context: Context,
        slug: str,
        illustration: GoalIllustration | None,
        text_key: str,
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
        self.text_key = text_key
        self.kicker = words(f"app.goal.{occasion}", game=words(f"{slug}.title"))
        self.portraits = portraits
        self.min_size = (520.0, 350.0)

    def compose(self) -> Widget:
        renderer, words = self.renderer, self.context.words
        is_tall = renderer.height >= 520
        gap, margin = (24.0, 22.0) if is_tall else (12.0, 16.0)
        width, buttons = min(_MAX_DIALOG_WIDTH, renderer.width - 32), self.make_buttons()
        shorten_buttons(renderer, buttons, width - 2 * _PAD, _BUTTON_GAP)
        picture: Widget = Spacer(0)
        if self.illustration is not None:
            picture = GoalPicture(self.slug, self.illustration, words, self.portraits)
        kicker, title = Text(self.kicker, "strong_body", INK_CAPTION), Text(self.title, "title", INK)
        head = Column(kicker, title) if is_tall else Row(kicker, Spacer(), title, is_reversed=True)
        panel = Column(
            head.with_layout(margin=(0, -4, 0, 0)),
            picture.with_layout(shrink_order=1, margin=(0, gap, 0, gap), align="center"),
            GoalSentence(words(f"{self.slug}.{self.text_key}"), "goal" if is_tall else "lead"),
            Row(*(one.with_layout(grow=1, height=_BUTTON_HEIGHT) for one in buttons), gap=_BUTTON_GAP).with_layout(
                margin=(0, gap, 0, 0)
            ),
            padding=(_PAD, margin),
            background=Paper(),
        )
        return Centered(panel.with_layout(width=width), padding=8)
