"""Captions at piles: lasting facts such as the named suit, the last play, and a mark that says who sees the own
card."""

from collections.abc import Iterator, Sequence

from pygame import FRect

from engine.cards import HIDDEN, SUITS
from engine.moves import TABLE, Move, Note, Pile
from scenes.render.renderer import Renderer
from scenes.render.space import Point
from scenes.table.cards.extent import find_rect_if_settled
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words
from scenes.ui.widgets import Bubble, Chip

MAX_LABEL_WIDTH = 140.0
"""Maximum width of the label beside own piles, logical pixels."""
_HEADING_GAP = 12.0
"""Distance from own piles up to their heading, which leaves space for the pill with a pile's worth."""
_TILT_OVERHANG, _NAME_GAP = 2.0, 16.0
"""How far a tilted card extends below its pile, and the distance from there down to the name of a play."""
_SECRET_CHIP_OFFSET = 24.0
"""Distance from the top of the own card to the chip beside it, used where answers take the space at its middle."""
_CHIP_GAP, _MAX_CHIP_WIDTH = 12.0, 180.0
"""Twice the minimum distance of this chip from an answer, and its maximum width, for which a long name is cut."""
_MAX_UI_SCALE_FOR_CAPTIONS = 1.25
"""Maximum text scale at which captions fit between the piles."""


def last_play_note(model: TableModel, kind: str, verb: str) -> Note | None:
    """Return a text note on the last cards played to a table pile, and by which seat; None for closed or dealt
    cards."""
    tokens = model.shown.piles.get(Pile(kind), [])
    if not tokens or tokens[-1].origin_owner == TABLE:
        return None
    cards = tuple(token.card for token in tokens if token.batch == tokens[-1].batch)
    if HIDDEN in cards:
        return None
    seat = tokens[-1].origin_owner
    note = model.match.game.describe(Move(seat, verb, tuple(sorted(cards))))
    return Note(note.key, {**note.placeholders, "seat": seat})


def pile_fact_chips(renderer: Renderer, words: Words, model: TableModel) -> Iterator[Chip]:
    """Yield label chips for the lower edges of piles about which a lasting fact holds, such as the named suit.

    A pile gets its chip when its top card is shown, or when it is shown empty. The chips appear at every text size, as
    the game needs the fact.
    """
    game, ui = model.match.game, model.canvas.ui
    for pile in model.shown.piles:
        if (fact := game.pile_fact(pile)) is None or (geometry := model.pile_geometry(pile)) is None:
            continue
        if model.shown.shown_cards(pile)[-1:] == model.shown.actual_visible_cards(pile)[-1:]:
            suit = fact.placeholders.get("suit")
            icon = "" if suit is None else f"suit_{SUITS[suit]}"
            chip = Chip(words.capitalised_note_text(game.slug, "lies", fact), icon=icon)
            x, y = ui.to_local(Point(geometry.x, geometry.bottom))
            chip.place_at(renderer, x, y - 8, "center")
            yield chip


def own_pile_headings(renderer: Renderer, words: Words, model: TableModel) -> Iterator[Chip]:
    """Yield the label chips with the headings of the player's piles, one above the highest pile of each kind."""
    game = model.match.game
    for spot in model.layout.geometry.own_spots:
        piles = model.shown.piles.items() if spot.has_heading_above_own else ()
        own = [tokens for pile, tokens in piles if tokens and pile[:2] == (spot.kind, model.viewer)]
        box = find_rect_if_settled(model, [token for tokens in own for token in tokens]) if own else None
        if box is not None:
            chip = Chip(words(f"{game.slug}.heading.{spot.kind}", n=len(own)))
            x, y = model.canvas.ui.to_local(Point(box.centerx, box.top - _HEADING_GAP))
            chip.place_at(renderer, x, y - chip.height / 2, "center")
            yield chip


def captions(
    renderer: Renderer, words: Words, model: TableModel, blocked_rects: Sequence[FRect]
) -> Iterator[Bubble | Chip]:
    """Yield all captions at piles; the mark at the own card that others don't see avoids ``blocked_rects``."""
    yield from pile_fact_chips(renderer, words, model)
    yield from own_pile_headings(renderer, words, model)
    ui, layout = model.canvas.ui, model.layout
    if ui.scale > _MAX_UI_SCALE_FOR_CAPTIONS:
        return
    for kind, verb in layout.help.named_play_verbs_by_kind.items():
        note, geometry = last_play_note(model, kind, verb), model.pile_geometry(Pile(kind))
        if note is not None and geometry is not None and note.key in layout.help.named_plays:
            pill = Bubble(words.note_text(model.match.game.slug, "said", note), is_standing_fact=True)
            name_top = ui.to_local(Point(geometry.x, geometry.bottom + _TILT_OVERHANG + _NAME_GAP))
            pill.place_at(renderer, *name_top, "midtop")
            yield pill
    own = model.shown.piles.get(Pile(layout.help.secret_kind, model.viewer), []) if layout.help.secret_kind else []
    rect = find_rect_if_settled(model, own) if own and own[0].card != HIDDEN else None
    if rect is not None:
        others = [seat for seat in range(model.match.game.seats) if seat != model.viewer and own[0].viewers >> seat & 1]
        text = words("app.table.known_to_others", n=len(others)) if others else words("app.table.only_you")
        text = words("app.table.known_to", seat=others[0]) if len(others) == 1 else text
        chip = Chip(text, icon="eye")
        for y in (rect.centery, rect.top + _SECRET_CHIP_OFFSET):
            left, middle = ui.to_local(Point(rect.right, y))
            chip.place_at(renderer, left + 20, middle, "midleft")
            chip.rect.width = min(chip.rect.width, _MAX_CHIP_WIDTH)
            if not any(chip.rect.inflate(_CHIP_GAP, _CHIP_GAP).colliderect(other) for other in blocked_rects):
                yield chip
                break
