"""Prerenders drawings in the spare time of frames, so that screens open and cards fly without a late frame."""

from collections.abc import Callable, Iterator

import pygame

from scenes.shell.context import Context
from scenes.shell.scene import PrerenderPhase

FRAME_SECONDS = 1 / 60
"""Seconds per frame while anything moves or the player acts."""
MIN_PRERENDER_SECONDS = 0.009
"""Minimum seconds left in a frame for prerendering one item, even in a very large window."""
MAX_OPENING_SCREEN_DRAWINGS = 60
"""Maximum number of prerendered drawings for the first animation of an opening screen."""


class Prerenderer:
    """Prerenders drawings of the open scenes.

    Args:
        context: the application.
        recover: recovers from an error of a scene.
    """

    def __init__(self, context: Context, recover: Callable[[Exception], None]) -> None:
        self._context = context
        self._recover = recover
        self.hides_opening_scenes = False
        """Whether an opening scene stays hidden until its drawings are made; true in the main loop."""
        self._opening: Iterator[None] | None = None
        """Prerenders an opening scene, one drawing per step; None while none opens."""

    @property
    def hides_scene(self) -> bool:
        """Whether a scene is opening and still hidden, so that the last picture stays."""
        return self.hides_opening_scenes and (self._context.has_new_scene or self._opening is not None)

    def prerender_opening(self, elapsed: Callable[[], float]) -> bool:
        """Prerender an opening scene in this frame's spare time; return whether it must stay hidden.

        Args:
            elapsed: returns the seconds since the frame began.

        Raises:
            GaveUpError: see ``ErrorRecovery.recover``.
        """
        opening, self._opening = self._opening, None
        if self._context.has_new_scene:
            opening, self._context.has_new_scene = self._prerender_first_picture(), False
        if opening is None or self._context.sound.is_window_hidden:
            return False
        try:
            for _ in opening:
                if elapsed() > FRAME_SECONDS - MIN_PRERENDER_SECONDS:
                    self._opening = opening
                    return True
        except Exception as error:
            self._recover(error)
        return False

    def _prerender_first_picture(self) -> Iterator[None]:
        """Prerender the first animation of the top scene, then everything missing from visible scenes; yield after each
        drawing.
        """
        context = self._context
        nowhere = pygame.Surface(context.window.picture_size, pygame.SRCALPHA)
        scenes = list(context.scene_stack.visible)

        def draw() -> None:
            for scene in scenes:
                scene.draw(nowhere)

        for _ in range(MAX_OPENING_SCREEN_DRAWINGS):
            if not (context.scene_stack and context.top.prerender("opening")):
                break
            yield
        yield from context.renderers.cache.make_drawings_for(draw)

    def prerender(self, phase: PrerenderPhase, elapsed: Callable[[], float]) -> bool:
        """Prerender drawings in the frame's spare time; return whether time ran out first.

        Args:
            phase: ``moving``, or ``still`` for at least one item, however large.
            elapsed: returns the seconds since the frame began.

        Raises:
            GaveUpError: see ``ErrorRecovery.recover``.
        """
        context = self._context
        end = FRAME_SECONDS - MIN_PRERENDER_SECONDS if phase == "moving" else 0.0
        try:
            while context.scene_stack and not context.sound.is_window_hidden and context.is_running:
                if phase == "moving" and elapsed() > end:
                    return True
                scenes = context.scene_stack.scenes[:-3:-1]  # also the scene below a dialog
                if not any(scene.prerender(phase) for scene in scenes):
                    break
                if elapsed() > end:
                    return True
        except Exception as error:
            self._recover(error)
        return False
