"""The deal of the day on the home screen: its state, its dialog and its record."""

from functools import partial

from engine.games import GAMES
from engine.match.daily import deal_of
from engine.match.record import Record
from engine.moments import day_of
from engine.people import LEVELS
from engine.profile.daily_attempts import DailyAttempt
from engine.statistics.daily import day_streak, first_attempt
from scenes.shell.context import Clock, Context, Services
from scenes.shell.destinations import DealOfTheDay, Resume
from scenes.shell.dialog import Dialog, DialogButton, Paragraph, confirm_replacing
from scenes.text.daily import DailyState, long_state, opponents_text, short_state, streak_text
from scenes.text.dates import date_of_day


def today(clock: Clock) -> int:
    """The local day as counted by ``date.toordinal``; 0 outside the calendar."""
    return day_of(clock.now())


def state_of(services: Services, slug: str, day: int) -> DailyState:
    """Return the state of a game's deal of a day."""
    name, saved = services.settings.name, services.saves.glimpse(slug)
    return DailyState(
        day,
        first_attempt(services.statistics.shown_days(slug, name), day),
        saved is not None and saved.daily == day,
        DailyAttempt(slug, day, name) in services.daily_attempts,
    )


def days_dialog(context: Context) -> Dialog:
    """The choice of a game's deal of today, with their states; the next one to play is chosen first."""
    words, day = context.words, today(context)
    states = {slug: state_of(context, slug, day) for slug in GAMES}
    first = next((slug for slug, state in states.items() if state.kind in ("waits", "new")), "")
    order = sorted(GAMES, key=lambda slug: slug != first)
    choices = [
        DialogButton(
            words("app.daily.of_state", game=words(f"{slug}.title"), state=short_state(words, states[slug])),
            partial(_open_day, context, slug),
            "play" if states[slug].waits else "cards" if states[slug].kind == "new" else "check",
        )
        for slug in order
    ]
    close = DialogButton(words("app.button.close"), None, "", words("app.key.esc"))
    title = words("app.daily.tag", date=date_of_day(words, day))
    dialog = Dialog(context, title, (), [*choices, close], column=True, width=560)
    dialog.least = (dialog.least[0], 476.0)  # there is no text
    return dialog


def _open_day(context: Context, slug: str) -> None:
    context.open(day_dialog(context, slug))


def level_beaten(services: Services, slug: str) -> str:
    """The highest level that the player has beaten in a game; easy for a beginner."""
    beaten = services.statistics.beaten(slug, services.settings.name)
    return max((level for level in LEVELS if level in beaten), key=LEVELS.index, default=LEVELS[0])


def day_dialog(context: Context, slug: str) -> Dialog:
    """The dialog about today's deal of a game, with its players, its state and a button to play it."""
    words, day = context.words, today(context)
    state = state_of(context, slug, day)
    saved = context.saves.unchecked(slug)
    eased, whole = deal_of(slug, day, most=level_beaten(context, slug)), deal_of(slug, day)
    days_in_a_row = day_streak(context.statistics.daily_results(slug, context.settings.name), day)
    lines = [
        Paragraph(words("app.daily.about"), heading=date_of_day(words, day)),
        Paragraph(opponents_text(words, (saved if state.waits else None) or eased), heading=words("app.daily.company")),
        Paragraph(long_state(words, state), heading=streak_text(words, days_in_a_row) or words("app.daily.try")),
    ]
    play = partial(confirm_replacing, context, slug, lambda: context.go(DealOfTheDay(slug, day)))
    if eased.chairs != whole.chairs and not state.waits:
        lines.insert(2, Paragraph(words("app.daily.eased", company=opponents_text(words, whole))))
    choices = [DialogButton(words("app.button.close"))]
    if state.waits:
        choices.insert(0, DialogButton(words("app.home.continue"), lambda: context.go(Resume(slug)), "play"))
    elif state.kind == "new":
        choices.insert(0, DialogButton(words("app.seating.play"), play, "play"))
    else:
        choices.append(DialogButton(words("app.daily.again"), play, "restart"))
    if eased.chairs != whole.chairs and not state.waits:
        dare = partial(confirm_replacing, context, slug, lambda: context.go(DealOfTheDay(slug, day, True)))
        choices.insert(1, DialogButton(words("app.daily.whole"), dare, "trophy"))
    choices[0] = choices[0]._replace(hint=words("app.key.enter"))
    title = words("app.daily.of_game", game=words(f"{slug}.title"))
    return Dialog(context, title, lines, choices, width=620)


def begin_day(services: Services, slug: str, day: int, *, whole: bool = False) -> Record:
    """Note an attempt at the deal of a day; returns its record, which says whether the player knew the cards.

    Nobody plays at a higher level than the player has beaten, unless ``whole``.
    """
    most = LEVELS[-1] if whole else level_beaten(services, slug)
    record, state = deal_of(slug, day, most=most), state_of(services, slug, day)
    record.known = int(state.seen or state.first is not None)
    services.notices += services.daily_attempts.begin(DailyAttempt(slug, day, services.settings.name))
    return record
