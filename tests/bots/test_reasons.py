"""Reasons of hints: events counted in playouts of two moves; the hint's longer comparison of close moves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from engine.bots import bot_for, explainers
from engine.bots.common.base import (
    Evaluation,
    PlayoutSample,
    Reason,
    Thought,
    WorldComparison,
    final_thought,
)
from engine.bots.common.hints import HintBot
from engine.bots.common.merits import is_never_unnatural, list_no_merits
from engine.bots.common.policy_bots import RandomPolicy
from engine.bots.common.reasons import find_reason
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.cooperative import run_to_end
from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import TABLE, Move, Note, Pile, Seat
from engine.rng import Rng
from scenes.text.catalogue import Words
from scenes.text.reason_text import reason_text
from tests.games import big_two, gurch, palacio, pass_the_ace, roped
from tests.support.toy import BOX, Toy
from tests.test_lab import TEXT_PART_BY_FIGURE

RANDOM_SEARCH = MonteCarloSearch(RandomPolicy(), Budget(1_000))


class Laughing(Toy):
    """Toy in which the next player laughs at a flip, and the table names the flipping seat."""

    explaining_events: ClassVar[Mapping[str, tuple[str, ...]]] = {"other_laughs": ("other:said:laughs",)}

    def on_turn(self, move: Move) -> None:
        if move.verb == "flip":
            self.announce((move.seat + 1) % self.seats, Note("laughs"))
            self.announce(TABLE, Note("named", {"seat": move.seat}))
        super().on_turn(move)


def position_with_one_card(game_type: type[Game] = Laughing) -> tuple[Game, Move, Move]:
    """Return a position in which a seat may lay its only card and win, or flip another; with both moves."""
    game = game_type(2, 4, Toy.Options(gift=False))
    seat = game.seats_to_act()[0]
    hand = game.cards(Pile("hand", seat))
    game.shift(hand[1:], Pile("hand", seat), BOX)
    return game, Move(seat, "lay", hand[:1]), Move(seat, "flip", to=0)


def find(game: Game, better: Move, other: Move, seed: int = 1) -> Reason | None:
    view = game.view(better.seat)
    return run_to_end(find_reason(RANDOM_SEARCH, view, better, other, Rng(seed)))


def test_reason_is_counted_event_of_other_seat() -> None:
    game, lay, flip = position_with_one_card()
    assert find(game, lay, flip) == Reason("other_laughs", 0.0, 1.0)


def test_announcement_of_table_belongs_to_named_seat() -> None:
    class Named(Laughing):
        explaining_events: ClassVar = {"named": ("own:said:named",), "other_named": ("other:said:named",)}

    game, lay, flip = position_with_one_card(Named)
    assert find(game, lay, flip) == Reason("named", 0.0, 1.0)


def test_event_that_restates_a_move_is_no_reason() -> None:
    class Restating(Laughing):
        explaining_events: ClassVar = {"flip": ("own:said:flip",), "lay": ("own:said:lay",)}

    game, lay, flip = position_with_one_card(Restating)
    assert find(game, lay, flip) is None


def test_no_reason_where_playouts_contradict_choice() -> None:
    game, lay, flip = position_with_one_card()
    assert find(game, lay, flip) is not None
    assert find(game, flip, lay) is None


def test_equal_seeds_give_equal_reasons_and_view_stays() -> None:
    game, lay, flip = position_with_one_card()
    before = game.clone()
    assert find(game, lay, flip, 7) == find(game, lay, flip, 7)
    assert game == before


# --- every game -------------------------------------------------------------------------------------------------------


def certain_reasons() -> Iterator[tuple[Game, str, str, str]]:
    """Yield a position of each game with a better and a worse move, and the certain reason."""
    dealer = pass_the_ace.position("7 A", lives=(3, 3))
    pass_the_ace.play_verbs(dealer, "stick")
    yield dealer, "draw", "stick", "life"
    yield palacio.position("5 K", others=["6 6 6"]), "play KC", "play 5C", "other_takes"
    yield gurch.trick_position("2 2 K K", "9 9 9 T", "8 8 8 5", "7 7 7 6"), "play KC", "play 2C 2D", "highest"
    hands = "4C 5C 6C 7C 9C KD", "8D 8H 9D", "TD TH 3S", "JD JH 3H"
    yield big_two.make_position(*hands), "play KD", "play 9C", "pass"
    own, *others = "2C 3C 4C 9D", "KD QD 2H 7S 8H 3S", "KS 4S 2S 6H 8D JD"
    yield roped.position([own, *others], ["5C", "9H", "TS"], ask="pick"), "take 5C", "stock", "other_set"


@pytest.mark.parametrize(("game", "better", "other", "key"), list(certain_reasons()))
def test_certain_reason_of_each_game_is_found(game: Game, better: str, other: str, key: str) -> None:
    seat = game.seats_to_act()[0]
    position = game if game.slug == "palacio" else game.view(seat)
    first, second = (Move.parse(f"{seat}:{line}") for line in (better, other))
    for seed in range(3):
        search = explainers(game.slug)[0][1]()
        reason = run_to_end(find_reason(search, position, first, second, Rng(seed)))
        assert reason is not None and reason.key == key, reason
        assert abs(reason.share - reason.other_share) > 0.3
        assert run_to_end(find_reason(search, position, second, first, Rng(seed))) is None


@pytest.mark.parametrize("slug", GAMES)
def test_explaining_events_have_texts_and_occurring_events(slug: str) -> None:
    english = Words("en")
    for signs in GAMES[slug].explaining_events.values():
        for side, kind, name in (sign.split(":") for sign in signs):
            assert side in ("own", "other")
            assert english.find_note_key(slug, TEXT_PART_BY_FIGURE[kind], name), name
    for language in LANGUAGES:
        words = Words(language)
        assert all(f"{slug}.why.{name}" in words for name in GAMES[slug].explaining_events), language


def test_reason_depends_on_levels_at_table() -> None:
    """How often the first player loses a life with an ace depends on what the others do after it."""
    game = pass_the_ace.position("A 7 8", lives=(3, 3, 3))
    seat = game.seats_to_act()[0]
    lives = []
    for levels in ((), ("", "easy", "easy")):
        search = explainers(game.slug, levels)[0][1]()
        chances = [search.play_out(game, seat, Move(seat, "stick"), chance, None).points for chance in range(200)]
        lives.append(-sum(chances) / len(chances))
    assert abs(lives[0] - lives[1]) > 0.1, lives


@pytest.mark.parametrize("language", LANGUAGES)
def test_reason_is_said_with_both_shares(language: str) -> None:
    words = Words(language)
    said = reason_text(words, "palacio", Reason("take", 0.08, 0.6))
    assert words("palacio.why.take") in said and "8" in said and "60" in said and "{" not in said
    assert reason_text(words, "palacio", None) == ""


# --- close moves ------------------------------------------------------------------------------------------------------


class NoisyMaster:
    """A bot that calls two moves even and compares them with a given true lead of the first one and noise."""

    def __init__(self, moves: Sequence[Move], lead: float) -> None:
        self.moves = moves
        self.lead = lead
        self.worlds = 0

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        yield Thought(self.moves[0])
        first, second = self.moves
        yield Thought(first, (Evaluation(first, 1.0, 0.5, 0.0), Evaluation(second, 0.9, 0.5, 0.5)))

    def compare(self, view: Any, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        while True:
            self.worlds += 1
            noise = 10.0 * (rng.unit() - 0.5)
            yield WorldComparison(1.0, 0.001, [PlayoutSample(self.lead + noise, 0.5), PlayoutSample(0.0, 0.5)])


def hint_with_lead(lead: float) -> tuple[NoisyMaster, list[Thought]]:
    game, lay, flip = position_with_one_card()
    master = NoisyMaster([lay, flip], lead)
    return master, list(
        HintBot(master, RANDOM_SEARCH, list_no_merits, is_never_unnatural).think(game.view(lay.seat), lay.seat, Rng(3))
    )


@pytest.mark.parametrize("lead", [1.0, -1.0])
def test_close_moves_are_separated_by_longer_comparison(lead: float) -> None:
    _, thoughts = hint_with_lead(lead)
    early, last = (thought for thought in thoughts if thought.evaluations)
    assert early.evaluations[1].is_even_with(early.evaluations[0])
    best, other = last.evaluations
    assert best.move.verb == ("lay" if lead > 0 else "flip"), "the better move comes first"
    assert not other.is_even_with(best) and last.move == best.move
    assert best.value - other.value == pytest.approx(1.0, abs=0.4)


def test_comparison_stops_early_when_clear_and_when_hopeless() -> None:
    clear, _ = hint_with_lead(5.0)
    even, thoughts = hint_with_lead(0.0)
    assert clear.worlds < 100 < even.worlds < 2_000
    best, other = thoughts[-1].evaluations
    assert other.is_even_with(best) and other.difference_error < 0.5


@pytest.mark.parametrize("slug", GAMES)
def test_hint_is_master_move_unless_it_is_clearly_beaten(slug: str) -> None:
    game = GAMES[slug](GAMES[slug].seats_default, 5)
    seat = game.seats_to_act()[0]
    hint = final_thought(bot_for(slug, "hint", patience=0.1), game.view(seat), seat, Rng(1))
    master = final_thought(bot_for(slug, "master", patience=0.1), game.view(seat), seat, Rng(1))
    assert hint == final_thought(bot_for(slug, "hint", patience=0.1), game.view(seat), seat, Rng(1))
    assert {option.move for option in hint.evaluations} == {option.move for option in master.evaluations[:3]}
