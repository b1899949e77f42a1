"""Cache of the renderers of one window, one for each zoom and canvas size."""

from engine.profile.custom_decks import CustomDecks
from engine.settings import Settings
from scenes.render.custom_deck import CustomDeck
from scenes.render.decks import DECKS
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import SurfaceCache, cache_budget_bytes, physical_memory_bytes

APPEARANCE_SETTINGS = ("deck", "four_colours", "large_index", "back", "table", "high_contrast", "ui_scale")
"""Settings that affect every drawing. A change of one needs new renderers."""


class RendererCache:
    """Cache of renderers by zoom and canvas size, for one window size and one choice of ``APPEARANCE_SETTINGS``.

    Args:
        picture_size: width and height of the frame in pixels.
        decks: the player's custom decks; None if there are none.
    """

    def __init__(self, picture_size: tuple[int, int], decks: CustomDecks | None = None) -> None:
        self.picture_size = picture_size
        self._decks = decks
        self._custom_decks: dict[str, CustomDeck] = {}
        self._reported_decks: set[str] = set()
        """Damaged decks that ``take_damaged_deck`` has returned."""
        self._renderers: dict[tuple[float, tuple[float, float], int], Renderer] = {}
        self.cache = SurfaceCache(cache_budget_bytes(picture_size, physical_memory_bytes()))
        self.gamepad_style = ""
        """Style of the gamepad whose buttons replace key names; empty for key names."""
        self.hides_key_hints = False
        """Whether key hints are left out, as touch input is used."""

    def get(
        self, settings: Settings, zoom: float, min_size: tuple[float, float] = (0.0, 0.0), drawer_width_px: int = 0
    ) -> Renderer:
        """Return the renderer for a zoom factor and a minimum width and height of the canvas, logical pixels.

        The canvas leaves ``drawer_width_px`` pixels free at the right edge.
        """
        key = (zoom, min_size, drawer_width_px)
        if key not in self._renderers:
            self._renderers[key] = Renderer(
                self.picture_size,
                zoom=zoom,
                min_size=min_size,
                drawer_width_px=drawer_width_px,
                four_colours=settings.four_colours,
                large_index=settings.large_index,
                deck=settings.deck,
                back=settings.back,
                table=settings.table,
                high_contrast=settings.high_contrast,
                find_custom_deck=self.custom_deck,
                cache=self.cache,
            )
        renderer = self._renderers[key]
        renderer.gamepad_style, renderer.hides_key_hints = self.gamepad_style, self.hides_key_hints
        return renderer

    def set_hides_key_hints(self, *, hides: bool) -> None:
        """Set whether touch input is used, which hides the key hints of all renderers."""
        self.hides_key_hints = hides
        for renderer in self._renderers.values():
            renderer.hides_key_hints = hides

    def custom_deck(self, name: str) -> CustomDeck | None:
        """Return a player's custom deck by name, damaged or not; None for a built-in deck."""
        if self._decks is None or name in DECKS:
            return None
        if name not in self._custom_decks:
            self._custom_decks[name] = CustomDeck(name, self._decks)
        return self._custom_decks[name]

    def take_damaged_deck(self) -> CustomDeck | None:
        """Return a custom deck found to be damaged, each only once; None if there is none."""
        for name, deck in self._custom_decks.items():
            if deck.damaged_file and name not in self._reported_decks:
                self._reported_decks.add(name)
                return deck
        return None

    def reload_deck(self, name: str) -> None:
        """Forget a player's custom deck that was added or removed, so that it is loaded again."""
        self._custom_decks.pop(name, None)
        self._reported_decks.discard(name)
        self.clear()

    def resize(self, picture_size: tuple[int, int]) -> None:
        """Set the frame size in pixels, and drop all renderers' drawings if it changed."""
        if picture_size != self.picture_size:
            self.clear()
            self.cache.budget_bytes = cache_budget_bytes(picture_size, physical_memory_bytes())
        self.picture_size = picture_size

    def clear(self) -> None:
        """Drop all renderers and their drawings."""
        for renderer in self._renderers.values():
            renderer.free_all()
        self._renderers.clear()
