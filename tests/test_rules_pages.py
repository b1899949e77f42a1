"""Rules pages: complete in every language, parsed correctly, laid out without overlaps."""

import re
import shutil
from pathlib import Path

import pygame
import pytest
from pygame import FRect

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.options import changed_options, options_of
from engine.rng import Rng
from scenes.render import box_styles, boxes, raster
from scenes.render.renderer import Renderer
from scenes.screens.rulebook.rulebook_screen import changed_rules
from scenes.shell.rules_page_layout import GUTTER_WIDTH, MAX_LINE_WIDTH, PageTypesetter
from scenes.text import rules_document
from scenes.text.catalogue import Words
from scenes.text.rules_document import (
    Document,
    Figure,
    Heading,
    SearchHit,
    TableBlock,
    TextBlock,
    TextRun,
    load_page,
    parse_page,
    plain_text,
)
from scenes.text.search import fold_case_and_accents
from tests.support import game_contract
from tests.support.rules_pages import EVERY_GAME, EVERY_PAGE, PAGES, TRANSLATED_PAGES, change_every_rule

ROOT = Path(__file__).resolve().parent.parent
LEFTOVER_MARKUP = re.compile(r"`|\*|\]\(|<|^#|\||\bR\d+\b")


# --- the pages --------------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_pages_have_same_sections_in_every_language(slug: str) -> None:
    first, *others = (PAGES[language, slug] for language in LANGUAGES)
    for other in others:
        assert list(first.anchors) == list(other.anchors)
        assert [type(block) for block in first.blocks] == [type(block) for block in other.blocks]
        assert first.links == other.links
        for one, two in zip(first.blocks, other.blocks, strict=True):
            if isinstance(one, Figure) and isinstance(two, Figure):
                assert [group._replace(caption=()) for group in one.groups] == [
                    g._replace(caption=()) for g in two.groups
                ]


@EVERY_PAGE
def test_page_begins_with_minute_and_ends_with_house_rules(language: str, slug: str) -> None:
    page = PAGES[language, slug]
    words = Words(language)
    titles = [title for _, title in page.sections]
    others = [PAGES[language, other].sections for other in GAMES if (language, other) in TRANSLATED_PAGES]
    assert all((other[0][1], other[-1][1]) == (titles[0], titles[-1]) for other in others), (
        "the first and last section have the same titles on every page"
    )
    first = page.blocks[0]
    assert isinstance(first, Heading)
    assert plain_text(first.texts) == words(f"{slug}.title")
    steps = [block for block in page.blocks if isinstance(block, TextBlock) and block.kind == "item"]
    assert [step.number_or_bullet for step in steps] == [str(i + 1) for i in range(len(steps))]
    assert len(steps) >= 5


@EVERY_PAGE
def test_rules_are_numbered_without_gap(language: str, slug: str) -> None:
    rules = [block for block in PAGES[language, slug].blocks if isinstance(block, TextBlock) and block.kind == "rule"]
    assert [(rule.anchor, rule.number_or_bullet) for rule in rules] == [
        (f"R{i + 1}", str(i + 1)) for i in range(len(rules))
    ]
    assert all(plain_text(rule.texts)[0] not in " ,." for rule in rules)


@EVERY_PAGE
def test_every_named_rule_is_on_page(language: str, slug: str) -> None:
    anchors = PAGES[language, slug].anchors
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "engine" / "games").rglob("*.py"))
    named = set(re.findall(rf'"{slug}\.(R\d+)"', sources))
    assert named
    assert named <= anchors.keys()
    for choice in options_of(GAMES[slug].Options):
        assert choice.rule.rpartition(".")[2] in anchors
        explained = PAGES[language, slug].blocks[anchors[choice.name]]
        assert isinstance(explained, TextBlock)
        assert choice.rule.rpartition(".")[2] in [run.link for run in explained.runs]
        name = Words(language)(f"{slug}.option.{choice.name}.name")
        assert plain_text(explained.texts).startswith(name), "page and editor use the same name"


@EVERY_PAGE
def test_every_link_has_target(language: str, slug: str) -> None:
    links = PAGES[language, slug].links
    assert len(links) >= 4
    for link in links:
        page, _, anchor = link.rpartition("#")
        assert anchor in PAGES[language, page or slug].anchors


@EVERY_PAGE
def test_no_markup_is_left_in_text(language: str, slug: str) -> None:
    figures = 0
    for block in PAGES[language, slug].blocks:
        text = plain_text(block.texts)
        assert not LEFTOVER_MARKUP.search(text), text
        assert "'" not in text and '"' not in text and "..." not in text and "  " not in text, text
        figures += isinstance(block, Figure | TableBlock)
    assert figures >= 3


