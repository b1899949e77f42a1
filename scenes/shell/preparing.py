"""The screen that waits while a long match is replayed, in parts, so that the window goes on drawing."""

from collections.abc import Callable
from typing import Protocol

from engine.match.record import Record
from engine.match.replay import AT_ONCE, SLICE
from scenes.shell.context import Context
from scenes.shell.scene import Scene
from scenes.shell.waiting_screen import WaitingScreen


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


class Preparing(WaitingScreen):
    """Replays a match a few moves per frame, with its progress, and can be left at any moment.

    Args:
        context: the program.
        replay: what has to be done.
        then: called once at the end, with this scene.
        leave: goes back before that; gets this scene, too.
    """

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

    def title(self) -> str:
        return self.context.words("app.preparing.title")

    def note(self) -> str:
        return self.context.words("app.preparing.note", n=len(self.replay.record.moves))

    @property
    def share(self) -> float:
        return self.replay.share

    def back(self) -> None:
        self._leave(self)

    def update(self, dt: float) -> bool:
        if not self.context.is_top(self):
            return False
        super().update(dt)
        self.replay.step(SLICE)
        self.progress.share = self.share
        if self.replay.done:
            self._then(self)
        return True
