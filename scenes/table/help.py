"""Help at the table that a deal of the day doesn't allow without losing its try."""

from engine.match.record import Record
from engine.statistics.writing import helped
from scenes.shell.context import Context
from scenes.shell.dialog import Action, confirm_dialog


def with_help(context: Context, record: Record, act: Action) -> None:
    """Do what counts as help; where a deal of the day would no longer count, ask the player first."""
    if not record.daily or helped(record):
        act()
    else:
        context.open(confirm_dialog(context, "app.daily.help", act, wary=True))
