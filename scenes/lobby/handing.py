"""Handing a table over: the host's question, and that to the person who is to have it."""

from functools import partial

from engine.online.guest import Guest
from engine.online.messages import HandOver
from scenes.shell.context import Company, Context
from scenes.shell.dialog import Dialog, DialogButton, Paragraph


def handing_dialog(context: Context, company: Company, number: int, name: str, *, moves: bool) -> Dialog:
    """Ask the host whether the person of this number is to decide; ``moves`` if the table moves to their computer."""
    words = context.words
    text = words("online.hand.text" if moves else "online.hand.decides", name=name)
    choices = [
        DialogButton(words("online.hand.yes"), partial(company.send, [HandOver(number)]), hint=words("app.key.enter")),
        DialogButton(words("online.hand.no")),
    ]
    return Dialog(context, words("online.hand.title", name=name), [Paragraph(text)], choices)


def offer_dialog(context: Context, company: Company, name: str) -> Dialog:
    """Ask the player whether their computer opens the table that the host ``name`` offers; Enter and Esc mean no."""
    words = context.words
    guest: Guest = company.guest

    def reply(*, on: bool) -> None:
        company.send(guest.take_over(on=on))

    refuse = partial(reply, on=False)
    choices = [
        DialogButton(words("online.offer.no"), refuse, hint=words("app.key.enter")),
        DialogButton(words("online.offer.yes"), partial(reply, on=True), "house"),
    ]
    text = words("online.offer.text", name=name)
    return Dialog(context, words("online.offer.title", name=name), [Paragraph(text)], choices, cancel=refuse)
