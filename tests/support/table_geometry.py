"""The geometry checker of a card table: the rectangles of everything on it, and the rules that they keep.

Lengths are logical pixels of the card canvas. Cards are measured at their resting places.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pygame import FRect

from engine.boards import VoteTally
from engine.moves import TABLE, Pile, Seat
from scenes.render.space import Point
from scenes.table.cards.captions import captions, pile_fact_chips
from scenes.table.cards.extent import pile_areas, rest_poses_rect
from scenes.table.cards.pile_labels import own_pile_label_rects, pile_labels
from scenes.table.layouts.spreads import OpenHandSpread, TrickSpread
from scenes.table.table import Table
from scenes.ui.widgets import Bubble, Clickable
from tests.support.table_nodes import clickable_nodes, node


class TableItem(NamedTuple):
    """Something on the table."""

    name: str
    rect: FRect
    kind: str
    pile_kind: str = ""
    """Kind of pile in the game; empty for other items."""
    owner: Seat = TABLE


# --- rules ------------------------------------------------------------------------------------------------------------


class Rule(NamedTuple):
    """Minimum distance between two items, negative for a permitted overlap."""

    kinds: frozenset[str]
    """Kinds of one item, or kinds of its pile."""
    other_kinds: frozenset[str]
    min_gap_px: float
    min_gap_crowded_px: float
    """Distance with large texts or beside the open drawer."""


def _rule(kinds: str, other_kinds: str, gap_px: float, crowded_px: float | None = None) -> Rule:
    return Rule(
        frozenset(kinds.split(", ")),
        frozenset(other_kinds.split(", ")),
        gap_px,
        gap_px if crowded_px is None else crowded_px,
    )


_ANYTHING = (
    "own hand, own pile, pile, play, strip, seat pile, open hand, plate, caption, pile fact, name, own name, "
    "seat name, number, prompt, tiles, stake, tool, tag"
)
RULES = (
    _rule("answer", "up", 6, -30),  # Gurch's own card is beside its long answers
    _rule("answer", f"answer, {_ANYTHING}", 6),
    _rule("own hand", "own pile", 15),
    _rule("caption", "own pile", 9),
    _rule("pile fact", "pile", -32),  # lies on the pile's lower edge
    _rule("name", "trick", 16, 2),
    _rule("name", "aside", 16, 8),
    _rule("name", "stake", -3, -70),  # beside the drawer the thrown cards lie next to the stake
    _rule("name", "pile, play, strip", 16),
    _rule("caption", "pile, play, strip", 15, 6),
    _rule("prompt", "pile, play, strip", 16, 6),
    _rule("prompt", "name", 16, 2),
    _rule("prompt", "caption", 16, -13),
    _rule("prompt", "tiles", 16),
    _rule("prompt", "own pile", 16, -3),
    _rule("prompt", "seat pile, open hand", -24),  # closed cards of a seat
    _rule("play", "play, stock, swapped, shown", 12),
    _rule("meld", "meld", -3, -19),  # three own sets beside the drawer
    _rule("play", "open hand", -20),  # two rows of cards in a replay
    _rule("stock, swapped", "open hand", -31),
    _rule("name", "open hand", -13),
    _rule("tiles", "pile, play, seat pile, open hand", 12, 8),
    _rule("stake", "own hand", -8),
    _rule("drawer", f"answer, {_ANYTHING}", 0),
    _rule("drawer", "bubble, talk", 0, -16),
    _rule("bubble, talk", "prompt, answer, tile, tiles, stake", 0),
    _rule("plate, seat pile, open hand", "tool, tag", -3, -9),
    _rule("plate, seat pile, open hand", "seat pile, open hand", -3, -11),
    _rule("word", "concerned plate", 0, -60),
    _rule("spotlit card", "word, concerned plate", 0),
)
"""The first rule for two kinds decides."""
DEFAULT_RULE = _rule("", "", -3)
"""Permits shadows and the tilt of a thrown card."""
UNRELATED_KINDS = (
    ({"tool"}, {"drawer"}),  # the tools lie in the drawer
    ({"tile"}, {"tiles"}),
    ({"stake"}, {"pile", "number"}),  # the columns end under it
    ({"logo"}, {"bubble", "talk"}),
    ({"spotlit card"}, {"spotlit card"}),
    ({"concerned plate"}, {"concerned plate"}),
)


def min_gap_px(one: TableItem, other: TableItem, *, is_crowded: bool) -> float | None:
    """Return the minimum distance between two items; None if they belong together."""
    has_same_owner = one.owner == other.owner != TABLE
    rule = _rule_of_kinds(one.kind, one.pile_kind, other.kind, other.pile_kind, has_same_owner)
    if rule is None:
        return None
    return rule.min_gap_crowded_px if is_crowded else rule.min_gap_px


@cache
def _rule_of_kinds(
    kind: str, pile_kind: str, other_kind: str, other_pile_kind: str, has_same_owner: bool
) -> Rule | None:
    """Return the rule for two items with these kinds, and kinds of their piles; None if they belong together."""
    kinds, other_kinds = {kind, pile_kind}, {other_kind, other_pile_kind}
    if any((kinds & a and other_kinds & b) or (kinds & b and other_kinds & a) for a, b in UNRELATED_KINDS):
        return None
    if has_same_owner:
        both = {pile_kind or kind, other_pile_kind or other_kind}
        if both <= {"up", "down"} or both in ({"meld"}, {"plate", "bubble"}):
            return None  # neighbours show their card indexes
    return next((rule for rule in RULES if _applies(rule, kinds, other_kinds)), DEFAULT_RULE)


def _applies(rule: Rule, kinds: set[str], other_kinds: set[str]) -> bool:
    return bool(
        (rule.kinds & kinds and rule.other_kinds & other_kinds)
        or (rule.kinds & other_kinds and rule.other_kinds & kinds)
    )


def gap_px(one: FRect, other: FRect) -> float:
    """Return the distance between two rectangles; negative is the depth of their overlap."""
    return max(one.left - other.right, other.left - one.right, one.top - other.bottom, other.top - one.bottom)


def gap_faults(items: Sequence[TableItem], *, is_crowded: bool = False) -> list[str]:
    """Return all pairs of items that are closer together than their rule permits."""
    faults = []
    for one, other in combinations(items, 2):
        wanted = min_gap_px(one, other, is_crowded=is_crowded)
        if wanted is not None and (gap := gap_px(one.rect, other.rect)) < wanted - 0.5:
            faults.append(f"gap: {one.name} and {other.name}: {gap:.1f} instead of {wanted:.0f}")
    return faults


def table_faults(table: Table) -> list[str]:
    """Return the faults of a table: items too close together or outside the window, and small targets."""
    is_announcing = table.hud.announcement.current is not None
    items = list(announcement_items(table)) if is_announcing else table_items(table)
    is_crowded, window = table.model.canvas.ui_scale > 1 or table.drawer.page is not None, table.renderer.window_area
    faults = gap_faults(items, is_crowded=is_crowded)
    faults += [f"outside: {one.name} {one.rect} of {window.size}" for one in items if _leaves(one, window)]
    return faults if is_announcing else faults + list(_widget_faults(table))


def _leaves(item: TableItem, window: FRect) -> bool:
    """Whether an item isn't in the window; of cards, the sides must be."""
    left, right = item.rect.left < window.left - 1, item.rect.right > window.right + 1
    above, below = item.rect.top < window.top - 1, item.rect.bottom > window.bottom + 1
    return left or right or (not item.pile_kind and (above or below))


