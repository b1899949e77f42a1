"""Every option of every game can be changed by mouse and keyboard, and the table obeys it."""

from collections import Counter
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import Any, cast

import pygame
import pytest

from engine.cards import Card
from engine.events import CardsMoved, Event
from engine.game import STOCK, Game, PileVisibility
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move, Pile
from engine.options import Option, changed_options, find_cause_of_idleness, options_of
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import Home, ResumedTable
from scenes.shell.options_panel import OptionRow
from scenes.table.table import Table
from scenes.ui.widgets import Chip, Stepper
from tests.games.facts import FACTS_BY_GAME
from tests.support.game_contract import random_moves
from tests.support.profile_pilot import Pilot
from tests.support.records import chairs
from tests.support.rule_cases import RuleCase, wanted_move
from tests.support.screens import find_option_row, find_options_panel
from tests.support.tables import open_program, start_program

RULE_CASES = [case._replace(slug=slug) for slug, facts in FACTS_BY_GAME.items() for case in facts.cases]
MAX_TAB_PRESSES = 60
"""Maximum presses of Tab to go through any screen."""


def test_every_value_of_every_option_has_position() -> None:
    there = Counter((case.slug, case.option, case.value) for case in RULE_CASES)
    needed = {
        (slug, choice.name, value)
        for slug in GAMES
        for choice in options_of(GAMES[slug].Options)
        for value in choice.values
        if value != choice.default
    }
    assert needed - there.keys() == set(), "every value has a position in which it matters"
    assert there.keys() - needed == set()
    assert all(case.standard_outcome != case.changed_outcome for case in RULE_CASES)


@pytest.mark.parametrize("slug", GAMES)
def test_idle_option_changes_nothing(slug: str) -> None:
    """With a value that makes another option idle, the same moves lead to the same match, whatever that option says."""
    owner = GAMES[slug].Options
    by_name = {choice.name: choice for choice in options_of(owner)}
    for idle in by_name.values():
        for name, values in idle.idle_with:
            assert by_name[name].default not in values, "by the standard rules every option can be set"
            assert set(values) < set(by_name[name].values)
            for value in values:
                assert find_cause_of_idleness(owner(**{name: value}), idle) == (by_name[name], value)
                for seed in range(3):
                    rules = [owner(**{name: value, idle.name: own}) for own in idle.values]
                    matches = [play_some_moves(GAMES[slug](GAMES[slug].seats_default, seed, one)) for one in rules]
                    assert matches[1:] == matches[:-1], (idle.name, name, value)


def play_some_moves(game: Game) -> tuple[list[Move], tuple[int, ...], Mapping[Pile, tuple[Card, ...]]]:
    """Play 200 random moves of a match; return them, the scores and the piles after them."""
    moves = []
    for move in random_moves(game, Rng(1), 200):
        game.push(move)
        moves.append(move)
    return moves, game.scores, game.piles


# --- house rules screen -----------------------------------------------------------------------------------------------


def option_row(pilot: Pilot, name: str) -> OptionRow:
    screen = pilot.app.top
    assert isinstance(screen, HouseRulesScreen)
    return find_option_row(screen, name)


def change_by_mouse(pilot: Pilot, row: OptionRow, value: Any) -> None:
    """Click the value in its row after scrolling to it with the wheel."""
    screen = pilot.app.top
    assert isinstance(screen, HouseRulesScreen)
    panel = find_options_panel(screen)

    def shown() -> pygame.FRect:
        return row.control.rect.move(panel.rect.left, panel.rect.top - panel.offset)

    for _ in range(40):
        place = shown()
        if panel.rect.top <= place.top and place.bottom <= panel.rect.bottom:
            break
        pilot.move(panel.rect.center)
        down = place.bottom > panel.rect.bottom
        pilot.step(
            [
                pygame.Event(
                    pygame.MOUSEWHEEL,
                    x=0,
                    y=-1 if down else 1,
                    precise_x=0.0,
                    precise_y=-1.0 if down else 1.0,
                    flipped=False,
                )
            ]
        )
    share = row.option.values.index(value) / (len(row.option.values) - 1)
    likely = place.right if isinstance(row.control, Stepper) else place.left + share * place.width
    for x in sorted(range(int(place.left) + 8, int(place.right), 12), key=lambda x: abs(x - likely)):
        if getattr(screen.options, row.option.name) == value:
            return
        pilot.click((x, shown().centery))  # the first click may scroll its row into view


def change_by_keys(pilot: Pilot, row: OptionRow, value: Any) -> None:
    """Go to the row with Tab and to the value with the arrow keys."""
    name = row.option.name
    screen = pilot.app.top
    assert isinstance(screen, HouseRulesScreen)
    for _ in range(MAX_TAB_PRESSES):
        if screen.root.focus is option_row(pilot, name) and screen.root.keyboard_used_last:
            break
        pilot.press_keys(pygame.K_TAB)
    values = list(row.option.values)
    for _ in values:
        now = getattr(screen.options, name)
        if now == value:
            return
        pilot.press_keys(pygame.K_RIGHT if values.index(now) < values.index(value) else pygame.K_LEFT)


def makes_another_idle(options: Any, choice: Option) -> bool:
    """Whether a house rule is the cause that another one changes nothing."""
    causes = (find_cause_of_idleness(options, other) for other in options_of(type(options)))
    return any(cause is not None and cause[0].name == choice.name for cause in causes)


