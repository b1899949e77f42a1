"""The program: stores, window and scenes, and the only loop that reads the clock."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Protocol

import pygame

from engine.game import Game
from engine.match.record import Record
from engine.match.replay import SLICE
from engine.notices import Notice
from engine.profile.daily_attempts import DailyAttempts
from engine.profile.fair_tables import FairTables
from engine.profile.inbox import Inbox
from engine.profile.known_players import KnownPlayers
from engine.profile.own_decks import PICTURE, OwnDecks
from engine.profile.replays import ReplayStore
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.profile.visited import VisitedTables
from engine.profile.window_placement import Placement, WindowPlacement
from engine.settings import Settings
from engine.statistics.store import Statistics
from engine.work.thinking import Thinker
from scenes.look import speeds
from scenes.look.keys import is_full_screen_key, plain_key
from scenes.look.look import Look
from scenes.look.looks import DRAWING_SETTINGS, Looks
from scenes.look.widgets import Pos
from scenes.shell.context import Company, Context, Updates
from scenes.shell.destinations import Destination
from scenes.shell.dialog import notices_dialog
from scenes.shell.dropped import Offer, dropped, offer
from scenes.shell.failure import Failures
from scenes.shell.gamepad import Gamepads
from scenes.shell.placing import opening, smallest_for
from scenes.shell.scene import Moment, Scene
from scenes.shell.screen import Screen
from scenes.shell.sdl import work_areas
from scenes.shell.stack import SceneStack
from scenes.shell.toast import Toast
from scenes.shell.touch import Touch
from scenes.shell.waiting import WAKE, wake
from scenes.shell.window import HIDING, PLACING, PLAYER_IS_THERE, RESIZING, SHOWING, Window
from scenes.sound.mixer import Mixer
from scenes.sound.player import Player
from scenes.text.languages import spoken_language
from scenes.text.people import Person
from scenes.text.settings_notes import annotate
from scenes.text.words import Words
from scenes.work.background import Background
from scenes.work.recounting import Recounting

FRAME = 1 / 60
"""Seconds per frame while something moves or the player acts."""
REST = 1 / 30
"""Seconds between polls of the event queue when nothing has happened for a while."""
REST_AFTER = 2.0
"""Seconds without a change before the loop slows down."""
LONGEST_REST = 1.0
"""Maximum seconds asleep. A change that no scene announces by ``due`` is at most this late, and so is a file that
a second start of the program hands over."""
READ_AFTER = 1.0
"""Seconds after the first picture until the program is offered to screen readers: the cards of the home screen have
been dealt."""
LOOK_FOR_FILES = 500.0
"""Milliseconds between two looks for such a file, while the program is awake."""
PLACEMENT_DELAY = 1000.0
"""Milliseconds from the last move of the window until its place is saved."""
SPARE = 0.009
"""Seconds left in a frame that suffice to draw something beforehand, in a very large window, too."""
MOVING_AT_ONCE = 60
"""Maximum number of drawings of what will move on a screen at once, made before it is shown."""
STILL_AFTER = 0.4
"""Seconds without a change or an event after which larger things are drawn beforehand."""
LONGEST_STEP = 100.0
"""Maximum milliseconds counted for one frame; it may have taken longer (window dragged, machine asleep)."""

SceneFor = Callable[[Context, Destination], Scene]
"""Builds the scene of a destination."""


class Follower(Protocol):
    """Follows what is shown for a screen reader: ``scenes.shell.reader``."""

    def update(self, *, moving: bool) -> None:
        """Tell what has changed; called after every frame."""

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; True if it was asked for by a screen reader and something may have changed."""


def _seconds_since(begin: float) -> float:
    return time.perf_counter() - begin


