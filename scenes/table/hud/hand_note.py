"""Note at the player's hand: why only one play is possible, or what the hand is worth before a lead."""

from collections.abc import Iterable

from pygame import FRect

from scenes.render.renderer import Renderer
from scenes.render.space import Point
from scenes.table.hud.panel_placement import best_placement
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words
from scenes.ui.widgets import Bubble

_LIFT_HEIGHT = 46.0
"""Distance from the cards up to the middle of the note, beyond which they may rise, logical pixels."""
_MAX_SHIFT_X, _MAX_SHIFT_Y = 380.0, 130.0
"""Maximum shifts of the note from its usual place."""


def hand_note_text(words: Words, model: TableModel) -> str:
    """Return the text of the note; empty for none."""
    choice, slug = model.choice, model.match.game.slug
    if choice is None:
        return ""
    only, prompt = choice.only_answer(), choice.view.prompt_for(choice.seat)
    if only is not None and only.cards:
        return words(words.find_note_key(slug, "forced", prompt.key) or "app.table.forced", prompt.placeholders)
    worth = choice.view.hand_worth(choice.seat)
    return "" if worth is None else words.note_text(slug, "worth", worth)


def place_hand_note(
    renderer: Renderer, words: Words, model: TableModel, weighted_areas: Iterable[tuple[FRect, float]]
) -> Bubble | None:
    """Return the note above the cards that it is about, or near them; None for none, and where it would cover
    something.

    Args:
        renderer: for texts.
        words: texts.
        model: the table.
        weighted_areas: areas to avoid, with their weights; read only if there is a note.
    """
    text = hand_note_text(words, model)
    if not text:
        return None
    only = model.choice.only_answer() if model.choice is not None else None
    held = [token.id for token in model.shown.piles.get(model.hand.pile, ())]
    played = [token_id for card in (only.cards if only else ()) if (token_id := model.find_token_id(card)) is not None]
    poses = [rest for one in played or held if (rest := model.director.rest_poses.get(one)) is not None]
    if not poses:
        return None
    note = Bubble(text, is_caption=True).with_layout("hand note")
    top = min(pose.y - pose.height / 2 for pose in poses) - _LIFT_HEIGHT
    x, y = model.canvas.ui.to_local(Point(sum(pose.x for pose in poses) / len(poses), top))
    table = FRect(0, 0, renderer.width, model.canvas.ui_bottom).inflate(-12, -12)
    bounds = FRect(x - _MAX_SHIFT_X, y - _MAX_SHIFT_Y, 2 * _MAX_SHIFT_X, 1.5 * _MAX_SHIFT_Y).clip(table)
    placement = best_placement(note.preferred_size(renderer), bounds, weighted_areas, (x, y))
    note.rect = placement.rect
    return None if placement.cost else note
