"""Keeping a match that was played elsewhere, if the player wants that: as a replay, and in the statistics, apart."""

from dataclasses import replace

from engine.online.followed import FollowedMatch
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, Paragraph


def keep_if_wanted(context: Context, match: FollowedMatch) -> None:
    """Keep a match that is over and known, or ask the player once whether such matches are kept."""
    wish = context.settings.friends_kept
    if match.watches or wish == "no":
        return
    if wish == "yes":
        _keep(context, match)
    else:
        context.open(_question(context, match))


def _question(context: Context, match: FollowedMatch) -> Dialog:
    words = context.words

    def keep() -> None:
        context.keep_setting(replace(context.settings, friends_kept="yes"))
        _keep(context, match)

    def forget() -> None:
        context.keep_setting(replace(context.settings, friends_kept="no"))

    choices = [
        DialogButton(words("elsewhere.keep.yes"), keep, "save"),
        DialogButton(words("elsewhere.keep.no"), forget, "cross"),
    ]
    return Dialog(context, words("elsewhere.keep.title"), [Paragraph(words("elsewhere.keep.text"))], choices)


def _keep(context: Context, match: FollowedMatch) -> None:
    """Write the replay and the statistics; what the host counted as help counts as help here."""
    record, outcome = match.record, match.game.outcome
    if outcome is None:
        return
    record.began = record.began or context.now()
    context.keep_finished(record, match.game)
    context.statistics.write_match(
        record,
        match.scored(),
        outcome.winners,
        names={match.viewer: context.settings.name},
        turns={},
        now=context.now(),
    )
