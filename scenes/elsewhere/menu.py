"""The menu over a table that a host elsewhere plays."""

from functools import partial

from engine.match.record import Record
from engine.online.guest import Guest
from engine.online.messages import BreakOff, HandOver
from scenes.shell.context import Company, Context
from scenes.shell.destinations import Action, RulesPage, SettingsPage
from scenes.shell.dialog import Dialog, DialogButton, Paragraph, confirm_dialog
from scenes.table.menu import keys_button, rules_dialog
from scenes.text.people import person_at_table


def table_menu(context: Context, company: Company, record: Record, on_leave: Action) -> Dialog:
    """The menu: everybody else plays on meanwhile.

    Args:
        context: the program.
        company: the way to the host.
        record: of the match, for its game and house rules.
        on_leave: asks whether to leave the table.
    """
    words, slug, options = context.words, record.game, record.options
    guest: Guest = company.guest

    choices = [
        DialogButton(words("app.menu.resume"), icon="play", hint=words("app.key.esc")),
        DialogButton(words("app.table.rules"), lambda: context.open(RulesPage(slug, options=options)), icon="rules"),
        DialogButton(words("app.menu.rules"), lambda: context.open(rules_dialog(context, slug, options)), icon="house"),
        DialogButton(words("app.menu.settings"), lambda: context.open(SettingsPage()), icon="settings"),
        keys_button(context, also=("p",)),
    ]
    if guest.hosting and heirs(guest) and not company.invitations:  # no table moves during a match
        choices.append(
            DialogButton(words("elsewhere.hand_over"), lambda: context.open(handing_over(context, company)), "swap")
        )
    if guest.hosting and guest.roster is not None and guest.roster.phase in ("play", "results"):
        choices.append(
            DialogButton(
                words("elsewhere.break_off.button"), lambda: context.open(breaking_off(context, company)), "cross"
            )
        )
    choices.append(DialogButton(words("elsewhere.leave"), on_leave, icon="quit"))
    note = Paragraph(words("elsewhere.menu_note"))
    return Dialog(context, words("app.menu.title"), [note], choices, column=True, width=440)


def heirs(guest: Guest) -> list[tuple[int, str]]:
    """Number and name of the others who are here and could have the table."""
    people = guest.roster.people if guest.roster else ()
    return [(one.number, one.name) for one in people if one.here and not one.watching and one.number != guest.you]


def breaking_off(context: Context, company: Company) -> Dialog:
    """The question whether the match shall end without a result, for everybody."""
    return confirm_dialog(context, "elsewhere.break_off", lambda: company.send([BreakOff()]), wary=True)


def handing_over(context: Context, company: Company) -> Dialog:
    """The choice of who has the table from now on."""
    words = context.words

    def give(number: int) -> None:
        company.send([HandOver(number)])

    named = [(number, person_at_table(words, number, name)) for number, name in heirs(company.guest)]
    choices = [DialogButton(name, partial(give, number), "person") for number, name in named]
    note = Paragraph(words("elsewhere.hand_over_note"))
    cancel = DialogButton(words("app.button.cancel"), hint=words("app.key.esc"))
    return Dialog(context, words("elsewhere.hand_over"), [note], [*choices, cancel], column=True, width=440)
