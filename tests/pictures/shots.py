"""Pictures of every screen, and of every game during play.

``python -m tests.pictures OUT [--size 1920x1080] [--lang pt_BR] [--only NAME] [--film NAME] [--set high_contrast=true]
[--type jpg]``
"""

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from engine.bots import bot_for
from engine.bots.common.base import final
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record
from engine.moves import TABLE
from engine.options import options_of
from engine.par import PLAYOUTS
from engine.people import written
from engine.profile.fair_tables import START, FairTable
from engine.rng import Rng
from scenes.look import speeds
from scenes.results.results import ResultsScreen
from scenes.rules.house_rules import HouseRulesScreen
from scenes.seating.seating import SeatingScreen
from scenes.selftest.selftest import new_record
from scenes.shell.destinations import Begin, Home, RulesPage, Seating
from scenes.shell.lessons import has_lesson
from scenes.table.menu import KeysDialog
from scenes.table.table import Table
from tests.pictures import about as pictures_about
from tests.pictures import daily as pictures_daily
from tests.pictures import elsewhere as pictures_elsewhere
from tests.pictures import hot_seat as pictures_hot_seat
from tests.pictures import lessons as pictures_lessons
from tests.pictures import lobby as pictures_lobby
from tests.pictures import par as pictures_par
from tests.pictures import replays as pictures_replays
from tests.pictures import reviews as pictures_reviews
from tests.pictures import settings as pictures_settings
from tests.pictures import statistics as pictures_statistics
from tests.pictures.films import films, take_films
from tests.support.piloting import Pilot

Shot = Callable[[Pilot, str], None]
SEED = 7
SOUGHT = {
    "de": "niedrigste",
    "en": "lowest",
    "es": "más baja",
    "fr": "plus basse",
    "it": "più bassa",
    "pt_BR": "mais baixa",
    "zh_TW": "最小",
}
"""Text to search for in the rules."""
PLAYED = 3
"""Number of the player's answers before a picture during play."""


def home(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Home())


def home_continue(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Begin(new_record(slug, SEED)))
    pilot.rest()
    pilot.app.go(Home())


def seating(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Seating(slug))


def fair_seating(pilot: Pilot, slug: str) -> None:
    """A fair table, with the first computer player's chair chosen."""
    screen = SeatingScreen(pilot.app, slug)
    pilot.app.go(screen)
    screen.choose_chair(1)
    screen.choose_fair()


def house_rules(pilot: Pilot, slug: str) -> None:
    pilot.app.go(HouseRulesScreen(pilot.app, slug))
    pilot.key(pygame.K_TAB, pygame.K_TAB)


def lab(pilot: Pilot, slug: str) -> None:
    """Effects of the first house rule after some matches."""
    screen = HouseRulesScreen(pilot.app, slug)
    pilot.app.go(screen)
    choice = screen.choices[0]
    screen.change(choice.name, next(value for value in choice.values if value != choice.default))
    screen.compare()
    pilot.steps(40)


def dealing(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Begin(new_record(slug, SEED)))
    pilot.steps(40)


def first_choice(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Begin(new_record(slug, SEED)))
    pilot.rest()


def goal(pilot: Pilot, slug: str) -> None:
    """What a new player sees before the first deal."""
    pilot.app.keep_setting(replace(pilot.app.settings, coach="first"))
    pilot.app.go(Begin(new_record(slug, SEED)))


def playing(pilot: Pilot, slug: str) -> None:
    first_choice(pilot, slug)
    advance(pilot, slug, PLAYED)
    go_on(pilot)


