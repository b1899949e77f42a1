"""The par in the results: a mark for each playout, updated as it is played, and a sentence."""

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Surface

from engine.moves import Figures, Seat
from engine.par import PLAYOUTS, Par
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, GOLD_ON_FELT, ON_FELT, hex_code
from scenes.look.widgets import Clickable
from scenes.text.words import Words
from scenes.work.pars import Pars

_STEP = 9.5
"""Distance from mark to mark."""
_MARK = 8.0
_AFTER = 12.0
"""Space between the marks and the sentence."""
_FORMS = (("long", True), ("alone", True), ("long", False), ("alone", False), ("short", True), ("short", False))
"""Forms of the sentence, the first that fits is used: with the whole match where that is wanted, alone, or short; and
with or without the marks."""
_HELP, _AFTER_HELP = 20.0, 10.0
"""Size of the sign for an explanation, and the space after it."""
_HALF = f'<path d="M4 1A3 3 0 0 0 4 7Z" fill="{hex_code(CREAM)}"/>'
_RING = f'<circle cx="4" cy="4" r="2.9" fill="none" stroke="{hex_code(CREAM)}" stroke-width="1.2"/>'
_DRAWN = {
    "worse": f'<circle cx="4" cy="4" r="3.6" fill="{hex_code(GOLD)}"/>',
    "equal": _RING + _HALF,
    "better": _RING,
    "waits": f'<circle cx="4" cy="4" r="1.3" fill="{hex_code(ON_FELT)}"/>',
}
"""Result of Master in a playout -> its mark; the shapes differ, not only the colours."""


class ParSubject(NamedTuple):
    """The deal and seats whose pars a line shows."""

    number: int
    """Number of the deal."""
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    """Names of the seats, used if there are several."""
    mean: bool = False
    """Whether to add all deals of the match."""


class ParLine(Clickable):
    """One line of constant height whose parts never move; a click explains it in exact figures.

    Args:
        words: texts.
        pars: pars of the match.
        subject: the deal and seats.
        style: text style of the sentence.
        room: maximum width.
    """

    def __init__(self, words: Words, pars: Pars, subject: ParSubject, style: str, room: float) -> None:
        super().__init__()
        self.words = words
        self.pars = pars
        self.subject = subject
        self.style = style
        self.room = room
        self.radius = 6.0

    @property
    def name(self) -> str:
        """What a click does, for screen readers."""
        return self.words("app.results.par_exact")

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.room, look.text_height(self.style)

    def draw(self, look: Look, target: Surface) -> None:
        subject = self.subject
        x, middle = self.rect.left, self.rect.centery
        look.blit(target, look.icon("help", _HELP, GOLD if self.hovered else ON_FELT), x, middle, "midleft")
        x += _HELP + _AFTER_HELP
        par = self.pars.of(subject.number, subject.seats[0])
        if len(subject.seats) == 1 and par is not None and self._form(look)[1]:
            for i, kind in enumerate(marks(par)):
                mark = look.svg(f"par {kind}", _DRAWN[kind], (0, 0, _MARK, _MARK))
                look.blit(target, mark, x + i * _STEP, middle, "midleft")
            x += PLAYOUTS * _STEP + _AFTER
        drawn = look.text(self.sentence(look), self.style, CREAM, max_width=self.rect.right - x, emphasis=GOLD_ON_FELT)
        look.blit(target, drawn, x, self.rect.top)

    def _form(self, look: Look) -> tuple[str, bool]:
        """Form of the sentence, and whether there is room for the marks beside it: words are worth more than marks."""
        for kind, marked in _FORMS:
            if look.text_width(self._longest(kind), self.style) <= self._room(marked=marked):
                return kind, marked
        return _FORMS[-1]

    def _room(self, *, marked: bool) -> float:
        """Width for the sentence, beside the marks or without them."""
        return self.room - _HELP - _AFTER_HELP - (PLAYOUTS * _STEP + _AFTER if marked else 0.0)

    def sentence(self, look: Look) -> str:
        """Return the sentence, in the longest form that will fit when all playouts are done."""
        subject, words = self.subject, self.words
        if len(subject.seats) > 1:
            return self._several()
        par = self.pars.of(subject.number, subject.seats[0])
        if par is None:
            return ""
        kind, marked = self._form(look)
        if par.points:
            return self._text(kind, par)
        waits, begins = words("app.results.par_waits"), words("app.results.par_begins")
        return waits if look.text_width(waits, self.style) <= self._room(marked=marked) else begins

    def _text(self, kind: str, par: Par) -> str:
        """The sentence in one of its forms."""
        words, seat = self.words, self.subject.seats[0]
        if kind == "short":
            return words("app.results.par_short", _figures(par))
        how = "never" if not par.better else "always" if par.better == len(par.points) else "some"
        text = words(f"app.results.par_{how}", _figures(par))
        whole = self.pars.whole(seat)
        if kind == "alone" or not self.subject.mean or len(whole) < 2:
            return text
        return words("app.results.par_match", _figures(_sum(whole)), text=text)

    def _longest(self, kind: str) -> str:
        """Return the sentence at its longest."""
        half = PLAYOUTS // 2
        texts = (self._text(kind, Par(0, (1,) * some + (0,) * (PLAYOUTS - some))) for some in (0, half, PLAYOUTS))
        return max(texts, key=len)

    def _several(self) -> str:
        words, listed = self.words, []
        for name, par in self._named():
            listed.append(words("app.results.par_of", _figures(par), name=name))
        return words("app.results.par_several", text=words.listed(listed)) if listed else ""

    def _named(self) -> list[tuple[str, Par]]:
        """The seats' names with their pars."""
        found = zip(self.subject.names, (self.pars.of(self.subject.number, s) for s in self.subject.seats), strict=True)
        return [(name, par) for name, par in found if par is not None]

    def exact(self) -> list[tuple[str, str]]:
        """The exact figures: headings, empty for the only person, and sentences."""
        words, subject = self.words, self.subject
        lines = [("", words("app.results.par_exact.how"))]
        for name, par in self._named():
            text = words("app.results.par_exact.counts", _figures(par), n=len(par.points))
            lines.append((name if len(subject.seats) > 1 else "", text))
        whole = self.pars.whole(subject.seats[0])
        if subject.mean and len(whole) > 1:
            lines.append(("", words("app.results.par_exact.match", _figures(_sum(whole)), n=len(whole))))
        return lines


def _figures(par: Par) -> Figures:
    counted = {"worse": par.worse, "equal": par.equal, "better": par.better, "of": len(par.points)}
    return {"par": round(par.per_cent), **counted}


def _sum(several: Sequence[Par]) -> Par:
    """The playouts of several deals together, as differences from the person's points."""
    return Par(0, tuple(points - par.own for par in several for points in par.points))


def marks(par: Par) -> Sequence[str]:
    """Return the kind of each mark: playouts in which Master did worse first, unplayed ones last.

    >>> marks(Par(5, (9, 3, 5)))[:4]
    ['worse', 'equal', 'better', 'waits']
    """
    kinds = ["worse"] * par.worse + ["equal"] * par.equal + ["better"] * par.better
    return kinds + ["waits"] * (PLAYOUTS - len(kinds))
