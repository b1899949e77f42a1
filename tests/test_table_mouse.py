"""Cards under the mouse: dragged, clicked, refused. Every test drives the real program."""

from pathlib import Path

import pygame
import pytest

from engine.cards import Card, rank
from engine.game import STOCK, Game
from engine.games import GAMES
from engine.moves import Move, Pile
from scenes.render import timing
from scenes.selftest.pilot import FRAME_MS
from scenes.selftest.selftest import count_own_answers
from scenes.shell.dialog import Dialog
from tests.support.records import find_record, new_record
from tests.support.table_nodes import tool
from tests.support.tables import (
    CLIMBING_GAMES,
    FELT_POINT,
    click_quickly,
    continue_match,
    find_table_faults,
    hand,
    has_only_turn_ending_answers,
    has_playable_and_unplayable,
    is_at_rest,
    load_saved_record,
    pick_up,
    pile_for_drop,
    playable_and_unplayable_card,
    select_single_cards,
    shown_refusal,
)

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
EVERY_CLIMBING_GAME = pytest.mark.parametrize("slug", CLIMBING_GAMES)


def test_press_ends_when_dialog_covers_table(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable))
    table, point = pilot.table, tool(pilot.table.hud, "log").rect.center
    pilot.press(point)
    assert tool(table.hud, "log").pressed
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.release(FELT_POINT)
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is table
    pilot.drag(FELT_POINT, point)
    assert not table.log.is_open, "a press that began on the felt presses no tool"


@EVERY_CLIMBING_GAME
def test_legal_drag_plays(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_playable_and_unplayable))
    record = pilot.table.match.record
    before = len(record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    pilot.drag(pilot.card_point(card), pilot.pile_point(pile_for_drop(pilot.table.match.game)))
    assert record.moves[before] == Move(0, "play", (card,))
    assert load_saved_record(tmp_path).moves[: before + 1] == record.moves[: before + 1]
    assert pilot.card_drag is None and pilot.refusal is None


def test_press_after_touching_tool_is_for_card(tmp_path: Path) -> None:
    """A finger doesn't hover: the tool touched before loses its hover, and the card is picked up."""
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable))
    table = pilot.table
    card, _ = playable_and_unplayable_card(pilot)
    pilot.click(tool(table.hud, "sort").rect.center)
    pilot.run_until_idle()
    assert tool(table.hud, "sort").hovered
    pilot.click(pilot.card_point(card))
    assert not tool(table.hud, "sort").hovered
    assert pilot.open_choice.selected_cards == [card]
    pilot.click(pilot.card_point(card))
    pilot.move(tool(table.hud, "sort").rect.center)
    pilot.move(pilot.card_point(card))
    assert table.hand_controller.hovered_token_id == table.model.find_token_id(card), (
        "the motion that leaves the tool reaches the card"
    )


@pytest.mark.parametrize("over", [True, False])
def test_drag_in_one_motion_plays(over: bool, tmp_path: Path) -> None:
    """With a fast hand the first motion event is already at the end, perhaps over a tool."""
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable))
    record = pilot.table.match.record
    before = len(record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    pile = pilot.pile_point(pile_for_drop(pilot.table.match.game))
    pilot.press(pilot.card_point(card))
    if over:
        pilot.move(tool(pilot.table.hud, "sort").rect.center)
        assert pilot.card_drag is not None
        pilot.move(pile)
    pilot.release(pile)
    assert record.moves[before] == Move(0, "play", (card,))


@EVERY_CLIMBING_GAME
def test_illegal_drag_returns_with_reason(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_playable_and_unplayable))
    record = pilot.table.match.record
    path = pilot.app.profile.match_path(slug)
    before, file = list(record.moves), path.read_bytes()
    _, card = playable_and_unplayable_card(pilot)
    pilot.drag(pilot.card_point(card), pilot.pile_point(pile_for_drop(pilot.table.match.game)))
    assert shown_refusal(pilot).startswith(f"{slug}.R")
    assert not is_at_rest(pilot.table, card), "the card glides back"
    pilot.run_frames(60)
    assert is_at_rest(pilot.table, card) and pilot.table.hand_controller.shake is None
    assert record.moves == before and path.read_bytes() == file
    assert find_table_faults(pilot.table) == []
    pilot.run_frames(round(timing.REFUSAL_MS / FRAME_MS))
    assert pilot.refusal is None, "the reason disappears after its time"


