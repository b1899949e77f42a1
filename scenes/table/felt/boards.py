"""Boards on the felt: votes that were cast, a lasso that may be thrown. The layout says when they are shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from pygame import FRect, Surface

from engine.boards import Board, Stake, VoteTally
from engine.cards import HIDDEN
from engine.events import Event, Moved, Said
from engine.moves import TABLE, Note, Seat
from scenes.look import box_styles, speeds
from scenes.look.boxes import Box, Shadow, Stroke
from scenes.look.cache import Scratch
from scenes.look.line_breaks import joined
from scenes.look.look import Look
from scenes.look.raster import blank, faded
from scenes.look.theme import CREAM, GOLD, ON_BRASS, ON_FELT, SMALL_PORTRAIT
from scenes.table.felt.extent import extent
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

_TILE = (88.0, 96.0)
_PITCH, _PITCH_BESIDE = 104.0, 96.0
"""From one tile of a vote to the next, and beside the drawer."""
_CHOICES = 5
"""Number of tiles for which room is kept."""
_TILES_Y = 262.0
"""Upper edge of the tiles on the smallest canvas."""
_RULE_BELOW, _RULE = 26.0, 20.0
"""From the tiles down to the middle of the words below, and the height of these."""
_NUMBER_Y, _FACES_Y = 29.0, 72.0
"""Middle of number and portraits, from a tile's upper edge."""
_FALL, _BOUNCE = 60.0, 4.0
"""From how high above its place a portrait drops, and how far it jumps up again."""
_LANDS = 0.75
"""Part of the time of a drop after which the portrait touches its place for the first time."""
_RIBBON = 80.0
"""From the tiles down to the middle of the ribbon."""
_STAKE = (660.0, 104.0)
_HAND, _RAISED = 176.0, 36.0
"""Height of the hand, even a large one, and how much higher cards of an answer are that is shown."""
_STAKE_Y = -42.0
"""Offset of the upper edge from the prompt's place."""
_STAKE_EDGE = 24.0
"""From the drawer."""
_STYLES = ("body", "plate", "small")
_SAID = 52.0
"""Height of the room for the text of a stake."""
_SHADOW = 48.0
"""Width of the shadow around a board."""
_CARD = 52.0
_STEP = 30.0
_CHOSEN = Box(
    12, box_styles.PRIMARY.fill, highlight=box_styles.PRIMARY.highlight, shadows=(Shadow(0, 18, 0.45, 4, GOLD),)
)
_TILE_BOX = Box(12, box_styles.PLAIN.fill, border=box_styles.PLAIN.border, shadows=box_styles.PLAIN.shadows)
_OWN_VOTE = replace(_TILE_BOX, border=Stroke(GOLD, 2))
_ROPE = (("#2b1806", 10.0, ""), ("#d39a4e", 6.5, ""), ("#f1c987", 2.0, "3 7"))
"""Strokes of a rope from the lowest up: colour, width, dashes."""


