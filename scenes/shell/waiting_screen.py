"""Base class of progress screens, with a cancel button."""

from abc import abstractmethod

from scenes.render.theme import MUTED
from scenes.shell.screen import MARGIN, Screen
from scenes.ui.boxes import Centered, Column
from scenes.ui.text import Text
from scenes.ui.widgets import Button, Panel, Widget
from scenes.ui.widgets.progress_bar import ProgressBar

_MAX_WIDTH = 560.0
_PAD = 30.0


class WaitingScreen(Screen):
    """Progress screen with title, note, progress bar and cancel button."""

    min_size = (560.0, 340.0)

    @abstractmethod
    def title(self) -> str:
        """Return the progress screen's title, which names the work in progress."""

    @abstractmethod
    def note(self) -> str:
        """Return the progress screen's explanation in one or two sentences."""

    @property
    @abstractmethod
    def progress(self) -> float:
        """Progress of the awaited work, 0 … 1."""

    @property
    def allows_notices_dialog(self) -> bool:
        return False

    @property
    def is_animating(self) -> bool:
        return True

    def compose(self) -> Widget:
        words = self.context.words
        bar = ProgressBar(self.progress)
        cancel = Button(words("app.button.cancel"), self.back, key_hint=words("app.key.esc"), height=46, small=True)
        panel = Column(
            Text(self.title(), "heading", wraps=True, align="center").with_layout(margin=(0, 0, 0, 12)),
            Text(self.note(), "body", MUTED, wraps=True, align="center").with_layout(margin=(0, 0, 0, 24)),
            bar.with_layout("progress", height=6, margin=(0, 0, 0, 26)),
            cancel.with_layout("cancel", align="center"),
            padding=_PAD,
            background=Panel(),
        )
        return Centered(panel.with_layout(width=min(_MAX_WIDTH, self.renderer.width - 2 * MARGIN)))
