"""Merits of moves, the reasons of hints: each is found in the view of its seat, and holds by the rules."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest

from engine.bots import bot_for
from engine.bots.common.base import HINT, Evaluation, final_thought
from engine.bots.common.merits import drop_unnatural, find_distinct_merit, merit
from engine.bots.registry import OPPONENTS
from engine.cards import Card, packs, rank, suit
from engine.cooperative import run_to_end
from engine.game import Game
from engine.games import GAMES
from engine.games.big_two.hands import classify
from engine.games.roped.sets import sets_in, value
from engine.languages import LANGUAGES
from engine.moves import Move, Note, Pile, Seat
from engine.review.judge import MoveComparer, judge
from engine.rng import Rng
from scenes.text.catalogue import Words
from tests.games import pass_the_ace
from tests.support.game_contract import random_moves, start_match

MATCHES = 12
MIN_KINDS = {"gurch": 8, "roped": 10, "pass_the_ace": 7, "big_two": 8, "palacio": 8}
"""Minimum number of different merits of a game that occur in these matches."""
TWO, TEN, ACE = 1, 9, 0

Check = Callable[[Any, Seat, Move, Mapping[str, Any]], bool]
"""Whether a merit's statement holds for a move in a full position, given the figures of its text."""


def sampled_moves(slug: str) -> Iterator[tuple[Game, Seat, Move]]:
    """Yield positions of random matches, also under house rules, with moves of the seat to act."""
    for seed in range(MATCHES):
        game, rng = start_match(slug, seed, standard=seed % 2 == 0), Rng(seed)
        for played in random_moves(game, rng, 120):
            legal = game.legal_moves(played.seat)
            if len(legal) > 1:
                rng.shuffle(legal)
                for move in legal[:5]:
                    yield game, played.seat, move
            game.play(played)


def play(game: Game, move: Move) -> Any:
    """Return the position after a move."""
    after = game.clone()
    after.play(move)
    return after


def cards_of(game: Game, seat: Seat, *kinds: str) -> list[Card]:
    """Return a seat's cards in piles of these kinds, by default its hand and Gurch's up-card."""
    wanted = kinds or ("hand", "up") if game.slug == "gurch" else kinds or ("hand",)
    return [
        card for pile, cards in game.piles.items() if pile[:2] in [(kind, seat) for kind in wanted] for card in cards
    ]


def choosable(game: Game, seat: Seat) -> list[Card]:
    return [card for pile in game.sources(seat) for card in game.cards(pile)]


def cards_left(game: Game, seat: Seat, move: Move) -> list[Card]:
    return [card for card in choosable(game, seat) if card not in move.cards]


def level(game: Game, card: Card) -> int:
    """Return a card's place in the order of its game, without its suit."""
    return game.sort_key(card) if game.slug == "big_two" else game.sort_key(card) // 4


def keeps_group(count: int) -> Check:
    return lambda game, seat, move, said: sum(rank(c) == said["rank"] for c in cards_left(game, seat, move)) >= count


