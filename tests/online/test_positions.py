"""Views and events as bytes: nothing is lost, nothing is in them that the seat may not know, and no bytes do harm."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from engine.cards import HIDDEN
from engine.events import Moved, Said
from engine.game import Game
from engine.games import GAMES
from engine.moves import TABLE, Note, Seat
from engine.online.positions import (
    WATCHER,
    PositionError,
    decoded_events,
    decoded_view,
    encoded_events,
    encoded_view,
    event_for,
    view_of,
)
from engine.rng import Rng
from tests.support import contract

SLUGS = pytest.mark.parametrize("slug", GAMES)
MATCHES = 12
MOVES = 60


def positions(slug: str, matches: int = MATCHES, moves: int = MOVES) -> Iterator[tuple[Game, Rng]]:
    """Positions of random matches with random house rules and seats."""
    for seed in range(matches):
        game, rng = contract.start(slug, seed), Rng(seed)
        for move in contract.moves_of(game, rng, moves):
            yield game, rng
            game.play(move)


@SLUGS
def test_what_arrives_is_the_view(slug: str) -> None:
    count = 0
    for game, _ in positions(slug):
        happened = game.drain()
        for seat in range(WATCHER, game.seats):
            view = view_of(game, seat)
            arrived = decoded_view(encoded_view(view))
            assert arrived == view
            assert (type(arrived.options), arrived.options) == (type(view.options), view.options)
            for other in range(game.seats):
                assert arrived.facts(other) == view.facts(other)
                assert arrived.is_out(other) == view.is_out(other)
                assert arrived.board(other) == view.board(other)
            if seat != WATCHER:
                assert arrived.legal_moves(seat) == game.legal_moves(seat)
                assert arrived.demand(seat) == game.demand(seat)
            mine = [event_for(event, seat, game) for event in happened]
            assert decoded_events(encoded_events(mine), arrived) == mine
            count += 1
    assert count > 400


@SLUGS
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_bytes(slug: str) -> None:
    """Also after moves that look the same: what is sent then tells nothing of what stays hidden."""
    compared = 0
    for game, rng in positions(slug, matches=9, moves=20):
        for seat in range(game.seats):
            compared += _same_bytes(game, seat, rng)
    assert compared > 100


def _same_bytes(game: Game, seat: Seat, rng: Rng) -> int:
    """Play the same moves in two worlds for as long as that seat sees the same; return how many."""
    first, second = game.clone(), view_of(game, seat).determinize(rng)
    assert encoded_view(view_of(first, seat)) == encoded_view(view_of(second, seat))
    first.events, second.events = [], []
    count = 0
    for count, _ in enumerate(contract.same_moves(first, second, rng, 12), 1):
        seen = [[event_for(event, seat, world) for event in world.drain()] for world in (first, second)]
        if [_look(event) for event in seen[0]] != [_look(event) for event in seen[1]]:
            return count
        assert bytes(encoded_events(seen[0])) == bytes(encoded_events(seen[1]))
        assert encoded_view(view_of(first, seat)) == encoded_view(view_of(second, seat))
    return count


def _look(event: Any) -> Any:
    """What is seen of an event, without places."""
    return (event.cards, event.source, event.target, event.how) if isinstance(event, Moved) else event


@SLUGS
def test_cards_that_move_unseen_are_not_in_the_events(slug: str) -> None:
    hidden = 0
    for game, _ in positions(slug, matches=3):
        for event in game.drain():
            for seat in range(game.seats):
                shown = event_for(event, seat, game)
                if isinstance(event, Moved) and isinstance(shown, Moved) and not event.seen >> seat & 1:
                    assert set(shown.cards) == {HIDDEN}
                    hidden += 1
    assert hidden


@SLUGS
def test_who_watches_sees_only_what_all_players_know(slug: str) -> None:
    seen = hidden = 0
    for game, _ in positions(slug):
        everybody = (1 << game.seats) - 1
        view = view_of(game, WATCHER)
        for cards in view.piles.values():
            for card in cards:
                assert card == HIDDEN or game.known[card] == everybody
                seen += card != HIDDEN
                hidden += card == HIDDEN
        for event in game.drain():
            shown = event_for(event, WATCHER, game)
            if isinstance(event, Moved) and isinstance(shown, Moved):
                assert set(shown.cards) == {HIDDEN} or event.seen & everybody == everybody
        assert view.answers == ()
        assert all(encoded_view(view_of(game, seat)) != encoded_view(view) for seat in range(game.seats))
    assert seen
    assert hidden


@SLUGS
def test_who_watches_cannot_tell_worlds_apart_either(slug: str) -> None:
    for game, rng in positions(slug, matches=6, moves=30):
        view = view_of(game, WATCHER)
        view.viewer = 0  # anybody's: sampling asks only that it is a view
        world = view.determinize(rng)
        assert encoded_view(view_of(world, WATCHER)) == encoded_view(view_of(game, WATCHER))


@SLUGS
def test_a_held_answer_is_sent_to_nobody_else(slug: str) -> None:
    for game, _ in positions(slug):
        if len(game.waiting()) < 2:
            continue
        held = game.clone()
        held.play(held.legal_moves(held.waiting()[0])[0])
        for seat in held.waiting():
            assert encoded_view(held.view(seat)) == encoded_view(game.view(seat))


def test_a_whole_position_is_not_sent() -> None:
    with pytest.raises(ValueError, match="whole"):
        encoded_view(GAMES["gurch"](3, 1))


# --- bytes that do harm ---------------------------------------------------------------------------------------------


def spoilt(slug: str = "gurch", **changes: Any) -> Raw:
    """A view with some of its parts replaced."""
    parts = msgspec.msgpack.decode(encoded_view(GAMES[slug](3, 1).view(0)))
    for name, value in changes.items():
        if name in parts["base"]:
            parts["base"][name] = value
        elif name == "own":
            parts["own"] |= value
        else:
            parts[name] = value
    return Raw(msgspec.msgpack.encode(parts))


def piles_with(change: dict[str, list[int]]) -> list[Any]:
    """The piles of a view, some of them changed."""
    parts = msgspec.msgpack.decode(encoded_view(GAMES["gurch"](3, 1).view(0)))
    return [[pile, change.get(pile[0], cards)] for pile, cards in parts["piles"]]


HARM: dict[str, dict[str, Any]] = {
    "another game": {"game": "solitaire"},
    "a game's attributes missing": {"game": "palacio"},
    "an attribute of its own": {"own": {"push": 1}},
    "a wrong type": {"own": {"starter": "me"}},
    "no such house rule": {"options": {"cheat": True}},
    "a wrong value of a house rule": {"options": {"target": 10**9}},
    "too many seats": {"seats": 99},
    "a seat that isn't there": {"viewer": 7},
    "somebody else's question": {"ask": ["play", [9]]},
    "no such question": {"ask": ["sleep", [0]]},
    "scores of others": {"scores": [1] * 9},
    "cards missing": {"piles": []},
    "a card twice": {"piles": piles_with({"up": [3]})},
    "no such card": {"piles": piles_with({"up": [99]})},
    "no such pile": {"piles": [[["sleeve", 0, 0], [HIDDEN] * 52]]},
    "knowledge of nobody": {"known": [1 << 9] * 52},
    "knowledge of too much": {"known": []},
    "turned beyond the pack": {"turned": 1 << 60},
    "winners that aren't there": {"outcome": [[8], ["won", {}]]},
    "a reason with a wrong card": {"outcome": [[0], ["won", {"card": 999}]]},
    "a reason with a wrong seat": {"outcome": [[0], ["won", {"seat": 77}]]},
    "a reason with a long text": {"outcome": [[0], ["won", {"n": "x" * 1000}]]},
    "a reason without a key": {"outcome": [[0], ["../../x", {}]]},
    "cards ruled out of other hands": {"lacks": [[1]]},
}


@pytest.mark.parametrize("harm", HARM)
def test_no_view_is_made_of(harm: str) -> None:
    assert decoded_view(spoilt()) == GAMES["gurch"](3, 1).view(0)
    with pytest.raises(PositionError):
        decoded_view(spoilt(**HARM[harm]))


EVENTS: dict[str, Any] = {
    "no such event": ["Cheated", {}],
    "a card that isn't there": [
        "Moved",
        {"cards": [200], "source": ["stock", -1, 0], "target": ["up", 0, 0], "at": [0]},
    ],
    "a pile that isn't there": [
        "Moved",
        {"cards": [2], "source": ["sleeve", -1, 0], "target": ["up", 0, 0], "at": [0]},
    ],
    "fewer places than cards": ["Moved", {"cards": [2], "source": ["stock", -1, 0], "target": ["up", 0, 0], "at": []}],
    "a place beyond the pack": ["Turned", {"cards": [2], "pile": ["stock", -1, 0], "at": [99], "up": True}],
    "a seat that isn't there": ["Said", {"seat": 9, "note": ["vote", {}]}],
    "no text's key": ["Said", {"seat": 0, "note": ["A b", {}]}],
    "a rank that isn't there": ["Said", {"seat": 0, "note": ["play", {"rank": 13}]}],
    "points of too few": ["Scored", {"deal": 1, "points": [1], "totals": [1], "winners": [0], "reason": ["won", {}]}],
    "winners that aren't there": ["Ended", {"winners": [5], "reason": ["won", {}]}],
}


@pytest.mark.parametrize("harm", EVENTS)
def test_no_events_are_made_of(harm: str) -> None:
    view = GAMES["gurch"](3, 1).view(0)
    with pytest.raises(PositionError):
        decoded_events(Raw(msgspec.msgpack.encode([EVENTS[harm]])), view)


@SLUGS
def test_bytes_changed_at_random_make_a_view_that_can_be_read_or_none(slug: str) -> None:
    rng, refused = Rng(4), 0
    for game, _ in positions(slug, matches=4, moves=25):
        seat = rng.below(game.seats)
        data = bytearray(encoded_view(game.view(seat)))
        for _ in range(6):
            data[rng.below(len(data))] = rng.below(256)
        try:
            view = decoded_view(Raw(bytes(data)))
        except PositionError:
            refused += 1
            continue
        if view.viewer in view.waiting():
            assert view.legal_moves(view.viewer)
    assert refused > 20


def test_figures_with_several_cards_arrive_as_they_were() -> None:
    view = GAMES["gurch"](3, 1).view(0)
    said = [Said(TABLE, Note("play", {"cards": (1, 2), "n": 2}))]
    assert decoded_events(encoded_events(said), view) == said
