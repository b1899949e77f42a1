"""The player's choice: the legal moves and the current selection. No pygame here.

Everything follows from the legal moves: their cards can be selected, each selected card narrows the list, and a
complete move can be played.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.cards import HIDDEN, Card
from engine.game import Game
from engine.moves import TABLE, Move, Note, Pile, Refusal, Seat
from scenes.table.layouts.layout import TableLayout

PileKindAndEquivalenceKey = tuple[str, int]
"""Kind of a card's pile (empty while arranging), and the game's equivalence key of the card."""


class Answer(NamedTuple):
    """A move of the player, offered as a button."""

    move: Move
    label: Note
    """Text of the button, key under ``<slug>.move``."""
    refusal: Refusal | None
    """Why the move isn't legal now; None if it is."""
    digit: int
    """Number key that gives this answer, the same whenever the question is asked; 0 for passing, which has a letter
    key."""


class Choice:
    """Choice of one seat among its legal moves, with the cards or the pile selected so far.

    Args:
        view: the position as the seat sees it.
        seat: the seat to act; the question must include it.
        layout: the game's layout.
    """

    def __init__(self, view: Game, seat: Seat, layout: TableLayout) -> None:
        assert view.ask is not None
        self.view = view
        self.seat = seat
        self.layout = layout
        self.controls = layout.controls
        self.legal_moves = view.legal_moves(seat)
        self.piles_by_card: Mapping[Card, Pile] = {
            card: pile for pile in view.sources(seat) for card in view.cards(pile) if card >= 0
        }
        """The cards that may be selected, and their piles."""
        self.played_seat = next((pile.owner for pile in view.sources(seat) if pile.owner != TABLE), seat)
        """The seat whose cards are played: the player, or another seat (a dummy)."""
        self.slot_kind = self.controls.fillable_kinds_by_question.get(view.ask.what, "")
        """Kind of pile whose cards the player may exchange with the hand, which is called arranging; empty for other
        questions."""
        self._counts = [
            (move, Counter(map(self._equivalence_key, move.cards))) for move in self.legal_moves if move.cards
        ]
        self._verbs_with_cards = frozenset(move.verb for move, _ in self._counts)
        self.slot_cards: list[Card] = list(self._original_slot_cards()) if self.slot_kind else []
        """While arranging: the card of each slot."""
        self.selected_cards: list[Card] = []
        self.selected_pile: Pile | None = None
        """A pile selected by a click, to be taken; None while cards are selected."""
        self.hinted_move: Move | None = None
        """The move that a hint recommends; None without one."""
        self.must_change = False
        """While arranging: whether a lesson requires at least one exchange."""
        self._playable_cards = frozenset(self._cards_joining([]))
        pairs = [view.named_piles(move) for move in self.legal_moves if not move.cards]
        self.named_piles = frozenset(named[0][0] for named in pairs if named)
        """The main pile that each legal move without cards names."""
        self._draggable_piles = frozenset(pile for named in pairs for pile in (named[0] if named else ()))

    def _equivalence_key(self, card: Card) -> PileKindAndEquivalenceKey:
        return (
            ("", self.view.equivalence_key(card))
            if self.slot_kind
            else (self.piles_by_card[card].kind, self.view.equivalence_key(card))
        )

    def _original_slot_cards(self) -> Iterable[Card]:
        lying = [(pile.index, card) for card, pile in self.piles_by_card.items() if pile.kind == self.slot_kind]
        return [card for _, card in sorted(lying)]

    # --- selecting --------------------------------------------------------------------------------------------------

    def addable_cards(self) -> set[Card]:
        """Return the cards that the player can add to the selection towards a legal move."""
        if self.slot_kind:
            return self._exchangeable()
        return self._cards_joining(self.selected_cards)

    def cards_of_legal_moves(self) -> frozenset[Card]:
        """Return the cards of all the player's legal moves, whatever is selected."""
        return self._playable_cards

    def _cards_joining(self, selected: list[Card]) -> set[Card]:
        have = Counter(map(self._equivalence_key, selected))
        open_keys: set[PileKindAndEquivalenceKey] = set()
        for _, count in self._counts:
            if have <= count:
                open_keys.update(key for key, n in count.items() if n > have[key])
        return {
            card for card in self.piles_by_card if card not in selected and self._equivalence_key(card) in open_keys
        }

    def _exchangeable(self) -> set[Card]:
        if not self.selected_cards:
            return set(self.piles_by_card)
        inside = self.selected_cards[0] in self.slot_cards
        return {card for card in self.piles_by_card if (card in self.slot_cards) != inside}

    @property
    def has_selection(self) -> bool:
        return bool(self.selected_cards) or self.selected_pile is not None

    @property
    def has_exchanged(self) -> bool:
        """Whether the player's exchange of hand cards with the open cards on the table (slots) has changed any slot so
        far."""
        return self.slot_cards != list(self._original_slot_cards()) if self.slot_kind else False

    @property
    def follows_hint(self) -> bool:
        """Whether the player has neither selected nor exchanged anything, so that a hinted move counts as complete."""
        return not (self.has_selection or self.has_exchanged)

    def toggle(self, card: Card) -> Refusal | None:
        """Select or deselect a card for the player's move; return why it can't be selected, else None.

        A card that doesn't fit replaces a single selected one.
        """
        self.selected_pile = None
        if card not in self.piles_by_card:
            return self.refusal_of([card])
        if card in self.selected_cards:
            self.selected_cards.remove(card)
            return None
        if self.slot_kind:
            self._select_or_exchange(card)
            return None
        if card in self.addable_cards():
            self.selected_cards.append(card)
            return None
        if len(self.selected_cards) == 1 and card in self.cards_of_legal_moves():
            self.selected_cards = [card]
            return None
        return self.refusal_of([*self.selected_cards, card])

    def _select_or_exchange(self, card: Card) -> None:
        other = self.selected_cards[0] if self.selected_cards else None
        if other is None or (other in self.slot_cards) == (card in self.slot_cards):
            self.selected_cards = [card]
            return
        inside, outside = (other, card) if other in self.slot_cards else (card, other)
        self.slot_cards[self.slot_cards.index(inside)] = outside
        self.selected_cards = []

    def clear(self) -> None:
        """Clear the player's selection of cards or of a pile."""
        self.selected_cards, self.selected_pile = [], None

    def reset(self) -> None:
        """Clear the player's selection, and undo the exchanges."""
        self.clear()
        self.slot_cards = list(self._original_slot_cards()) if self.slot_kind else []

    def drop_result(self, cards: Iterable[Card], pile: Pile, home: Pile | None = None) -> Move | Refusal | None:
        """Return the move or the refusal of dragging cards from their pile ``home`` to another one; None for neither.

        Cards that the question is about go only where they can be played. Any others stand for their pile: the drag
        makes the move that names both piles. While arranging, a dropped card is no move: see ``exchange_dropped``.
        """
        cards = tuple(cards)
        home = home or self.piles_by_card.get(cards[0], Pile("hand", self.seat))
        is_own = home.owner == self.seat and HIDDEN not in cards
        if is_own and self.slot_kind:
            return None
        if not is_own and cards[0] in self.piles_by_card and pile == Pile("hand", self.seat):
            return self.double_click_result(cards[0])
        is_source = is_own or cards[0] in self.piles_by_card
        results: list[Move | Refusal] = []
        for several in dict.fromkeys((cards, tuple(self._with_selected(cards)))) if is_source else ():
            put = self._put(several, pile)
            results += put or (self._name(several, home, pile) if cards[0] in self.piles_by_card else [])
        if not results and not (cards[0] in self.piles_by_card and self._playable_cards):
            for several in dict.fromkeys(((), tuple(self.selected_cards))):
                results += self._name(several, home, pile)
        return (
            _first_move(results)
            or (self._refuse_unasked(cards, pile) if is_source else None)
            or self._refuse_seat(pile)
        )

    def _refuse_unasked(self, cards: tuple[Card, ...], pile: Pile) -> Refusal | None:
        """Return the game's reason why a pile that takes cards takes none for this question; None without one."""
        kinds = self.controls.drop_kinds_by_verb
        verb = next((verb for verb, kind in kinds.items() if kind == pile.kind), None)
        refusal = None if verb is None else self.view.refusal(Move(self.seat, verb, cards))
        return None if refusal is None or refusal.key == "not_now" else refusal

    def _refuse_seat(self, pile: Pile) -> Refusal | None:
        """Return the game's reason why a pile of another seat isn't named by any answer; None without one."""
        if pile.owner in (TABLE, self.seat, self.played_seat):
            return None
        named = self.named_result(pile)
        return named if isinstance(named, Refusal) else self.view.other_seat_refusal(self.seat)

    def can_drag_pile(self, pile: Pile) -> bool:
        """Whether the top card of a pile can be dragged, as a move names the pile, or a refused one does."""
        return pile in self._draggable_piles or self.named_result(pile) is not None

    def select_dropped(self, cards: Iterable[Card], pile: Pile) -> bool:
        """Select dropped cards if the pile takes them only together with more cards; return whether it does."""
        together = self._with_selected(cards)
        if not self.wants_more(together, pile):
            return False
        self.selected_cards = together
        return True

    def _with_selected(self, cards: Iterable[Card]) -> list[Card]:
        return [*self.selected_cards, *(card for card in cards if card not in self.selected_cards)]

    def wants_more(self, cards: Iterable[Card], pile: Pile) -> bool:
        """Whether a legal move puts these cards, the selected ones and more on a pile."""
        cards = self._with_selected(cards)
        if self.slot_kind or any(card not in self.piles_by_card for card in cards):
            return False
        have, kinds = Counter(map(self._equivalence_key, cards)), self.controls.drop_kinds_by_verb
        verbs = {
            verb
            for verb in self._verbs_with_cards
            if kinds.get(verb) == pile.kind
            or any(pile == named for named, _ in self.view.named_piles(Move(self.seat, verb)))
        }
        return any(move.verb in verbs and move.to in (-1, pile.index) and have < count for move, count in self._counts)

    def _name(self, cards: tuple[Card, ...], *piles: Pile) -> list[Move | Refusal]:
        """Return the moves and refusals of cards that a click on a pile means, or a drag between two piles."""
        ask = self.view.ask
        assert ask is not None
        results: list[Move | Refusal] = []
        for verb in self.view.verbs[ask.what]:
            for to in dict.fromkeys((-1, *(number for pile in piles for number in (pile.index, pile.owner)))):
                move = Move(self.seat, verb, cards, to)
                named = self.view.named_piles(move)
                if named and (named[0][0] in piles if len(piles) == 1 else self._has_pair(named, *piles)):
                    refusal = self.view.refusal(move)
                    results += [move] if refusal is None else [refusal] if refusal.key != "not_now" else []
        return results

    def _has_pair(self, named: Iterable[tuple[Pile, Pile]], home: Pile, pile: Pile) -> bool:
        """Whether a drag between two piles joins a pair of those that a move names; a card in front of the player
        stands for the hand."""
        hand = Pile("hand", self.seat)
        ways = {(home, pile), (pile, home), *([(pile, hand)] if home.owner == self.seat else [])}
        return any(pair in ways for pair in named)

    def _put(self, cards: tuple[Card, ...], pile: Pile) -> list[Move | Refusal]:
        """Return the move or refusal of putting cards on a pile, for each verb (kind of move) that fits its kind."""
        ask = self.view.ask
        assert ask is not None
        results: list[Move | Refusal] = []
        if pile.owner not in (TABLE, self.played_seat):
            return results
        for verb, kind in self.controls.drop_kinds_by_verb.items():
            if kind == pile.kind and verb in self.view.verbs[ask.what]:
                named_by_index = any(move.to >= 0 for move in self.legal_moves if move.verb == verb)
                for to in (pile.index, -1) if named_by_index else (-1, pile.index):
                    move = Move(self.seat, verb, cards, to)
                    results.append(self.view.refusal(move) or move)
        return results

    def exchange_dropped(self, card: Card, pile: Pile) -> None:
        """Exchange a hand card dropped on a slot with the slot's card, or select a slot's card dropped on the hand.

        Drops on other piles do nothing. Only for arranging.
        """
        inside = card in self.slot_cards
        target = self._slot_card(pile)
        if pile.owner != self.seat:
            return
        if target is not None and target != card and not inside:
            self.selected_cards = [card]
            self._select_or_exchange(target)
        elif pile.kind == "hand" and inside:
            self.selected_cards = [card]

    def _slot_card(self, pile: Pile) -> Card | None:
        if pile.kind != self.slot_kind or pile.index >= len(self.slot_cards):
            return None
        return self.slot_cards[pile.index]

    def can_drop(self, cards: Iterable[Card], pile: Pile) -> bool:
        """Whether a legal move lets the player drop a card of theirs on a pile: alone, with the selected ones, or with
        more to follow."""
        if self.slot_kind:
            return pile.kind == self.slot_kind and pile.owner == self.seat
        return isinstance(self.drop_result(cards, pile), Move) or self.wants_more(cards, pile)

    # --- answering --------------------------------------------------------------------------------------------------

    def complete_moves(self) -> list[Move]:
        """Return the player's legal moves with exactly the selected cards; without a selection, the hinted move."""
        if self.hinted_move is not None and self.follows_hint:
            return [self.hinted_move]
        if self.slot_kind:
            if self.must_change and not self.has_exchanged:
                return []
            verb = self.legal_moves[0].verb
            move = Move(self.seat, verb, tuple(self.slot_cards))
            return [move] if self.view.refusal(move) is None else []
        if self.selected_pile is not None:
            result = self.named_result(self.selected_pile)
            return [result] if isinstance(result, Move) else []
        have = Counter(map(self._equivalence_key, self.selected_cards))
        moves = [move._replace(cards=tuple(self.selected_cards)) for move, count in self._counts if count == have]
        return [move for move in moves if self.view.refusal(move) is None]

    def answers(self) -> list[Answer]:
        """Return the player's answer buttons: complete moves, then moves without cards, also those not legal now."""
        controls, ask = self.controls, self.view.ask
        assert ask is not None
        plain = [move for move in self.legal_moves if not move.cards and move.verb not in controls.verbs_without_button]
        made = [move for move in self.complete_moves() if move not in plain]  # plain moves keep their order
        plain += [
            Move(self.seat, verb)
            for verb in controls.always_offered_verbs
            if verb in self.view.verbs[ask.what] and all(move.verb != verb for move in plain)
        ]
        return [self._answer(move) for move in (*made, *sorted(plain, key=self._answer_digit))]

    def _answer(self, move: Move) -> Answer:
        return Answer(move, self.view.describe(move), self.view.refusal(move), self._answer_digit(move))

    def _answer_digit(self, move: Move) -> int:
        """Return the digit of an answer's key: verbs are numbered in the question's order, those with cards first."""
        controls, ask = self.controls, self.view.ask
        assert ask is not None
        if move.verb in controls.passing_verbs:
            return 0
        verbs = [verb for verb in self.view.verbs[ask.what] if verb not in controls.passing_verbs]
        verbs.sort(key=lambda verb: verb not in controls.drop_kinds_by_verb)
        return controls.first_digits_by_verb.get(move.verb, 1 + verbs.index(move.verb)) + max(move.to, 0)

    def required_card_count(self) -> int:
        """Return how many cards each legal move with cards takes; 0 if the numbers differ, are 1, or cards are being
        exchanged."""
        if self.slot_kind:
            return 0  # the number of slots isn't the number of cards to select
        sizes = {len(move.cards) for move, _ in self._counts}
        return sizes.pop() if len(sizes) == 1 and max(sizes) > 1 else 0

    def named_result(self, pile: Pile) -> Move | Refusal | None:
        """Return the move without cards that names a pile, or why it isn't legal; None for neither."""
        return _first_move(self._name((), pile))

    def uses_click_on(self, pile: Pile) -> bool:
        """Whether a click on a pile's cards has an effect on the player's choice of a move."""
        if self.selected_cards and pile.kind in self.controls.drop_kinds_by_verb.values():
            return True
        if self.can_drag_pile(pile):  # a refusal counts, too
            return True
        return any(owner == pile for owner in self.piles_by_card.values())

    def click_pile(self, pile: Pile, *, is_double_click: bool) -> Move | Refusal | None:
        """Return the move or the refusal of a click on a pile; None if it is selected.

        Selected cards are put on it. Else the move that names it is made, if the question is not about cards; among
        cards a first click selects the pile, as it does a card, and a second or a double click makes the move.
        """
        selected = tuple(self.selected_cards)
        result = _first_move((self._put(selected, pile) or self._name(selected, pile)) if selected else [])
        result = result or self.named_result(pile)
        is_selected = is_double_click or self.selected_pile == pile
        if isinstance(result, Move) and not result.cards and not is_selected and self.is_selectable(pile):
            self.selected_cards, self.selected_pile = [], pile
            return None
        return result or _first_move(self._put((), pile)) or self._refuse_seat(pile) or self.refuse("not_now")

    def is_selectable(self, pile: Pile) -> bool:
        """Whether a click on a pile first selects it, as the move that names it is one among moves with cards."""
        return bool(self._playable_cards) and isinstance(self.named_result(pile), Move)

    def refuse(self, key: str) -> Refusal:
        """Return a refusal with this key and the rule of the player's question."""
        return self.view.with_rule(Refusal("", key))

    def double_click_result(self, card: Card) -> Move | Refusal | None:
        """Return the move of a double click on a card: the selection with it, else the weakest of the shortest moves
        containing it.

        Legal moves of a kind are listed from the weakest up.
        """
        if self.slot_kind:
            return None
        if card not in self.piles_by_card:
            return self.refusal_of([card])
        together = self.selected_cards if card in self.selected_cards else [*self.selected_cards, card]
        if self.view.refusal(self._move_with(together)) is None:
            return self._move_with(together)
        key = self._equivalence_key(card)
        for move, count in sorted(self._counts, key=lambda pair: len(pair[0].cards)):
            if count[key]:
                other_cards = [c for c in move.cards if self._equivalence_key(c) != key]
                equal_cards = [c for c in self.piles_by_card if self._equivalence_key(c) == key and c != card]
                return move._replace(cards=(card, *equal_cards[: count[key] - 1], *other_cards))
        return self.refusal_of([card])

    def refusal_of(self, cards: Iterable[Card]) -> Refusal | None:
        """Return the reason why the player can't play these cards; None if they can be played."""
        return self.view.refusal(self._move_with(cards))

    def _move_with(self, cards: Iterable[Card]) -> Move:
        assert self.view.ask is not None
        asked = self.view.verbs[self.view.ask.what]
        verb = next((verb for verb in self.controls.drop_kinds_by_verb if verb in asked), asked[0])
        return Move(self.seat, verb, tuple(cards))

    def only_answer(self) -> Move | None:
        """Return the player's only legal move; None if there are several."""
        return self.legal_moves[0] if len(self.legal_moves) == 1 else None


def _first_move(results: Sequence[Move | Refusal]) -> Move | Refusal | None:
    """Return the first move among results, else the first refusal; None without any."""
    return next((result for result in results if isinstance(result, Move)), next(iter(results), None))
