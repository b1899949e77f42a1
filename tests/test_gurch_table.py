"""The table of Gurch: everything on one axis, votes as tiles, the end of a trick, the last trick."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from pygame import FRect

from engine.boards import VoteTally
from engine.events import Moved, Said, Scored
from engine.game import Game
from engine.games.gurch import Gurch
from engine.moves import TABLE, Pile, Seat
from engine.rng import Rng
from scenes.look import speeds
from scenes.shell.destinations import Begin
from scenes.table.layouts import LAYOUTS
from scenes.table.panels.answers import Tile
from scenes.table.stage.poses import BARE, Canvas, Middle, PilePlace, place, seat_positions
from scenes.table.table import Table
from tests.support import contract
from tests.support.at_table import continued, settings
from tests.support.lying import overlaps, things
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where

SEATS = range(2, 7)
GAP = 16.0
"""Least distance between pile, caption and prompt, logical pixels; half of it where texts are large."""
SIZES = ((960, 540), (1280, 720), (1280, 800), (1024, 768), (1920, 1080), (3840, 2160))
LARGE = 0.84
"""Size of cards beside the drawer, by their size without it."""


def asked(what: str) -> Callable[[Game], bool]:
    """Whether seat 0 is asked this."""
    return lambda game: game.ask is not None and game.ask.what == what and 0 in game.waiting()


def following(cards: int) -> Callable[[Game], bool]:
    """Whether seat 0 ends a trick to which everybody else has played that many cards."""

    def test(game: Game) -> bool:
        assert isinstance(game, Gurch)
        played = [game.cards(Pile("trick", seat)) for seat in range(1, game.seats)]
        return game.waiting() == (0,) and game.count == cards and all(len(lying) == cards for lying in played)

    return test


def at(kind: str, seat: Seat, seats: int, around: Middle = BARE) -> PilePlace:
    layout, canvas = LAYOUTS["gurch"].for_seats(seats), Canvas(1280, 720)
    found = place(Pile(kind, seat), layout, seat_positions(layout, seats, 0, canvas), 0, canvas, around=around)
    assert found is not None
    return found


# --- one axis ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_plays_lie_around_the_axis_and_apart_from_one_another(most: int, seats: int) -> None:
    plays = [at("trick", seat, seats, Middle(most)) for seat in range(seats)]
    room = [FRect(one.x - one.spot.room / 2, one.y - one.height / 2, one.spot.room, one.height) for one in plays]
    assert plays[0].x == 640 and sum(one.x for one in plays) == pytest.approx(640 * seats)
    for seat in range(1, seats):
        other = plays[seats - seat]
        assert plays[seat].x - 640 == pytest.approx(640 - other.x) and plays[seat].y == other.y
    piles = [at(kind, TABLE, seats, Middle(most)) for kind in ("stock", "swapped")]
    room += [FRect(one.x - one.width / 2, one.y - one.height / 2, one.width, one.height) for one in piles]
    for i, box in enumerate(room):
        assert not any(box.inflate(12, 12).colliderect(other.inflate(12, 12)) for other in room[i + 1 :])
    assert most > 1 or plays[0].width == 100


@pytest.mark.parametrize("seats", SEATS)
def test_stock_and_discards_are_mirrored_and_make_way(seats: int) -> None:
    for around, wide in ((BARE, 220), (Middle(2), 310), (Middle(1, taken=True), 310)):
        stock, discards = at("stock", TABLE, seats, around), at("swapped", TABLE, seats, around)
        assert (640 - stock.x, discards.x - 640) == (wide, wide) and stock.y == discards.y == 320


@pytest.mark.parametrize("state", ["start", "vote", "second", "shown", "one", "two"])
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_lies_on_anything_and_the_axis_has_air(seats: int, state: str, tmp_path: Path) -> None:
    where = {"one": following(1), "two": following(2)}.get(state) or asked(state)
    record = record_where("gurch", where, seats, 400)
    large = (seats + len(state)) % 2 == 0
    texts, language = ("150", "pt_BR") if large else ("100", "en")
    pilot = continued(tmp_path, record, ui_scale=texts, language=language, speed="instant")
    for size in SIZES:
        pilot.resize(size)
        pilot.step(dt=speeds.RESIZE_DELAY)
        pilot.rest()
        table = pilot.table
        assert overlaps(table) == [], size
        assert crowding(table, GAP / 2 if large else GAP) == [], size


def crowding(table: Table, gap: float) -> list[str]:
    """What on the axis is closer than this to something that doesn't belong to it."""
    hud, ui, scale = table.hud, table.stage.canvas.ui, table.look.scale
    prompt = hud.prompt_pill(table.prompt()).rect
    boxes = {one.name: one.box for one in things(table) if one.kind in ("trick", "stock", "swapped", "shown")}
    names = {one.name: one.box for one in things(table) if one.owner == TABLE and one.name.startswith("name")}
    if isinstance(hud.boards.board, VoteTally):
        rect = hud.boards.rect()
        boxes["tiles"] = FRect(*(side * hud.boards.look.scale / scale for side in rect))
    asks = {"prompt": FRect(*(ui * side for side in prompt))}
    found = [
        f"{name} and {other}"
        for near in (names, asks)
        for name, box in near.items()
        for other, cards in boxes.items()
        if box.inflate(2 * gap - 2, 2 * gap - 2).colliderect(cards) and name.partition(" ")[0] != "name"
    ]
    return found + [f"name and {name}" for name, box in names.items() if box.inflate(0, 2).colliderect(asks["prompt"])]


