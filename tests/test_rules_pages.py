"""The rules pages: complete in both languages, parsed correctly, laid out without overlaps."""

import re
from pathlib import Path

import pygame
import pytest
from pygame import FRect

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.options import differing, options_of
from engine.rng import Rng
from scenes.look import box_styles, boxes, raster
from scenes.look.look import Look
from scenes.reader import document
from scenes.reader.document import Document, Figure, Heading, Hit, TableBlock, TextBlock, TextRun, load, plain, read
from scenes.reader.rules_reader import changed_rules
from scenes.reader.typesetting import GUTTER, MEASURE, PageTypesetter
from scenes.text.words import Words
from tests.support import contract
from tests.support.reading import EVERY, GAME, PAGES, changed

ROOT = Path(__file__).resolve().parent.parent
LEFTOVER = re.compile(r"`|\*|\]\(|<|^#|\||\bR\d+\b")


# --- the pages --------------------------------------------------------------------------------------------------------


@GAME
def test_pages_have_the_same_parts_in_every_language(slug: str) -> None:
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


@EVERY
def test_a_page_begins_with_a_minute_and_ends_with_the_house_rules(language: str, slug: str) -> None:
    page = PAGES[language, slug]
    words = Words(language)
    titles = [title for _, title in page.sections]
    others = [PAGES[language, other].sections for other in GAMES]
    assert all((other[0][1], other[-1][1]) == (titles[0], titles[-1]) for other in others), "named alike on every page"
    first = page.blocks[0]
    assert isinstance(first, Heading)
    assert plain(first.parts) == words(f"{slug}.title")
    steps = [block for block in page.blocks if isinstance(block, TextBlock) and block.kind == "item"]
    assert [step.mark for step in steps] == [str(i + 1) for i in range(len(steps))]
    assert len(steps) >= 5


@EVERY
def test_rules_are_numbered_without_a_gap(language: str, slug: str) -> None:
    rules = [block for block in PAGES[language, slug].blocks if isinstance(block, TextBlock) and block.kind == "rule"]
    assert [(rule.anchor, rule.mark) for rule in rules] == [(f"R{i + 1}", str(i + 1)) for i in range(len(rules))]
    assert all(plain(rule.parts)[0] not in " ,." for rule in rules)


@EVERY
def test_every_rule_named_by_refusals_and_house_rules_is_on_the_page(language: str, slug: str) -> None:
    anchors = PAGES[language, slug].anchors
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "engine" / "games").rglob("*.py"))
    named = set(re.findall(rf'"{slug}\.(R\d+)"', sources))
    assert len(named) >= 3
    assert named <= anchors.keys()
    for choice in options_of(GAMES[slug].Options):
        assert choice.rule.rpartition(".")[2] in anchors
        explained = PAGES[language, slug].blocks[anchors[choice.name]]
        assert isinstance(explained, TextBlock)
        assert choice.rule.rpartition(".")[2] in [run.link for run in explained.runs]
        name = Words(language)(f"{slug}.option.{choice.name}.name")
        assert plain(explained.parts).startswith(name), "page and editor use the same name"


@EVERY
def test_every_link_leads_somewhere(language: str, slug: str) -> None:
    links = PAGES[language, slug].links
    assert len(links) >= 4
    for link in links:
        page, _, anchor = link.rpartition("#")
        assert anchor in PAGES[language, page or slug].anchors


@EVERY
def test_no_markup_is_left_in_the_text(language: str, slug: str) -> None:
    figures = 0
    for block in PAGES[language, slug].blocks:
        text = plain(block.parts)
        assert not LEFTOVER.search(text), text
        assert "'" not in text and '"' not in text and "..." not in text and "  " not in text, text
        figures += isinstance(block, Figure | TableBlock)
    assert figures >= 3


# --- how a page is read -----------------------------------------------------------------------------------------------

