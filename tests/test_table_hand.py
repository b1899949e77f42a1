"""Arranging, raising and selecting cards of the own hand. Every test drives the real program."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pygame
import pytest
from pygame import FRect

from engine.cards import Card, rank, suit
from engine.game import Game
from engine.moves import Move, Pile
from scenes.table.layouts.spreads import FanSpread
from scenes.table.model.own_hand import MAX_ROW_SPREAD, OwnHand
from scenes.table.model.positions import CardPose
from tests.support.records import find_record
from tests.support.table_nodes import tool
from tests.support.tables import (
    continue_match,
    find_table_faults,
    hand,
    has_only_turn_ending_answers,
    has_playable_and_unplayable,
)


def test_hand_can_be_arranged_and_keeps_order(tmp_path: Path) -> None:
    def drawing(game: Game) -> bool:
        return (
            has_only_turn_ending_answers(game)
            and len(game.cards(Pile("stock"))) > 20
            and len(game.cards(Pile("hand", 0))) > 2
        )

    pilot = continue_match(tmp_path, find_record("palacio", drawing))
    table = pilot.table
    cards = hand(table)
    last = table.model.rest_pose(table.model.find_token_id(cards[-1]) or 0)
    pilot.drag(pilot.card_point(cards[0]), (last.x + 20, last.y))
    pilot.run_until_idle()
    wanted = [*cards[1:], cards[0]]
    assert hand(table) == wanted and set(table.model.hand.manual_order) == set(wanted)
    for _ in range(4):
        pilot.play_by_mouse(pilot.open_choice.legal_moves[0])
        pilot.run_until_idle()
        now = hand(table)
        left = [card for card in wanted if card in now]
        assert now[: len(left)] == left, "arranged cards stay before new ones"
        wanted = now
    before = table.match.record.moves.copy()
    pilot.press_keys(pygame.K_u)
    pilot.run_until_idle()
    assert len(table.match.record.moves) < len(before)
    assert [card for card in hand(table) if card in wanted] == [card for card in wanted if card in hand(table)]
    pilot.press_keys(pygame.K_s)
    pilot.run_until_idle()
    assert hand(table) == sorted(hand(table), key=table.match.game.sort_key)


def test_large_hand_can_be_arranged_in_both_rows(tmp_path: Path) -> None:
    def large(game: Game) -> bool:
        return has_playable_and_unplayable(game) and 22 <= len(game.cards(Pile("hand", 0))) <= 34

    pilot = continue_match(tmp_path, find_record("palacio", large, seats=5, max_moves=400))
    table = pilot.table
    order = [token.card for token in table.model.shown.piles[table.model.hand.pile]]
    half = len(order) - len(order) // 2
    for moved, beside in ((order[-1], order[2]), (order[0], order[half + 3])):
        target = table.model.rest_pose(table.model.find_token_id(beside) or 0)
        mine = table.model.rest_pose(table.model.find_token_id(moved) or 0)
        grip = pilot.card_point(moved)
        pilot.drag(grip, (target.x + 4 + grip[0] - mine.x, target.y + grip[1] - mine.y))
        pilot.run_until_idle()
        now = [token.card for token in table.model.shown.piles[table.model.hand.pile]]
        assert now.index(moved) == now.index(beside) + 1
        assert Counter(now) == Counter(order)


def test_hand_can_be_arranged_in_turn_of_another(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_only_turn_ending_answers), speed="0.5", pace="slow")
    pilot.play_by_mouse(pilot.open_choice.legal_moves[0])
    table = pilot.table
    table.model.director.finish()
    cards = hand(table)
    last = table.model.rest_pose(table.model.find_token_id(cards[-1]) or 0)
    pilot.drag(pilot.card_point(cards[0]), (last.x + 20, last.y))
    assert table.model.choice is None, "another seat still has the turn"
    pilot.run_frames(30)
    assert hand(table) == [*cards[1:], cards[0]]


@pytest.mark.parametrize("way", ["key", "button"])
def test_sort_cycles_through_orders(way: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable))
    table = pilot.table
    game = table.match.game

    def sort() -> Sequence[Card]:
        pilot.press_keys(pygame.K_s) if way == "key" else pilot.click(tool(table.hud, "sort").rect.center)
        pilot.run_until_idle()
        return hand(table)

    by_suit = sort()
    assert [suit(card) for card in by_suit] == sorted(suit(card) for card in by_suit)
    by_sets = sort()
    counts = Counter(map(rank, by_sets))
    sizes = [counts[rank(card)] for card in by_sets]
    assert sizes == sorted(sizes, reverse=True)
    assert sort() == sorted(by_suit, key=game.sort_key)
    assert set(by_suit) == set(by_sets) == set(game.cards(Pile("hand", 0)))
    assert find_table_faults(table) == []


def test_selected_cards_start_from_shown_position(tmp_path: Path) -> None:
    pilot = continue_match(
        tmp_path, find_record("roped", lambda game: game.ask is not None and game.ask.what == "start")
    )
    stage, cards = pilot.table.model, pilot.open_choice.legal_moves[0].cards
    for card in cards:
        pilot.click(pilot.card_point(card))
    pilot.run_until_idle()

    def seen(card: Card) -> float:
        key = stage.find_token_id(card)
        assert key is not None
        pose = stage.director.current_pose(key)
        assert pose is not None
        return stage.hand.raised_and_hovered_pose(key, pose).y

    before = seen(cards[1])
    pilot.answer(pilot.open_choice.complete_moves()[0])
    assert seen(cards[1]) == before
    pilot.step(elapsed_ms=1)
    assert abs(seen(cards[1]) - before) < 1


def test_block_of_column_rises_and_is_dragged_as_whole(tmp_path: Path) -> None:
    def has_block(game: Game) -> bool:
        return any(move.verb == "take" and game.cards(pile)[-1] not in move.cards for move, pile in blocks(game))

    def blocks(game: Game) -> list[tuple[Move, Pile]]:
        piles = {card: Pile("slot", -1, i) for i in range(4) for card in game.cards(Pile("slot", -1, i))}
        return [(move, piles[move.cards[0]]) for move in game.legal_moves(0) if move.verb == "take"]

    pilot = continue_match(tmp_path, find_record("roped", has_block))
    table, game = pilot.table, pilot.table.match.game
    move, pile = next((move, pile) for move, pile in blocks(game) if game.cards(pile)[-1] not in move.cards)
    column = game.cards(pile)
    block = column[column.index(move.cards[0]) :]
    keys = [table.model.find_token_id(card) for card in block]
    at = pilot.card_point(move.cards[0])
    pilot.click(at)
    assert table.hand_controller.selected_token_ids() == set(keys) and len(keys) > 1
    pilot.press(at)
    pilot.move((at[0] + 40, at[1] + 40))
    assert table.hand_controller.drag is not None and table.hand_controller.drag.token_ids == keys
    pilot.move((640.0, 640.0))
    pilot.release((640.0, 640.0))
    assert set(block) <= set(game.cards(Pile("hand", 0)))


INDEX_SIZES = {"standard": (0.23, 0.36), "large": (0.45, 0.48)}
"""Width and height of the corner index of a deck, as fractions of the card's width and height."""


