"""Confirmation before help that disqualifies a daily deal."""

from engine.match.record import Record
from engine.statistics.match_writer import was_helped
from scenes.shell.context import Context
from scenes.shell.destinations import Action
from scenes.shell.dialog import confirm_dialog


def confirm_help(context: Context, record: Record, action: Action) -> None:
    """Run an action that counts as help; if a daily deal would no longer count, ask for confirmation first."""
    if not record.daily or was_helped(record):
        action()
    else:
        context.open(confirm_dialog(context, "app.daily.help", action, destructive=True))
