"""Captions at piles: standing facts, what was played last, what only the player sees."""

from collections.abc import Iterator, Sequence

from pygame import FRect

from engine.cards import HIDDEN, SUITS
from engine.moves import TABLE, Move, Note, Pile
from scenes.look.look import Look
from scenes.look.widgets import Bubble, Chip
from scenes.table.felt.extent import extent
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

LABEL = 140.0
"""Maximum width of the words beside own piles."""
_WORTH = 12.0
"""From own piles up to their heading, with the pill that says what a pile is worth between them."""
_TILTED, _BELOW = 2.0, 16.0
"""How far a turned card reaches below its place, and from there down to the name of a play."""
_HIGHER = 24.0
"""From the top of the own card to what is said beside it, where answers lie beside its middle."""
_CROWDED = 1.25
"""Factor of texts above which there is no room between the piles."""


def last_play(stage: Stage, kind: str, verb: str) -> Note | None:
    """The last play on a pile of the table, with the ``seat`` that made it; None for closed or dealt cards."""
    tokens = stage.shown.piles.get(Pile(kind), [])
    if not tokens or tokens[-1].origin == TABLE:
        return None
    cards = tuple(token.card for token in tokens if token.batch == tokens[-1].batch)
    if HIDDEN in cards:
        return None
    seat = tokens[-1].origin
    note = stage.match.game.describe(Move(seat, verb, tuple(sorted(cards))))
    return Note(note.key, {**note.figures, "seat": seat})


def standing_facts(look: Look, words: Words, stage: Stage) -> Iterator[Chip]:
    """Badges on the lower edges of piles with a standing fact, such as the suit that was named.

    A pile has none until it is shown as it is. Texts of every size have them: without the fact nobody could play.
    """
    game, ui = stage.match.game, stage.canvas.ui
    for pile, tokens in stage.shown.piles.items():
        if (fact := game.pile_fact(pile)) is None or (place := stage.place(pile)) is None:
            continue
        lying = game.cards(pile)
        if lying and tokens and tokens[-1].card == lying[-1]:
            suit = fact.figures.get("suit")
            icon = "" if suit is None else f"suit_{SUITS[suit]}"
            said = words.note(game.slug, "lies", fact)
            chip = Chip(said[:1].upper() + said[1:], icon=icon)  # a suit's name alone begins small
            chip.place(look, place.x / ui, (place.y + place.height / 2) / ui - 8, "center")
            yield chip


def headings(look: Look, words: Words, stage: Stage) -> Iterator[Chip]:
    """The headings above own piles, over the highest of each kind."""
    game, ui = stage.match.game, stage.canvas.ui
    for spot in stage.layout.own:
        piles = stage.shown.piles.items() if spot.heading else ()
        own = [tokens for pile, tokens in piles if tokens and pile[:2] == (spot.kind, stage.viewer)]
        box = extent(stage, [token for tokens in own for token in tokens]) if own else None
        if box is not None:
            chip = Chip(words(f"{game.slug}.heading.{spot.kind}", n=len(own)))
            chip.place(look, box.centerx / ui, (box.top - _WORTH) / ui - chip.height / 2, "center")
            yield chip


def captions(look: Look, words: Words, stage: Stage, taken: Sequence[FRect]) -> Iterator[Bubble | Chip]:
    """The captions at their places; no chip over what is ``taken``."""
    yield from standing_facts(look, words, stage)
    yield from headings(look, words, stage)
    ui, layout = stage.canvas.ui, stage.layout
    if ui > _CROWDED:
        return
    for kind, verb in layout.captions.items():
        note, place = last_play(stage, kind, verb), stage.place(Pile(kind))
        if note is not None and place is not None and note.key in layout.named:
            pill = Bubble(words.note(stage.match.game.slug, "said", note), quiet=True)
            pill.place(look, place.x / ui, (place.y + place.height / 2 + _TILTED + _BELOW) / ui, "midtop")
            yield pill
    own = stage.shown.piles.get(Pile(layout.secret, stage.viewer), []) if layout.secret else []
    box = extent(stage, own) if own and own[0].card != HIDDEN else None
    if box is not None:
        chip = Chip(words("app.table.only_you"), icon="eye")
        for y in (box.centery, box.top + _HIGHER):
            chip.place(look, box.right / ui + 20, y / ui, "midleft")
            if not any(chip.rect.colliderect(other) for other in taken):
                yield chip
                break
