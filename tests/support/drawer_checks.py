"""Checks of the open drawer: it covers nothing, causes no overlaps, and one button reacts to Enter."""

from pygame import FRect

from scenes.table.table import Table
from scenes.ui.widgets import Button, Clickable
from tests.support.overlaps import MAX_OVERLAP_PX, overlaps, table_items

MAX_OVERLAP_FRACTION = 0.1
"""Maximum additional fraction of an item that an answer, the prompt or a board covers beside the open drawer."""


def covered_by_drawer(table: Table) -> list[str]:
    """Return the table items that the drawer covers (plates, cards, slots, answers, prompt) or pushes out of the
    window."""
    drawer, hud, model = table.drawer, table.hud, table.model
    page = drawer.page
    if page is None:
        return []
    edge = drawer.rect.left * drawer.renderer.scale
    table_renderer, hud_renderer = table.renderer, hud.renderer
    faults = []
    right_edges = {
        f"plate {seat}": hud_renderer.scale * hud.plates.plate_rect(seat).right for seat in model.seat_positions
    }
    right_edges |= {f"answer {one.label}": hud_renderer.scale * one.rect.right for one in hud.answer_buttons}
    right_edges |= {
        f"place {pile}": table_renderer.scale * (place.x + place.card_width / 2)
        for pile, place in model.pile_geometries().items()
    }
    for key, pose in model.director.rest_poses.items():
        right_edges[f"card {key} of {model.pile_of(key)}"] = table_renderer.scale * (pose.x + pose.width / 2)
    for seat, bubble in hud.bubbles.placed_bubbles().items():
        right_edges[f"bubble {seat}"] = hud_renderer.scale * bubble.rect.right
    prompt = table.prompt_text()
    if prompt:
        right_edges["prompt"] = hud_renderer.scale * hud.prompt_pill(prompt).rect.right
    faults += [f"{name}: {right:.0f} > {edge:.0f}" for name, right in right_edges.items() if right > edge]
    for key, pose in model.director.rest_poses.items():
        if pose.x - pose.width / 2 < 0:
            faults.append(f"card {key} of {model.pile_of(key)} leaves the window")
    window = FRect(0, 0, drawer.renderer.width + 0.5, drawer.renderer.height + 0.5)
    if not window.contains(drawer.rect):
        faults.append("the drawer leaves the window")
    left, right = drawer.rect.left, drawer.rect.right
    by = drawer.renderer.scale / table.renderer.scale
    areas = [(one, hud.root.place_of(one).screen_area) for one in hud.root.nodes_in("drawer", Clickable)]
    outside_widgets = [one for one, area in areas if area.right > by * right or area.left < by * left]
    return faults + [f"{type(one).__name__} leaves the drawer" for one in outside_widgets]


def overlaps_beside_drawer(table: Table) -> list[str]:
    """Return the overlaps beside the open drawer that don't exist when it is closed."""
    drawer = table.drawer
    if drawer.page is None:
        return []
    open_overlaps, open_shares = overlaps(table), _overlap_fractions(table)
    pages, drawer._pages = drawer._pages, []
    table.lay_out()
    table.finish_animations()
    closed_names, closed_shares = {one.partition(":")[0] for one in overlaps(table)}, _overlap_fractions(table)
    drawer._pages = pages
    table.lay_out()
    table.finish_animations()
    new_overlaps = [one for one in open_overlaps if one.partition(":")[0] not in closed_names]
    return new_overlaps + [
        f"{name}: {share:.2f}"
        for name, share in open_shares.items()
        if share > closed_shares.get(name, 0.0) + MAX_OVERLAP_FRACTION
    ]


def _overlap_fractions(table: Table) -> dict[str, float]:
    """Return the items under the answers, the prompt and the board, with the covered fraction of the smaller of the
    two."""
    hud, ui = table.hud, table.model.canvas.ui_scale
    rects = {one.name: one.rect for one in table_items(table) if not one.name.startswith(("bubble", "caption"))}
    checked_rects = {f"answer {i}": _scaled(one.rect, ui) for i, one in enumerate(hud.answer_buttons)}
    checked_rects["board"] = _scaled(
        hud.board_view.rect_in_board_renderer(), hud.board_view.board_renderer.scale / table.renderer.scale
    )
    prompt = table.prompt_text()
    if prompt and not hud.board_view.replaces_prompt:
        checked_rects["prompt"] = _scaled(hud.prompt_pill(prompt).rect, ui)
    shares = {}
    for name, rect in checked_rects.items():
        for other, box in rects.items():
            both = rect.clip(box)
            if both.width > MAX_OVERLAP_PX and both.height > MAX_OVERLAP_PX:
                smaller = min(rect.width * rect.height, box.width * box.height)
                shares[f"{name} on {other}"] = both.width * both.height / smaller
    return shares


def _scaled(rect: FRect, factor: float) -> FRect:
    return FRect(*(factor * side for side in rect))


def enter_button_labels(table: Table) -> list[str]:
    """Return the labels of the buttons marked for the Enter key."""
    enter = table.words("app.key.enter")
    page = table.drawer.page
    buttons = [*table.hud.answer_buttons, *table.hud.root.nodes_in("drawer", Button)]
    assert page is None or page.enter_button is None or page.enter_button.key in [one.key for one in buttons]
    return [one.label for one in buttons if one.kind == "primary" or one.key_hint == enter]
