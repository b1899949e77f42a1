"""What lies on the table and is to be seen, each with how much that matters: panels find their room by it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pygame import FRect

from engine.cards import HIDDEN
from engine.moves import TABLE, Pile, Seat
from scenes.look.theme import ON_FELT
from scenes.table.felt.told import told, word_to_beat
from scenes.table.stage.layout import Plays
from scenes.table.stage.shown import Token

if TYPE_CHECKING:
    from scenes.table.hud import Hud

PRESSED, PLAYED, SEATS, RAISED, SAID, BACKS, NEAR = 1500.0, 40.0, 12.0, 8.0, 2.0, 1.0, 0.2
"""How much it matters that a panel doesn't cover: the own hand, what is asked and what can be pressed; what else is
played with; seats, and cards of theirs that can be read; where raised cards of the hand reach; what was said; closed
cards of others; where something may come to lie."""
_CAPTION, _LABEL = 22.0, 140.0
"""Between a pile and the middle of its caption; the greatest width of the words beside own piles."""
_FACE, _WORTH = 20.0, 10.0
"""So far small marks stand out over a play, and over a pile."""
_LIFT = 30.0
"""So much higher are cards of the hand that are chosen, or under the pointer."""


class Lying(NamedTuple):
    """Something on the table, in the coordinates of texts and buttons."""

    rect: FRect
    weight: float


def lying(hud: Hud, targets: Collection[Pile] = ()) -> list[Lying]:
    """Everything but the prompt and panels; onto ``targets`` cards may go now."""
    ui = hud.stage.canvas.ui
    felt = [*_piles(hud), *_places(hud, targets)]
    found = [
        Lying(FRect(rect.left / ui, rect.top / ui, rect.width / ui, rect.height / ui), weight) for rect, weight in felt
    ]
    return [*found, *_around(hud)]


def standing(hud: Hud) -> list[Lying]:
    """What a panel that stays had better not cover: plates, cards but the own hand, where others say something."""
    stage, ui = hud.stage, hud.stage.canvas.ui
    found = [Lying(hud.plate_room(seat), SEATS) for seat in stage.chairs]
    found += [Lying(hud.bubbles.room(seat), SAID) for seat in stage.chairs if seat != stage.viewer]
    for pile, tokens in stage.shown.piles.items():
        box = _resting(hud, tokens) if pile != stage.hand.pile else None
        if box is not None:
            rect = FRect(box.left / ui, box.top / ui, box.width / ui, box.height / ui)
            found.append(Lying(rect, _weight(pile.owner, tokens, stage.viewer)))
    return found


def _around(hud: Hud) -> Iterator[Lying]:
    """Plates, words, tools, answers."""
    look, stage, canvas = hud.look, hud.stage, hud.stage.canvas
    for seat in stage.chairs:
        yield Lying(hud.plate_room(seat), SEATS)
    for bubble in hud.bubbles.placed().values():
        yield Lying(bubble.rect, SAID)
    for fact in told(look, hud.words, stage, [button.rect for button in hud.buttons]):
        yield Lying(fact.rect, SAID)
    word = word_to_beat(look, hud.words, stage)
    if word is not None:
        label, x, y = word
        yield Lying(_centred(x, y, label.get_width() / look.scale, label.get_height() / look.scale), SEATS)
    for button in hud.buttons:
        yield Lying(button.rect, PRESSED)
    for tool in (*hud.icons, hud.rules):
        across, down = (max(0.0, look.reach - length) for length in tool.rect.size)
        yield Lying(tool.rect.inflate(across, down), PRESSED)
    yield Lying(hud.tag_room(), SEATS)
    board, by = hud.boards.rect(), hud.boards.look.scale / look.scale
    yield Lying(FRect(board.left * by, board.top * by, board.width * by, board.height * by), PLAYED)
    choice = stage.choice
    if choice is not None and choice.needed():
        yield Lying(_centred(look.width / 2, look.height - 234, 150, 28), SEATS)
    left, top, right, bottom = (side / canvas.ui for side in stage.hand_zone())
    yield Lying(FRect(left, top, right - left, bottom - top), NEAR)


def _centred(x: float, y: float, wide: float, high: float) -> FRect:
    return FRect(x - wide / 2, y - high / 2, wide, high)


def _piles(hud: Hud) -> Iterator[tuple[FRect, float]]:
    """The cards, in the coordinates of the canvas."""
    stage = hud.stage
    for pile, tokens in stage.shown.piles.items():
        place = stage.place(pile) if tokens else None
        if place is None:
            continue
        if pile == stage.hand.pile:
            box = _resting(hud, tokens)
            if box is not None:
                yield box, PRESSED
                yield FRect(box.left - 12, box.top - _LIFT, box.width + 24, _LIFT), RAISED
        elif pile.owner == TABLE and isinstance(place.spot.spread, Plays):
            for box in _plays(hud, tokens):
                yield FRect(box.left, box.top - _FACE / 2, box.width + _FACE / 2, box.height + _FACE / 2), PLAYED
        else:
            box = _resting(hud, tokens)
            if box is not None and place.spot.worth:
                box = FRect(box.left, box.top - _WORTH, box.width + _WORTH, box.height + _WORTH)
            if box is not None:
                yield box, _weight(pile.owner, tokens, stage.viewer)


def _weight(owner: Seat, tokens: list[Token], viewer: Seat) -> float:
    if owner in (TABLE, viewer):
        return PLAYED
    return SEATS if any(token.card != HIDDEN for token in tokens) else BACKS


def _resting(hud: Hud, tokens: Sequence[Token]) -> FRect | None:
    """The box around pieces where they rest, also while they are still on their way there."""
    rest = hud.stage.director.rest
    boxes = [
        _centred(pose.x, pose.y, pose.width, pose.height)
        for token in tokens
        if (pose := rest.get(token.id)) is not None and not pose.buried
    ]
    return boxes[0].unionall(boxes[1:]) if boxes else None


def _plays(hud: Hud, tokens: list[Token]) -> Iterator[FRect]:
    """The box around each play that is seen."""
    batches: dict[int, list[Token]] = {}
    for token in tokens:
        batches.setdefault(token.batch, []).append(token)
    for several in batches.values():
        box = _resting(hud, several)
        if box is not None:
            yield box


def _places(hud: Hud, targets: Collection[Pile]) -> Iterator[tuple[FRect, float]]:
    """Empty places, captions, the words beside own piles, in the coordinates of the canvas."""
    stage, look, slug = hud.stage, hud.flat, hud.match.game.slug
    for pile, place in stage.places().items():
        there = stage.shown.piles.get(pile, [])
        if pile in targets or (place.spot.slot and not there):
            yield (
                _centred(place.x, place.y, place.width, place.height),
                PLAYED if pile in targets or pile.owner in (TABLE, stage.viewer) else BACKS,
            )
        if place.spot.caption and (there or place.spot.slot):
            caption = hud.words(f"{slug}.pile.{pile.kind}", {"n": len(there)})
            middle = place.y + place.height / 2 + _CAPTION
            yield _centred(place.x, middle, look.text_width(caption, "label") + 8, 24), PLAYED
        if place.spot.label and pile.owner == stage.viewer and pile.index == 0 and there:
            text = look.paragraph(hud.words(f"{slug}.label.{pile.kind}"), "label", ON_FELT, _LABEL, "right")
            high = text.get_height() / look.scale
            right = place.x - place.width / 2 - 28
            yield FRect(right - _LABEL, place.y - high / 2, _LABEL, high), PLAYED
