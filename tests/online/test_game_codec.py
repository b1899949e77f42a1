"""Encoding of views and events: lossless, without hidden cards, and safe against arbitrary bytes."""

import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import msgspec
import pytest

from engine.cards import HIDDEN, cards
from engine.events import Announced, CardsMoved
from engine.game import STOCK, Game
from engine.games import GAMES
from engine.moves import TABLE, Note, Pile, Seat
from engine.online.guest.event_verifier import EventVerifier
from engine.online.protocol.game_codec import (
    SPECTATOR,
    GameDecodeError,
    decode_events,
    decode_view,
    encode_events,
    encode_view,
    event_for,
    max_events_and_cards_per_move,
    view_for,
)
from engine.rng import Rng
from tests.support import game_contract
from tests.support.eights import Eights

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
MATCH_COUNT = 5
MOVES_PER_MATCH = 60


def positions(slug: str, matches: int = MATCH_COUNT, moves: int = MOVES_PER_MATCH) -> Iterator[tuple[Game, Rng]]:
    """Yield positions of random matches with random house rules and seats."""
    for seed in range(matches):
        game, rng = game_contract.start_match(slug, seed), Rng(seed)
        for move in game_contract.random_moves(game, rng, moves):
            yield game, rng
            game.play(move)


@EVERY_GAME
def test_view_survives_encoding(slug: str) -> None:
    count = 0
    for game, _ in positions(slug):
        happened = game.take_events()
        for seat in range(SPECTATOR, game.seats):
            view = view_for(game, seat)
            arrived = decode_view(encode_view(view))
            assert arrived == view
            assert (type(arrived.options), arrived.options) == (type(view.options), view.options)
            for other in range(game.seats):
                assert arrived.facts(other) == view.facts(other)
                assert arrived.is_out(other) == view.is_out(other)
                assert arrived.board_for(other) == view.board_for(other)
            if seat != SPECTATOR:
                assert arrived.legal_moves(seat) == game.legal_moves(seat)
                assert arrived.prompt_for(seat) == game.prompt_for(seat)
            own_events = [event_for(event, seat, game) for event in happened]
            assert decode_events(encode_events(own_events), arrived) == own_events
            count += 1
    assert count > 400


@EVERY_GAME
def test_indistinguishable_worlds_give_equal_bytes(slug: str) -> None:
    """Messages reveal no hidden cards, also after equal moves in different worlds."""
    compared = 0
    for game, rng in positions(slug, matches=9, moves=20):
        for seat in range(game.seats):
            compared += _same_bytes(game, seat, rng)
    assert compared > 100


def _same_bytes(game: Game, seat: Seat, rng: Rng) -> int:
    """Play equal moves in two worlds while a seat sees the same, and compare the bytes; return the number of moves."""
    first, second = game.clone(), view_for(game, seat).determinize(rng)
    assert encode_view(view_for(first, seat)) == encode_view(view_for(second, seat))
    first.events, second.events = [], []
    count = 0
    for count, _ in enumerate(game_contract.same_moves(first, second, rng, 12), 1):
        seen = [[event_for(event, seat, world) for event in world.take_events()] for world in (first, second)]
        if [_visible_part(event) for event in seen[0]] != [_visible_part(event) for event in seen[1]]:
            return count
        assert bytes(encode_events(seen[0])) == bytes(encode_events(seen[1]))
        assert encode_view(view_for(first, seat)) == encode_view(view_for(second, seat))
    return count


def _visible_part(event: Any) -> Any:
    """Return the visible fields of an event, without positions."""
    return (event.cards, event.source, event.target, event.manner) if isinstance(event, CardsMoved) else event


@EVERY_GAME
def test_unseen_cards_are_not_in_events(slug: str) -> None:
    hidden = 0
    for game, _ in positions(slug, matches=3):
        for event in game.take_events():
            for seat in range(game.seats):
                shown = event_for(event, seat, game)
                if isinstance(event, CardsMoved) and isinstance(shown, CardsMoved) and not event.viewers >> seat & 1:
                    assert set(shown.cards) == {HIDDEN}
                    hidden += 1
    assert hidden


