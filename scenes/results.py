"""After a deal or a match: who won and why, the score sheet, the totals over the deals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import FRect, Surface

from engine.events import Scored
from engine.moves import Note, Seat
from engine.record import PERSON
from scenes.look.look import Look
from scenes.look.theme import CREAM, INK, INK_CAPTION, ON_FELT, STYLES, rgb
from scenes.look.widgets import Button, Label, Paper, Widget
from scenes.results_plot import Plot
from scenes.results_sheet import Line, Sheet
from scenes.screen import Screen, Title
from scenes.table.match import Match

if TYPE_CHECKING:
    from scenes.app import App

Action = Callable[[], None]
_EDGE = 36.0
_TITLE = rgb("#ffe3a0")
_TITLES = ("wordmark", "result", "title")
"""Styles of the heading, the first one that fits is taken."""


class Winner(Widget):
    """The portraits of the winners; a laurel around the winner of a match."""

    def __init__(self, portraits: Sequence[str], *, laurel: bool) -> None:
        super().__init__()
        self.portraits = tuple(portraits)
        self.laurel = laurel

    def preferred(self, look: Look) -> tuple[float, float]:
        return 220.0, 220.0

    def draw(self, look: Look, target: Surface) -> None:
        x, y = self.rect.center
        if self.laurel:
            look.blit(target, look.svg("laurel", _laurel(), (0, 0, 220, 220)), x, y, "center")
        count = len(self.portraits)
        diameter = 132.0 if count == 1 else 92.0 if count == 2 else 68.0
        step = min(diameter - 14, 150 / max(1, count - 1))
        for i, portrait in enumerate(self.portraits):
            face = look.portrait(portrait, diameter)
            look.blit(target, face, x + (i - (count - 1) / 2) * step, y, "center")


def _laurel() -> str:
    leaves = ""
    for side in (-1, 1):
        for i in range(10):
            degrees = 172 - i * 14
            turn = math.radians(degrees)
            x, y = 110 + side * 88 * math.sin(turn), 110 - 88 * math.cos(turn)
            fill = "#e2ae4e" if i % 2 else "#ffd166"
            leaves += (
                f'<g transform="translate({x:.2f} {y:.2f}) rotate({side * (degrees + 24)})">'
                f'<ellipse cx="0" cy="0" rx="18" ry="7.5" fill="{fill}" stroke="#5a3a0e" stroke-width="1.5"/></g>'
            )
    return leaves


class Results(Screen):
    """How a deal or a match came out.

    Args:
        app: the program.
        match: that is or was being played.
        scored: the deal that is over.
        final: the match is over, too.
        on_next: goes on with the next deal.
        on_rematch: begins another match with the same people and rules.
        on_home: leaves the table.
    """

    ground = "felt"

    def __init__(  # noqa: PLR0917  # three things to show, three ways on
        self,
        app: App,
        match: Match,
        scored: Scored,
        final: bool,
        on_next: Action,
        on_rematch: Action,
        on_home: Action,
    ) -> None:
        super().__init__(app)
        self.match = match
        self.scored = scored
        self.final = final
        self.on_next = on_next
        self.on_rematch = on_rematch
        self.on_home = on_home
        self.history = match.game.history[: scored.deal]
        outcome = match.game.outcome
        self.winners: tuple[Seat, ...] = outcome.winners if final and outcome else scored.winners
        self.high_wins = _high_wins(scored.points, scored.winners)
        self.signed = any(point < 0 for points in self.history for point in points)

    # --- who and what -----------------------------------------------------------------------------------------------

    def name(self, seat: Seat) -> str:
        """Who sits there."""
        character = self.match.character(seat)
        return character.name if character else self.app.words("app.table.you")

    def portrait(self, seat: Seat) -> str:
        """Their picture."""
        character = self.match.character(seat)
        return character.slug if character else self.app.settings.portrait

    def plate_name(self, seat: Seat) -> str:
        """What stands for them on the sheet: the name that the player gave to themselves."""
        return self.name(seat) if self.match.character(seat) else self.app.person_name

    def heading(self) -> str:
        """Who won."""
        words, part = self.app.words, "match" if self.final else "deal"
        if self.winners == (self.match.viewer,):
            return words(f"app.results.you_win_{part}")
        names = [self.name(seat) for seat in self.winners]
        if not names:
            return words("app.results.no_winner_deal")
        if len(names) == 1:
            return words(f"app.results.win_{part}", name=names[0])
        listed = ", ".join(names[:-1]) + words("app.results.and") + names[-1]
        return words(f"app.results.share_{part}", names=listed)

    def reason(self) -> str:
        """Why the deal is over; the person is spoken to where the texts can."""
        words, slug, note = self.app.words, self.match.game.slug, self.scored.reason
        words.seat_name = self.name
        mine = Note(f"{note.key}_you", note.figures)
        if note.figures.get("seat") == self.match.viewer and f"{slug}.reason.{mine.key}" in words:
            return words.note(slug, "reason", mine)
        return words.note(slug, "reason", note)

    def margin(self) -> str:
        """By how much a match was won; empty where it was shared or the totals do not tell."""
        totals = [sum(points[seat] for points in self.history) for seat in range(self.match.game.seats)]
        if not self.final or len(self.winners) != 1 or len(totals) < 2:
            return ""
        best = totals[self.winners[0]]
        others = [total for seat, total in enumerate(totals) if seat != self.winners[0]]
        ahead = best - max(others) if self.high_wins else min(others) - best
        return self.app.words("app.results.ahead", n=ahead) if ahead > 0 else ""

    def occasion(self) -> str:
        """Game and deal, or game and number of deals."""
        words, game = self.app.words, self.match.game
        title = words(f"{game.slug}.title")
        if self.final:
            return words("app.results.match_over", game=title, n=len(self.history))
        planned = game.deals_planned()
        if planned:
            return words("app.results.deal_over_of", game=title, n=self.scored.deal, total=planned)
        return words("app.results.deal_over", game=title, n=self.scored.deal)

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look = self.look
        spare = look.height - 720
        top = spare * 0.25
        buttons = self._build_buttons(64 + top)
        self._build_heading(top, buttons - 24)
        area = FRect(_EDGE, 292 + top, look.width - 2 * _EDGE + 12, look.height - 24 - (292 + top))
        area.height = min(area.height, 560)
        several = len(self.history) > 1
        if several:
            left = FRect(area.left, area.top, area.width * 0.525, area.height)
            right = FRect(left.right + 20, area.top, area.right - left.right - 20, area.height)
            self._build_sheet(left)
            self._build_plot(right)
        else:
            wide = min(760.0, area.width)
            self._build_sheet(FRect((look.width - wide) / 2, area.top, wide, area.height))

    def _build_buttons(self, top: float) -> float:
        """The buttons at the right; returns where they begin."""
        look, words = self.look, self.app.words
        first = Button(
            words("app.results.rematch" if self.final else "app.results.next"),
            self.confirm,
            kind="primary",
            icon="restart" if self.final else "play",
            hint=words("app.key.enter"),
            height=56,
        )
        home = Button(words("app.results.home"), self.on_home, icon="house")
        wide = max([214.0, *(button.preferred(look)[0] for button in (first, home))])
        first.rect = FRect(look.width - 24 - wide, top, wide, 56)
        home.rect = FRect(look.width - 24 - wide, top + 70, wide, 48)
        self.group.add(first, home)
        if self.group.focus is None:
            self.group.set_focus(first)
        return first.rect.left

    def _build_heading(self, top: float, right: float) -> None:
        look = self.look
        winner = Winner([self.portrait(seat) for seat in self.winners], laurel=self.final)
        winner.place(look, _EDGE, 44 + top)
        self.group.add(winner)
        left = 282.0
        room = right - left
        self.label(self.occasion(), "prompt", left, 92 + top, colour=ON_FELT, room=room)
        text = self.heading()
        style = next((style for style in _TITLES if look.text_width(text, style) <= room), _TITLES[-1])
        title = Title(text, style, _TITLE, room)
        title.place(look, left, 116 + STYLES["wordmark"].size / 2 + 4 + top, "midleft")
        self.group.add(title)
        y = 190 + top
        margin, reason = self.margin(), self.reason()
        if margin:
            y = self.label(margin, "lead", left, y, room=room).rect.bottom + 2
            reason = self.app.words("app.results.last_deal", text=reason)
        why = Label(reason, "lead", ON_FELT if margin else CREAM, wrap=room)
        why.place(look, left, y)
        self.group.add(why)

    def _build_sheet(self, paper: FRect) -> None:
        words = self.app.words
        game = self.match.game
        lines = []
        for seat in self._ranking():
            chair = self.match.chair(seat)
            second = "" if chair.who == PERSON else words(f"app.level.{chair.level}")
            if seat in self.winners:
                second = words("app.results.winner")
            lines.append(Line(seat, self.portrait(seat), self.plate_name(seat), second, seat in self.winners))
        choose = max if self.high_wins else min
        best = [
            frozenset(seat for seat in range(game.seats) if points[seat] == choose(points) and len(set(points)) > 1)
            for points in self.history
        ]
        inner = FRect(paper.left + 24, paper.top + 60, paper.width - 48, paper.height - 60 - 16)
        self.group.add(Paper(paper))
        self.label(words("app.results.sheet"), "panel_title", paper.left + 24, paper.top + 20, colour=INK)
        self.group.add(Sheet(words, lines, self.history, best, inner, signed=self.signed))

    def _ranking(self) -> list[Seat]:
        """Seats from the first to the last: winners, then by totals, then by seat."""
        totals = [sum(points[seat] for points in self.history) for seat in range(self.match.game.seats)]
        sign = -1 if self.high_wins else 1
        won = self.winners if self.final else ()
        return sorted(range(self.match.game.seats), key=lambda seat: (seat not in won, sign * totals[seat], seat))

    def _build_plot(self, paper: FRect) -> None:
        words = self.app.words
        self.group.add(Paper(paper))
        title = self.label(words("app.results.over"), "panel_title", paper.left + 24, paper.top + 20, colour=INK)
        note = self.label(words("app.results.running"), "plate", 0, 0, colour=INK_CAPTION)
        note.rect.midright = (paper.right - 24, title.rect.centery + 2)
        portraits = [self.portrait(seat) for seat in range(self.match.game.seats)]
        rect = FRect(paper.left + 12, paper.top + 70, paper.width - 24, paper.height - 70 - 20)
        self.group.add(Plot(self.history, portraits, self.match.viewer, rect, signed=self.signed))

    # --- what it does -----------------------------------------------------------------------------------------------

    def confirm(self) -> None:
        if self.final:
            self.on_rematch()
        else:
            self.on_next()

    def back(self) -> None:
        if self.final:
            self.on_home()
        else:
            self.on_next()


def _high_wins(points: Sequence[int], winners: Sequence[Seat]) -> bool:
    """Whether points are good here: what a deal's winners got tells. Undecided, they are."""
    if not winners:
        return True
    best = max(points[seat] for seat in winners)
    return best == max(points) or best != min(points)
