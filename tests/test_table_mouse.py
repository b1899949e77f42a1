"""Cards under the mouse: dragged, clicked, refused. Every test drives the real program."""

from pathlib import Path

import pygame
import pytest

from engine.cards import Card, rank
from engine.game import STOCK, Game
from engine.games import GAMES
from engine.moves import Move, Pile
from scenes.look import speeds
from scenes.selftest.pilot import FRAME
from scenes.selftest.selftest import own_answers
from scenes.shell.dialog import Dialog
from tests.support.at_table import (
    CLIMBING,
    FELT,
    at_home,
    choosing,
    continued,
    drop_pile,
    faults,
    good_and_bad,
    hand,
    hold,
    passes_on,
    refusal,
    saved,
    single,
    twice,
)
from tests.support.records import record_where

GAME = pytest.mark.parametrize("slug", GAMES)
CLIMB = pytest.mark.parametrize("slug", CLIMBING)


@CLIMB
def test_a_legal_drag_plays(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, choosing))
    record = pilot.table.match.record
    before = len(record.moves)
    card, _ = good_and_bad(pilot)
    pilot.drag(pilot.where(card), pilot.where_pile(drop_pile(pilot.table.match.game)))
    assert record.moves[before] == Move(0, "play", (card,))
    assert saved(tmp_path).moves[: before + 1] == record.moves[: before + 1]
    assert pilot.table.control.drag is None and pilot.table.hud.refusal is None


def test_a_press_after_touching_a_tool_is_for_the_card(tmp_path: Path) -> None:
    """A finger doesn't hover: the tool touched before loses its hover, and the card is picked up."""
    pilot = continued(tmp_path, record_where("big_two", choosing))
    table = pilot.table
    card, _ = good_and_bad(pilot)
    pilot.click(table.hud.tools.sort.rect.center)
    pilot.rest()
    assert table.hud.tools.sort.hovered
    pilot.click(pilot.where(card))
    assert not table.hud.tools.sort.hovered
    assert pilot.choice.selected == [card]
    pilot.click(pilot.where(card))
    pilot.move(table.hud.tools.sort.rect.center)
    pilot.move(pilot.where(card))
    assert table.control.hovered == table.stage.find(card), "the motion that leaves the tool reaches the card"


@pytest.mark.parametrize("over", [True, False])
def test_a_drag_in_one_motion_plays(over: bool, tmp_path: Path) -> None:
    """With a fast hand the first motion after the press is already at the end, perhaps over a tool."""
    pilot = continued(tmp_path, record_where("big_two", choosing))
    record = pilot.table.match.record
    before = len(record.moves)
    card, _ = good_and_bad(pilot)
    pile = pilot.where_pile(drop_pile(pilot.table.match.game))
    pilot.press(pilot.where(card))
    if over:
        pilot.move(pilot.table.hud.tools.sort.rect.center)
        assert pilot.table.control.drag is not None
        pilot.move(pile)
    pilot.release(pile)
    assert record.moves[before] == Move(0, "play", (card,))


@CLIMB
def test_an_illegal_drag_comes_back_and_says_why(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, choosing))
    record = pilot.table.match.record
    path = pilot.app.profile.match_path(slug)
    before, file = list(record.moves), path.read_bytes()
    _, card = good_and_bad(pilot)
    pilot.drag(pilot.where(card), pilot.where_pile(drop_pile(pilot.table.match.game)))
    assert refusal(pilot).startswith(f"{slug}.R")
    assert not at_home(pilot.table, card), "it should glide back"
    pilot.steps(60)
    assert at_home(pilot.table, card) and pilot.table.control.shake is None
    assert record.moves == before and path.read_bytes() == file
    assert faults(pilot.table) == []
    pilot.steps(round(speeds.REFUSAL / FRAME))
    assert pilot.table.hud.refusal is None, "the reason disappears by itself"


