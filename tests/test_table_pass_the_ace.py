"""The table of Pass the Ace: a free middle, piles in the corner, the way of the cards, answers side by side."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect

from engine.game import Game
from engine.moves import Move, Pile
from scenes.look.speeds import MAKE_ROOM, RESIZE_DELAY
from scenes.look.widgets import Button
from scenes.results.results import ResultsScreen
from scenes.table.felt.captions import captions
from scenes.table.felt.pile_labels import pile_labels
from scenes.table.table import Table
from tests.fit_all.gauge import SIZES
from tests.support.at_table import continued
from tests.support.lying import things
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where

ALL_SEATS = (2, 3, 5, 6, 7, 8)


def swapping(game: Game) -> bool:
    """The player may stick or swap, and others have had their turn."""
    enough = len(game.way()) >= min(2, game.seats - 2)
    return enough and {move.verb for move in game.legal_moves(0)} == {"stick", "swap"}


def dealing(game: Game) -> bool:
    """The player may stick, swap or draw."""
    return {move.verb for move in game.legal_moves(0)} == {"stick", "swap", "draw"}


def sitting(folder: Path, seats: int = 5, wanted: Any = swapping, **values: object) -> Pilot:
    """A pilot who may swap."""
    if seats == 2:
        wanted = dealing if wanted is dealing else lambda game: any(m.verb == "swap" for m in game.legal_moves(0))
    more: dict[str, Any] = dict(values)
    return continued(folder, record_where("pass_the_ace", wanted, seats, 80), speed="instant", **more)


def resized(pilot: Pilot, size: tuple[int, int]) -> Table:
    """The table in a window of another size."""
    pilot.resize(size)
    pilot.step(dt=RESIZE_DELAY)
    pilot.rest()
    return pilot.table


def on_canvas(rect: FRect, table: Table) -> FRect:
    """A rectangle in the coordinates of texts on the canvas of the cards."""
    return FRect(*(table.stage.canvas.ui * side for side in rect))


def test_everything_has_its_place_as_drawn_for_five_seats(tmp_path: Path) -> None:
    table = sitting(tmp_path).table
    stage = table.stage
    stock, trash, own = stage.place(Pile("stock")), stage.place(Pile("trash")), stage.place(Pile("hand", 0))
    assert stock is not None and trash is not None and own is not None
    assert (stock.x, trash.x, stock.y, stock.width) == (1052, 1162, 494, 72) and trash.y == stock.y
    assert (own.x, own.width) == (640, 112) and own.y + own.height / 2 < 660
    found = [stage.place(Pile("hand", seat)) for seat in (1, 2, 3, 4)]
    cards = [one for one in found if one is not None]
    assert [round(one.x) for one in cards] == [300, 557, 723, 980] and {one.width for one in cards} == {70.0}
    middle = FRect(370, 190, 540, 230)
    assert not any(thing.box.colliderect(middle) for thing in things(table)), "nothing in the middle but the house"
    house = table.hud.ways.house()
    assert house is not None and house.centerx == 640 and middle.contains(house)


@pytest.mark.parametrize("texts", ["100", "150"])
@pytest.mark.parametrize("seats", ALL_SEATS)
def test_piles_keep_clear_of_answers_and_names_of_piles(seats: int, texts: str, tmp_path: Path) -> None:
    for wanted in (swapping, dealing):
        pilot = sitting(tmp_path / wanted.__name__, seats, wanted, ui_scale=texts)
        for size in SIZES:
            table = resized(pilot, size)
            hud, stage = table.hud, table.stage
            answers = [on_canvas(button.rect, table) for button in hud.answers.buttons]
            assert len(answers) == (3 if wanted is dealing else len(pilot.choice.legal))
            labels = list(pile_labels(stage, hud.captions, table.look.scale, table.words))
            for label in labels:
                at = stage.place(label.pile)
                assert at is not None and label.box.top - (at.y + at.height / 2) >= 16
            boxes = {thing.name: thing.box for thing in things(table) if not thing.name.startswith("bubble")}
            prompt = on_canvas(hud.prompt_pill(table.prompt()).rect, table)
            for i, answer in enumerate(answers):
                hit = [name for name, box in boxes.items() if answer.colliderect(box) and "caption" not in name]
                assert not hit, f"{seats} seats, {size}: answer {i} on {hit}"
                assert not answer.colliderect(prompt) and answer.collidelist(answers[:i]) == -1
                assert answer.left >= 0 and answer.right <= stage.canvas.width
            own = stage.place(stage.hand.pile)
            assert own is not None and not prompt.colliderect(
                FRect(own.x - own.width / 2, own.y - own.height / 2, own.width, own.height)
            )


def test_two_answers_lie_side_by_side_and_neither_is_brass(tmp_path: Path) -> None:
    pilot = sitting(tmp_path)
    first, second = pilot.table.hud.answers.buttons
    assert first.rect.top == second.rect.top and 0 < second.rect.left - first.rect.right < 20
    assert {first.kind, second.kind} == {"plain"} and not first.chosen and not second.chosen
    swap = next(move for move in pilot.choice.legal if move.verb == "swap")
    pilot.table.advise(swap)
    assert [button.chosen for button in pilot.table.hud.answers.buttons] == [False, True]


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_gold_way_leads_to_the_card_it_would_be_exchanged_with(seats: int, tmp_path: Path) -> None:
    pilot = sitting(tmp_path, seats)
    for size in ((1280, 720), (1024, 768), (3440, 1440)):
        table = resized(pilot, size)
        points = table.hud.ways.ahead()
        swap = next(move for move in pilot.choice.legal if move.verb == "swap")
        partner = table.match.game.partner_of(swap)
        assert partner is not None
        own, other = table.stage.place(Pile("hand", 0)), table.stage.place(Pile("hand", partner))
        assert own is not None and other is not None
        assert abs(points[0][0] - own.x) < own.width and abs(points[0][1] - own.y) < own.height / 2
        assert points[-1][0] == other.x and 20 < points[-1][1] - (other.y + other.height / 2) < 50
        cards = {thing.name: thing.box for thing in things(table) if thing.kind in ("hand", "stock", "trash")}
        hit = [name for name, box in cards.items() if any(box.collidepoint(point) for point in points)]
        assert not hit, f"{size}: the way lies under {hit}"
        chips = [on_canvas(chip.rect, table) for chip in captions(table.hud.look, table.words, table.stage, ())]
        assert not any(chip.collidepoint(point) for chip in chips for point in points)


def test_the_way_that_the_turn_has_gone_joins_the_cards_of_those_who_had_it(tmp_path: Path) -> None:
    pilot = sitting(tmp_path)
    table = pilot.table
    seats = [seat for seat in table.match.game.way() if seat != 0]
    ways = list(table.hud.ways.gone())
    assert len(ways) == len(seats) - 1 > 0
    for points, (seat, other) in zip(ways, pairwise(seats), strict=True):
        for end, of in ((points[0], seat), (points[-1], other)):
            card = table.stage.place(Pile("hand", of))
            assert card is not None and max(abs(end[0] - card.x), abs(end[1] - card.y)) < card.height
    table.control.answer(Move(0, "stick"))
    assert list(table.hud.ways.ahead()) == [], "nothing is asked any more"


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_cards_stay_large_beside_the_drawer_with_every_number_of_seats(seats: int, tmp_path: Path) -> None:
    pilot = sitting(tmp_path, seats)
    table = pilot.table
    before = table.look.scale
    pilot.key(pygame.K_w)
    pilot.step(dt=MAKE_ROOM)
    pilot.rest()
    assert table.drawer.page is not None and table.look.scale >= 0.84 * before


def test_left_hands_have_the_piles_at_the_left(tmp_path: Path) -> None:
    table = sitting(tmp_path, left_handed=True).table
    stock = table.stage.place(Pile("stock"))
    assert stock is not None and stock.x < table.stage.canvas.width / 2
    tools = [on_canvas(tool.rect, table) for tool in table.hud.tools.icons]
    assert FRect(stock.x - 36, stock.y - 50, 72, 120).collidelist(tools) == -1


def test_its_rounds_are_called_rounds_wherever_they_are_counted(tmp_path: Path) -> None:
    record = new_record("pass_the_ace", 7, 3, lives=1)
    pilot = continued(tmp_path, record, speed="instant")
    seen = [pilot.table.hud.tag.which_deal()]
    for _ in range(60):
        pilot.rest()
        if isinstance(pilot.app.top, ResultsScreen):
            break
        pilot.table.control.answer(pilot.choice.legal[0])
    assert isinstance(pilot.app.top, ResultsScreen)
    seen.append(pilot.app.top.summary.occasion())
    seen += [child.label for child in pilot.app.top.group.children if isinstance(child, Button)]
    assert seen[0] == "Round 1" and "round" in seen[1]
    assert not [text for text in seen if "deal" in text.lower()]