@EVERY_GAME
def test_spectator_sees_only_common_knowledge(slug: str) -> None:
    visible_count = hidden = 0
    for game, _ in positions(slug):
        everybody = (1 << game.seats) - 1
        view = view_for(game, SPECTATOR)
        for lying in view.piles.values():
            for card in lying:
                assert card == HIDDEN or game.known[card] == everybody
                visible_count += card != HIDDEN
                hidden += card == HIDDEN
        for event in game.take_events():
            shown = event_for(event, SPECTATOR, game)
            if isinstance(event, CardsMoved) and isinstance(shown, CardsMoved):
                assert set(shown.cards) == {HIDDEN} or event.viewers & everybody == everybody
        assert view.answers == ()
        assert all(encode_view(view_for(game, seat)) != encode_view(view) for seat in range(game.seats))
    assert visible_count
    assert hidden


@EVERY_GAME
def test_spectator_cannot_distinguish_worlds(slug: str) -> None:
    for game, rng in positions(slug, matches=6, moves=30):
        view = view_for(game, SPECTATOR)
        view.viewer = 0  # any seat will do: sampling requires a view
        world = view.determinize(rng)
        assert encode_view(view_for(world, SPECTATOR)) == encode_view(view_for(game, SPECTATOR))


@EVERY_GAME
def test_held_answer_is_not_sent_to_others(slug: str) -> None:
    for game, _ in positions(slug):
        if len(game.seats_to_act()) < 2:
            continue
        held = game.clone()
        held.play(held.legal_moves(held.seats_to_act()[0])[0])
        for seat in held.seats_to_act():
            assert encode_view(held.view(seat)) == encode_view(game.view(seat))


def test_whole_position_is_not_sent() -> None:
    with pytest.raises(ValueError, match="whole"):
        encode_view(GAMES["gurch"](3, 1))


# --- harmful bytes --------------------------------------------------------------------------------------------------


def damaged_view(slug: str = "gurch", **changes: Any) -> bytes:
    """Return a view with some of its fields replaced."""
    parts = msgspec.msgpack.decode(encode_view(GAMES[slug](3, 1).view(0)))
    for name, value in changes.items():
        if name in parts["base"]:
            parts["base"][name] = value
        elif name == "game_attributes":
            parts[name] = msgspec.msgpack.encode(msgspec.msgpack.decode(parts[name]) | value)
        else:
            parts[name] = value
    return msgspec.msgpack.encode(parts)


def piles_with(change: dict[str, list[int]]) -> list[Any]:
    """Return the piles of a view, some of them changed."""
    parts = msgspec.msgpack.decode(encode_view(GAMES["gurch"](3, 1).view(0)))
    return [[pile, change.get(pile[0], cards)] for pile, cards in parts["piles"]]


DAMAGED_VIEWS: dict[str, dict[str, Any]] = {
    "another game": {"game": "solitaire"},
    "a game's attributes missing": {"game": "palacio"},
    "an attribute of its own": {"game_attributes": {"push": 1}},
    "a wrong type": {"game_attributes": {"starter": "me"}},
    "no such house rule": {"options": {"cheat": True}},
    "a wrong value of a house rule": {"options": {"target": 10**9}},
    "too many seats": {"seats": 99},
    "a seat that isn't there": {"viewer": 7},
    "a question to another seat": {"ask": ["play", [9]]},
    "no such question": {"ask": ["sleep", [0]]},
    "scores of others": {"scores": [1] * 9},
    "cards missing": {"piles": []},
    "a card twice": {"piles": piles_with({"up": [3]})},
    "no such card": {"piles": piles_with({"up": [99]})},
    "no such pile": {"piles": [[["sleeve", 0, 0], [HIDDEN] * 52]]},
    "knowledge of a missing seat": {"known": [1 << 9] * 52},
    "knowledge of too much": {"known": []},
    "turned beyond the pack": {"face_up_cards": 1 << 60},
    "winners that aren't there": {"outcome": [[8], ["won", {}]]},
    "a reason with a wrong card": {"outcome": [[0], ["won", {"card": 999}]]},
    "a reason with a wrong seat": {"outcome": [[0], ["won", {"seat": 77}]]},
    "a reason with a long text": {"outcome": [[0], ["won", {"n": "x" * 1000}]]},
    "a reason without a key": {"outcome": [[0], ["../../x", {}]]},
    "cards ruled out of other hands": {"lacks": [[1]]},
    "a pile twice": {"piles": [*piles_with({}), [["stock", -1, 0], []]]},
    "more piles than there can be": {"piles": [*piles_with({}), *([["trick", -1, at], []] for at in range(1, 100))]},
    "no deal": {"deal_number": 0},
    "an unknown own hand": {"known": [0] * 52},
    "points beyond all numbers": {"scores": [10**15] * 3},
    "answers with more cards than there are": {"answers": [[0, "swap", [3] * 60, -1]]},
    "too many deals": {"history": [[0] * 3] * 1001},
    "turns of missing seats": {"slug": "pass_the_ace", "game_attributes": {"announcements": [[7, "stick", 7]]}},
    "lives beyond the rules": {"slug": "pass_the_ace", "game_attributes": {"lives": [10**6] * 3}},
    "lives below none": {"slug": "pass_the_ace", "game_attributes": {"lives": [-1] * 3}},
}


