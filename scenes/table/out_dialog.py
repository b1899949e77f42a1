"""Dialog for a player who is out of a match, or can't win it any more, while it goes on."""

from scenes.shell.context import Context
from scenes.shell.destinations import Action
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph


class OutDialog(Dialog):
    """Dialog that offers the rest of a match in fast motion, its result at once, or another match.

    A player who is not out may also play on. Esc goes on as before.
    """

    def __init__(
        self, context: Context, *, is_out: bool, on_watch: Action, on_skip: Action, on_new_match: Action
    ) -> None:
        words, enter = context.words, context.words("app.key.enter")
        play_on = [] if is_out else [DialogButton(words("app.out.play_on"), None, "play", enter)]
        buttons = [
            *play_on,
            DialogButton(words("app.out.watch"), on_watch, "next", enter if is_out else ""),
            DialogButton(words("app.out.skip"), on_skip, "last"),
            DialogButton(words("app.out.new"), on_new_match, "restart"),
        ]
        title, text = ("app.out.title", "app.out.text") if is_out else ("app.out.lost", "app.out.lost_text")
        super().__init__(context, words(title), [DialogParagraph(words(text))], buttons, is_stacked=True, width=440)
