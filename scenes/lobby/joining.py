"""While a table is opened or joined, and why that failed."""

from collections.abc import Callable

from engine.notices import Notice
from scenes.shell.context import Company, Context
from scenes.shell.destinations import Room
from scenes.shell.dialog import Dialog, DialogButton, Paragraph
from scenes.text.notices import notice_text


class JoiningDialog(Dialog):
    """Waits until the table answers, then goes there; closing it gives up.

    Args:
        context: the program.
        company: what is being joined.
        key: text of the title.
        on_joined: called before the screen changes.
        on_failed: called with the problem, after the dialog has closed.
    """

    def __init__(
        self,
        context: Context,
        company: Company,
        key: str,
        *,
        on_joined: Callable[[], None],
        on_failed: Callable[[Notice], None],
    ) -> None:
        words = context.words
        cancel = DialogButton(words("app.button.cancel"), hint=words("app.key.esc"))
        super().__init__(context, words(key), [Paragraph(words("online.joining.text"))], [cancel], width=480)
        self._company = company
        self._on_joined = on_joined
        self._on_failed = on_failed
        self._over = False

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self._over or not self.context.is_top(self):
            return changed
        if self._company.problem is not None:
            self._over = True
            self.context.close(self)
            self._on_failed(self._company.problem)
        elif self._company.joined:
            self._over = True
            self._on_joined()
            self.context.go(Room())
        return changed or self._over

    def leave(self) -> None:
        if not self._over:
            self._company.leave()


def failure_dialog(context: Context, problem: Notice, again: Callable[[], None]) -> Dialog:
    """Says in a sentence why a table could not be opened or joined, and offers another try."""
    words = context.words
    choices = [
        DialogButton(words("online.again"), again, "restart", words("app.key.enter")),
        DialogButton(words("app.button.close")),
    ]
    return Dialog(context, words("online.failed"), [Paragraph(notice_text(words, problem))], choices, width=620)
