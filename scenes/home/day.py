"""The deal of the day on the home screen: its state, its dialog, and the record with which it begins."""

from functools import partial

from engine.match.daily import deal_of
from engine.match.record import Record
from engine.moments import day_of
from engine.profile.daily_attempts import DailyAttempt
from engine.statistics.daily import day_streak, first_attempt
from scenes.shell.context import Clock, Context, Services
from scenes.shell.destinations import DealOfTheDay, Resume
from scenes.shell.dialog import Dialog, DialogButton, Paragraph, confirm_replacing
from scenes.text.daily import DailyState, company, in_a_row, in_full
from scenes.text.dates import date_of_day


def today(clock: Clock) -> int:
    """The local day, as ``date.toordinal`` counts; 0 where no calendar has it."""
    return day_of(clock.now())


def state_of(services: Services, slug: str, day: int) -> DailyState:
    """How a game's deal of that day stands."""
    name, saved = services.settings.name, services.saved
    return DailyState(
        day,
        first_attempt(services.statistics.daily_results(slug, name), day),
        saved is not None and (saved.game, saved.daily) == (slug, day),
        DailyAttempt(slug, day, name) in services.daily_attempts,
    )


def day_dialog(context: Context, slug: str) -> Dialog:
    """Today's deal of a game: what it is, who plays, how it stands, and the way to its table."""
    words, day = context.words, today(context)
    state = state_of(context, slug, day)
    days_in_a_row = day_streak(context.statistics.daily_results(slug, context.settings.name), day)
    lines = [
        Paragraph(words("app.daily.about"), heading=date_of_day(words, day)),
        Paragraph(company(words, deal_of(slug, day)), heading=words("app.daily.company")),
        Paragraph(in_full(words, state), heading=in_a_row(words, days_in_a_row) or words("app.daily.try")),
    ]
    play = partial(confirm_replacing, context, lambda: context.go(DealOfTheDay(slug, day)))
    choices = [DialogButton(words("app.button.close"))]
    if state.waits:
        choices.insert(0, DialogButton(words("app.home.continue"), lambda: context.go(Resume()), "play"))
    elif state.kind == "new":
        choices.insert(0, DialogButton(words("app.seating.play"), play, "play"))
    else:
        choices.append(DialogButton(words("app.daily.again"), play, "restart"))
    choices[0] = choices[0]._replace(hint=words("app.key.enter"))
    title = words("app.daily.of_game", game=words(f"{slug}.title"))
    return Dialog(context, title, lines, choices, width=620)


def begin_day(services: Services, slug: str, day: int) -> Record:
    """Note that the deal of a day is begun; returns its record, which says whether the player knew the cards."""
    record, state = deal_of(slug, day), state_of(services, slug, day)
    record.known = int(state.begun or state.first is not None)
    services.notices += services.daily_attempts.begin(DailyAttempt(slug, day, services.settings.name))
    return record
