"""The main loop: paces the frames, and sleeps while nothing happens."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from scenes.shell.clock import monotonic_seconds, seconds_since, sleep
from scenes.shell.context import Context
from scenes.shell.input.input_router import InputRouter
from scenes.shell.prerenderer import FRAME_SECONDS, Prerenderer
from scenes.shell.scene import PrerenderPhase
from scenes.shell.window.event_wait import WAKE_EVENT
from scenes.shell.window.sdl_functions import HEADLESS_DRIVERS

IDLE_POLL_SECONDS = 1 / 30
"""Seconds between polls of the event queue when nothing has happened for a while."""
IDLE_AFTER_SECONDS = 2.0
"""Seconds without a change before the loop slows down."""
MAX_SLEEP_SECONDS = 1.0
"""Maximum seconds of sleep. Bounds the delay of changes not announced by ``next_update_ms``, and of files handed over
by a second instance."""
SCREEN_READER_DELAY_SECONDS = 1.0
"""Seconds after the first frame until the accessibility tree is published; the home screen's deal animation has ended
by then."""
STILL_AFTER_SECONDS = 0.4
"""Seconds without a change or an event after which larger items are prerendered."""
MAX_STEP_MS = 100.0
"""Maximum milliseconds counted for one frame, which may take longer while the window is dragged or the machine
sleeps."""

RunStep = Callable[[float, Sequence[pygame.Event]], bool]


class Loop:
    """The main loop of the application.

    Args:
        context: the application.
        input_router: handles the events.
        prerenderer: uses the rest of each frame.
        run_step: runs one frame after some milliseconds with some events; returns whether anything was drawn.
        start_screen_reader: publishes the accessibility tree; called once, if there is a visible window.
    """

    def __init__(
        self,
        context: Context,
        input_router: InputRouter,
        prerenderer: Prerenderer,
        run_step: RunStep,
        start_screen_reader: Callable[[], None],
    ) -> None:
        self._context = context
        self._input_router = input_router
        self._prerenderer = prerenderer
        self._run_step = run_step
        self._start_screen_reader = start_screen_reader
        self._idle_seconds = 0.0
        """Seconds without a change or an event."""

    def run(self) -> None:
        """Run frames until the player quits. While nothing changes, nothing is drawn and the process sleeps.

        Raises:
            GaveUpError: errors repeat.
        """
        begun = last = monotonic_seconds()
        rest, needs_screen_reader = 0.0, pygame.display.get_driver() not in HEADLESS_DRIVERS
        self.advance(0.0, ())  # draw the first frame without delay
        self._prerenderer.hides_opening_scenes = True
        while self._context.is_running:
            now = monotonic_seconds()
            if self._prerenderer.prerender_opening(partial(seconds_since, now)):
                self._sleep_until_next_frame(now)
                last = monotonic_seconds()  # fade and animations start when the screen is ready
                continue
            events = [event for event in pygame.event.get() if event.type != WAKE_EVENT]
            now = monotonic_seconds()
            if needs_screen_reader and now - begun > SCREEN_READER_DELAY_SECONDS:
                needs_screen_reader = False
                self._start_screen_reader()
            elapsed, last = max(0.0, now - last), now
            drawn = self.advance(min(elapsed * 1000, rest * 1000 + MAX_STEP_MS), events)
            active = drawn or self._input_router.had_events
            self._idle_seconds = 0.0 if active else self._idle_seconds + elapsed
            has_more = self._prerender(partial(seconds_since, now))
            rest = self.compute_sleep_seconds() if self._idle_seconds >= IDLE_AFTER_SECONDS and not has_more else 0.0
            self._wait(rest, now)

    def advance(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        """Run the frame after ``elapsed_ms`` milliseconds; return whether anything was drawn.

        After a sleep, its time passes in a frame of its own before the events are handled.

        Raises:
            GaveUpError: errors repeat.
        """
        drawn = False
        if elapsed_ms > MAX_STEP_MS and events:  # after a sleep, its time passes before the input
            drawn = self._run_step(elapsed_ms - FRAME_SECONDS * 1000, ())
            elapsed_ms = FRAME_SECONDS * 1000
        return self._run_step(elapsed_ms, events) or drawn

    def _prerender(self, elapsed: Callable[[], float]) -> bool:
        """Prerender drawings in the frame's spare time; return whether there may be more."""
        phase: PrerenderPhase = "still" if self._idle_seconds >= STILL_AFTER_SECONDS else "moving"
        if self._prerenderer.prerender(phase, elapsed):
            return True
        if phase == "still":
            self._input_router.gamepads.enable()
        return phase != "still"

    def compute_sleep_seconds(self) -> float:
        """Return the seconds to sleep without input, ``IDLE_POLL_SECONDS`` to ``MAX_SLEEP_SECONDS``.

        Work in another process is polled every ``IDLE_POLL_SECONDS`` seconds.
        """
        context = self._context
        due_ms = [scene.next_update_ms for scene in context.scene_stack.scenes[-2:]]
        timers = self._input_router.gamepads, context.sound, context.window.timeline
        due_ms += [one.next_update_ms for one in timers]
        works = context.background or context.saved_matches.has_unread or context.online_session is not None
        must_draw = context.window.is_outdated and not context.sound.is_window_hidden
        if must_draw or works:
            due_ms.append(0.0)
        return max(IDLE_POLL_SECONDS, min(MAX_SLEEP_SECONDS, min(due_ms) / 1000))

    def _wait(self, rest: float, frame_start: float) -> None:
        """Sleep for ``rest`` seconds or until an event arrives; without a rest, until the next frame."""
        if not rest:
            self._sleep_until_next_frame(frame_start)
        elif self._context.window.can_wait_for_event and not self._input_router.gamepads:
            self._context.window.wait_for_event(rest)
        else:  # with a gamepad, SDL's wait polls every millisecond
            self._sleep_until_event(rest)

    @staticmethod
    def _sleep_until_next_frame(frame_start: float) -> None:
        sleep(min(FRAME_SECONDS, max(0.001, FRAME_SECONDS - seconds_since(frame_start))))

    @staticmethod
    def _sleep_until_event(seconds: float) -> None:
        """Sleep until an event arrives, at most this many seconds."""
        end = monotonic_seconds() + seconds
        while True:
            sleep(IDLE_POLL_SECONDS)
            if monotonic_seconds() >= end - IDLE_POLL_SECONDS / 2 or pygame.event.peek():
                return