@EVERY_CLIMBING_GAME
def test_card_dropped_beside_all_piles_is_refused(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_playable_and_unplayable))
    before = list(pilot.table.match.record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    pilot.drag(pilot.card_point(card), (1180.0, 420.0))
    pilot.run_until_idle()
    assert is_at_rest(pilot.table, card)
    assert shown_refusal(pilot) == f"{pilot.table.match.game.question_rule()} not_there"
    assert pilot.table.match.record.moves == before


@EVERY_CLIMBING_GAME
def test_drop_in_turn_of_another_is_refused(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_only_turn_ending_answers), speed="0.5", pace="slow")
    record = pilot.table.match.record
    pilot.play_by_mouse(pilot.open_choice.legal_moves[0])
    moves = len(record.moves)
    card = hand(pilot.table)[0]
    pilot.drag(pilot.card_point(card), pilot.pile_point(pile_for_drop(pilot.table.match.game)))
    assert len(record.moves) == moves and pilot.choice is None
    game = pilot.table.match.game
    assert game.ask is not None
    assert shown_refusal(pilot) == f"{game.turn_rules.get(game.ask.what, game.question_rule())} not_your_turn"
    pilot.run_frames(60)
    assert is_at_rest(pilot.table, card)


def test_fast_card_lands_at_release_point(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    moves = len(pilot.table.match.record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    pile = pilot.pile_point(pile_for_drop(pilot.table.match.game))
    pilot.press(pilot.card_point(card))
    pilot.move((pile[0], pile[1] + 60))
    drag = pilot.card_drag
    assert drag is not None and drag.pose.y > drag.target_pose.y + 40, "the card lags behind"
    pilot.release(pile)
    assert len(pilot.table.match.record.moves) == moves + 1


def test_click_during_which_drawer_opens_selects_card(tmp_path: Path) -> None:
    """The canvas changes below the resting pointer, which isn't a drag."""
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    card, _ = playable_and_unplayable_card(pilot)
    pos = pilot.card_point(card)
    press, release = (
        pygame.Event(kind, pos=pos, button=1, touch=False) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    )
    pilot.step([press])
    pilot.press_keys(pygame.K_l)
    pilot.run_until_idle()
    pilot.step([release])
    assert pilot.open_choice.selected_cards == [card]
    assert not pilot.table.model.hand.manual_order


def test_new_canvas_returns_dragged_card(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    card, _ = playable_and_unplayable_card(pilot)
    pick_up(pilot, card)
    pilot.resize((1000, 1000))
    pilot.app.lay_out()
    pilot.run_frames(40)
    assert pilot.card_drag is None and is_at_rest(pilot.table, card)


RIGHT_PRESS = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(600, 300), button=3, touch=False)
ESCAPE_PRESS = pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
FOCUS_LOST = pygame.Event(pygame.WINDOWFOCUSLOST)


@pytest.mark.parametrize("event", [RIGHT_PRESS, ESCAPE_PRESS, FOCUS_LOST], ids=["right click", "Esc", "focus"])
def test_cancelling_returns_dragged_card(event: pygame.Event, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    before = list(pilot.table.match.record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    pick_up(pilot, card)
    pilot.step([event])
    assert pilot.card_drag is None
    pilot.release(pilot.pile_point(Pile("pile")))
    pilot.run_frames(40)
    assert is_at_rest(pilot.table, card)
    assert pilot.table.match.record.moves == before


@pytest.mark.parametrize("event", [RIGHT_PRESS, ESCAPE_PRESS], ids=["right click", "Esc"])
def test_cancelling_clears_selection_and_then_opens_menu(event: pygame.Event, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    card, _ = playable_and_unplayable_card(pilot)
    pilot.click(pilot.card_point(card))
    assert pilot.open_choice.selected_cards == [card]
    pilot.step([event])
    assert pilot.open_choice.selected_cards == []
    pilot.step([ESCAPE_PRESS])
    assert isinstance(pilot.app.top, Dialog)


@pytest.mark.parametrize("event", [RIGHT_PRESS, ESCAPE_PRESS], ids=["right click", "Esc"])
def test_cancelling_selection_removes_its_answer_button(event: pygame.Event, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    card, _ = playable_and_unplayable_card(pilot)
    before = [button.key for button in pilot.answer_buttons]
    pilot.click(pilot.card_point(card))
    assert [button.key for button in pilot.answer_buttons] != before
    pilot.step([event])
    assert [button.key for button in pilot.answer_buttons] == before


def test_cancelling_drag_of_selection_keeps_selection(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    card, _ = playable_and_unplayable_card(pilot)
    pilot.click(pilot.card_point(card))
    at = pick_up(pilot, card)
    pilot.step([RIGHT_PRESS])
    pilot.release(at)
    assert pilot.open_choice.selected_cards == [card]


@EVERY_CLIMBING_GAME
def test_click_on_card_then_on_pile_plays_it(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_playable_and_unplayable))
    record = pilot.table.match.record
    before = len(record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    pilot.click(pilot.card_point(card))
    assert pilot.open_choice.selected_cards == [card] and len(record.moves) == before
    pilot.click(pilot.pile_point(pile_for_drop(pilot.table.match.game)))
    assert record.moves[before] == Move(0, "play", (card,))


@EVERY_CLIMBING_GAME
def test_double_click_plays(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_playable_and_unplayable))
    record = pilot.table.match.record
    before = len(record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    click_quickly(pilot, pilot.card_point(card))
    assert record.moves[before].seat == 0 and card in record.moves[before].cards


@EVERY_CLIMBING_GAME
def test_double_click_on_unfitting_card_gives_reason(slug: str, tmp_path: Path) -> None:
    def hopeless(game: Game) -> bool:
        return has_playable_and_unplayable(game) and bool(useless(game))

    def useless(game: Game) -> list[Card]:
        kinds = {game.equivalence_key(card) for move in game.legal_moves(0) for card in move.cards}
        return [card for card in game.cards(Pile("hand", 0)) if game.equivalence_key(card) not in kinds]

    pilot = continue_match(tmp_path, find_record(slug, hopeless))
    before = list(pilot.table.match.record.moves)
    click_quickly(pilot, pilot.card_point(useless(pilot.table.match.game)[0]))
    assert pilot.table.match.record.moves == before
    assert shown_refusal(pilot).startswith(f"{slug}.R")


@EVERY_CLIMBING_GAME
@pytest.mark.parametrize("speed", ["1", "instant"])
def test_triple_click_plays_once(slug: str, speed: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record(slug, has_playable_and_unplayable), speed=speed)
    record = pilot.table.match.record
    before = count_own_answers(record)
    card, _ = playable_and_unplayable_card(pilot)
    click_quickly(pilot, pilot.card_point(card), 3)
    pilot.run_until_idle()
    assert count_own_answers(record) == before + 1


def test_triple_click_plays_once_even_if_turn_comes_back(tmp_path: Path) -> None:
    def burning(game: Game) -> bool:
        return has_playable_and_unplayable(game) and any(
            rank(card) == 9 for card in select_single_cards(game, legal=True)
        )

    pilot = continue_match(tmp_path, find_record("palacio", burning), speed="instant")
    record = pilot.table.match.record
    before = count_own_answers(record)
    ten = next(card for card in select_single_cards(pilot.table.match.game, legal=True) if rank(card) == 9)
    click_quickly(pilot, pilot.card_point(ten), 3)
    assert 0 in pilot.table.match.game.seats_to_act()
    pilot.run_until_idle()
    assert count_own_answers(record) == before + 1


def test_slow_clicks_select_and_deselect(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    before = list(pilot.table.match.record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    at = pilot.card_point(card)
    for expected in ([card], [], [card], []):
        pilot.click(at)
        assert pilot.open_choice.selected_cards == expected
    pilot.click(at)
    pilot.click(FELT_POINT)
    assert pilot.open_choice.selected_cards == [], "a click on the felt clears the selection"
    assert pilot.table.match.record.moves == before


def test_card_outside_selection_begins_new_one(tmp_path: Path) -> None:
    def two_ranks(game: Game) -> bool:
        return (
            has_playable_and_unplayable(game)
            and len({rank(card) for card in select_single_cards(game, legal=True)}) > 1
        )

    pilot = continue_match(tmp_path, find_record("palacio", two_ranks))
    cards = select_single_cards(pilot.table.match.game, legal=True)
    one = cards[0]
    other = next(card for card in cards if rank(card) != rank(one))
    pilot.click(pilot.card_point(one))
    pilot.click(pilot.card_point(other))
    assert pilot.open_choice.selected_cards == [other]


def test_equal_cards_are_selected_and_dragged_together(tmp_path: Path) -> None:
    def pair(game: Game) -> bool:
        return has_playable_and_unplayable(game) and any(len(move.cards) == 2 for move in game.legal_moves(0))

    pilot = continue_match(tmp_path, find_record("palacio", pair))
    record = pilot.table.match.record
    before = len(record.moves)
    two = next(move for move in pilot.open_choice.legal_moves if len(move.cards) == 2)
    pilot.play_by_mouse(two)
    assert set(record.moves[before].cards) == set(two.cards)


@pytest.mark.parametrize("slug", ["gurch", "big_two"])
def test_each_of_two_wanted_cards_can_be_dragged_alone(slug: str, tmp_path: Path) -> None:
    """The first dragged card counts as selected, the second one plays both."""

    def only_pairs(game: Game) -> bool:
        moves = [move for move in game.legal_moves(0) if move.verb == "play"]
        return {len(move.cards) for move in moves} == {2}

    pilot = continue_match(tmp_path, find_record(slug, only_pairs))
    record = pilot.table.match.record
    before = len(record.moves)
    pair = next(move for move in pilot.open_choice.legal_moves if len(move.cards) == 2)
    pile = pilot.pile_point(pilot._drop_pile(pair))
    pilot.drag(pilot.card_point(pair.cards[0]), pile)
    assert pilot.open_choice.selected_cards == [pair.cards[0]] and pilot.refusal is None
    pilot.run_until_idle()
    assert len(record.moves) == before
    pilot.drag(pilot.card_point(pair.cards[1]), pile)
    assert set(record.moves[before].cards) == set(pair.cards)
    pilot.run_until_idle()
    assert find_table_faults(pilot.table) == []


def test_palace_card_refusal_explains_hand_first(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    before = list(pilot.table.match.record.moves)
    card = pilot.table.match.game.cards(Pile("up", 0, 1))[0]
    pilot.drag(pilot.card_point(card), pilot.pile_point(Pile("pile")))
    assert shown_refusal(pilot) == "palacio.R13 hand_first"
    pilot.run_until_idle()
    assert is_at_rest(pilot.table, card)
    pilot.click(pilot.card_point(card))
    assert pilot.open_choice.selected_cards == [] and shown_refusal(pilot) == "palacio.R13 hand_first"
    assert pilot.table.match.record.moves == before


def can_take(game: Game) -> bool:
    return game.ask is not None and Move(0, "take") in game.legal_moves(0) and len(game.cards(Pile("pile"))) > 1


@pytest.mark.parametrize("way", ["drag", "double click", "click click", "click enter", "button", "digit"])
def test_pile_can_be_taken(way: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", can_take, voluntary_pickup=True))
    record = pilot.table.match.record
    before = len(record.moves)
    at = pilot.pile_point(Pile("pile"))
    if way == "drag":
        pilot.drag(at, (640.0, 640.0))
    elif way == "double click":
        click_quickly(pilot, at)
    elif way.startswith("click"):
        pilot.click(at)
        pilot.run_until_idle()
        assert pilot.open_choice.selected_pile == Pile("pile") and len(record.moves) == before, (
            "one click only selects it"
        )
        pilot.click(at) if way == "click click" else pilot.press_keys(pygame.K_RETURN)
    elif way == "button":
        pilot.click(pilot.answer_button_point(Move(0, "take")))
    else:
        pilot.press_keys(pilot.answer_key(Move(0, "take")))
    assert record.moves[before] == Move(0, "take")


def test_clicked_stock_stays_selected_until_other_selection(tmp_path: Path) -> None:
    def picking(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "pick" and any(move.cards for move in game.legal_moves(0))

    pilot = continue_match(tmp_path, find_record("roped", picking))
    hud, before = pilot.table.hud, len(pilot.table.match.record.moves)
    brass = [button.kind for button in hud.answer_buttons if button.enabled]
    pilot.click(pilot.pile_point(STOCK))
    assert pilot.open_choice.complete_moves() == [Move(0, "stock")]
    assert brass == ["plain"] and [button.kind for button in hud.answer_buttons] == ["primary"]
    pilot.click(FELT_POINT)
    assert not pilot.open_choice.has_selection
    card = next(move.cards[0] for move in pilot.open_choice.legal_moves if len(move.cards) == 1)
    pilot.click(pilot.pile_point(STOCK))
    pilot.click(pilot.card_point(card))
    assert pilot.open_choice.selected_pile is None and pilot.open_choice.selected_cards == [card]
    pilot.click(pilot.pile_point(STOCK))
    assert pilot.open_choice.selected_pile == STOCK and pilot.open_choice.selected_cards == []
    assert len(pilot.table.match.record.moves) == before
    pilot.click(pilot.card_point(card))
    pilot.run_until_idle()
    pilot.click(pilot.card_point(card))
    taken = pilot.table.match.record.moves[before]
    assert (taken.verb, taken.cards) == ("take", (card,)), "a second click on an open card takes it"
    pilot.run_until_idle()
    key = pilot.table.model.find_token_id(card)
    assert pilot.table.hand_controller.hovered_token_id != key, "the card is no longer hovered in the hand"


def test_click_on_untakeable_pile_gives_reason(tmp_path: Path) -> None:
    def must_play(game: Game) -> bool:
        return has_playable_and_unplayable(game) and bool(game.cards(Pile("pile")))

    pilot = continue_match(tmp_path, find_record("palacio", must_play))
    pilot.click(pilot.pile_point(Pile("pile")))
    assert shown_refusal(pilot) == "palacio.R12 must_play"


def test_dragged_untakeable_pile_returns_with_reason(tmp_path: Path) -> None:
    def must_play(game: Game) -> bool:
        return has_playable_and_unplayable(game) and bool(game.cards(Pile("pile")))

    pilot = continue_match(tmp_path, find_record("palacio", must_play))
    before = list(pilot.table.match.record.moves)
    pilot.drag(pilot.pile_point(Pile("pile")), (640.0, 640.0))
    assert shown_refusal(pilot) == "palacio.R12 must_play"
    card, _ = playable_and_unplayable_card(pilot)
    pilot.click(pilot.card_point(card))
    pilot.click(pilot.answer_button_point(Move(0, "take")))
    assert shown_refusal(pilot) == "palacio.R12 must_play", "a click on the disabled button shows the reason"
    assert pilot.open_choice.selected_cards == [card], "a click on the disabled button keeps the selection"
    assert pilot.table.match.record.moves == before


def can_flip(game: Game) -> bool:
    return sum(move.verb == "flip" for move in game.legal_moves(0)) > 1


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_face_down_card_can_be_turned_over(way: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", can_flip, seats=2, max_moves=400))
    record = pilot.table.match.record
    before = len(record.moves)
    move = next(move for move in reversed(pilot.open_choice.legal_moves) if move.verb == "flip")
    pilot.play_by_mouse(move) if way == "mouse" else pilot.play_by_keys(move)
    assert record.moves[before] == move


@pytest.mark.parametrize("scale", ["80", "100", "125", "150", "200"])
def test_click_on_greyed_answer_says_why_at_every_text_size(tmp_path: Path, scale: str) -> None:
    pilot = continue_match(tmp_path, new_record("big_two", seed=1), ui_scale=scale)
    hud = pilot.table.hud
    greyed = next(button for button in hud.answer_buttons if button.label == "Pass")
    by = hud.renderer.scale / pilot.table.renderer.scale
    pilot.click((greyed.rect.centerx * by, greyed.rect.centery * by))
    assert not greyed.enabled and shown_refusal(pilot) == "big_two.R2 must_open"


def test_card_dropped_on_a_pile_does_not_go_to_its_neighbour(tmp_path: Path) -> None:
    """The dropped card reaches the margin around the next pile, which takes it."""

    def find_drop(game: Game) -> tuple[Card, Pile] | None:
        if game.ask is None or game.ask.what != "discard" or game.ask.seats != (0,):
            return None
        moves = [move for move in game.legal_moves(0) if move.verb == "discard"]
        return next(
            (
                (card, Pile("slot", index=index))
                for card in game.cards(Pile("hand", 0))
                for index in range(4)
                if {move.to for move in moves if move.cards == (card,)} == {index - 1}
                and game.cards(Pile("slot", index=index))
            ),
            None,
        )

    pilot = continue_match(tmp_path, find_record("roped", lambda game: find_drop(game) is not None))
    found = find_drop(pilot.table.match.game)
    assert found is not None
    card, pile = found
    moves = list(pilot.table.match.record.moves)
    model, start, (x, y) = pilot.table.model, pilot.card_point(card), pilot.pile_point(pile)
    token_id = model.find_token_id(card)
    assert token_id is not None
    pose = model.rest_pose(token_id)
    pilot.drag(start, (x + start.x - pose.x - 25, y + start.y - pose.y))
    assert pilot.table.match.record.moves == moves
    assert shown_refusal(pilot)
