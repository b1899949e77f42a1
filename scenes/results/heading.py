"""The heading of a result: who won, why, and how well the player did, beside the winner's portrait."""

from collections.abc import Callable, Sequence
from functools import partial

from pygame import FRect

from engine.moves import Seat
from scenes.look.faces import Expression
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD_ON_FELT, ON_FELT
from scenes.look.widgets import Label, Widget
from scenes.results.par_line import ParLine, ParSubject
from scenes.results.summary import Summary
from scenes.results.winner import Winner
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, Paragraph
from scenes.shell.screen import Title
from scenes.text.talk import farewell as farewell_of
from scenes.work.pars import Pars

_TITLES = ("wordmark", "result", "title", "heading", "tag")
"""Styles of the heading; the first one that fits is used."""
_BEFORE_FAREWELL = 8.0
"""Space above what a character says."""


class Heading:
    """Makes the heading of a result.

    Args:
        context: the program.
        summary: of the deal or match.
        pars: of the match; None if the player isn't compared with Master.
        mood: returns how a seat takes the result.
    """

    def __init__(
        self, context: Context, summary: Summary, pars: Pars | None, mood: Callable[[Seat], Expression]
    ) -> None:
        self.context = context
        self.summary = summary
        self.pars = pars
        self.mood = mood
        self.centre = (0.0, 0.0)
        """Middle of the winner's portrait."""

    def widgets(self, look: Look, area: FRect, size: float) -> list[Widget]:
        """Return the lines and the portrait, of this size; fewer and smaller lines where the area is low."""
        winners, found = self.summary.winners, list[Widget]()
        portraits = [self.summary.portrait(seat) for seat in winners]
        winner = Winner(portraits, laurel=self.summary.final, size=size, mood=lambda: self.mood(winners[0]))
        winner.place(look, area.left, area.centery + 6 if area.height > 150 else area.centery, "midleft")
        self.centre = winner.rect.center
        left = area.left + 12
        if winners:
            found.append(winner)
            left = winner.rect.right + (26 if size > 120 else 14)
        room = area.right - left
        allowed = _TITLES if area.height > 225 else _TITLES[1:] if area.height > 110 else _TITLES[2:]
        lines: list[tuple[Widget, float]] = []
        for small in (False, True):
            lines = self._lines(look, room, allowed[small:], "explanation" if small else "lead", area.height)
            high = sum(line.preferred(look)[1] + gap for line, gap in lines)
            if high <= area.height - 8:
                break
        farewell = self._farewell(look, room)
        if farewell is not None and area.height > 150:
            more = farewell.preferred(look)[1] + _BEFORE_FAREWELL
            if high + more <= area.height - 8:
                lines[-1] = (lines[-1][0], lines[-1][1] + _BEFORE_FAREWELL)
                lines.append((farewell, 0.0))
                high += more
        y = winner.rect.centery - high / 2
        for line, gap in lines:
            line.place(look, left, y)
            y = line.rect.bottom + gap
            found.append(line)
        return found

    def _lines(
        self, look: Look, room: float, titles: Sequence[str], style: str, high: float
    ) -> list[tuple[Widget, float]]:
        """The lines of the heading with the gaps below them; fewer lines where the height is small."""
        text = self.summary.heading()
        title = look.fitting(text, titles, room)
        margin, reason = self.summary.margin(), self.summary.reason()
        lines: list[tuple[Widget, float]] = [(Title(text, title, GOLD_ON_FELT, room), 4.0)]
        if high > 110:
            lines.insert(0, (Label(self.summary.occasion(), "prompt", ON_FELT, max_width=room), 2.0))
        if margin:
            lines.append((Label(margin, style, CREAM, max_width=room), 2.0))
            reason = self.summary.words("app.results.last_deal", text=reason)
        if not margin or high > 150:
            lines.append((Label(reason, style, ON_FELT if margin else CREAM, wrap=room), 2.0))
        if self.summary.next_strength and high > 110:
            lines.append((Label(self.summary.next_strength, style, CREAM, wrap=room), 2.0))
        par = self._par_line(style, room)
        if par is not None:
            lines.append((par, 2.0))
        if self.summary.milestone and high > 150 and look.text_width(self.summary.milestone, style) <= room:
            lines.append((Label(self.summary.milestone, style, ON_FELT), 0.0))
        return lines

    def _farewell(self, look: Look, room: float) -> Label | None:
        """What a character says when the match is over; None if it wouldn't fit, or nobody talks."""
        if not self.summary.final or not self.context.settings.talk:
            return None
        match, words = self.summary.match, self.summary.words
        seats = [(seat, match.character(seat)) for seat in range(match.game.seats)]
        characters = {seat: character.slug for seat, character in seats if character is not None}
        talk = farewell_of(match.record.seed, characters, self.summary.winners)
        if talk is None:
            return None
        text = words("game.log.talk", name=self.summary.name(talk.seat), text=talk.line(words))
        return Label(text, "talk", ON_FELT, emphasis=CREAM) if look.text_width(text, "talk") <= room else None

    def _par_line(self, style: str, room: float) -> ParLine | None:
        """The line with the par, if there is one."""
        if self.pars is None:
            return None
        persons = self.summary.match.person_seats if self.summary.match.shared else (self.summary.match.viewer,)
        seats = tuple(seat for seat in persons if self.pars.of(self.summary.scored.deal, seat) is not None)
        if not seats:
            return None
        subject = ParSubject(
            self.summary.scored.deal,
            seats,
            tuple(map(self.summary.name, seats)),
            mean=self.summary.final and len(self.summary.history) > 1,
        )
        line = ParLine(self.summary.words, self.pars, subject, style, room)
        line.on_click = partial(self._explain_par, line)
        return line

    def _explain_par(self, line: ParLine) -> None:
        """Show the exact figures behind a line with the par."""
        lines = [Paragraph(text, heading=heading) for heading, text in line.exact()]
        self.context.open(Dialog(self.context, self.summary.words("app.results.par_exact"), lines))
