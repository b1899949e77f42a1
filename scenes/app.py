"""The window, the stack of scenes, and the one loop that reads the clock."""

import contextlib
import locale
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pygame

from engine.game import Game
from engine.match.record import Record
from engine.profile.daily_attempts import DailyAttempts
from engine.profile.known_players import KnownPlayers
from engine.profile.replays import ReplayStore
from engine.profile.storage import Notice, Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.settings import Settings, system_language
from engine.statistics.reading import Statistics
from engine.work.thinking import Thinker
from scenes.look import speeds
from scenes.look.canvas import Canvas
from scenes.look.look import Look
from scenes.look.raster import ASSETS
from scenes.shell.background import Background
from scenes.shell.dialog import notices_dialog
from scenes.shell.dropped import dropped, offer
from scenes.shell.failure import Failures
from scenes.shell.scene import Pos, Scene
from scenes.shell.toast import Toast
from scenes.shell.window import HIDING, PLAYER_IS_THERE, SHOWING, SMALLEST, USUAL, picture_for
from scenes.sound.mixer import Mixer
from scenes.sound.player import Player
from scenes.text.settings_notes import annotate
from scenes.text.words import Words

ICON = ASSETS / "app" / "icon.png"
FRAME = 1 / 60
"""Seconds between frames while something moves or the player acts."""
REST = 1 / 30
"""Seconds between looks at the queue when nothing has happened for a while."""
REST_AFTER = 2.0
DRAWN = ("four_colours", "large_index", "back", "table", "high_contrast", "ui_scale")
"""Settings that change every drawing."""
LONGEST_STEP = 100.0
"""A frame that took longer (the window was dragged, the machine slept) counts as this many milliseconds."""