@CLIMB
def test_a_card_dropped_beside_all_piles_comes_back_silently(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, choosing))
    before = list(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    pilot.drag(pilot.where(card), (1180.0, 420.0))
    pilot.rest()
    assert at_home(pilot.table, card) and pilot.table.hud.refusal is None
    assert pilot.table.match.record.moves == before


@CLIMB
def test_a_drop_in_the_turn_of_another_is_refused(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, passes_on), speed="0.5", pace="slow")
    record = pilot.table.match.record
    pilot.play_by_mouse(pilot.choice.legal[0])
    moves = len(record.moves)
    card = hand(pilot.table)[0]
    pilot.drag(pilot.where(card), pilot.where_pile(drop_pile(pilot.table.match.game)))
    assert len(record.moves) == moves and pilot.table.stage.choice is None
    assert refusal(pilot) == f"{GAMES[slug].turn_rule} not_your_turn"
    pilot.steps(60)
    assert at_home(pilot.table, card)


def test_a_fast_card_lands_where_the_pointer_released_it(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing))
    moves = len(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    pile = pilot.where_pile(drop_pile(pilot.table.match.game))
    pilot.press(pilot.where(card))
    pilot.move((pile[0], pile[1] + 60))
    drag = pilot.table.control.drag
    assert drag is not None and drag.pose.y > drag.aim.y + 40, "the card lags behind"
    pilot.release(pile)
    assert len(pilot.table.match.record.moves) == moves + 1


RIGHT = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(600, 300), button=3, touch=False)
ESC = pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
AWAY = pygame.Event(pygame.WINDOWFOCUSLOST)


@pytest.mark.parametrize("event", [RIGHT, ESC, AWAY], ids=["right click", "Esc", "focus"])
def test_cancelling_returns_a_dragged_card(event: pygame.Event, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing))
    before = list(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    hold(pilot, card)
    pilot.step([event])
    assert pilot.table.control.drag is None
    pilot.release(pilot.where_pile(Pile("pile")))
    pilot.steps(40)
    assert at_home(pilot.table, card)
    assert pilot.table.match.record.moves == before


@pytest.mark.parametrize("event", [RIGHT, ESC], ids=["right click", "Esc"])
def test_cancelling_clears_the_selection_and_then_opens_the_menu(event: pygame.Event, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing))
    card, _ = good_and_bad(pilot)
    pilot.click(pilot.where(card))
    assert pilot.choice.selected == [card]
    pilot.step([event])
    assert pilot.choice.selected == []
    pilot.step([ESC])
    assert isinstance(pilot.app.top, Dialog)


def test_cancelling_the_drag_of_a_selection_keeps_the_selection(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing))
    card, _ = good_and_bad(pilot)
    pilot.click(pilot.where(card))
    at = hold(pilot, card)
    pilot.step([RIGHT])
    pilot.release(at)
    assert pilot.choice.selected == [card]


@CLIMB
def test_a_click_on_a_card_and_one_on_the_pile_play_it(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, choosing))
    record = pilot.table.match.record
    before = len(record.moves)
    card, _ = good_and_bad(pilot)
    pilot.click(pilot.where(card))
    assert pilot.choice.selected == [card] and len(record.moves) == before
    pilot.click(pilot.where_pile(drop_pile(pilot.table.match.game)))
    assert record.moves[before] == Move(0, "play", (card,))


@CLIMB
def test_a_double_click_plays(slug: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, choosing))
    record = pilot.table.match.record
    before = len(record.moves)
    card, _ = good_and_bad(pilot)
    twice(pilot, pilot.where(card))
    assert record.moves[before].seat == 0 and card in record.moves[before].cards


@CLIMB
def test_a_double_click_on_a_card_that_fits_nowhere_says_why(slug: str, tmp_path: Path) -> None:
    def hopeless(game: Game) -> bool:
        return choosing(game) and bool(useless(game))

    def useless(game: Game) -> list[Card]:
        kinds = {game.alike(card) for move in game.legal_moves(0) for card in move.cards}
        return [card for card in game.cards(Pile("hand", 0)) if game.alike(card) not in kinds]

    pilot = continued(tmp_path, record_where(slug, hopeless))
    before = list(pilot.table.match.record.moves)
    twice(pilot, pilot.where(useless(pilot.table.match.game)[0]))
    assert pilot.table.match.record.moves == before
    assert refusal(pilot).startswith(f"{slug}.R")


