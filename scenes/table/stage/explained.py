"""The coach's explanation of a position: what is asked, what is possible, why the rest isn't. No pygame here."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from engine.cards import HIDDEN, Card
from engine.game import Game
from engine.moves import TABLE, Move, Note, Pile, Refusal, Seat
from scenes.look.line_breaks import joined
from scenes.table.stage.choice import Choice
from scenes.text.words import Words

NO_REASON = frozenset({"not_now", "not_yours", "not_your_turn"})
"""Refusals that say nothing about the rules of the game."""
MOST_REASONS = 4
"""Maximum number of groups of cards that can't be played."""


class ExplainedVerb(NamedTuple):
    """A verb that may answer, in words."""

    text: str
    possible: bool


class ExplainedCards(NamedTuple):
    """Cards of the player to which the same explanation applies."""

    cards: tuple[Card, ...]
    text: str
    possible: bool


class Explanation(NamedTuple):
    """The explanation of one position."""

    text: str
    kind: str = ""
    """The kind of ask, as it is remembered (``gurch.vote``); empty while the player is asked nothing."""
    rule: str = ""
    """Id of the rule that says more, ``gurch.R8``; empty for none."""
    verbs: tuple[ExplainedVerb, ...] = ()
    cards: tuple[ExplainedCards, ...] = ()
    """The player's cards, playable ones first; empty in a short explanation."""
    playable: frozenset[Card] = frozenset()
    targets: frozenset[Pile] = frozenset()
    """Piles onto which cards may go."""


