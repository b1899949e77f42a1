"""The tree of a screen: which nodes stay when it is described anew, where the focus goes, and what the pointer hits."""

import math

import pygame
import pytest
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render.renderer import Renderer
from scenes.render.space import Point, TreeSpace
from scenes.ui.boxes import Centered, Column, FirstThatFits, Flow, Grid, Row, Spacer, Stack
from scenes.ui.node import UNLIMITED, LayoutConstraints
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.timeline import Timeline
from scenes.ui.tree import GUARD_MS, Root
from scenes.ui.widget import WHEEL_STEP
from scenes.ui.widgets import Button, IconButton, Segmented, TextField, Widget
from scenes.ui.widgets.seat_tiles import PortraitTile
from scenes.ui.zone import Pin, Zone

pytestmark = pytest.mark.painted
AREA = FRect(0, 0, 800, 600)


def button(label: str, clicked: list[str] | None = None, *, is_destructive: bool = False) -> Button:
    """Return a button with its label as key."""
    node = Button(label, lambda: clicked.append(label) if clicked is not None else None)
    return node.with_layout(label, is_destructive=is_destructive)


def describe_tree(renderer: Renderer, node: Widget, root: Root | None = None) -> Root:
    root = root or Root()
    root.describe(renderer, node, FRect(AREA))
    return root


def press_key(root: Root, key: int) -> bool:
    return root.handle(Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0), None)


def click(root: Root, pos: tuple[float, float]) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        root.handle(Event(kind, button=1, pos=pos), Point(*pos))


def keys(root: Root) -> list[object]:
    return [node.key for node in root.focus_order()]


# --- what stays -------------------------------------------------------------------------------------------------------


def test_node_of_same_class_and_key_stays_and_takes_new_description(renderer: Renderer) -> None:
    root = describe_tree(renderer, Column(button("one"), button("two")))
    one = root.find("one")
    describe_tree(renderer, Column(button("two"), Button("Renamed", icon="play").with_layout("one")), root)
    again = root.find("one")
    assert again is one and isinstance(again, Button)
    assert (again.label, again.icon) == ("Renamed", "play") and keys(root) == ["two", "one"]


def test_other_class_with_same_key_is_another_node_and_inherits_focus(renderer: Renderer) -> None:
    root = describe_tree(renderer, Column(button("a"), button("rules"), button("z")))
    root.set_focus(root.find("rules"))
    icon = IconButton("rules", name="Rules").with_layout("rules")
    describe_tree(renderer, Column(button("a"), icon, button("z")), root)
    assert isinstance(root.focus, IconButton) and root.focus.key == "rules"


def test_two_nodes_with_one_key_and_focusable_node_without_key_are_refused(renderer: Renderer) -> None:
    with pytest.raises(AssertionError, match="two of"):
        describe_tree(renderer, Row(button("a"), button("a")))
    with pytest.raises(AssertionError, match="no key"):
        describe_tree(renderer, Row(Button("nameless")))


def test_node_that_grew_fits_a_smaller_window(renderer: Renderer) -> None:
    root = Root()
    for height in (600, 300):
        picture = PortraitTile("1", lambda: None, is_chosen=False)
        root.describe(
            renderer, Column(picture.with_layout("picture", grow=1), button("below")), FRect(0, 0, 800, height)
        )
        below = root.find("below")
        assert below is not None and below.rect.bottom == height


def test_typed_text_and_scroll_offset_persist(renderer: Renderer) -> None:
    def screen(name: str) -> Widget:
        rows = [Text(f"{i}").with_layout(height=40) for i in range(40)]
        return Column(
            TextField(name).with_layout("name"),
            ScrollView(Column(*rows), key="list").with_layout(basis=0),
        )

    root = describe_tree(renderer, screen("Ana"))
    view, field = root.find("list"), root.find("name")
    assert isinstance(view, ScrollView) and isinstance(field, TextField)
    view.scroll(300)
    click(root, field.rect.center)
    root.handle(Event(pygame.TEXTINPUT, text="!"), None)
    describe_tree(renderer, screen("Bea"), root)
    assert root.find("name") is field and (field.text, field.is_editing) == ("Ana!", True)
    assert root.find("list") is view and view.offset == 300
    field.stop_editing()
    describe_tree(renderer, screen("Cleo"), root)
    assert field.text == "Cleo"


def test_hidden_node_persists_and_is_got_by_class_and_key(renderer: Renderer) -> None:
    def screen(*, is_page_hidden: bool) -> Widget:
        page = Column(ScrollView(Text("").with_layout(height=2000), key="page").with_layout(basis=0))
        page.visible = not is_page_hidden
        return Stack(page, button("over it"))

    root = describe_tree(renderer, screen(is_page_hidden=False))
    view = root.get(ScrollView, "page")
    assert view is not None
    view.scroll(300)
    describe_tree(renderer, screen(is_page_hidden=True), root)
    assert root.get(ScrollView, "page") is view and view.offset == 300 and root.find("page") is None
    assert root.get(Button, "page") is None