@CLIMB
@pytest.mark.parametrize("speed", ["1", "instant"])
def test_a_triple_click_plays_once(slug: str, speed: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, choosing), speed=speed)
    record = pilot.table.match.record
    before = own_answers(record)
    card, _ = good_and_bad(pilot)
    twice(pilot, pilot.where(card), 3)
    pilot.rest()
    assert own_answers(record) == before + 1


def test_a_triple_click_plays_once_even_if_the_turn_comes_back(tmp_path: Path) -> None:
    def burning(game: Game) -> bool:
        return choosing(game) and any(rank(card) == 9 for card in single(game, legal=True))

    pilot = continued(tmp_path, record_where("palacio", burning), speed="instant")
    record = pilot.table.match.record
    before = own_answers(record)
    ten = next(card for card in single(pilot.table.match.game, legal=True) if rank(card) == 9)
    twice(pilot, pilot.where(ten), 3)
    assert 0 in pilot.table.match.game.waiting()
    pilot.rest()
    assert own_answers(record) == before + 1


def test_slow_clicks_select_and_deselect(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing))
    before = list(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    at = pilot.where(card)
    for expected in ([card], [], [card], []):
        pilot.click(at)
        assert pilot.choice.selected == expected
    pilot.click(at)
    pilot.click(FELT)
    assert pilot.choice.selected == [], "a click on the felt clears the selection"
    assert pilot.table.match.record.moves == before


def test_a_card_that_does_not_go_with_the_selection_begins_another(tmp_path: Path) -> None:
    def two_ranks(game: Game) -> bool:
        return choosing(game) and len({rank(card) for card in single(game, legal=True)}) > 1

    pilot = continued(tmp_path, record_where("palacio", two_ranks))
    cards = single(pilot.table.match.game, legal=True)
    one = cards[0]
    other = next(card for card in cards if rank(card) != rank(one))
    pilot.click(pilot.where(one))
    pilot.click(pilot.where(other))
    assert pilot.choice.selected == [other]


def test_equal_cards_are_selected_and_dragged_together(tmp_path: Path) -> None:
    def pair(game: Game) -> bool:
        return choosing(game) and any(len(move.cards) == 2 for move in game.legal_moves(0))

    pilot = continued(tmp_path, record_where("palacio", pair))
    record = pilot.table.match.record
    before = len(record.moves)
    two = next(move for move in pilot.choice.legal if len(move.cards) == 2)
    pilot.play_by_mouse(two)
    assert set(record.moves[before].cards) == set(two.cards)


@pytest.mark.parametrize("slug", ["gurch", "big_two"])
def test_of_two_cards_that_are_wanted_each_can_be_dragged_by_itself(slug: str, tmp_path: Path) -> None:
    """The first one dragged counts as chosen, the second plays both."""

    def only_pairs(game: Game) -> bool:
        moves = [move for move in game.legal_moves(0) if move.verb == "play"]
        return {len(move.cards) for move in moves} == {2}

    pilot = continued(tmp_path, record_where(slug, only_pairs))
    record = pilot.table.match.record
    before = len(record.moves)
    pair = next(move for move in pilot.choice.legal if len(move.cards) == 2)
    pile = pilot.where_pile(pilot._target(pair))
    pilot.drag(pilot.where(pair.cards[0]), pile)
    assert pilot.choice.selected == [pair.cards[0]] and pilot.table.hud.refusal is None
    pilot.rest()
    assert len(record.moves) == before
    pilot.drag(pilot.where(pair.cards[1]), pile)
    assert set(record.moves[before].cards) == set(pair.cards)
    pilot.rest()
    assert faults(pilot.table) == []


def test_a_palace_card_says_that_the_hand_comes_first(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing))
    before = list(pilot.table.match.record.moves)
    card = pilot.table.match.game.cards(Pile("up", 0, 1))[0]
    pilot.drag(pilot.where(card), pilot.where_pile(Pile("pile")))
    assert refusal(pilot) == "palacio.R13 hand_first"
    pilot.rest()
    assert at_home(pilot.table, card)
    pilot.click(pilot.where(card))
    assert pilot.choice.selected == [] and refusal(pilot) == "palacio.R13 hand_first"
    assert pilot.table.match.record.moves == before


def may_take(game: Game) -> bool:
    return game.ask is not None and Move(0, "take") in game.legal_moves(0) and len(game.cards(Pile("pile"))) > 1


