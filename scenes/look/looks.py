"""The looks of one window: one for each size of texts and canvas, made on demand."""

from engine.profile.own_decks import OwnDecks
from engine.settings import Settings
from scenes.look.cache import SurfaceCache, budget_for, physical_memory
from scenes.look.decks import DECKS
from scenes.look.look import Look
from scenes.look.own_deck import OwnDeck

DRAWING_SETTINGS = ("deck", "four_colours", "large_index", "back", "table", "high_contrast", "ui_scale")
"""Settings that change every drawing: a change needs new looks."""


class Looks:
    """Looks by size, all for one window size and one choice of ``DRAWING_SETTINGS``.

    Args:
        picture: width and height of the drawn picture, pixels.
        decks: the player's own decks; None if there can't be any.
    """

    def __init__(self, picture: tuple[int, int], decks: OwnDecks | None = None) -> None:
        self.picture = picture
        self._decks = decks
        self._own: dict[str, OwnDeck] = {}
        self._reported: set[str] = set()
        """Damaged decks that ``damaged`` has returned."""
        self._looks: dict[tuple[float, tuple[float, float], int], Look] = {}
        self.store = SurfaceCache(budget_for(picture, physical_memory()))
        """All drawings."""
        self.pad = ""
        """Style of the gamepad whose buttons are shown in place of keys; empty for keys."""
        self.touched = False
        """Whether a finger is used."""

    def at(self, settings: Settings, factor: float, min_size: tuple[float, float] = (0.0, 0.0), aside: int = 0) -> Look:
        """The look for a size of texts and a minimum width and height of the canvas, logical pixels.

        The canvas leaves ``aside`` pixels free at the right edge.
        """
        key = (factor, min_size, aside)
        if key not in self._looks:
            self._looks[key] = Look(
                self.picture,
                factor=factor,
                min_size=min_size,
                aside=aside,
                four_colours=settings.four_colours,
                large_index=settings.large_index,
                deck=settings.deck,
                back=settings.back,
                table=settings.table,
                high_contrast=settings.high_contrast,
                own_deck=self.own_deck,
                store=self.store,
            )
        look = self._looks[key]
        look.pad, look.touched = self.pad, self.touched
        return look

    def touch(self, *, used: bool) -> None:
        """Show the signs of keys no more while a finger is used, also in looks that are in use."""
        self.touched = used
        for look in self._looks.values():
            look.touched = used

    def own_deck(self, name: str) -> OwnDeck | None:
        """The player's own deck of a name, damaged or not; None for the program's decks."""
        if self._decks is None or name in DECKS:
            return None
        if name not in self._own:
            self._own[name] = OwnDeck(name, self._decks)
        return self._own[name]

    def damaged(self) -> OwnDeck | None:
        """An own deck that turned out to be damaged; each is returned once, and drawn as the house's from then on."""
        for name, deck in self._own.items():
            if deck.damaged and name not in self._reported:
                self._reported.add(name)
                return deck
        return None

    def forget_deck(self, name: str) -> None:
        """Look at a deck's files again: it was added or removed."""
        self._own.pop(name, None)
        self._reported.discard(name)
        self.forget()

    def resize(self, picture: tuple[int, int]) -> None:
        """Draw a picture of this size from now on."""
        if picture != self.picture:
            self.forget()
            self.store.budget = budget_for(picture, physical_memory())
        self.picture = picture

    def forget(self) -> None:
        """Drop all looks; each is made again on demand."""
        for look in self._looks.values():
            look.forget()
        self._looks.clear()
