"""Dialogs to hand an online table over to another host."""

from functools import partial

from engine.online.protocol.messages import HandOver
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.work.online_session import OnlineSession


def confirm_new_host_dialog(
    context: Context, session: OnlineSession, person_number: int, name: str, *, table_changes_computer: bool
) -> Dialog:
    """Return the dialog that asks the host whether to make a participant the new host of the online table.

    ``table_changes_computer`` is whether the table then moves to that participant's computer.
    """
    words = context.words
    text = words("online.hand.text" if table_changes_computer else "online.hand.decides", name=name)
    choices = [
        DialogButton(
            words("online.hand.yes"), partial(session.send, [HandOver(person_number)]), key_hint=words("app.key.enter")
        ),
        DialogButton(words("online.hand.no")),
    ]
    return Dialog(context, words("online.hand.title", name=name), [DialogParagraph(text)], choices)


def hand_over_offer_dialog(context: Context, session: OnlineSession, name: str) -> Dialog:
    """Return the dialog that asks whether to take over a table from its host ``name``; Enter and Esc decline."""
    words, guest = context.words, session.guest
    assert guest is not None, "only a joined table is handed over"

    def reply(*, on: bool) -> None:
        session.send(guest.take_over(accept=on))

    refuse = partial(reply, on=False)
    choices = [
        DialogButton(words("online.offer.no"), refuse, key_hint=words("app.key.enter")),
        DialogButton(words("online.offer.yes"), partial(reply, on=True), "house"),
    ]
    text = words("online.offer.text", name=name)
    return Dialog(context, words("online.offer.title", name=name), [DialogParagraph(text)], choices, on_cancel=refuse)
