"""Arranging, raising and selecting cards of the own hand. Every test drives the real program."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from engine.cards import Card, rank, suit
from engine.game import Game
from engine.moves import Move, Pile
from tests.support.at_table import choosing, continued, faults, hand, passes_on
from tests.support.records import record_where


def test_the_hand_can_be_arranged_and_keeps_its_order(tmp_path: Path) -> None:
    def drawing(game: Game) -> bool:
        return passes_on(game) and len(game.cards(Pile("stock"))) > 20 and len(game.cards(Pile("hand", 0))) > 2

    pilot = continued(tmp_path, record_where("palacio", drawing))
    table = pilot.table
    cards = hand(table)
    last = table.stage.rest(table.stage.find(cards[-1]) or 0)
    pilot.drag(pilot.where(cards[0]), (last.x + 20, last.y))
    pilot.rest()
    wanted = [*cards[1:], cards[0]]
    assert hand(table) == wanted and table.stage.hand.mode == ""
    for _ in range(4):
        pilot.play_by_mouse(pilot.choice.legal[0])
        pilot.rest()
        now = hand(table)
        left = [card for card in wanted if card in now]
        assert now[: len(left)] == left, "new cards come last"
        wanted = now
    before = table.match.record.moves.copy()
    pilot.key(pygame.K_u)
    pilot.rest()
    assert len(table.match.record.moves) < len(before)
    left = [card for card in wanted if card in hand(table)]
    assert hand(table)[: len(left)] == left, "undo leaves the order alone"
    pilot.key(pygame.K_s)
    pilot.rest()
    assert hand(table) == sorted(hand(table), key=table.match.game.order)


def test_a_large_hand_can_be_arranged_in_both_rows(tmp_path: Path) -> None:
    def large(game: Game) -> bool:
        return choosing(game) and 22 <= len(game.cards(Pile("hand", 0))) <= 34

    pilot = continued(tmp_path, record_where("palacio", large, seats=5, most=400))
    table = pilot.table
    order = [token.card for token in table.stage.shown.piles[table.stage.hand.pile]]
    half = len(order) - len(order) // 2
    for moved, beside in ((order[-1], order[2]), (order[0], order[half + 3])):
        target = table.stage.rest(table.stage.find(beside) or 0)
        mine = table.stage.rest(table.stage.find(moved) or 0)
        grip = pilot.where(moved)
        pilot.drag(grip, (target.x + 4 + grip[0] - mine.x, target.y + grip[1] - mine.y))
        pilot.rest()
        now = [token.card for token in table.stage.shown.piles[table.stage.hand.pile]]
        assert now.index(moved) == now.index(beside) + 1
        assert Counter(now) == Counter(order)


def test_the_hand_can_be_arranged_in_the_turn_of_another(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", passes_on), speed="0.5", pace="slow")
    pilot.play_by_mouse(pilot.choice.legal[0])
    table = pilot.table
    table.stage.director.finish()
    cards = hand(table)
    last = table.stage.rest(table.stage.find(cards[-1]) or 0)
    pilot.drag(pilot.where(cards[0]), (last.x + 20, last.y))
    assert table.stage.choice is None, "the turn has come back already"
    pilot.steps(30)
    assert hand(table) == [*cards[1:], cards[0]]


@pytest.mark.parametrize("way", ["key", "button"])
def test_sort_cycles_through_its_orders(way: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", choosing))
    table = pilot.table
    game = table.match.game

    def sort() -> Sequence[Card]:
        pilot.key(pygame.K_s) if way == "key" else pilot.click(table.hud.tools.sort.rect.center)
        pilot.rest()
        return hand(table)

    by_suit = sort()
    assert [suit(card) for card in by_suit] == sorted(suit(card) for card in by_suit)
    by_sets = sort()
    counts = Counter(map(rank, by_sets))
    sizes = [counts[rank(card)] for card in by_sets]
    assert sizes == sorted(sizes, reverse=True)
    assert sort() == sorted(by_suit, key=game.order)
    assert set(by_suit) == set(by_sets) == set(game.cards(Pile("hand", 0)))
    assert faults(table) == []


def test_selected_cards_start_from_where_they_are_shown(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("roped", lambda game: game.ask is not None and game.ask.what == "start"))
    stage, cards = pilot.table.stage, pilot.choice.legal[0].cards
    for card in cards:
        pilot.click(pilot.where(card))
    pilot.rest()

    def seen(card: Card) -> float:
        key = stage.find(card)
        assert key is not None
        pose = stage.director.pose(key)
        assert pose is not None
        return stage.hand.raised(key, pose).y

    before = seen(cards[1])
    pilot.table.control.answer(pilot.choice.complete()[0])
    assert seen(cards[1]) == before
    pilot.step(dt=1)
    assert abs(seen(cards[1]) - before) < 1


def test_a_block_of_a_column_rises_and_is_dragged_as_a_whole(tmp_path: Path) -> None:
    def has_block(game: Game) -> bool:
        return any(move.verb == "take" and game.cards(pile)[-1] not in move.cards for move, pile in blocks(game))

    def blocks(game: Game) -> list[tuple[Move, Pile]]:
        piles = {card: Pile("slot", -1, i) for i in range(4) for card in game.cards(Pile("slot", -1, i))}
        return [(move, piles[move.cards[0]]) for move in game.legal_moves(0) if move.verb == "take"]

    pilot = continued(tmp_path, record_where("roped", has_block))
    table, game = pilot.table, pilot.table.match.game
    move, pile = next((move, pile) for move, pile in blocks(game) if game.cards(pile)[-1] not in move.cards)
    column = game.cards(pile)
    block = column[column.index(move.cards[0]) :]
    keys = [table.stage.find(card) for card in block]
    at = pilot.where(move.cards[0])
    pilot.click(at)
    assert table.control.selected_keys() == set(keys) and len(keys) > 1
    pilot.press(at)
    pilot.move((at[0] + 40, at[1] + 40))
    assert table.control.drag is not None and table.control.drag.keys == keys
    pilot.move((640.0, 640.0))
    pilot.release((640.0, 640.0))
    assert set(block) <= set(game.cards(Pile("hand", 0)))