@pytest.mark.parametrize("slug", GAMES)
def test_every_value_can_be_chosen_and_applies_to_next_match(slug: str, tmp_path: Path) -> None:
    """The values of one option are chosen by mouse, those of the next one by keys."""
    pilot = start_program(tmp_path)
    seating = SeatingScreen(pilot.app, slug)
    pilot.app.go(seating)
    pilot.run_frames(2)
    seating.open_house_rules()
    pilot.run_frames(2)
    screen = pilot.app.top
    assert isinstance(screen, HouseRulesScreen)
    wanted: dict[str, Any] = {}
    for choice, change in zip(options_of(GAMES[slug].Options), cycle((change_by_mouse, change_by_keys)), strict=False):
        others = [value for value in choice.values if value != choice.default]
        for value in others:
            change(pilot, option_row(pilot, choice.name), value)
            assert getattr(screen.options, choice.name) == value, f"{choice.name} = {value}"
        if makes_another_idle(screen.options, choice):
            change(pilot, option_row(pilot, choice.name), choice.default)
        else:
            wanted[choice.name] = others[-1]
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.run_frames(2)
    assert pilot.app.top is seating
    assert {name: getattr(seating.make_record().options, name) for name in wanted} == wanted
    assert Profile(tmp_path).load_options(slug) == seating.options
    seating.begin_match()
    pilot.step()
    record = pilot.table.match.record
    assert record.options == pilot.table.match.game.options == seating.options
    assert len(changed_options(record.options)) == len(wanted)


# --- table ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pilot(tmp_path_factory: pytest.TempPathFactory) -> Pilot:
    """One program for all positions, with a new table for each."""
    folder = tmp_path_factory.mktemp("obeyed")
    return open_program(folder, Home())


def position_events(game: Game) -> list[Event]:
    """Return events that show a position on the table: each card moves from the stock to its pile."""
    events: list[Event] = []
    everybody, unseen = (1 << game.seats) - 1, len(game.known)
    for pile, cards in game.piles.items():
        if pile == STOCK:
            continue
        for card in cards:
            up = game.visibility[pile.kind] is PileVisibility.TURNED and bool(game.face_up_cards >> card & 1)
            seen = everybody if up else game.viewers_mask(pile)
            events.append(CardsMoved((card,), STOCK, pile, (unseen,), "deal", seen, False, up))
    return events


def show_position(pilot: Pilot, case: RuleCase, rules: Mapping[str, Any]) -> Table:
    """Show the position on the table with a question to the player; return the table."""

    def posed(_seats: int, _seed: int, options: Any) -> Game:
        game = case.make_position(**{choice.name: value for choice, value in changed_options(options)})
        game.events = position_events(game)
        return game

    seats = case.make_position(**rules).seats
    options = GAMES[case.slug].Options(**rules)
    games = cast(Mapping[str, type[Game]], {case.slug: posed})
    pilot.app.saved_matches.save(Record(case.slug, seats, 1, options, chairs(seats), games=games))
    pilot.app.go(ResumedTable())
    for _ in range(400):
        if pilot.choice is not None:
            break
        pilot.step()
    return pilot.table


@pytest.mark.parametrize(
    ("number", "case"),
    list(enumerate(RULE_CASES)),
    ids=[f"{case.slug}-{case.option}-{case.value}" for case in RULE_CASES],
)
def test_rule_is_obeyed_at_table(number: int, case: RuleCase, pilot: Pilot) -> None:
    """The house rule at the table, by mouse and keys in turn; what the standard rules say in the game itself."""
    standard = case.make_position()
    if case.move:
        standard.push(wanted_move(case, standard))
    assert case.read_outcome(standard) == case.standard_outcome
    table = show_position(pilot, case, {case.option: case.value})
    game = table.match.game
    assert list(pilot.open_choice.legal_moves) == game.legal_moves(0)
    if case.move:
        move = wanted_move(case, game)
        (pilot.play_by_keys if number % 2 else pilot.play_by_mouse)(move)
        pilot.confirm_if_asked()
        played = table.match.record.moves[0]
        assert (played.verb, sorted(played.cards), played.to) == (move.verb, sorted(move.cards), move.to)
    assert case.read_outcome(game) == case.changed_outcome
    assert rule_chips(table) == [pilot.app.words("app.table.house_rules", n=1)], "it names the number of changed rules"


def rule_chips(table: Table) -> list[str]:
    """Return the texts of the table's chips, one of which leads to the rules in force."""
    return [chip.string for chip in table.hud.root.nodes_in("tools", Chip)]


@pytest.mark.parametrize("slug", GAMES)
def test_table_with_standard_rules_says_so(slug: str, pilot: Pilot) -> None:
    table = show_position(pilot, next(case for case in RULE_CASES if case.slug == slug), {})
    assert rule_chips(table) == [pilot.app.words("app.table.standard_rules")]


def test_f1_names_changed_rules(pilot: Pilot) -> None:
    named: list[str] = []
    for case in RULE_CASES[::9]:
        show_position(pilot, case, {case.option: case.value})
        pilot.press_keys(pygame.K_F1)
        pilot.step()
        dialog: Any = pilot.app.top
        named += [line.heading for line in dialog.paragraphs if line.heading]
        name = pilot.app.words(f"{case.slug}.option.{case.option}.name")
        assert any(heading.startswith(name) for heading in named)
        pilot.press_keys(pygame.K_ESCAPE)


def option_of(case: RuleCase) -> Option:
    return next(choice for choice in options_of(GAMES[case.slug].Options) if choice.name == case.option)


@pytest.mark.parametrize("case", RULE_CASES, ids=lambda case: f"{case.slug}-{case.option}-{case.value}")
def test_position_depends_on_no_other_option(case: RuleCase) -> None:
    assert case.value in option_of(case).values
    game = case.make_position()
    assert game.seats_to_act() == (0,) and game.slug == case.slug
    found = sorted(card for pile in game.piles.values() for card in pile)
    assert found == sorted(game.deck(game.seats)), "every card is in exactly one pile"
