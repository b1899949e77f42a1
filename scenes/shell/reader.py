"""The screen reader's view of the program: follows what is shown while somebody listens, and does what is asked."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Protocol

import pygame

from scenes.look.looks import Looks
from scenes.look.parts import Part, Read, strings
from scenes.look.seen import Seen, read_picture, texts_of
from scenes.shell.reader_tree import Change, Message, ReaderTree, left_over
from scenes.shell.reading import read_screen
from scenes.shell.scene import Scene
from scenes.shell.screen import Screen
from scenes.shell.system_reader import Asked, SystemReader
from scenes.shell.toast import Toast
from scenes.shell.window import Window

MOST_SAID = 6
"""Maximum number of sentences said at once; of more, the last ones."""


class Program(Protocol):
    """What is read of the program."""

    window: Window
    looks: Looks
    toast: Toast | None

    @property
    def top(self) -> Scene:
        """The scene that gets the player's input."""


class Reader:
    """Shows the program to screen readers. Costs nothing while none listens.

    Args:
        program: what is read.
        system: hands the tree to the system's screen reader.
    """

    def __init__(self, program: Program, system: SystemReader) -> None:
        self.program = program
        self.system = system
        self.tree = ReaderTree()
        self._listened = False
        self._scene: Scene | None = None
        """The scene that was read last."""
        self._teller: Read | None = None
        """The scene whose news are told, also while another one covers it."""
        self._told = 0
        """Number of its sentences that were said."""
        self._alerts: list[Hashable] = []
        self._toast: Toast | None = None
        self._said: dict[int, tuple[Part, str]] = {}
        """What each part of the last time says, by its ``id``."""
        self._drawn: list[Part] = []
        """Texts of the last picture at rest that no part says."""
        self._made, self._texts = -1, dict[int, Seen]()

    def update(self, *, moving: bool) -> None:
        """Tell what has changed; called after every frame.

        Args:
            moving: whether the picture is changing, so that texts in it don't lie where they belong yet.
        """
        if not self.system.listening:
            self._listened = False
            return
        begins, self._listened = not self._listened, True
        change = self.change(moving=moving)
        if begins:
            self.system.show(self.tree.all())
        elif change.nodes:
            self.system.show(change)

    def change(self, *, moving: bool) -> Change:
        """Read the program; returns what differs from the last time."""
        program, scene, focus = self.program, self.program.top, self.tree.focus
        parts = self.parts(scene, moving=moving)
        messages = self._messages(scene, parts)
        picture = (0, 0, *program.window.picture)
        heading = parts[0].name if parts and parts[0].role == "dialog" else ""
        of = type(scene).__name__, heading
        change = self.tree.change(program.window.system.title, picture, parts, messages, scene=of)
        if not change.nodes and change.focus != focus:
            return Change(((change.focus, self.tree.nodes[change.focus]),), change.focus)
        return change

    def parts(self, scene: Scene, *, moving: bool = False) -> list[Part]:
        """What can be read of a scene, and the toast."""
        parts = read_screen(scene) if isinstance(scene, Screen) else self._told_by(scene)
        toast = self.program.toast
        if toast is not None:
            undo = () if toast.undo is None else (Part("button", toast.undo_label, press=self._undo),)
            parts.append(Part("status", toast.string, key="toast", parts=undo))
        if not scene.opaque:
            title = next((part.name for part in parts if part.role == "heading"), "")
            return [Part("dialog", title, key="dialog", parts=tuple(parts))]
        if not moving:
            self._drawn = list(left_over(self._all_said(parts), self.picture()))
        return [*parts, *self._drawn]

    @staticmethod
    def _told_by(scene: Scene) -> list[Part]:
        return scene.parts() if isinstance(scene, Read) else []

    def _all_said(self, parts: Sequence[Part]) -> str:
        """All that these parts say; what a part says is kept as long as it is the same."""
        kept: dict[int, tuple[Part, str]] = {}
        for part in parts:
            known = self._said.get(id(part))
            kept[id(part)] = known if known is not None else (part, "\n".join(strings([part])))
        self._said = kept
        return "\n".join(text for _, text in kept.values())

    def picture(self) -> Iterator[Seen]:
        """The texts of the last picture, each with its place."""
        return read_picture(self.program.window.drawn, self._cached())

    def _undo(self) -> None:
        toast = self.program.toast
        if toast is not None and toast.undo is not None:
            toast.left = 0.0
            toast.undo()

    def _cached(self) -> dict[int, Seen]:
        """The texts among the cache's drawings."""
        store = self.program.looks.store
        if self._made != store.made:
            self._made, self._texts = store.made, texts_of(store.keys())
        return self._texts

    # --- what is said -----------------------------------------------------------------------------------------------

    def _messages(self, scene: Scene, parts: Sequence[Part]) -> list[Message]:
        """What is said now that wasn't said before."""
        said = [Message(line, "polite") for line in self._lines(scene)]
        if scene is not self._scene:
            self._scene, self._alerts = scene, []
            title = self._opening(parts)
            if title:
                said.append(Message(title, "polite"))
        toast = self.program.toast
        if toast is not self._toast:
            self._toast = toast
            if toast is not None:
                said.append(Message(toast.string, "polite"))
        alerts = scene.alerts() if isinstance(scene, Read) else []
        said += [Message(text, "assertive") for key, text in alerts if key not in self._alerts and text]
        self._alerts = [key for key, _ in alerts]
        return said

    def _lines(self, scene: Scene) -> list[str]:
        """What has been told since the last time, also what came just before another scene covered the one told of."""
        said = self._new_lines()
        if isinstance(scene, Read) and scene is not self._teller:
            self._teller, (self._told, _) = scene, scene.news(0)
            said += self._new_lines()
        return said[-MOST_SAID:]

    def _new_lines(self) -> list[str]:
        if self._teller is None:
            return []
        before, (self._told, lines) = self._told, self._teller.news(self._told)
        return lines if self._told > before else []

    @staticmethod
    def _opening(parts: Sequence[Part]) -> str:
        """What is said when a scene opens: its heading, or all of a dialog."""
        if len(parts) == 1 and parts[0].role == "dialog":
            texts = [part.name for part in parts[0].parts if part.role in ("heading", "text")]
            return ". ".join(texts)
        return next((part.name for part in parts if part.role == "heading"), "")

    # --- what is asked for ------------------------------------------------------------------------------------------

    def act(self, asked: Asked) -> bool:
        """Do what a screen reader asks for; True if something may have changed."""
        part = self.tree.parts.get(asked.target)
        if part is None or not part.enabled:
            return False
        do: Callable[[], object] | None = None
        if asked.action == "focus":
            do = part.focus
        elif asked.action == "click":
            do = part.press or part.focus
        elif asked.action == "set" and part.write is not None and isinstance(asked.value, str):
            part.write(asked.value)
        elif asked.action == "set" and part.set_value is not None and isinstance(asked.value, float | int):
            part.set_value(float(asked.value))
        elif asked.action in ("more", "less") and part.set_value is not None and part.scale is not None:
            part.set_value(part.scale.value + (1 if asked.action == "more" else -1))
        if do is not None:
            do()
        return True

    def handle(self, event: pygame.Event) -> bool:
        """Take an event of the window, or what was asked for; True if something may have changed."""
        if event.type == self.system.event:
            asked = getattr(event, "asked", None)
            return self.act(asked) if isinstance(asked, Asked) else True
        if event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self.system.focus_window(focused=event.type == pygame.WINDOWFOCUSGAINED)
        return False