class App:
    """The program with its window.

    Args:
        profile: where settings, house rules and the match being played are kept.
        thinker: thinks for the computer players; the app closes it.
        size: of the window at first, in pixels.
    """

    def __init__(self, profile: Profile, thinker: Thinker, size: tuple[int, int] = USUAL) -> None:
        self.profile = profile
        self.thinker = thinker
        self.background = Background()
        """What is worked at beside the window, one after the other."""
        self.settings, notices = profile.load_settings()
        self.sound = Player(Mixer(), self.settings, self.new_seed())
        self.words = Words(self._language())
        annotate(profile, self.words)
        self.stack: list[Scene] = []
        self.running = True
        self.window = self._open_window(size)
        self._canvas = Canvas()
        self._looks: dict[tuple[float, tuple[float, float]], Look] = {}
        self._drawn_for = picture_for(self.window.get_size())
        """Size of the picture that everything is drawn for; another one may be about to come to rest."""
        self._dirty = True
        self._resized_for: float | None = None
        self._refused: tuple[int, int] | None = None
        """A size that is too small and was given nevertheless."""
        self._old: pygame.Surface | None = None
        self._fade, self._fade_length = 0.0, speeds.SCREEN_CHANGE
        self._resting = 0.0
        self._toast: Toast | None = None
        self.saved, more = profile.load_match()
        self.notices: list[Notice] = [*notices, *more]
        """Messages for the player, laid over the first screen that is calm enough for them."""
        self.replays = ReplayStore(profile)
        if self.saved is not None and profile.over is not None:  # the program was ended before the result was read
            self.keep_finished(self.saved, profile.over)
            self.forget()
        self.tutorial_progress = TutorialProgress(profile)
        self.notices += self.tutorial_progress.load()
        self.known_players = KnownPlayers(profile)
        self.notices += self.known_players.load()
        self.daily_attempts = DailyAttempts(profile)
        self.notices += self.daily_attempts.load()
        self.statistics = Statistics(profile.folder / "statistics.sqlite", self.notices.append)
        self.failures = Failures(self)

    # --- window and looks -------------------------------------------------------------------------------------------

    def _open_window(self, size: tuple[int, int]) -> pygame.Surface:
        pygame.display.set_caption(self.words("app.title"))
        pygame.display.set_icon(pygame.image.load(ICON))  # some systems take it only before there is a window
        if self.settings.fullscreen:
            with contextlib.suppress(pygame.error):  # a screen that has no such mode: a window then
                return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        smallest = (max(SMALLEST[0], size[0]), max(SMALLEST[1], size[1]))
        return pygame.display.set_mode(smallest, pygame.RESIZABLE)

    @property
    def ui(self) -> float:
        """The size of texts and buttons that the player chose, 0.8 … 2."""
        return int(self.settings.ui_scale) / 100

    @property
    def look(self) -> Look:
        """Draws at the size of texts that the player chose."""
        return self.look_at(self.ui)

    def look_at(self, factor: float, least: tuple[float, float] = (0.0, 0.0)) -> Look:
        """Draws at another size of texts, or on a canvas of at least so many logical pixels."""
        wanted = self.settings
        key = (factor, least)
        if key not in self._looks:
            self._looks[key] = Look(
                self._drawn_for,
                factor=factor,
                least=least,
                four_colours=wanted.four_colours,
                large_index=wanted.large_index,
                back=wanted.back,
                table=wanted.table,
                sharp=wanted.high_contrast,
            )
        return self._looks[key]

    def _forget_looks(self) -> None:
        for look in self._looks.values():
            look.forget()
        self._looks.clear()

    def _language(self) -> str:
        chosen = self.settings.language
        return system_language(preferred=_preferred()) if chosen == "system" else chosen

    def change(self, settings: Settings) -> None:
        """Use other settings from now on, and keep them."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self.words = Words(self._language())
            annotate(self.profile, self.words)
            pygame.display.set_caption(self.words("app.title"))
            if self._toast is not None:
                self._toast.reword(self.words)
        self.notices += self.profile.save_settings(settings)
        if settings.fullscreen != before.fullscreen:
            self.window = self._open_window(USUAL)
        self.sound.adopt(settings)
        if any(getattr(settings, name) != getattr(before, name) for name in DRAWN):
            self._forget_looks()
        self._rebuild()

    def keep_setting(self, settings: Settings) -> None:
        """Keep a setting that the scene on top has changed and follows already: nothing is drawn anew for it."""
        self.settings = settings
        self.notices += self.profile.save_settings(settings)
        self.sound.adopt(settings)

    def mute(self) -> None:
        """Sound off, or on again."""
        self.keep_setting(replace(self.settings, sound=not self.settings.sound))
        for scene in self.stack:
            scene.sound_switched()
        on = self.settings.sound
        self.tell("app.sound.on" if on else "app.sound.off", "sound" if on else "mute")

    def recolour(self) -> None:
        """Four colours of suits, or two again."""
        four = not self.settings.four_colours
        self.change(replace(self.settings, four_colours=four))
        self.tell("app.colours.four" if four else "app.colours.two", "palette")

    def tell(self, key: str, icon: str, undo: Callable[[], None] | None = None, **figures: Any) -> None:
        """Say over everything for a moment what has just been done; ``undo`` takes it back."""
        self._toast = Toast(self.words, key, figures, icon, undo)
        self._dirty = True

    def _rebuild(self) -> None:
        if self._drawn_for != picture_for(self.window.get_size()):
            self._forget_looks()
        self._drawn_for = picture_for(self.window.get_size())
        for scene in self.stack:
            scene.lay_out()
        self._dirty = True

    @property
    def person_name(self) -> str:
        """What stands on the plate of the person at this computer; sentences speak to them as "you"."""
        return self.settings.name or self.words("app.table.you")

    @property
    def speed(self) -> float:
        """Divides every duration; 0 is instant."""
        return speeds.SPEEDS[self.settings.speed]

    # --- the stack --------------------------------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        """The scene that gets the player's input."""
        return self.stack[-1]

    def go(self, scene: Scene) -> None:
        """Leave everything and show this screen."""
        self._remember()
        if scene.sudden:
            self._old = None
        while self.stack:
            self.stack.pop().leave()
        self._push(scene)

    def open(self, scene: Scene) -> None:
        """Lay a scene over the present one."""
        self._remember(speeds.SCREEN_CHANGE if scene.opaque else speeds.DIALOG)
        self._push(scene)

    def close(self, scene: Scene) -> None:
        """Take a scene off the stack, with whatever lies over it."""
        if scene not in self.stack:
            return
        self._remember(speeds.SCREEN_CHANGE if scene.opaque else speeds.DIALOG)
        if scene.opaque and self._toast is not None and self._toast.undo is not None:
            self._toast = None  # what can be undone here can't be elsewhere
        while self.stack.pop() is not scene:
            pass
        scene.leave()
        self._dirty = True

    def _push(self, scene: Scene) -> None:
        scene.lay_out()
        self.stack.append(scene)
        self._dirty = True

    def _remember(self, length: float = speeds.SCREEN_CHANGE) -> None:
        """Keep the present picture, for the next one to fade in over it within so many milliseconds."""
        if self.stack and self.settings.speed != "instant":
            self._old = self.window.copy()
            self._fade = self._fade_length = speeds.REDUCED if self.settings.reduced_motion else length

    def quit(self) -> None:
        """End the loop after this step."""
        self.running = False

    # --- one step ---------------------------------------------------------------------------------------------------

    def step(self, dt: float, events: Sequence[pygame.Event]) -> bool:
        """Take the events, let dt milliseconds pass, and draw if anything has changed; True when drawn."""
        opened = False
        for event in events:
            if event.type == pygame.TEXTINPUT and opened:
                continue  # the letter of the key that has just opened this screen is not meant for it
            below = self.top if event.type == pygame.KEYDOWN and self.stack else None
            self._take(event)
            opened = below is not None and bool(self.stack) and self.top is not below
        if self._resized_for is not None:
            self._resized_for += dt
            if self._resized_for >= speeds.RESIZE_REST:
                self._resized_for = None
                self._rebuild()
        self.background.update(process=self.thinker.in_process)
        for scene in list(self.stack[-2:]):
            self._dirty |= scene.update(0.0 if self.hidden else dt)
        if self._toast is not None and not self._toast.update(dt):
            self._toast, self._dirty = None, True
        if self.notices and self.stack and self.top.calm:
            self.open(notices_dialog(self))
        if self._old is not None:
            self._fade -= dt
            self._dirty = True
            if self._fade <= 0:
                self._old = None
        drawn = self._dirty and bool(self.stack) and not self.hidden
        if drawn:
            self._dirty = False
            self._draw()
        self.sound.update(dt, still=not drawn)
        return drawn

    def _take(self, event: pygame.Event) -> None:
        if event.type in PLAYER_IS_THERE:
            self.sound.wake()
        if event.type in HIDING or (self.hidden and event.type in SHOWING):
            self._hide(event.type in HIDING)
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.VIDEORESIZE:
            self._resize((event.w, event.h))
        elif event.type == pygame.WINDOWDISPLAYCHANGED:  # another monitor, as the one that it was on is gone
            self._resize(pygame.display.get_window_size())
        elif event.type == pygame.WINDOWFOCUSLOST and self.stack:
            self.top.lose_focus()
            self._dirty = True
        elif event.type == pygame.WINDOWEXPOSED:
            self._dirty = True
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.change(replace(self.settings, fullscreen=not self.settings.fullscreen))
        elif self._toast is not None and self._toast.handle(event, self._on_toast(event)):
            self._dirty = True
        elif event.type in (pygame.DROPFILE, pygame.DROPTEXT):
            self._drop(event)
        elif self.stack:
            used = self.top.handle(event, self._logical(event))
            if not used and event.type == pygame.KEYDOWN and not event.mod & pygame.KMOD_CTRL:
                if event.key == pygame.K_m:
                    self.mute()
                elif event.key == pygame.K_c:
                    self.recolour()
            self._dirty |= used

    def _drop(self, event: pygame.Event) -> None:
        """Something was dropped onto the window: for the screen that is seen, whatever dialog lies over it.

        Where it doesn't belong the player is asked.
        """
        scene = next((scene for scene in reversed(self.stack) if scene.opaque), None)
        if scene is None:
            return
        what = dropped(self, event)
        if scene.takes and (not what.kind or what.kind in scene.takes):
            while self.top is not scene:
                self.close(self.top)
            scene.drop(event)
        else:
            offer(self, what)
        self._dirty = True

    @property
    def hidden(self) -> bool:
        """Whether nothing of the window can be seen: it is not drawn or heard, and the game waits."""
        return self.sound.hidden

    def _hide(self, hidden: bool) -> None:
        self.sound.hidden, self._dirty = hidden, True
        if hidden and self.stack:
            self.top.lose_focus()

    def _draw_toast(self, target: pygame.Surface) -> None:
        if self._toast is not None:
            self._toast.draw(self.look, target, self.top.controls() if self.stack else ())

    def _on_toast(self, event: pygame.Event) -> Pos | None:
        place = self._pixel(event)
        return None if place is None else self.look.to_logical(place)

    def _logical(self, event: pygame.Event) -> Pos | None:
        place = self._pixel(event)
        return None if place is None else self.top.look.to_logical(place)

    def _pixel(self, event: pygame.Event) -> Pos | None:
        """Which pixel of the picture an event is at: the window may show it in another size."""
        place: tuple[int, int] | None = getattr(event, "pos", None)
        size = self.window.get_size()
        if place is None or size == self._drawn_for:
            return place
        return place[0] * self._drawn_for[0] / size[0], place[1] * self._drawn_for[1] / size[1]

    def _resize(self, size: tuple[int, int]) -> None:
        """A new size: stretch the picture until the size rests, then draw everything anew for it.

        A window that is too small is asked once to be larger; where that is refused it shows a smaller picture.
        """
        self.window = pygame.display.get_surface() or self.window
        room = (max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1]))
        if room != self.window.get_size() and size != self._refused and not self.settings.fullscreen:
            self.window = pygame.display.set_mode(room, pygame.RESIZABLE)
        self._refused = size if room != size else None
        self._old = None
        self._resized_for = 0.0
        self._dirty = True

    def _draw(self) -> None:
        sheet = self.window
        stretched = self._drawn_for != sheet.get_size()
        if stretched:
            sheet = pygame.Surface(self._drawn_for)
        first = max((i for i, scene in enumerate(self.stack) if scene.opaque), default=0)
        with self._canvas.on(sheet):
            for scene in self.stack[first:]:
                scene.draw(self._canvas)
            self._draw_toast(self._canvas)
        if stretched:
            pygame.transform.smoothscale(sheet, self.window.get_size(), self.window)
        elif self._old is not None and self._old.get_size() == sheet.get_size():
            self._old.set_alpha(round(255 * max(0.0, self._fade) / self._fade_length))
            sheet.blit(self._old, (0, 0))
        pygame.display.flip()

    def finish(self) -> None:
        """End every fade and motion and draw: what is seen then stands still (for pictures and tests)."""
        self._old = None
        if self._resized_for is not None:
            self._resized_for = None
            self._rebuild()
        for scene in self.stack:
            scene.finish()
        self._dirty = False
        self._draw()

    # --- the loop ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run until the player leaves. At rest nothing is drawn and the processor sleeps.

        Raises:
            GaveUpError: as ``attempt``.
        """
        last = time.perf_counter()
        try:
            while self.running:
                events = pygame.event.get()
                now = time.perf_counter()
                elapsed, last = max(0.0, now - last), now
                drawn = self.attempt(min(elapsed * 1000, LONGEST_STEP), events)
                self._resting = 0.0 if drawn or events else self._resting + elapsed
                interval = FRAME if self._resting < REST_AFTER else REST
                time.sleep(min(interval, max(0.001, interval - (time.perf_counter() - now))))
        finally:
            self.close_all()

    def attempt(self, dt: float, events: Sequence[pygame.Event]) -> bool:
        """A step after which the program goes on even if something in it went wrong.

        Raises:
            GaveUpError: it goes wrong again and again, or there is no way home; the match was kept.
        """
        try:
            drawn = self.step(dt, events)
        except Exception as error:
            self.failures.recover(error)
            return True
        self.failures.went_well(dt)
        return drawn

    def abandon(self) -> None:
        """Drop every scene, whatever state it is in."""
        while self.stack:
            with contextlib.suppress(Exception):
                self.stack.pop().leave()
        for stop in (self.background.stop, self.thinker.cancel):
            with contextlib.suppress(Exception):
                stop()
        self._old = self._toast = None

    def close_all(self) -> None:
        """Leave every scene and stop the thinker."""
        while self.stack:
            self.stack.pop().leave()
        self.background.stop()
        self.profile.retry()
        self.thinker.close()
        self.sound.close()
        self.statistics.close()

    # --- the match on disk ------------------------------------------------------------------------------------------

    def keep(self, record: Record) -> None:
        """Write the match being played; called after every move."""
        self.saved = record
        self.notices += self.profile.save_match(record)

    def keep_finished(self, record: Record, game: Game) -> None:
        """Keep a match that is over among the replays; ``game`` is its last position."""
        self.notices += self.replays.keep(record, game, most=self.settings.replays_kept, now=self.now())

    def new_seed(self) -> int:
        """A deal number that nobody can foresee, 0 … 99 999 999."""
        return secrets.randbelow(100_000_000)

    def now(self) -> int:
        """Seconds since 1970; 0 on a machine whose clock is before that."""
        return max(0, int(time.time()))

    def new_id(self) -> str:
        """A name for a match that no other match has."""
        return f"{time.strftime('%Y%m%d')}-{secrets.token_hex(6)}"

    def forget(self) -> None:
        """The match is over: there is nothing to continue."""
        self.saved = None
        self.notices += self.profile.drop_match()


def _preferred() -> list[str]:
    """The user's languages as Windows and macOS have them, the dearest first."""
    told = [f"{one['language']}_{one['country']}" for one in pygame.system.get_pref_locales()]
    return [*told, locale.getlocale()[0] or ""]