def kind_of(demand: str, explained: Collection[str]) -> str:
    """The kind of ask of a key of ``Game.demand``: the key itself, or its longest beginning that is explained.

    >>> kind_of("follow_single", {"follow", "follow_pair"})
    'follow'
    """
    parts = demand.split("_")
    beginnings = ("_".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((key for key in beginnings if key in explained), demand)


def explain(choice: Choice, words: Words, *, whole: bool = False) -> Explanation:
    """Explain what the player is asked; ``whole`` says of each card whether it can be played and why not."""
    view, layout = choice.view, choice.layout
    demand = view.demand(choice.seat)
    kind = kind_of(demand.key, layout.explained)
    slug = view.slug
    seats = {"seat": choice.seat, **demand.figures}
    return Explanation(
        words(f"{slug}.coach.{kind}", seats),
        f"{slug}.{kind}",
        f"{slug}.{layout.explained.get(kind, '')}",
        tuple(_verbs(choice, words, whole=whole)),
        tuple(_groups(choice, words)) if whole else (),
        frozenset(choice.piles if choice.slot_kind else choice.playable()),
        frozenset(_targets(choice)),
    )


def explain_waiting(game: Game, viewer: Seat, words: Words) -> Explanation:
    """Explain who has to act and what they have to do, from what the viewer may know."""
    ask = game.ask
    others = [seat for seat in game.view(viewer).waiting() if seat != viewer]
    if ask is None or not others:
        return Explanation(words("app.coach.over"))
    text = words(f"{game.slug}.asked.{ask.what}", seat=others[0])
    if len(others) > 1:
        text = words("app.coach.several", seat=others[0])
    return Explanation(joined((text, words("app.coach.waiting"))))


# --- the ways to answer -----------------------------------------------------------------------------------------------


def _verbs(choice: Choice, words: Words, *, whole: bool) -> Iterable[ExplainedVerb]:
    """The verbs that may answer; with ``whole`` also those neither possible now nor offered as a button."""
    view, slug = choice.view, choice.view.slug
    assert view.ask is not None
    legal = {move.verb for move in choice.legal}
    for verb in view.verbs[view.ask.what]:
        name = words(f"{slug}.verb.{verb}.name")
        if verb in legal:
            own = f"{slug}.verb.{verb}.help.{view.demand(choice.seat).key}"
            what = words(own if own in words else f"{slug}.verb.{verb}.help")
        else:
            offered = whole or verb in choice.layout.answers
            refusal = _usual(_refusals(choice, verb)) if offered else None
            if refusal is None:
                continue
            what = words.note(slug, "refusal", Note(refusal.key, refusal.figures))
        key = "app.coach.verb" if verb in legal else "app.coach.not"
        yield ExplainedVerb(words(key, name=name, what=what), verb in legal)


def _refusals(choice: Choice, verb: str) -> Iterable[Refusal]:
    """The refusals of a verb with no card, and with each card by itself."""
    for cards in ((), *((card,) for card in choice.piles)):
        refusal = choice.view.refusal(Move(choice.seat, verb, cards))
        if refusal is not None and refusal.key not in NO_REASON:
            yield refusal


def _usual(refusals: Iterable[Refusal]) -> Refusal | None:
    """The most frequent reason; of equally frequent ones the last, as the first is about no card at all."""
    found = list(refusals)
    counts = Counter(refusal.key for refusal in found)
    return max(reversed(found), key=lambda refusal: counts[refusal.key], default=None)


# --- the cards --------------------------------------------------------------------------------------------------------


def _groups(choice: Choice, words: Words) -> Iterable[ExplainedCards]:
    """The cards that can be chosen, then the others by reason."""
    if not any(move.cards for move in choice.legal) and not choice.layout.drops:
        return
    playable = set(choice.piles) if choice.slot_kind else choice.playable()
    if playable:
        yield ExplainedCards(_distinct(choice, playable), words("app.coach.possible"), possible=True)
    reasons: dict[str, list[Card]] = {}
    for card in _own(choice):
        text = "" if card in playable else _why_not(choice, card, words)
        if text:
            reasons.setdefault(text, []).append(card)
    usual = sorted(reasons.items(), key=lambda item: -len(item[1]))[:MOST_REASONS]
    for text, cards in usual:
        yield ExplainedCards(_distinct(choice, cards), text, possible=False)


def _why_not(choice: Choice, card: Card, words: Words) -> str:
    """Why a card can't be played: one reason, or the one that holds for every pile it could go to."""
    view, slug = choice.view, choice.view.slug
    refusal = choice.refusal_of([card])
    if refusal is None or refusal.key in NO_REASON:
        assert view.ask is not None
        verbs = [verb for verb in view.verbs[view.ask.what] if verb in choice.layout.drops]
        taking = {move.to for move in choice.legal if move.cards} - {-1}
        every = {pile.index for pile in view.piles for verb in verbs if pile.kind == choice.layout.drops[verb]}
        tried = [view.refusal(Move(choice.seat, verb, (card,), to)) for verb in verbs for to in taking or every]
        found = [one for one in tried if one is not None and one.key not in NO_REASON]
        refusal = _usual(found)
        anywhere = f"{slug}.refusal.{refusal.key}_any" if refusal else ""
        if anywhere in words and len({str(one.figures) for one in found}) > 1:
            return words(anywhere)
    return words.note(slug, "refusal", Note(refusal.key, refusal.figures)) if refusal else ""


def _own(choice: Choice) -> list[Card]:
    """The cards to choose from, and others that the player owns and sees."""
    view, seat = choice.view, choice.seat
    mine = (card for pile, lying in view.piles.items() if pile.owner == seat for card in view.faces(pile, seat))
    return [card for card in dict.fromkeys([*choice.piles, *mine]) if card != HIDDEN]


def _distinct(choice: Choice, cards: Iterable[Card]) -> tuple[Card, ...]:
    """From the lowest up, one of each set of alike cards."""
    view = choice.view
    return tuple({view.alike(card): card for card in sorted(cards, key=view.order, reverse=True)}.values())[::-1]


def _targets(choice: Choice) -> Iterable[Pile]:
    """Piles onto which cards can go now."""
    drops = choice.layout.drops
    found = [(drops[move.verb], max(move.to, 0)) for move in choice.legal if move.verb in drops]
    for kind, index in dict.fromkeys(found):
        yield from (Pile(kind, owner, index) for owner in (TABLE, choice.seat))
