"""Confirmation before help, such as a hint, that stops a daily deal from counting."""

from engine.match.record import Record
from engine.statistics.match_writer import was_helped
from scenes.shell.context import Context
from scenes.shell.destinations import Action
from scenes.shell.dialog import confirm_dialog


def run_with_daily_deal_consent(context: Context, record: Record, action: Action) -> None:
    """Run an action that counts as help, after a confirmation if a daily deal would no longer count."""
    if not record.daily or was_helped(record):
        action()
    else:
        context.open(confirm_dialog(context, "app.daily.help", action, destructive=True))
