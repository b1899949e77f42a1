"""Screen that shows all cards and the licence of a custom deck."""

from dataclasses import replace

from pygame import Surface

from engine.cards import HIDDEN, Card, parse
from engine.sanitise import sanitise
from engine.settings import Settings
from scenes.render.cards import CardArt
from scenes.render.decks import CUSTOM_BACK
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_RATIO, CREAM, MUTED
from scenes.shell.context import Context
from scenes.shell.dialog import confirm_dialog
from scenes.shell.screen import MARGIN, Screen
from scenes.ui.boxes import Column, Row, Spacer, Stack
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, Panel, Widget

_CARD_WIDTH = 84.0
_CARD_PITCH = (88.0, 126.0)
_SHELF_MARGIN = 16.0
_BOTTOM_MARGIN = 96.0
_MAX_PARAGRAPHS, _MAX_PARAGRAPH_LENGTH = 60, 1200
"""Maximum number of shown paragraphs of the licence, and maximum characters of each."""
_CARD_ORDER = tuple(parse(f"{rank}{suit}") for suit in "SHDC" for rank in "A23456789TJQK")


class _CardGrid(Widget):
    """Widget with a custom deck's cards in a grid on felt."""

    def __init__(self, art: CardArt, cards: tuple[Card, ...]) -> None:
        super().__init__()
        self._art, self._cards = art, cards

    @staticmethod
    def _column_count(width: float) -> int:
        return max(1, int((width - 2 * _SHELF_MARGIN) // _CARD_PITCH[0]))

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        rows = -(-len(self._cards) // self._column_count(constraints.max_width))
        height = (rows - 1) * _CARD_PITCH[1] + _CARD_WIDTH * CARD_RATIO + 2 * _SHELF_MARGIN
        return Size(constraints.max_width, height)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the felt, then the cards of the deck."""
        renderer.blit(target, renderer.recessed_felt(self.rect.width, self.rect.height), *self.rect.topleft)
        columns = self._column_count(self.rect.width)
        left = self.rect.centerx - _CARD_PITCH[0] * (columns - 1) / 2
        top = self.rect.top + _SHELF_MARGIN + _CARD_WIDTH * CARD_RATIO / 2
        for i, card in enumerate(self._cards):
            x, y = left + i % columns * _CARD_PITCH[0], top + i // columns * _CARD_PITCH[1]
            renderer.blit(
                target, self._art.card_with_shadow(card, _CARD_WIDTH, dim=False, lifted=False), x, y, "center"
            )


class DeckScreen(Screen):
    """Shows a custom deck, to use or to remove it.

    Args:
        context: the application.
        name: the deck's name.
    """

    min_size = (600.0, 350.0)

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context)
        self.name = name

    def compose(self) -> Column:
        words = self.context.words
        has_back = self.context.custom_decks.has_back(self.name)
        art = self.renderer.card_art_for(self.name, CUSTOM_BACK)
        texts = [
            Text(text, style, CREAM if style == "strong" else MUTED, wraps=True)
            for text, style in self._licence_texts_and_styles()
        ]
        content = Column(
            _CardGrid(art, (*_CARD_ORDER, HIDDEN) if has_back else _CARD_ORDER),
            *(text.with_layout(margin=(10, 0, 16, 0)) for text in texts),
            gap=8,
            padding=(0, 0, 14, 8),
        )
        content.children[0].with_layout(margin=(0, 0, 0, 10))
        remove = Button(words("app.deck.remove"), self.ask_to_remove, icon="bin", small=True)
        label = words("app.button.done") if self.context.settings.deck == self.name else words("app.deck.use")
        use = Button(label, self.confirm, kind="primary", icon="check", min_width=180)
        return Column(
            self.header("chevron_left", self.name, words("app.button.back")),
            Stack(ScrollView(content, key="cards", bar_overlaps=True), padding=10, background=Panel()).with_layout(
                grow=1, shrink_order=1, basis=0, margin=(MARGIN, 20, MARGIN, 0)
            ),
            Row(remove.with_layout("remove"), Spacer(), use.with_layout("use"), padding=(MARGIN, 0)).with_layout(
                height=_BOTTOM_MARGIN
            ),
        )

    def _licence_texts_and_styles(self) -> list[tuple[str, str]]:
        """Return the paragraphs about the deck's licence, each with its text style."""
        words, decks = self.context.words, self.context.custom_decks
        folder = sanitise(str(decks.folder / self.name), 400)
        paragraphs = [" ".join(paragraph.split()) for paragraph in decks.licence(self.name).split("\n\n")]
        paragraphs = [paragraph for paragraph in paragraphs if paragraph]
        if not paragraphs:
            return [(words("app.deck.no_licence"), "explanation")]
        shown = [
            (sanitise(paragraph, _MAX_PARAGRAPH_LENGTH), "explanation") for paragraph in paragraphs[:_MAX_PARAGRAPHS]
        ]
        more = [(words("app.deck.whole_licence", folder=folder), "explanation")]
        return [(words("app.deck.licence"), "strong"), *shown, *more]

    # --- actions ------------------------------------------------------------------------------------------------------

    def confirm(self) -> None:
        """Use this custom deck in the settings and close the screen."""
        context = self.context
        settings = context.settings
        context.close(self)
        if settings.deck != self.name:
            has_back = context.custom_decks.has_back(self.name)
            changed = (
                replace(settings, deck=self.name) if has_back else _with_deck_and_built_in_back(settings, self.name)
            )
            context.change_settings(replace(changed, back=CUSTOM_BACK) if has_back else changed)
            context.show_toast("app.deck.used", "cards", name=self.name)

    def ask_to_remove(self) -> None:
        """Ask whether to delete the custom deck."""
        self.context.open(
            confirm_dialog(self.context, "app.deck.removing", self.remove, destructive=True, name=self.name)
        )

    def remove(self) -> None:
        """Delete the custom deck. If it was in use, the default deck replaces it."""
        context = self.context
        try:
            context.custom_decks.remove(self.name)
        except OSError:
            context.show_toast("app.deck.kept", "bin", name=self.name)
            return
        context.close(self)
        settings = context.settings
        context.renderers.reload_deck(self.name)
        if settings.deck == self.name:
            settings = _with_deck_and_built_in_back(settings, Settings().deck)
        context.change_settings(settings)
        context.show_toast("app.deck.removed", "bin", name=self.name)

    def back(self) -> None:
        self.context.close(self)


def _with_deck_and_built_in_back(settings: Settings, deck: str) -> Settings:
    """Return the settings with another card deck in use, and the default card back instead of a custom one."""
    back = Settings().back if settings.back == CUSTOM_BACK else settings.back
    return replace(settings, deck=deck, back=back)