def selected(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    if not pilot.table_below().stage.layout.drops:
        return  # no card is ever chosen
    for _ in range(20):
        moves = [move for move in pilot.choice.legal if move.cards]
        if moves:
            break
        advance(pilot, slug, 1)
        go_on(pilot)
    for card in moves[-1].cards:
        pilot.click(pilot.where(card))
    pilot.steps(30)


def dragging(pilot: Pilot, slug: str) -> None:
    selected(pilot, slug)
    if not pilot.table_below().stage.layout.drops:
        return
    card = pilot.choice.selected[0]
    start_at = pilot.where(card)
    pilot.press(start_at)
    for i in range(1, 12):
        pilot.move((start_at[0] + 14 * i, start_at[1] - 22 * i))


def refused(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    choice, stage = pilot.choice, pilot.table.stage
    assert choice.view.ask is not None
    asked = choice.view.verbs[choice.view.ask.what]
    kinds = [kind for verb, kind in stage.layout.drops.items() if verb in asked]
    piles = [pile for pile in stage.places() if pile.kind in kinds and pile.owner in (TABLE, stage.viewer)]
    wrong = [card for card in choice.piles if card not in choice.fitting() and choice.piles[card].kind == "hand"]
    if wrong and piles:
        pilot.drag(pilot.where(wrong[0]), pilot.where_pile(piles[0]))
    pilot.steps(3)


def keyboard(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.key(pygame.K_RIGHT, pygame.K_RIGHT)


def hint(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.key(pygame.K_h)
    for _ in range(4000):
        if pilot.table.match.hint:
            break
        pilot.step()


def coach(pilot: Pilot, slug: str) -> None:
    """The coach's explanation of an ask during play."""
    playing(pilot, slug)
    pilot.app.keep_setting(replace(pilot.app.settings, coach="always"))
    advance(pilot, slug, 1)
    go_on(pilot)


def what_now(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.key(pygame.K_w)


def what_now_waiting(pilot: Pilot, slug: str) -> None:
    """“What now?” while another seat has to act."""
    playing(pilot, slug)
    for _ in range(PLAYED):
        table = pilot.table
        table.control.answer(final(bot_for(slug, "medium"), pilot.choice.view, table.match.viewer, Rng(SEED)).move)
        for _ in range(400):
            waits = table.stage.choice is None and not table.stage.director.busy
            if waits and table.match.computer_to_move() is not None:
                pilot.key(pygame.K_w)
                return
            pilot.step()
        go_on(pilot)


def log(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.key(pygame.K_l)


def log_large(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.key(pygame.K_l, pygame.K_l, pygame.K_PAGEUP)


def review(pilot: Pilot, slug: str) -> None:
    """The last plays."""
    first_choice(pilot, slug)
    advance(pilot, slug, 2 * PLAYED)
    go_on(pilot)
    pilot.key(pygame.K_t)


def pile(pilot: Pilot, slug: str) -> None:
    """A pile that may be looked through."""
    first_choice(pilot, slug)
    for _ in range(20 * PLAYED):
        if pilot.table.stage.looked_through():
            break
        advance(pilot, slug, 1)
        go_on(pilot)
    pilot.key(pygame.K_d)


def menu(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.key(pygame.K_ESCAPE)


def rules_in_force(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.key(pygame.K_F1)


def reader(pilot: Pilot, slug: str) -> None:
    """The top of a game's rules."""
    pilot.app.go(Home())
    pilot.app.open(RulesPage(slug))


def reader_rule(pilot: Pilot, slug: str) -> None:
    """At a rule that a house rule in force changes."""
    pilot.app.go(Home())
    choices = list(options_of(GAMES[slug].Options))
    other = {choice.name: next(v for v in choice.values if v != choice.default) for choice in choices}
    pilot.app.open(RulesPage(slug, choices[len(choices) // 2].rule, GAMES[slug].Options(**other)))


def reader_search(pilot: Pilot, slug: str) -> None:
    """Matches of a search."""
    reader(pilot, slug)
    for letter in SOUGHT[pilot.app.words.language]:
        pilot.step([pygame.Event(pygame.TEXTINPUT, text=letter)])
    pilot.key(pygame.K_RETURN, pygame.K_RETURN)


def reader_end(pilot: Pilot, slug: str) -> None:
    """The house rules at the end of the page, with the focus on a link."""
    reader(pilot, slug)
    pilot.key(pygame.K_END)
    pilot.steps(90)
    pilot.key(pygame.K_TAB)


def reader_refused(pilot: Pilot, slug: str) -> None:
    """Opened from a refused play, at the rule that refused it."""
    refused(pilot, slug)
    pilot.key(pygame.K_r)


def keys(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Home())
    pilot.app.open(KeysDialog(pilot.app))


def deal_result(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Begin(new_record(slug, SEED)))
    for _ in range(400):
        pilot.rest()
        if isinstance(pilot.app.top, ResultsScreen):
            return
        advance(pilot, slug, 1)


def match_result(pilot: Pilot, slug: str, record: Record | None = None) -> None:
    pilot.app.go(Begin(record or new_record(slug, SEED)))
    for _ in range(2000):
        pilot.rest()
        if isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                return
            pilot.dismiss_result()
        else:
            advance(pilot, slug, 1)


def fair_result(pilot: Pilot, slug: str) -> None:
    """The result of a match at a fair table."""
    pilot.app.fair_tables.keep(slug, FairTable(chosen=True))
    record = new_record(slug, SEED)
    record.chairs = (record.chairs[0], *(chair._replace(level=written(START)) for chair in record.chairs[1:]))
    match_result(pilot, slug, record)


def deal_par(pilot: Pilot, slug: str) -> None:
    """While the par is computed."""
    deal_result(pilot, slug)
    pictures_par.show_par(pilot.app.top, 9)


def match_par(pilot: Pilot, slug: str) -> None:
    match_result(pilot, slug)
    pictures_par.show_par(pilot.app.top, PLAYOUTS)


def go_on(pilot: Pilot) -> None:
    """Close a deal's results, if they are shown."""
    pilot.rest()
    if isinstance(pilot.app.top, ResultsScreen):
        pilot.dismiss_result()
        pilot.rest()


def bad_settings(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Home())
    pilot.steps(30)


def failure(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Begin(new_record(slug, SEED)))
    pilot.app.failures.recover(ZeroDivisionError("integer division or modulo by zero"))


def advance(pilot: Pilot, slug: str, answers: int) -> None:
    """Let a medium opponent play for the player."""
    policy, rng = bot_for(slug, "medium"), Rng(SEED)
    for _ in range(answers):
        pilot.rest()
        if isinstance(pilot.app.top, ResultsScreen):
            return
        table = pilot.table
        table.control.answer(final(policy, pilot.choice.view, table.match.viewer, rng).move)
        pilot.rest()


ONCE: dict[str, Shot] = {
    "home": home,
    "keys": keys,
    "bad_settings": bad_settings,
    "failure": failure,
    **pictures_settings.ONCE,
    **pictures_replays.ONCE,
    **pictures_statistics.ONCE,
    **pictures_hot_seat.ONCE,
    **pictures_about.ONCE,
    **pictures_daily.ONCE,
    **pictures_elsewhere.ONCE,
    **pictures_lobby.ONCE,
}
EACH: dict[str, Shot] = {
    "home_continue": home_continue,
    "seating": seating,
    "fair_seating": fair_seating,
    "house_rules": house_rules,
    "lab": lab,
    "goal": goal,
    "dealing": dealing,
    "first_choice": first_choice,
    "playing": playing,
    "selected": selected,
    "dragging": dragging,
    "refused": refused,
    "keyboard": keyboard,
    "hint": hint,
    "coach": coach,
    "what_now": what_now,
    "what_now_waiting": what_now_waiting,
    "log": log,
    "log_large": log_large,
    "review": review,
    "pile": pile,
    "menu": menu,
    "rules_in_force": rules_in_force,
    "reader": reader,
    "reader_rule": reader_rule,
    "reader_search": reader_search,
    "reader_end": reader_end,
    "reader_refused": reader_refused,
    "deal_result": deal_result,
    "match_result": match_result,
    "fair_result": fair_result,
    "deal_par": deal_par,
    "match_par": match_par,
    **pictures_daily.EACH,
    **pictures_replays.EACH,
    **pictures_reviews.EACH,
    **pictures_lessons.EACH,
}
MOMENT_SEEDS = (1, 2, 3)
MOMENT_STEPS = 4000
IN_MOTION = ("dealing", "lab", "dragging", "refused", "settings_round", "what_now_waiting")
"""Pictures taken in motion, not after everything has come to rest."""


def possible(name: str, slug: str) -> bool:
    """Whether this picture of a game is possible: some have nothing to look through, a new game may have no lesson."""
    if name == "pile":
        return bool(GAMES[slug].looked_through)
    return name not in pictures_lessons.EACH or has_lesson(slug)


def shots() -> Iterator[tuple[str, str, Shot]]:
    """Name, game and maker of every picture."""
    for name, make in ONCE.items():
        yield name, next(iter(GAMES)), make
    for slug in GAMES:
        for name, make in ((name, make) for name, make in EACH.items() if possible(name, slug)):
            yield f"{slug}_{name}", slug, make


def moments(pilot: Pilot, slug: str, seed: int, save: Callable[[str], None]) -> None:
    """Play a match for pictures of every ask with each of its prompts, and of every announcement.

    ``save`` is called with a name while the window shows the moment.
    """
    pilot.app.go(Begin(new_record(slug, seed)))
    policy, rng = bot_for(slug, "medium"), Rng(seed)
    for _ in range(MOMENT_STEPS):
        pilot.step(dt=40)
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                return
            pilot.dismiss_result()
        elif isinstance(top, Table):
            announcement, choice = top.hud.announcement.now, top.stage.choice
            if announcement and announcement[1] < speeds.ANNOUNCEMENT - speeds.POP:
                save(f"{slug}_said_{announcement[0].note.key}")
            if choice is not None and not top.stage.director.busy and top.hud.boards.grown == 1.0:
                ask = choice.view.ask
                assert ask is not None
                pilot.step(dt=1)
                save(f"{slug}_ask_{ask.what}_{choice.view.demand(choice.seat).key}")
                top.control.answer(final(policy, choice.view, choice.seat, rng).move)


@contextmanager
def profile(language: str, name: str, more: Sequence[str] = (), speed: str = "4") -> Iterator[Path]:
    """A folder with settings for a picture; ``more`` are lines of the settings file."""
    with tempfile.TemporaryDirectory() as folder:
        text = f'language = "{language}"\nspeed = "{speed}"\nauto_answer = false\n'
        text += "" if any(line.startswith("coach") for line in more) else 'coach = "off"\n'
        text += "".join(f"{line}\n" for line in more)
        if name == "bad_settings":
            text += 'colour = "red"\nfour_colours = "perhaps"\n'
        (Path(folder) / "settings.toml").write_text(text, encoding="utf-8")
        yield Path(folder)


def has_moments(slug: str, only: str) -> bool:
    """Whether names of a game's asks and announcements may contain this."""
    return any(only in prefix or only.startswith(prefix) for prefix in (f"{slug}_ask_", f"{slug}_said_"))


def take_moments(slug: str, chosen: argparse.Namespace, size: tuple[int, int]) -> int:
    """Take pictures of a game's asks and announcements; return their number."""
    taken: set[str] = set()
    only, out = chosen.only, chosen.out
    if not has_moments(slug, only):
        return 0

    def save(name: str) -> None:
        if name in taken or (only and only not in name):
            return
        taken.add(name)
        out.mkdir(parents=True, exist_ok=True)
        pygame.image.save(pilot.app.window.surface, out / f"{name}.{chosen.type}")
        print(out / f"{name}.{chosen.type}")

    for seed in MOMENT_SEEDS:
        if only in taken:
            break
        with profile(chosen.lang, slug, chosen.set) as folder:
            pilot = Pilot(folder, size)
            moments(pilot, slug, seed, save)
            pilot.app.close_all()
    return len(taken)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="1280x720", help="WIDTHxHEIGHT in pixels")
    parser.add_argument("--lang", default="en", choices=LANGUAGES)
    parser.add_argument("--only", default="", help="only pictures whose name contains this")
    parser.add_argument("--film", default="", help="instead: strips of frames of motions whose name contains this")
    parser.add_argument(
        "--set", action="append", default=[], metavar="LINE", help="a line of the settings, such as high_contrast=true"
    )
    parser.add_argument("--type", default="png", choices=("png", "jpg"), help="jpg: smaller, for the README")
    chosen = parser.parse_args(words)
    try:
        width, height = map(int, chosen.size.split("x"))
    except ValueError:
        parser.error(f"--size: {chosen.size!r} is not WIDTHxHEIGHT, like 1920x1080")
    pygame.display.init()
    pygame.font.init()
    if chosen.film:
        taken = take_films(chosen, (width, height), lambda name: profile(chosen.lang, name, chosen.set, "1"))
        if not taken:
            names = ", ".join(film.name for film in films())
            parser.error(f"--film: no film has {chosen.film!r} in its name; there are {names}")
        return 0
    made = 0
    for name, slug, make in shots():
        if chosen.only and chosen.only not in name:
            continue
        with profile(chosen.lang, name, chosen.set) as folder:
            pilot = Pilot(folder, (width, height))
            make(pilot, slug)
            if name.removeprefix(f"{slug}_") not in IN_MOTION:
                pilot.steps(30)
                pilot.app.finish()
            chosen.out.mkdir(parents=True, exist_ok=True)
            pygame.image.save(pilot.app.window.surface, chosen.out / f"{name}.{chosen.type}")
            pilot.app.close_all()
        made += 1
        print(chosen.out / f"{name}.{chosen.type}")
    for slug in GAMES:
        made += take_moments(slug, chosen, (width, height))
    if not made:
        parser.error(
            f"--only: no picture has {chosen.only!r} in its name; there are {', '.join(n for n, _, _ in shots())}"
        )
    return 0
