"""Checks that the drawer covers nothing, that nothing is crowded beside it, and that one button answers Enter."""

from pygame import FRect

from scenes.look.widgets import Button
from scenes.table.table import Table
from tests.support.lying import SLACK, overlaps, things

CROWDED = 0.1
"""Part of a thing that may lie under an answer, the prompt or a board beside the drawer and didn't without it."""


def uncovered(table: Table) -> list[str]:
    """What the drawer covers of the table: plates, cards, places, answers, the prompt; and what leaves the window."""
    drawer, hud, stage = table.drawer, table.hud, table.stage
    page = drawer.page
    if page is None:
        return []
    edge = drawer.rect.left * drawer.look.scale
    look, around = table.look, hud.look
    found = []
    things = {f"plate {seat}": around.scale * hud.plates.room(seat).right for seat in stage.seats}
    things |= {f"answer {one.label}": around.scale * one.rect.right for one in hud.answers.buttons}
    things |= {f"place {pile}": look.scale * (place.x + place.width / 2) for pile, place in stage.places().items()}
    for key, pose in stage.director.rest.items():
        things[f"card {key} of {stage.pile_of(key)}"] = look.scale * (pose.x + pose.width / 2)
    for seat, bubble in hud.bubbles.placed().items():
        things[f"bubble {seat}"] = around.scale * bubble.rect.right
    prompt = table.prompt()
    if prompt:
        things["prompt"] = around.scale * hud.prompt_pill(prompt).rect.right
    found += [f"{name}: {right:.0f} > {edge:.0f}" for name, right in things.items() if right > edge]
    for key, pose in stage.director.rest.items():
        if pose.x - pose.width / 2 < 0:
            found.append(f"card {key} of {stage.pile_of(key)} leaves the window")
    window = FRect(0, 0, drawer.look.width + 0.5, drawer.look.height + 0.5)
    if not window.contains(drawer.rect):
        found.append("the drawer leaves the window")
    left, right = drawer.rect.left, drawer.rect.right
    beyond = [one.widget for one in drawer.reachable() if one.area.right > right or one.area.left < left]
    return found + [f"{type(one).__name__} leaves the drawer" for one in beyond]


def crowded(table: Table) -> list[str]:
    """What lies on something else beside the open drawer, and wouldn't if it were closed."""
    drawer = table.drawer
    if drawer.page is None:
        return []
    lying, beside = overlaps(table), _asked(table)
    pages, drawer._pages = drawer._pages, []
    table.lay_out()
    table.finish()
    before, usual = {one.partition(":")[0] for one in overlaps(table)}, _asked(table)
    drawer._pages = pages
    table.lay_out()
    table.finish()
    found = [one for one in lying if one.partition(":")[0] not in before]
    return found + [f"{name}: {part:.2f}" for name, part in beside.items() if part > usual.get(name, 0.0) + CROWDED]


def _asked(table: Table) -> dict[str, float]:
    """For answers, prompt and board: what they lie on, with the covered part of the smaller of the two."""
    hud, ui = table.hud, table.stage.canvas.ui
    lying = {one.name: one.box for one in things(table) if not one.name.startswith(("bubble", "caption"))}
    asked = {f"answer {i}": _scaled(one.rect, ui) for i, one in enumerate(hud.answers.buttons)}
    asked["board"] = _scaled(hud.boards.rect(), hud.boards.look.scale / table.look.scale)
    prompt = table.prompt()
    if prompt and not hud.boards.speaks:
        asked["prompt"] = _scaled(hud.prompt_pill(prompt).rect, ui)
    found = {}
    for name, rect in asked.items():
        for other, box in lying.items():
            both = rect.clip(box)
            if both.width > SLACK and both.height > SLACK:
                smaller = min(rect.width * rect.height, box.width * box.height)
                found[f"{name} on {other}"] = both.width * both.height / smaller
    return found


def _scaled(rect: FRect, by: float) -> FRect:
    return FRect(*(by * side for side in rect))


def entering(table: Table) -> list[str]:
    """The labels of the buttons that say that they answer Enter."""
    enter = table.words("app.key.enter")
    page = table.drawer.page
    buttons = [*table.hud.answers.buttons, *(one.widget for one in table.drawer.reachable())]
    assert page is None or page.enter is None or page.enter in buttons
    return [one.label for one in buttons if isinstance(one, Button) and (one.kind == "primary" or one.hint == enter)]
