"""Creates the ``Table`` that shows an online match."""

from engine.online.guest.guest_match import GuestMatch
from scenes.screens.online_match.online_mode import OnlineMode
from scenes.shell.context import Context
from scenes.table.table import Table
from scenes.work.online_session import OnlineSession


def online_table(context: Context, session: OnlineSession) -> Table:
    """Return the table of an online match at its current position, or with the deal animation at the start.

    Raises:
        ValueError: the host hasn't sent the position yet.
    """
    match, guest = session.match, session.guest
    assert guest is not None, "the table of a match is joined"
    if match is None or (guest.steps and guest.steps[0].is_restart):
        match = session.match = GuestMatch(guest, session.send, context.thinker)
    table = Table(context, match, OnlineMode(context, match, session))
    past = match.recent_events()
    begins = match.has_just_begun
    table.model.show_match([] if begins else past)
    table.model.director.finish()
    table.talk_scheduler.restart_talk_and_log_after([] if begins else past, match.recent_events_deal)
    if begins:
        table.model.director.queue_events(past)
    else:
        table.hud.restore_bubbles(past)
    return table
