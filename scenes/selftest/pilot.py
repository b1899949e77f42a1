"""A pilot that drives the real program with synthetic events and time.

Used by the tests, the screenshot tool, the benchmarks and ``main.py --self-test``.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import pygame

from engine.cards import Card
from engine.moves import TABLE, Move, Pile
from engine.work.thinking import Thinker
from scenes.look.widgets import Widget
from scenes.shell.destinations import Destination
from scenes.shell.dialog import Dialog
from scenes.shell.scene import Scene
from scenes.shell.stack import SceneStack
from scenes.shell.window import Window
from scenes.table.goal import GoalDialog
from scenes.table.stage.choice import Choice
from scenes.table.table import Table

FRAME = 1000 / 60
"""Milliseconds per frame."""
SLOW = 50.0
"""Milliseconds per frame on a slow machine."""
PATIENCE = 60_000
"""Maximum number of steps to wait for the table to come to rest."""


class StuckError(RuntimeError):
    """The program did not reach the expected state."""


class Program(Protocol):
    """The parts of the program that a pilot uses."""

    stack: SceneStack
    thinker: Thinker
    window: Window

    @property
    def top(self) -> Scene:
        """The scene that gets the player's input."""

    def go(self, to: Destination | Scene) -> None:
        """Leave every scene and show another one."""

    def step(self, dt: float, events: Sequence[pygame.Event]) -> bool:
        """Handle the events, advance by dt milliseconds, and draw."""

    def finish(self) -> None:
        """End every fade and motion and draw."""

    def close_all(self) -> None:
        """Leave every scene and close what the program owns."""


P = TypeVar("P", bound=Program)


