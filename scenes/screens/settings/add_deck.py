"""Import of a custom card deck: its files are checked and rendered, then the deck is saved and shown."""

from pathlib import Path

from engine.notices import Notice
from engine.profile.custom_decks import unused_deck_name
from engine.profile.deck_import import DeckError, DeckImport
from engine.sanitise import sanitise
from engine.work.worker_pool import WorkerDiedError
from scenes.screens.settings.custom_deck_screen import DeckScreen
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogParagraph
from scenes.shell.scene import Scene
from scenes.shell.waiting_screen import WaitingScreen
from scenes.text.notice_texts import notice_text
from scenes.work.deck_rendering import MAX_DRAWING_MS, DeckRendering


def add_deck_scene(context: Context, path: Path) -> Scene:
    """Return the screen that imports the custom deck at a path, or a dialog with the reason why it can't."""
    try:
        return AddDeckScreen(context, DeckImport(path))
    except DeckError as error:
        return deck_refused_dialog(context, error.notice)


def deck_refused_dialog(context: Context, notice: Notice) -> Dialog:
    """Return a dialog that says why a custom card deck wasn't imported."""
    words = context.words
    lines = [DialogParagraph(notice_text(words, notice)), DialogParagraph(words("app.deck.which"))]
    return Dialog(context, words("app.deck.bad"), lines, width=680)


class AddDeckScreen(WaitingScreen):
    """Progress screen that renders a custom deck in the background, then saves and shows it. Leaving it cancels.

    Args:
        context: the application.
        deck: the files of the deck.
    """

    def __init__(self, context: Context, deck: DeckImport) -> None:
        super().__init__(context)
        self.deck = deck
        self.job = DeckRendering(deck.drawings(), len(deck.cards))
        self._started = False
        self.timeline.wait("drawing", MAX_DRAWING_MS)

    def title(self) -> str:
        return self.context.words("app.deck.adding")

    def note(self) -> str:
        return self.context.words("app.deck.adding.note", file=sanitise(self.deck.path.name))

    @property
    def progress(self) -> float:
        return len(self.job.pictures) / self.job.count

    def back(self) -> None:
        self.context.close(self)

    def on_leave(self) -> None:
        self.job.stop()

    def poll(self) -> bool:
        if not self.context.is_top(self):
            return False
        try:
            self._advance()
        except DeckError as error:
            self._show_error(error.notice)
        except WorkerDiedError:
            self._show_error(Notice("notice.deck_svg", {"file": self._awaited_file}))
        return True

    def _advance(self) -> None:
        """Start rendering the custom deck, update the progress, and save the deck when it is complete.

        Raises:
            DeckError: a file can't be used, or its rendering takes too long.
            WorkerDiedError: the worker process ended while rendering a file.
        """
        if not self._started:
            self._started = True
            self.job.start(process=self.context.thinker.uses_process)
        if self.job.poll():
            self.timeline.wait("drawing", MAX_DRAWING_MS)
            self.refresh()
        if len(self.job.pictures) == self.job.count:
            self._save_deck()
        elif not self.timeline.is_running("drawing"):
            raise DeckError("notice.deck_slow", {"file": self._awaited_file})

    @property
    def _awaited_file(self) -> str:
        """File name of the deck's first card not yet rendered."""
        return next((self.deck.file_name(card) for card in self.deck.cards if card not in self.job.pictures), "")

    def _save_deck(self) -> None:
        context, decks = self.context, self.context.custom_decks
        name = unused_deck_name(self.deck.path, decks.names())
        try:
            decks.save(name, self.job.pictures, self.deck.licence())
        except OSError as error:
            self._show_error(Notice("notice.unwritable", {"folder": str(decks.folder), "why": error.strerror or ""}))
            return
        context.renderers.reload_deck(name)
        context.replace(self, DeckScreen(context, name))

    def _show_error(self, notice: Notice) -> None:
        self.context.replace(self, deck_refused_dialog(self.context, notice))
