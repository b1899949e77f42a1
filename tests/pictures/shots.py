"""Pictures of every screen, and of every game during play.

``python -m tests.pictures OUT [--size 1920x1080] [--lang pt_BR] [--only NAME] [--film NAME] [--set high_contrast=true]
[--type jpg]``
"""

import argparse
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FunctionType

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.characters import format_strength
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record
from engine.moves import TABLE
from engine.options import options_of
from engine.par import PLAYOUTS_PER_DEAL
from engine.profile.fair_tables import INITIAL_STRENGTH, FairTable
from engine.rng import Rng
from scenes.screens.results.results_screen import ResultsScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.selftest.selftest import new_record
from scenes.shell.destinations import Home, MatchTable, RulesPage, Seating
from scenes.shell.lessons import has_lesson
from scenes.table.menu import KeysDialog
from scenes.table.table import Table
from tests.pictures import about, daily, hot_seat, lessons, lobby, online, replays, reviews, settings, statistics
from tests.pictures.films import films, take_films
from tests.pictures.par import show_par
from tests.support.counted_matches import begin_record, write_match
from tests.support.profile_pilot import Pilot

Shot = Callable[[Pilot, str], None]
SEED = 7
SEARCH_WORDS = {
    "de": "niedrigste",
    "en": "lowest",
    "es": "más baja",
    "fr": "plus basse",
    "it": "più bassa",
    "pt_BR": "mais baixa",
    "zh_TW": "最小",
}
"""Text to search for in the rules."""
ANSWERS_PLAYED = 3
"""Number of the player's answers before a picture during play."""


def home(pilot: Pilot) -> None:
    pilot.app.go(Home())


def home_languages(pilot: Pilot) -> None:
    pilot.app.go(Home())
    pilot.click_widget(pilot.app.words("settings.language.name"))


def home_continue(pilot: Pilot, slug: str) -> None:
    pilot.app.go(MatchTable(new_record(slug, SEED)))
    pilot.run_until_idle()
    pilot.app.go(Home())


def seating(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Seating(slug))


def seating_more(pilot: Pilot, slug: str) -> None:
    """Show the deal number."""
    screen = SeatingScreen(pilot.app, slug)
    pilot.app.go(screen)
    screen.toggle_more()


def fair_seating(pilot: Pilot, slug: str) -> None:
    """Show a fair table, with the first bot's chair chosen."""
    screen = SeatingScreen(pilot.app, slug)
    pilot.app.go(screen)
    screen.choose_chair(1)
    screen.choose_fair_table()


def seating_known(pilot: Pilot, slug: str) -> None:
    """Show the chair of a character who has won most matches against the player."""
    record = begin_record(0, slug)
    for number, winner in enumerate((1, 0, 1, 1, 0, 1)):
        record.id = f"known-{number}"
        write_match(pilot.app.statistics, record, winners=(winner,), name=pilot.app.settings.name)
    pilot.app.last_tables.save(slug, record.chairs[1:], has_begun=False)
    screen = SeatingScreen(pilot.app, slug)
    pilot.app.go(screen)
    screen.choose_chair(1)


def house_rules(pilot: Pilot, slug: str) -> None:
    pilot.app.go(HouseRulesScreen(pilot.app, slug))
    pilot.press_keys(pygame.K_TAB, pygame.K_TAB)


def lab(pilot: Pilot, slug: str) -> None:
    """Show what the first preset changes, after some matches."""
    screen = HouseRulesScreen(pilot.app, slug)
    pilot.app.go(screen)
    screen.open_lab()
    pilot.run_frames(120)


def dealing(pilot: Pilot, slug: str) -> None:
    pilot.app.go(MatchTable(new_record(slug, SEED)))
    pilot.run_frames(40)


def first_choice(pilot: Pilot, slug: str) -> None:
    pilot.app.go(MatchTable(new_record(slug, SEED)))
    pilot.run_until_idle()


def goal(pilot: Pilot, slug: str) -> None:
    """Show the goal dialog of a new player before the first deal."""
    pilot.app.save_settings_without_layout(replace(pilot.app.settings, coach="first"))
    pilot.app.go(MatchTable(new_record(slug, SEED)))


def playing(pilot: Pilot, slug: str) -> None:
    first_choice(pilot, slug)
    advance(pilot, slug, ANSWERS_PLAYED)
    _go_on(pilot)