# --- the focus --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gone", "heir"), [({"c"}, "d"), ({"c", "d"}, "b"), ({"c", "d", "e"}, "b"), ({"a", "b", "c"}, "d")]
)
def test_nearest_former_neighbour_inherits_focus(renderer: Renderer, gone: set[str], heir: str) -> None:
    root = describe_tree(renderer, Column(*map(button, "abcde")))
    root.set_focus(root.find("c"))
    describe_tree(renderer, Column(*[button(key) for key in "abcde" if key not in gone]), root)
    assert root.focus is not None and root.focus.key == heir


def test_destructive_node_never_inherits_focus(renderer: Renderer) -> None:
    clicked: list[str] = []
    root = describe_tree(renderer, Column(button("level")))
    root.set_focus(root.find("level"))
    describe_tree(renderer, Column(button("dismiss", clicked, is_destructive=True)), root)
    assert root.focus is None and not press_key(root, pygame.K_RETURN) and clicked == []
    root = describe_tree(renderer, Column(button("level")))
    root.set_focus(root.find("level"))
    describe_tree(renderer, Column(Segmented(["a"], 0).with_layout("level", is_destructive=True)), root)
    assert root.focus is None, "nor by its key"


def test_destructive_node_ignores_presses_right_after_it_has_appeared(renderer: Renderer) -> None:
    clicked: list[str] = []

    def screen(*, person: bool) -> Widget:
        return Column(button("dismiss", clicked, is_destructive=True) if person else button("level"))

    timeline = Timeline()
    root = describe_tree(renderer, screen(person=False), Root(timeline))
    timeline.update(1000)
    describe_tree(renderer, screen(person=True), root)
    dismiss = root.find("dismiss")
    assert dismiss is not None
    for elapsed_ms in (0, GUARD_MS - 1):
        assert not timeline.update(elapsed_ms) and timeline.next_update_ms == math.inf, "its end is not to be seen"
        click(root, dismiss.rect.center)
        root.set_focus(dismiss)
        press_key(root, pygame.K_RETURN)
    assert clicked == []
    timeline.update(1)
    describe_tree(renderer, screen(person=True), root)
    click(root, dismiss.rect.center)
    assert clicked == ["dismiss"], "and describing it again doesn't guard it again"


def test_tab_follows_tree_order_and_reveals_in_scroll_view(renderer: Renderer) -> None:
    rows = [button(f"row {i}") for i in range(30)]
    root = describe_tree(renderer, Column(button("top"), ScrollView(Column(*rows), key="list").with_layout(basis=0)))
    for _ in range(25):
        press_key(root, pygame.K_TAB)
    view, focus = root.find("list"), root.focus
    assert isinstance(view, ScrollView) and focus is not None and focus.key == "row 23"
    area = root.place_of(focus).screen_area
    assert view.rect.contains(area) and root.pressable_at(Point(*area.center)) is focus
    assert root.place_of(rows[0]).visible_area.height == 0 and len(list(root.control_areas())) < 31


# --- layout -----------------------------------------------------------------------------------------------------------


def test_line_shrinks_in_order_and_shares_free_length(renderer: Renderer) -> None:
    long = Text("a very long title that needs a lot of space").with_layout(shrink_order=2)
    words, icon = button("Look at the house rules"), IconButton("rules", name="Rules").with_layout("icon")
    row = Row(long, FirstThatFits(words, icon).with_layout(shrink_order=3), Spacer(), button("end"), gap=10)
    for width, shown in ((900, words), (600, words), (300, icon)):
        root = Root()
        root.describe(renderer, row, FRect(0, 0, width, 60))
        assert shown in root.children and row.overflow(renderer) == 0, width
        assert root.children[-1].rect.right == pytest.approx(width)
    root.describe(renderer, row, FRect(0, 0, 60, 60))
    assert row.overflow(renderer) > 0, "what can't shrink overflows"


def test_node_takes_back_what_a_later_one_frees(renderer: Renderer) -> None:
    hint, icon = Text("hint"), IconButton("rules", name="Rules").with_layout("icon")
    choice = FirstThatFits(button("Look at all of the house rules"), icon).with_layout(shrink_order=2)
    root = Root()
    root.describe(renderer, Row(FirstThatFits(hint, Spacer(0)), choice), FRect(0, 0, 200, 60))
    assert icon in root.children and hint in root.children


