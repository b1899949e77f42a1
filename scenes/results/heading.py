"""The heading of a result: winner, reason and par, beside the winner's portrait."""

from collections.abc import Callable, Sequence
from functools import partial

from pygame import FRect

from engine.moves import Seat
from scenes.render.expressions import Expression
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD_ON_FELT, TEXT_ON_FELT
from scenes.render.widgets import Label, Widget
from scenes.results.par_line import ParLine, ParSubject
from scenes.results.result_summary import ResultSummary
from scenes.results.winner_portraits import WinnerPortraits
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogParagraph
from scenes.shell.screen import ShadowedText
from scenes.text.spoken_lines import farewell_line as farewell_of
from scenes.work.pars import Pars

_TITLE_STYLES = ("wordmark", "result", "title", "heading", "tag")
"""Text styles of the heading, largest first. The first one that fits is used."""
_FAREWELL_GAP = 8.0
"""Space above a character's farewell."""


class ResultHeading:
    """Creates the widgets of a result's heading: lines of text and the winner's portrait.

    Args:
        context: the application.
        summary: texts about the deal or match.
        pars: pars of the match; None to show none.
        expression_of: returns the expression of a seat's portrait.
    """

    def __init__(
        self, context: Context, summary: ResultSummary, pars: Pars | None, expression_of: Callable[[Seat], Expression]
    ) -> None:
        self.context = context
        self.summary = summary
        self.pars = pars
        self.expression_of = expression_of
        self.portrait_centre = (0.0, 0.0)
        """Centre of the winner's portrait, set by ``widgets``."""

    def widgets(self, renderer: Renderer, area: FRect, portrait_size: float) -> list[Widget]:
        """Return the heading's widgets: lines of text and the winners' portrait, ``portrait_size`` high.

        A low area has fewer and smaller lines.
        """
        winners, widgets = self.summary.winners, list[Widget]()
        portraits = [self.summary.portrait(seat) for seat in winners]
        winner = WinnerPortraits(
            portraits,
            has_laurel=self.summary.is_match_over,
            size=portrait_size,
            expression_of=lambda: self.expression_of(winners[0]),
        )
        winner.place_at(renderer, area.left, area.centery + 6 if area.height > 150 else area.centery, "midleft")
        self.portrait_centre = winner.rect.center
        left = area.left + 12
        if winners:
            widgets.append(winner)
            left = winner.rect.right + (26 if portrait_size > 120 else 14)
        max_width = area.right - left
        allowed = _TITLE_STYLES if area.height > 225 else _TITLE_STYLES[1:] if area.height > 110 else _TITLE_STYLES[2:]
        lines: list[tuple[Widget, float]] = []
        for small in (False, True):
            lines = self._lines_and_gaps_below(
                renderer, max_width, allowed[small:], "explanation" if small else "lead", area.height
            )
            height = sum(line.preferred_size(renderer)[1] + gap for line, gap in lines)
            if height <= area.height - 8:
                break
        farewell = self._farewell_label(renderer, max_width)
        if farewell is not None and area.height > 150:
            extra_height = farewell.preferred_size(renderer)[1] + _FAREWELL_GAP
            if height + extra_height <= area.height - 8:
                lines[-1] = (lines[-1][0], lines[-1][1] + _FAREWELL_GAP)
                lines.append((farewell, 0.0))
                height += extra_height
        y = winner.rect.centery - height / 2
        for line, gap in lines:
            line.place_at(renderer, left, y)
            y = line.rect.bottom + gap
            widgets.append(line)
        return widgets

    def _lines_and_gaps_below(
        self, renderer: Renderer, max_width: float, titles: Sequence[str], style: str, height: float
    ) -> list[tuple[Widget, float]]:
        """Return the lines of a result's heading with the gaps below them; fewer lines for a small height."""
        text = self.summary.heading()
        title = renderer.first_fitting_style(text, titles, max_width)
        margin, reason = self.summary.margin_text(), self.summary.reason_text()
        lines: list[tuple[Widget, float]] = [(ShadowedText(text, title, GOLD_ON_FELT, max_width), 4.0)]
        if height > 110:
            lines.insert(
                0, (Label(self.summary.title_and_deal_text(), "prompt", TEXT_ON_FELT, max_width=max_width), 2.0)
            )
        if margin:
            lines.append((Label(margin, style, CREAM, max_width=max_width), 2.0))
            reason = self.summary.words("app.results.last_deal", text=reason)
        if not margin or height > 150:
            lines.append((Label(reason, style, TEXT_ON_FELT if margin else CREAM, wrap_width=max_width), 2.0))
        if self.summary.next_opponents_strength_text and height > 110:
            lines.append((Label(self.summary.next_opponents_strength_text, style, CREAM, wrap_width=max_width), 2.0))
        par = self._par_line(style, max_width)
        if par is not None:
            lines.append((par, 2.0))
        if self.summary.milestone and height > 150 and renderer.text_width(self.summary.milestone, style) <= max_width:
            lines.append((Label(self.summary.milestone, style, TEXT_ON_FELT), 0.0))
        return lines

    def _farewell_label(self, renderer: Renderer, max_width: float) -> Label | None:
        """Return a character's farewell after a match; None if talk is off, or there is none, or it is too wide."""
        if not self.summary.is_match_over or not self.context.settings.talk:
            return None
        match, words = self.summary.match, self.summary.words
        seats = [(seat, match.character(seat)) for seat in range(match.game.seats)]
        characters = {seat: character.slug for seat, character in seats if character is not None}
        talk = farewell_of(match.record.seed, characters, self.summary.winners)
        if talk is None:
            return None
        text = words("game.log.talk", name=self.summary.name_or_you(talk.seat), text=talk.text(words))
        return (
            Label(text, "talk", TEXT_ON_FELT, emphasis=CREAM)
            if renderer.text_width(text, "talk") <= max_width
            else None
        )

    def _par_line(self, style: str, max_width: float) -> ParLine | None:
        """Return the line that compares each person with bot playouts of the deal (the par); None without a par."""
        if self.pars is None:
            return None
        persons = self.summary.match.person_seats if self.summary.match.is_hot_seat else (self.summary.match.viewer,)
        seats = tuple(seat for seat in persons if self.pars.par_so_far(self.summary.scored.deal, seat) is not None)
        if not seats:
            return None
        subject = ParSubject(
            self.summary.scored.deal,
            seats,
            tuple(map(self.summary.name_or_you, seats)),
            adds_match_par=self.summary.is_match_over and len(self.summary.history) > 1,
        )
        line = ParLine(self.summary.words, self.pars, subject, style, max_width)
        line.on_click = partial(self._explain_par, line)
        return line

    def _explain_par(self, line: ParLine) -> None:
        """Open a dialog with the exact numbers behind the par."""
        lines = [DialogParagraph(text, heading=heading) for heading, text in line.exact_par_paragraphs()]
        self.context.open(Dialog(self.context, self.summary.words("app.results.par_exact"), lines))
