"""Checks that the drawer covers nothing, and that one button on the screen answers Enter."""

from pygame import FRect

from scenes.look.widgets import Button
from scenes.table.table import Table


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
    window = FRect(0, 0, drawer.look.width + 0.5, drawer.look.height + 0.5)
    if not window.contains(drawer.rect):
        found.append("the drawer leaves the window")
    left, right = drawer.rect.left, drawer.rect.right
    beyond = [one.widget for one in drawer.reachable() if one.area.right > right or one.area.left < left]
    return found + [f"{type(one).__name__} leaves the drawer" for one in beyond]


def entering(table: Table) -> list[str]:
    """The labels of the buttons that say that they answer Enter."""
    enter = table.words("app.key.enter")
    page = table.drawer.page
    buttons = [*table.hud.answers.buttons, *(one.widget for one in table.drawer.reachable())]
    assert page is None or page.enter is None or page.enter in buttons
    return [one.label for one in buttons if isinstance(one, Button) and (one.kind == "primary" or one.hint == enter)]
