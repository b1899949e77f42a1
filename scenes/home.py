"""The first screen: the five games, the match that waits, settings, quit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pygame import FRect, Surface

from engine.bots.people import CHARACTERS
from engine.games import GAMES
from engine.record import RecordError
from scenes.game_card import HEIGHT, WIDTH, GameCard
from scenes.look.look import Look
from scenes.look.theme import BRASS, TITLE
from scenes.look.widgets import Button, Widget
from scenes.screen import Screen, Title

if TYPE_CHECKING:
    from scenes.app import App

_TILT = 0.8
"""Degrees by which each card leans more than its neighbour towards the middle."""
_DROP = 3.0
"""How far the cards beside the middle one lie below it; it grows with the square of the distance."""
_LEAST_WIDTH = 760.0
_ROW = HEIGHT + 34.0
"""From one row of games to the next, where large texts make several."""
_ASIDE, _GAP = 52.0, 24.0
_STRIP = 112.0
"""Height of the wooden edge at the bottom."""


class Faces(Widget):
    """Portraits that overlap a little: who plays in the match that waits."""

    def __init__(self, portraits: tuple[str, ...], diameter: float = 56.0) -> None:
        super().__init__()
        self.portraits = portraits
        self.diameter = diameter

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.diameter + (len(self.portraits) - 1) * (self.diameter - 10), self.diameter

    def draw(self, look: Look, target: Surface) -> None:
        half = self.diameter / 2
        for i, name in enumerate(self.portraits):
            face = look.portrait(name, self.diameter)
            look.blit(target, face, self.rect.left + half + i * (self.diameter - 10), self.rect.centery, "center")


class Picture(Widget):
    """An icon."""

    def __init__(self, icon: str, size: float) -> None:
        super().__init__()
        self.icon = icon
        self.size = size

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.size, self.size

    def draw(self, look: Look, target: Surface) -> None:
        look.blit(target, look.icon(self.icon, self.size, BRASS), *self.rect.topleft)


class Home(Screen):
    """The first screen."""

    ground = "home"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._cards: list[GameCard] = []
        self._deal = self._saved_deal()
        self._free = 0.0
        """Where the buttons at the right begin."""

    def _saved_deal(self) -> int:
        """Number of the deal at which the match waits; 0 when there is none that can go on."""
        saved = self.app.saved
        if saved is None or saved.game not in GAMES:
            return 0
        try:
            return saved.replay().deal_number
        except (RecordError, ValueError, LookupError):
            return 0

    # --- widgets ----------------------------------------------------------------------------------------------------

    def _columns(self) -> int:
        """Games in a row: all of them, at large texts as many as the window shows."""
        if self.app.ui <= 1:
            return len(GAMES)
        wide = max(_LEAST_WIDTH, self.app.look.seen[0])
        return max(1, min(len(GAMES), int((wide - 2 * _ASIDE + _GAP) / (WIDTH + _GAP))))

    def _needs(self) -> tuple[float, float]:
        if self.app.ui <= 1:
            return 0.0, 0.0
        rows = -(-len(GAMES) // self._columns())
        return _LEAST_WIDTH, 720.0 + (rows - 1) * _ROW

    def build(self) -> None:
        look, words = self.look, self.app.words
        rows = -(-len(GAMES) // self._columns())
        self.ground = "home" if look.height <= look.seen[1] + 1 else "felt"  # its wooden edge does not scroll
        spare = look.height - 720 - (rows - 1) * _ROW
        self._build_name(spare * 0.3)
        self._build_cards(174 + spare * 0.55)
        middle = look.height - _STRIP / 2 + 2
        right = look.width - 52
        buttons = (
            Button(words("app.home.quit"), self.app.quit, icon="quit"),
            Button(words("app.home.settings"), self.open_settings, icon="settings"),
        )
        for button in buttons:
            button.place(look, right, middle, "midright")
            right = button.rect.left - 14
        self._free = right
        if self._deal:
            self._build_continue(middle)
        self.group.add(*reversed(buttons))

    def _build_name(self, y: float) -> None:
        look, words = self.look, self.app.words
        name = Title(words("app.title"), "wordmark", TITLE, look.width)
        wide = name.preferred(look)[0]
        house = Picture("brand", 66)
        left = (look.width - wide - 86) / 2
        house.place(look, left, 40 + y)
        name.place(look, left + 86, 73 + y, "midleft")
        tagline = self.label(words("app.home.tagline"), "lead", 0, 0)
        tagline.rect.midtop = (look.width / 2, 114 + y)
        self.group.add(house, name)

    def _build_cards(self, top: float) -> None:
        look, words = self.look, self.app.words
        columns = self._columns()
        raised = {card.slug: card.raised for card in self._cards}
        self._cards = []
        for i, slug in enumerate(GAMES):
            texts = (
                words(f"{slug}.title"),
                words(f"{slug}.tagline"),
                words(f"{slug}.players"),
            )
            row, column = divmod(i, columns)
            gaps = min(columns, len(GAMES) - row * columns) - 1
            step = min(290.0, (look.width - 2 * _ASIDE - WIDTH) / max(1, gaps))
            left = (look.width - gaps * step - WIDTH) / 2
            aside = column - gaps / 2
            card = GameCard(slug, texts, aside * _TILT, partial(self.choose, slug))
            card.raised = raised.get(slug, 0.0)
            card.rect = FRect(left + column * step, top + row * _ROW + _DROP * aside**2, WIDTH, HEIGHT)
            self._cards.append(card)
        self.group.add(*self._cards)

    def _build_continue(self, middle: float) -> None:
        """The button that goes on with the match, and who plays in it."""
        look, words, saved = self.look, self.app.words, self.app.saved
        assert saved is not None
        second = words("app.home.saved", game=words(f"{saved.game}.title"), n=self._deal)
        button = Button(
            words("app.home.continue"),
            self.resume,
            kind="primary",
            icon="play",
            second=second,
            style="button_large",
            height=68,
        )
        button.gap, button.padding = 16, 27
        button.place(look, 52, middle, "midleft")
        self.group.add(button)
        opponents = tuple(chair.who for chair in saved.chairs if chair.who in CHARACTERS)
        if not opponents:
            return
        faces = Faces((self.app.settings.portrait, *opponents), 56 if len(opponents) < 4 else 44)
        faces.place(look, button.rect.right + 31, middle, "midleft")
        if faces.rect.right < self._free:
            self.group.add(faces)

    # --- what it does -----------------------------------------------------------------------------------------------

    def choose(self, slug: str) -> None:
        """A game's card was pressed."""
        from scenes.seating import Seating  # noqa: PLC0415  # it leads back here

        self.app.go(Seating(self.app, slug))

    def resume(self) -> None:
        """Go on with the match that waits."""
        from scenes.table.table import resume  # noqa: PLC0415  # it leads back here

        resume(self.app)

    def open_settings(self) -> None:
        """The settings."""
        from scenes.settings import Settings  # noqa: PLC0415  # it leads back here

        self.app.open(Settings(self.app))

    def confirm(self) -> None:
        if self._deal:
            self.resume()

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        if self.app.top is not self:
            return False
        pace = self.app.speed * dt
        if self.app.settings.reduced_motion:
            pace = 0.0
        moved = [card.update(pace) for card in self._cards]
        return any(moved)

    @property
    def animating(self) -> bool:
        return any(card.moving for card in self._cards)

    def finish(self) -> None:
        for card in self._cards:
            card.update(0)