@pytest.mark.parametrize("harm", DAMAGED_VIEWS)
def test_damaged_view_is_refused(harm: str) -> None:
    assert decode_view(damaged_view()) == GAMES["gurch"](3, 1).view(0)
    with pytest.raises(GameDecodeError) as refused:
        decode_view(damaged_view(**DAMAGED_VIEWS[harm]))
    assert ("unknown field" in str(refused.value)) == ("attribute" in harm), "refused for its value, not for its name"


@pytest.mark.parametrize("part", ["cards", "known"])
def test_card_outside_short_pack_is_refused(part: str) -> None:
    parts = msgspec.msgpack.decode(encode_view(Eights(3, 1, Eights.Options(pack="short")).view(0)))
    missing, games = cards("2C")[0], {Eights.slug: Eights}
    assert decode_view(msgspec.msgpack.encode(parts), games)
    if part == "known":
        parts["known"][missing] = 0
    else:
        next(lying for pile, lying in parts["piles"] if pile[0] == "discard")[:] = [missing]
        parts["known"] = [7 if card == missing else mask for card, mask in enumerate(parts["known"])]
    with pytest.raises(GameDecodeError, match=part):
        decode_view(msgspec.msgpack.encode(parts), games)


DAMAGED_EVENTS: dict[str, Any] = {
    "no such event": ["Cheated", {}],
    "a card that isn't there": [
        "CardsMoved",
        {"cards": [200], "source": ["stock", -1, 0], "target": ["up", 0, 0], "positions": [0]},
    ],
    "a pile that isn't there": [
        "CardsMoved",
        {"cards": [2], "source": ["sleeve", -1, 0], "target": ["up", 0, 0], "positions": [0]},
    ],
    "fewer positions than cards": [
        "CardsMoved",
        {"cards": [2], "source": ["stock", -1, 0], "target": ["up", 0, 0], "positions": []},
    ],
    "a position beyond the pack": [
        "CardsTurned",
        {"cards": [2], "pile": ["stock", -1, 0], "positions": [99], "face_up": True},
    ],
    "a seat that isn't there": ["Announced", {"seat": 9, "note": ["vote", {}]}],
    "no text's key": ["Announced", {"seat": 0, "note": ["A b", {}]}],
    "a rank that isn't there": ["Announced", {"seat": 0, "note": ["play", {"rank": 13}]}],
    "points of too few": [
        "DealScored",
        {"deal": 1, "points": [1], "totals": [1], "winners": [0], "reason": ["won", {}]},
    ],
    "winners that aren't there": ["MatchEnded", {"winners": [5], "reason": ["won", {}]}],
    "a seat beyond the seats as a placeholder": ["Announced", {"seat": 0, "note": ["vote", {"seats": 9}]}],
    "a rank that is a text": ["Announced", {"seat": 0, "note": ["vote", {"rank": "three"}]}],
    "cards that are a number": ["Announced", {"seat": 0, "note": ["vote", {"cards": 5}]}],
    "a broken number": ["Announced", {"seat": 0, "note": ["vote", {"cards": [1.0]}]}],
    "a list as a number": ["Announced", {"seat": 0, "note": ["vote", {"n": [1]}]}],
    "a text as a number": ["Announced", {"seat": 0, "note": ["vote", {"n": "many"}]}],
    "many placeholders": ["Announced", {"seat": 0, "note": ["vote", {f"n{at}": at for at in range(99)}]}],
    "a question to more seats than there are": ["QuestionAsked", {"ask": ["play", [0] * 9]}],
    "a place after the last": [
        "DealScored",
        {"deal": 1, "points": [0] * 3, "totals": [0] * 3, "winners": [0], "reason": ["won", {}], "places": [1, 2, 9]},
    ],
}


