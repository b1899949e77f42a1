"""The screen that waits while a long match is replayed, in parts, so that the window goes on drawing."""

from collections.abc import Callable
from typing import Protocol

from pygame import FRect

from engine.match.record import Record
from engine.match.replay import AT_ONCE, SLICE
from scenes.look.theme import CREAM, MUTED
from scenes.look.widgets import Button, Label, Panel, Widget
from scenes.look.widgets.progress import ProgressLine
from scenes.shell.context import Context
from scenes.shell.scene import Scene
from scenes.shell.screen import MARGIN, Screen

_WIDEST = 560.0
_PAD = 30.0


class Replaying(Protocol):
    """Something that goes through all moves of a match, in parts."""

    record: Record

    @property
    def done(self) -> bool:
        """Whether all moves were made."""

    @property
    def share(self) -> float:
        """Progress, 0 … 1."""

    def step(self, most: int) -> int:
        """Make up to ``most`` more moves; return how many."""


def prepared(context: Context, replay: Replaying, make: Callable[[], Scene], leave: Callable[[Scene], None]) -> Scene:
    """The scene that shows a match, or for a long match the one that waits until that scene can be made.

    Args:
        context: the program.
        replay: what has to be done before.
        make: makes the scene.
        leave: goes back if the player doesn't want to wait; gets the scene that waits.
    """
    replay.step(AT_ONCE)
    if replay.done:
        return make()

    def go_on(waiting: Scene) -> None:
        context.replace(waiting, make())

    return Preparing(context, replay, go_on, leave)


class Preparing(Screen):
    """Replays a match a few moves per frame, with its progress, and can be left at any moment.

    Args:
        context: the program.
        replay: what has to be done.
        then: called once at the end, with this scene.
        leave: goes back before that; gets this scene, too.
    """

    least = (560.0, 340.0)

    def __init__(
        self,
        context: Context,
        replay: Replaying,
        then: Callable[[Scene], None],
        leave: Callable[[Scene], None],
    ) -> None:
        super().__init__(context)
        self.replay = replay
        self._then = then
        self._leave = leave

    @property
    def calm(self) -> bool:
        return False

    def build(self) -> None:
        look, words = self.look, self.context.words
        wide = min(_WIDEST, look.width - 2 * MARGIN)
        inner = wide - 2 * _PAD
        count = len(self.replay.record.moves)
        title = Label(words("app.preparing.title"), "heading", CREAM, wrap=inner, align="center")
        note = Label(words("app.preparing.note", n=count), "body", MUTED, wrap=inner, align="center")
        self.progress = ProgressLine(FRect(0, 0, inner, 6))
        self.progress.share = self.replay.share
        cancel = Button(words("app.button.cancel"), self.back, hint=words("app.key.esc"), height=46, small=True)
        parts: list[tuple[Widget, float]] = [(title, 12.0), (note, 24.0), (self.progress, 26.0), (cancel, 0.0)]
        heights = [part.rect.height if part is self.progress else part.preferred(look)[1] for part, _ in parts]
        high = sum(heights) + sum(gap for _, gap in parts) + 2 * _PAD
        panel = Panel(FRect((look.width - wide) / 2, (look.height - high) / 2, wide, high))
        self.group.add(panel)
        y = panel.rect.top + _PAD
        for (part, gap), height in zip(parts, heights, strict=True):
            if part is self.progress:
                part.rect.midtop = (look.width / 2, y)
            else:
                part.place(look, look.width / 2, y, "midtop")
            y += height + gap
            self.group.add(part)

    def back(self) -> None:
        self._leave(self)

    def update(self, dt: float) -> bool:
        if not self.context.is_top(self):
            return False
        super().update(dt)
        self.replay.step(SLICE)
        self.progress.share = self.replay.share
        if self.replay.done:
            self._then(self)
        return True

    @property
    def animating(self) -> bool:
        return True
