"""Saves a finished online match as a replay and in the separate online statistics, if the player agrees."""

from dataclasses import replace

from engine.events import DealScored
from engine.match.replay import History
from engine.online.guest.guest_match import GuestMatch
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph


def save_or_ask_consent(context: Context, match: GuestMatch) -> None:
    """Save a finished online match, or ask the player once whether to save online matches."""
    wish = context.settings.friends_kept
    if match.is_spectator or wish == "no":
        return
    if wish == "yes":
        _save(context, match)
    else:
        context.open(_save_question_dialog(context, match))


def _save_question_dialog(context: Context, match: GuestMatch) -> Dialog:
    words = context.words

    def keep() -> None:
        context.save_settings_without_layout(replace(context.settings, friends_kept="yes"))
        _save(context, match)

    def forget() -> None:
        context.save_settings_without_layout(replace(context.settings, friends_kept="no"))

    choices = [
        DialogButton(words("elsewhere.keep.yes"), keep, "save"),
        DialogButton(words("elsewhere.keep.no"), forget, "cross"),
    ]
    text = words("elsewhere.keep.text", settings=words("app.settings.title"))
    return Dialog(context, words("elsewhere.keep.title"), [DialogParagraph(text)], choices)


def _own_results(match: GuestMatch) -> list[DealScored]:
    """Return the results of the deals that the player played to the end, without those that a bot played for them."""
    if not match.record.substituted:
        return match.deal_results()
    history = History(match.record)
    history.finish()
    return history.own_results(match.viewer)


def _save(context: Context, match: GuestMatch) -> None:
    """Save the replay and the statistics of an online match, with the host's count of hints and undos."""
    record, outcome = match.record, match.game.outcome
    if outcome is None:
        return
    record.began = record.began or context.unix_seconds()
    context.save_replay(record, match.game)
    context.statistics.write_match(
        record,
        _own_results(match),
        outcome.winners,
        names={match.viewer: context.settings.name},
        last_deal_time_spent={},
        now=context.unix_seconds(),
    )
