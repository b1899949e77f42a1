"""Line of the results with a person's par: the percentage of Master's playouts of the same cards that the person beat.

It has a sentence, and a mark for each playout, which is drawn anew when the playout ends.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Surface

from engine.moves import Placeholders, Seat
from engine.par import PLAYOUTS_PER_DEAL, Par
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, GOLD_ON_FELT, TEXT_ON_FELT, hex_code
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widget import OnClick
from scenes.ui.widgets import Clickable
from scenes.work.pars import Pars

_MARK_STEP = 9.5
"""Distance from one mark to the next."""
_MARK_SIZE = 8.0
_MARKS_GAP = 12.0
"""Space between the marks and the sentence."""
_SENTENCE_FORMS = (
    ("long", True),
    ("alone", True),
    ("long", False),
    ("alone", False),
    ("short", True),
    ("short", False),
)
"""Forms of the sentence, and whether marks are shown beside it. The first combination that fits is used. "long" adds
the par of the whole match, "alone" doesn't."""
_HELP_SIZE, _HELP_GAP = 20.0, 10.0
"""Size of the help icon, and the space after it."""
_HALF_DISC_SVG = f'<path d="M4 1A3 3 0 0 0 4 7Z" fill="{hex_code(CREAM)}"/>'
_RING_SVG = f'<circle cx="4" cy="4" r="2.9" fill="none" stroke="{hex_code(CREAM)}" stroke-width="1.2"/>'
_MARK_SVGS = {
    "worse": f'<circle cx="4" cy="4" r="3.6" fill="{hex_code(GOLD)}"/>',
    "equal": _RING_SVG + _HALF_DISC_SVG,
    "better": _RING_SVG,
    "waits": f'<circle cx="4" cy="4" r="1.3" fill="{hex_code(TEXT_ON_FELT)}"/>',
}
"""Mark by the result of Master in a playout. The shapes differ too, for colour-blind players."""


class ParSubject(NamedTuple):
    """Deal and seats of a ``ParLine``."""

    deal_number: int
    """Number of the deal, counted from 1."""
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    """Names of the seats, shown only if there are several."""
    adds_match_par: bool = False
    """Whether to add the par of all deals of the match."""

    def named_pars(self, pars: Pars) -> list[tuple[str, Par]]:
        """Return name and par of each person, except persons without a par."""
        found = [
            (name, pars.par_so_far(self.deal_number, seat)) for name, seat in zip(self.names, self.seats, strict=True)
        ]
        return [(name, par) for name, par in found if par is not None]


