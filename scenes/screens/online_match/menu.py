"""Menu and dialogs over the table of an online match."""

from functools import partial

from engine.match.record import Record
from engine.online.guest.guest_state import Guest
from engine.online.protocol.messages import AbortMatch, HandOver
from scenes.shell.context import Context
from scenes.shell.destinations import Action
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph, confirm_dialog
from scenes.table.menu import common_menu_buttons
from scenes.text.player_names import online_person_name
from scenes.work.online_session import OnlineSession


def table_menu(context: Context, session: OnlineSession, record: Record, on_leave: Action) -> Dialog:
    """Return the menu over the table of an online match, which goes on meanwhile.

    Args:
        context: the application.
        session: the online session.
        record: record of the match, for its game and house rules.
        on_leave: asks whether to leave the table.
    """
    words, guest = context.words, session.guest
    assert guest is not None, "a match has a table"
    choices = common_menu_buttons(context, record.game, record.options, extra_keys=("p",))
    if (
        guest.is_host and possible_hosts(guest) and not session.own_table_invitations
    ):  # a table hosted here can't move now
        choices.append(
            DialogButton(words("elsewhere.hand_over"), lambda: context.open(hand_over_dialog(context, session)), "swap")
        )
    if guest.is_host and guest.roster is not None and guest.roster.phase in ("play", "results"):
        choices.append(
            DialogButton(
                words("elsewhere.break_off.button"), lambda: context.open(abort_dialog(context, session)), "cross"
            )
        )
    choices.append(DialogButton(words("elsewhere.leave"), on_leave, icon="quit"))
    note = DialogParagraph(words("elsewhere.menu_note"))
    return Dialog(context, words("app.menu.title"), [note], choices, is_stacked=True, width=440)


def possible_hosts(guest: Guest) -> list[tuple[int, str]]:
    """Return number and name of the connected participants who could become the host."""
    people = guest.roster.participants if guest.roster else ()
    return [
        (one.number, one.name)
        for one in people
        if one.is_connected and not one.is_spectator and one.number != guest.number
    ]


def abort_dialog(context: Context, session: OnlineSession) -> Dialog:
    """Return the dialog that asks whether to abort the online match for all participants, without a result."""
    return confirm_dialog(context, "elsewhere.break_off", lambda: session.send([AbortMatch()]), destructive=True)


def hand_over_dialog(context: Context, session: OnlineSession) -> Dialog:
    """Return the dialog to choose a new host of the online table."""
    words, guest = context.words, session.guest
    assert guest is not None, "a match has a table"

    def give(number: int) -> None:
        session.send([HandOver(number)])

    named = [(number, online_person_name(words, number, name)) for number, name in possible_hosts(guest)]
    choices = [DialogButton(name, partial(give, number), "person") for number, name in named]
    note = DialogParagraph(words("elsewhere.hand_over_note"))
    cancel = DialogButton(words("app.button.cancel"), key_hint=words("app.key.esc"))
    return Dialog(context, words("elsewhere.hand_over"), [note], [*choices, cancel], is_stacked=True, width=440)
