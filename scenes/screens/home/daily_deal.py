"""The daily deal on the home screen: its state, dialogs and record."""

from functools import partial

from engine.games import GAMES
from engine.local_time import day_of
from engine.match.daily import daily_record
from engine.match.record import Record
from engine.profile.daily_attempts import DailyAttempt
from engine.statistics.daily import day_streak, first_attempt
from scenes.screens.home.daily_calendar import DailyCalendar
from scenes.shell.context import Context
from scenes.shell.destinations import DailyDealTable, ResumedTable
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph, begin_or_ask
from scenes.shell.services import Services
from scenes.text.daily_texts import DailyState, long_state_text, opponents_text, short_state_text, streak_text
from scenes.text.dates import day_text


def today_ordinal(services: Services) -> int:
    """Return the local day as in ``date.toordinal``; 0 if the date is out of Python's range."""
    return day_of(services.unix_seconds())


def daily_state(services: Services, slug: str, day: int) -> DailyState:
    """Return the state of a game's daily deal."""
    name, saved = services.settings.name, services.saved_matches.summary(slug)
    return DailyState(
        day,
        first_attempt(services.statistics.daily_results_hiding_early_pars(slug, name), day),
        saved is not None and saved.daily_deal_day == day,
        DailyAttempt(slug, day, name) in services.daily_attempts,
    )


def daily_deals_dialog(context: Context) -> Dialog:
    """Return the list of today's deals, one per game with its state; the next one to play is chosen first."""
    words, day = context.words, today_ordinal(context)
    states = {slug: daily_state(context, slug, day) for slug in GAMES}
    first = next((slug for slug, state in states.items() if state.kind in ("waits", "new")), "")
    order = sorted(GAMES, key=lambda slug: slug != first)
    choices = [
        DialogButton(
            words("app.daily.of_state", game=words(f"{slug}.title"), state=short_state_text(words, states[slug])),
            partial(_open_daily_deal_dialog, context, slug),
            "play" if states[slug].is_saved else "cards" if states[slug].kind == "new" else "check",
        )
        for slug in order
    ]
    choices.append(
        DialogButton(words("app.daily.calendar"), lambda: context.open(DailyCalendar(context, day)), "statistics")
    )
    close = DialogButton(words("app.button.close"), None, "", words("app.key.esc"))
    title = words("app.daily.tag", date=day_text(words, day))
    dialog = Dialog(context, title, (), [*choices, close], is_stacked=True, width=560)
    dialog.min_size = (dialog.min_size[0], 476.0)  # lower, as there is no text
    return dialog


def _open_daily_deal_dialog(context: Context, slug: str) -> None:
    context.open(daily_deal_dialog(context, slug))


def daily_deal_dialog(context: Context, slug: str) -> Dialog:
    """Return the dialog about today's deal of a game: players, state and a button to play it."""
    words, day = context.words, today_ordinal(context)
    state = daily_state(context, slug, day)
    saved = context.saved_matches.load_unchecked(slug)
    days_in_a_row = day_streak(context.statistics.daily_results(slug, context.settings.name), day)
    lines = [
        DialogParagraph(words("app.daily.about"), heading=day_text(words, day)),
        DialogParagraph(
            opponents_text(words, (saved if state.is_saved else None) or daily_record(slug, day)),
            heading=words("app.daily.company"),
        ),
        DialogParagraph(
            long_state_text(words, state), heading=streak_text(words, days_in_a_row) or words("app.daily.try")
        ),
    ]
    play = partial(begin_or_ask, context, slug, lambda: context.go(DailyDealTable(slug, day)))
    choices = [DialogButton(words("app.button.close"))]
    if state.is_saved:
        choices.insert(0, DialogButton(words("app.home.continue"), lambda: context.go(ResumedTable(slug)), "play"))
    elif state.kind == "new":
        choices.insert(0, DialogButton(words("app.seating.play"), play, "play"))
    else:
        choices.append(DialogButton(words("app.daily.again"), play, "restart"))
    choices[0] = choices[0]._replace(key_hint=words("app.key.enter"))
    title = words("app.daily.of_game", game=words(f"{slug}.title"))
    return Dialog(context, title, lines, choices, width=620)


def begin_daily_attempt(services: Services, slug: str, day: int) -> Record:
    """Record the player's attempt at a daily deal in the profile, and return the record of its match.

    ``Record.known`` is set if the player has seen the cards before.
    """
    record, state = daily_record(slug, day), daily_state(services, slug, day)
    record.known = int(state.has_seen_cards or state.first_result is not None)
    services.daily_attempts.record_attempt(DailyAttempt(slug, day, services.settings.name))
    return record
