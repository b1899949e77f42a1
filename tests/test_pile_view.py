"""Piles that may be looked through: which they are, what is seen of them, and every way to open and close them."""

from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.game import Game, Sees
from engine.games import GAMES
from engine.moves import Pile
from engine.rng import Rng
from scenes.look import speeds
from scenes.replays.replays import ReplaysScreen
from scenes.shell.destinations import Watch
from scenes.table.panels.pile_handle import PileHandle
from tests.support.at_table import continued, live, refusal, replayed, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, play_at_random, record_where

TRASH, PILE, BURNT = Pile("trash"), Pile("pile"), Pile("burnt")


def thrown(game: Game) -> bool:
    """Whether cards lie in the trash while seat 0 decides."""
    return len(game.cards(TRASH)) > 5


@pytest.fixture
def playing(tmp_path: Path) -> Pilot:
    """At a table of Pass the Ace with cards in the trash."""
    return continued(tmp_path, record_where("pass_the_ace", thrown, most=200))


def handle(pilot: Pilot, pile: Pile) -> PileHandle:
    return next(one for one in pilot.table.hud.handles if one.pile == pile)


def at(pilot: Pilot, place: tuple[float, float]) -> tuple[float, float]:
    """A place in the coordinates of texts as one on the table."""
    ui = pilot.table.stage.canvas.ui
    return place[0] * ui, place[1] * ui


def looked_at(pilot: Pilot) -> Pile | None:
    return pilot.table.pile_view.pile


@pytest.mark.parametrize("slug", GAMES)
def test_only_open_piles_of_the_table_may_be_looked_through(slug: str) -> None:
    game = GAMES[slug]
    assert all(game.sees[kind] in (Sees.ALL, Sees.TURNED) for kind in game.looked_through)
    assert {"hand", "stock"}.isdisjoint(game.looked_through)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if GAMES[slug].looked_through])
def test_the_page_shows_what_the_seat_sees_and_nothing_else(slug: str, tmp_path: Path) -> None:
    settings(tmp_path, speed="instant")
    record = new_record(slug, 4)
    play_at_random(record, Rng(4), 200)
    pilot = Pilot(tmp_path)
    pilot.app.go(Watch(record))
    seen = 0
    for seat in (0, 1):
        replayed(pilot.table).look_as(seat)
        for moves in range(0, len(record.moves), 9):
            replayed(pilot.table).jump(moves)
            table = pilot.table
            table.finish()
            for pile in table.stage.looked_through():
                table.pile_view.toggle(pile)
                game = table.match.game
                cards = table.pile_view.page.cards[::-1]
                assert cards == game.faces(pile, seat)
                assert all(
                    card in (HIDDEN, known) for card, known in zip(cards, game.view(seat).cards(pile), strict=True)
                )
                seen += len(cards)
            table.pile_view.close()
    assert seen > 5
    pilot.app.close_all()


def test_a_click_on_the_trash_opens_it_and_another_closes_it(playing: Pilot) -> None:
    lying = playing.table.match.game.cards(TRASH)
    playing.click(playing.where_pile(TRASH))
    assert looked_at(playing) == TRASH
    assert playing.table.pile_view.page.cards == lying[::-1], "the top card comes first"
    playing.rest()
    playing.click(playing.where_pile(TRASH))
    assert looked_at(playing) is None


def test_the_name_of_a_pile_opens_it_too(playing: Pilot) -> None:
    playing.click(at(playing, handle(playing, TRASH).rect.center))
    assert looked_at(playing) == TRASH


def test_escape_closes_the_page_and_then_opens_the_menu(playing: Pilot) -> None:
    table = playing.table
    playing.key(pygame.K_d)
    assert looked_at(playing) == TRASH
    playing.key(pygame.K_ESCAPE)
    assert playing.app.top is table and looked_at(playing) is None
    playing.key(pygame.K_ESCAPE)
    assert playing.app.top is not table


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE])
def test_the_keyboard_reaches_a_pile(playing: Pilot, key: int) -> None:
    for _ in range(40):
        playing.key(pygame.K_TAB)
        if handle(playing, TRASH).focused:
            break
    playing.key(key)
    assert looked_at(playing) == TRASH
    assert playing.table.stage.choice is not None, "nothing was answered"


