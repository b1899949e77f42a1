"""Arranging, raising and selecting cards of the own hand. Every test drives the real program."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from engine.cards import Card, rank, suit
from engine.game import Game
from engine.moves import Move, Pile
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
