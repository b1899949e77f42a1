"""The heading of a result: winner, reason and par, beside the winner's portrait."""

import math
from collections.abc import Callable, Sequence
from functools import partial

from pygame import FRect

from engine.moves import Seat
from scenes.render.expressions import Expression
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD_ON_FELT, TEXT_ON_FELT
from scenes.screens.results.par_line import ParLine, ParSubject, exact_par_paragraphs
from scenes.screens.results.result_summary import ResultSummary
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogParagraph
from scenes.shell.screen import ShadowedText
from scenes.text.spoken_lines import farewell_line as farewell_of
from scenes.ui.boxes import Column, FirstThatFits, Row, Spacer
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.text import Text
from scenes.ui.widgets import Widget
from scenes.ui.widgets.winner_portraits import BRANCH_LEAF_PAIRS, WREATH_LEAF_PAIRS, WinnerPortraits
from scenes.work.pars import Pars

_TITLE_STYLES = ("wordmark", "result", "title", "heading", "tag")
"""Text styles of the heading, largest first. The first one that fits is used."""
_FAREWELL_GAP = 8.0
"""Space above a character's farewell."""


class _Title(ShadowedText):
    """The name of the winner in the largest of several text styles that fits."""

    def __init__(self, string: str, styles: Sequence[str]) -> None:
        super().__init__(string, styles[-1], GOLD_ON_FELT, math.inf)
        self.styles = tuple(styles)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        style = renderer.first_fitting_style(self.string, self.styles, constraints.max_width)
        width = min(constraints.max_width, renderer.text_width(self.string, style))
        return Size(width, renderer.text_surface_height(style))

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self.max_width = rect.width + 1
        self.style = renderer.first_fitting_style(self.string, self.styles, self.max_width)


class ResultHeading:
    """The heading of a result: lines of text and the winner's portrait.

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

    def compose(self, height: float, portrait_size: float) -> Row:
        """Return the heading in an area of a height: the winners' portrait and, beside it, lines of text.

        A low area has fewer and smaller lines.
        """
        winners = self.summary.winners
        is_own = not {*winners}.isdisjoint(self.summary.match.person_seats)
        deal_leaf_pairs = BRANCH_LEAF_PAIRS if is_own else 0
        winner = WinnerPortraits(
            [self.summary.portrait(seat) for seat in winners],
            leaf_pairs=WREATH_LEAF_PAIRS if self.summary.is_match_over and winners else deal_leaf_pairs,
            size=portrait_size,
            expression_of=lambda: self.expression_of(winners[0]),
        )
        space = (26 if portrait_size > 120 else 14) if winners else 12 - portrait_size
        titles = _TITLE_STYLES if height > 225 else _TITLE_STYLES[1:] if height > 110 else _TITLE_STYLES[2:]
        farewell = self._farewell() if height > 150 else None
        alternatives = []
        for lines in (self._lines(titles, "lead", height), self._lines(titles[1:], "explanation", height)):
            if farewell is not None:
                alternatives.append(Column(*lines, farewell, align="start"))
            alternatives.append(Column(*lines, align="start"))
        down = 6 if height > 150 else 0
        return Row(
            winner.with_layout("winner", margin=(0, 0, space, 0)),
            FirstThatFits(*alternatives, by_height=True).with_layout(basis=0.0, grow=1.0),
            padding=(0, 4 + down, 0, 4 - down),
        )

    def _lines(self, titles: Sequence[str], style: str, height: float) -> list[Widget]:
        """Return the lines of a result's heading; fewer lines for a small height."""
        summary = self.summary
        lines: list[Widget] = [_Title(summary.heading(), titles).with_layout(margin=(0, 0, 0, 2))]
        if height > 110:
            lines.insert(0, Text(summary.title_and_deal_text(), "prompt", TEXT_ON_FELT))
        margin, reason = summary.margin_text(), summary.reason_text()
        if margin:
            lines.append(Text(margin, style))
            reason = summary.words("app.results.last_deal", text=reason)
        if not margin or height > 150:
            lines.append(Text(reason, style, TEXT_ON_FELT if margin else CREAM, wraps=True))
        if summary.next_opponents_strength_text and height > 110:
            lines.append(Text(summary.next_opponents_strength_text, style, wraps=True))
        lines.extend(self._par_line(style))
        if summary.milestone and height > 150:
            lines.append(FirstThatFits(Text(summary.milestone, style, TEXT_ON_FELT), Spacer(0.0)))
        return [line.with_layout(margin=(0, 0, 0, line.layout.margin[3] + 2)) for line in lines]

    def _farewell(self) -> Widget | None:
        """Return a character's farewell after a match; None if talk is off, or there is none."""
        if not self.summary.is_match_over or not self.context.settings.talk:
            return None
        match, words = self.summary.match, self.summary.words
        seats = [(seat, match.character(seat)) for seat in range(match.game.seats)]
        characters = {seat: character.slug for seat, character in seats if character is not None}
        talk = farewell_of(match.record.seed, characters, self.summary.winners)
        if talk is None:
            return None
        text = words("game.log.talk", name=self.summary.name_or_you(talk.seat), text=talk.text(words))
        line = Text(text, "talk", TEXT_ON_FELT, emphasis=CREAM).with_layout(margin=(0, _FAREWELL_GAP, 0, 0))
        return FirstThatFits(line, Spacer(0.0))

    def _par_line(self, style: str) -> list[Widget]:
        """Return the line that compares each person with bot playouts of the deal (the par), if there is a par."""
        pars, summary = self.pars, self.summary
        if pars is None:
            return []
        persons = summary.match.person_seats if summary.match.is_hot_seat else (summary.match.viewer,)
        seats = tuple(seat for seat in persons if pars.par_so_far(summary.scored.deal, seat) is not None)
        if not seats:
            return []
        subject = ParSubject(
            summary.scored.deal,
            seats,
            tuple(map(summary.name_or_you, seats)),
            adds_match_par=summary.is_match_over and len(summary.history) > 1,
        )
        explain = partial(self._explain_par, pars, subject)
        return [ParLine(summary.words, pars, subject, style, explain).with_layout(f"par {style}")]

    def _explain_par(self, pars: Pars, subject: ParSubject) -> None:
        """Open a dialog with the exact numbers behind the par."""
        words = self.summary.words
        paragraphs = exact_par_paragraphs(words, pars, subject)
        lines = [DialogParagraph(text, heading=heading) for heading, text in paragraphs]
        self.context.open(Dialog(self.context, words("app.results.par_exact"), lines))
