"""Renderer: contrasts, complete drawings, bounded caches, texts."""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

import pygame
import pytest
from pygame import Surface

from engine.cards import HIDDEN, packs, parse
from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.options import options_of
from engine.settings import BUILT_IN_DECKS, Settings
from scenes.render import box_styles, decks, font_files, line_breaks, raster, theme, typesetting
from scenes.render.renderer import Renderer
from scenes.render.renderer_cache import RendererCache
from scenes.render.space import Point
from scenes.render.surface_cache import SurfaceCache, cache_budget_bytes, physical_memory_bytes
from scenes.render.table_themes import TABLE_THEMES
from scenes.text.catalogue import Words
from tests.support.catalogue_texts import texts_by_key

pytestmark = pytest.mark.painted


def count_colours(surface: Surface) -> int:
    """Return the number of different visible colours on a coarse grid of the surface."""
    wide, high = surface.get_size()
    points = [(x * (wide - 1) // 23, y * (high - 1) // 23) for x in range(24) for y in range(24)]
    return len({tuple(colour) for colour in map(surface.get_at, points) if colour.a > 100})


# --- theme ---------------------------------------------------------------------------------------------------------

TEXTS_ON_DARK = [theme.CREAM, theme.MUTED, theme.GOLD, theme.REFUSAL_TEXT]
DARK_BACKGROUNDS = [theme.PANEL, theme.PANEL_BOTTOM, theme.WELL_FILL, theme.CHIP_FILL]
TEXTS_ON_FELT = [theme.CREAM, theme.TEXT_ON_FELT, theme.TITLE_TEXT]
TEXTS_ON_PAPER = [theme.INK, theme.INK_SECONDARY, theme.INK_CAPTION, theme.INK_BROWN]
TEXT_PAIRS = [
    *[(ink, ground) for ink in TEXTS_ON_DARK for ground in DARK_BACKGROUNDS],
    *[(ink, ground) for ink in TEXTS_ON_PAPER for ground in (theme.PAPER, theme.PAPER_BOTTOM)],
    *[(ink, ground) for ink in TEXTS_ON_FELT for table in TABLE_THEMES.values() for ground in table.felt_colours],
    *[(theme.TEXT_ON_BRASS, colour) for _, colour in box_styles.PRIMARY_BUTTON.fill],
    *[(ink, theme.CARD_FACE) for ink in (*theme.TWO_SUIT_COLOURS.values(), *theme.FOUR_SUIT_COLOURS.values())],
    (theme.DISABLED_TEXT, theme.DISABLED_FILL),
    (theme.INK, theme.CREAM),
    (theme.CREAM, theme.REFUSAL_DISC),
]


@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_has_enough_contrast(ink: theme.Colour, ground: theme.Colour) -> None:
    assert theme.contrast_ratio(ink, ground) >= 4.5


def test_focus_icons_and_selection_have_enough_contrast() -> None:
    for ground in (*DARK_BACKGROUNDS, *(colour for table in TABLE_THEMES.values() for colour in table.felt_colours)):
        assert theme.contrast_ratio(theme.WHITE, ground) >= 3
        assert theme.contrast_ratio(theme.GOLD, ground) >= 3
    assert theme.contrast_ratio(theme.GOLD, theme.RING_INK) >= 3
    assert theme.contrast_ratio(theme.RING_INK, theme.CARD_FACE) >= 3


def test_every_style_has_fonts() -> None:
    for style in theme.TEXT_STYLES.values():
        for name in (style.font, style.emphasis_font or style.font):
            assert font_files.font_file(name).is_file()


# --- drawings ------------------------------------------------------------------------------------------------------


def test_drawings_use_only_supported_svg() -> None:
    for file in raster.ASSETS.rglob("*.svg"):
        text = file.read_text(encoding="utf-8")
        for wrong in ("clipPath", "<mask", "<text", "<use", "<pattern", "<image", "filter", "rgba("):
            assert wrong not in text, f"{file.name}: {wrong}"


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("large", [False, True])
def test_every_card_is_drawn_in_requested_size(screen: Surface, four: bool, large: bool) -> None:
    look = Renderer(screen.get_size(), four_colours=four, large_index=large)
    seen = set()
    for card in packs(1):
        face = look.card(card, 60)
        assert face.get_size() == (60, 84)
        assert count_colours(face) >= 2
        seen.add(pygame.image.tobytes(face, "RGBA"))
    assert len(seen) == 52


@pytest.mark.parametrize("deck", decks.DECKS)
@pytest.mark.parametrize("four", [False, True])
def test_every_deck_has_52_distinct_faces_at_every_size(screen: Surface, deck: str, four: bool) -> None:
    for width, angle in ((34, 0), (60, 4), (112, 0)):
        look = Renderer(screen.get_size(), deck=deck, four_colours=four)
        faces = [look.card(card, width, angle=angle) for card in packs(1)]
        assert len({pygame.image.tobytes(face, "RGBA") for face in faces}) == 52
        light = theme.luminance(pixel_colour(faces[0], faces[0].get_width() // 2, 6))
        assert light < 0.25 if deck == "dark" else light > 0.6, "the back is as light as its deck"


def test_each_deck_has_large_index_and_colours(screen: Surface) -> None:
    def drawn(**chosen: Any) -> bytes:
        return pygame.image.tobytes(Renderer(screen.get_size(), **chosen).card(parse("7D"), 90), "RGBA")

    for name, deck in decks.DECKS.items():
        usual = drawn(deck=name)
        assert (drawn(deck=name, large_index=True) != usual) == deck.has_large_index_variant
        assert drawn(deck=name, four_colours=True) != usual
    assert len({drawn(deck=name) for name in decks.DECKS}) == len(decks.DECKS)


def test_decks_of_one_window_share_store_and_stay_distinct(screen: Surface) -> None:
    store = SurfaceCache(1 << 24)
    looks = [Renderer(screen.get_size(), deck=deck, cache=store) for deck in decks.DECKS]
    assert len({pygame.image.tobytes(look.card(parse("QH"), 90), "RGBA") for look in looks}) == len(looks)
    assert looks[0].card_shadow(90) is looks[1].card_shadow(90)


UPRIGHT_BACKS = ("house", "anselm", "rafa", "yasmin", "tiao", "mei")
"""Backs that show which way is up, in one variant or the other. Cards are never turned upside down here."""


@pytest.mark.parametrize("back", [name for name in decks.BACKS if name not in UPRIGHT_BACKS])
def test_other_backs_look_same_upside_down(screen: Surface, back: str) -> None:
    drawn = Renderer(screen.get_size(), back=back).card(HIDDEN, 100)
    assert count_colours(drawn) >= 3
    turned = pygame.transform.rotate(drawn, 180)
    differ = sum(
        abs(a - b) > 60
        for x in range(100)
        for y in range(140)
        for a, b in zip(tuple(drawn.get_at((x, y)))[:3], tuple(turned.get_at((x, y)))[:3], strict=True)
    )
    assert differ < 100 * 140 * 3 * 0.04  # knitted stitches have a direction


def test_every_back_and_deck_setting_has_drawing() -> None:
    offered = {choice.name: choice.values for choice in options_of(Settings)}
    assert offered["back"] == (*decks.BACKS, decks.CUSTOM_BACK)
    assert tuple(decks.DECKS) == BUILT_IN_DECKS
    assert set(CHARACTERS) < set(decks.BACKS), "each character has a back"
    drawn = {decks.back_file(name, width) for name in decks.BACKS for width in (34, 100)}
    assert all(path.is_file() for path in drawn) and len(drawn) == 2 * (3 + len(CHARACTERS)) + 4


def pixel_colour(drawn: Surface, x: int, y: int) -> theme.Colour:
    red, green, blue, _ = drawn.get_at((x, y))
    return red, green, blue


@pytest.mark.parametrize("width", [34, 48, 60, 63])
def test_small_house_back_is_one_solid_brass_house(screen: Surface, width: int) -> None:
    back = Renderer(screen.get_size()).card(HIDDEN, width)
    inside = range(width // 10, width - width // 10)
    rows = [
        [x for x in inside if pixel_colour(back, x, y)[1] > 100]
        for y in range(back.get_height() // 8, back.get_height() * 7 // 8)
    ]
    wide = max(row[-1] + 1 - row[0] for row in rows if row)
    assert 0.5 * width <= wide <= 0.62 * width, "the house is 55 % of the card's width"
    high = sum(1 for row in rows if row)
    assert sum(map(len, rows)) > 0.6 * wide * high, "the house is solid"
    assert 0.8 < high / wide < 1.2
    ground = pixel_colour(back, width // 2, round(width * 1.4 * 0.88))
    assert theme.contrast_ratio(theme.BRASS, ground) >= 4.5


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
def test_back_keeps_its_form_when_panel_shrinks_cards(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    used, back_file = list[Any](), decks.back_file

    def note_file(*of: Any) -> Any:
        used.append(back_file(*of))
        return used[-1]

    monkeypatch.setattr(decks, "back_file", note_file)
    for width in (52, 60, 64, 70, 90):
        for zoom in (1.0, 0.93, 0.85):
            Renderer(size, zoom=zoom).card(HIDDEN, width)
    forms = [set(used[i : i + 3]) for i in range(0, len(used), 3)]
    assert [len(form) for form in forms] == [1] * 5 and len(set.union(*forms)) == 2


def test_large_house_back_is_upright_and_wine_coloured() -> None:
    text = decks.back_file("house", 100).read_text(encoding="utf-8")
    assert "#7d1f2d" in text and "#5e1320" in text and "rotate(180" not in text, "the back has one upright house"


def test_icons_portraits_and_emblems_are_drawn(renderer: Renderer) -> None:
    for file in (raster.ASSETS / "icons").glob("*.svg"):
        drawn = renderer.icon(file.stem, 24, theme.GOLD)
        assert drawn.get_size() == (24, 24)
        assert drawn.get_bounding_rect(100).width > 2, file.stem
    for name in theme.PORTRAITS:
        assert count_colours(renderer.portrait(name, 68)) > 8, name
    for slug in GAMES:
        emblem = renderer.emblem(slug, 196, 222)
        assert emblem.get_size() == (196, 222)
        assert count_colours(emblem) > 20, slug


def test_turned_card_is_complete_with_clear_corners(renderer: Renderer) -> None:
    upright, turned = renderer.card(parse("KS"), 112), renderer.card(parse("KS"), 112, angle=10)
    assert turned.get_width() > upright.get_width()
    assert turned.get_at((0, 0)).a == 0
    middle = turned.get_at(turned.get_rect().center)
    assert middle.a == 255


def test_unplayable_card_is_dark_and_opaque(renderer: Renderer) -> None:
    bright, dim = renderer.card(parse("AS"), 112), renderer.card(parse("AS"), 112, dim=True)
    assert dim.get_at((56, 150)).a == 255
    assert dim.get_at((56, 150)).r < bright.get_at((56, 150)).r * 0.66


@pytest.mark.parametrize("four", [False, True])
def test_unplayable_dark_card_is_readable_and_distinct(screen: Surface, four: bool) -> None:
    look = Renderer(screen.get_size(), deck="dark", four_colours=four)
    for name in ("7S", "7H", "7D", "7C"):
        dim, bright = look.card(parse(name), 112, dim=True), look.card(parse(name), 112)
        places = [(x, y) for x in range(12, 100) for y in range(20, 140)]
        sign, usual = (
            max((pixel_colour(one, *place) for place in places), key=theme.luminance) for one in (dim, bright)
        )
        assert theme.contrast_ratio(sign, pixel_colour(dim, 56, 12)) >= 4.5, name
        assert theme.contrast_ratio(usual, sign) >= 1.4, name


@pytest.mark.parametrize("inks", [theme.TWO_SUIT_COLOURS, theme.FOUR_SUIT_COLOURS])
def test_unplayable_card_is_readable(inks: dict[str, theme.Colour], renderer: Renderer) -> None:
    ground = theme.dim_on_card(theme.CARD_FACE)
    for ink in inks.values():
        assert theme.contrast_ratio(theme.dim_on_card(ink), ground) >= 4.5
    card = renderer.card(parse("AH"), 112, dim=True)
    drawn = {tuple(card.get_at((x, y)))[:3] for x in range(112) for y in range(156)}
    red = theme.dim_on_card(theme.TWO_SUIT_COLOURS["H"])
    assert any(max(abs(a - b) for a, b in zip(colour, red, strict=True)) <= 3 for colour in drawn), (
        "the measured width equals the drawn one"
    )


def test_selected_cards_glow_leaves_card_alone(renderer: Renderer) -> None:
    ring = renderer.card_ring(112, "selected")
    assert ring.get_at(ring.get_rect().center).a == 0


def test_larger_screens_get_sharper_drawings_and_no_larger_copies(screen: Surface) -> None:
    large = Renderer((2560, 1440))
    assert large.scale == 2
    assert large.card(parse("7H"), 112).get_size() == (224, 314)
    small = pygame.transform.scale(Renderer(screen.get_size()).card(parse("7H"), 112), (224, 314))
    assert pygame.image.tobytes(small, "RGB") != pygame.image.tobytes(large.card(parse("7H"), 112), "RGB")


def test_other_screen_shapes_never_shrink_canvas(screen: Surface) -> None:
    for size in ((960, 540), (2560, 1080), (1024, 768), (1280, 1024)):
        look = Renderer(size)
        assert look.width >= 1280 - 0.01
        assert look.height >= 720 - 0.01
        assert (look.to_pixels(look.width), look.to_pixels(look.height)) == size
        assert look.window_frame.to_local(Point(*size)) == pytest.approx((look.width, look.height))


def test_backgrounds_fill_screen_without_holes(renderer: Renderer) -> None:
    for ground in (renderer.table_background(), renderer.home_background(), renderer.wood_background()):
        assert ground.get_size() == renderer.size
        assert not ground.get_flags() & pygame.SRCALPHA
        assert count_colours(ground) > 30
    felt = renderer.table_background().get_at((640, 330))
    assert felt.g > felt.r
    assert felt.g > felt.b


def test_felt_is_never_too_light_for_text(renderer: Renderer) -> None:
    ground = renderer.table_background()
    for x in range(300, 1000, 7):
        for y in range(150, 500, 7):
            red, green, blue, _ = ground.get_at((x, y))
            assert theme.contrast_ratio(theme.CREAM, (red, green, blue)) >= 4.5


def test_textures_are_almost_transparent() -> None:
    for name in ("felt", "wood", "paper"):
        tile = pygame.image.load(raster.ASSETS / "textures" / f"{name}.png")
        wide, high = tile.get_size()
        alphas = [tile.get_at((x, y)).a for x in range(0, wide, 9) for y in range(0, high, 9)]
        assert max(alphas) <= 40
        assert len(set(alphas)) > 4


# --- caches --------------------------------------------------------------------------------------------------------


def test_same_drawing_is_made_once(renderer: Renderer) -> None:
    assert renderer.card(parse("QD"), 90) is renderer.card(parse("QD"), 90)
    assert renderer.text("Deal", "body") is renderer.text("Deal", "body")
    assert renderer.box_surface(box_styles.PLAIN_BUTTON, 120, 48) is renderer.box_surface(
        box_styles.PLAIN_BUTTON, 120, 48
    )


def test_cache_stays_within_budget_and_drops_least_recently_used() -> None:
    cache = SurfaceCache(10 * 400)
    made: list[int] = []

    def make(number: int) -> Surface:
        made.append(number)
        return Surface((10, 10), pygame.SRCALPHA)

    for number in range(10):
        cache.get(number, lambda number=number: make(number))  # type: ignore[misc]
    cache.get(0, lambda: make(0))
    cache.get(10, lambda: make(10))
    assert cache.used_bytes <= cache.budget_bytes
    cache.get(0, lambda: make(0))
    cache.get(1, lambda: make(1))
    assert made == [*range(11), 1]


def test_cards_at_many_angles_stay_within_budget(screen: Surface) -> None:
    look = Renderer(screen.get_size())
    for card in packs(1):
        for angle in range(-30, 31, 3):
            look.card(card, 112, angle=angle)
    assert look.cache.used_bytes <= look.cache.budget_bytes


def test_intermediates_are_dropped_before_results() -> None:
    cache = SurfaceCache(40 * 400)
    for i in range(30):
        cache.get_intermediate(("part", i), lambda: Surface((10, 10), depth=32))
    for i in range(34):
        cache.get(i, lambda: Surface((10, 10), depth=32))
    assert all(cache.has(i) for i in range(34)) and len(cache) == 40 and cache.used_bytes == cache.budget_bytes
    for i in range(34, 80):
        cache.get(i, lambda: Surface((10, 10), depth=32))
    assert len(cache) == 40 and not cache.has(0) and cache.has(79)
    cache.clear()
    assert cache.used_bytes == len(cache) == 0


def test_store_grows_with_window_and_stays_small_on_small_machine() -> None:
    sizes = [cache_budget_bytes(size, 64 << 30) for size in ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))]
    assert sizes == sorted(sizes) and sizes[-1] > 4 * 3840 * 2160 * 4
    assert cache_budget_bytes((3840, 2160), 600 << 20) == 50 << 20
    assert physical_memory_bytes() > 64 << 20


def test_renderers_of_one_window_share_store() -> None:
    looks = RendererCache((1280, 720))
    settings = Settings()
    small, large = looks.get(settings, 1.0), looks.get(settings, 1.4)
    assert small.cache is large.cache
    assert small.text("one", "body").get_height() < large.text("one", "body").get_height()
    looks.resize((2560, 1440))
    assert looks.get(settings, 1.0).cache.budget_bytes == cache_budget_bytes((2560, 1440), physical_memory_bytes())


# --- texts ---------------------------------------------------------------------------------------------------------


def test_long_line_ends_in_ellipsis_and_fits(renderer: Renderer) -> None:
    whole = renderer.text("The first play may be any hand", "body")
    cut = renderer.text("The first play may be any hand", "body", max_width=120)
    assert whole.get_width() > renderer.to_pixels(120) >= cut.get_width()
    style = theme.TEXT_STYLES["body"]
    letters = typesetting.Typesetter(1.0, renderer._suit)
    several = letters.set_line(typesetting.parse_text("one *two* three", style), 70)
    assert several[-1].text.endswith(typesetting.ELLIPSIS) and typesetting.line_width(several) <= 70


def test_words_between_stars_take_emphasis_colour(renderer: Renderer) -> None:
    def has(surface: Surface, colour: theme.Colour) -> bool:
        area = surface.get_rect()
        return any(
            surface.get_at((x, y))[:3] == colour and surface.get_at((x, y)).a > 200
            for x in range(area.width)
            for y in range(area.height)
        )

    plain = renderer.text("seven or higher", "prompt", theme.CREAM, emphasis=theme.GOLD)
    strong = renderer.text("*seven* or higher", "prompt", theme.CREAM, emphasis=theme.GOLD)
    assert not has(plain, theme.GOLD)
    assert has(strong, theme.GOLD)
    assert has(strong, theme.CREAM)
    assert renderer.text_width("2 * 3", "body") > renderer.text_width("2 3", "body")


def test_suit_signs_are_drawn(renderer: Renderer) -> None:
    with_sign, without = renderer.text("7♥", "body"), renderer.text("7", "body")
    assert with_sign.get_width() > without.get_width()
    area = with_sign.subsurface((without.get_width(), 0, with_sign.get_width() - without.get_width(), 18))
    assert area.get_bounding_rect(100).width > 4


def test_paragraph_keeps_width_and_grows_downwards(renderer: Renderer) -> None:
    words = "Uma carta mais alta do que a anterior, ou a mais baixa de todas quando não há outra."
    wide, narrow = (renderer.paragraph(words, "body", theme.INK, width) for width in (600, 200))
    assert wide.get_width() == 600
    assert narrow.get_width() == 200
    assert narrow.get_height() > wide.get_height()
    letters, style = renderer._typesetter, theme.TEXT_STYLES["body"]
    text = typesetting.parse_text(words, style)
    even = list(map(typesetting.line_width, letters.set_balanced_lines(text, style, 400)))
    greedy = list(map(typesetting.line_width, letters.set_lines(text, style, 400)))
    assert len(even) == len(greedy)
    assert max(even) - min(even) <= max(greedy) - min(greedy)


def test_text_that_ends_in_ellipsis_is_balanced(renderer: Renderer) -> None:
    style = theme.TEXT_STYLES["body"]
    text = typesetting.parse_text("Waiting for the other players at the table now…", style)
    first, last = map(typesetting.line_width, renderer._typesetter.set_balanced_lines(text, style, 300))
    assert last > first / 2


@pytest.mark.parametrize("style", theme.TEXT_STYLES)
def test_paragraph_lines_keep_accents_and_descenders(renderer: Renderer, style: str) -> None:
    line = renderer.text("Ção jÁgpqy", style)
    for count in (1, 3):
        block = renderer.paragraph("\n".join(["Ção jÁgpqy"] * count), style, theme.CREAM, 600)
        assert block.get_height() >= line.get_height() + (count - 1) * renderer._typesetter.line_height_px(
            theme.TEXT_STYLES[style]
        )
        assert block.get_bounding_rect().height == line.get_bounding_rect().height + block.get_height() - (
            renderer.paragraph("Ção jÁgpqy", style, theme.CREAM, 600).get_height()
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_letter_of_key_is_never_alone_at_end_of_line(language: str) -> None:
    """A single letter at the end of a line looks cut off."""
    words, look = Words(language), Renderer((1280, 720))
    letter = re.compile(r"(?<![A-Za-z])[UWML](?![A-Za-zÀ-ÿ’])")  # Chinese letters are part of words, too
    alone = re.compile(r"(^| )[UWML]$|^[UWML](?![\w’\u00a0])")
    texts = [text for key in texts_by_key(language) if letter.search(text := words(key)) and len(text) > 12]
    assert len(texts) > 3
    style = theme.TEXT_STYLES["explanation"]
    broken = 0
    for text in texts:
        for width in range(160, 420, 7):
            set_lines = look._typesetter.set_lines(typesetting.parse_text(text, style), style, width)
            lines = list(map(typesetting.line_text, set_lines))
            broken += len(lines) > 1
            assert line_breaks.join_words(lines) == text.replace("*", "").replace("\n", " ")
            assert not [line for line in lines if alone.search(line)], lines
    assert broken


def test_every_player_has_own_line_in_plot() -> None:
    colours = [colour for colour, _ in theme.SEAT_LINE_STYLES]
    apart = [math.dist(one[:3], other[:3]) for one, other in itertools.combinations(colours, 2)]
    assert len(colours) == max(max(game.seats_allowed) for game in GAMES.values()) and min(apart) > 40
    assert len({dashes for _, dashes in theme.SEAT_LINE_STYLES}) == len(colours)
