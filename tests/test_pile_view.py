"""Piles that may be looked through: the allowed piles, their cards, and every way to open and close the page."""

from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.game import Game, PileVisibility
from engine.games import GAMES
from engine.moves import Pile
from engine.rng import Rng
from scenes.render import timing
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.shell.destinations import ReplayTable
from scenes.table.hud.pile_buttons import PileBrowseButton
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record, play_randomly
from tests.support.tables import continue_match, live_mode, replay_mode, shown_refusal, write_settings

TRASH, PILE, BURNT = Pile("trash"), Pile("pile"), Pile("burnt")


def has_trash(game: Game) -> bool:
    """Whether more than five cards are in the trash."""
    return len(game.cards(TRASH)) > 5


@pytest.fixture
def playing(tmp_path: Path) -> Pilot:
    """Pilot at a table of Pass the Ace with cards in the trash."""
    return continue_match(tmp_path, find_record("pass_the_ace", has_trash, max_moves=200))


def pile_button(pilot: Pilot, pile: Pile) -> PileBrowseButton:
    return next(one for one in pilot.table.hud.pile_buttons if one.pile == pile)


def to_window(pilot: Pilot, place: tuple[float, float]) -> tuple[float, float]:
    """Convert a point in text coordinates to window coordinates."""
    ui = pilot.table.model.canvas.ui_scale
    return place[0] * ui, place[1] * ui


def browsed_pile(pilot: Pilot) -> Pile | None:
    return pilot.table.pile_browser.pile


@pytest.mark.parametrize("slug", GAMES)
def test_only_open_piles_of_table_may_be_looked_through(slug: str) -> None:
    game = GAMES[slug]
    assert all(game.visibility[kind] in (PileVisibility.ALL, PileVisibility.TURNED) for kind in game.browsable_piles)
    assert {"hand", "stock"}.isdisjoint(game.browsable_piles)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if GAMES[slug].browsable_piles])
def test_page_shows_only_cards_seen_by_seat(slug: str, tmp_path: Path) -> None:
    write_settings(tmp_path, speed="instant")
    record = new_record(slug, 4)
    play_randomly(record, Rng(4), 200)
    pilot = Pilot(tmp_path)
    pilot.app.go(ReplayTable(record))
    seen = 0
    for seat in (0, 1):
        replay_mode(pilot.table).set_view(seat)
        for moves in range(0, len(record.moves), 9):
            replay_mode(pilot.table).seek(moves)
            table = pilot.table
            table.finish_animations()
            for pile in table.model.browsable_piles():
                table.pile_browser.toggle(pile)
                game = table.match.game
                cards = table.pile_browser.page.cards[::-1]
                assert cards == game.visible_cards(pile, seat)
                assert all(
                    card in (HIDDEN, known) for card, known in zip(cards, game.view(seat).cards(pile), strict=True)
                )
                seen += len(cards)
            table.pile_browser.close()
    assert seen > 5
    pilot.app.release_everything()


def test_click_on_trash_toggles_page(playing: Pilot) -> None:
    lying = playing.table.match.game.cards(TRASH)
    playing.click(playing.pile_point(TRASH))
    assert browsed_pile(playing) == TRASH
    assert playing.table.pile_browser.page.cards == lying[::-1], "the page starts with the top card"
    playing.run_until_idle()
    playing.click(playing.pile_point(TRASH))
    assert browsed_pile(playing) is None


def test_pile_name_opens_page_too(playing: Pilot) -> None:
    playing.click(to_window(playing, pile_button(playing, TRASH).rect.center))
    assert browsed_pile(playing) == TRASH


def test_escape_closes_page_and_then_opens_menu(playing: Pilot) -> None:
    table = playing.table
    playing.press_keys(pygame.K_d)
    assert browsed_pile(playing) == TRASH
    playing.press_keys(pygame.K_ESCAPE)
    assert playing.app.top is table and browsed_pile(playing) is None
    playing.press_keys(pygame.K_ESCAPE)
    assert playing.app.top is not table


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE])
def test_keyboard_reaches_pile(playing: Pilot, key: int) -> None:
    for _ in range(40):
        playing.press_keys(pygame.K_TAB)
        if pile_button(playing, TRASH).focused:
            break
    playing.press_keys(key)
    assert browsed_pile(playing) == TRASH
    assert playing.table.model.choice is not None, "the key answers nothing"


def test_tooltip_offers_browsing_of_pile(playing: Pilot) -> None:
    playing.move(playing.pile_point(TRASH))
    playing.step(elapsed_ms=timing.TOOLTIP_DELAY_MS)
    playing.step()
    tip = playing.table.hud.tooltip.button
    assert tip is pile_button(playing, TRASH) and (tip.name, tip.key_hint) == ("Look through the cards", "D")
    playing.click(playing.pile_point(TRASH))
    playing.run_until_idle()
    playing.move(playing.pile_point(TRASH))
    for _ in range(3):
        playing.step(elapsed_ms=timing.TOOLTIP_DELAY_MS)
    assert browsed_pile(playing) == TRASH and playing.table.hud.tooltip.button is None, (
        "the tooltip doesn't return after the first use"
    )


