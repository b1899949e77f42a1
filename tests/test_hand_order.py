"""The order of the own hand: sorted by a setting, or as its player lays it for one deal."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.cards import Card, cards, suit
from engine.game import Game
from engine.match.record import Record, RecordError
from engine.moves import Move, Pile
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import Home, MatchTable, ReplayTable, ResumedTable
from scenes.table.curtain import Curtain
from scenes.table.model.hand_controller import MAX_CARRY_CLICK_TRAVEL
from scenes.table.table import Table
from tests.support.hot_seat import shared_record, sit_down
from tests.support.local_online_table import joined_pilot, start_match
from tests.support.local_table import LocalTable, make_table_config
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record, play_randomly
from tests.support.table_nodes import tool
from tests.support.tables import continue_match, hand, has_playable_and_unplayable, load_saved_record, write_settings

MANY_CARDS = 30


def own_cards(table: Table) -> list[Card]:
    """Return the own hand as the table holds it; unlike ``hand`` also in several rows."""
    return [token.card for token in table.model.shown.piles[table.model.hand.pile]]


def lay_first_card_last(pilot: Pilot) -> list[Card]:
    """Drag the first card of the hand behind the last one; return the new order."""
    table = pilot.table
    first, *others = hand(table)
    last = table.model.rest_pose(table.model.find_token_id(others[-1]) or 0)
    pilot.drag(pilot.card_point(first), (last.x + 20, last.y))
    pilot.run_until_idle()
    assert hand(table) == [*others, first]
    return hand(table)


def sorted_hand(table: Table) -> list[Card]:
    return sorted(own_cards(table), key=lambda card: (table.match.game.sort_key(card), card))


def record_before_second_deal() -> tuple[Record, Move]:
    """Return a match of Big Two in its first deal, and the move of the person with several cards that ends it."""
    for seed in range(4000):
        record = new_record("big_two", seed)
        game, rng = record.initial_position(), Rng(seed)
        while not game.history:
            record.append(rng.choice(game.legal_moves(game.seats_to_act()[0])))
            game.play(record.moves[-1])
        last = record.moves.pop()
        if last.seat == 0 and len(last.cards) > 1:
            return record, last
    raise AssertionError("no such match")


def has_many_cards(game: Game) -> bool:
    return len(game.cards(Pile("hand", 0))) >= MANY_CARDS


def has_hand(game: Game) -> bool:
    return len(game.cards(Pile("hand", 0))) >= 4


RECORDS: dict[str, Callable[[], Record]] = {
    "big_two": lambda: find_record("big_two", has_hand),
    "palacio": lambda: find_record("palacio", has_hand),
    "palacio in two rows": lambda: find_record("palacio", has_many_cards, 5, 400),
    "gurch": lambda: find_record("gurch", has_hand),
    "roped": lambda: find_record("roped", has_hand),
}


@pytest.mark.parametrize("carry", [False, True])
@pytest.mark.parametrize("name", RECORDS)
def test_card_put_back_leaves_hand_sorted(name: str, carry: bool, tmp_path: Path) -> None:
    record = RECORDS[name]()
    pilot = continue_match(tmp_path, record, carry=carry)
    table, before = pilot.table, own_cards(pilot.table)
    for card in before[::2]:
        x, y = pilot.card_point(card)
        pilot.press((x, y))
        pilot.move((x + 60, y - 20))
        pilot.run_frames(2)
        end = x + 1, y + (MAX_CARRY_CLICK_TRAVEL + 2 if carry else 1)
        pilot.move(end)
        pilot.release(end)
        if carry:
            pilot.press(end)
            pilot.release(end)
        pilot.run_until_idle()
        assert own_cards(table) == before and not table.model.hand.manual_order
    assert "hands" not in Profile(tmp_path).match_path(record.game).read_text()


def test_next_deal_is_sorted_and_undo_returns_arranged_one(tmp_path: Path) -> None:
    record, last = record_before_second_deal()
    pilot = continue_match(tmp_path, record)
    arranged = lay_first_card_last(pilot)
    pilot.play_by_mouse(last)
    while not isinstance(pilot.app.top, ResultsScreen):
        pilot.step()
    pilot.dismiss_result()
    pilot.run_until_idle()
    table = pilot.table
    assert table.match.game.deal_number == 2 and own_cards(table) == sorted_hand(table)
    pilot.press_keys(pygame.K_u)
    pilot.run_until_idle()
    assert table.match.game.deal_number == 1 and hand(table) == arranged
    assert load_saved_record(tmp_path).hand_orders == {(1, 0): tuple(arranged)}


def test_undone_card_returns_to_its_place_in_arranged_hand(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", lambda game: len(game.legal_moves(0)) > 4))
    table = pilot.table
    arranged = lay_first_card_last(pilot)
    move = next(move for move in pilot.open_choice.legal_moves if arranged[0] not in move.cards and move.cards)
    pilot.play_by_mouse(move)
    pilot.run_until_idle()
    lay_first_card_last(pilot)
    pilot.press_keys(pygame.K_u)
    pilot.run_until_idle()
    assert hand(table) == [*arranged[1:], arranged[0]]
    pilot.press_keys(pygame.K_y)
    pilot.run_until_idle()
    assert hand(table) == [card for card in (*arranged[1:], arranged[0]) if card not in move.cards]


def test_arranged_hand_comes_back_after_restart(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", lambda game: len(game.legal_moves(0)) > 4))
    arranged = lay_first_card_last(pilot)
    before = load_saved_record(tmp_path)
    pilot.app.release_everything()
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.go(ResumedTable())
    pilot.run_until_idle()
    assert hand(pilot.table) == arranged and pilot.table.match.record.moves == before.moves
    pilot.play_by_mouse(next(move for move in pilot.open_choice.legal_moves if move.cards))
    pilot.run_until_idle()
    left = hand(pilot.table)
    assert left == [card for card in arranged if card in left]
    pilot.press_keys(pygame.K_s)
    pilot.run_until_idle()
    assert hand(pilot.table) == sorted_hand(pilot.table)
    assert load_saved_record(tmp_path).hand_orders == {}
    pilot.app.release_everything()


def test_sort_mode_is_kept_for_next_match_and_start(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable))
    pilot.press_keys(pygame.K_s)
    assert Profile(tmp_path).load_settings().sort == "suit"
    pilot.app.release_everything()
    pilot = Pilot(tmp_path)
    pilot.app.go(MatchTable(new_record("big_two", 7)))
    pilot.run_until_idle()
    suits = [suit(card) for card in hand(pilot.table)]
    assert suits == sorted(suits)
    pilot.app.change_settings(replace(pilot.app.settings, sort="rank"))
    pilot.run_until_idle()
    assert hand(pilot.table) == sorted_hand(pilot.table), "also while the settings lie over the table"
    pilot.app.release_everything()


def test_sort_mode_applies_to_online_table(tmp_path: Path) -> None:
    host = LocalTable(make_table_config("big_two"))
    pilot = joined_pilot(tmp_path, host, speed="instant", coach="off", sort="suit")
    start_match(host, pilot)
    pilot.run_frames(5)
    suits = [suit(card) for card in hand(pilot.table_below())]
    assert len(suits) == 13 and suits == sorted(suits)
    pilot.app.release_everything()


def test_sort_button_names_order_and_keeps_it_after_manual_one(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable))
    button, words = tool(pilot.table.hud, "sort"), pilot.app.words
    seen = [(button.icon, button.name)]

    def sort() -> None:
        pilot.press_keys(pygame.K_s)

    acts: list[Callable[[], object]] = [sort, lambda: lay_first_card_last(pilot), sort]
    for act in acts:
        act()
        pilot.run_until_idle()
        button = tool(pilot.table.hud, "sort")
        seen.append((button.icon, button.name))
    names = ["settings.sort.value.rank", "settings.sort.value.suit", "app.table.own_order", "settings.sort.value.suit"]
    assert [icon for icon, _ in seen] == ["sort_rank", "sort_suit", "sort_own", "sort_suit"]
    assert all(words(name) in text for name, (_, text) in zip(names, seen, strict=True))
    pilot.app.release_everything()


def open_curtain(pilot: Pilot) -> None:
    while isinstance(pilot.app.top, Curtain):
        pilot.press_keys(pygame.K_RETURN)
    pilot.run_until_idle()


def test_each_person_of_hot_seat_finds_own_order(tmp_path: Path) -> None:
    record = shared_record("big_two")
    pilot = sit_down(tmp_path, record)
    open_curtain(pilot)
    seat, arranged = pilot.table.match.viewer, lay_first_card_last(pilot)
    pilot.app.go(Home())
    pilot.app.go(ResumedTable())
    open_curtain(pilot)
    assert pilot.table.match.viewer == seat and hand(pilot.table) == arranged
    assert set(load_saved_record(tmp_path).hand_orders) == {(1, seat)}
    pilot.app.release_everything()


# --- in the record ----------------------------------------------------------------------------------------------------


ORDER = cards("3C KD 2S")


def arranged_record() -> Record:
    """Return a match in its second deal or later, in which seats 0 and 2 have laid their hands."""
    record = new_record("gurch", 5)
    record.current_deal = play_randomly(record, Rng(5), 90).deal_number
    assert record.current_deal > 1
    record.hand_orders = {
        (record.current_deal, 0): ORDER,
        (record.current_deal, 2): ORDER[::-1],
        (1, 1): ORDER,
        (record.current_deal, 3): (),
    }
    return record


def test_record_keeps_hands_of_current_deal_until_match_ends() -> None:
    record = arranged_record()
    text = record.to_text()
    again = Record.from_text(text)
    assert again.hand_orders == {(record.current_deal, 0): ORDER, (record.current_deal, 2): ORDER[::-1]}
    assert again == record and again.replay() == record.replay(), "the same match"
    plain = Record.from_text(text[: text.index("[hands")])
    assert plain == record and plain.hand_orders == {}, "as a match saved before"
    assert "hands" not in replace(record, ended=1).to_text()
    assert record.branch_at(5, record.chairs).hand_orders == {}


@pytest.mark.parametrize("hands", ["3", '["3C"]', '{x = {0 = "3C"}}', '{1 = {0 = "3X"}}', "{1 = {0 = 7}}", "{1 = 2}"])
def test_bad_hands_in_record_are_named(hands: str) -> None:
    text = new_record("gurch").to_text().replace("[options]", f"hands = {hands}\n[options]")
    with pytest.raises(RecordError, match="hands: "):
        Record.from_text(text)


def test_replay_shows_no_manual_order(tmp_path: Path) -> None:
    write_settings(tmp_path)
    record = arranged_record()
    pilot = Pilot(tmp_path)
    pilot.app.go(ReplayTable(record))
    pilot.run_frames(2)
    assert not pilot.table.match.record.hand_orders and record.hand_orders
    pilot.app.release_everything()
