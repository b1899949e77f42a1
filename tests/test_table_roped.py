"""RoPeD's table: five columns on one axis, sets beside the hand, rings on what fits."""

from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect

from engine.cards import HIDDEN
from engine.game import Game
from engine.moves import TABLE, Pile
from scenes.look.speeds import RESIZE_DELAY
from scenes.table.felt.captions import headings
from scenes.table.felt.pile_labels import pile_labels
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.layout import ASPECT
from scenes.table.stage.poses import Canvas, hand_space, place, seat_positions
from scenes.table.table import Table
from tests.fit_all.gauge import SIZES
from tests.support.at_table import continued
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where

LAYOUT = LAYOUTS["roped"]
SPOTS = {spot.kind: spot for spot in (*LAYOUT.centre, *LAYOUT.own)}


def with_set(game: Game) -> bool:
    """The player has a set and may discard on an open card."""
    fits = {move.to for move in game.legal_moves(0) if move.verb == "discard"}
    covered = all(game.cards(Pile("slot", TABLE, index)) for index in fits)
    return bool(game.cards(Pile("meld", 0))) and 0 < len(fits) < 4 and covered


def sitting(folder: Path, **values: Any) -> Pilot:
    """A pilot who has a set and may discard a card."""
    return continued(folder, record_where("roped", with_set, 4, 300), **values)


def box(table: Table, pile: Pile) -> FRect:
    """The box around a pile's cards, on the canvas."""
    rests = [table.stage.rest(token.id) for token in table.stage.shown.piles[pile]]
    boxes = [FRect(p.x - p.width / 2, p.y - p.height / 2, p.width, p.height) for p in rests]
    return boxes[0].unionall(boxes[1:])


def resized(pilot: Pilot, size: tuple[int, int]) -> Table:
    """The table in a window of another size."""
    pilot.resize(size)
    pilot.step(dt=RESIZE_DELAY)
    pilot.rest()
    return pilot.table


@pytest.mark.parametrize("canvas", [Canvas(1280, 720), Canvas(1280, 960), Canvas(1720, 720)])
def test_five_columns_are_centred_on_the_axis_at_equal_distances(canvas: Canvas) -> None:
    seats = seat_positions(LAYOUT, 4, 0, canvas)
    found = [
        place(pile, LAYOUT, seats, 0, canvas) for pile in (Pile("stock"), *(Pile("slot", TABLE, i) for i in range(4)))
    ]
    columns = [one for one in found if one is not None]
    assert [one.x - canvas.width / 2 for one in columns] == [-300, -150, 0, 150, 300]
    assert {(one.y, one.width) for one in columns} == {(columns[0].y, 90.0)}


def test_numbers_stand_over_their_piles_and_names_and_prompt_keep_sixteen_pixels(tmp_path: Path) -> None:
    pilot = sitting(tmp_path)
    table = pilot.table
    labels = list(pile_labels(table.stage, table.hud.captions, table.look.scale, table.words))
    numbers = [one for one in labels if one.number]
    assert [one.text for one in numbers] == ["1", "2", "3", "4"]
    for one in numbers:
        at = table.stage.place(one.pile)
        assert at is not None and one.box.centerx == at.x and one.box.width >= 28
        assert at.y - at.height / 2 - one.box.bottom == 8
    names = [
        one for one in pile_labels(table.stage, table.hud.captions, table.look.scale, table.words) if not one.number
    ]
    for one in names:
        at = table.stage.place(one.pile)
        assert at is not None and one.box.top - (at.y + at.height / 2) >= 16
    slot = SPOTS["slot"]
    longest = slot.y + slot.spread.high + slot.width * ASPECT / 2  # type: ignore[attr-defined]
    prompt = table.hud.prompt_pill("Discard")
    assert prompt.rect.top - longest >= 16 and prompt.rect.centerx == 640


