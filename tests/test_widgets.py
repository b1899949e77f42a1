"""Widgets by mouse and keyboard: pressed, focused, changed, typed in."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from scenes.render import box_styles, theme
from scenes.render.renderer import Renderer
from scenes.render.space import Point, TreeSpace
from scenes.ui.tree import Root
from scenes.ui.widgets import (
    Button,
    IconButton,
    SeatPlate,
    Segmented,
    Slider,
    Stepper,
    TextField,
    Toggle,
)
from tests.support.hand_placed import root_of_placed

pytestmark = pytest.mark.painted


def press_event(pos: tuple[float, float]) -> Event:
    return Event(pygame.MOUSEBUTTONDOWN, button=1, pos=pos)


def release_event(pos: tuple[float, float]) -> Event:
    return Event(pygame.MOUSEBUTTONUP, button=1, pos=pos)


def click(widget: Root, pos: tuple[float, float]) -> bool:
    at = Point[TreeSpace](*pos)
    down = widget.handle(press_event(pos), at)
    return widget.handle(release_event(pos), at) or down


def press_key(widget: Root, code: int, mod: int = 0) -> bool:
    return widget.handle(Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0), None)


def row_of_buttons(renderer: Renderer, count: int = 3) -> tuple[Root, list[Button], list[int]]:
    clicked: list[int] = []
    buttons = [Button(f"Button {i}", lambda i=i: clicked.append(i)) for i in range(count)]  # type: ignore[misc]
    for i, button in enumerate(buttons):
        button.place_at(renderer, 100 + 200 * i, 100)
    return root_of_placed(renderer, *buttons), buttons, clicked


def test_button_is_clicked_by_press_and_release_inside(renderer: Renderer) -> None:
    root, buttons, clicked = row_of_buttons(renderer)
    inside, outside = Point[TreeSpace](*buttons[1].rect.center), Point[TreeSpace](20.0, 600.0)
    assert click(root, inside)
    assert clicked == [1]
    root.handle(press_event(inside), inside)
    assert buttons[1].pressed
    root.handle(release_event(outside), outside)
    assert clicked == [1]
    assert not buttons[1].pressed


def test_disabled_button_does_nothing(renderer: Renderer) -> None:
    root, buttons, clicked = row_of_buttons(renderer)
    buttons[1].enabled = False
    click(root, buttons[1].rect.center)
    assert clicked == []
    assert buttons[1] not in root.focus_order()


def test_hover_follows_pointer(renderer: Renderer) -> None:
    root, buttons, _ = row_of_buttons(renderer)
    over = Point[TreeSpace](*buttons[0].rect.center)
    assert root.handle(Event(pygame.MOUSEMOTION, pos=over), over)
    assert buttons[0].hovered
    assert not root.handle(Event(pygame.MOUSEMOTION, pos=over), over)
    assert root.handle(Event(pygame.WINDOWLEAVE), None)
    assert not buttons[0].hovered


def test_press_far_from_last_pointer_position_counts(renderer: Renderer) -> None:
    root, buttons, clicked = row_of_buttons(renderer)
    for button in (buttons[2], buttons[0], buttons[1]):  # a finger doesn't hover
        click(root, button.rect.center)
    assert clicked == [2, 0, 1]


def test_tab_cycles_in_order_and_enter_clicks(renderer: Renderer) -> None:
    root, buttons, clicked = row_of_buttons(renderer)
    seen = []
    for _ in range(4):
        assert press_key(root, pygame.K_TAB)
        seen.append(root.focus)
    assert seen == [*buttons, buttons[0]]
    assert press_key(root, pygame.K_TAB, pygame.KMOD_SHIFT)
    assert root.focus is buttons[2]
    assert press_key(root, pygame.K_RETURN)
    assert press_key(root, pygame.K_SPACE)
    assert clicked == [2, 2]


def test_arrows_go_to_nearest_widget_in_direction(renderer: Renderer) -> None:
    _, buttons, _ = row_of_buttons(renderer)
    below = Button("Below")
    below.place_at(renderer, 290, 200)
    root = root_of_placed(renderer, *buttons, below)
    press_key(root, pygame.K_TAB)
    press_key(root, pygame.K_RIGHT)
    assert root.focus is buttons[1]
    press_key(root, pygame.K_DOWN)
    assert root.focus is below
    press_key(root, pygame.K_UP)
    assert root.focus is buttons[1]
    press_key(root, pygame.K_LEFT)
    assert root.focus is buttons[0]
    assert not press_key(root, pygame.K_LEFT)


def test_focus_ring_is_shown_only_for_keyboard(renderer: Renderer, screen: Surface) -> None:
    root, buttons, _ = row_of_buttons(renderer)

    def ring() -> bool:
        screen.fill((0, 0, 0))
        root.draw(renderer, screen)
        rect = buttons[0].rect
        return screen.get_at((round(rect.centerx), round(rect.top - box_styles.FOCUS_GAP - 4)))[:3] == theme.WHITE

    press_key(root, pygame.K_TAB)
    assert ring()
    click(root, buttons[0].rect.center)
    assert root.focus is buttons[0]
    assert not ring()
    press_key(root, pygame.K_RIGHT)
    assert root.focus is buttons[0]
    assert ring()


def test_shortcut_works_from_any_focus(renderer: Renderer) -> None:
    root, buttons, clicked = row_of_buttons(renderer)
    buttons[2].shortcut = pygame.K_p
    press_key(root, pygame.K_TAB)
    assert press_key(root, pygame.K_p)
    assert clicked == [2]
    assert not press_key(root, pygame.K_q)


def test_targets_are_large_enough(renderer: Renderer) -> None:
    for widget in (Button("A"), Button("A", small=True), IconButton("menu"), Toggle(True), Segmented(["No", "Yes"], 0)):
        widget.place_at(renderer, 100, 100)
        x, y = widget.rect.center
        for dx, dy in ((-21.9, 0), (21.9, 0), (0, -21.9), (0, 21.9)):
            assert widget.is_hit(Point(x + dx, y + dy))


def test_longer_labels_make_wider_buttons(renderer: Renderer) -> None:
    short, long = Button("Play", key_hint="Enter"), Button("Jogar agora mesmo", key_hint="Enter")
    assert long.preferred_size(renderer)[0] > short.preferred_size(renderer)[0] + 60


def test_segmented_choices_report_choice(renderer: Renderer) -> None:
    values: list[int] = []
    choice = Segmented(["No", "Sometimes", "Yes"], 0, values.append, standard_index=0)
    choice.place_at(renderer, 100, 100)
    root = root_of_placed(renderer, choice)
    spans = choice.segments()
    assert all(a.right == pytest.approx(b.left, abs=0.01) for a, b in pairwise(spans))
    click(root, spans[2].center)
    assert values == [2]
    assert choice.is_nonstandard
    press_key(root, pygame.K_TAB)
    press_key(root, pygame.K_LEFT)
    press_key(root, pygame.K_LEFT)
    press_key(root, pygame.K_LEFT)
    assert values == [2, 1, 0]
    assert not choice.is_nonstandard


def test_narrow_segments_lose_their_margins_before_their_texts(renderer: Renderer) -> None:
    choice = Segmented(["Easy", "Medium", "Difficult", "Champion"], 0)
    widths = [renderer.text_width(label, "choice") for label in choice.labels]
    choice.rect.size = (sum(widths) + 50, choice.preferred_size(renderer)[1])
    assert all(area.width > width for area, width in zip(choice.segments(), widths, strict=True))


def test_button_with_only_an_icon_may_be_as_narrow_as_it(renderer: Renderer, screen: Surface) -> None:
    button = Button("", icon="play")
    button.rect.size = (button.icon_size, 48)
    button.draw(renderer, screen)


def test_toggle_stepper_and_slider_change_by_mouse_and_keys(renderer: Renderer) -> None:
    values: list[object] = []
    toggle, stepper, slider = Toggle(False, values.append), Stepper(["1", "2", "3"], 0, values.append), Slider(5, 10)
    slider.on_change = values.append
    for i, widget in enumerate((toggle, stepper, slider)):
        widget.place_at(renderer, 100, 100 + 100 * i)
    root = root_of_placed(renderer, toggle, stepper, slider)
    click(root, toggle.rect.center)
    click(root, (stepper.rect.right - 10, stepper.rect.centery))
    click(root, (slider.rect.right - 14, slider.rect.centery))
    assert values == [True, 1, 10]
    root.set_focus(stepper)
    press_key(root, pygame.K_END)
    press_key(root, pygame.K_RIGHT)
    root.set_focus(slider)
    press_key(root, pygame.K_LEFT)
    root.set_focus(toggle)
    press_key(root, pygame.K_SPACE)
    assert values == [True, 1, 10, 2, 9, False]


def test_typing_goes_into_text_field_only_after_click(renderer: Renderer) -> None:
    values: list[str] = []
    field = TextField("12", max_length=4, is_allowed=str.isdigit, on_enter=values.append)
    field.place_at(renderer, 100, 100)
    root = root_of_placed(renderer, field)
    typed = Event(pygame.TEXTINPUT, text="3x4567")
    assert not root.handle(typed, None)
    click(root, field.rect.center)
    assert root.handle(typed, None)
    assert field.text == "1234"
    press_key(root, pygame.K_BACKSPACE)
    press_key(root, pygame.K_RETURN)
    assert values == ["123"]
    assert not field.is_editing


def test_composed_text_is_shown_in_field_and_keeps_keys(renderer: Renderer) -> None:
    entered: list[str] = []
    field = TextField("A", max_length=6, on_enter=entered.append)
    field.place_at(renderer, 100, 100)
    root = root_of_placed(renderer, field)
    composing = Event(pygame.TEXTEDITING, text="ㄇㄟ", start=0, length=2)
    root.handle(composing, None)
    assert field.editor.composition == "", "a field that isn't edited ignores composition"
    click(root, field.rect.center)
    plain = Surface((600, 300))
    field.draw(renderer, plain)
    assert root.handle(composing, None) and field.editor.composition == "ㄇㄟ" and field.text == "A"
    composed = Surface((600, 300))
    field.draw(renderer, composed)
    assert composed.get_buffer().raw != plain.get_buffer().raw, "composed text is drawn"
    press_key(root, pygame.K_BACKSPACE)
    press_key(root, pygame.K_RETURN)
    assert field.is_editing and field.text == "A" and not entered, "keys belong to the input method while composing"
    root.handle(Event(pygame.TEXTINPUT, text="美"), None)
    assert field.text == "A美" and field.editor.composition == ""
    press_key(root, pygame.K_RETURN)
    assert entered == ["A美"]


def test_mirrored_plate_keeps_name_inside(renderer: Renderer) -> None:
    left, right = SeatPlate("mei", "Mei"), SeatPlate("mei", "Mei", mirrored=True)
    for plate in (left, right):
        plate.place_at(renderer, 100, 100)
    assert left.portrait_centre[0] < left.rect.centerx < right.portrait_centre[0]
    long = SeatPlate("mei", "Maria Aparecida dos Santos da Conceição", is_turn=True)
    long.place_at(renderer, 100, 100)
    assert long.plate_rect(renderer).width <= long.max_width


def test_stepper_of_words_has_arrows_and_of_numbers_plus_and_minus() -> None:
    assert Stepper(["System", "Deutsch"], 0).icons == ("chevron_left", "chevron_right")
    assert Stepper(["None", "20", "50"], 0).icons == ("minus", "plus")