def goes_out(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    after = play(game, move)
    return len(after.history) > len(game.history) or not cards_of(after, seat, "hand", "up", "down")


def is_lowest(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    return min(level(game, c) for c in move.cards) == min(level(game, c) for c in choosable(game, seat))


def is_highest(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    return max(level(game, c) for c in move.cards) == max(level(game, c) for c in choosable(game, seat))


def keeps_lowest(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    return min(level(game, c) for c in cards_left(game, seat, move)) == min(
        level(game, c) for c in choosable(game, seat)
    )


def keeps_highest(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    return max(level(game, c) for c in cards_left(game, seat, move)) == max(
        level(game, c) for c in choosable(game, seat)
    )


def spares(*ranks: int) -> Check:
    return lambda game, seat, move, said: (
        not any(rank(c) in ranks for c in move.cards) and any(rank(c) in ranks for c in cards_left(game, seat, move))
    )


def no_answer_in_any_world(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    rng = Rng(5)
    for _ in range(4):
        world = play(game.view(seat).determinize(rng), move)
        while world.ask is not None and world.ask.seats[0] != seat and world.play_to_beat is not None:
            (other,) = world.ask.seats
            if any(reply.cards for reply in world.legal_moves(other)):
                return False
            world.play(Move(other, "pass"))
    return True


def is_cheapest(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    def combination(cards: Sequence[Card]) -> Any:
        return classify(game.order.mask_of(cards), game.rules)

    plays = [legal.cards for legal in game.legal_moves(seat) if len(legal.cards) == len(move.cards)]
    return not any(combination(move.cards).beats(combination(cards), game.rules) for cards in plays)


def is_locked_out(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    other = said["seat_other"]
    after = play(game, move)
    after.ask_seats("play", other)
    return len(cards_of(game, other)) == 1 and (
        after.play_to_beat is None or not any(reply.cards for reply in after.legal_moves(other))
    )


def has_five(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    return any(classify(game.order.mask_of(five), game.rules) for five in combinations(cards_left(game, seat, move), 5))


def counts_unseen(sign: int, *, is_majority: bool = True) -> Check:
    def check(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
        seen = {card for lying in game.view(seat).piles.values() for card in lying if card >= 0}
        own = game.height(game.card_of(seat))
        unseen = [game.height(card) for card in packs(1) if card not in seen]
        wanted = sum(sign * (height - own) > 0 for height in unseen)
        return (said["n"], said["total"]) == (wanted, len(unseen)) and (2 * wanted > len(unseen)) == is_majority

    return check


def compares_cards(sign: int) -> Check:
    def check(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
        other, own = (game.height(game.card_of(one)) for one in (said["seat_other"], seat))
        return bool(said["seat_other"] != seat and sign * (other - own) > 0)

    return check


def leads_next(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    after = play(game, move)
    return bool(after.seats_to_act() == (seat,) and after.ask.what == "play" and not after.led_count)


def is_hard_to_follow(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    after = play(game, move)
    return len(after.history) > len(game.history) or len(after._fitting_ranks()) == said["n"] <= 5


def burns(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    after = play(game, move)
    return len(after.history) > len(game.history) or not after.piles[Pile("pile")]


def completes_set(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    after, corner = play(game, move), game.options.corner
    before = {frozenset(four) for four in sets_in(cards_of(game, seat), corner)}
    return any(frozenset(four) not in before for four in sets_in(cards_of(after, seat), corner))


def gathers(figure: str, of: Callable[[Card], int]) -> Check:
    def check(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
        cards = cards_of(play(game, move), seat)
        count = sum(of(card) == said[figure] for card in cards)
        return bool(count == said["n"] > 2 and of(move.cards[0]) == said[figure])

    return check


def is_safe_set(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    after = play(game, move)
    if after.ask is None or after.ask.what != "lasso":
        return True
    return not any(reply.cards for other in after.seats_to_act() for reply in after.legal_moves(other))


def is_unseen_by_others(game: Any, seat: Seat, move: Move, said: Mapping[str, Any]) -> bool:
    after = play(game, move)
    new = set(cards_of(after, seat)).difference(cards_of(game, seat))
    return all(new.isdisjoint(cards_of(after.view(other), seat)) for other in range(game.seats) if other != seat)


SHARED_CHECKS: Mapping[str, Check] = {
    "keeps_pair": keeps_group(2),
    "keeps_three": keeps_group(3),
    "keeps_four": keeps_group(4),
    "goes_out": goes_out,
    "many": lambda game, seat, move, said: len(move.cards) == said["n"] > 1,
    "lowest": is_lowest,
    "keeps_lowest": keeps_lowest,
}
CHECKS: Mapping[str, Mapping[str, Check]] = {
    "gurch": {
        "swaps_none": lambda game, seat, move, said: not move.cards and move.verb in ("start", "pat", "keep"),
        "keeps_ends": lambda *question: keeps_lowest(*question) and keeps_highest(*question),
        "keeps_highest": keeps_highest,
        "new_cards": lambda game, seat, move, said: len(move.cards) == said["n"] > 1,
        "middling": lambda game, seat, move, said: (
            sum(4 < game.card_values[c] < 12 for c in cards_of(game, seat)) == move.to == said["n"]
        ),
        "all_give": lambda game, seat, move, said: (
            len(cards_left(game, seat, move)) == 0 or play(game, move).led_count == len(move.cards) == said["n"] > 1
        ),
        "leads_next": leads_next,
        "last_high": lambda game, seat, move, said: (
            any(game.card_values[c] >= 12 for c in move.cards)
            and not any(game.card_values[c] >= 12 for c in cards_left(game, seat, move))
        ),
        "highest_goes": is_highest,
    },
    "big_two": {
        "unbeatable": no_answer_in_any_world,
        "locks_out": is_locked_out,
        "highest_stops": lambda game, seat, move, said: (
            is_highest(game, seat, move, said) and len(cards_of(game, said["seat_other"])) == 1
        ),
        "stops_lead": lambda game, seat, move, said: (
            play(game, Move(seat, "pass")).ask.seats == (said["seat_other"],)
            and play(game, Move(seat, "pass")).play_to_beat is None
        ),
        "cheapest": is_cheapest,
        "keeps_twos": spares(TWO),
        "keeps_five": has_five,
    },
    "palacio": {
        "empties_hand": lambda game, seat, move, said: not cards_of(play(game, move), seat),
        "burns": burns,
        "hard_to_follow": is_hard_to_follow,
        "small_pile": lambda game, seat, move, said: len(game.piles[Pile("pile")]) == said["n"] <= 3,
        "keeps_special": spares(TWO, TEN),
        "lays_special": lambda game, seat, move, said: (
            any(rank(c) in (TWO, TEN) for c in move.cards)
            and not any(rank(c) in (TWO, TEN) for c in cards_left(game, seat, move))
        ),
        "lays_strongest": lambda game, seat, move, said: (
            min(level(game, c) for c in move.cards) >= max(level(game, c) for c in cards_left(game, seat, move))
        ),
    },
    "pass_the_ace": {
        "highest": lambda game, seat, move, said: game.height(game.card_of(seat)) == 12,
        "lowest_held": lambda game, seat, move, said: game.height(game.card_of(seat)) == 0,
        "lower_card": compares_cards(-1),
        "higher_card": compares_cards(1),
        "mostly_lower": counts_unseen(-1),
        "enough_lower": counts_unseen(-1, is_majority=False),
        "partner_stuck": lambda game, seat, move, said: (
            said["seat_other"] == game.find_partner(seat)
            and (said["seat_other"], "stick") in {(turn.seat, turn.what) for turn in game.announcements}
        ),
        "mostly_higher": counts_unseen(1),
    },
    "roped": {
        "keeps_aces": lambda game, seat, move, said: (
            any(rank(c) == ACE for c in cards_of(game, seat) if c not in move.cards)
            and not any(rank(c) == ACE for c in move.cards)
        ),
        "keeps_suit": lambda game, seat, move, said: (
            sum(suit(c) == said["suit"] for c in cards_left(game, seat, move)) == said["n"] > 2
        ),
        "costly_goes": lambda game, seat, move, said: max(value(c, 1) for c in move.cards) == said["n"] == 10,
        "completes_set": completes_set,
        "takes_ace": lambda game, seat, move, said: (
            Counter(map(rank, cards_of(play(game, move), seat)))[ACE] > Counter(map(rank, cards_of(game, seat)))[ACE]
        ),
        "gathers_suit": gathers("suit", suit),
        "gathers_rank": gathers("rank", rank),
        "takes_many": lambda game, seat, move, said: (
            len(cards_of(play(game, move), seat)) - len(cards_of(game, seat)) == said["n"] > 1
        ),
        "unseen": is_unseen_by_others,
        "keeps_set": lambda game, seat, move, said: bool(sets_in(cards_of(game, seat), game.options.corner)),
        "own_card": lambda game, seat, move, said: game.view(seat).cards(Pile("slot", -1, move.to))[-1] >= 0,
        "scores": lambda game, seat, move, said: (
            game.points_of_set(move.cards if move.verb == "meld" else game.cards(game.stake_pile)) == said["n"] > 0
        ),
        "safe_set": is_safe_set,
    },
}


@pytest.mark.parametrize("slug", GAMES)
def test_every_merit_in_view_holds_by_rules(slug: str) -> None:
    merits_of, checks = OPPONENTS[slug].merits_of, {**SHARED_CHECKS, **CHECKS[slug]}
    kinds: Counter[str] = Counter()
    for game, seat, move in sampled_moves(slug):
        view = game.view(seat)
        for note in merits_of(view, seat, move):
            kinds[note.key] += 1
            assert checks[note.key](game, seat, move, note.placeholders), (note, move, view.piles)
    assert len(kinds) >= MIN_KINDS[slug], kinds


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_merit_has_text(slug: str, language: str) -> None:
    words = Words(language).with_seat_names(lambda seat: f"Ana{seat}")
    figures = {"rank": 8, "n": 3, "total": 40, "seat_other": 1, "suit": 2}
    for key in (*SHARED_CHECKS, *CHECKS[slug]):
        text = words.note_text(slug, "merit", Note(key, figures))
        assert text and "{" not in text and "merit." not in text and text[-1] != ".", text


# --- which merit, and which of equal moves ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("best", "second", "third", "expected"),
    [
        ("a b", "a", "", "b"),
        ("a b", "", "a b", "a"),
        ("a", "a", "", "a"),
        ("a", "a", "a", None),
        ("", "a", "b", None),
    ],
)
def test_named_merit_is_main_one_that_next_moves_lack(best: str, second: str, third: str, expected: str | None) -> None:
    merits = {"best": best.split(), "second": second.split(), "third": third.split()}
    game = start_match("palacio", 1)

    def merits_of(view: Game, seat: Seat, move: Move) -> list[Note]:
        return [merit(key) for key in merits[move.verb]]

    found = find_distinct_merit(merits_of, game, [Move(0, verb) for verb in merits])
    assert (found.key if found is not None else None) == expected


def test_unnatural_moves_are_left_out_while_there_are_others() -> None:
    game = start_match("palacio", 1)

    def left_in(*verbs: str) -> list[str]:
        options = [Evaluation(Move(0, verb), 0.0) for verb in verbs]
        found = drop_unnatural(lambda view, seat, move: move.verb.startswith("odd"), game, options)
        return [option.move.verb for option in found]

    assert left_in("odd", "play", "odder", "take") == ["play", "take"]
    assert left_in("odd", "odder") == ["odd", "odder"]


@pytest.mark.parametrize("lives", [(1, 1), (1, 2, 3), (1, 1, 1, 1), (2, 3, 1, 3), (1, 3, 3, 2, 1)])
@pytest.mark.parametrize("later", ["2", "7", "K"])
def test_hint_never_keeps_lowest_card_and_review_agrees(lives: tuple[int, ...], later: str) -> None:
    """First to act with an ace, where the search would bluff, as it expects the dealer to want a card that stays."""
    others = [later, "9", "4", "J"][: len(lives) - 1]
    game = pass_the_ace.position(" ".join(("A", *others)), lives=lives)
    (seat,) = game.seats_to_act()
    assert game.height(game.card_of(seat)) == 0
    view = game.view(seat)
    hint = final_thought(bot_for("pass_the_ace", HINT, patience=0.2), view, seat, Rng(3))
    assert hint.move.verb != "stick" and hint.evaluations[0].merit == merit("lowest_held")
    comparer = MoveComparer(view, seat, Rng(3))
    verdict = run_to_end(judge(comparer, hint.move))
    assert verdict.best == hint.move and verdict.cost == 0, "the review finds nothing better"