@pytest.mark.parametrize("way", ["drag", "double click", "click click", "click enter", "button", "digit"])
def test_the_pile_can_be_taken(way: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", may_take, voluntary_pickup=True))
    record = pilot.table.match.record
    before = len(record.moves)
    at = pilot.where_pile(Pile("pile"))
    if way == "drag":
        pilot.drag(at, (640.0, 640.0))
    elif way == "double click":
        twice(pilot, at)
    elif way.startswith("click"):
        pilot.click(at)
        pilot.rest()
        assert pilot.choice.pulled == Pile("pile") and len(record.moves) == before, "one click only selects it"
        pilot.click(at) if way == "click click" else pilot.key(pygame.K_RETURN)
    elif way == "button":
        pilot.click(pilot.button(Move(0, "take")))
    else:
        index = [answer.move for answer in pilot.choice.answers()].index(Move(0, "take"))
        pilot.key(pygame.K_1 + index)
    assert record.moves[before] == Move(0, "take")


def test_a_clicked_stock_stays_selected_until_something_else_is(tmp_path: Path) -> None:
    def picking(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "pick" and any(move.cards for move in game.legal_moves(0))

    pilot = continued(tmp_path, record_where("roped", picking))
    hud, before = pilot.table.hud, len(pilot.table.match.record.moves)
    brass = [button.kind for button in hud.answers.buttons if button.enabled]
    pilot.click(pilot.where_pile(STOCK))
    assert pilot.choice.complete() == [Move(0, "stock")]
    assert brass == ["plain"] and [button.kind for button in hud.answers.buttons] == ["primary"]
    pilot.click(FELT)
    assert not pilot.choice.begun
    card = next(move.cards[0] for move in pilot.choice.legal if len(move.cards) == 1)
    pilot.click(pilot.where_pile(STOCK))
    pilot.click(pilot.where(card))
    assert pilot.choice.pulled is None and pilot.choice.selected == [card]
    pilot.click(pilot.where_pile(STOCK))
    assert pilot.choice.pulled == STOCK and pilot.choice.selected == []
    assert len(pilot.table.match.record.moves) == before
    pilot.click(pilot.where(card))
    pilot.rest()
    pilot.click(pilot.where(card))
    taken = pilot.table.match.record.moves[before]
    assert (taken.verb, taken.cards) == ("take", (card,)), "a second click on an open card takes it"
    pilot.rest()
    key = pilot.table.stage.find(card)
    assert pilot.table.control.hovered != key, "in the hand, it is no longer under the pointer"


def test_a_click_on_a_pile_that_may_not_be_taken_says_why(tmp_path: Path) -> None:
    def must_play(game: Game) -> bool:
        return choosing(game) and bool(game.cards(Pile("pile")))

    pilot = continued(tmp_path, record_where("palacio", must_play))
    pilot.click(pilot.where_pile(Pile("pile")))
    assert refusal(pilot) == "palacio.R12 must_play"


def test_a_pile_that_may_not_be_taken_comes_back_and_says_why(tmp_path: Path) -> None:
    def must_play(game: Game) -> bool:
        return choosing(game) and bool(game.cards(Pile("pile")))

    pilot = continued(tmp_path, record_where("palacio", must_play))
    before = list(pilot.table.match.record.moves)
    pilot.drag(pilot.where_pile(Pile("pile")), (640.0, 640.0))
    assert refusal(pilot) == "palacio.R12 must_play"
    card, _ = good_and_bad(pilot)
    pilot.click(pilot.where(card))
    pilot.click(pilot.button(Move(0, "take")))
    assert refusal(pilot) == "palacio.R12 must_play", "the disabled button says why, too"
    assert pilot.choice.selected == [card], "and leaves the selection alone"
    assert pilot.table.match.record.moves == before


def may_flip(game: Game) -> bool:
    return sum(move.verb == "flip" for move in game.legal_moves(0)) > 1


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_face_down_card_can_be_turned_over(way: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", may_flip, seats=2, most=400))
    record = pilot.table.match.record
    before = len(record.moves)
    move = next(move for move in reversed(pilot.choice.legal) if move.verb == "flip")
    pilot.play_by_mouse(move) if way == "mouse" else pilot.play_by_keys(move)
    assert record.moves[before] == move
