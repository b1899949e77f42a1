"""Widgets by mouse and keyboard: pressed, focused, changed, typed in, scrolled."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from pygame import FRect, Surface
from pygame.event import Event

from scenes.look import box_styles, theme
from scenes.look.look import Look
from scenes.look.widgets import (
    Button,
    Group,
    IconButton,
    Plate,
    Scroll,
    Segmented,
    Slider,
    Stepper,
    TextField,
    Toggle,
    Widget,
)

pytestmark = pytest.mark.painted


def press(pos: tuple[float, float]) -> Event:
    return Event(pygame.MOUSEBUTTONDOWN, button=1, pos=pos)


def release(pos: tuple[float, float]) -> Event:
    return Event(pygame.MOUSEBUTTONUP, button=1, pos=pos)


def click(widget: Widget, pos: tuple[float, float]) -> bool:
    down = widget.handle(press(pos), pos)
    return widget.handle(release(pos), pos) or down


def key(widget: Widget, code: int, mod: int = 0) -> bool:
    return widget.handle(Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""), None)


def row_of_buttons(look: Look, count: int = 3) -> tuple[Group, list[Button], list[int]]:
    clicked: list[int] = []
    buttons = [Button(f"Button {i}", lambda i=i: clicked.append(i)) for i in range(count)]  # type: ignore[misc]
    for i, button in enumerate(buttons):
        button.place(look, 100 + 200 * i, 100)
    return Group(buttons), buttons, clicked


def test_a_button_is_clicked_by_press_and_release_inside_it(look: Look) -> None:
    group, buttons, clicked = row_of_buttons(look)
    inside, outside = buttons[1].rect.center, (20.0, 600.0)
    assert click(group, inside)
    assert clicked == [1]
    group.handle(press(inside), inside)
    assert buttons[1].pressed
    group.handle(release(outside), outside)
    assert clicked == [1]
    assert not buttons[1].pressed


def test_a_disabled_button_does_nothing(look: Look) -> None:
    group, buttons, clicked = row_of_buttons(look)
    buttons[1].enabled = False
    click(group, buttons[1].rect.center)
    assert clicked == []
    assert buttons[1] not in group.order()


def test_hover_follows_the_pointer(look: Look) -> None:
    group, buttons, _ = row_of_buttons(look)
    over = buttons[0].rect.center
    assert group.handle(Event(pygame.MOUSEMOTION, pos=over), over)
    assert buttons[0].hovered
    assert not group.handle(Event(pygame.MOUSEMOTION, pos=over), over)
    assert group.handle(Event(pygame.WINDOWLEAVE), None)
    assert not buttons[0].hovered


def test_a_press_far_from_where_the_pointer_was_is_not_lost(look: Look) -> None:
    group, buttons, clicked = row_of_buttons(look)
    for button in (buttons[2], buttons[0], buttons[1]):  # a finger doesn't hover
        click(group, button.rect.center)
    assert clicked == [2, 0, 1]


def test_tab_cycles_in_order_and_enter_clicks(look: Look) -> None:
    group, buttons, clicked = row_of_buttons(look)
    seen = []
    for _ in range(4):
        assert key(group, pygame.K_TAB)
        seen.append(group.focus)
    assert seen == [*buttons, buttons[0]]
    assert key(group, pygame.K_TAB, pygame.KMOD_SHIFT)
    assert group.focus is buttons[2]
    assert key(group, pygame.K_RETURN)
    assert key(group, pygame.K_SPACE)
    assert clicked == [2, 2]


def test_arrows_go_to_the_nearest_widget_in_their_direction(look: Look) -> None:
    group, buttons, _ = row_of_buttons(look)
    below = Button("Below")
    below.place(look, 290, 200)
    group.add(below)
    key(group, pygame.K_TAB)
    key(group, pygame.K_RIGHT)
    assert group.focus is buttons[1]
    key(group, pygame.K_DOWN)
    assert group.focus is below
    key(group, pygame.K_UP)
    assert group.focus is buttons[1]
    key(group, pygame.K_LEFT)
    assert group.focus is buttons[0]
    assert not key(group, pygame.K_LEFT)


def test_the_focus_ring_is_shown_only_for_the_keyboard(look: Look, screen: Surface) -> None:
    group, buttons, _ = row_of_buttons(look)

    def ring() -> bool:
        screen.fill((0, 0, 0))
        group.draw(look, screen)
        rect = buttons[0].rect
        return screen.get_at((round(rect.centerx), round(rect.top - box_styles.FOCUS_GAP - 2)))[:3] == theme.WHITE

    key(group, pygame.K_TAB)
    assert ring()
    click(group, buttons[0].rect.center)
    assert group.focus is buttons[0]
    assert not ring()
    key(group, pygame.K_RIGHT)
    assert group.focus is buttons[0]
    assert ring()


def test_a_shortcut_works_wherever_the_focus_is(look: Look) -> None:
    group, buttons, clicked = row_of_buttons(look)
    buttons[2].shortcut = pygame.K_p
    key(group, pygame.K_TAB)
    assert key(group, pygame.K_p)
    assert clicked == [2]
    assert not key(group, pygame.K_q)


def test_targets_are_large_enough(look: Look) -> None:
    for widget in (Button("A"), Button("A", small=True), IconButton("menu"), Toggle(True), Segmented(["No", "Yes"], 0)):
        widget.place(look, 100, 100)
        x, y = widget.rect.center
        for dx, dy in ((-21.9, 0), (21.9, 0), (0, -21.9), (0, 21.9)):
            assert widget.contains((x + dx, y + dy))


def test_longer_labels_make_wider_buttons(look: Look) -> None:
    short, long = Button("Play", hint="Enter"), Button("Jogar agora mesmo", hint="Enter")
    assert long.preferred(look)[0] > short.preferred(look)[0] + 60


def test_segmented_choices_report_the_choice(look: Look) -> None:
    values: list[int] = []
    choice = Segmented(["No", "Sometimes", "Yes"], 0, values.append, standard=0)
    choice.place(look, 100, 100)
    group = Group([choice])
    spans = choice.segments()
    assert all(a.right == pytest.approx(b.left, abs=0.01) for a, b in pairwise(spans))
    click(group, spans[2].center)
    assert values == [2]
    assert choice.differs
    key(group, pygame.K_TAB)
    key(group, pygame.K_LEFT)
    key(group, pygame.K_LEFT)
    key(group, pygame.K_LEFT)
    assert values == [2, 1, 0]
    assert not choice.differs


def test_toggle_stepper_and_slider_change_by_mouse_and_keys(look: Look) -> None:
    values: list[object] = []
    toggle, stepper, slider = Toggle(False, values.append), Stepper(["1", "2", "3"], 0, values.append), Slider(5, 10)
    slider.on_change = values.append
    for i, widget in enumerate((toggle, stepper, slider)):
        widget.place(look, 100, 100 + 100 * i)
    group = Group([toggle, stepper, slider])
    click(group, toggle.rect.center)
    click(group, (stepper.rect.right - 10, stepper.rect.centery))
    click(group, (slider.rect.right - 14, slider.rect.centery))
    assert values == [True, 1, 10]
    group.set_focus(stepper)
    key(group, pygame.K_END)
    key(group, pygame.K_RIGHT)
    group.set_focus(slider)
    key(group, pygame.K_LEFT)
    group.set_focus(toggle)
    key(group, pygame.K_SPACE)
    assert values == [True, 1, 10, 2, 9, False]


def test_typing_goes_into_a_text_field_only_after_a_click(look: Look) -> None:
    values: list[str] = []
    field = TextField("12", limit=4, allowed=str.isdigit, on_enter=values.append)
    field.place(look, 100, 100)
    group = Group([field])
    typed = Event(pygame.TEXTINPUT, text="3x4567")
    assert not group.handle(typed, None)
    click(group, field.rect.center)
    assert group.handle(typed, None)
    assert field.text == "1234"
    key(group, pygame.K_BACKSPACE)
    key(group, pygame.K_RETURN)
    assert values == ["123"]
    assert not field.editing


def test_what_an_input_method_composes_stands_in_the_field_and_has_the_keys_until_it_is_written(look: Look) -> None:
    entered: list[str] = []
    field = TextField("A", limit=6, on_enter=entered.append)
    field.place(look, 100, 100)
    group = Group([field])
    composing = Event(pygame.TEXTEDITING, text="ㄇㄟ", start=0, length=2)
    group.handle(composing, None)
    assert field.composing == "", "it is not being edited"
    click(group, field.rect.center)
    plain = Surface((600, 300))
    field.draw(look, plain)
    assert group.handle(composing, None) and field.composing == "ㄇㄟ" and field.text == "A"
    composed = Surface((600, 300))
    field.draw(look, composed)
    assert composed.get_buffer().raw != plain.get_buffer().raw, "it is seen"
    key(group, pygame.K_BACKSPACE)
    key(group, pygame.K_RETURN)
    assert field.editing and field.text == "A" and not entered, "the keys choose among the candidates"
    group.handle(Event(pygame.TEXTINPUT, text="美"), None)
    assert field.text == "A美" and field.composing == ""
    key(group, pygame.K_RETURN)
    assert entered == ["A美"]


def scrolled(look: Look) -> tuple[Scroll, list[Button], list[int]]:
    clicked: list[int] = []
    buttons = [Button(f"Row {i}", lambda i=i: clicked.append(i)) for i in range(10)]  # type: ignore[misc]
    for i, button in enumerate(buttons):
        button.place(look, 20, 20 + 60 * i)
    return Scroll(FRect(100, 100, 300, 200), 640, buttons), buttons, clicked


def test_a_list_scrolls_by_wheel_and_clicks_go_to_visible_rows(look: Look) -> None:
    area, _, clicked = scrolled(look)
    inside = (160.0, 144.0)
    wheel = Event(pygame.MOUSEWHEEL, x=0, y=-2, precise_y=-2.0, flipped=False)
    assert area.handle(wheel, inside)
    assert area.offset == 120
    click(area, inside)
    assert clicked == [2]
    assert not area.handle(wheel, (10.0, 10.0))
    for _ in range(9):
        area.handle(wheel, inside)
    assert area.offset == area.furthest == 440


def test_a_drag_scrolls_and_does_not_click(look: Look) -> None:
    area, _, clicked = scrolled(look)
    start, end = (160.0, 244.0), (160.0, 184.0)
    area.handle(press(start), start)
    assert area.handle(Event(pygame.MOUSEMOTION, pos=end), end)
    area.handle(release(end), end)
    assert area.offset == 60
    assert clicked == []


def test_the_keyboard_scrolls_its_focus_into_view(look: Look) -> None:
    area, buttons, _ = scrolled(look)
    for _ in range(7):
        key(area, pygame.K_TAB)
    assert area.focus is buttons[6]
    top = buttons[6].rect.top - area.offset
    assert 0 <= top <= area.rect.height - buttons[6].rect.height


def test_a_list_within_a_screen_takes_part_in_the_focus_and_in_paging(look: Look) -> None:
    area, buttons, _ = scrolled(look)
    beside = Button("Beside")
    beside.place(look, 500, 220)
    whole = Group([area, beside])
    for _ in range(3):
        key(whole, pygame.K_TAB)
    assert whole.focus is buttons[2]
    assert key(whole, pygame.K_RIGHT)
    assert whole.focus is beside
    assert key(whole, pygame.K_LEFT)
    assert whole.focus is buttons[2]
    assert key(whole, pygame.K_END)
    assert area.offset == area.furthest


def test_nothing_is_drawn_outside_a_scrolled_list(look: Look, screen: Surface) -> None:
    area, _, _ = scrolled(look)
    area.scroll(30)
    screen.fill((1, 2, 3))
    area.draw(look, screen)
    assert all(screen.get_at((150, y))[:3] == (1, 2, 3) for y in (*range(60, 100), *range(300, 340)))


def test_a_plate_mirrors_and_keeps_its_name_inside(look: Look) -> None:
    left, right = Plate("mei", "Mei"), Plate("mei", "Mei", mirrored=True)
    for plate in (left, right):
        plate.place(look, 100, 100)
    assert left.centre[0] < left.rect.centerx < right.centre[0]
    long = Plate("mei", "Maria Aparecida dos Santos da Conceição", turn=True)
    long.place(look, 100, 100)
    assert long.plate_rect(look).width <= long.max_width