def test_column_grid_and_stack_place_their_nodes(renderer: Renderer) -> None:
    cells = [Text(str(i)) for i in range(5)]
    grid = Grid(*cells, columns=3, gaps=(10, 4), min_row_height=50).with_layout("grid")
    top, bottom = Text("top").with_layout(height=30), Text("bottom").with_layout(height=20, align="end")
    tree = Column(top, grid, Spacer(), bottom, padding=(20, 10))
    root = describe_tree(renderer, Stack(tree))
    assert root.find("grid") is grid
    assert top.rect == FRect(20, 10, 760, 30) and bottom.rect.bottomright == (780, 590)
    assert [cell.rect.topleft for cell in cells] == [(20, 40), (276.6666564941406, 40), (533.3333129882812, 40),
                                                     (20, 94), (276.6666564941406, 94)]  # fmt: skip
    icons = [IconButton("rules", size=size).with_layout(i) for i, size in enumerate((300, 250, 250, 240))]
    describe_tree(renderer, Grid(*icons, columns=3, gaps=(10, 0), min_row_height=50))
    assert [icon.rect.width for icon in icons] == [280, 250, 250, 280], "as much as the others can spare"


def test_centered_node_shrinks_reversed_row_begins_at_right_and_flow_breaks_rows(renderer: Renderer) -> None:
    rows = ScrollView(Column(*[button(str(i)) for i in range(20)]), key="list")
    describe_tree(
        renderer, Centered(Column(rows, Text("end").with_layout(height=30)).with_layout(width=300), padding=20)
    )
    assert rows.rect == FRect(250, 20, 300, 530)
    assert rows.with_layout(margin=(0, 9, 0, 0)).desired_size(renderer, LayoutConstraints(300, 5)).height == 9
    first, second = button("first"), button("second")
    root = describe_tree(renderer, Row(first, second, gap=10, is_reversed=True))
    assert first.rect.right == 800 and second.rect.right == first.rect.left - 10 and keys(root) == ["first", "second"]
    cells = [Text(str(i)).with_layout(width=300, height=20) for i in range(3)]
    root = describe_tree(renderer, Column(Flow(*cells, gaps=(10, 5), padding=2), second))
    assert [cell.rect.topleft for cell in cells] == [(2, 2), (312, 2), (2, 27)] and second.rect.top == 49


def test_filled_view_lets_gaps_grow_to_their_maximum_and_shows_foot_where_it_fits(renderer: Renderer) -> None:
    def screen(count: int) -> Widget:
        gaps = [Spacer(4).with_layout(grow=1, max_length=11) for _ in range(count)]
        foot = FirstThatFits(end, Spacer(), by_height=True).with_layout(basis=0, grow=0.001)
        rows = [node for gap in gaps for node in (Text("row").with_layout(height=50), gap)]
        return Column(ScrollView(Column(*rows, foot), key="list", fills_height=True).with_layout(basis=0))

    end = Text("end").with_layout(height=30)
    root, row_tops = Root(), []
    for count in (5, 10, 20):
        root.describe(renderer, screen(count), FRect(AREA))
        row_tops.append(root.children[3].rect.top)
        assert (end in root.children) is (count == 5)
    assert row_tops == pytest.approx([61, 60, 54], abs=0.1)


def test_alternative_by_height_wraps_and_choice_is_compressed(renderer: Renderer) -> None:
    choice = Segmented(["long label"] * 5, 0).with_layout("choice", shrink_order=1)
    text, low = Text("words " * 50, wraps=True), Text("low")
    tree = Column(
        Row(choice, Spacer(), button("end"), gap=12),
        FirstThatFits(Column(text, Text("plot").with_layout(basis=100)), low, by_height=True).with_layout(
            basis=0, grow=1
        ),
    )
    for size, shown in (((800, 400), text), ((300, 250), low), ((300, 900), text)):
        root = Root()
        root.describe(renderer, tree, FRect(0, 0, *size))
        assert shown in root.children
        assert root.children[2].rect.right == pytest.approx(size[0])
    assert choice.rect.width < choice.preferred_size(renderer)[0]


def test_text_wraps_or_ends_in_ellipsis(renderer: Renderer) -> None:
    words = "words " * 30
    wrapping, cut = Text(words, wraps=True), Text(words)
    describe_tree(renderer, Column(wrapping, cut))
    assert wrapping.rect.height > 2 * cut.rect.height
    assert Text("a\nb", wraps=True).desired_size(renderer, UNLIMITED).height > 1.5 * cut.rect.height
    root, target = describe_tree(renderer, Column(cut)), Surface((800, 600))
    root.draw(renderer, target)
    assert cut.max_width == 801


def test_scroll_view_as_high_as_its_content_keeps_no_space_for_a_bar(renderer: Renderer) -> None:
    for height in (33.3, 57.77, 123.456789, 200.1):
        view = ScrollView(Text("text").with_layout(height=height), key="list").with_layout(grow=0)
        describe_tree(renderer, Column(view))
        assert view.children[0].rect.width == view.rect.width and not view.max_offset, height


