"""Dialog for a player who is out of a match while others play on."""

from scenes.shell.context import Context
from scenes.shell.destinations import Action
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph


class OutDialog(Dialog):
    """Dialog that offers the rest of a match in fast motion, its result at once, or another match.

    Esc goes on as before.
    """

    def __init__(self, context: Context, *, on_watch: Action, on_skip: Action, on_new_match: Action) -> None:
        words = context.words
        buttons = [
            DialogButton(words("app.out.watch"), on_watch, "next", words("app.key.enter")),
            DialogButton(words("app.out.skip"), on_skip, "last"),
            DialogButton(words("app.out.new"), on_new_match, "restart"),
        ]
        text = DialogParagraph(words("app.out.text"))
        super().__init__(context, words("app.out.title"), [text], buttons, is_stacked=True, width=440)