def test_page_follows_pile(playing: Pilot) -> None:
    playing.press_keys(pygame.K_d)
    before = len(playing.table.pile_browser.page.cards)
    deals = playing.table.match.game.deal_number
    while playing.table.match.game.deal_number == deals:
        playing.table.hand_controller.answer(playing.open_choice.legal_moves[0])
        playing.step()
        playing.confirm_if_asked()
        playing.run_until_idle()
    assert browsed_pile(playing) == TRASH
    assert len(playing.table.pile_browser.page.cards) == len(playing.table.match.game.cards(TRASH)) > before
    live_mode(playing.table).undo()
    playing.table.finish_animations()
    assert len(playing.table.pile_browser.page.cards) == len(playing.table.match.game.cards(TRASH))


def test_empty_pile_is_closed(tmp_path: Path) -> None:
    def taken(game: Game) -> bool:
        return any(move.verb == "take" for move in game.legal_moves(0)) and not game.cards(BURNT)

    pilot = continue_match(tmp_path, find_record("palacio", taken, max_moves=300))
    playing = pilot.table
    pilot.press_keys(pygame.K_d)
    assert browsed_pile(pilot) == PILE
    playing.hand_controller.answer(next(move for move in pilot.open_choice.legal_moves if move.verb == "take"))
    pilot.run_frames(60)
    assert browsed_pile(pilot) is None or playing.model.shown.piles[PILE]


def test_playable_or_takeable_pile_keeps_click(tmp_path: Path) -> None:
    def may_play(game: Game) -> bool:
        return bool(game.cards(PILE)) and game.prompt_for(0).key == "higher"

    pilot = continue_match(tmp_path, find_record("palacio", may_play, max_moves=300))
    choice = pilot.open_choice
    pilot.click(pilot.pile_point(PILE))
    assert shown_refusal(pilot) == "palacio.R12 must_play" and browsed_pile(pilot) is None
    for shown in (PILE, None):
        pilot.click(to_window(pilot, pile_button(pilot, PILE).rect.center))
        pilot.run_until_idle()
        assert browsed_pile(pilot) == shown
    moves = len(pilot.table.match.record.moves)
    pilot.click(pilot.card_point(next(move for move in choice.legal_moves if len(move.cards) == 1).cards[0]))
    pilot.press(pilot.pile_point(PILE))
    pilot.release(pilot.pile_point(PILE))
    assert len(pilot.table.match.record.moves) == moves + 1 and browsed_pile(pilot) is None


def test_roped_pile_numbers_open_piles(tmp_path: Path) -> None:
    pilot = continue_match(
        tmp_path, find_record("roped", lambda game: game.ask is not None and game.ask.what == "pick")
    )
    pile = pilot.table.model.browsable_piles()[-1]
    number = pile_button(pilot, pile)
    assert max(number.rect.size) < 40 and pilot.open_choice is not None
    pilot.click(to_window(pilot, number.rect.center))
    assert browsed_pile(pilot) == pile and not pilot.open_choice.has_selection
    assert pilot.table.pile_browser.page.title == f"Pile {pile.index + 1}"


@pytest.mark.parametrize(("scale", "size"), [("100", 28.0), ("150", 35.0)])
def test_numbers_grow_with_texts(scale: str, size: float, tmp_path: Path) -> None:
    def picking(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "pick"

    pilot = continue_match(tmp_path, find_record("roped", picking), ui_scale=scale)
    numbers = [one for one in pilot.table.hud.pile_buttons if one.label is not None and one.label.is_pile_number]
    assert numbers and all(one.label is not None and one.label.rect.width == pytest.approx(size) for one in numbers)


def test_replay_shows_piles_and_escape_closes_them_first(tmp_path: Path) -> None:
    write_settings(tmp_path, speed="instant")
    record = new_record("pass_the_ace", 1)
    play_randomly(record, Rng(4), 60)
    pilot = Pilot(tmp_path)
    pilot.app.go(ReplayTable(record))
    replay_mode(pilot.table).seek(50)
    pilot.table.finish_animations()
    pilot.click(pilot.pile_point(TRASH))
    assert browsed_pile(pilot) == TRASH
    pilot.press_keys(pygame.K_ESCAPE)
    assert browsed_pile(pilot) is None
    pilot.press_keys(pygame.K_d)
    assert browsed_pile(pilot) == TRASH
    pilot.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, ReplaysScreen)
