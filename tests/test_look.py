"""The look layer: contrasts, complete drawings, bounded caches, texts."""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

import pygame
import pytest
from pygame import Surface

from engine.cards import HIDDEN, packs, parse
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.options import options_of
from engine.people import CHARACTERS
from engine.settings import BUILT_IN_DECKS, Settings
from scenes.look import box_styles, decks, font_files, line_breaks, raster, theme, typesetting
from scenes.look.cache import SurfaceCache, budget_for, physical_memory
from scenes.look.look import Look
from scenes.look.looks import Looks
from scenes.look.table_themes import TABLE_THEMES
from scenes.text.words import Words
from tests.support.texts import flat

pytestmark = pytest.mark.painted


def colours_in(surface: Surface) -> int:
    """Number of different visible colours on a coarse grid of the surface."""
    wide, high = surface.get_size()
    points = [(x * (wide - 1) // 23, y * (high - 1) // 23) for x in range(24) for y in range(24)]
    return len({tuple(colour) for colour in map(surface.get_at, points) if colour.a > 100})


# --- theme ---------------------------------------------------------------------------------------------------------

ON_DARK = [theme.CREAM, theme.MUTED, theme.GOLD, theme.REFUSAL]
DARK = [theme.PANEL, theme.PANEL_LOW, theme.WELL, theme.CHIP]
ON_FELT = [theme.CREAM, theme.ON_FELT, theme.TITLE]
ON_PAPER = [theme.INK, theme.INK_SECOND, theme.INK_CAPTION, theme.INK_BROWN]
TEXT_PAIRS = [
    *[(ink, ground) for ink in ON_DARK for ground in DARK],
    *[(ink, ground) for ink in ON_PAPER for ground in (theme.PAPER, theme.PAPER_LOW)],
    *[(ink, ground) for ink in ON_FELT for table in TABLE_THEMES.values() for ground in table.felt],
    *[(theme.ON_BRASS, colour) for _, colour in box_styles.PRIMARY.fill],
    *[(ink, theme.CARD_FACE) for ink in (*theme.SUITS_TWO.values(), *theme.SUITS_FOUR.values())],
    (theme.DISABLED_TEXT, theme.DISABLED_FILL),
    (theme.INK, theme.CREAM),
    (theme.CREAM, theme.REFUSAL_DISC),
]


@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_has_enough_contrast(ink: theme.Colour, ground: theme.Colour) -> None:
    assert theme.contrast(ink, ground) >= 4.5


def test_focus_icons_and_selection_have_enough_contrast() -> None:
    for ground in (*DARK, *(colour for table in TABLE_THEMES.values() for colour in table.felt)):
        assert theme.contrast(theme.WHITE, ground) >= 3
        assert theme.contrast(theme.GOLD, ground) >= 3
    assert theme.contrast(theme.GOLD, theme.RING_INK) >= 3
    assert theme.contrast(theme.RING_INK, theme.CARD_FACE) >= 3


def test_every_style_has_its_fonts() -> None:
    for style in theme.TEXT_STYLES.values():
        for name in (style.font, style.strong or style.font):
            assert font_files.font_file(name).is_file()


# --- drawings ------------------------------------------------------------------------------------------------------


def test_drawings_contain_nothing_that_the_rasteriser_ignores() -> None:
    for file in raster.ASSETS.rglob("*.svg"):
        text = file.read_text(encoding="utf-8")
        for wrong in ("clipPath", "<mask", "<text", "<use", "<pattern", "<image", "filter", "rgba("):
            assert wrong not in text, f"{file.name}: {wrong}"


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("large", [False, True])
def test_every_card_is_drawn_in_the_requested_size(screen: Surface, four: bool, large: bool) -> None:
    look = Look(screen.get_size(), four_colours=four, large_index=large)
    seen = set()
    for card in packs(1):
        face = look.card(card, 60)
        assert face.get_size() == (60, 84)
        assert colours_in(face) >= 2
        seen.add(pygame.image.tobytes(face, "RGBA"))
    assert len(seen) == 52


@pytest.mark.parametrize("deck", decks.DECKS)
@pytest.mark.parametrize("four", [False, True])
def test_every_deck_has_52_distinct_faces_at_every_size(screen: Surface, deck: str, four: bool) -> None:
    for width, angle in ((34, 0), (60, 4), (112, 0)):
        look = Look(screen.get_size(), deck=deck, four_colours=four)
        faces = [look.card(card, width, angle=angle) for card in packs(1)]
        assert len({pygame.image.tobytes(face, "RGBA") for face in faces}) == 52
        light = theme.luminance(at(faces[0], faces[0].get_width() // 2, 6))
        assert light < 0.25 if deck == "dark" else light > 0.6, "as light as its deck"


def test_each_deck_has_its_large_index_and_its_colours(screen: Surface) -> None:
    def drawn(**chosen: Any) -> bytes:
        return pygame.image.tobytes(Look(screen.get_size(), **chosen).card(parse("7D"), 90), "RGBA")

    for name, deck in decks.DECKS.items():
        usual = drawn(deck=name)
        assert (drawn(deck=name, large_index=True) != usual) == deck.large_index
        assert drawn(deck=name, four_colours=True) != usual
    assert len({drawn(deck=name) for name in decks.DECKS}) == len(decks.DECKS)


def test_decks_of_one_window_share_a_store_and_are_told_apart(screen: Surface) -> None:
    store = SurfaceCache(1 << 24)
    looks = [Look(screen.get_size(), deck=deck, store=store) for deck in decks.DECKS]
    assert len({pygame.image.tobytes(look.card(parse("QH"), 90), "RGBA") for look in looks}) == len(looks)
    assert looks[0].card_shadow(90) is looks[1].card_shadow(90)


UPRIGHT = ("house", "anselm", "rafa", "yasmin", "tiao", "mei")
"""Backs that show which way up they lie, in one form or the other. Cards are never turned upside down here."""


@pytest.mark.parametrize("back", [name for name in decks.BACKS if name not in UPRIGHT])
def test_every_other_back_looks_the_same_upside_down(screen: Surface, back: str) -> None:
    drawn = Look(screen.get_size(), back=back).card(HIDDEN, 100)
    assert colours_in(drawn) >= 3
    turned = pygame.transform.rotate(drawn, 180)
    differ = sum(
        abs(a - b) > 60
        for x in range(100)
        for y in range(140)
        for a, b in zip(tuple(drawn.get_at((x, y)))[:3], tuple(turned.get_at((x, y)))[:3], strict=True)
    )
    assert differ < 100 * 140 * 3 * 0.04  # knitted stitches have a direction


def test_every_setting_for_a_back_and_a_deck_has_its_drawing() -> None:
    offered = {choice.name: choice.values for choice in options_of(Settings)}
    assert offered["back"] == (*decks.BACKS, decks.OWN_BACK)
    assert tuple(decks.DECKS) == BUILT_IN_DECKS
    assert set(CHARACTERS) < set(decks.BACKS), "a back for each character"
    drawn = {decks.back(name, width) for name in decks.BACKS for width in (34, 100)}
    assert all(path.is_file() for path in drawn) and len(drawn) == 2 * 9 + 4


def at(drawn: Surface, x: int, y: int) -> theme.Colour:
    red, green, blue, _ = drawn.get_at((x, y))
    return red, green, blue


@pytest.mark.parametrize("width", [34, 48, 60, 63])
def test_a_small_house_back_is_one_solid_brass_house(screen: Surface, width: int) -> None:
    back = Look(screen.get_size()).card(HIDDEN, width)
    inside = range(width // 10, width - width // 10)
    rows = [
        [x for x in inside if at(back, x, y)[1] > 100]
        for y in range(back.get_height() // 8, back.get_height() * 7 // 8)
    ]
    wide = max(row[-1] + 1 - row[0] for row in rows if row)
    assert 0.5 * width <= wide <= 0.62 * width, "55 % of the card"
    high = sum(1 for row in rows if row)
    assert sum(map(len, rows)) > 0.6 * wide * high, "solid"
    assert 0.8 < high / wide < 1.2
    ground = at(back, width // 2, round(width * 1.4 * 0.88))
    assert theme.contrast(theme.BRASS, ground) >= 4.5


def test_the_large_house_back_stands_on_the_new_wine() -> None:
    text = decks.back("house", 100).read_text(encoding="utf-8")
    assert "#7d1f2d" in text and "#5e1320" in text and "rotate(180" not in text, "one upright house"


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
    assert dim.get_at((56, 150)).r < bright.get_at((56, 150)).r * 0.66


@pytest.mark.parametrize("four", [False, True])
def test_a_dark_card_that_cannot_be_played_can_be_read_and_told_from_others(screen: Surface, four: bool) -> None:
    look = Look(screen.get_size(), deck="dark", four_colours=four)
    for name in ("7S", "7H", "7D", "7C"):
        dim, bright = look.card(parse(name), 112, dim=True), look.card(parse(name), 112)
        places = [(x, y) for x in range(12, 100) for y in range(20, 140)]
        sign, usual = (max((at(one, *place) for place in places), key=theme.luminance) for one in (dim, bright))
        assert theme.contrast(sign, at(dim, 56, 12)) >= 4.5, name
        assert theme.contrast(usual, sign) >= 1.4, name


@pytest.mark.parametrize("inks", [theme.SUITS_TWO, theme.SUITS_FOUR])
def test_a_card_that_cannot_be_played_can_be_read(inks: dict[str, theme.Colour], look: Look) -> None:
    ground = theme.dimmed(theme.CARD_FACE)
    for ink in inks.values():
        assert theme.contrast(theme.dimmed(ink), ground) >= 4.5
    card = look.card(parse("AH"), 112, dim=True)
    drawn = {tuple(card.get_at((x, y)))[:3] for x in range(112) for y in range(156)}
    red = theme.dimmed(theme.SUITS_TWO["H"])
    assert any(max(abs(a - b) for a, b in zip(colour, red, strict=True)) <= 3 for colour in drawn), "as it is drawn"


def test_a_selected_cards_glow_leaves_the_card_alone(look: Look) -> None:
    ring = look.card_ring(112, "selected")
    assert ring.get_at(ring.get_rect().center).a == 0


def test_larger_screens_get_sharper_drawings_and_no_larger_copies(screen: Surface) -> None:
    large = Look((2560, 1440))
    assert large.scale == 2
    assert large.card(parse("7H"), 112).get_size() == (224, 314)
    small = pygame.transform.scale(Look(screen.get_size()).card(parse("7H"), 112), (224, 314))
    assert pygame.image.tobytes(small, "RGB") != pygame.image.tobytes(large.card(parse("7H"), 112), "RGB")


def test_on_other_shapes_of_screen_the_canvas_is_wider_or_taller_and_never_smaller(screen: Surface) -> None:
    for size in ((960, 540), (2560, 1080), (1024, 768), (1280, 1024)):
        look = Look(size)
        assert look.width >= 1280 - 0.01
        assert look.height >= 720 - 0.01
        assert (look.px(look.width), look.px(look.height)) == size
        assert look.to_logical(size) == pytest.approx((look.width, look.height))


def test_backgrounds_fill_the_screen_without_holes(look: Look) -> None:
    for ground in (look.table_background(), look.home_background(), look.room_background()):
        assert ground.get_size() == look.size
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


def test_textures_are_almost_transparent() -> None:
    for name in ("felt", "wood", "paper"):
        tile = pygame.image.load(raster.ASSETS / "textures" / f"{name}.png")
        wide, high = tile.get_size()
        alphas = [tile.get_at((x, y)).a for x in range(0, wide, 9) for y in range(0, high, 9)]
        assert max(alphas) <= 40
        assert len(set(alphas)) > 4


# --- caches --------------------------------------------------------------------------------------------------------


def test_the_same_drawing_is_made_once(look: Look) -> None:
    assert look.card(parse("QD"), 90) is look.card(parse("QD"), 90)
    assert look.text("Deal", "body") is look.text("Deal", "body")
    assert look.shape(box_styles.PLAIN, 120, 48) is look.shape(box_styles.PLAIN, 120, 48)


def test_a_cache_stays_within_its_budget_and_drops_the_least_recently_used() -> None:
    cache = SurfaceCache(10 * 400)
    made: list[int] = []

    def make(number: int) -> Surface:
        made.append(number)
        return Surface((10, 10), pygame.SRCALPHA)

    for number in range(10):
        cache.get(number, lambda number=number: make(number))  # type: ignore[misc]
    cache.get(0, lambda: make(0))
    cache.get(10, lambda: make(10))
    assert cache.held <= cache.budget
    cache.get(0, lambda: make(0))
    cache.get(1, lambda: make(1))
    assert made == [*range(11), 1]


def test_cards_at_many_angles_stay_within_the_budget(screen: Surface) -> None:
    look = Look(screen.get_size())
    for card in packs(1):
        for angle in range(-30, 31, 3):
            look.card(card, 112, angle=angle)
    assert look.store.held <= look.store.budget


def test_parts_are_dropped_before_what_was_made_of_them() -> None:
    cache = SurfaceCache(40 * 400)
    for i in range(30):
        cache.part(("part", i), lambda: Surface((10, 10), depth=32))
    for i in range(34):
        cache.get(i, lambda: Surface((10, 10), depth=32))
    assert all(cache.has(i) for i in range(34)) and len(cache) == 40 and cache.held == cache.budget
    for i in range(34, 80):
        cache.get(i, lambda: Surface((10, 10), depth=32))
    assert len(cache) == 40 and not cache.has(0) and cache.has(79)
    cache.clear()
    assert cache.held == len(cache) == 0


def test_the_store_grows_with_the_window_and_stays_small_on_a_small_machine() -> None:
    sizes = [budget_for(size, 64 << 30) for size in ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))]
    assert sizes == sorted(sizes) and sizes[-1] > 4 * 3840 * 2160 * 4
    assert budget_for((3840, 2160), 600 << 20) == 50 << 20
    assert physical_memory() > 64 << 20


def test_looks_of_one_window_share_a_store() -> None:
    looks = Looks((1280, 720))
    settings = Settings()
    small, large = looks.at(settings, 1.0), looks.at(settings, 1.4)
    assert small.store is large.store
    assert small.text("one", "body").get_height() < large.text("one", "body").get_height()
    looks.resize((2560, 1440))
    assert looks.at(settings, 1.0).store.budget == budget_for((2560, 1440), physical_memory())


# --- texts ---------------------------------------------------------------------------------------------------------


def test_a_long_line_ends_in_an_ellipsis_and_fits(look: Look) -> None:
    whole = look.text("The first play may be any hand", "body")
    cut = look.text("The first play may be any hand", "body", max_width=120)
    assert whole.get_width() > look.px(120) >= cut.get_width()
    style = theme.TEXT_STYLES["body"]
    several = typesetting.Typesetter(1.0, look._suit).fitted(typesetting.glyphs("one *two* three"), style, 70)
    assert several[-1].char == typesetting.ELLIPSIS
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
    letters, style = look._typesetter, theme.TEXT_STYLES["body"]
    even = [letters.width(line, style) for line in letters.balanced(words, style, 400)]
    greedy = [letters.width(line, style) for line in letters.wrapped(words, style, 400)]
    assert len(even) == len(greedy)
    assert max(even) - min(even) <= max(greedy) - min(greedy)


@pytest.mark.parametrize("style", theme.TEXT_STYLES)
def test_no_line_of_a_paragraph_loses_its_accents_or_descenders(look: Look, style: str) -> None:
    line = look.text("Ção jÁgpqy", style)
    for count in (1, 3):
        block = look.paragraph("\n".join(["Ção jÁgpqy"] * count), style, theme.CREAM, 600)
        assert block.get_height() >= line.get_height() + (count - 1) * look._typesetter.line_height(
            theme.TEXT_STYLES[style]
        )
        assert block.get_bounding_rect().height == line.get_bounding_rect().height + block.get_height() - (
            look.paragraph("Ção jÁgpqy", style, theme.CREAM, 600).get_height()
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letter_of_a_key_is_never_alone_at_an_end_of_a_line(language: str) -> None:
    """At the end it looks cut off."""
    words, look = Words(language), Look((1280, 720))
    letter = re.compile(r"(?<![A-Za-z])[UWML](?![A-Za-zÀ-ÿ’])")  # Chinese letters are letters of words, too
    alone = re.compile(r"(^| )[UWML]$|^[UWML](?![\w’\u00a0])")
    texts = [text for key in flat(language) if letter.search(text := words(key)) and len(text) > 12]
    assert len(texts) > 3
    letters, style = look._typesetter, theme.TEXT_STYLES["explanation"]
    broken = 0
    for text in texts:
        for width in range(160, 420, 7):
            lines = ["".join(glyph.char for glyph in line) for line in letters.wrapped(text, style, width)]
            broken += len(lines) > 1
            assert line_breaks.joined(lines) == text.replace("*", "").replace("\n", " ")
            assert not [line for line in lines if alone.search(line)], lines
    assert broken


def test_every_player_has_a_line_of_their_own_in_a_plot() -> None:
    colours = [colour for colour, _ in theme.PLAYER_LINES]
    apart = [math.dist(one[:3], other[:3]) for one, other in itertools.combinations(colours, 2)]
    assert len(colours) == max(max(game.seats_allowed) for game in GAMES.values()) and min(apart) > 40
    assert len({dashes for _, dashes in theme.PLAYER_LINES}) == len(colours)
