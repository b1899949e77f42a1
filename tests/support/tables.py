"""Helpers of the tests of the table: a pilot on a new profile, matches in certain positions."""

import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from engine.cards import HIDDEN, Card
from engine.events import DealScored, redact_for_seat
from engine.game import Game, PileVisibility
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move, Pile, Seat
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from scenes.screens.lesson.lesson_table import LessonMode
from scenes.screens.replays.replay_mode import ReplayMode
from scenes.shell.destinations import Destination, Home, ResumedTable
from scenes.table.goal_dialog import GoalDialog
from scenes.table.layouts import LAYOUTS
from scenes.table.live_mode import LiveMode
from scenes.table.model.director import Director
from scenes.table.model.positions import Canvas, card_poses, seat_positions
from scenes.table.model.shown_piles import ShownPiles
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.records import load_match

pygame.init()

CANVAS = Canvas(1280, 720)
HOME = Home()
FELT_POINT = (30.0, 500.0)
"""An empty point on the felt."""
Pos = tuple[float, float]


def write_settings(folder: Path, **values: object) -> None:
    """Write the settings file; default: English, speed 4, no automatic answers, no coach, no talk.

    With automatic answers, a match of every game was played before, as there are none in the first.
    """
    chosen: dict[str, object] = {"language": "en", "speed": "4", "pace": "quick", "auto_answer": False, "coach": "off"}
    chosen |= {"talk": False}
    chosen |= values
    folder.mkdir(parents=True, exist_ok=True)
    lines = (
        f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}" for key, value in chosen.items()
    )
    (folder / "settings.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if chosen["auto_answer"]:
        progress = TutorialProgress(Profile(folder))
        for slug in GAMES:
            progress.mark_match_finished(slug)


def start_program(folder: Path, size: tuple[int, int] = (1280, 720), /, **values: object) -> Pilot:
    """Return a pilot of a program with these settings, before its first screen."""
    write_settings(folder, **values)
    return Pilot(folder, size)


def open_program(
    folder: Path, to: Destination = HOME, size: tuple[int, int] = (1280, 720), /, **values: object
) -> Pilot:
    """Return a pilot of a program with these settings, at a destination."""
    pilot = start_program(folder, size, **values)
    pilot.app.go(to)
    return pilot


def continue_match(
    folder: Path, record: Record, *, until_idle: bool = True, pilot_type: type[Pilot] = Pilot, **values: object
) -> Pilot:
    """Return a pilot who has just resumed this match."""
    write_settings(folder, **values)
    Profile(folder).save_match(record)
    pilot = pilot_type(folder)
    assert pilot.app.profile.notices == []
    pilot.app.go(Home())
    pilot.app.go(ResumedTable())
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    if until_idle:
        pilot.run_until_idle()
    return pilot


def director_for(game: Game, viewer: Seat, canvas: Canvas = CANVAS) -> Director:
    """Return a director that shows a match from its start as a seat sees it, without any events yet."""
    geometry = LAYOUTS[game.slug].geometry.for_seats(game.seats)
    seats = seat_positions(geometry, game.seats, viewer, canvas)
    return Director(
        ShownPiles(game, viewer), lambda shown: card_poses(shown.piles, geometry, seats, viewer, canvas), lambda _: None
    )


def feed(director: Director, game: Game, viewer: Seat = 0) -> None:
    """Give the director the events since the last call, as a seat sees them."""
    director.queue_events(redact_for_seat(event, viewer) for event in game.take_events())


def director_after_deal(game: Game, canvas: Canvas = CANVAS) -> Director:
    """Return a director that shows a newly dealt match as seat 0 sees it, at rest."""
    director = director_for(game, 0, canvas)
    feed(director, game)
    director.finish()
    return director


def find_table_faults(table: Table) -> list[str]:
    """Return the faults of the table now: misplaced cards, faces that must be hidden."""
    model = table.model
    faults = [] if not model.director.has_shown_all_events else model.shown.differences()
    game, viewer = model.match.game, model.viewer
    open_ = getattr(model.match, "all_cards_open", False)  # a replay with all cards open
    for pile, tokens in model.shown.piles.items():
        if (
            not open_
            and game.visibility[pile.kind] is not PileVisibility.TURNED
            and not game.viewers_mask(pile) >> viewer & 1
        ):
            faults += [f"{pile} shows {token.card}" for token in tokens if token.card != HIDDEN]
    ids = [token.id for token in model.shown.tokens()]
    if sorted(ids) != list(range(game.card_count)):
        faults.append(f"{len(ids)} cards, {len(set(ids))} different ones")
    return faults


def load_saved_record(folder: Path) -> Record:
    """Return the match on disk."""
    record, notices = load_match(Profile(folder))
    assert record is not None and notices == []
    return record


def live_mode(table: Table) -> LiveMode:
    """Return the mode of a table where a match is played."""
    assert isinstance(table.mode, LiveMode)
    return table.mode


def lesson_mode(table: Table) -> LessonMode:
    assert isinstance(table.mode, LessonMode)
    return table.mode


def replay_mode(table: Table) -> ReplayMode:
    """Return the mode of a table where a match is replayed."""
    assert isinstance(table.mode, ReplayMode)
    return table.mode


def hand(table: Table) -> list[Card]:
    """Return the viewer's hand as shown, from left to right."""
    model = table.model
    tokens = model.shown.piles.get(model.hand.pile, [])
    return [token.card for token in sorted(tokens, key=lambda token: model.rest_pose(token.id).x)]


def is_at_rest(table: Table, card: Card) -> bool:
    """Whether a card is at its resting pose."""
    key = table.model.find_token_id(card)
    assert key is not None
    return not table.model.director.is_moving(key) and table.model.director.current_pose(key) == table.model.rest_pose(
        key
    )


def select_single_cards(game: Game, *, legal: bool, seat: Seat = 0) -> list[Card]:
    """Return the cards of a hand that may (or may not) be played singly now."""
    verb = next(iter(game.verbs["play"]))
    cards = game.cards(Pile("hand", seat))
    return [card for card in cards if (game.refusal(Move(seat, verb, (card,))) is None) == legal]


def pending_deal_scores(game: Game) -> list[DealScored]:
    """Return the deal scores among a game's unread events."""
    return [event for event in game.take_events() if isinstance(event, DealScored)]


# --- positions and hands ---------------------------------------------------------------------------------------------


CLIMBING_GAMES = ("big_two", "palacio")
"""Games in which single cards of the hand must fit; they share tests."""


def has_real_choice(game: Game) -> bool:
    """Whether only seat 0 is asked, with several answers."""
    return game.ask is not None and game.ask.seats == (0,) and len(game.legal_moves(0)) > 1


def has_playable_and_unplayable(game: Game) -> bool:
    """Whether seat 0 may play one of its cards and not another."""
    return (
        game.ask is not None
        and game.ask.what == "play"
        and all(select_single_cards(game, legal=x) for x in (True, False))
    )


def has_only_turn_ending_answers(game: Game) -> bool:
    """Whether each of several answers passes the turn, in a position of ``has_playable_and_unplayable``."""
    if not has_playable_and_unplayable(game) or len(game.legal_moves(0)) == 1:
        return False
    for move in game.legal_moves(0):
        after = game.clone()
        after.push(move)
        if 0 in after.seats_to_act() or after.outcome or len(after.history) > len(game.history):
            return False
    return True


def pile_for_drop(game: Game, verb: str = "play") -> Pile:
    return Pile(LAYOUTS[game.slug].controls.drop_kinds_by_verb[verb])


def playable_and_unplayable_card(pilot: Pilot) -> tuple[Card, Card]:
    """Return a card that may be played singly now, and one that may not."""
    game = pilot.table.match.game
    return select_single_cards(game, legal=True)[0], select_single_cards(game, legal=False)[0]


def click_quickly(pilot: Pilot, position: Pos, times: int = 2) -> None:
    for _ in range(times):
        pilot.press(position)
        pilot.release(position)


def shown_refusal(pilot: Pilot) -> str:
    """Return the refusal shown at the table, as ``RULE key``."""
    shown = pilot.refusal
    assert shown is not None, "no refusal is shown"
    return f"{shown.rule} {shown.key}".strip()


def pick_up(pilot: Pilot, card: Card) -> Pos:
    """Pick a card up and drag it halfway to the middle; return the pointer's position."""
    x, y = pilot.card_point(card)
    pilot.press((x, y))
    for i in range(1, 9):
        pilot.move((x + 4.0 * i, y - 12.0 * i))
    assert pilot.card_drag is not None
    return x + 32.0, y - 96.0


def drop_after_change(pilot: Pilot, card: Card, place: Pos) -> None:
    """Drop a dragged card after the screen has changed, and check that it is played or back in hand."""
    moves = len(pilot.table.match.record.moves)
    pilot.release(place)
    pilot.run_until_idle()
    assert find_table_faults(pilot.table) == []
    if len(pilot.table.match.record.moves) == moves:
        assert is_at_rest(pilot.table, card)


def has_single_answer(game: Game) -> bool:
    """Whether only seat 0 is asked, with a single answer."""
    return game.ask is not None and game.ask.seats == (0,) and len(game.legal_moves(0)) == 1
