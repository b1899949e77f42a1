"""The coach's explanation of a position: the question, the possible moves, and why others aren't. No pygame here."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from engine.cards import HIDDEN, Card
from engine.game import Game
from engine.moves import TABLE, Move, Note, Pile, Refusal, Seat
from scenes.render.line_breaks import join_words
from scenes.table.model.choice import Choice
from scenes.text.catalogue import Words

UNINFORMATIVE_REFUSALS = frozenset({"not_now", "not_yours", "not_your_turn"})
"""Refusals that don't depend on a rule of the game."""
MAX_REASON_GROUPS = 4
"""Maximum number of groups of unplayable cards."""


class VerbExplanation(NamedTuple):
    """The coach's explanation of one kind of move that may answer the player's question."""

    text: str
    is_possible: bool


class CardsExplanation(NamedTuple):
    """Cards of the player with a common explanation by the coach."""

    cards: tuple[Card, ...]
    text: str
    is_possible: bool


class Explanation(NamedTuple):
    """The coach's explanation of one position: the question, the kinds of move, and the playable cards."""

    text: str
    question_kind: str = ""
    """Kind of question, under which it counts as explained (``gurch.vote``); empty if the player has no question."""
    rule_id: str = ""
    """Id of the rule with details, ``gurch.R8``; empty for none."""
    verbs: tuple[VerbExplanation, ...] = ()
    cards: tuple[CardsExplanation, ...] = ()
    """The player's cards, playable ones first; empty in a short explanation."""
    playable_cards: frozenset[Card] = frozenset()
    target_piles: frozenset[Pile] = frozenset()
    """Piles onto which cards may go."""


def find_explained_kind(prompt_key: str, explained_kinds: Collection[str]) -> str:
    """Return the longest beginning of a prompt's key that the coach has an explanation for, else the whole key.

    >>> find_explained_kind("follow_single", {"follow", "follow_pair"})
    'follow'
    """
    return next((key for key in _beginnings(prompt_key) if key in explained_kinds), prompt_key)


def _beginnings(prompt_key: str) -> Iterable[str]:
    """Yield a prompt's key and its shorter beginnings, such as ``follow`` of ``follow_pair``, the longest first."""
    parts = prompt_key.split("_")
    return ("_".join(parts[:count]) for count in range(len(parts), 0, -1))


def explain(choice: Choice, words: Words, *, per_card: bool = False) -> Explanation:
    """Return the coach's explanation of the player's question; ``per_card`` also explains each card: playable, or why
    not."""
    view, layout = choice.view, choice.layout
    demand = view.prompt_for(choice.seat)
    kind = find_explained_kind(demand.key, layout.help.rules_by_question)
    slug = view.slug
    seats = {"seat": choice.seat, **demand.placeholders}
    return Explanation(
        words(f"{slug}.coach.{kind}", seats),
        f"{slug}.{kind}",
        f"{slug}.{layout.help.rules_by_question.get(kind, '')}",
        tuple(_explain_verbs(choice, words, per_card=per_card)),
        tuple(_card_groups(choice, words)) if per_card else (),
        frozenset(choice.piles_by_card if choice.slot_kind else choice.cards_of_legal_moves()),
        frozenset(_target_piles(choice)),
    )


def explain_waiting(game: Game, viewer: Seat, words: Words) -> Explanation:
    """Return the coach's explanation of which seat has to act and how, as far as a waiting viewer may know."""
    ask = game.ask
    others = [seat for seat in game.view(viewer).seats_to_act() if seat != viewer]
    if ask is None or not others:
        return Explanation(words("app.coach.over"))
    text = words(f"{game.slug}.asked.{ask.what}", seat=others[0])
    if len(others) > 1:
        text = words("app.coach.several", seat=others[0])
    return Explanation(join_words((text, words("app.coach.waiting"))))


# --- verbs ------------------------------------------------------------------------------------------------------------


def _explain_verbs(choice: Choice, words: Words, *, per_card: bool) -> Iterable[VerbExplanation]:
    """Yield the coach's explanations of the kinds of move in a question; with ``per_card`` also of those not possible
    now."""
    view, slug = choice.view, choice.view.slug
    assert view.ask is not None
    legal = {move.verb for move in choice.legal_moves}
    for verb in view.verbs[view.ask.what]:
        name = words(f"{slug}.verb.{verb}.name")
        if verb in legal:
            keys = (
                f"{slug}.verb.{verb}.help.{beginning}" for beginning in _beginnings(view.prompt_for(choice.seat).key)
            )
            explanation = words(next((key for key in keys if key in words), f"{slug}.verb.{verb}.help"))
        else:
            is_offered = per_card or verb in choice.controls.always_offered_verbs
            refusal = _most_frequent(_refusals(choice, verb)) if is_offered else None
            if refusal is None:
                continue
            explanation = words.note_text(slug, "refusal", Note(refusal.key, refusal.placeholders))
        key = "app.coach.verb" if verb in legal else "app.coach.not"
        yield VerbExplanation(words(key, name=name, what=explanation), verb in legal)


