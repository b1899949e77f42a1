"""Adding a deck of the player's own: what was offered is checked and drawn, kept, and shown whole."""

from pathlib import Path

from engine.notices import Notice
from engine.printable import printable
from engine.profile.incoming_deck import DeckError, Incoming
from engine.profile.own_decks import name_for
from engine.work.workers import WorkerDiedError
from scenes.settings.deck_page import DeckPage
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, Paragraph
from scenes.shell.scene import Scene
from scenes.shell.waiting_screen import WaitingScreen
from scenes.text.notices import notice_text
from scenes.work.deck_drawing import LONGEST, DeckDrawing


def add_deck(context: Context, path: Path) -> Scene:
    """The screen that adds the deck at a path, or a message why that is impossible."""
    try:
        return AddDeck(context, Incoming(path))
    except DeckError as error:
        return refusal(context, error.notice)


def refusal(context: Context, notice: Notice) -> Dialog:
    """A message why a deck wasn't added."""
    words = context.words
    lines = [Paragraph(notice_text(words, notice)), Paragraph(words("app.deck.which"))]
    return Dialog(context, words("app.deck.bad"), lines, width=680)


class AddDeck(WaitingScreen):
    """Draws a deck in the background, with its progress, and keeps it; can be left at any moment.

    Args:
        context: the program.
        deck: the list of its drawings.
    """

    def __init__(self, context: Context, deck: Incoming) -> None:
        super().__init__(context)
        self.deck = deck
        self.job = DeckDrawing(deck.drawings(), len(deck.cards))
        self._started = False
        self._waited = 0.0
        """Milliseconds since the last drawing was ready."""

    def title(self) -> str:
        return self.context.words("app.deck.adding")

    def note(self) -> str:
        return self.context.words("app.deck.adding.note", file=printable(self.deck.path.name))

    @property
    def share(self) -> float:
        return len(self.job.pictures) / self.job.count

    def back(self) -> None:
        self.context.close(self)

    def leave(self) -> None:
        self.job.stop()

    def update(self, dt: float) -> bool:
        if not self.context.is_top(self):
            return False
        super().update(dt)
        self._waited += dt
        try:
            self._advance()
        except DeckError as error:
            self._refuse(error.notice)
        except WorkerDiedError:
            self._refuse(Notice("notice.deck_svg", {"file": self._current}))
        return True

    def _advance(self) -> None:
        """Start drawing, take what is ready, and keep the deck when it is complete.

        Raises:
            DeckError: a drawing can't be used.
            WorkerDiedError: one ends the process that draws it.
        """
        if not self._started:
            self._started = True
            self.job.start(process=self.context.thinker.in_process)
        if self.job.poll():
            self._waited = 0.0
        self.progress.share = self.share
        if len(self.job.pictures) == self.job.count:
            self._keep()
        elif self._waited > LONGEST:
            raise DeckError("notice.deck_slow", {"file": self._current})

    @property
    def _current(self) -> str:
        """File name of the drawing that is awaited."""
        return next((self.deck.file(card) for card in self.deck.cards if card not in self.job.pictures), "")

    def _keep(self) -> None:
        context, decks = self.context, self.context.decks
        name = name_for(self.deck.path, decks.names())
        try:
            decks.save(name, self.job.pictures, self.deck.licence())
        except OSError as error:
            self._refuse(Notice("notice.unwritable", {"folder": str(decks.folder), "why": error.strerror or ""}))
            return
        context.adopt_deck(name)
        context.replace(self, DeckPage(context, name))

    def _refuse(self, notice: Notice) -> None:
        self.context.replace(self, refusal(self.context, notice))
