"""A pilot for the real program on a profile's folder."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

import pygame

from engine.match.record import Record
from engine.moves import Move, Refusal
from engine.profile.storage import Profile
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.routes import build_scene
from scenes.selftest import pilot, selftest
from scenes.selftest.pilot import FRAME_MS
from scenes.shell.dialog import Dialog
from scenes.shell.scene import Scene
from scenes.table.hud.answers import AnswerButton
from scenes.table.model.choice import Choice
from scenes.table.model.director import Director
from scenes.table.model.drag import Drag
from scenes.table.table import Table

S = TypeVar("S", bound=Scene)
_opened: WeakSet[App] = WeakSet()
"""The programs opened since the last ``release_opened``."""


def open_app(folder: Path, thinker: Thinker | None = None, size: tuple[int, int] = (1280, 720)) -> App:
    """Return the program on this profile; by default bots think in slices within this process, without a clock."""
    app = App(Profile(folder), thinker or Thinker(process=False), build_scene, size)
    _opened.add(app)
    return app


def release_opened() -> None:
    """Release every program that still shows something."""
    for app in list(_opened):
        if app.scene_stack:
            app.release_everything()
    _opened.clear()


def expect(app: App, kind: type[S]) -> S:
    """Return the scene on top, which is of this kind."""
    assert isinstance(app.top, kind), app.top
    return app.top


class Pilot(pilot.Pilot[App]):
    """A simulated player who sends events to the real program.

    Args:
        folder: the profile's folder.
        size: size of the window, pixels.
        thinker: thinks for the opponents; by default in slices, independent of a clock.
        watch: called after every step with the table on top.
        frame: milliseconds of a step while the pilot waits or drags.
    """

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = (1280, 720),
        thinker: Thinker | None = None,
        watch: Callable[[Table], None] | None = None,
        frame: float = FRAME_MS,
    ) -> None:
        super().__init__(open_app(folder, thinker, size), watch, frame)

    def expect(self, kind: type[S]) -> S:
        """Return the scene on top, which is of this kind."""
        return expect(self.app, kind)

    def write(self, text: str) -> None:
        """Type characters, one per frame, as text input."""
        for char in text:
            self.step([pygame.Event(pygame.TEXTINPUT, text=char)])

    def drop(self, path: Path | str) -> None:
        """Drop a file onto the window."""
        self.step([pygame.Event(pygame.DROPFILE, file=str(path))])

    def click_widget(self, name: str) -> None:
        """Click the widget of the screen on top with this label or name; scroll to it if necessary."""
        root = self.screen.root
        wanted = next(
            one for one in root.focus_order() if name in (getattr(one, "label", ""), getattr(one, "name", ""))
        )
        for view in next(placed.scroll_views for placed in root.placed if placed.node is wanted):
            view.reveal(wanted.rect)
        self.click(next((x, y) for one, x, y in root.focusable_centres() if one is wanted))

    def dialog_text(self) -> str:
        """Return the title and the paragraphs of the dialog on top."""
        dialog = self.expect(Dialog)
        return "\n".join([dialog.title, *(line.text for line in dialog.paragraphs)])

    # --- the table on top -------------------------------------------------------------------------------------------

    @property
    def choice(self) -> Choice | None:
        """The choice among the answers to the open question; None while the player is not asked."""
        return self.table.model.choice

    @property
    def director(self) -> Director:
        return self.table.model.director

    @property
    def refusal(self) -> Refusal | None:
        """The refusal shown at the table."""
        return self.table.hud.refusal

    @property
    def answer_buttons(self) -> Sequence[AnswerButton]:
        return self.table.hud.answer_buttons

    @property
    def card_drag(self) -> Drag | None:
        """The drag of cards in progress."""
        return self.table.hand_controller.drag

    def answer(self, move: Move) -> None:
        """Answer the open question, as a click on a button does."""
        self.table.hand_controller.answer(move)

    # --- the window -------------------------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Resize the window to ``size`` points, as by dragging its edge; step once."""
        self.app.window.system.request_size(size)
        self.step([pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])])


def play_match(
    folder: Path,
    slug: str,
    input_device: str,
    *,
    settings: str = selftest.SETTINGS_TEXT,
    size: tuple[int, int] = (1280, 720),
    process: bool = False,
    watch: Callable[[Table], None] | None = None,
    frame: float = FRAME_MS,
    **more: Any,
) -> Record:
    """Play a whole match through the screens, with these settings in a new profile; return its record.

    ``watch`` and ``frame`` are those of the ``Pilot``. ``process`` makes the opponents think in the worker process.
    ``more`` is passed to ``scenes.selftest.selftest.play_match``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(settings, encoding="utf-8")

    def opened() -> Pilot:
        return Pilot(folder, size, Thinker() if process else None, watch, frame)

    return selftest.play_match(opened, slug, input_device, **more)