def test_scroll_view_without_space_for_a_line_shows_nothing(renderer: Renderer) -> None:
    for height, count in ((24, 0), (25, 20)):
        view = ScrollView(Column(*[button(f"row {i}") for i in range(20)]), key="list").with_layout(
            height=height, grow=0
        )
        root = describe_tree(renderer, Column(view))
        assert len(keys(root)) == count and bool(view.max_offset) == bool(count), height


def test_wheel_scrolls_inner_view_first_and_drag_does_not_click(renderer: Renderer) -> None:
    clicked: list[str] = []
    inner = ScrollView(Column(*[button(f"in {i}", clicked) for i in range(20)]), key="inner").with_layout(height=200)
    outer = ScrollView(Column(inner, *[button(f"out {i}", clicked) for i in range(20)]), key="outer")
    root = describe_tree(renderer, Column(outer.with_layout(basis=0)))
    at = Point[TreeSpace](*root.place_of(inner).screen_area.center)
    root.handle(Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0), at)
    assert inner.offset > 0 and outer.offset == 0
    inner.scroll(10_000)
    root.handle(Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0), at)
    assert outer.offset > 0
    outer.scroll(-10_000)
    low = at._replace(y=560.0)
    root.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=low), low)
    for y in (540.0, 440.0):
        root.handle(Event(pygame.MOUSEMOTION, pos=(low[0], y), rel=(0, 0), buttons=(1, 0, 0)), low._replace(y=y))
    root.handle(Event(pygame.MOUSEBUTTONUP, button=1, pos=(low[0], 440.0)), low._replace(y=440.0))
    assert outer.offset == 120 and clicked == []


def test_scroll_view_takes_part_in_arrows_and_paging_and_draws_nothing_outside(
    renderer: Renderer, screen: Surface
) -> None:
    rows = [button(f"row {i}") for i in range(10)]
    view = ScrollView(Column(*rows, gap=12), key="list").with_layout(height=200, margin=(100, 0, 0, 0))
    root = describe_tree(renderer, Row(view, button("beside")))
    for key, focus in ((pygame.K_TAB, "row 0"), (pygame.K_RIGHT, "beside"), (pygame.K_LEFT, "row 1")):
        assert press_key(root, key) and root.focus is not None and root.focus.key == focus
    assert press_key(root, pygame.K_END) and view.offset == view.max_offset
    view.scroll(-30)
    screen.fill((1, 2, 3))
    root.draw(renderer, screen)
    top, bottom = round(view.rect.top), round(view.rect.bottom)
    assert all(screen.get_at((150, y))[:3] == (1, 2, 3) for y in (*range(top - 40, top), *range(bottom, bottom + 40)))


# --- zones ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_zone_is_hit_scrolled_and_ringed_at_its_own_scale(renderer: Renderer, screen: Surface, scale: float) -> None:
    clicked: list[str] = []
    zoomed = Renderer(renderer.size, zoom=scale)
    rows = ScrollView(Column(*[button(f"row {i}", clicked) for i in range(20)]), key="list")
    pinned = Pin(button("pinned", clicked), (300, 40), "center")
    view = Pin(rows.with_layout(width=200, height=150), (20, 100))
    root = describe_tree(renderer, Stack(Zone(zoomed, pinned, view)))
    by = zoomed.scale / renderer.scale
    area = root.place_of(pinned.children[0]).screen_area
    assert area.center == pytest.approx((300 * by, 40 * by)) and area.height == pytest.approx(pinned.rect.height * by)
    click(root, (area.right - 3, area.bottom - 3))
    at = Point[TreeSpace](60 * by, 180 * by)
    root.handle(Event(pygame.MOUSEWHEEL, x=0, y=0, precise_y=-1.0, touch=True), at)
    assert rows.offset * by == pytest.approx(WHEEL_STEP), "the list follows the finger"
    root.handle(Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0), at)
    row = root.pressable_at(at)
    click(root, at)
    assert row is not None and clicked == ["pinned", row.key] and root.place_of(row).screen_area.collidepoint(at)
    root.draw(renderer, without_ring := Surface(screen.get_size()))
    root.show_focus(True)
    root.draw(renderer, with_ring := Surface(screen.get_size()))
    changed = pygame.mask.from_threshold(with_ring, (0, 0, 0), (1, 1, 1, 255), without_ring)
    changed.invert()
    ring = changed.get_bounding_rects()[0].unionall(changed.get_bounding_rects())
    visible = root.place_of(row).visible_area
    assert ring.center == pytest.approx([renderer.scale * side for side in visible.center], abs=8 * by)
