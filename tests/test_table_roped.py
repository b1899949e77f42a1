"""Table of RoPeD: five columns on one axis, sets beside the hand, rings on fitting cards."""

from pathlib import Path
from typing import Any

import pytest
from pygame import FRect

from engine.cards import HIDDEN
from engine.game import Game
from engine.moves import TABLE, Pile
from scenes.render.timing import RESIZE_DELAY_MS
from scenes.table.cards.pile_labels import pile_labels
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.spreads import CARD_ASPECT_RATIO
from scenes.table.model.positions import hand_centre_x_and_max_width
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record
from tests.support.tables import continue_match

GEOMETRY = LAYOUTS["roped"].geometry
SPOTS = {spot.kind: spot for spot in (*GEOMETRY.centre_spots, *GEOMETRY.own_spots)}


def has_set(game: Game) -> bool:
    """Whether the player has a set and may discard on an open card."""
    fits = {move.to for move in game.legal_moves(0) if move.verb == "discard"}
    covered = all(game.cards(Pile("slot", TABLE, index)) for index in fits)
    return bool(game.cards(Pile("meld", 0))) and 0 < len(fits) < 4 and covered


def pilot_at_table(folder: Path, **values: Any) -> Pilot:
    """Return a pilot at a table where the player has a set and may discard a card."""
    return continue_match(folder, find_record("roped", has_set, 4, 300), **values)


def pile_box(table: Table, pile: Pile) -> FRect:
    """Return the rectangle around a pile's cards on the canvas."""
    rests = [table.model.rest_pose(token.id) for token in table.model.shown.piles[pile]]
    boxes = [FRect(p.x - p.width / 2, p.y - p.height / 2, p.width, p.height) for p in rests]
    return boxes[0].unionall(boxes[1:])


def resize_table(pilot: Pilot, size: tuple[int, int]) -> Table:
    """Resize the window; return its table."""
    pilot.resize(size)
    pilot.step(elapsed_ms=RESIZE_DELAY_MS)
    pilot.run_until_idle()
    return pilot.table


def test_numbers_stand_over_piles_and_prompt_below_longest_column(tmp_path: Path) -> None:
    pilot = pilot_at_table(tmp_path)
    table = pilot.table
    labels = list(pile_labels(table.model, table.hud.caption_renderer, table.renderer, table.words))
    numbers = [one for one in labels if one.is_pile_number]
    assert [one.text for one in numbers] == ["1", "2", "3", "4"]
    for one in numbers:
        at = table.model.pile_geometry(one.pile)
        assert at is not None and one.rect.centerx == at.x and one.rect.width >= 28
        assert at.y - at.card_height / 2 - one.rect.bottom == 8
    slot = SPOTS["slot"]
    longest = slot.y + slot.spread.max_last_card_offset + slot.card_width * CARD_ASPECT_RATIO / 2  # type: ignore[attr-defined]
    prompt = table.hud.prompt_pill("Discard")
    assert prompt.rect.top - longest >= 16 and prompt.rect.centerx == 640


def test_card_is_added_by_drop_on_any_set(tmp_path: Path) -> None:
    def may_add(game: Game) -> bool:
        melds = {pile.owner for pile in game.piles if pile.kind == "meld" and game.cards(pile)}
        return len(melds) == 2 and any(move.verb == "add" for move in game.legal_moves(0))

    pilot = continue_match(tmp_path, find_record("roped", may_add, 2, 400, add_cards="any_set"))
    choice = pilot.open_choice
    add = next(move for move in choice.legal_moves if move.verb == "add")
    view = choice.view
    melds = [pile for pile in view.piles if pile.kind == "meld" and view.cards(pile)]
    assert [choice.drop_result(add.cards, pile) for pile in melds] == [add] * len(melds)
    pilot.answer(add)
    pilot.run_until_idle()
    shown = pilot.table.model.shown.piles
    assert any(len(shown[pile]) == len(view.cards(pile)) + 1 for pile in melds)


def test_hand_is_centred_until_set_is_possible(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path / "new", new_record("roped"))
    stage = pilot.table.model
    assert not stage.needs_space_beside_hand and stage.pile_geometry(Pile("meld", 0)) is None
    assert hand_centre_x_and_max_width(GEOMETRY, stage.canvas, piles_beside_hand=False)[0] == stage.canvas.width / 2
    may = find_record("roped", lambda game: any(move.verb == "meld" for move in game.legal_moves(0)), 3, 300)
    pilot = continue_match(tmp_path / "may", may)
    table = pilot.table
    assert table.model.needs_space_beside_hand
    target = table.model.pile_geometry(Pile("meld", 0))
    assert target is not None and target.x - target.spot.max_width / 2 - pile_box(table, Pile("hand", 0)).right >= 16
    meld = next(move for move in pilot.open_choice.legal_moves if move.verb == "meld")
    table.hand_controller.answer(meld)
    pilot.run_until_idle()


def test_sets_of_others_are_large_enough_to_read(tmp_path: Path) -> None:
    for frame in (GEOMETRY.side_frame, GEOMETRY.top_frame):
        (spot,) = (one for one in frame.spots if one.kind == "meld")
        assert spot.card_width >= 60 and spot.card_width * CARD_ASPECT_RATIO >= 84 and spot.shows_worth
    table = pilot_at_table(tmp_path).table
    tops = [
        one
        for pile, one in table.model.pile_geometries().items()
        if pile.kind == "meld" and pile.owner not in (0, TABLE)
    ]
    assert tops


def test_only_fitting_open_cards_are_ringed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = pilot_at_table(tmp_path)
    table = pilot.table
    fits = {move.to for move in pilot.open_choice.legal_moves if move.verb == "discard"}
    ringed = {pile.index for pile in ringed_piles(table)}
    assert ringed == {at for at in fits if table.model.shown.piles[Pile("slot", TABLE, at)][-1].card != HIDDEN} != set()
    one = next(move for move in pilot.open_choice.legal_moves if move.verb == "discard")
    pilot.click(pilot.card_point(one.cards[0]))
    table = pilot.table
    mine = {move.to for move in pilot.open_choice.legal_moves if move.cards == one.cards}
    assert {pile.index for pile in ringed_piles(table)} == mine


def ringed_piles(table: Table) -> set[Pile]:
    """Return the piles whose top card has a ring."""
    keys = table.card_view._choosable_table_token_ids()
    tops = {tokens[-1].id: pile for pile, tokens in table.model.shown.piles.items() if tokens and pile.kind == "slot"}
    return {tops[key] for key in keys & tops.keys()}
