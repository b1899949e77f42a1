"""The screen that waits while a long match is replayed, in parts, so that the window goes on drawing."""

from collections.abc import Callable
from typing import Protocol

from engine.match.record import Record
from engine.match.replay import MAX_MOVES_AT_ONCE, MOVES_PER_SLICE
from scenes.shell.context import Context
from scenes.shell.scene import Scene
from scenes.shell.waiting_screen import WaitingScreen


class Replay(Protocol):
    """Something that goes through all moves of a match, in parts."""

    record: Record

    @property
    def is_done(self) -> bool:
        """Whether all moves were made."""

    @property
    def progress(self) -> float:
        """Progress, 0 … 1."""

    def step(self, max_moves: int) -> int:
        """Make up to ``max_moves`` more moves; return how many."""


def scene_after_replay(
    context: Context, replay: Replay, make_scene: Callable[[], Scene], on_leave: Callable[[Scene], None]
) -> Scene:
    """The scene that shows a match, or for a long match the one that waits until that scene can be made.

    Args:
        context: the program.
        replay: what has to be done before.
        make: makes the scene.
        leave: goes back if the player doesn't want to wait; gets the scene that waits.
    """
    replay.step(MAX_MOVES_AT_ONCE)
    if replay.is_done:
        return make_scene()

    def go_on(waiting: Scene) -> None:
        context.replace(waiting, make_scene())

    return ReplayLoadingScreen(context, replay, go_on, on_leave)


class ReplayLoadingScreen(WaitingScreen):
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
        replay: Replay,
        on_done: Callable[[Scene], None],
        on_leave: Callable[[Scene], None],
    ) -> None:
        super().__init__(context)
        self.replay = replay
        self._on_done = on_done
        self._on_leave = on_leave

    def title(self) -> str:
        return self.context.words("app.preparing.title")

    def note(self) -> str:
        return self.context.words("app.preparing.note", n=len(self.replay.record.moves))

    @property
    def progress(self) -> float:
        return self.replay.progress

    def back(self) -> None:
        self._on_leave(self)

    def update(self, dt: float) -> bool:
        if not self.context.is_top(self):
            return False
        super().update(dt)
        self.replay.step(MOVES_PER_SLICE)
        self.progress_bar.progress = self.progress
        if self.replay.is_done:
            self._on_done(self)
        return True