def _select_cards(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    if not pilot.table_below().model.layout.controls.drop_kinds_by_verb:
        return  # no card can be chosen
    for _ in range(20):
        moves = [move for move in pilot.open_choice.legal_moves if move.cards]
        if moves:
            break
        advance(pilot, slug, 1)
        _go_on(pilot)
    for card in moves[-1].cards:
        pilot.click(pilot.card_point(card))
    pilot.run_frames(30)


def dragging(pilot: Pilot, slug: str) -> None:
    _select_cards(pilot, slug)
    if not pilot.table_below().model.layout.controls.drop_kinds_by_verb:
        return
    card = pilot.open_choice.selected_cards[0]
    start_at = pilot.card_point(card)
    pilot.press(start_at)
    for i in range(1, 12):
        pilot.move((start_at[0] + 14 * i, start_at[1] - 22 * i))


def _refuse_drop(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    choice, model = pilot.open_choice, pilot.table.model
    assert choice.view.ask is not None
    asked = choice.view.verbs[choice.view.ask.what]
    kinds = [kind for verb, kind in model.layout.controls.drop_kinds_by_verb.items() if verb in asked]
    piles = [pile for pile in model.pile_geometries() if pile.kind in kinds and pile.owner in (TABLE, model.viewer)]
    wrong = [
        card
        for card in choice.piles_by_card
        if card not in choice.addable_cards() and choice.piles_by_card[card].kind == "hand"
    ]
    if wrong and piles:
        pilot.drag(pilot.card_point(wrong[0]), pilot.pile_point(piles[0]))
    pilot.run_frames(3)


def keyboard(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.press_keys(pygame.K_RIGHT, pygame.K_RIGHT)


def hint(pilot: Pilot, slug: str) -> None:
    """Show the first hint of several moves with a reason, if one of a few decisions has it."""
    playing(pilot, slug)
    for _ in range(MAX_HINTS):
        pilot.press_keys(pygame.K_h)
        match = pilot.table.match
        while match.hint is None or match.is_hint_pending:
            pilot.step()
        if match.hint[0].merit is not None and len(match.hint) > 1:
            break
        pilot.press_keys(pygame.K_h)
        advance(pilot, slug, 1)
        _go_on(pilot)


def coach(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.app.save_settings_without_layout(replace(pilot.app.settings, coach="always"))
    advance(pilot, slug, 1)
    _go_on(pilot)


def what_now(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.press_keys(pygame.K_w)


def what_now_waiting(pilot: Pilot, slug: str) -> None:
    """Show “What now?” while another seat is to act."""
    playing(pilot, slug)
    for _ in range(ANSWERS_PLAYED):
        table = pilot.table
        table.hand_controller.answer(
            final_thought(bot_for(slug, "medium"), pilot.open_choice.view, table.match.viewer, Rng(SEED)).move
        )
        for _ in range(400):
            waits = table.model.choice is None and not table.model.director.is_busy
            if waits and table.match.computer_to_move() is not None:
                pilot.press_keys(pygame.K_w)
                return
            pilot.step()
        _go_on(pilot)


def log(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.press_keys(pygame.K_l)


def log_large(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.table.set_log("large", keyboard=True)
    pilot.press_keys(pygame.K_PAGEUP)


def review(pilot: Pilot, slug: str) -> None:
    first_choice(pilot, slug)
    advance(pilot, slug, 2 * ANSWERS_PLAYED)
    _go_on(pilot)
    pilot.press_keys(pygame.K_t)


def pile(pilot: Pilot, slug: str) -> None:
    """Show a pile that the player may browse."""
    first_choice(pilot, slug)
    for _ in range(20 * ANSWERS_PLAYED):
        if pilot.table.model.browsable_piles():
            break
        advance(pilot, slug, 1)
        _go_on(pilot)
    pilot.press_keys(pygame.K_d)


def menu(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.press_keys(pygame.K_ESCAPE)


def rules_in_force(pilot: Pilot, slug: str) -> None:
    playing(pilot, slug)
    pilot.press_keys(pygame.K_F1)


def reader(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Home())
    pilot.app.open(RulesPage(slug))


def reader_rule(pilot: Pilot, slug: str) -> None:
    """Open the rules at a rule that a house rule changes."""
    pilot.app.go(Home())
    choices = options_of(GAMES[slug].Options)
    other = {choice.name: next(v for v in choice.values if v != choice.default) for choice in choices}
    pilot.app.open(RulesPage(slug, choices[len(choices) // 2].rule, GAMES[slug].Options(**other)))


def reader_search(pilot: Pilot, slug: str) -> None:
    reader(pilot, slug)
    for letter in SEARCH_WORDS[pilot.app.words.language]:
        pilot.step([pygame.Event(pygame.TEXTINPUT, text=letter)])
    pilot.press_keys(pygame.K_RETURN, pygame.K_RETURN)


def reader_end(pilot: Pilot, slug: str) -> None:
    """Show the house rules at the end of the page, with the focus on a link."""
    reader(pilot, slug)
    pilot.press_keys(pygame.K_END)
    pilot.run_frames(90)
    pilot.press_keys(pygame.K_TAB)


def reader_refused(pilot: Pilot, slug: str) -> None:
    """Open the rules from a refused play, at the rule that refused it."""
    _refuse_drop(pilot, slug)
    pilot.press_keys(pygame.K_r)


def keys(pilot: Pilot) -> None:
    pilot.app.go(Home())
    pilot.app.open(KeysDialog(pilot.app))


def deal_result(pilot: Pilot, slug: str) -> None:
    pilot.app.go(MatchTable(new_record(slug, SEED)))
    for _ in range(400):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            return
        advance(pilot, slug, 1)


def match_result(pilot: Pilot, slug: str, record: Record | None = None) -> None:
    pilot.app.go(MatchTable(record or new_record(slug, SEED)))
    for _ in range(2000):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                return
            pilot.dismiss_result()
        else:
            advance(pilot, slug, 1)


def fair_result(pilot: Pilot, slug: str) -> None:
    pilot.app.fair_tables.save(slug, FairTable(chosen=True))
    record = new_record(slug, SEED)
    record.chairs = (
        record.chairs[0],
        *(chair._replace(level=format_strength(INITIAL_STRENGTH)) for chair in record.chairs[1:]),
    )
    match_result(pilot, slug, record)


def deal_par(pilot: Pilot, slug: str) -> None:
    deal_result(pilot, slug)
    show_par(pilot.app.top, 9)


def match_par(pilot: Pilot, slug: str) -> None:
    match_result(pilot, slug)
    show_par(pilot.app.top, PLAYOUTS_PER_DEAL)


def _go_on(pilot: Pilot) -> None:
    """Close a deal's results, if they are shown."""
    pilot.run_until_idle()
    if isinstance(pilot.app.top, ResultsScreen):
        pilot.dismiss_result()
        pilot.run_until_idle()


def bad_settings(pilot: Pilot) -> None:
    pilot.app.go(Home())
    pilot.run_frames(30)


def failure(pilot: Pilot) -> None:
    pilot.app.go(MatchTable(new_record(next(iter(GAMES)), SEED)))
    pilot.app.error_recovery.recover(ZeroDivisionError("integer division or modulo by zero"))


def advance(pilot: Pilot, slug: str, answers: int) -> None:
    """Let a medium bot play for the player."""
    policy, rng = bot_for(slug, "medium"), Rng(SEED)
    for _ in range(answers):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            return
        table = pilot.table
        table.hand_controller.answer(final_thought(policy, pilot.open_choice.view, table.match.viewer, rng).move)
        pilot.run_until_idle()


MORE_SHOTS = {"selected": _select_cards, "refused": _refuse_drop}
"""Pictures not named after their functions."""


def _ignore_game(make: Callable[[Pilot], None]) -> Shot:
    return lambda pilot, _: make(pilot)


def shots_of(*modules: object) -> tuple[dict[str, Shot], dict[str, Shot]]:
    """Return the pictures without a game and those of a game, by name: the public functions of these modules.

    They return nothing and need a pilot, or a pilot and the slug of a game. ``MORE_SHOTS`` of a module are more.
    """
    alone: dict[str, Shot] = {}
    of_game: dict[str, Shot] = {}
    for module in modules:
        for name, make in (vars(module) | getattr(module, "MORE_SHOTS", {})).items():
            if name.startswith("_") or not isinstance(make, FunctionType | partial):
                continue
            signature = inspect.signature(make)
            needed = [one.name for one in signature.parameters.values() if one.default is one.empty]
            if signature.return_annotation not in (None, "None"):
                continue
            if needed == ["pilot"]:
                alone[name] = _ignore_game(make)
            elif needed == ["pilot", "slug"]:
                of_game[name] = make
    return alone, of_game


SHOTS_WITHOUT_GAME, SHOTS_PER_GAME = shots_of(
    sys.modules[__name__],
    about,
    daily,
    hot_seat,
    lessons,
    lobby,
    online,
    replays,
    reviews,
    settings,
    statistics,
)
MOMENT_SEEDS = (1, 2, 3)
MOMENT_STEPS = 4000
MAX_HINTS = 12
"""Maximum number of decisions until a hint has a reason."""
SHOTS_IN_MOTION = ("dealing", "lab", "dragging", "refused", "settings_round", "what_now_waiting")
"""Pictures taken in motion."""


def is_possible(name: str, slug: str) -> bool:
    """Whether this picture of a game exists: some have no pile to browse, a new game may have no lesson."""
    if name == "pile":
        return bool(GAMES[slug].browsable_piles)
    return name not in vars(lessons) or has_lesson(slug)


def all_shots() -> Iterator[tuple[str, str, Shot]]:
    """Yield name, game and function of every picture."""
    for name, make in SHOTS_WITHOUT_GAME.items():
        yield name, next(iter(GAMES)), make
    for slug in GAMES:
        for name, make in ((name, make) for name, make in SHOTS_PER_GAME.items() if is_possible(name, slug)):
            yield f"{slug}_{name}", slug, make


def moment_shots(pilot: Pilot, slug: str, seed: int, save: Callable[[str], None]) -> None:
    """Play a match for pictures of every question with each of its prompts, and of every announcement.

    ``save`` is called with a name while the window shows the state.
    """
    pilot.app.go(MatchTable(new_record(slug, seed)))
    policy, rng = bot_for(slug, "medium"), Rng(seed)
    for _ in range(MOMENT_STEPS):
        pilot.step(elapsed_ms=40)
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                return
            pilot.dismiss_result()
        elif isinstance(top, Table):
            announcement, choice = top.hud.announcement.current, top.model.choice
            if announcement and not top.timeline.is_running("word"):
                save(f"{slug}_said_{announcement.note.key}")
            if choice is not None and not top.model.director.is_busy and top.hud.board_view.grow_scale == 1.0:
                ask = choice.view.ask
                assert ask is not None
                pilot.step(elapsed_ms=1)
                save(f"{slug}_ask_{ask.what}_{choice.view.prompt_for(choice.seat).key}")
                top.hand_controller.answer(final_thought(policy, choice.view, choice.seat, rng).move)


@contextmanager
def profile_folder(language: str, name: str, more: Sequence[str] = (), speed: str = "4") -> Iterator[Path]:
    """Yield a profile folder with settings for a picture; ``more`` are lines of the settings file."""
    with tempfile.TemporaryDirectory() as folder:
        text = f'language = "{language}"\nspeed = "{speed}"\nauto_answer = false\n'
        text += "" if any(line.startswith("coach") for line in more) else 'coach = "off"\n'
        text += "".join(f"{line}\n" for line in more)
        if name == "bad_settings":
            text += 'colour = "red"\nfour_colours = "perhaps"\n'
        (Path(folder) / "settings.toml").write_text(text, encoding="utf-8")
        yield Path(folder)


def has_moments(slug: str, only: str) -> bool:
    """Whether names of a game's questions and announcements may contain ``only``."""
    return any(only in prefix or only.startswith(prefix) for prefix in (f"{slug}_ask_", f"{slug}_said_"))


def take_moments(slug: str, arguments: argparse.Namespace, size: tuple[int, int]) -> int:
    """Take pictures of a game's questions and announcements; return their number."""
    taken: set[str] = set()
    only, out = arguments.only, arguments.out
    if not has_moments(slug, only):
        return 0

    def save(name: str) -> None:
        if name in taken or (only and only not in name):
            return
        taken.add(name)
        out.mkdir(parents=True, exist_ok=True)
        pygame.image.save(pilot.app.window.surface, out / f"{name}.{arguments.type}")
        print(out / f"{name}.{arguments.type}")

    for seed in MOMENT_SEEDS:
        if only in taken:
            break
        with profile_folder(arguments.lang, slug, arguments.set) as folder:
            pilot = Pilot(folder, size)
            moment_shots(pilot, slug, seed, save)
            pilot.app.release_everything()
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
    arguments = parser.parse_args(words)
    try:
        width, height = map(int, arguments.size.split("x"))
    except ValueError:
        parser.error(f"--size: {arguments.size!r} is not WIDTHxHEIGHT, like 1920x1080")
    pygame.display.init()
    pygame.font.init()
    if arguments.film:
        taken = take_films(
            arguments, (width, height), lambda name: profile_folder(arguments.lang, name, arguments.set, "1")
        )
        if not taken:
            names = ", ".join(film.name for film in films())
            parser.error(f"--film: no film has {arguments.film!r} in its name; there are {names}")
        return 0
    count = 0
    for name, slug, make in all_shots():
        if arguments.only and arguments.only not in name:
            continue
        with profile_folder(arguments.lang, name, arguments.set) as folder:
            pilot = Pilot(folder, (width, height))
            make(pilot, slug)
            if name.removeprefix(f"{slug}_") not in SHOTS_IN_MOTION:
                pilot.run_frames(30)
                pilot.app.finish_animations()
            arguments.out.mkdir(parents=True, exist_ok=True)
            pygame.image.save(pilot.app.window.surface, arguments.out / f"{name}.{arguments.type}")
            pilot.app.release_everything()
        count += 1
        print(arguments.out / f"{name}.{arguments.type}")
    for slug in GAMES:
        count += take_moments(slug, arguments, (width, height))
    if not count:
        names = ", ".join(name for name, _, _ in all_shots())
        parser.error(f"--only: no picture has {arguments.only!r} in its name; there are {names}")
    return 0