class ParLine(Clickable):
    """Line of text in the results that shows the par of a person in a deal. Its layout doesn't
    change when playouts end.

    Args:
        words: the text catalogue.
        pars: pars of the match.
        subject: the deal and seats.
        style: text style of the sentence.
        on_click: opens the exact numbers.
    """

    def __init__(
        self, words: Words, pars: Pars, subject: ParSubject, style: str, on_click: OnClick | None = None
    ) -> None:
        super().__init__(on_click)
        self.words = words
        self.pars = pars
        self.subject = subject
        self.style = style
        self.focus_radius = 6.0
        self.focus_gap = 0.0  # the lines above and below are close

    @property
    def name(self) -> str:
        """Description of the par line's click action for screen readers."""
        return self.words("app.results.par_exact")

    def as_accessible(self) -> AccessibleElement:
        par = self.pars.par_so_far(self.subject.deal_number, self.subject.seats[0])
        if len(self.subject.seats) > 1:
            return self.as_button(self._several_seats_text() or self.name)
        if par is None:
            return self.as_button(self.name)
        return self.as_button(self._text("long", par) if par.points else self.words("app.results.par_waits"))

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(constraints.max_width, renderer.text_surface_height(self.style))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        subject = self.subject
        x, middle = self.rect.left, self.rect.centery
        renderer.blit(
            target, renderer.icon("help", _HELP_SIZE, GOLD if self.hovered else TEXT_ON_FELT), x, middle, "midleft"
        )
        x += _HELP_SIZE + _HELP_GAP
        par = self.pars.par_so_far(subject.deal_number, subject.seats[0])
        if len(subject.seats) == 1 and par is not None and self._fitting_form(renderer)[1]:
            for i, kind in enumerate(playout_mark_kinds(par)):
                mark = renderer.svg(f"par {kind}", _MARK_SVGS[kind], (0, 0, _MARK_SIZE, _MARK_SIZE))
                renderer.blit(target, mark, x + i * _MARK_STEP, middle, "midleft")
            x += PLAYOUTS_PER_DEAL * _MARK_STEP + _MARKS_GAP
        drawn = renderer.text(
            self.sentence(renderer), self.style, CREAM, max_width=self.rect.right - x, emphasis=GOLD_ON_FELT
        )
        renderer.blit(target, drawn, x, self.rect.top)

    def _fitting_form(self, renderer: Renderer) -> tuple[str, bool]:
        """Return the form of the par sentence that fits the line's width, and whether the playouts' marks fit beside
        it. The words matter more than the marks.
        """
        for kind, marked in _SENTENCE_FORMS:
            if renderer.text_width(self._longest_sentence(kind), self.style) <= self._max_sentence_width(marked=marked):
                return kind, marked
        return _SENTENCE_FORMS[-1]

    def _max_sentence_width(self, *, marked: bool) -> float:
        """Return the width left for the par sentence, with or without the marks."""
        return (
            self.rect.width - _HELP_SIZE - _HELP_GAP - (PLAYOUTS_PER_DEAL * _MARK_STEP + _MARKS_GAP if marked else 0.0)
        )

    def sentence(self, renderer: Renderer) -> str:
        """Return the par sentence in the longest form that fits the line's width even with the largest numbers."""
        subject, words = self.subject, self.words
        if len(subject.seats) > 1:
            return self._several_seats_text()
        par = self.pars.par_so_far(subject.deal_number, subject.seats[0])
        if par is None:
            return ""
        kind, marked = self._fitting_form(renderer)
        if par.points:
            return self._text(kind, par)
        waits, begins = words("app.results.par_waits"), words("app.results.par_begins")
        return waits if renderer.text_width(waits, self.style) <= self._max_sentence_width(marked=marked) else begins

    def _text(self, form: str, par: Par) -> str:
        """Return the sentence about a par in one of its forms."""
        words, seat = self.words, self.subject.seats[0]
        if form == "short":
            return words("app.results.par_short", _par_placeholders(par))
        how = "never" if not par.better else "always" if par.better == len(par.points) else "some"
        text = words(f"app.results.par_{how}", _par_placeholders(par))
        whole = self.pars.list_complete_pars(seat)
        if form == "alone" or not self.subject.adds_match_par or len(whole) < 2:
            return text
        return words("app.results.par_match", _par_placeholders(_combine_pars(whole)), text=text)

    def _longest_sentence(self, form: str) -> str:
        """Return the longest sentence that may be shown about a deal's par, alone or with the match's (``form``)."""
        half = PLAYOUTS_PER_DEAL // 2
        texts = (
            self._text(form, Par(0, (1,) * some + (0,) * (PLAYOUTS_PER_DEAL - some)))
            for some in (0, half, PLAYOUTS_PER_DEAL)
        )
        return max(texts, key=len)

    def _several_seats_text(self) -> str:
        words, listed = self.words, []
        for name, par in self.subject.named_pars(self.pars):
            listed.append(words("app.results.par_of", _par_placeholders(par), name=name))
        return words("app.results.par_several", text=words.join_commas(listed)) if listed else ""


def exact_par_paragraphs(words: Words, pars: Pars, subject: ParSubject) -> list[tuple[str, str]]:
    """Return the paragraphs, each with a heading, that explain the exact numbers behind a par. A single person's
    heading is empty.
    """
    lines = [("", words("app.results.par_exact.how"))]
    for name, par in subject.named_pars(pars):
        text = words("app.results.par_exact.counts", _par_placeholders(par), n=len(par.points))
        lines.append((name if len(subject.seats) > 1 else "", text))
    whole = pars.list_complete_pars(subject.seats[0])
    if subject.adds_match_par and len(whole) > 1:
        lines.append(("", words("app.results.par_exact.match", _par_placeholders(_combine_pars(whole)), n=len(whole))))
    return lines


def _par_placeholders(par: Par) -> Placeholders:
    counted = {"worse": par.worse, "equal": par.equal, "better": par.better, "of": len(par.points)}
    return {"par": round(par.per_cent), **counted}


def _combine_pars(pars: Sequence[Par]) -> Par:
    """Combine the pars of several deals into one, with the playouts' points minus the person's points."""
    return Par(0, tuple(points - par.own_points for par in pars for points in par.points))


def playout_mark_kinds(par: Par) -> Sequence[str]:
    """Return the kind of mark of each of Master's playouts of a deal, sorted by kind.

    The kinds are worse than the person, equal, better, and ``waits`` for an unfinished playout.

    >>> playout_mark_kinds(Par(5, (9, 3, 5)))[:4]
    ['worse', 'equal', 'better', 'waits']
    """
    kinds = ["worse"] * par.worse + ["equal"] * par.equal + ["better"] * par.better
    return kinds + ["waits"] * (PLAYOUTS_PER_DEAL - len(kinds))