class Boards:
    """Keeps and draws the board that is shown now, if there is one.

    Args:
        look: of texts and buttons, in the size that the player chose: draws the lasso.
        flat: the look of the cards' canvas: draws the votes, which lie between piles.
        words: texts.
        stage: the table.
    """

    def __init__(self, look: Look, flat: Look, words: Words, stage: Stage) -> None:
        self._large, self._flat = look, flat
        self.words = words
        self.stage = stage
        self.board: Board | None = None
        self.calm = False
        """Reduced motion: nothing pops."""
        self.pressed = False
        """The tiles are buttons, which draw themselves once the board has its size."""
        self._shown: type[Board] | None = None
        """Kind of the present board, whose figures change without another pop."""
        self._age = 0.0
        self._scratch = Scratch()
        self._cast: dict[Seat, float] = {}
        """Who has voted in the vote that is being revealed -> milliseconds since that portrait has set out; negative
        before. Empty before and after."""

    @property
    def look(self) -> Look:
        """The look of the present board."""
        return self._flat if isinstance(self.board, VoteTally) else self._large

    @property
    def speaks(self) -> bool:
        """Whether the board says what the prompt would say."""
        return isinstance(self.board, Stake)

    # --- when -------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the board that belongs to the present ask, or none."""
        game = self.stage.match.game
        asked = game.ask is not None and game.ask.what in self.stage.layout.boards
        self._show(self._of_game() if asked else None)
        self._cast.clear()

    def _of_game(self) -> Board | None:
        """The board as the viewer sees it. A stake says "you" to somebody who can win it, not to those who watch."""
        game, stage = self.stage.match.game, self.stage
        board = game.board(stage.viewer)
        return game.board(TABLE) if isinstance(board, Stake) and stage.me != stage.viewer else board

    def _show(self, board: Board | None) -> None:
        """Show this board; piles in the middle make room for a vote."""
        self.board = board
        self.stage.take_middle(isinstance(board, VoteTally))

    def hear(self, event: Event) -> None:
        """Follow an event that is being shown: votes are revealed and counted, the next event settles a stake."""
        if isinstance(event, Said) and event.note.key == self.stage.layout.votes:
            self._show(self._of_game())
            self._cast[event.seat] = -speeds.VOTE_APART * len(self._cast)
        elif isinstance(event, Said) and self.tells(event.note):
            self._show(self._of_game())
            self._cast.clear()
        elif isinstance(event, Said | Moved) and isinstance(self.board, Stake):
            self.board = None

    def tells(self, note: Note) -> bool:
        """Whether a board makes this announcement in place of large letters."""
        return note.key in self.stage.layout.board_words

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True while a new board grows to its size, or votes come in."""
        flies = self.flies
        self._cast = {seat: age + dt * (self.stage.director.speed or 1.0) for seat, age in self._cast.items()}
        kind = type(self.board) if self.board is not None else None
        if kind is not self._shown:
            self._shown, self._age = kind, 0.0
            return True
        growing = kind is not None and self._age < speeds.POP
        self._age += dt
        return growing or flies

    @property
    def flies(self) -> bool:
        """Whether votes are on their way to their tiles."""
        return any(age < speeds.VOTE_FLIGHT + speeds.VOTE_DROP for age in self._cast.values())

    @property
    def due(self) -> float:
        """0 while something moves, else infinite."""
        growing = self.board is not None and self.grown != 1.0
        return 0.0 if growing or self.flies else math.inf

    def finish(self) -> None:
        """Give the board its full size, and let every vote lie there, at once."""
        self._cast.clear()
        self._shown, self._age = type(self.board) if self.board is not None else None, speeds.POP

    @property
    def grown(self) -> float:
        """The board's present size by its full size."""
        if self.calm or self._shown is not (type(self.board) if self.board is not None else None):
            return 1.0
        return speeds.ease_pop(self._age / speeds.POP)

    # --- where ------------------------------------------------------------------------------------------------------

    def rect(self) -> FRect:
        """The board's rectangle in the coordinates of its look; empty without a board."""
        if self.board is None:
            return FRect(0, 0, 0, 0)
        middle, extra = self.look.width / 2, self.stage.canvas.extra
        if isinstance(self.board, VoteTally):
            return self._tally_rect()
        wide, high = _STAKE
        lowest = self.stage.canvas.height / self.stage.canvas.ui - _HAND - high
        if self.stage.canvas.ui <= 1 and self.stage.advised():
            lowest -= _RAISED
        y = min((self.stage.layout.prompt_y + _STAKE_Y + extra * 0.5) / self.stage.canvas.ui, lowest)
        left = middle - wide / 2
        if self.stage.canvas.beside:
            left = max(left, self.look.width - wide - _STAKE_EDGE)  # the own sets are at the left
        return FRect(left, y, wide, high)

    def _tally_rect(self) -> FRect:
        """The tiles and the words below."""
        wide = _TILE[0] + (_CHOICES - 1) * self._pitch
        top = _TILES_Y + self.stage.canvas.extra * 0.42
        return FRect(self._flat.width / 2 - wide / 2, top, wide, _TILE[1] + _RULE_BELOW + _RULE / 2)

    @property
    def _pitch(self) -> float:
        """From one tile to the next: closer together beside the drawer."""
        return _PITCH_BESIDE if self.stage.canvas.beside else _PITCH

    def tiles(self) -> dict[int, FRect]:
        """The tile of each choice of a vote, in the coordinates of texts and buttons; none but for a vote."""
        ui = self.stage.canvas.ui
        found = self._tiles() if isinstance(self.board, VoteTally) else {}
        return {choice: FRect(*(side / ui for side in tile)) for choice, tile in found.items()}

    def _tiles(self) -> dict[int, FRect]:
        assert isinstance(self.board, VoteTally)
        rect = self._tally_rect()
        return {
            choice: FRect(rect.left + i * self._pitch, rect.top, *_TILE) for i, choice in enumerate(self.board.choices)
        }

    def foot(self) -> tuple[float, float]:
        """The middle of the ribbon that tells a vote's result, in the coordinates of texts and buttons."""
        rect = self._tally_rect()
        ui = self.stage.canvas.ui
        return rect.centerx / ui, (rect.top + _TILE[1] + _RIBBON) / ui

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, target: Surface, left: float | None, seconds: int) -> None:
        """Draw the board; ``left`` is the remaining part of the time for an answer, ``seconds`` the same in seconds."""
        if self.board is None:
            return
        grown, rect, look = self.grown, self.rect(), self.look
        if grown == 1.0:
            self._draw_panel(target, left, seconds)
            if isinstance(self.board, VoteTally):
                self._draw_votes(target, self.board)
            return
        room = rect.inflate(2 * _SHADOW, 2 * _SHADOW)
        sheet = blank((look.px(room.width), look.px(room.height)))
        with look.shifted(-room.left, -room.top):
            self._draw_panel(sheet, left, seconds)
        with self._scratch.frame():
            look.blit(target, self._scratch.grown(sheet, grown), *rect.center, "center")

    def _draw_panel(self, target: Surface, left: float | None, seconds: int) -> None:
        if isinstance(self.board, VoteTally):
            self._draw_tally(target, self.board)
        elif isinstance(self.board, Stake):
            self._draw_stake(target, self.board, left, seconds)

    def _text(self, note: Note, part: str = "board") -> str:
        return self.words.note(self.stage.match.game.slug, part, note)

    def _faces(self, target: Surface, seats: Sequence[Seat], x: float, y: float, room: float) -> None:
        """Draw portraits side by side around a place, closer together when there are many."""
        step = min(SMALL_PORTRAIT + 3, (room - SMALL_PORTRAIT) / max(1, len(seats) - 1))
        for i, seat in enumerate(seats):
            face = self.look.portrait(self.stage.people[seat].portrait, SMALL_PORTRAIT)
            self.look.blit(target, face, x + (i - (len(seats) - 1) / 2) * step, y, "center")

    def _draw_tally(self, target: Surface, tally: VoteTally) -> None:
        """Draw the tiles, what has been voted for, and how votes are counted."""
        look, rect = self.look, self._tally_rect()
        rule = look.text(self._text(tally.rule), "plate", ON_FELT, max_width=rect.width)
        look.blit(target, rule, rect.centerx, rect.top + _TILE[1] + _RULE_BELOW, "center")
        for choice in tally.choices if self.grown != 1.0 or not self.pressed else ():
            self._draw_tile(target, tally, choice)

    def draw_tile(self, target: Surface, choice: int) -> None:
        """Draw the tile of a choice, which is a button, once the board has its size."""
        if isinstance(self.board, VoteTally) and self.grown == 1.0:
            self._draw_tile(target, self.board, choice)

    def _draw_tile(self, target: Surface, tally: VoteTally, choice: int) -> None:
        look, tile = self.look, self._tiles()[choice]
        chosen = choice == tally.result and not self.flies
        own = not tally.result and tally.votes.get(self.stage.viewer) == choice
        look.draw_box(target, _CHOSEN if chosen else _OWN_VOTE if own else _TILE_BOX, tile)
        number = look.text(str(choice), "numeral", ON_BRASS if chosen else CREAM)
        look.blit(target, number, tile.centerx, tile.top + _NUMBER_Y, "center")

    def _draw_votes(self, target: Surface, tally: VoteTally) -> None:
        """Draw the portraits of those who voted, on their tiles or on the way there."""
        tiles = self._tiles() if tally.result else {}
        for choice, tile in tiles.items():
            seats = [seat for seat, vote in tally.votes.items() if vote == choice]
            step = min(SMALL_PORTRAIT + 3, (tile.width - 8 - SMALL_PORTRAIT) / max(1, len(seats) - 1))
            for i, seat in enumerate(seats):
                x = tile.centerx + (i - (len(seats) - 1) / 2) * step
                self._draw_vote(target, seat, x, tile.top + _FACES_Y)

    def _draw_vote(self, target: Surface, seat: Seat, x: float, y: float) -> None:
        """Draw a portrait that comes to lie at this place: it flies from its seat and drops from above."""
        age = self._cast.get(seat, math.inf) if self._cast else math.inf
        if age < 0 or (self._cast and seat not in self._cast):
            return
        face = self.look.portrait(self.stage.people[seat].portrait, SMALL_PORTRAIT)
        if self.calm:
            face = faded(face, age / speeds.REDUCED_MOTION)
        elif age < speeds.VOTE_FLIGHT:
            start, part = self.stage.portrait(seat), speeds.ease_out(age / speeds.VOTE_FLIGHT)
            x, y = start[0] + (x - start[0]) * part, start[1] + (y - _FALL - start[1]) * part
        else:
            y -= _height(min(1.0, (age - speeds.VOTE_FLIGHT) / speeds.VOTE_DROP))
        self.look.blit(target, face, x, y, "center")

    def _draw_stake(self, target: Surface, stake: Stake, left: float | None, seconds: int) -> None:
        look, rect = self.look, self.rect()
        look.draw_box(target, box_styles.PANEL_BRASS, rect)
        x, y = rect.left + 56, rect.centery
        if left is not None:
            look.blit(target, look.countdown(left, 76), x, y, "center")
            look.blit(target, look.text(str(seconds), "heading", CREAM), x, y, "center")
        else:
            look.blit(target, look.svg("lasso", _coil(), (0, 0, 76, 76)), x, y, "center")
        edge = self._draw_chain(target, stake, rect)
        x = rect.left + 110
        title = look.text(self._text(stake.title), "panel_title", GOLD)
        look.blit(target, title, x, rect.top + 27, "midleft")
        after = x + title.get_width() / look.scale + 14
        room = edge - 12 - after
        if stake.asked and room > SMALL_PORTRAIT:
            wide = min(room, (SMALL_PORTRAIT + 3) * len(stake.asked))
            self._faces(target, stake.asked, after + wide / 2, rect.top + 27, wide)
        look.blit(target, self.said(stake, edge - 18 - x), x, rect.top + 48)

    def said(self, stake: Stake, room: float) -> Surface:
        """The text of a stake in two lines of this width, in smaller type if need be."""
        text = joined(map(self._text, stake.lines))
        lines = self.look.paragraph(text, _STYLES[0], CREAM, room, balance=True)
        for style in _STYLES[1:]:
            if lines.get_height() / self.look.scale <= _SAID:
                break
            lines = self.look.paragraph(text, style, CREAM, room, balance=True)
        return lines

    def _draw_chain(self, target: Surface, stake: Stake, rect: FRect) -> float:
        """Draw the last card thrown, those that win it now, and what could win it back; return their left end."""
        look, y = self.look, rect.centery
        x = rect.right - 18 - _CARD / 2
        if stake.further != HIDDEN:
            look.draw_card(target, stake.further, x, y, _CARD, dim=True)
            x = self._arrow(target, x, y)
        shown = stake.wanted[::-1]
        for card in shown:
            look.draw_card(target, card, x, y, _CARD, ring="selected" if stake.can and len(shown) == 1 else None)
            x -= _STEP if card != shown[-1] else 0
        for card in reversed(stake.thrown[-1:]):
            x = self._arrow(target, x, y)
            look.draw_card(target, card, x, y, _CARD)
        return x - _CARD / 2

    def _arrow(self, target: Surface, x: float, y: float) -> float:
        """Draw an arrow at the left of a card; return the middle of the next card there."""
        self.look.blit(target, self.look.icon("chevron_right", 20, GOLD), x - _CARD / 2 - 13, y, "center")
        return x - _CARD - 26

    def draw_rope(self, target: Surface) -> None:
        """Draw a loop around what is at stake and the rope from there to the board, on the felt below all cards."""
        loop, rect = self.loop(), self.rect()
        if not loop.width:
            return
        a, b = loop.width / 2, loop.height / 2
        start = (min(max(loop.centerx, rect.left + 20), rect.right - 20), min(max(loop.centery, rect.top), rect.bottom))
        at = math.atan2((start[1] - loop.centery) / b, (start[0] - loop.centerx) / a)
        end = (loop.centerx + a * math.cos(at), loop.centery + b * math.sin(at))
        far = (2 * loop.centerx - end[0], 2 * loop.centery - end[1])
        half = f"A{a:.1f} {b:.1f} 0 0 1 "  # a whole ellipse in one arc has no direction
        path = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
        path += "".join(f"{half}{x:.1f} {y:.1f}" for x, y in (far, end))
        left, top = min(loop.left, start[0]) - 8, min(loop.top, start[1]) - 8
        right, bottom = max(loop.right, start[0]) + 8, max(loop.bottom, start[1]) + 8
        body = _stroked(path)
        drawn = self.look.svg(body, body, (left, top, right - left, bottom - top))
        self.look.blit(target, drawn, left, top)

    def loop(self) -> FRect:
        """The box of the loop that is drawn now, in the coordinates of texts and buttons; empty without one."""
        around = self.around(self.board) if isinstance(self.board, Stake) else None
        return around or FRect(0, 0, 0, 0)

    def around(self, stake: Stake) -> FRect | None:
        """The box of the loop around the cards at stake, in the coordinates of texts and buttons."""
        box, ui = extent(self.stage, self.stage.shown.piles.get(stake.pile, ())), self.stage.canvas.ui
        if box is None:
            return None
        box = box.inflate(box.width * 0.4 + 22, box.height * 0.8 + 18)
        return FRect(box.left / ui, box.top / ui, box.width / ui, box.height / ui)


def _height(part: float) -> float:
    """How high above its place something is that has dropped for this part of the time, 0 … 1, and bounces once.

    >>> _height(0.0), round(_height(0.375)), _height(0.75), round(_height(0.875)), round(_height(1.0))
    (60.0, 45, 0.0, 4, 0)
    """
    if part <= _LANDS:
        return _FALL * (1 - (part / _LANDS) ** 2)
    return _BOUNCE * math.sin(math.pi * (part - _LANDS) / (1 - _LANDS))


def _stroked(path: str) -> str:
    body = ""
    for colour, width, dashes in _ROPE:
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        body += (
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return body


def _coil() -> str:
    """A coiled rope with its end hanging out."""
    return _stroked(
        "M38 12A24 20 0 0 1 38 52A24 20 0 0 1 38 12M38 21A14 11 0 0 1 38 43A14 11 0 0 1 38 21M57 45Q67 56 60 68"
    )
