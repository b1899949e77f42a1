"""The look layer: contrasts, drawings there and not blank, caches within bounds, texts, widgets by mouse and keys."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from collections.abc import Iterator
from itertools import pairwise

import pygame
import pytest
from pygame import FRect, Surface
from pygame.event import Event

from engine.cards import HIDDEN, packs, parse
from engine.games import GAMES
from scenes.look import Look, kit, lettering, raster, theme
from scenes.look.store import Store
from scenes.look.tables import TABLES
from scenes.look.widgets import (
    Button,
    Field,
    Group,
    IconButton,
    Plate,
    Scroll,
    Segmented,
    Slider,
    Stepper,
    Toggle,
    Widget,
)

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def screen() -> Iterator[Surface]:
    pygame.display.init()
    yield pygame.display.set_mode(SIZE)


@pytest.fixture(scope="module")
def look(screen: Surface) -> Look:
    return Look(SIZE)


def colours_in(surface: Surface) -> int:
    """How many different visible colours a coarse grid of the surface shows."""
    wide, high = surface.get_size()
    points = [(x * (wide - 1) // 23, y * (high - 1) // 23) for x in range(24) for y in range(24)]
    return len({tuple(colour) for colour in map(surface.get_at, points) if colour.a > 100})


def press(pos: tuple[float, float]) -> Event:
    return Event(pygame.MOUSEBUTTONDOWN, button=1, pos=pos)


def release(pos: tuple[float, float]) -> Event:
    return Event(pygame.MOUSEBUTTONUP, button=1, pos=pos)


def click(widget: Widget, pos: tuple[float, float]) -> bool:
    down = widget.handle(press(pos), pos)
    return widget.handle(release(pos), pos) or down


def key(widget: Widget, code: int, mod: int = 0) -> bool:
    return widget.handle(Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""), None)


# --- theme ---------------------------------------------------------------------------------------------------------

ON_DARK = [theme.CREAM, theme.MUTED, theme.GOLD, theme.REFUSAL]
DARK = [theme.PANEL, theme.PANEL_LOW, theme.WELL, theme.CHIP]
ON_FELT = [theme.CREAM, theme.ON_FELT, theme.TITLE]
ON_PAPER = [theme.INK, theme.INK_SECOND, theme.INK_CAPTION, theme.INK_BROWN]
TEXT_PAIRS = [
    *[(ink, ground) for ink in ON_DARK for ground in DARK],
    *[(ink, ground) for ink in ON_PAPER for ground in (theme.PAPER, theme.PAPER_LOW)],
    *[(ink, ground) for ink in ON_FELT for table in TABLES.values() for ground in table.felt],
    *[(theme.ON_BRASS, colour) for _, colour in kit.PRIMARY.fill],
    *[(ink, theme.CARD_FACE) for ink in (*theme.SUITS_TWO.values(), *theme.SUITS_FOUR.values())],
    (theme.OFF_TEXT, theme.OFF_GROUND),
    (theme.INK, theme.CREAM),
    (theme.CREAM, theme.REFUSAL_DISC),
]


@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_stands_out(ink: theme.Colour, ground: theme.Colour) -> None:
    assert theme.contrast(ink, ground) >= 4.5


def test_focus_icons_and_selection_stand_out() -> None:
    for ground in (*DARK, *(colour for table in TABLES.values() for colour in table.felt)):
        assert theme.contrast(theme.WHITE, ground) >= 3
        assert theme.contrast(theme.GOLD, ground) >= 3
    assert theme.contrast(theme.GOLD, theme.RING_INK) >= 3
    assert theme.contrast(theme.RING_INK, theme.CARD_FACE) >= 3


def test_every_style_has_its_fonts() -> None:
    for style in theme.STYLES.values():
        for name in (style.font, style.strong or style.font):
            assert lettering.font_file(name).is_file()


# --- drawings ------------------------------------------------------------------------------------------------------


def test_drawings_hold_nothing_that_the_rasteriser_ignores() -> None:
    for file in raster.ASSETS.rglob("*.svg"):
        text = file.read_text(encoding="utf-8")
        for wrong in ("clipPath", "<mask", "<text", "<use", "<pattern", "<image", "filter", "rgba("):
            assert wrong not in text, f"{file.name}: {wrong}"


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("large", [False, True])
def test_every_card_is_drawn_at_the_size_asked_for(screen: Surface, four: bool, large: bool) -> None:
    look = Look(SIZE, four_colours=four, large_index=large)
    seen = set()
    for card in packs(1):
        face = look.card(card, 60)
        assert face.get_size() == (60, 84)
        assert colours_in(face) >= 2
        seen.add(pygame.image.tobytes(face, "RGBA"))
    assert len(seen) == 52


@pytest.mark.parametrize("back", theme.BACKS)
def test_every_back_is_drawn_and_looks_the_same_turned_round(screen: Surface, back: str) -> None:
    drawn = Look(SIZE, back=back).card(HIDDEN, 100)
    assert colours_in(drawn) >= 3
    turned = pygame.transform.rotate(drawn, 180)
    differ = sum(
        abs(a - b) > 60
        for x in range(100)
        for y in range(140)
        for a, b in zip(tuple(drawn.get_at((x, y)))[:3], tuple(turned.get_at((x, y)))[:3], strict=True)
    )
    assert differ < 100 * 140 * 3 * 0.02


def test_icons_portraits_and_emblems_are_drawn(look: Look) -> None:
    for file in (raster.ASSETS / "icons").glob("*.svg"):
        drawn = look.icon(file.stem, 24, theme.GOLD)
        assert drawn.get_size() == (24, 24)
        assert drawn.get_bounding_rect(100).width > 2, file.stem
    for name in theme.PORTRAITS:
        assert colours_in(look.portrait(name, 68)) > 8, name
    for slug in GAMES:
        emblem = look.emblem(slug, 196, 222)
        assert emblem.get_size() == (196, 222)
        assert colours_in(emblem) > 20, slug


def test_a_turned_card_is_whole_and_its_corners_are_clear(look: Look) -> None:
    upright, turned = look.card(parse("KS"), 112), look.card(parse("KS"), 112, angle=10)
    assert turned.get_width() > upright.get_width()
    assert turned.get_at((0, 0)).a == 0
    middle = turned.get_at(turned.get_rect().center)
    assert middle.a == 255


def test_a_card_that_cannot_be_played_is_dark_and_not_transparent(look: Look) -> None:
    bright, dim = look.card(parse("AS"), 112), look.card(parse("AS"), 112, dim=True)
    assert dim.get_at((56, 150)).a == 255
    assert dim.get_at((56, 150)).r < bright.get_at((56, 150)).r * 0.6


def test_a_selected_cards_glow_leaves_the_card_alone(look: Look) -> None:
    ring = look.card_ring(112, "selected")
    assert ring.get_at(ring.get_rect().center).a == 0


def test_larger_screens_get_sharper_drawings_and_no_larger_copies(screen: Surface) -> None:
    large = Look((2560, 1440))
    assert large.scale == 2
    assert large.card(parse("7H"), 112).get_size() == (224, 314)
    small = pygame.transform.scale(Look(SIZE).card(parse("7H"), 112), (224, 314))
    assert pygame.image.tobytes(small, "RGB") != pygame.image.tobytes(large.card(parse("7H"), 112), "RGB")


def test_other_shapes_of_screen_are_wider_or_taller_and_never_smaller(screen: Surface) -> None:
    for size in ((960, 540), (2560, 1080), (1024, 768), (1280, 1024)):
        look = Look(size)
        assert look.width >= 1280 - 0.01
        assert look.height >= 720 - 0.01
        assert (look.px(look.width), look.px(look.height)) == size
        assert look.to_logical(size) == pytest.approx((look.width, look.height))


def test_grounds_fill_the_screen_without_holes(look: Look) -> None:
    for ground in (look.table_background(), look.home_background(), look.room_background()):
        assert ground.get_size() == SIZE
        assert not ground.get_flags() & pygame.SRCALPHA
        assert colours_in(ground) > 30
    felt = look.table_background().get_at((640, 330))
    assert felt.g > felt.r
    assert felt.g > felt.b


def test_the_felt_is_never_too_light_for_text(look: Look) -> None:
    ground = look.table_background()
    for x in range(300, 1000, 7):
        for y in range(150, 500, 7):
            red, green, blue, _ = ground.get_at((x, y))
            assert theme.contrast(theme.CREAM, (red, green, blue)) >= 4.5


# --- caches --------------------------------------------------------------------------------------------------------


def test_the_same_drawing_is_made_once(look: Look) -> None:
    assert look.card(parse("QD"), 90) is look.card(parse("QD"), 90)
    assert look.text("Deal", "body") is look.text("Deal", "body")
    assert look.shape(kit.PLAIN, 120, 48) is look.shape(kit.PLAIN, 120, 48)


def test_a_store_keeps_within_its_budget_and_drops_the_longest_unused() -> None:
    store = Store(10 * 400)
    made: list[int] = []

    def make(number: int) -> Surface:
        made.append(number)
        return Surface((10, 10), pygame.SRCALPHA)

    for number in range(10):
        store.get(number, lambda number=number: make(number))  # type: ignore[misc]
    store.get(0, lambda: make(0))
    store.get(10, lambda: make(10))
    assert store.held <= store.budget
    store.get(0, lambda: make(0))
    store.get(1, lambda: make(1))
    assert made == [*range(11), 1]


def test_cards_at_many_angles_stay_within_the_budget(screen: Surface) -> None:
    look = Look(SIZE)
    for card in packs(1):
        for angle in range(-30, 31, 3):
            look.card(card, 112, angle=angle)
    assert look.cards.kept.held <= look.cards.kept.budget


# --- texts ---------------------------------------------------------------------------------------------------------


def test_a_long_line_ends_in_an_ellipsis_and_fits(look: Look) -> None:
    whole = look.text("The first play may be any hand", "body")
    cut = look.text("The first play may be any hand", "body", max_width=120)
    assert whole.get_width() > look.px(120) >= cut.get_width()
    style = theme.STYLES["body"]
    several = lettering.Lettering(1.0, look._suit).fitted(lettering.marks("one *two* three"), style, 70)
    assert several[-1].char == lettering.ELLIPSIS
    assert "".join(mark.char for mark in several) != "one two three"


def test_words_between_stars_take_the_emphasis_colour(look: Look) -> None:
    def has(surface: Surface, colour: theme.Colour) -> bool:
        area = surface.get_rect()
        return any(
            surface.get_at((x, y))[:3] == colour and surface.get_at((x, y)).a > 200
            for x in range(area.width)
            for y in range(area.height)
        )

    plain = look.text("seven or higher", "prompt", theme.CREAM, emphasis=theme.GOLD)
    strong = look.text("*seven* or higher", "prompt", theme.CREAM, emphasis=theme.GOLD)
    assert not has(plain, theme.GOLD)
    assert has(strong, theme.GOLD)
    assert has(strong, theme.CREAM)
    assert look.text_width("2 * 3", "body") > look.text_width("2 3", "body")


def test_suit_signs_are_drawn(look: Look) -> None:
    with_sign, without = look.text("7♥", "body"), look.text("7", "body")
    assert with_sign.get_width() > without.get_width()
    area = with_sign.subsurface((without.get_width(), 0, with_sign.get_width() - without.get_width(), 18))
    assert area.get_bounding_rect(100).width > 4


def test_a_paragraph_keeps_its_width_and_grows_downwards(look: Look) -> None:
    words = "Uma carta mais alta do que a anterior, ou a mais baixa de todas quando não há outra."
    wide, narrow = (look.paragraph(words, "body", theme.INK, width) for width in (600, 200))
    assert wide.get_width() == 600
    assert narrow.get_width() == 200
    assert narrow.get_height() > wide.get_height()
    letters, style = look._letters, theme.STYLES["body"]
    even = [letters.width(line, style) for line in letters.balanced(words, style, 400)]
    greedy = [letters.width(line, style) for line in letters.wrapped(words, style, 400)]
    assert len(even) == len(greedy)
    assert max(even) - min(even) <= max(greedy) - min(greedy)


# --- widgets -------------------------------------------------------------------------------------------------------


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


def test_a_button_that_is_off_does_nothing(look: Look) -> None:
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
    for button in (buttons[2], buttons[0], buttons[1]):  # a finger never hovers
        click(group, button.rect.center)
    assert clicked == [2, 0, 1]


def test_tab_goes_round_in_order_and_enter_clicks(look: Look) -> None:
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


def test_arrows_go_to_the_nearest_in_their_direction(look: Look) -> None:
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


def test_the_ring_is_shown_for_the_keyboard_only(look: Look, screen: Surface) -> None:
    group, buttons, _ = row_of_buttons(look)

    def ring() -> bool:
        screen.fill((0, 0, 0))
        group.draw(look, screen)
        rect = buttons[0].rect
        return screen.get_at((round(rect.centerx), round(rect.top - kit.FOCUS_GAP - 2)))[:3] == theme.WHITE

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


def test_longer_words_make_wider_buttons(look: Look) -> None:
    short, long = Button("Play", hint="Enter"), Button("Jogar agora mesmo", hint="Enter")
    assert long.preferred(look)[0] > short.preferred(look)[0] + 60


def test_segmented_choices_say_what_was_chosen(look: Look) -> None:
    told: list[int] = []
    choice = Segmented(["No", "Sometimes", "Yes"], 0, told.append, standard=0)
    choice.place(look, 100, 100)
    group = Group([choice])
    spans = choice.segments()
    assert all(a.right == pytest.approx(b.left, abs=0.01) for a, b in pairwise(spans))
    click(group, spans[2].center)
    assert told == [2]
    assert choice.differs
    key(group, pygame.K_TAB)
    key(group, pygame.K_LEFT)
    key(group, pygame.K_LEFT)
    key(group, pygame.K_LEFT)
    assert told == [2, 1, 0]
    assert not choice.differs


def test_toggle_stepper_and_slider_change_by_mouse_and_keys(look: Look) -> None:
    told: list[object] = []
    toggle, stepper, slider = Toggle(False, told.append), Stepper(["1", "2", "3"], 0, told.append), Slider(5, 10)
    slider.on_change = told.append
    for i, widget in enumerate((toggle, stepper, slider)):
        widget.place(look, 100, 100 + 100 * i)
    group = Group([toggle, stepper, slider])
    click(group, toggle.rect.center)
    click(group, (stepper.rect.right - 10, stepper.rect.centery))
    click(group, (slider.rect.right - 14, slider.rect.centery))
    assert told == [True, 1, 10]
    group.set_focus(stepper)
    key(group, pygame.K_END)
    key(group, pygame.K_RIGHT)
    group.set_focus(slider)
    key(group, pygame.K_LEFT)
    group.set_focus(toggle)
    key(group, pygame.K_SPACE)
    assert told == [True, 1, 10, 2, 9, False]


def test_a_field_is_written_in_only_after_a_click(look: Look) -> None:
    told: list[str] = []
    field = Field("12", limit=4, allowed=str.isdigit, on_enter=told.append)
    field.place(look, 100, 100)
    group = Group([field])
    typed = Event(pygame.TEXTINPUT, text="3x4567")
    assert not group.handle(typed, None)
    click(group, field.rect.center)
    assert group.handle(typed, None)
    assert field.text == "1234"
    key(group, pygame.K_BACKSPACE)
    key(group, pygame.K_RETURN)
    assert told == ["123"]
    assert not field.editing


def scrolled(look: Look) -> tuple[Scroll, list[Button], list[int]]:
    clicked: list[int] = []
    buttons = [Button(f"Row {i}", lambda i=i: clicked.append(i)) for i in range(10)]  # type: ignore[misc]
    for i, button in enumerate(buttons):
        button.place(look, 20, 20 + 60 * i)
    return Scroll(FRect(100, 100, 300, 200), 640, buttons), buttons, clicked


def test_a_scrolled_list_moves_by_wheel_and_clicks_what_is_seen(look: Look) -> None:
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


def test_the_keyboard_brings_what_it_reaches_into_view(look: Look) -> None:
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


def test_textures_only_touch_the_colour_below() -> None:
    for name in ("felt", "wood", "paper"):
        tile = pygame.image.load(raster.ASSETS / "textures" / f"{name}.png")
        wide, high = tile.get_size()
        alphas = [tile.get_at((x, y)).a for x in range(0, wide, 9) for y in range(0, high, 9)]
        assert max(alphas) <= 40
        assert len(set(alphas)) > 4