def test_a_tooltip_says_that_a_pile_may_be_looked_through(playing: Pilot) -> None:
    playing.move(playing.where_pile(TRASH))
    playing.step(dt=speeds.TOOLTIP_DELAY)
    playing.step()
    tip = playing.table.hud.tip.shown
    assert tip is handle(playing, TRASH) and (tip.name, tip.key) == ("Look through the cards", "D")
    playing.click(playing.where_pile(TRASH))
    playing.rest()
    playing.move(playing.where_pile(TRASH))
    for _ in range(3):
        playing.step(dt=speeds.TOOLTIP_DELAY)
    assert looked_at(playing) == TRASH and playing.table.hud.tip.shown is None, "it was found out"


def test_the_page_follows_the_pile(playing: Pilot) -> None:
    playing.key(pygame.K_d)
    before = len(playing.table.pile_view.page.cards)
    deals = playing.table.match.game.deal_number
    while playing.table.match.game.deal_number == deals:
        playing.table.control.answer(playing.choice.legal[0])
        playing.step()
        playing.insist()
        playing.rest()
    assert looked_at(playing) == TRASH
    assert len(playing.table.pile_view.page.cards) == len(playing.table.match.game.cards(TRASH)) > before
    live(playing.table).undo()
    playing.table.finish()
    assert len(playing.table.pile_view.page.cards) == len(playing.table.match.game.cards(TRASH))


def test_an_empty_pile_is_closed(tmp_path: Path) -> None:
    def taken(game: Game) -> bool:
        return any(move.verb == "take" for move in game.legal_moves(0)) and not game.cards(BURNT)

    pilot = continued(tmp_path, record_where("palacio", taken, most=300))
    playing = pilot.table
    pilot.key(pygame.K_d)
    assert looked_at(pilot) == PILE
    playing.control.answer(next(move for move in pilot.choice.legal if move.verb == "take"))
    pilot.steps(60)
    assert looked_at(pilot) is None or playing.stage.shown.piles[PILE]


def test_a_pile_that_can_be_played_on_or_taken_keeps_its_click(tmp_path: Path) -> None:
    def may_play(game: Game) -> bool:
        return bool(game.cards(PILE)) and game.demand(0).key == "higher"

    pilot = continued(tmp_path, record_where("palacio", may_play, most=300))
    choice = pilot.choice
    pilot.click(pilot.where_pile(PILE))
    assert refusal(pilot) == "palacio.R12 must_play" and looked_at(pilot) is None
    for shown in (PILE, None):
        pilot.click(at(pilot, handle(pilot, PILE).rect.center))
        pilot.rest()
        assert looked_at(pilot) == shown
    moves = len(pilot.table.match.record.moves)
    pilot.click(pilot.where(next(move for move in choice.legal if len(move.cards) == 1).cards[0]))
    pilot.press(pilot.where_pile(PILE))
    pilot.release(pilot.where_pile(PILE))
    assert len(pilot.table.match.record.moves) == moves + 1 and looked_at(pilot) is None


def test_numbers_of_roped_open_its_piles(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("roped", lambda game: game.ask is not None and game.ask.what == "pick"))
    pile = pilot.table.stage.looked_through()[-1]
    number = handle(pilot, pile)
    assert max(number.rect.size) < 40 and pilot.choice is not None
    pilot.click(at(pilot, number.rect.center))
    assert looked_at(pilot) == pile and not pilot.choice.begun
    assert pilot.table.pile_view.page.title == f"Pile {pile.index + 1}"


@pytest.mark.parametrize(("scale", "size"), [("100", 28.0), ("150", 35.0)])
def test_numbers_grow_with_the_texts(scale: str, size: float, tmp_path: Path) -> None:
    def picking(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "pick"

    pilot = continued(tmp_path, record_where("roped", picking), ui_scale=scale)
    numbers = [one for one in pilot.table.hud.handles if one.label is not None and one.label.number]
    assert numbers and all(one.label is not None and one.label.box.width == pytest.approx(size) for one in numbers)


def test_a_replay_shows_piles_and_escape_closes_them_first(tmp_path: Path) -> None:
    settings(tmp_path, speed="instant")
    record = new_record("pass_the_ace", 1)
    play_at_random(record, Rng(4), 60)
    pilot = Pilot(tmp_path)
    pilot.app.go(Watch(record))
    replayed(pilot.table).jump(50)
    pilot.table.finish()
    pilot.click(pilot.where_pile(TRASH))
    assert looked_at(pilot) == TRASH
    pilot.key(pygame.K_ESCAPE)
    assert looked_at(pilot) is None
    pilot.key(pygame.K_d)
    assert looked_at(pilot) == TRASH
    pilot.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, ReplaysScreen)