class App:
    """The program and its window; scenes see it as a ``Context``.

    Args:
        profile: holds settings, house rules and the match in progress.
        thinker: runs the computer players; closed by the app.
        scene_for: builds the scene of each destination.
        size: size of the window, points; by default the window opens as it was the last time.
    """

    opens_in_parts = False
    """Whether a screen is shown only when ``open_in_parts`` has made its drawings; true in the loop."""
    _opening: Iterator[None] | None = None
    """Makes the drawings of a screen that opens, one at a time."""

    def __init__(
        self, profile: Profile, thinker: Thinker, scene_for: SceneFor, size: tuple[int, int] | None = None
    ) -> None:
        self.profile = profile
        self.thinker = thinker
        self._scene_for = scene_for
        self.background = Background()
        self.settings, notices = profile.load_settings()
        self.sound = Player(Mixer(), self.settings, self.new_seed())
        self.words = Words(self._language())
        annotate(profile, self.words)
        self.stack = SceneStack()
        self.touch = Touch(self._touched, self._logical, pygame.mouse.set_visible, self._moves_less)
        self.running = True
        self._attached: Any = None
        """``SystemReader``, the way to screen readers, where it must be there before the window is shown."""
        self.reader: Follower | None = None
        """Shows the program to screen readers; None until the first picture is there."""
        self._placement = WindowPlacement(profile) if size is None else None
        self._moved_for: float | None = None
        """Milliseconds since the window was moved or resized; None when its placement is saved."""
        self.window, of_window = self._opened(size)
        self.decks = OwnDecks(profile.folder)
        self.looks = Looks(self.window.picture, self.decks)
        self.pads = Gamepads(pygame.mouse.set_visible)
        self.toast: Toast | None = None
        self._dirty = True
        self._resting = 0.0
        self._happened = False
        """Whether anything has happened in this step."""
        self._writes = False
        """Whether text was being written after the last events."""
        self._inbox, self._looked = Inbox(profile.folder), 0.0
        self.notices: list[Notice] = [*notices, *of_window]
        self.replays = ReplayStore(profile)
        self.saves = SavedMatches(profile, self.notices, self.keep_finished)
        self.saves.look()
        self.tutorial_progress = TutorialProgress(profile)
        self.notices += self.tutorial_progress.load()
        self.known_players = KnownPlayers(profile)
        self.notices += self.known_players.load()
        self.visited = VisitedTables(profile)
        self.notices += self.visited.load()
        self.fair_tables = FairTables(profile)
        self.daily_attempts = DailyAttempts(profile)
        self.notices += self.daily_attempts.load()
        self.statistics = Statistics(profile.folder / "statistics.sqlite", self.notices.append)
        self._recounting: Recounting | None = None
        self.company: Company | None = None
        """The way to a table of several computers; None until ``meet``."""
        self.failures = Failures(self, self.abandon)

    # --- the window -------------------------------------------------------------------------------------------------

    def _opened(self, size: tuple[int, int] | None) -> tuple[Window, list[Notice]]:
        """Open the window, as it was the last time or with a size; also return notices about what was remembered."""
        title, fullscreen = self.words("app.title"), self.settings.fullscreen
        if self._placement is None:
            return Window(title, Placement(size), fullscreen=fullscreen), []
        notices, areas = self._placement.load(), work_areas()
        placement = opening(self._placement.last, areas)
        before = self._attach if sys.platform == "win32" else None
        window = Window(title, placement, fullscreen=fullscreen, smallest=smallest_for(areas), before_shown=before)
        return window, notices

    def _attach(self, window: pygame.Window) -> None:
        """Offer a window that was never shown to screen readers, as Windows needs it."""
        from scenes.shell.system_reader import SystemReader  # noqa: PLC0415  # 4 ms of the start elsewhere

        self._attached = SystemReader()
        self._attached.attach(lambda: window.handle)

    def _keep_placement(self) -> None:
        """Remember where the window is, for the next start."""
        self._moved_for = None
        if self._placement is not None:
            self.notices += self._placement.keep(self.window.system.placement())

    # --- settings ---------------------------------------------------------------------------------------------------

    @property
    def ui(self) -> float:
        """Size factor of texts and buttons in the settings, 0.8 … 2."""
        return int(self.settings.ui_scale) / 100

    @property
    def look(self) -> Look:
        """The look for the text size in the settings."""
        return self.look_at(self.ui)

    def look_at(self, factor: float, least: tuple[float, float] = (0.0, 0.0), aside: int = 0) -> Look:
        """The look for a text size factor, on a canvas of at least this width and height, logical pixels.

        The canvas leaves ``aside`` pixels free at the window's right edge.
        """
        return self.looks.at(self.settings, factor, least, aside)

    def _language(self) -> str:
        chosen = self.settings.language
        return spoken_language() if chosen == "system" else chosen

    def change(self, settings: Settings) -> None:
        """Apply and save new settings."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self.words = Words(self._language())
            self.words.on_pad(used=bool(self.pads.used))
            annotate(self.profile, self.words)
            self.window.system.title = self.words("app.title")
            if self.toast is not None:
                self.toast.reword(self.words)
        self.notices += self.profile.save_settings(settings)
        if settings.fullscreen != before.fullscreen:
            self._keep_placement()
            self.window.system.fill_screen(fullscreen=settings.fullscreen)
            self.window.resize()
        self.sound.adopt(settings)
        if any(getattr(settings, name) != getattr(before, name) for name in DRAWING_SETTINGS):
            self.looks.forget()
        self.lay_out()

    def keep_setting(self, settings: Settings) -> None:
        """Save settings that the top scene already shows; nothing is laid out again."""
        self.settings = settings
        self.notices += self.profile.save_settings(settings)
        self.sound.adopt(settings)

    def mute(self) -> None:
        """Switch the sound off or on."""
        self.keep_setting(replace(self.settings, sound=not self.settings.sound))
        for scene in self.stack.scenes:
            scene.sound_switched()
        on = self.settings.sound
        self.tell("app.sound.on" if on else "app.sound.off", "sound" if on else "mute")

    def recolour(self) -> None:
        """Switch between two and four suit colours."""
        four = not self.settings.four_colours
        self.change(replace(self.settings, four_colours=four))
        self.tell("app.colours.four" if four else "app.colours.two", "palette")

    def tell(self, key: str, icon: str, undo: Callable[[], None] | None = None, **figures: Any) -> None:
        """Show a toast; ``undo`` adds a button that reverts what was done."""
        self.toast = Toast(self.words, key, figures, icon, undo)
        self._dirty = True

    def lay_out(self) -> None:
        """Lay out every scene for the present window."""
        self.looks.resize(self.window.adopt())
        for scene in self.stack.scenes:
            scene.lay_out()
        self._dirty = True

    @cached_property
    def updates(self) -> Updates:
        """The look for new versions, whose modules and file nothing needs before the first picture."""
        from scenes.work import updates  # noqa: PLC0415  # 5 ms of the start

        return updates.Updates(self)

    def meet(self) -> Company:
        """Return the way to tables of several computers; what it needs is imported and started now."""
        if self.company is None:
            from scenes.work import meeting  # noqa: PLC0415  # 100 ms of the start, for those who play together

            self.company = meeting.company(self.profile, self, wake, self.now())
        return self.company

    def part(self) -> None:
        """Leave that table, and end what ran beside the window for it."""
        company, self.company = self.company, None
        if company is not None:
            company.close()

    @property
    def saved(self) -> Record | None:
        """The match that was played last, which can be continued."""
        return self.saves.latest

    @property
    def person(self) -> Person:
        """Name and portrait from the settings; "You" without a name."""
        return Person(self.settings.name or self.words("app.table.you"), self.settings.portrait)

    @property
    def speed(self) -> float:
        """Divisor of every duration; 0 is instant."""
        return speeds.SPEEDS[self.settings.speed]

    # --- from scene to scene ----------------------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        """The scene that gets the player's input."""
        return self.stack.top

    def is_top(self, scene: Scene) -> bool:
        """Whether this scene gets the player's input."""
        return bool(self.stack) and self.top is scene

    def _scene(self, what: Destination | Scene) -> Scene:
        return what if isinstance(what, Scene) else self._scene_for(self, what)

    def go(self, to: Destination | Scene) -> None:
        """Leave every scene and show another one."""
        scene = self._scene(to)
        self._remember(speeds.SCREEN_CHANGE)
        if scene.sudden:
            self.window.forget()
        self.stack.clear()
        self.stack.push(scene)
        self._dirty, self._opening = True, self._make_first_picture()

    def open(self, what: Destination | Scene) -> None:
        """Open a scene over the present one."""
        scene = self._scene(what)
        self._remember(speeds.SCREEN_CHANGE if scene.opaque else speeds.DIALOG)
        self.stack.push(scene)
        self._dirty, self._opening = True, self._make_first_picture()

    def replace(self, scene: Scene, by: Destination | Scene) -> None:
        """Put another scene in the place of the top one, alone or over the same scenes."""
        if self.stack.scenes == [scene]:
            self.go(by)
        else:
            self.close(scene)
            self.open(by)

    def close(self, scene: Scene) -> None:
        """Close a scene and everything above it."""
        if scene not in self.stack:
            return
        self._remember(speeds.SCREEN_CHANGE if scene.opaque else speeds.DIALOG)
        if scene.opaque and self.toast is not None and self.toast.undo is not None:
            self.toast = None  # its undo belongs to the screen that closes
        self.stack.close(scene)
        self._dirty = True

    def uncover(self, scene: Scene) -> None:
        """Close everything above a scene."""
        while not self.is_top(scene):
            self.close(self.top)

    def _remember(self, length: float) -> None:
        """Fade from the present picture to the next one within ``length`` milliseconds."""
        if self.stack and self.settings.speed != "instant":
            self.window.remember(speeds.REDUCED_MOTION if self.settings.reduced_motion else length)

    def quit(self) -> None:
        """End the loop after this step."""
        self.running = False

    # --- one step ---------------------------------------------------------------------------------------------------

    def step(self, dt: float, events: Sequence[pygame.Event]) -> bool:
        """Handle the events, advance by dt milliseconds, and draw if anything has changed; True when drawn."""
        opened = False
        events = self.pads.keys(events, dt, writing=bool(self.stack) and self.top.writing is not None)
        self._happened = bool(events)
        self._follow_pads()
        for event in self.touch.read(dt, events):
            if event.type == pygame.TEXTINPUT and opened:
                continue  # the letter of the key that opened this screen is not meant for its field
            below = self.top if event.type == pygame.KEYDOWN and self.stack else None
            self._take(event)
            opened = below is not None and bool(self.stack) and self.top is not below
        self._dirty |= self.touch.changed
        self._follow_touch()
        writing = self.top.writing if events and self.stack else None
        if writing is not None:
            self.window.write_at(writing)
        self._help_writing(begun=writing is not None and not self._writes)
        self._writes = self._writes if not events else writing is not None
        if self.window.settled(dt):
            self.lay_out()
        if self._moved_for is not None:
            self._moved_for += dt
            if self._moved_for >= PLACEMENT_DELAY:
                self._keep_placement()
        if self.statistics.recounting and self._recounting is None:
            self._recounting = Recounting(self.statistics)
            self.background.add(self._recounting)
        self.background.update(process=self.thinker.in_process)
        if self.company is not None:
            self._dirty |= self.company.update(dt)
        self._look_for_files(dt)
        self._check_decks()
        for scene in self.stack.scenes[-2:]:
            self._dirty |= scene.update(0.0 if self.hidden else dt)
        if self.toast is not None and not self.toast.update(dt):
            self.toast, self._dirty = None, True
        if self.notices and self.stack and self.top.calm:
            self.open(notices_dialog(self))
        self._dirty |= self.window.fade(dt)
        waits = self.opens_in_parts and self._opening is not None  # the last picture stays
        drawn = self._dirty and bool(self.stack) and not self.hidden and not waits
        if drawn:
            self._dirty = False
            self.draw()
        elif self.saves.unread and not self._dirty:
            self.saves.read_more(SLICE)
        self.sound.update(dt, still=not drawn)
        if self.reader is not None and self.stack and (drawn or events):
            self.reader.update(moving=self.top.animating or self.window.fading)
        return drawn

    def _take(self, event: pygame.Event) -> None:
        if self.reader is not None and self.reader.handle(event):
            self._dirty = True
            return
        if event.type in PLAYER_IS_THERE:
            self.sound.wake()
        if event.type in HIDING or (self.hidden and event.type in SHOWING):
            self.hide(event.type in HIDING)
        if event.type in PLACING:
            self._moved_for = 0.0
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in RESIZING:
            self.window.resize()
            self._dirty = True
        elif event.type == pygame.WINDOWFOCUSLOST and self.stack:
            self.top.lose_focus()
            self._dirty = True
        elif event.type == pygame.WINDOWLEAVE:
            if self.toast is not None:
                self.toast.handle(event, None)
            for scene in self.stack:  # also those from which a click has opened another one
                self._dirty |= scene.handle(event, None)
        elif event.type == pygame.WINDOWEXPOSED:
            self.window.refresh()
            self._dirty = True
        elif event.type == pygame.KEYDOWN and is_full_screen_key(event):
            self.change(replace(self.settings, fullscreen=not self.settings.fullscreen))
        elif self.toast is not None and self.toast.handle(event, self._logical(event, self.look)):
            self._dirty = True
        elif event.type in (pygame.DROPFILE, pygame.DROPTEXT):
            self._drop(event)
        elif self.stack:
            used = self.top.handle(event, self._logical(event, self.top.look))
            if not used and event.type == pygame.KEYDOWN:
                if plain_key(event) == pygame.K_m:
                    self.mute()
                elif plain_key(event) == pygame.K_c:
                    self.recolour()
            self._dirty |= used

    def _help_writing(self, *, begun: bool) -> None:
        """Show the system's keyboard when writing begins, or a board of letters to a player with a pad or by touch."""
        if not begun:
            return
        from scenes.shell.letters import LetterBoard, system_keyboard  # noqa: PLC0415  # 1 ms of the start

        show = system_keyboard()
        if show is not None:
            show()
        elif (self.pads.used or self.touch.used) and isinstance(self.top, Screen):
            self.open(LetterBoard(self, self.top))

    def _follow_pads(self) -> None:
        """Name the buttons of the pad, or the keys, that were used last."""
        if self.pads.lost:
            self.pads.lost = False
            self.tell("app.pad.gone", "gamepad")
        if self.pads.used == self.looks.pad:
            return
        if self.pads.used and self.stack:
            self.top.handle(pygame.Event(pygame.WINDOWLEAVE), None)  # nothing lies under a pointer that is hidden
        self.looks.pad = self.pads.used
        self.words.on_pad(used=bool(self.pads.used))
        self.lay_out()

    def _follow_touch(self) -> None:
        """Leave the signs of keys out while a finger is used. Nothing moves below the finger: room that they leave is
        used when a screen is laid out next.
        """
        if self.touch.used == self.looks.touched:
            return
        self.looks.touch(used=self.touch.used)
        self._dirty = True
        if not self.touch.used:
            self.lay_out()

    def _touched(self) -> Scene | None:
        return self.top if self.stack else None

    def _moves_less(self) -> bool:
        return self.settings.reduced_motion

    def _logical(self, event: pygame.Event, look: Look) -> Pos:
        """Position of an event in logical pixels of a look; None for an event without one."""
        place = self.window.pixel(event)
        return None if place is None else look.to_logical(place)

    def _drop(self, event: pygame.Event) -> None:
        """Pass dropped content to the visible screen, or ask the player where that screen has no use for it."""
        scene = self.stack.screen
        if scene is None:
            return
        what = dropped(self.words, event)
        if scene.takes and (not what.kind or what.kind in scene.takes):
            self.uncover(scene)
            scene.drop(event)
        else:
            if isinstance(self.top, Offer):
                self.close(self.top)
            offer(self, what)
        self._dirty = True

    def _look_for_files(self, dt: float) -> None:
        """Offer what a second start of the program has handed over, and come to the front for that."""
        self._looked += dt
        if self._looked < LOOK_FOR_FILES or not self.stack:
            return
        self._looked = 0.0
        for file in self._inbox.take():
            self.window.system.come_forward()
            self._drop(pygame.Event(pygame.DROPFILE, file=str(file)))

    def _check_decks(self) -> None:
        """Tell the player that their own deck is damaged; from then on the house's cards are shown."""
        deck = self.looks.damaged()
        if deck is not None:
            size = f"{PICTURE[0]} × {PICTURE[1]}"
            self.notices.append(Notice("notice.deck_damaged", {"name": deck.name, "file": deck.damaged, "size": size}))
            self.looks.forget()
            self.lay_out()

    def adopt_deck(self, name: str) -> None:
        """Look again at an own deck that was added or removed."""
        self.looks.forget_deck(name)

    @property
    def hidden(self) -> bool:
        """Whether the window is invisible: nothing is drawn or played, and the game waits."""
        return self.sound.hidden

    def hide(self, hidden: bool) -> None:
        """Stop drawing and sound while the window is invisible, or resume them."""
        self.sound.hidden, self._dirty = hidden, True
        if hidden and self.stack:
            self.top.lose_focus()

    def draw(self) -> None:
        """Draw all visible scenes and show the picture."""
        self.window.draw(self.stack.visible, self.draw_toast)

    def draw_toast(self, target: pygame.Surface) -> None:
        """Draw the toast, if there is one, clear of clickable areas and, if possible, of texts."""
        if self.toast is not None:
            controls = self.top.controls() if self.stack else ()
            texts = [area for scene in self.stack.visible for area in scene.texts()]  # also those below a dialog
            self.toast.draw(self.look, target, controls, texts)

    def finish(self) -> None:
        """End every fade and motion and draw a still picture, for screenshots and tests."""
        self.window.forget()
        if self.window.settle():
            self.lay_out()
        for scene in self.stack.scenes:
            scene.finish()
        self._dirty = False
        self.draw()

    def read_aloud(self) -> None:
        """Offer the program to the system's screen reader, if there is one."""
        from scenes.shell import reader, system_reader  # noqa: PLC0415  # 7 ms of the start

        system = self._attached
        if system is None:
            system = system_reader.SystemReader()
            system.attach(lambda: self.window.system.handle)
        self.reader = reader.Reader(self, system)
        system.focus_window(focused=self.window.system.focused)

    # --- the loop ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run until the player quits. When nothing changes, nothing is drawn and the processor sleeps.

        Raises:
            GaveUpError: as ``attempt``.
        """
        begun = last = time.perf_counter()
        seen = pygame.display.get_driver() not in ("dummy", "offscreen")
        rest = 0.0
        try:
            self.pass_time(0.0, ())  # the first picture of all is drawn at once
            self.opens_in_parts = True
            while self.running:
                now = time.perf_counter()
                if self.open_in_parts(partial(_seconds_since, now)):
                    time.sleep(max(0.001, FRAME - (time.perf_counter() - now)))
                    last = time.perf_counter()  # the fade and what moves begin when all is ready
                    continue
                events = [event for event in pygame.event.get() if event.type != WAKE]
                now = time.perf_counter()
                if self.reader is None and seen and now - begun > READ_AFTER:
                    self.read_aloud()
                elapsed, last = max(0.0, now - last), now
                drawn = self.pass_time(min(elapsed * 1000, rest * 1000 + LONGEST_STEP), events)
                self._resting = 0.0 if drawn or self._happened else self._resting + elapsed
                more = self.prepare(partial(_seconds_since, now))
                rest = self.rest() if self._resting >= REST_AFTER and not more else 0.0
                if not rest:
                    time.sleep(min(FRAME, max(0.001, FRAME - (time.perf_counter() - now))))
                elif self.pads or not self.window.wait(rest):  # with a pad SDL's wait looks every millisecond
                    self._look_for_events(rest)
        finally:
            self.close_all()

    def pass_time(self, dt: float, events: Sequence[pygame.Event]) -> bool:
        """Let dt milliseconds pass and handle the events, which came at their end; True when drawn.

        Raises:
            GaveUpError: as ``attempt``.
        """
        drawn = False
        if dt > LONGEST_STEP and events:  # a rest has ended; its time passes before the player's input
            drawn = self.attempt(dt - FRAME * 1000, ())
            dt = FRAME * 1000
        return self.attempt(dt, events) or drawn

    def open_in_parts(self, elapsed: Callable[[], float]) -> bool:
        """Make drawings of a screen that opens, as long as this frame has time; True while it can't be shown yet.

        Args:
            elapsed: returns the seconds since the frame began.

        Raises:
            GaveUpError: as ``attempt``.
        """
        opening, self._opening = self._opening, None
        if opening is None or self.hidden:
            return False
        try:
            for _ in opening:
                if elapsed() > FRAME - SPARE:
                    self._opening = opening
                    return True
        except Exception as error:
            self.failures.recover(error)
        return False

    def _make_first_picture(self) -> Iterator[None]:
        """Make what moves on the top scene at once, then all that the visible ones lack; yields after each drawing."""
        nowhere, scenes = pygame.Surface(self.window.picture, pygame.SRCALPHA), list(self.stack.visible)

        def draw() -> None:
            for scene in scenes:
                scene.draw(nowhere)

        for _ in range(MOVING_AT_ONCE):
            if not (self.stack and self.top.prepare("opening")):
                break
            yield
        yield from self.looks.store.make_for(draw)

    def prepare(self, elapsed: Callable[[], float]) -> bool:
        """Draw what will be shown soon as long as this frame has time to spare; True if there may be more to draw.

        Args:
            elapsed: returns the seconds since the frame began.

        Raises:
            GaveUpError: as ``attempt``.
        """
        moment: Moment = "still" if self._resting >= STILL_AFTER else "moving"
        end = FRAME - SPARE if moment == "moving" else 0.0
        try:
            while self.stack and not self.hidden and self.running:
                if moment == "moving" and elapsed() > end:
                    return True
                if not any(scene.prepare(moment) for scene in self.stack.scenes[:-3:-1]):  # also below a message
                    break
                if elapsed() > end:
                    return True
        except Exception as error:
            self.failures.recover(error)
        if moment == "still":
            self.pads.start()
        return moment != "still"

    def rest(self) -> float:
        """Seconds that the program may sleep, ``REST`` to ``LONGEST_REST``: until anything is due without input.

        Work in another process is polled every ``REST`` seconds.
        """
        due = [scene.due for scene in self.stack.scenes[-2:]] + [self.pads.due]
        if self.toast is not None:
            due.append(self.toast.left)
        if self._dirty or self.background or self.saves.unread or self.company is not None:
            due.append(0.0)
        return max(REST, min(LONGEST_REST, self.sound.due / 1000, *(one / 1000 for one in due)))

    def _look_for_events(self, seconds: float) -> None:
        """Sleep until there are events, at most this many seconds."""
        end = time.perf_counter() + seconds
        while True:
            time.sleep(REST)
            if time.perf_counter() >= end - REST / 2 or pygame.event.peek():
                return

    def attempt(self, dt: float, events: Sequence[pygame.Event]) -> bool:
        """Make a step and recover from any error in it; True when drawn.

        Raises:
            GaveUpError: errors repeat, or the home screen can't be shown; the match is saved.
        """
        try:
            drawn = self.step(dt, events)
        except Exception as error:
            self.failures.recover(error)
            return True
        self.failures.note_success(dt)
        return drawn

    def abandon(self) -> None:
        """Drop every scene, whatever its state."""
        self.stack.clear(quietly=True)
        for stop in (self.background.stop, self.thinker.cancel):
            with contextlib.suppress(Exception):
                stop()
        self.window.forget()
        self.toast = None

    def close_all(self) -> None:
        """Leave every scene and close what the program owns."""
        self.stack.clear()
        self.part()
        self.background.stop()
        with contextlib.suppress(pygame.error):
            self._keep_placement()
        self.profile.retry()
        self.thinker.close()
        self.sound.close()
        self.statistics.close()

    # --- the match on disk ------------------------------------------------------------------------------------------

    def keep(self, record: Record) -> None:
        """Save the match in progress; called after every move."""
        self.saves.keep(record)

    def keep_finished(self, record: Record, game: Game) -> None:
        """Save a finished match as a replay; ``game`` is its last position."""
        self.notices += self.replays.keep(record, game, most=self.settings.replays_kept, now=self.now())

    def forget(self, slug: str) -> None:
        """Delete a game's match in progress."""
        self.saves.forget(slug)

    # --- the clock --------------------------------------------------------------------------------------------------

    def new_seed(self) -> int:
        """Return an unpredictable deal number, 0 … 99 999 999."""
        return int.from_bytes(os.urandom(8), "big") % 100_000_000

    def now(self) -> int:
        """Return seconds since 1970; 0 if the clock is earlier."""
        return max(0, int(time.time()))

    def new_id(self) -> str:
        """Return a unique match id."""
        return f"{time.strftime('%Y%m%d')}-{os.urandom(6).hex()}"