# --- parsing a page ---------------------------------------------------------------------------------------------------

SAMPLE_PAGE = """# Página

Às *vezes* é [assim](#R1) ou [ali](gurch.md#R2).

## Um

<a id="R1"></a>**1.** Três cartas: `10S ??` e
nada **mais**.

- um
- dois

> Por exemplo.

| a | b |
|---|---|
| `3D` | três |

```cards
8S 8H+: saem
> AD- ??
```
"""


def test_page_is_parsed() -> None:
    page = parse_page(SAMPLE_PAGE)
    title, first, section, rule, one, two, example, table, figure = page.blocks
    assert isinstance(title, Heading) and (title.level, title.anchor) == (1, "top")
    assert isinstance(first, TextBlock) and first.runs[1] == TextRun("vezes", is_italic=True)
    assert [run.link for run in first.runs if run.link] == ["R1", "gurch#R2"]
    assert isinstance(section, Heading) and page.sections == [("section1", "Um")]
    assert isinstance(rule, TextBlock) and (rule.kind, rule.number_or_bullet, rule.anchor) == ("rule", "1", "R1")
    assert plain_text(rule.texts) == "Três cartas: \ufffc e nada mais."
    assert [(c.card, c.ring_or_dim_sign) for run in rule.runs for c in run.cards] == [(39, ""), (-1, "")]
    assert [block.number_or_bullet for block in (one, two) if isinstance(block, TextBlock)] == ["•", "•"]
    assert isinstance(example, TextBlock) and example.kind == "example"
    assert isinstance(table, TableBlock) and plain_text(table.texts) == "a\nb\n\ufffc\ntrês"
    assert isinstance(figure, Figure) and [group.has_arrow_before for group in figure.groups] == [False, True]
    assert [[c.ring_or_dim_sign for c in group.cards] for group in figure.groups] == [["", "+"], ["-", ""]]
    assert page.anchors == {"top": 0, "section1": 2, "R1": 3}


def test_search_ignores_case_and_accents() -> None:
    page = parse_page(SAMPLE_PAGE)
    assert page.find("tres") == [SearchHit(3, 0, 4), SearchHit(7, 6, 10)]
    assert page.find("TRÊS") == page.find("tres")
    assert page.find("  nada   MAIS ") == [SearchHit(3, 17, 26)]
    assert page.find("") == page.find("nirgends") == []
    assert parse_page("aaaa").find("aa") == [SearchHit(0, 0, 2), SearchHit(0, 2, 4)]


def test_missing_page_is_empty() -> None:
    assert load_page("en", "no_such_game") == Document(())


def test_page_missing_in_language_is_shown_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(rules_document.RULES_FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "de" / "gurch.md").unlink()
    monkeypatch.setattr(rules_document, "RULES_FOLDER", tmp_path)
    assert load_page("de", "gurch") == PAGES["en", "gurch"] != PAGES["de", "gurch"]
    assert load_page("de", "roped") == PAGES["de", "roped"]


@EVERY_GAME
def test_house_rules_in_force_are_shown_at_changed_rules(slug: str) -> None:
    words = Words("en")
    page = PAGES["en", slug]
    assert changed_rules(words, slug, GAMES[slug].Options()) == []
    changes = changed_rules(words, slug, change_every_rule(slug))
    with_badges = page.with_house_rules(changes)
    badges = [i for i, block in enumerate(with_badges.blocks) if isinstance(block, TextBlock) and block.kind == "badge"]
    assert len(badges) == 2 * len(changes) == 2 * len(changed_options(change_every_rule(slug)))
    for one in changes:
        for here in (one.rule_anchor, one.field):
            after = with_badges.blocks[with_badges.anchors[here] + 1 :]
            texts = [plain_text(block.texts) for block in after[: len(changes)] if isinstance(block, TextBlock)]
            assert any(text.startswith(one.badge_title) for text in texts), (one.badge_title, here)
    assert set(with_badges.links) <= set(with_badges.anchors)


# --- typeset pages ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    pygame.init()
    pygame.display.set_mode((960, 540))
    return Renderer((960, 540))