SAMPLE = """# Página

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


def test_a_page_is_parsed() -> None:
    page = read(SAMPLE)
    title, first, section, rule, one, two, example, table, figure = page.blocks
    assert isinstance(title, Heading) and (title.level, title.anchor) == (1, "top")
    assert isinstance(first, TextBlock) and first.runs[1] == TextRun("vezes", slanted=True)
    assert [run.link for run in first.runs if run.link] == ["R1", "gurch#R2"]
    assert isinstance(section, Heading) and page.sections == [("section1", "Um")]
    assert isinstance(rule, TextBlock) and (rule.kind, rule.mark, rule.anchor) == ("rule", "1", "R1")
    assert plain(rule.parts) == "Três cartas: \ufffc e nada mais."
    assert [(c.card, c.mark) for run in rule.runs for c in run.cards] == [(39, ""), (-1, "")]
    assert [block.mark for block in (one, two) if isinstance(block, TextBlock)] == ["•", "•"]
    assert isinstance(example, TextBlock) and example.kind == "example"
    assert isinstance(table, TableBlock) and plain(table.parts) == "a\nb\n\ufffc\ntrês"
    assert isinstance(figure, Figure) and [group.pointed for group in figure.groups] == [False, True]
    assert [[c.mark for c in group.cards] for group in figure.groups] == [["", "+"], ["-", ""]]
    assert page.anchors == {"top": 0, "section1": 2, "R1": 3}


def test_a_search_ignores_case_and_accents() -> None:
    page = read(SAMPLE)
    assert page.find("tres") == [Hit(3, 0, 4), Hit(7, 6, 10)]
    assert page.find("TRÊS") == page.find("tres")
    assert page.find("  nada   MAIS ") == [Hit(3, 17, 26)]
    assert page.find("") == page.find("nirgends") == []
    assert read("aaaa").find("aa") == [Hit(0, 0, 2), Hit(0, 2, 4)]


def test_a_game_without_a_page_has_an_empty_one() -> None:
    assert load("en", "no_such_game") == Document(())


@GAME
def test_house_rules_in_force_are_shown_at_the_rules_they_change(slug: str) -> None:
    words = Words("en")
    page = PAGES["en", slug]
    assert changed_rules(words, slug, GAMES[slug].Options()) == []
    changes = changed_rules(words, slug, changed(slug))
    with_badges = page.with_house_rules(changes)
    badges = [i for i, block in enumerate(with_badges.blocks) if isinstance(block, TextBlock) and block.kind == "badge"]
    assert len(badges) == 2 * len(changes) == 2 * len(differing(changed(slug)))
    for one in changes:
        for here in (one.rule, one.field):
            after = with_badges.blocks[with_badges.anchors[here] + 1 :]
            texts = [plain(block.parts) for block in after[: len(changes)] if isinstance(block, TextBlock)]
            assert any(text.startswith(one.name) for text in texts), (one.name, here)
    assert set(with_badges.links) <= set(with_badges.anchors)


# --- typeset pages ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def look() -> Look:
    pygame.init()
    pygame.display.set_mode((960, 540))
    return Look((960, 540))


@EVERY
@pytest.mark.parametrize("width", [MEASURE + GUTTER, 500.0])
def test_everything_is_on_the_paper_without_overlaps(look: Look, language: str, slug: str, width: float) -> None:
    changes = changed_rules(Words(language), slug, changed(slug))
    laid, height = PageTypesetter(look, width).page(PAGES[language, slug].with_house_rules(changes))
    card = look.card_height(68.0)
    for one in laid:
        texts = [FRect(p.x, p.y + 3, look.advance(p.text, p.style), look.text_height(p.style) - 8) for p in one.pieces]
        cards = [FRect(s.x - 34, s.y - card / 2, 68, card) for s in one.sprites]
        tokens = [FRect(t.x, t.y, t.width, 24) for t in one.tokens if not t.suit]
        for place in (*texts, *cards, *tokens):
            assert place.left >= 0 and place.right <= width + 2, (plain(one.block.parts), place)
            assert place.top >= -4 and place.bottom <= one.rect.height + 2, plain(one.block.parts)
        for i, place in enumerate(texts):
            others = [*texts[i + 1 :], *cards, *tokens]
            assert not any(place.inflate(-3, 0).colliderect(other) for other in others), plain(one.block.parts)
    assert [one.rect.top for one in laid] == sorted(one.rect.top for one in laid)
    assert height == pytest.approx(laid[-1].rect.bottom, abs=0.1)


@EVERY
def test_search_marks_are_at_their_letters(look: Look, language: str, slug: str) -> None:
    laid, _ = PageTypesetter(look, 500.0).page(PAGES[language, slug])
    for hit in PAGES[language, slug].find("a"):
        pieces = [p for p in laid[hit.block].pieces if p.start <= hit.start < p.start + len(p.text)]
        assert len(pieces) == 1
        assert document.fold(pieces[0].text[hit.start - pieces[0].start]) == "a"
        (mark,) = laid[hit.block].marks(look, hit.start, hit.end)
        assert pieces[0].x - 3 <= mark.left and mark.right <= pieces[0].x + pieces[0].width + 4


@pytest.mark.painted
def test_small_cards_have_the_colours_of_the_deck(look: Look) -> None:
    four = Look((960, 540), four_colours=True)
    drawn = []
    for one in (look, four):
        (laid,), _ = PageTypesetter(one, 500.0).page(read("`7D`"))
        sheet = pygame.Surface((400, 60), pygame.SRCALPHA)
        laid.draw(one, sheet)
        drawn.append({tuple(sheet.get_at((x, y)))[:3] for x in range(400) for y in range(60)})
    assert (200, 16, 46) in drawn[0] and (200, 16, 46) not in drawn[1]
    assert (48, 123, 166) in drawn[1]


@pytest.mark.painted
def test_the_nine_slice_shadow_of_a_large_box_equals_the_whole_one() -> None:
    size, box = (900, 700), box_styles.PAPER_BOX
    margin = boxes.margin_px(box, 1.0)
    for shadow in box.shadows:
        whole = boxes._whole_shadow(box, shadow, size, margin, 1.0)
        quick = raster.blank(whole.get_size())
        boxes._draw_shadow(quick, box, shadow, size, margin=margin, scale=1.0)
        points = [(x, y) for x in range(0, whole.get_width(), 7) for y in range(0, whole.get_height(), 7)]
        assert max(abs(quick.get_at(at).a - whole.get_at(at).a) for at in points) <= 3


# --- refusals ---------------------------------------------------------------------------------------------------------


@GAME
def test_every_refusal_has_its_rule_on_the_page_in_every_language(slug: str) -> None:
    """Wrong moves of every seat in a random match, asked or not: each names a rule that all pages have."""
    found, rng = set[str](), Rng(7)
    game = contract.start(slug, 7)
    for move in contract.moves_of(game, rng, 300):
        for _ in range(6):
            tried = contract.altered(game, move._replace(seat=rng.below(game.seats)), rng)
            refusal = game.refusal(tried)
            if refusal is not None:
                found.add(refusal.rule)
        game.push(move)
    assert len(found) >= 2
    for language in LANGUAGES:
        anchors = PAGES[language, slug].anchors
        for rule in (*found, *game.ask_rules.values(), game.turn_rule, game.end_rule):
            page, _, anchor = rule.partition(".")
            assert page == slug and anchor in anchors, rule
