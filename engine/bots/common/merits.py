"""Merits of moves: facts about a move that its seat can see, such as the cards that it keeps. Hints give one as reason.

Each game lists the merits of a move, the most important first, as notes with a text ``<slug>.merit.<key>``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from engine.bots.common.base import Evaluation
from engine.cards import Card, rank
from engine.game import Game
from engine.moves import Move, Note, Seat

MeritsOf = Callable[[Any, Seat, Move], Iterable[Note]]
"""Returns the merits of a legal move in its seat's view of a game, the most important first."""
IsUnnatural = Callable[[Any, Seat, Move], bool]
"""Whether nobody would recommend a legal move while there are others, in a position of one game."""

MAX_COMPARED_MOVES = 8
"""Maximum number of legal moves with which a move is compared where no others are evaluated."""
_KEPT_GROUP_KEYS = {2: "keeps_pair", 3: "keeps_three", 4: "keeps_four"}


def list_no_merits(_view: Game, _seat: Seat, _move: Move) -> Sequence[Note]:
    """Return the merits of a move in a game without any."""
    return ()


def is_never_unnatural(_view: Game, _seat: Seat, _move: Move) -> bool:
    """Whether a move is unnatural in a game without such moves: never."""
    return False


def merit(key: str, **figures: int) -> Note:
    """Return a merit with the figures of its text."""
    return Note(key, figures)


def kept_groups(held: Iterable[Card], played: Sequence[Card]) -> Iterator[Note]:
    """Yield a merit for each pair, three or four of a rank among held cards of which none is played, largest first."""
    counts, split = Counter(map(rank, held)), set(map(rank, played))
    for index, count in sorted(counts.items(), key=lambda pair: -pair[1]):
        if index not in split and count in _KEPT_GROUP_KEYS:
            yield merit(_KEPT_GROUP_KEYS[count], rank=index)


def find_distinct_merit(merits_of: MeritsOf, view: Game, moves: Sequence[Move]) -> Note | None:
    """Return the main merit of the first of these moves that the next ones lack; None without one.

    If the second move has all of them, it is one that a later move lacks. A single move is compared with other legal
    ones.
    """
    first, *others = moves
    if not others:
        others = [move for move in view.legal_moves(first.seat) if move != first][:MAX_COMPARED_MOVES]
    own, *compared = (tuple(merits_of(view, move.seat, move)) for move in (first, *others))
    distinct = [note for note in own if any(note not in other for other in compared)]
    return min(distinct, key=lambda note: [note in other for other in compared], default=None)


def drop_unnatural(is_unnatural: IsUnnatural, view: Game, options: Sequence[Evaluation]) -> tuple[Evaluation, ...]:
    """Return the evaluated moves without unnatural ones, however a search judges them; all if there are no others."""
    natural = (option for option in options if not is_unnatural(view, option.move.seat, option.move))
    return tuple(natural) or tuple(options)
