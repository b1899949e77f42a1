"""Shows what was played last over a table, and takes it away again."""

from __future__ import annotations

import pygame
from pygame import FRect, Surface

from engine.moves import TABLE
from scenes.look.keys import plain_key
from scenes.look.look import Look
from scenes.look.widgets.base import Pos, is_press
from scenes.table.felt.obstacles import PLAYED, PRESSED, Obstacle
from scenes.table.felt.room import best_room
from scenes.table.panels.last_played import PlayedRow, last_played
from scenes.table.panels.last_plays_panel import WIDTH, LastPlaysPanel
from scenes.table.panels.tools import LAST_PLAYS
from scenes.table.ports import PanelPort
from scenes.text.narrator import LogPart

_WIDTHS = (WIDTH, 320.0, 260.0)
"""Widths of a column that are tried, the best one first."""
_HEIGHTS = (1.0, 0.62, 0.45, 0.35)
"""Heights that are tried, as parts of the window's: where one column isn't low enough there are more."""
_MARGIN = 14.0
_ANSWERED = (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
"""Keys that do nothing else when they take the panel away."""


class LastPlays:
    """The panel with the last plays over a table: any press and any key takes it away.

    Args:
        table: whose events are told.
    """

    def __init__(self, table: PanelPort) -> None:
        self.table = table
        self.panel: LastPlaysPanel | None = None

    def toggle(self) -> None:
        """Show what was played last, or take it away."""
        if not self.close():
            self.panel = self._make()

    def close(self) -> bool:
        """Take the panel away; False when it isn't there."""
        there, self.panel = self.panel is not None, None
        return there

    def lay_out(self) -> None:
        """Make the panel again for other words or another size, if it is there."""
        if self.panel is not None:
            self.panel = self._make()

    def _make(self) -> LastPlaysPanel:
        table, stage, words = self.table, self.table.stage, self.table.words
        look, game, short = table.hud.look, stage.match.game, not stage.layout.sheet_each_deal
        played = last_played(words, game, stage.viewer, table.log.events, short_deals=short)
        if not played.rows:
            row = PlayedRow("table", TABLE, (LogPart(words("app.review.nothing")),))
            played = played._replace(rows=(row,))
        people = {seat: one._replace(name=words.seat_name(seat)) for seat, one in stage.people.items()}
        bounds = FRect(_MARGIN, _MARGIN, look.width - 2 * _MARGIN, look.height - 2 * _MARGIN)
        title = words(f"app.review.{played.unit}")
        taken = self._taken()
        found: list[tuple[int, float, LastPlaysPanel]] = []
        for high in _HEIGHTS:
            for width in _WIDTHS:
                room = (bounds.width, bounds.height * high)
                panel = LastPlaysPanel(look, title, played, people, viewer=stage.viewer, room=room, width=width)
                panel.rect, cost = best_room(panel.rect.size, bounds, taken, (look.width, 0.0))
                found.append((-len(panel.shown), cost, panel))
                if not cost and len(panel.shown) == len(played.rows):
                    return panel
        return min(found, key=lambda one: one[:2])[2]

    def _taken(self) -> list[Obstacle]:
        """What the panel had better not cover."""
        hud = self.table.hud
        hud.keep_off([self.table.log.rect])
        found = [*hud.obstacles(), *(Obstacle(panel.rect, PLAYED) for panel in (hud.card, hud.hint_panel()) if panel)]
        prompt = hud.prompt_room(self.table.prompt())
        if prompt is not None:
            found.append(Obstacle(prompt.inflate(8, 8), PRESSED))
        return found

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Close at a press anywhere; True when it goes no further, because it was on the panel."""
        if self.panel is None or not is_press(event):
            return False
        if pos is not None and self.table.hud.tools.last_plays.contains(pos):
            return False  # the button takes it away itself
        on_it = pos is not None and bool(self.panel.rect.collidepoint(pos))
        self.close()
        return on_it

    def key(self, event: pygame.Event) -> bool:
        """Close at any key; True for those that do nothing else then."""
        if plain_key(event) == LAST_PLAYS:
            self.toggle()
            return True
        return self.close() and event.key in _ANSWERED

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the panel, if it is there."""
        if self.panel is not None:
            self.panel.draw(look, target)