@EVERY_PAGE
def test_page_blocks_stay_on_paper_without_overlaps(renderer: Renderer, language: str, slug: str) -> None:
    """Each page in one of two widths, so that every language and every game has both."""
    is_narrow = (LANGUAGES.index(language) + list(GAMES).index(slug)) % 2
    width = 500.0 if is_narrow else MAX_LINE_WIDTH + GUTTER_WIDTH
    changes = changed_rules(Words(language), slug, change_every_rule(slug))
    laid, height = PageTypesetter(renderer, width).place_blocks(PAGES[language, slug].with_house_rules(changes))
    card = renderer.card_height(68.0)
    for one in laid:
        pieces = list(one.pieces(renderer))
        texts = [
            FRect(area.x, area.y + 3, area.width, area.height - 8)
            for area, piece in pieces
            if piece.text.strip("\ufffc ")
        ]
        cards = [FRect(s.centre_x - 34, s.centre_y - card / 2, 68, card) for s in one.figure_cards]
        tokens = [FRect(area.x, area.centery - 12, area.width, 24) for area, piece in pieces if piece.cards]
        for place in (*texts, *cards, *tokens):
            assert place.left >= 0 and place.right <= width + 2, (plain_text(one.block.texts), place)
            assert place.top >= -4 and place.bottom <= one.rect.height + 2, plain_text(one.block.texts)
        for i, place in enumerate(texts):
            others = [*texts[i + 1 :], *cards, *tokens]
            assert not any(place.inflate(-3, 0).colliderect(other) for other in others), plain_text(one.block.texts)
    assert [one.rect.top for one in laid] == sorted(one.rect.top for one in laid)
    assert height == pytest.approx(laid[-1].rect.bottom, abs=0.1)


@EVERY_PAGE
def test_search_marks_cover_their_letters(renderer: Renderer, language: str, slug: str) -> None:
    laid, _ = PageTypesetter(renderer, 500.0).place_blocks(PAGES[language, slug])
    for hit in PAGES[language, slug].find("a"):
        pieces = [
            (area, piece)
            for area, piece in laid[hit.block_index].pieces(renderer)
            if piece.is_text and piece.start <= hit.start < piece.start + len(piece.text)
        ]
        ((area, piece),) = pieces
        assert fold_case_and_accents(piece.text[hit.start - piece.start]) == "a"
        (mark,) = laid[hit.block_index].text_areas(renderer, hit.start, hit.end)
        assert area.left - 3 <= mark.left and mark.right <= area.right + 4


@pytest.mark.painted
def test_small_cards_have_colours_of_deck(renderer: Renderer) -> None:
    four = Renderer((960, 540), four_colours=True)
    drawn = []
    for one in (renderer, four):
        (laid,), _ = PageTypesetter(one, 500.0).place_blocks(parse_page("`7D`"))
        sheet = pygame.Surface((400, 60), pygame.SRCALPHA)
        laid.draw_except_figure_cards(one, sheet)
        drawn.append({tuple(sheet.get_at((x, y)))[:3] for x in range(400) for y in range(60)})
    assert (200, 16, 46) in drawn[0] and (200, 16, 46) not in drawn[1]
    assert (48, 123, 166) in drawn[1]


@pytest.mark.painted
def test_nine_slice_shadow_equals_whole_one() -> None:
    size, box = (900, 700), box_styles.PAPER_BOX
    margin = boxes.margin_px(box, 1.0)
    for shadow in box.shadows:
        whole = boxes._whole_shadow(box, shadow, size, margin, 1.0)
        quick = raster.transparent_surface(whole.get_size())
        boxes._draw_shadow(quick, box, shadow, size, margin=margin, scale=1.0)
        points = [(x, y) for x in range(0, whole.get_width(), 7) for y in range(0, whole.get_height(), 7)]
        assert max(abs(quick.get_at(at).a - whole.get_at(at).a) for at in points) <= 3


# --- refusals ---------------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_every_refusal_has_rule_on_page_in_every_language(slug: str) -> None:
    """Makes illegal moves of every seat in a random match. Each refusal names a rule that all pages have."""
    found, rng = set[str](), Rng(7)
    game = game_contract.start_match(slug, 7)
    for move in game_contract.random_moves(game, rng, 300):
        for _ in range(6):
            tried = game_contract.alter_move(game, move._replace(seat=rng.below(game.seats)), rng)
            refusal = game.refusal(tried)
            if refusal is not None:
                found.add(refusal.rule)
        game.push(move)
    assert found
    for language in LANGUAGES:
        anchors = PAGES[language, slug].anchors
        for rule in (*found, *game.ask_rules.values(), *game.turn_rules.values(), game.end_rule):
            page, _, anchor = rule.partition(".")
            assert page == slug and anchor in anchors, rule