def _refusals(choice: Choice, verb: str) -> Iterable[Refusal]:
    """Yield the game's reasons to refuse a kind of move, tried without cards and with each single card."""
    for cards in ((), *((card,) for card in choice.piles_by_card)):
        refusal = choice.view.refusal(Move(choice.seat, verb, cards))
        if refusal is not None and refusal.key not in UNINFORMATIVE_REFUSALS:
            yield refusal


def _most_frequent(refusals: Iterable[Refusal]) -> Refusal | None:
    """Return the most frequent reason among refusals of moves; among equally frequent ones the last."""
    found = list(refusals)
    counts = Counter(refusal.key for refusal in found)
    return max(reversed(found), key=lambda refusal: counts[refusal.key], default=None)


# --- cards ------------------------------------------------------------------------------------------------------------


def _card_groups(choice: Choice, words: Words) -> Iterable[CardsExplanation]:
    """Yield the coach's explanations of the playable cards, then of the player's others, grouped by refusal."""
    if not any(move.cards for move in choice.legal_moves) and not choice.controls.drop_kinds_by_verb:
        return
    playable = set(choice.piles_by_card) if choice.slot_kind else choice.cards_of_legal_moves()
    if playable:
        yield CardsExplanation(_distinct_cards(choice, playable), words("app.coach.possible"), is_possible=True)
    reasons: dict[str, list[Card]] = {}
    for card in _selectable_then_own_cards(choice):
        text = "" if card in playable else _why_not(choice, card, words)
        if text:
            reasons.setdefault(text, []).append(card)
    usual = sorted(reasons.items(), key=lambda item: -len(item[1]))[:MAX_REASON_GROUPS]
    for text, cards in usual:
        yield CardsExplanation(_distinct_cards(choice, cards), text, is_possible=False)


def _why_not(choice: Choice, card: Card, words: Words) -> str:
    """Return why a card can't be played, as one reason for all piles to which it could go; empty without a reason."""
    view, slug = choice.view, choice.view.slug
    refusal = choice.refusal_of([card])
    if refusal is None or refusal.key in UNINFORMATIVE_REFUSALS:
        assert view.ask is not None
        verbs = [verb for verb in view.verbs[view.ask.what] if verb in choice.controls.drop_kinds_by_verb]
        target_indexes = {move.to for move in choice.legal_moves if move.cards} - {-1}
        all_indexes = {
            pile.index for pile in view.piles for verb in verbs if pile.kind == choice.controls.drop_kinds_by_verb[verb]
        }
        results = [
            view.refusal(Move(choice.seat, verb, (card,), to)) for verb in verbs for to in target_indexes or all_indexes
        ]
        refusals = [result for result in results if result is not None and result.key not in UNINFORMATIVE_REFUSALS]
        refusal = _most_frequent(refusals)
        general_key = f"{slug}.refusal.{refusal.key}_any" if refusal else ""
        if general_key in words and len({str(result.placeholders) for result in refusals}) > 1:
            return words(general_key)
    return words.note_text(slug, "refusal", Note(refusal.key, refusal.placeholders)) if refusal else ""


def _selectable_then_own_cards(choice: Choice) -> list[Card]:
    """Return the player's selectable cards, then the other cards that the player owns and sees."""
    view, seat = choice.view, choice.seat
    mine = (card for pile, lying in view.piles.items() if pile.owner == seat for card in view.visible_cards(pile, seat))
    return [card for card in dict.fromkeys([*choice.piles_by_card, *mine]) if card != HIDDEN]


def _distinct_cards(choice: Choice, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return one card of each set of equivalent cards, from the lowest up."""
    view = choice.view
    return tuple(
        {view.equivalence_key(card): card for card in sorted(cards, key=view.sort_key, reverse=True)}.values()
    )[::-1]


def _target_piles(choice: Choice) -> Iterable[Pile]:
    """Yield the piles on which a legal move can put cards now."""
    drops = choice.controls.drop_kinds_by_verb
    found = [(drops[move.verb], max(move.to, 0)) for move in choice.legal_moves if move.verb in drops]
    for kind, index in dict.fromkeys(found):
        yield from (Pile(kind, owner, index) for owner in (TABLE, choice.played_seat))