@pytest.mark.parametrize("seats", SEATS)
def test_cards_stay_large_beside_the_drawer(seats: int, tmp_path: Path) -> None:
    settings(tmp_path, speed="instant")
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("gurch", 7, seats)))
    pilot.rest()
    table = pilot.table
    key = table.stage.own_keys()[-1]
    before = table.stage.rest(key).width * table.look.scale
    pilot.key(pygame.K_w)
    pilot.rest()
    assert table.stage.rest(key).width * table.look.scale >= LARGE * before
    assert overlaps(table) == []


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_up_card_is_named(seats: int, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("gurch", asked("start"), seats, 400))
    names = [one.name for one in things(pilot.table)]
    ups = sum(bool(lying) for pile, lying in pilot.table.stage.shown.piles.items() if pile.kind == "up")
    assert names.count("name up-card") == ups >= 1


# --- the best play ----------------------------------------------------------------------------------------------------


def test_the_best_play_of_the_engine_is_the_one_that_is_ringed() -> None:
    seen = 0
    for seed in range(8):
        game, rng = contract.start("gurch", seed, standard=seed % 2 == 0), Rng(seed)
        for move in contract.moves_of(game, rng, 400):
            assert isinstance(game, Gurch)
            if game.ask is not None and game.ask.what == "play" and game.count:
                order = sorted(game.players, key=lambda seat: (seat - game.leader) % game.seats)
                plays = [(seat, game.cards(Pile("trick", seat))) for seat in order]
                plays = [play for play in plays if play[1]]
                assert game.winning(plays, last=False) == (game.best,)
                seen += 1
            game.play(move)
    assert seen > 100


def test_the_best_play_so_far_has_a_ring_and_everybody_a_disc(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("gurch", following(1), 4))
    table = pilot.table
    game, stage = table.match.game, table.stage
    assert isinstance(game, Gurch)
    assert stage.best == {game.best}
    assert stage.best_cards() == {token.id for token in stage.shown.piles[Pile("trick", game.best)]}
    token = stage.shown.piles[Pile("trick", game.best)][0]
    table.draw(pilot.app.window.surface)
    assert table.picture._ring(token) == "selected"


# --- the end of a trick -----------------------------------------------------------------------------------------------


def test_a_trick_is_held_once_and_goes_to_whoever_took_it(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("gurch", following(1), 4), speed="1")
    table = pilot.table
    director, stage = table.stage.director, table.stage
    table.control.answer(pilot.choice.legal[0])
    said = set[str]()
    best, held, swept, through = frozenset[Seat](), 0.0, list[int](), set[tuple[float, float]]()
    for step in range(600):
        waiting = director.waiting
        if waiting and isinstance(waiting[0], Moved) and waiting[0].how == "sweep" and not swept:
            best, held = stage.best, held + 10
            said |= {table.prompt()}
        played = len(stage.shown.piles.get(Pile("played"), ()))
        pilot.step(dt=10)
        if len(stage.shown.piles.get(Pile("played"), ())) > played:
            swept.append(step)
        through |= {(glide.via.x, glide.via.y) for glide in director.glides.values() if glide.via is not None}
        if swept and director.quiet:
            break
    assert len(best) == 1 and through == {stage.portrait(min(best))}
    name = table.stage.people[min(best)].name
    assert said == {"", "*You take the trick* and lead" if best == {0} else f"*{name}* takes the trick and leads"}
    assert speeds.SWEEP_HOLD <= held < speeds.SWEEP_HOLD + speeds.FLIGHT + speeds.PLAY_INTERVAL + 100
    assert 1 <= len(swept) <= 12 and swept[-1] - swept[0] <= 12, "together, not one after the other"


def test_with_reduced_motion_a_trick_fades(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("gurch", following(1), 4), speed="1", reduced_motion=True)
    table = pilot.table
    table.control.answer(pilot.choice.legal[0])
    for _ in range(400):
        pilot.step(dt=10)
        assert all(glide.fades for glide in table.stage.director.glides.values())


