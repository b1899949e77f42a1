"""Texts of cards and moves can be read back, and any other text is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cards
from engine.cards import HIDDEN, Card, CardError
from engine.moves import Move, MoveError

CARDS = st.integers(0, 103).map(Card)
MOVES = st.builds(
    Move,
    st.integers(0, 9),
    st.from_regex(r"[a-z][a-z_]{0,10}", fullmatch=True),
    st.lists(CARDS, max_size=6).map(tuple),
    st.integers(-1, 99),
)
NEAR_MOVES = st.from_regex(r"\d{0,3}:?[a-z_]{0,4}( [A-Z0-9]{1,3}'{0,2}){0,3}( @\d{0,4})?\s?")


def test_texts_of_cards_can_be_read_back_and_differ() -> None:
    every = cards.packs(2)
    assert [cards.parse(cards.text(card)) for card in every] == list(every)
    assert len({cards.text(card) for card in every}) == 104
    assert cards.text(HIDDEN) == "??"


def test_rank_suit_and_pack_come_from_text() -> None:
    queen = cards.parse("QH'")
    assert (cards.rank(queen), cards.suit(queen), queen >= cards.PACK_SIZE) == (11, 2, True)
    assert cards.make("Q", "H", pack=1) == queen


@given(st.text(max_size=4))
def test_other_texts_are_refused(text: str) -> None:
    try:
        assert cards.text(cards.parse(text)) == text
    except CardError as error:
        assert "like TS" in str(error)


def test_hidden_card_has_no_text() -> None:
    with pytest.raises(CardError):
        cards.parse("??")


@given(MOVES)
def test_moves_can_be_read_back(move: Move) -> None:
    assert Move.parse(str(move)) == move


@given(st.one_of(st.text(), NEAR_MOVES))
def test_any_text_is_move_or_move_error(text: str) -> None:
    try:
        move = Move.parse(text)
    except MoveError as error:
        assert len(str(error)) < 200
    else:
        assert Move.parse(str(move)) == move


@pytest.mark.parametrize("text", ["", "0", "0:", ":play", "0:Play", "0:play 3c", "0:play  3C", "0:play 3C\n", "٣:play"])
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(MoveError):
        Move.parse(text)
