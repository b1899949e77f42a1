"""Table of Pass the Ace: a free middle, piles in the corner, the path of the cards, answers side by side."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pygame import FRect

from engine.cards import RANKS, rank
from engine.game import STOCK, Game
from engine.games.pass_the_ace import PassTheAce
from engine.moves import Move, Pile
from scenes.render.timing import RESIZE_DELAY_MS
from scenes.screens.results.results_screen import ResultsScreen
from scenes.table.cards.captions import captions
from scenes.table.table import Table
from scenes.ui.widgets import Button
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record
from tests.support.table_geometry import table_items
from tests.support.table_nodes import shown_deal
from tests.support.tables import continue_match

ALL_SEATS = (2, 3, 5, 6, 7, 8)
KING = RANKS.index("K")


def can_swap(game: Game) -> bool:
    """Whether the player may stick or swap after other seats have acted."""
    enough = len(game.acted_seats()) >= min(2, game.seats - 2)
    return enough and {move.verb for move in game.legal_moves(0)} == {"stick", "swap"}


def can_draw(game: Game) -> bool:
    """Whether the player may stick, swap or draw."""
    return {move.verb for move in game.legal_moves(0)} == {"stick", "swap", "draw"}


def pilot_at_table(folder: Path, seats: int = 5, wanted: Any = can_swap, **values: object) -> Pilot:
    """Return a pilot at a table where the player may swap."""
    if seats == 2:
        wanted = can_draw if wanted is can_draw else lambda game: any(m.verb == "swap" for m in game.legal_moves(0))
    more: dict[str, Any] = dict(values)
    return continue_match(folder, find_record("pass_the_ace", wanted, seats, 80), speed="instant", **more)


def resize_table(pilot: Pilot, size: tuple[int, int]) -> Table:
    """Resize the window; return its table."""
    pilot.resize(size)
    pilot.step(elapsed_ms=RESIZE_DELAY_MS)
    pilot.run_until_idle()
    return pilot.table


def to_canvas(rect: FRect, table: Table) -> FRect:
    """Convert a rectangle from text coordinates to the card canvas."""
    return FRect(*(table.model.canvas.ui_scale * side for side in rect))


def test_two_answers_lie_side_by_side_and_neither_is_brass(tmp_path: Path) -> None:
    pilot = pilot_at_table(tmp_path)
    first, second = pilot.answer_buttons
    assert first.rect.top == second.rect.top and 0 < second.rect.left - first.rect.right < 20
    assert {first.kind, second.kind} == {"plain"} and not first.is_chosen and not second.is_chosen
    swap = next(move for move in pilot.open_choice.legal_moves if move.verb == "swap")
    pilot.table.show_advice(swap)
    assert [button.is_chosen for button in pilot.answer_buttons] == [False, True]


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_gold_path_leads_to_exchange_partner(seats: int, tmp_path: Path) -> None:
    pilot = pilot_at_table(tmp_path, seats)
    for size in ((1280, 720), (1024, 768), (3440, 1440)):
        table = resize_table(pilot, size)
        points = table.hud.turn_path.exchange_path_points()
        swap = next(move for move in pilot.open_choice.legal_moves if move.verb == "swap")
        partner = table.match.game.named_piles(swap)[0][0].owner
        own, other = table.model.pile_geometry(Pile("hand", 0)), table.model.pile_geometry(Pile("hand", partner))
        assert own is not None and other is not None
        assert abs(points[0][0] - own.x) < own.card_width and abs(points[0][1] - own.y) < own.card_height / 2
        assert points[-1][0] == other.x and 20 < points[-1][1] - (other.y + other.card_height / 2) < 50
        cards = {thing.name: thing.rect for thing in table_items(table) if thing.kind in ("hand", "stock", "trash")}
        hit = [name for name, box in cards.items() if any(box.collidepoint(point) for point in points)]
        assert not hit, f"{size}: the path is under {hit}"
        chips = [to_canvas(chip.rect, table) for chip in captions(table.hud.renderer, table.words, table.model, ())]
        assert not any(chip.collidepoint(point) for chip in chips for point in points)


def test_turn_path_joins_cards_of_past_turns(tmp_path: Path) -> None:
    pilot = pilot_at_table(tmp_path)
    table = pilot.table
    seats = [seat for seat in table.match.game.acted_seats() if seat != 0]
    ways = list(table.hud.turn_path.turn_path_points())
    assert len(ways) == len(seats) - 1 > 0
    for points, (seat, other) in zip(ways, pairwise(seats), strict=True):
        for end, of in ((points[0], seat), (points[-1], other)):
            card = table.model.pile_geometry(Pile("hand", of))
            assert card is not None and max(abs(end[0] - card.x), abs(end[1] - card.y)) < card.card_height
    table.hand_controller.answer(Move(0, "stick"))
    assert list(table.hud.turn_path.exchange_path_points()) == [], "no path is shown after the answer"


def test_refused_king_is_spotlit_and_dealers_card_is_not(tmp_path: Path) -> None:
    def draws_king(game: Game) -> bool:
        return can_draw(game) and rank(game.cards(STOCK)[-1]) == KING

    record = find_record("pass_the_ace", draws_king, 4, 80, drawn_king="refused")
    pilot = continue_match(tmp_path, record, speed="1")
    king = pilot.table.match.game.cards(STOCK)[-1]
    pilot.answer(Move(0, "draw"))
    announcement = pilot.table.hud.announcement
    while announcement.current is None:
        pilot.step()
    faces = [pilot.table.model.token_face(one.token_id) for one in announcement.spotlight.cards]
    assert announcement.current.note.key == "king_drawn" and faces == [king]


def test_rounds_are_called_rounds_on_all_screens(tmp_path: Path) -> None:
    record = new_record("pass_the_ace", 7, 3, lives=1)
    pilot = continue_match(tmp_path, record, speed="instant")
    seen = [shown_deal(pilot.table.hud)]
    for _ in range(60):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            break
        pilot.answer(pilot.open_choice.legal_moves[0])
    assert isinstance(pilot.app.top, ResultsScreen)
    seen.append(pilot.app.top.summary.title_and_deal_text())
    seen += [child.label for child in pilot.app.top.root.children if isinstance(child, Button)]
    assert seen[0] == "Round 1" and "round" in seen[1]
    assert not [text for text in seen if "deal" in text.lower()]


def test_seat_that_met_a_king_says_so_until_its_next_turn(tmp_path: Path) -> None:
    def has_met_king(game: Any) -> bool:
        return bool(game.announcements) and game.announcements[-1].what == "kung" and can_swap(game)

    pilot = pilot_at_table(tmp_path, wanted=has_met_king)
    game = pilot.table.match.game
    assert isinstance(game, PassTheAce)
    turn = game.announcements[-1]
    bubble = pilot.table.hud.bubbles.placed_bubbles()[turn.seat]
    assert bubble.string == pilot.app.words("pass_the_ace.bubble.kung")