@pytest.mark.parametrize("texts", ["100", "125", "150"])
def test_own_sets_lie_between_hand_and_answers_with_their_heading(texts: str, tmp_path: Path) -> None:
    pilot = sitting(tmp_path, ui_scale=texts)
    for size in SIZES:
        table = resized(pilot, size)
        hud, ui = table.hud, table.stage.canvas.ui
        own, hand = box(table, Pile("meld", 0)), box(table, Pile("hand", 0))
        assert own.height >= 84 and own.left - hand.right >= 16
        (heading,) = headings(hud.look, hud.words, table.stage)
        assert heading.rect.bottom * ui <= own.top - 9 and abs(heading.rect.centerx * ui - own.centerx) < 1
        for button in hud.answers.buttons:
            assert button.rect.left * ui >= own.right + 10, f"{size}: the points at the corner are free"
        prompt = hud.prompt_pill(table.prompt()).rect
        assert not prompt.colliderect(heading.rect)


def test_the_hand_is_in_the_middle_until_there_is_a_set_or_may_be_one(tmp_path: Path) -> None:
    pilot = continued(tmp_path / "new", new_record("roped"))
    stage = pilot.table.stage
    assert not stage.beside_hand and stage.place(Pile("meld", 0)) is None
    assert hand_space(LAYOUT, stage.canvas, beside=False)[0] == stage.canvas.width / 2
    may = record_where("roped", lambda game: any(move.verb == "meld" for move in game.legal_moves(0)), 3, 300)
    pilot = continued(tmp_path / "may", may)
    table = pilot.table
    assert table.stage.beside_hand
    target = table.stage.place(Pile("meld", 0))
    assert target is not None and target.x - target.spot.room / 2 - box(table, Pile("hand", 0)).right >= 16
    meld = next(move for move in pilot.choice.legal if move.verb == "meld")
    table.control.answer(meld)
    pilot.rest()


def test_left_hands_have_their_sets_at_the_left_of_the_hand(tmp_path: Path) -> None:
    table = sitting(tmp_path, left_handed=True).table
    own, hand, ui = box(table, Pile("meld", 0)), box(table, Pile("hand", 0)), table.stage.canvas.ui
    assert hand.left - own.right >= 16
    assert all(button.rect.right * ui < own.left for button in table.hud.answers.buttons)


def test_sets_of_others_are_large_enough_to_read(tmp_path: Path) -> None:
    for frame in (LAYOUT.side, LAYOUT.top):
        (spot,) = (one for one in frame.spots if one.kind == "meld")
        assert spot.width >= 60 and spot.width * ASPECT >= 84 and spot.worth
    table = sitting(tmp_path).table
    tops = [one for pile, one in table.stage.places().items() if pile.kind == "meld" and pile.owner not in (0, TABLE)]
    assert tops


def test_only_open_cards_that_fit_are_ringed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = sitting(tmp_path)
    table = pilot.table
    fits = {move.to for move in pilot.choice.legal if move.verb == "discard"}
    ringed = {pile.index for pile in ringed_piles(table)}
    assert ringed == {at for at in fits if table.stage.shown.piles[Pile("slot", TABLE, at)][-1].card != HIDDEN} != set()
    one = next(move for move in pilot.choice.legal if move.verb == "discard")
    pilot.click(pilot.where(one.cards[0]))
    table = pilot.table
    mine = {move.to for move in pilot.choice.legal if move.cards == one.cards}
    assert {pile.index for pile in ringed_piles(table)} == mine


def ringed_piles(table: Table) -> set[Pile]:
    """The piles of which the top card has a ring."""
    keys = table.picture._places_to_choose()
    tops = {tokens[-1].id: pile for pile, tokens in table.stage.shown.piles.items() if tokens and pile.kind == "slot"}
    return {tops[key] for key in keys & tops.keys()}


def test_numbers_are_beside_their_piles_where_there_is_no_room_above(tmp_path: Path) -> None:
    pilot = sitting(tmp_path)
    table = resized(pilot, (1120, 800))
    pilot.key(pygame.K_w)
    pilot.rest()
    labels = pile_labels(table.stage, table.hud.captions, table.look.scale, table.words)
    for one in (one for one in labels if one.number):
        at = table.stage.place(one.pile)
        assert at is not None and one.box.right < at.x - at.width / 2 and one.box.top > at.y - at.height / 2 - 14
