"""The table of a match that a host elsewhere plays: the scene that every match has."""

from engine.online.followed import FollowedMatch
from scenes.elsewhere.play import PlayElsewhere
from scenes.shell.context import Company, Context
from scenes.table.table import Table


def table_elsewhere(context: Context, company: Company) -> Table:
    """The table as it stands, or dealt before the player's eyes if the match has just begun.

    Raises:
        ValueError: the host hasn't told the position yet.
    """
    match: FollowedMatch | None = company.match
    if match is None or (company.guest.steps and company.guest.steps[0].anew):
        match = company.match = FollowedMatch(company.guest, company.send, context.thinker)
    table = Table(context, match, PlayElsewhere(context, match, company))
    past = match.past()
    begins = match.fresh
    table.stage.show_all([] if begins else past)
    table.stage.director.finish()
    table.talking.begin([] if begins else past, match.past_deal)
    if begins:
        table.stage.director.feed(past)
    else:
        table.hud.recall(past)
    return table