HAND_SIZES = (2, 5, 8, 13, 17, 20, 21, 27, 36, 37, 44)


def hidden_points(poses: Mapping[int, CardPose], index_size: tuple[float, float]) -> dict[int, set[int]]:
    """Return card -> the numbers of the points of its corner index, of nine, that other cards cover."""
    order = sorted(poses, key=lambda key: poses[key].z)
    rects = [
        FRect(
            poses[key].x - poses[key].width / 2,
            poses[key].y - poses[key].height / 2,
            poses[key].width,
            poses[key].height,
        )
        for key in order
    ]
    hidden = {}
    for place, (key, rect) in enumerate(zip(order, rects, strict=True)):
        above = rects[place + 1 :]
        width, height = rect.width * index_size[0], rect.height * index_size[1]
        points = [(rect.left + x * width, rect.top + y * height) for x in (0.2, 0.6, 0.98) for y in (0.2, 0.6, 0.98)]
        hidden[key] = {i for i, point in enumerate(points) if any(other.collidepoint(point) for other in above)}
    return hidden


@pytest.mark.parametrize("deck", INDEX_SIZES)
@pytest.mark.parametrize("max_width", [722.0, 554.0, 380.0])
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_raised_card_covers_no_index_in_hands_of_all_sizes(touch: bool, max_width: float, deck: str) -> None:
    for count in HAND_SIZES:
        offsets = FanSpread().offsets([i // 4 for i in range(count)], 112, max_width)
        rest = {i: CardPose(600 + one.x, 600 + one.y, 112, 0.0, 400 + i / 2) for i, one in enumerate(offsets)}
        before = hidden_points(rest, INDEX_SIZES[deck])
        for raised, at_rest in rest.items():
            row = [key for key, pose in rest.items() if abs(pose.y - at_rest.y) < MAX_ROW_SPREAD]
            for selected in (set[int](), {raised}):
                own_hand = OwnHand(Pile("hand", 0))
                own_hand.touch_used_last = touch
                own_hand.find_cards_in_front(list(rest), rest)
                own_hand.animate(1000.0, selected, own_hand.part_row(row, raised))
                poses = {key: own_hand.raised_and_hovered_pose(key, pose) for key, pose in rest.items()}
                assert poses[raised].y < at_rest.y - 10
                now = hidden_points(poses, INDEX_SIZES[deck])
                covered = [key for key in rest if key != raised and now[key] - before[key]]
                assert not covered, f"{count} cards: {raised} covers the index of {covered}"