def _widget_faults(table: Table) -> Iterator[str]:
    """Yield buttons on the felt with a low target, and buttons beyond the sides of the open drawer."""
    hud, drawer = table.hud, table.drawer
    for button in clickable_nodes(hud):
        x, y = button.rect.center
        if not button.is_hit(Point(x, y - 21.9)):
            yield f"small target: {type(button).__name__} {button.rect}"
    by = drawer.renderer.scale / table.renderer.scale
    for one in hud.root.nodes_in("drawer", Clickable) if drawer.page is not None else ():
        area = hud.root.place_of(one).screen_area
        if area.left < by * drawer.rect.left or area.right > by * drawer.rect.right:
            yield f"outside: {type(one).__name__} of the drawer"


# --- items ------------------------------------------------------------------------------------------------------------


def table_items(table: Table) -> list[TableItem]:
    """Return everything on the table that has a rule, at rest."""
    table.hud.update_turn()
    return [*_pile_items(table), *_text_items(table), *_widget_items(table)]


def announcement_items(table: Table) -> Iterator[TableItem]:
    """Yield the large word of the current announcement, its cards, and the plates of the seats that it concerns."""
    hud, ui = table.hud, table.model.canvas.ui_scale
    word = hud.announcement.banner_rect()
    # capitals are lower than their line, and only the ribbon's tails reach its foot
    word = FRect(word.left, word.top + 36, word.width, word.height - 36 - 24)
    yield TableItem("word", _scaled(word, ui), "word")
    for i, rect in enumerate(hud.spotlight.card_rects(hud.announcement.cards_top)):
        yield TableItem(f"spotlit card {i}", rect, "spotlit card")
    for seat in hud.announcement.concerned_seats & table.model.seat_positions.keys():
        yield TableItem(f"plate {seat}", _scaled(hud.plates.plate_rect(seat), ui), "concerned plate")


