"""Base class of progress screens, with a cancel button."""

from abc import abstractmethod

from pygame import FRect

from scenes.render.theme import CREAM, MUTED
from scenes.render.widgets import Button, Label, Panel, Widget
from scenes.render.widgets.progress_bar import ProgressBar
from scenes.shell.screen import MARGIN, Screen

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

    def build(self) -> None:
        renderer = self.renderer
        width = min(_MAX_WIDTH, renderer.width - 2 * MARGIN)
        inner = width - 2 * _PAD
        title = Label(self.title(), "heading", CREAM, wrap_width=inner, align="center")
        note = Label(self.note(), "body", MUTED, wrap_width=inner, align="center")
        self.progress_bar = ProgressBar(FRect(0, 0, inner, 6))
        self.progress_bar.progress = self.progress
        words = self.context.words
        cancel = Button(words("app.button.cancel"), self.back, key_hint=words("app.key.esc"), height=46, small=True)
        rows: list[tuple[Widget, float]] = [(title, 12.0), (note, 24.0), (self.progress_bar, 26.0), (cancel, 0.0)]
        heights = [
            widget.rect.height if widget is self.progress_bar else widget.preferred_size(renderer)[1]
            for widget, _ in rows
        ]
        high = sum(heights) + sum(gap for _, gap in rows) + 2 * _PAD
        panel = Panel(FRect((renderer.width - width) / 2, (renderer.height - high) / 2, width, high))
        self.group.add(panel)
        y = panel.rect.top + _PAD
        for (widget, gap), height in zip(rows, heights, strict=True):
            if widget is self.progress_bar:
                widget.rect.midtop = (renderer.width / 2, y)
            else:
                widget.place_at(renderer, renderer.width / 2, y, "midtop")
            y += height + gap
            self.group.add(widget)
