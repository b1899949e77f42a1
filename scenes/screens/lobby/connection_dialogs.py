"""Dialogs shown while an online table is opened or joined, and after a failure."""

from collections.abc import Callable

from engine.notices import Notice
from scenes.shell.context import Context
from scenes.shell.destinations import OnlineRoom
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.text.notice_texts import notice_text
from scenes.work.online_session import OnlineSession


class JoiningDialog(Dialog):
    """Dialog that waits until the table is joined, then shows its room; closing it cancels.

    Args:
        context: the application.
        session: the session that is opening or joining a table.
        key: text key of the title.
        on_joined: called before the screen changes.
        on_failed: called with the problem, after the dialog has closed.
    """

    def __init__(
        self,
        context: Context,
        session: OnlineSession,
        key: str,
        *,
        on_joined: Callable[[], None],
        on_failed: Callable[[Notice], None],
    ) -> None:
        words = context.words
        cancel = DialogButton(words("app.button.cancel"), key_hint=words("app.key.esc"))
        super().__init__(context, words(key), [DialogParagraph(words("online.joining.text"))], [cancel], width=480)
        self._session = session
        self._on_joined = on_joined
        self._on_failed = on_failed
        self._is_over = False

    def poll(self) -> bool:
        if self._is_over or not self.context.is_top(self):
            return False
        if self._session.problem is not None:
            self._is_over = True
            self.context.close(self)
            self._on_failed(self._session.problem)
        elif self._session.is_joined:
            self._is_over = True
            self._on_joined()
            self.context.go(OnlineRoom())
        return self._is_over

    def on_leave(self) -> None:
        if not self._is_over:
            self._session.leave()


def failure_dialog(context: Context, problem: Notice, retry: Callable[[], None]) -> Dialog:
    """Return a dialog with the reason why a table could not be opened or joined, and a button to retry."""
    words = context.words
    choices = [
        DialogButton(words("online.again"), retry, "restart", words("app.key.enter")),
        DialogButton(words("app.button.close")),
    ]
    return Dialog(context, words("online.failed"), [DialogParagraph(notice_text(words, problem))], choices, width=620)
