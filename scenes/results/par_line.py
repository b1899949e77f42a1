"""The par in the results: a mark for each playout, updated as it is played, and a sentence."""

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Surface

from engine.moves import Figures, Seat
from engine.par import PLAYOUTS, Par
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, GOLD_ON_FELT, ON_FELT, hex_code
from scenes.look.widgets import Widget
from scenes.text.words import Words
from scenes.work.pars import Pars

_STEP = 10.0
"""Distance from mark to mark."""
_MARK = 8.0
_AFTER = 12.0
"""Space between the marks and the sentence."""
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
    """Whether to add the mean over the match's deals."""


class ParLine(Widget):
    """One line of constant height whose parts never move.

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

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.room, look.text_height(self.style)

    def draw(self, look: Look, target: Surface) -> None:
        subject = self.subject
        x, middle = self.rect.left, self.rect.centery
        par = self.pars.of(subject.number, subject.seats[0])
        if len(subject.seats) == 1 and par is not None and self._marks(look):
            for i, kind in enumerate(marks(par)):
                mark = look.svg(f"par {kind}", _DRAWN[kind], (0, 0, _MARK, _MARK))
                look.blit(target, mark, x + i * _STEP, middle, "midleft")
            x += PLAYOUTS * _STEP + _AFTER
        drawn = look.text(self.sentence(look), self.style, CREAM, max_width=self.rect.right - x, emphasis=GOLD_ON_FELT)
        look.blit(target, drawn, x, self.rect.top)

    def _marks(self, look: Look) -> bool:
        """Whether there is room for the marks beside the shortest sentence."""
        return self.room - PLAYOUTS * _STEP - _AFTER >= look.text_width(self._longest("short"), self.style)

    def sentence(self, look: Look) -> str:
        """Return the sentence, in the longest form that will fit when all playouts are done."""
        subject, words = self.subject, self.words
        if len(subject.seats) > 1:
            return self._several()
        par = self.pars.of(subject.number, subject.seats[0])
        if par is None:
            return ""
        room = self.room - (PLAYOUTS * _STEP + _AFTER if self._marks(look) else 0.0)
        if not par.points:
            waits, begins = (self._with_mean(words(f"app.results.par_{kind}")) for kind in ("waits", "begins"))
            return waits if look.text_width(waits, self.style) <= room else begins
        wide = (
            kind for kind in ("long", "counts", "scale") if look.text_width(self._longest(kind), self.style) <= room
        )
        return self._with_mean(self._text(next(wide, "short"), par))

    def _with_mean(self, text: str) -> str:
        """Append the mean over the match's deals, if wanted."""
        mean, count = self.pars.mean(self.subject.seats[0])
        if not self.subject.mean or count < 2:
            return text
        return self.words("app.results.par_mean", text=text, n=count, par=self.words.number(mean))

    def _text(self, kind: str, par: Par) -> str:
        counted = {"worse": par.worse, "equal": par.equal, "better": par.better, "n": len(par.points)}
        figures: Figures = {"par": self.words.number(par.per_cent), **counted}
        if kind != "long":
            return self.words(f"app.results.par_{kind}", figures)
        text = self.words("app.results.par_worse" if par.worse >= par.better else "app.results.par_better", figures)
        return self.words("app.results.par_also", figures, text=text) if par.equal else text

    def _longest(self, kind: str) -> str:
        """Return the sentence at its longest."""
        half = PLAYOUTS // 2
        texts = (self._text(kind, Par(0, (other,) * half + (0,) * half)) for other in (-1, 1))
        text = max(texts, key=len)
        if self.subject.mean:
            text = self.words("app.results.par_mean", text=text, n=10, par=self.words.number(50))
        return text

    def _several(self) -> str:
        words, listed = self.words, []
        for seat, name in zip(self.subject.seats, self.subject.names, strict=True):
            par = self.pars.of(self.subject.number, seat)
            if par is not None:
                value = words.number(par.per_cent) if (self.subject.number, seat) in self.pars.complete else "…"
                listed.append(words("app.results.par_of", name=name, par=value))
        return words("app.results.par_several", text=words.listed(listed)) if listed else ""


def marks(par: Par) -> Sequence[str]:
    """Return the kind of each mark: playouts in which Master did worse first, unplayed ones last.

    >>> marks(Par(5, (9, 3, 5)))[:4]
    ['worse', 'equal', 'better', 'waits']
    """
    kinds = ["worse"] * par.worse + ["equal"] * par.equal + ["better"] * par.better
    return kinds + ["waits"] * (PLAYOUTS - len(kinds))