@pytest.mark.parametrize("harm", DAMAGED_EVENTS)
def test_damaged_events_are_refused(harm: str) -> None:
    view = GAMES["gurch"](3, 1).view(0)
    with pytest.raises(GameDecodeError) as refused:
        decode_events(msgspec.msgpack.encode([DAMAGED_EVENTS[harm]]), view)
    assert ("Error" in str(refused.value)) == (harm == "no such event"), "refused for its value, not for its name"


@EVERY_GAME
def test_randomly_changed_bytes_give_readable_view_or_error(slug: str) -> None:
    rng, refused = Rng(4), 0
    for game, _ in positions(slug, matches=4, moves=25):
        seat = rng.below(game.seats)
        data = bytearray(encode_view(game.view(seat)))
        for _ in range(6):
            data[rng.below(len(data))] = rng.below(256)
        try:
            view = decode_view(bytes(data))
        except GameDecodeError:
            refused += 1
            continue
        if view.viewer in view.seats_to_act():
            assert view.legal_moves(view.viewer)
    assert refused > 20


def test_note_with_several_cards_survives_encoding() -> None:
    view = GAMES["gurch"](3, 1).view(0)
    events = [Announced(TABLE, Note("play", {"cards": (1, 2), "n": 2}))]
    assert decode_events(encode_events(events), view) == events


# --- bounded work ---------------------------------------------------------------------------------------------------


def hand_of(slug: str, seats: int, count: int, ask: list[Any]) -> bytes:
    """Return the bytes of a view in which seat 0 holds ``count`` cards and is asked ``ask``."""
    parts = msgspec.msgpack.decode(encode_view(GAMES[slug](seats, 1).view(0)))
    total = sum(len(cards) for _, cards in parts["piles"])
    parts["piles"] = [
        [["stock", -1, 0], [HIDDEN] * (total - count)],
        *([pile, []] for pile, _ in parts["piles"] if pile not in (["stock", -1, 0], ["hand", 0, 0])),
        [["hand", 0, 0], list(range(count))],
    ]
    parts["base"]["ask"] = ask
    return msgspec.msgpack.encode(parts)


@pytest.mark.parametrize(
    ("slug", "seats", "count", "ask"),
    [
        ("gurch", 3, 49, ["start", [0]]),
        ("gurch", 3, 6, ["first", [0]]),
        ("big_two", 4, 14, ["play", [0]]),
        ("palacio", 3, 4, ["exchange", [0]]),
    ],
)
def test_impossible_hand_is_refused_before_listing_moves(
    slug: str, seats: int, count: int, ask: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, asked = hand_of(slug, seats, count, ask), []
    monkeypatch.setattr(GAMES[slug], "legal_moves", lambda *_: asked.append(1))
    with pytest.raises(GameDecodeError, match="piles"):
        decode_view(data)
    assert asked == []


@pytest.mark.parametrize("cards", [53, 417, 200_000])
def test_events_moving_too_many_cards_are_refused_early(cards: int) -> None:
    view = GAMES["gurch"](3, 1).view(0)
    most = max_events_and_cards_per_move(view)
    moved = [CardsMoved((HIDDEN,) * cards, STOCK, Pile("trick", 0), (0,) * cards)]
    with pytest.raises(GameDecodeError, match="positions" if cards < most else "too many"):
        decode_events(encode_events(moved), view, most)
    single = CardsMoved((HIDDEN,), STOCK, Pile("trick", 0), (0,))
    assert len(decode_events(encode_events([single] * (most // 2)), view, most)) == most // 2
    with pytest.raises(GameDecodeError, match="too many"):
        decode_events(encode_events([single] * (most // 2 + 1)), view, most)


def count_lines(do: Callable[[], object]) -> int:
    """Return the number of Python lines that ``do`` executes."""
    count = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    finally:
        sys.settrace(before)
    return count


def test_following_events_takes_steps_linear_in_cards() -> None:
    def gathered(cards: int) -> int:
        faces = EventVerifier(GAMES["palacio"](4, 1).view(0))
        hand = Pile("hand", 1)
        faces._visible_piles = {hand: [HIDDEN] * cards}
        event = CardsMoved((HIDDEN,) * cards, hand, STOCK, (0,) * cards)
        return count_lines(lambda: faces._move(event))

    assert gathered(100) < 2.2 * gathered(50)