# --- the vote ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("way", ["mouse", "key"])
def test_tiles_are_the_buttons_of_a_vote(way: str, seats: int, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("gurch", asked("vote"), seats))
    table = pilot.table
    tiles = table.hud.answers.buttons
    assert len(tiles) == 5 and all(isinstance(tile, Tile) for tile in tiles)
    assert [tile.rect for tile in tiles] == list(table.hud.boards.tiles().values())
    assert tiles[2].rect.centerx == pytest.approx(table.hud.look.width / 2)
    ui = table.stage.canvas.ui
    x, y = tiles[3].rect.center
    if way == "mouse":
        pilot.move((x * ui, y * ui))
        assert tiles[3].hovered
        pilot.click((x * ui, y * ui))
    else:
        pilot.key(pygame.K_4)
    assert [move.to for move in table.match.record.moves if move.seat == 0 and move.verb == "vote"][-1] == 4


def test_votes_fly_to_their_tiles_before_the_result_is_told(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("gurch", asked("vote"), 4), speed="1")
    table = pilot.table
    boards = table.hud.boards
    assert isinstance(boards.board, VoteTally) and not boards.board.result and not boards.board.votes
    assert table.stage.taken, "stock and discards have made way"
    pilot.key(pygame.K_2)
    flown = told = 0.0
    for _ in range(3000):
        pilot.step(dt=10)
        flown += 10 * boards.flies
        told += 10 * bool(boards._cast)
        if table.hud.announcement.now is not None:
            break
    game = table.match.game
    assert isinstance(game, Gurch) and isinstance(boards.board, VoteTally)
    assert boards.board.votes == {seat: game.votes[seat] for seat in game.swappers}
    whole = speeds.VOTE_FLIGHT + speeds.VOTE_DROP + speeds.VOTE_APART * (len(game.swappers) - 1)
    assert flown == pytest.approx(whole, abs=30) and told == pytest.approx(speeds.VOTES, abs=60)
    assert not boards._cast


@pytest.mark.painted
@pytest.mark.parametrize("calm", [False, True])
def test_every_vote_has_its_portrait_on_its_tile(calm: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_where("gurch", asked("second"), 6)
    pilot = continued(tmp_path, record, reduced_motion=calm)
    pilot.app.finish()
    boards, drawn = pilot.table.hud.boards, dict[Seat, tuple[float, float]]()
    draw = boards._draw_vote

    def noted(target: pygame.Surface, seat: Seat, x: float, y: float) -> None:
        drawn[seat] = (x, y)
        draw(target, seat, x, y)

    monkeypatch.setattr(boards, "_draw_vote", noted)
    pilot.table.draw(pilot.app.window.surface)
    assert isinstance(boards.board, VoteTally)
    tiles = boards._tiles()
    assert drawn.keys() == boards.board.votes.keys()
    for seat, at_ in drawn.items():
        assert tiles[boards.board.votes[seat]].collidepoint(at_)


def test_stock_and_discards_come_back_when_the_cards_are_played(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("gurch", asked("second"), 4))
    table = pilot.table
    assert table.stage.taken
    for _ in range(60):
        if table.match.game.ask is None or table.match.game.ask.what == "play":
            break
        table.control.answer(pilot.choice.legal[0])
        pilot.rest()
    assert not table.stage.taken and table.hud.boards.board is None


# --- the last trick ---------------------------------------------------------------------------------------------------


def test_the_last_trick_is_told_once_before_its_first_card() -> None:
    deals = 0
    for seed in range(10):
        game, rng = contract.start("gurch", seed, standard=seed % 2 == 0), Rng(seed)
        told, next_card = 0, False
        game.drain()
        for move in contract.moves_of(game, rng, 600):
            assert isinstance(game, Gurch)
            if told and not game.contest:
                raise AssertionError("nothing is left to decide in the last trick")
            game.play(move)
            for event in game.drain():
                if isinstance(event, Said) and event.note.key == "last":
                    told, next_card = told + 1, True
                elif next_card and isinstance(event, Moved):
                    assert event.target == Pile("trick", event.source.owner), "its first card comes next"
                    next_card = False
                elif isinstance(event, Scored):
                    assert told == 1
                    told, deals = 0, deals + 1
    assert deals > 10


def test_the_last_trick_gets_a_word(tmp_path: Path) -> None:
    def before_last(game: Game) -> bool:
        assert isinstance(game, Gurch)
        held = {len(game.cards(Pile("hand", seat))) for seat in range(game.seats)}
        return following(1)(game) and held <= {1, 2} and not game.contest

    pilot = continued(tmp_path, record_where("gurch", before_last, 4, 400), speed="1")
    table, shown = pilot.table, 0
    table.control.answer(pilot.choice.legal[0])
    for _ in range(600):
        before = table.hud.peak.now
        pilot.step(dt=10)
        if pilot.app.top is not table:
            break
        now = table.hud.peak.now
        if now is not None and before is None:
            shown += 1
            assert now.said.note.key == "last" and table.hud.announcement.now is None
    assert shown == 1