def _pile_items(table: Table) -> Iterator[TableItem]:
    model, geometry = table.model, table.model.layout.geometry
    counted = {kind for spot in geometry.centre_spots for kind in spot.also_counted_kinds}  # these are on another pile
    for pile, rect in pile_areas(model):
        if pile.owner == TABLE and pile.kind in counted:
            continue
        name, spread = f"{pile.kind} {pile.index} of {pile.owner}", model.pile_geometries()[pile].spot.spread
        lying = model.shown.piles.get(pile, [])
        earlier = (
            [token for token in lying if token.batch != lying[-1].batch] if isinstance(spread, TrickSpread) else []
        )
        if earlier and (strip := rest_poses_rect(model, earlier)) is not None:
            yield TableItem(f"strip of {name}", strip, "strip")
        latest = rest_poses_rect(model, lying[len(earlier) :]) if earlier else None
        kind = "open hand" if isinstance(spread, OpenHandSpread) else _pile_category(table, pile)
        yield TableItem(name, latest or rect, kind, pile.kind, pile.owner)


def _pile_category(table: Table, pile: Pile) -> str:
    model, cross = table.model, table.model.layout.geometry.trick_cross
    if pile == model.hand.pile:
        return "own hand"
    if cross is not None and pile.kind == cross.kind:
        return "play"
    return "pile" if pile.owner == TABLE else "own pile" if pile.owner == model.viewer else "seat pile"


def _text_items(table: Table) -> Iterator[TableItem]:
    """Yield captions, names and numbers at piles, and the prompt."""
    hud, model = table.hud, table.model
    ui, renderers = model.canvas.ui_scale, (hud.caption_renderer, table.renderer, table.words)
    facts = {chip.string for chip in pile_fact_chips(hud.renderer, hud.words, model)}
    for caption in captions(hud.renderer, hud.words, model, [button.rect for button in hud.answer_buttons]):
        kind = "pile fact" if caption.string in facts else "caption"
        yield TableItem(f"{kind} {caption.string}", _scaled(caption.rect, ui), kind)
    for label in pile_labels(model, *renderers):
        kind = "number" if label.is_pile_number else "name" if label.pile.owner == TABLE else "seat name"
        yield TableItem(f"{kind} {label.text}", label.rect, kind, owner=label.pile.owner)
    for rect in own_pile_label_rects(model, *renderers):
        yield TableItem("name of own piles", rect, "own name", owner=model.viewer)
    if hud.prompt and not hud.board_view.replaces_prompt:
        yield TableItem("prompt", _scaled(hud.prompt_pill(hud.prompt).rect, ui), "prompt")


def _widget_items(table: Table) -> Iterator[TableItem]:
    """Yield plates, bubbles, answers, board, tools, deal tag and drawer."""
    hud, ui = table.hud, table.model.canvas.ui_scale
    boards, card_scale = hud.board_view, table.renderer.scale
    for seat in table.model.seat_positions:
        yield TableItem(f"plate {seat}", _scaled(hud.plates.plate_rect(seat), ui), "plate", owner=seat)
    for seat, bubble in hud.bubbles.placed_bubbles().items():
        kind = "talk" if bubble.is_talk else "bubble"
        yield TableItem(f"{kind} {seat}", _scaled(bubble.rect, ui), kind, owner=seat)
    for note in hud.root.nodes_in("hand note", Bubble):
        yield TableItem(f"hand note {note.string}", _scaled(note.rect, ui), "bubble")
    if boards.board is not None:
        kind = "tiles" if isinstance(boards.board, VoteTally) else "stake"
        yield TableItem(kind, _scaled(boards.rect_in_board_renderer(), boards.board_renderer.scale / card_scale), kind)
    for button in hud.answer_buttons:
        kind = "tile" if boards.tiles_are_buttons else "answer"
        yield TableItem(f"{kind} {button.label}", _scaled(button.rect, ui), kind)
    for tool in hud.tools:
        yield TableItem(f"tool {tool.key}", _scaled(tool.rect, ui), "tool")
    if (logo := hud.turn_path.logo_rect()) is not None:
        yield TableItem("logo", logo, "logo")
    yield TableItem("deal tag", _scaled(node(hud, "deal tag").rect, ui), "tag")
    if table.drawer.page is not None:
        yield TableItem("drawer", _scaled(table.drawer.rect, table.drawer.renderer.scale / card_scale), "drawer")


def _scaled(rect: FRect, factor: float) -> FRect:
    return FRect(*(factor * side for side in rect))
