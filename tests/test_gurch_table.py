"""Table of Gurch: everything on one axis, votes as tiles, the end of a trick, the last trick."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from pygame import FRect

from engine.boards import VoteTally
from engine.events import Announced, CardsMoved, DealScored
from engine.game import Game
from engine.games.gurch import Gurch
from engine.moves import TABLE, Pile, Seat
from engine.rng import Rng
from scenes.render import timing
from scenes.table.cards.captions import pile_fact_chips
from scenes.table.hud.answers import VoteTile
from scenes.table.layouts import LAYOUTS
from scenes.table.model.positions import (
    FREE_CENTRE,
    Canvas,
    CentreOccupancy,
    PileGeometry,
    pile_geometry,
    seat_positions,
)
from tests.support import game_contract
from tests.support.records import find_record
from tests.support.table_geometry import TableItem, gap_faults, table_items
from tests.support.tables import continue_match

SEATS = range(2, 7)
MIN_GAP_PX = 16.0
"""Minimum distance between pile, caption and prompt, logical pixels; half of it with large texts."""
SIZES = ((960, 540), (1280, 720), (1280, 800), (1024, 768), (1920, 1080), (3840, 2160))
MIN_CARD_SCALE = 0.84
"""Width of cards beside the drawer, by their width without it."""


def asks_for(what: str) -> Callable[[Game], bool]:
    """Return a test whether seat 0 is asked this."""
    return lambda game: game.ask is not None and game.ask.what == what and 0 in game.seats_to_act()


def ends_trick(cards: int) -> Callable[[Game], bool]:
    """Return a test whether seat 0 ends a trick to which all others have played ``cards`` cards."""

    def test(game: Game) -> bool:
        assert isinstance(game, Gurch)
        played = [game.cards(Pile("trick", seat)) for seat in range(1, game.seats)]
        return game.seats_to_act() == (0,) and game.led_count == cards and all(len(lying) == cards for lying in played)

    return test


def centre_geometry(kind: str, seat: Seat, seats: int, around: CentreOccupancy = FREE_CENTRE) -> PileGeometry:
    geometry, canvas = LAYOUTS["gurch"].geometry.for_seats(seats), Canvas(1280, 720)
    found = pile_geometry(
        Pile(kind, seat), geometry, seat_positions(geometry, seats, 0, canvas), 0, canvas, centre=around
    )
    assert found is not None
    return found


# --- common axis ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_plays_surround_axis_without_touching(most: int, seats: int) -> None:
    plays = [centre_geometry("trick", seat, seats, CentreOccupancy(most)) for seat in range(seats)]
    assert plays[0].x == 640 and sum(one.x for one in plays) == pytest.approx(640 * seats)
    for seat in range(1, seats):
        other = plays[seats - seat]
        assert plays[seat].x - 640 == pytest.approx(640 - other.x) and plays[seat].y == other.y
    piles = [centre_geometry(kind, TABLE, seats, CentreOccupancy(most)) for kind in ("stock", "swapped")]
    items = [
        TableItem(kind, FRect(0, 0, width, one.card_height).move_to(center=(one.x, one.y)), kind)
        for lying, kind in ((plays, "play"), (piles, "stock"))
        for one in lying
        for width in [one.spot.max_width if kind == "play" else one.card_width]
    ]
    assert gap_faults(items) == []
    assert most > 1 or plays[0].card_width == 100


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_up_card_is_named(seats: int, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", asks_for("start"), seats, 400))
    kinds = [one.kind for one in table_items(pilot.table)]
    ups = sum(bool(lying) for pile, lying in pilot.table.model.shown.piles.items() if pile.kind == "up")
    assert kinds.count("seat name") == ups >= 1


# --- best play --------------------------------------------------------------------------------------------------------


def test_ringed_play_is_best_play_of_engine() -> None:
    seen = 0
    for seed in range(8):
        game, rng = game_contract.start_match("gurch", seed, standard=seed % 2 == 0), Rng(seed)
        for move in game_contract.random_moves(game, rng, 400):
            assert isinstance(game, Gurch)
            if game.ask is not None and game.ask.what == "play" and game.led_count:
                order = sorted(game.players, key=lambda seat: (seat - game.leader) % game.seats)
                plays = [(seat, game.cards(Pile("trick", seat))) for seat in order]
                plays = [play for play in plays if play[1]]
                assert game.seats_winning_trick(plays, is_last_trick=False) == (game.winning_seat,)
                seen += 1
            game.play(move)
    assert seen > 100


def test_best_play_has_ring_and_every_player_disc(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", ends_trick(1), 4))
    table = pilot.table
    game, stage = table.match.game, table.model
    assert isinstance(game, Gurch)
    assert stage.leading_seats == {game.winning_seat}
    assert stage.leading_token_ids() == {token.id for token in stage.shown.piles[Pile("trick", game.winning_seat)]}
    token = stage.shown.piles[Pile("trick", game.winning_seat)][0]
    table.draw(pilot.app.window.surface)
    assert table.card_view._ring(token) == "selected"


# --- end of a trick ---------------------------------------------------------------------------------------------------


def test_trick_is_held_once_and_swept_to_winner(tmp_path: Path) -> None:
    record = find_record("gurch", lambda game: ends_trick(1)(game) and len(game.legal_moves(0)) > 1, 4)
    pilot = continue_match(tmp_path, record, speed="1")
    table = pilot.table
    director, stage = table.model.director, table.model
    table.hand_controller.answer(pilot.open_choice.legal_moves[0])
    said = set[str]()
    best, held, swept, through = frozenset[Seat](), 0.0, list[int](), set[tuple[float, float]]()
    for step in range(600):
        waiting = director.pending_events
        if waiting and isinstance(waiting[0], CardsMoved) and waiting[0].manner == "sweep" and not swept:
            best, held = stage.leading_seats, held + 10
            said |= {table.prompt_text()}
        played = len(stage.shown.piles.get(Pile("played"), ()))
        pilot.step(elapsed_ms=10)
        if len(stage.shown.piles.get(Pile("played"), ())) > played:
            swept.append(step)
        through |= {
            (glide.waypoint.x, glide.waypoint.y) for glide in director.glides.values() if glide.waypoint is not None
        }
        if swept and director.has_shown_all_events:
            break
    assert len(best) == 1 and through == {stage.portrait_centre(min(best))}
    name = table.model.people_by_seat[min(best)].name
    assert said == {"", "*You take the trick* and lead" if best == {0} else f"*{name}* takes the trick and leads"}
    assert timing.SWEEP_HOLD_MS <= held < timing.SWEEP_HOLD_MS + timing.MIN_FLIGHT_MS + timing.PAUSE_AFTER_PLAY_MS + 100
    assert 1 <= len(swept) <= 12 and swept[-1] - swept[0] <= 12, "all cards are swept together"


def test_with_reduced_motion_trick_fades(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", ends_trick(1), 4), speed="1", reduced_motion=True)
    table = pilot.table
    table.hand_controller.answer(pilot.open_choice.legal_moves[0])
    for _ in range(400):
        pilot.step(elapsed_ms=10)
        assert all(glide.is_fading for glide in table.model.director.glides.values())


# --- vote -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("way", ["mouse", "key"])
def test_tiles_are_buttons_of_vote(way: str, seats: int, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", asks_for("vote"), seats))
    table = pilot.table
    tiles = table.hud.answer_buttons
    assert len(tiles) == 5 and all(isinstance(tile, VoteTile) for tile in tiles)
    assert [tile.rect for tile in tiles] == list(table.hud.board_view.tile_rects().values())
    assert tiles[2].rect.centerx == pytest.approx(table.hud.renderer.width / 2)
    ui = table.model.canvas.ui_scale
    x, y = tiles[3].rect.center
    if way == "mouse":
        pilot.move((x * ui, y * ui))
        assert tiles[3].hovered
        pilot.click((x * ui, y * ui))
    else:
        pilot.press_keys(pygame.K_4)
    assert [move.to for move in table.match.record.moves if move.seat == 0 and move.verb == "vote"][-1] == 4


def test_votes_fly_to_tiles_before_result(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", asks_for("vote"), 4), speed="1")
    table = pilot.table
    boards = table.hud.board_view
    assert isinstance(boards.board, VoteTally) and not boards.board.winning_choice and not boards.board.votes
    assert table.model.board_in_centre, "stock and discards make space for the board"
    pilot.press_keys(pygame.K_2)
    flown = told = 0.0
    for _ in range(3000):
        pilot.step(elapsed_ms=10)
        flown += 10 * boards.has_votes_in_flight
        told += 10 * bool(flown)
        if table.hud.announcement.current is not None:
            break
    game = table.match.game
    assert isinstance(game, Gurch) and isinstance(boards.board, VoteTally)
    assert boards.board.votes == {seat: game.votes[seat] for seat in game.swappers}
    whole = timing.VOTE_FLIGHT_MS + timing.VOTE_DROP_MS + timing.VOTE_INTERVAL_MS * (len(game.swappers) - 1)
    assert flown == pytest.approx(whole, abs=30) and told == pytest.approx(timing.VOTE_REVEAL_MS, abs=60)


@pytest.mark.painted
@pytest.mark.parametrize("calm", [False, True])
def test_every_vote_has_portrait_on_tile(calm: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = find_record("gurch", asks_for("second"), 6)
    pilot = continue_match(tmp_path, record, reduced_motion=calm)
    pilot.app.finish_animations()
    boards, drawn = pilot.table.hud.board_view, dict[Seat, tuple[float, float]]()
    draw = boards._draw_voter_portrait

    def noted(target: pygame.Surface, seat: Seat, x: float, y: float) -> None:
        drawn[seat] = (x, y)
        draw(target, seat, x, y)

    monkeypatch.setattr(boards, "_draw_voter_portrait", noted)
    pilot.table.draw(pilot.app.window.surface)
    assert isinstance(boards.board, VoteTally)
    tiles = boards._canvas_tile_rects()
    assert drawn.keys() == boards.board.votes.keys()
    for seat, at_ in drawn.items():
        assert tiles[boards.board.votes[seat]].collidepoint(at_)


def test_stock_and_discards_come_back_when_cards_are_played(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("gurch", asks_for("second"), 4))
    table = pilot.table
    assert table.model.board_in_centre
    for _ in range(60):
        if table.match.game.ask is None or table.match.game.ask.what == "play":
            break
        table.hand_controller.answer(pilot.open_choice.legal_moves[0])
        pilot.run_until_idle()
    assert not table.model.board_in_centre and table.hud.board_view.board is None


# --- last trick -------------------------------------------------------------------------------------------------------


def test_last_trick_is_announced_once_before_first_card() -> None:
    deals = 0
    for seed in range(10):
        game, rng = game_contract.start_match("gurch", seed, standard=seed % 2 == 0), Rng(seed)
        told, next_card = 0, False
        game.take_events()
        for move in game_contract.random_moves(game, rng, 600):
            assert isinstance(game, Gurch)
            if told and not game.contest:
                raise AssertionError("the announced last trick decides nothing")
            game.play(move)
            for event in game.take_events():
                if isinstance(event, Announced) and event.note.key == "last":
                    told, next_card = told + 1, True
                elif next_card and isinstance(event, CardsMoved):
                    assert event.target == Pile("trick", event.source.owner), "the first card of the trick follows"
                    next_card = False
                elif isinstance(event, DealScored):
                    assert told == 1
                    told, deals = 0, deals + 1
    assert deals > 10


def test_last_trick_gets_word(tmp_path: Path) -> None:
    def before_last(game: Game) -> bool:
        assert isinstance(game, Gurch)
        held = {len(game.cards(Pile("hand", seat))) for seat in range(game.seats)}
        return ends_trick(1)(game) and held <= {1, 2} and not game.contest

    pilot = continue_match(tmp_path, find_record("gurch", before_last, 4, 400), speed="1")
    table, shown = pilot.table, 0
    table.hand_controller.answer(pilot.open_choice.legal_moves[0])
    for _ in range(600):
        before = table.hud.highlight.current
        pilot.step(elapsed_ms=10)
        if pilot.app.top is not table:
            break
        now = table.hud.highlight.current
        if now is not None and before is None:
            shown += 1
            assert now.event.note.key == "last" and table.hud.announcement.current is None
    assert shown == 1


def test_carried_prize_is_shown_at_the_stock(tmp_path: Path) -> None:
    def has_carried(game: Game) -> bool:
        return isinstance(game, Gurch) and game.carried > 0 and asks_for("once")(game)

    record = find_record("gurch", has_carried, 4, 400, tie_break="carry", swaps="once")
    pilot = continue_match(tmp_path, record)
    table, game = pilot.table, record.replay()
    assert isinstance(game, Gurch)
    shown = [chip.string for chip in pile_fact_chips(table.renderer, table.words, table.model)]
    assert shown == [f"+{game.carried} carried over"]
