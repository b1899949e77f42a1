"""Checks of the open drawer: it covers nothing, causes no overlaps, and one button reacts to Enter."""

from pygame import FRect

from scenes.render.widgets import Button
from scenes.table.table import Table
from tests.support.overlaps import MAX_OVERLAP_PX, overlaps, table_items

MAX_OVERLAP_SHARE = 0.1
"""Maximum fraction of an item that may be covered by an answer, the prompt or a board only beside the open drawer."""


def covered_by_drawer(table: Table) -> list[str]:
    """Return the table items that the drawer covers (plates, cards, slots, answers, prompt) or pushes out of the
    window.
    """
    drawer, hud, stage = table.drawer, table.hud, table.model
    page = drawer.page
    if page is None:
        return []
    edge = drawer.rect.left * drawer.renderer.scale
    look, around = table.renderer, hud.renderer
    found = []
    things = {f"plate {seat}": around.scale * hud.plates.plate_rect(seat).right for seat in stage.seat_positions}
    things |= {f"answer {one.label}": around.scale * one.rect.right for one in hud.answer_buttons.buttons}
    things |= {
        f"place {pile}": look.scale * (place.x + place.width / 2) for pile, place in stage.pile_geometries().items()
    }
    for key, pose in stage.director.rest_poses.items():
        things[f"card {key} of {stage.pile_of(key)}"] = look.scale * (pose.x + pose.width / 2)
    for seat, bubble in hud.bubbles.placed_bubbles().items():
        things[f"bubble {seat}"] = around.scale * bubble.rect.right
    prompt = table.prompt_text()
    if prompt:
        things["prompt"] = around.scale * hud.prompt_pill(prompt).rect.right
    found += [f"{name}: {right:.0f} > {edge:.0f}" for name, right in things.items() if right > edge]
    for key, pose in stage.director.rest_poses.items():
        if pose.x - pose.width / 2 < 0:
            found.append(f"card {key} of {stage.pile_of(key)} leaves the window")
    window = FRect(0, 0, drawer.renderer.width + 0.5, drawer.renderer.height + 0.5)
    if not window.contains(drawer.rect):
        found.append("the drawer leaves the window")
    left, right = drawer.rect.left, drawer.rect.right
    beyond = [one.widget for one in drawer.focus_targets() if one.area.right > right or one.area.left < left]
    return found + [f"{type(one).__name__} leaves the drawer" for one in beyond]


def overlaps_beside_drawer(table: Table) -> list[str]:
    """Return the overlaps beside the open drawer that don't exist when it is closed."""
    drawer = table.drawer
    if drawer.page is None:
        return []
    lying, beside = overlaps(table), _overlap_shares(table)
    pages, drawer._pages = drawer._pages, []
    table.lay_out()
    table.finish_animations()
    before, usual = {one.partition(":")[0] for one in overlaps(table)}, _overlap_shares(table)
    drawer._pages = pages
    table.lay_out()
    table.finish_animations()
    found = [one for one in lying if one.partition(":")[0] not in before]
    return found + [
        f"{name}: {part:.2f}" for name, part in beside.items() if part > usual.get(name, 0.0) + MAX_OVERLAP_SHARE
    ]


def _overlap_shares(table: Table) -> dict[str, float]:
    """Return the items under the answers, the prompt and the board, with the covered fraction of the smaller of the
    two.
    """
    hud, ui = table.hud, table.model.canvas.ui_scale
    lying = {one.name: one.rect for one in table_items(table) if not one.name.startswith(("bubble", "caption"))}
    asked = {f"answer {i}": _scaled(one.rect, ui) for i, one in enumerate(hud.answer_buttons.buttons)}
    asked["board"] = _scaled(hud.board_view.board_rect(), hud.board_view.renderer.scale / table.renderer.scale)
    prompt = table.prompt_text()
    if prompt and not hud.board_view.replaces_prompt:
        asked["prompt"] = _scaled(hud.prompt_pill(prompt).rect, ui)
    found = {}
    for name, rect in asked.items():
        for other, box in lying.items():
            both = rect.clip(box)
            if both.width > MAX_OVERLAP_PX and both.height > MAX_OVERLAP_PX:
                smaller = min(rect.width * rect.height, box.width * box.height)
                found[f"{name} on {other}"] = both.width * both.height / smaller
    return found


def _scaled(rect: FRect, factor: float) -> FRect:
    return FRect(*(factor * side for side in rect))


def enter_button_labels(table: Table) -> list[str]:
    """Return the labels of the buttons marked for the Enter key."""
    enter = table.words("app.key.enter")
    page = table.drawer.page
    buttons = [*table.hud.answer_buttons.buttons, *(one.widget for one in table.drawer.focus_targets())]
    assert page is None or page.enter_button is None or page.enter_button in buttons
    return [
        one.label for one in buttons if isinstance(one, Button) and (one.kind == "primary" or one.key_hint == enter)
    ]
