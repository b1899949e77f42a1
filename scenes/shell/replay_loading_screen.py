"""Progress screen shown while a long match is replayed in small steps, so that the window stays responsive."""

from collections.abc import Callable
from typing import Protocol

from engine.match.record import Record
from engine.match.replay import MAX_MOVES_WITHOUT_PROGRESS_SCREEN, MOVES_PER_SLICE
from scenes.shell.context import Context
from scenes.shell.scene import Scene
from scenes.shell.waiting_screen import WaitingScreen


class IncrementalReplay(Protocol):
    """Incremental replay of a match's recorded moves."""

    record: Record

    @property
    def is_done(self) -> bool:
        """Whether all moves of the match have been replayed."""

    @property
    def progress(self) -> float:
        """Fraction of the match's moves replayed so far, 0 … 1."""

    def step(self, max_moves: int) -> int:
        """Replay up to ``max_moves`` moves of the match; return the number of moves replayed."""


def scene_after_replay(
    context: Context, replay: IncrementalReplay, make_scene: Callable[[], Scene], on_leave: Callable[[Scene], None]
) -> Scene:
    """Return the scene of a replayed match; for a long match, a progress screen that replays it first.

    Args:
        context: the application.
        replay: the replay to finish first.
        make_scene: creates the scene.
        on_leave: called with the progress screen if the player cancels.
    """
    replay.step(MAX_MOVES_WITHOUT_PROGRESS_SCREEN)
    if replay.is_done:
        return make_scene()

    def go_on(waiting: Scene) -> None:
        context.replace(waiting, make_scene())

    return ReplayLoadingScreen(context, replay, go_on, on_leave)


class ReplayLoadingScreen(WaitingScreen):
    """Progress screen that replays a match a few moves per frame; the player can cancel at any time.

    Args:
        context: the application.
        replay: the replay to finish.
        on_done: called once at the end, with this screen.
        on_leave: called with this screen if the player cancels.
    """

    def __init__(
        self,
        context: Context,
        replay: IncrementalReplay,
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

    def poll(self) -> bool:
        if not self.context.is_top(self):
            return False
        self.replay.step(MOVES_PER_SLICE)
        self.refresh()
        if self.replay.is_done:
            self._on_done(self)
        return True