class Pilot(Generic[P]):
    """A simulated player.

    Args:
        app: the program.
        watch: called after every step with the table on top.
        frame: milliseconds per step while waiting or dragging.
    """

    def __init__(self, app: P, watch: Callable[[Table], None] | None = None, frame: float = FRAME) -> None:
        self.app = app
        self.watch = watch
        self.frame = frame
        self._pointer = (0, 0)
        """Where the pointer is, pixels."""

    # --- time and events --------------------------------------------------------------------------------------------

    def step(self, events: Sequence[pygame.Event] = (), dt: float = FRAME) -> None:
        """Run one frame."""
        self.app.step(dt, events)
        if self.watch and self.app.stack and isinstance(self.app.top, Table):
            self.watch(self.app.top)

    def steps(self, count: int) -> None:
        """Run several frames."""
        for _ in range(count):
            self.step()

    def rest(self) -> None:
        """Run until nothing moves and no computer player has to act.

        A process that thinks gets real time: steps without anything to draw take so little that thousands pass before
        a busy computer has even started it.
        """
        for _ in range(PATIENCE):
            self.step(dt=self.frame)
            self.app.thinker.wait(FRAME / 1000)
            top = self.app.top
            if isinstance(top, GoalDialog):
                self.skip_goal(top)
                continue
            if not isinstance(top, Table) or self._at_rest(top):
                return
        raise StuckError("the table never came to rest")

    def skip_goal(self, goal: GoalDialog) -> None:
        """Close the dialog that explains how one wins."""
        goal.back()

    @staticmethod
    def _at_rest(table: Table) -> bool:
        play = table.play
        waits = play.answers_itself or play.opening
        return table.stage.choice is not None and not table.stage.director.busy and not waits

    def key(self, *keys: int, mod: int = 0) -> None:
        """Press keys, one per frame."""
        for key in keys:
            self.step([pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)])

    def _mouse(self, kind: int, at: tuple[float, float], button: int = 1) -> pygame.Event:
        scale = self.app.top.look.scale
        pos = (round(at[0] * scale), round(at[1] * scale))
        if kind == pygame.MOUSEMOTION:
            rel = (pos[0] - self._pointer[0], pos[1] - self._pointer[1])
            self._pointer = pos
            return pygame.Event(kind, pos=pos, rel=rel, buttons=(0, 0, 0), touch=False)
        return pygame.Event(kind, pos=pos, button=button, touch=False)

    def press(self, at: tuple[float, float]) -> None:
        """Press the left button at a position in logical pixels."""
        self.step([self._mouse(pygame.MOUSEBUTTONDOWN, at)])

    def move(self, at: tuple[float, float]) -> None:
        """Move the pointer."""
        self.step([self._mouse(pygame.MOUSEMOTION, at)])

    def release(self, at: tuple[float, float]) -> None:
        """Release the left button."""
        self.step([self._mouse(pygame.MOUSEBUTTONUP, at)])

    def click(self, at: tuple[float, float]) -> None:
        """Click, and wait long enough that two clicks are no double click."""
        self.press(at)
        self.release(at)
        self.step(dt=500)

    def drag(self, start: tuple[float, float], end: tuple[float, float], frames: int = 12) -> None:
        """Drag within that many frames of 1/60 s, let the cards catch up, and release."""
        slower = self.frame / FRAME
        seen = max(3, round(frames / slower))
        self.press(start)
        for i in range(1, seen + 1):
            part = i / seen
            self.move((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        for _ in range(math.ceil(20 / slower)):
            self.step(dt=self.frame)
        self.release(end)

    # --- the table ----------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table, which must be on top."""
        top = self.app.top
        if not isinstance(top, Table):
            raise StuckError(f"{type(top).__name__} is on top, not the table")
        return top

    @property
    def choice(self) -> Choice:
        """The player's present choice."""
        choice = self.table.stage.choice
        if choice is None:
            raise StuckError("the player isn't asked for anything")
        return choice

    def table_below(self) -> Table:
        """Return the table, even below a result or a dialog."""
        return next(scene for scene in self.app.stack if isinstance(scene, Table))

    def dismiss_result(self) -> None:
        """Close a deal's result and continue with the next deal."""
        result = self.app.top
        self.key(pygame.K_RETURN)
        if self.app.top is result:  # it was still being told
            self.key(pygame.K_RETURN)
        self.steps(2)

    def insist(self) -> None:
        """Confirm a move if a dialog asks."""
        if isinstance(self.app.top, Dialog):
            self.key(pygame.K_TAB, pygame.K_RETURN)

    def where(self, card: Card) -> tuple[float, float]:
        """Return where to point at a card: its visible left edge, closer to the top if other cards overlap it."""
        stage = self.table.stage
        key = stage.find(card)
        if key is None:
            raise StuckError(f"{card} isn't shown")
        pose = stage.rest(key)
        left, top = pose.x - pose.width / 2 + 10, pose.y - pose.height / 2
        places = [(left + across, top + down) for across in (0, 12) for down in (20, 10, 5)]
        return next((at for at in places if self.table.control.hit(at) == key and not self._covered(at)), places[0])

    def _covered(self, at: tuple[float, float]) -> bool:
        """Whether a button or the name of a pile answers there."""
        ui = self.table.stage.canvas.ui
        return any(handle.contains((at[0] / ui, at[1] / ui)) for handle in self.table.hud.handles)

    def where_pile(self, pile: Pile) -> tuple[float, float]:
        """Return the middle of a pile."""
        place = self.table.stage.place(pile)
        if place is None:
            raise StuckError(f"{pile} isn't on the table")
        return place.x, place.y

    def index(self, move: Move) -> int:
        """Return the index of a move among the answers, ignoring the order of its cards."""
        wanted = move._replace(cards=tuple(sorted(move.cards)))
        offered = [answer.move._replace(cards=tuple(sorted(answer.move.cards))) for answer in self.choice.answers()]
        if wanted not in offered:
            raise StuckError(f"{move} isn't offered")
        return offered.index(wanted)

    def button(self, move: Move) -> tuple[float, float]:
        """Return the middle of an answer's button."""
        ui, buttons = self.table.stage.canvas.ui, self.table.hud.answers.buttons[-len(self.choice.answers()) :]
        x, y = buttons[self.index(move)].rect.center
        return x * ui, y * ui

    def in_drawer(self, widget: Widget) -> tuple[float, float]:
        """Return the middle of something in the drawer that can be pressed."""
        drawer = self.table.drawer
        area = next(one.area for one in drawer.reachable() if one.widget is widget)
        by = drawer.look.scale / self.table.look.scale
        return area.centerx * by, area.centery * by

    def _target(self, move: Move) -> Pile:
        """Return the pile that a move's cards are dropped on."""
        stage = self.table.stage
        kind = stage.layout.drops[move.verb]
        piles = [pile for pile in stage.places() if pile.kind == kind and pile.owner in (TABLE, move.seat)]
        return next(pile for pile in piles if pile.index == max(move.to, 0))

    def play_by_mouse(self, move: Move) -> None:
        """Make a move by mouse: drag cards onto the pile, click piles and buttons."""
        choice = self.choice
        layout = self.table.stage.layout
        if choice.slot_kind:
            self._arrange(move.cards)
            self.click(self.button(self.choice.complete()[0]))
        elif move.cards:
            dropped = move.verb in layout.drops
            for card in move.cards if len(move.cards) > 1 or not dropped else ():
                self.click(self.where(card))
            if dropped:
                self.drag(self.where(move.cards[0]), self.where_pile(self._target(move)))
            else:
                self.click(self.button(move))
        elif move.verb in layout.places:
            self.click(self.where_pile(self._place(move)))
        else:
            self.click(self.button(move))

    def _place(self, move: Move) -> Pile:
        """Return the pile of a move without cards."""
        kind = self.table.stage.layout.places[move.verb]
        piles = [pile for pile in self.table.stage.places() if pile.kind == kind and pile.owner in (TABLE, move.seat)]
        return next(pile for pile in piles if pile.index == max(move.to, 0))

    def _arrange(self, wanted: Iterable[Card]) -> None:
        for card in wanted:
            if card in self.choice.slots:
                continue
            out = next(c for c in self.choice.slots if c not in set(wanted))
            at = self.choice.slots.index(out)
            self.drag(self.where(card), self.where_pile(Pile(self.choice.slot_kind, self.choice.seat, at)))
            self.rest()

    def play_by_keys(self, move: Move) -> None:
        """Make a move by keyboard: focus each card, Space, then Enter or the answer's digit."""
        if self.choice.slot_kind:
            self._arrange_by_keys(move.cards)
            if not self.choice.rearranged and self.table.drawer.page is not None and self.table.drawer.page.enter:
                self.key(pygame.K_RETURN)  # presses the button of the coach's page
            self.key(pygame.K_RETURN)
        elif move.cards:
            for card in move.cards:
                self._focus(self._key_of(card))
                self.key(pygame.K_SPACE)
            if len(self.choice.complete()) == 1:
                self.key(pygame.K_RETURN)
            else:
                self.key(pygame.K_1 + self.index(move))
        elif move.verb in self.table.stage.layout.places:
            self._focus(self.table.stage.shown.piles[self._place(move)][-1].id)
            self.key(pygame.K_SPACE)
        else:
            self.key(pygame.K_1 + self.index(move))

    def _arrange_by_keys(self, wanted: Iterable[Card]) -> None:
        for card in wanted:
            if card in self.choice.slots:
                continue
            out = next(c for c in self.choice.slots if c not in set(wanted))
            for one in (card, out):
                self._focus(self._key_of(one))
                self.key(pygame.K_SPACE)
            self.rest()

    def _key_of(self, card: Card) -> int:
        key = self.table.stage.find(card)
        if key is None:
            raise StuckError(f"{card} isn't shown")
        return key

    def _focus(self, key: int) -> None:
        """Move the cursor to a card with Tab."""
        control = self.table.control
        for _ in range(200):
            if control.focused_card() == key:
                return
            self.key(pygame.K_TAB)
        raise StuckError("the cursor never got to the card")

    # --- pictures -----------------------------------------------------------------------------------------------------

    def picture(self, path: Path) -> None:
        """Save a screenshot of the window."""
        self.app.finish()
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self.app.window.surface, path)
