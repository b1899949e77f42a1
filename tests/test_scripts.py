"""Scripts other than Latin: Chinese texts in their own type, lines without blanks, names in any script."""

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from engine.languages import LANGUAGES
from engine.profile.presets import clean_name
from engine.settings import LONGEST_NAME
from scenes.look import font_files, system_fonts
from scenes.look.fonts import Type
from scenes.look.look import Look
from scenes.look.theme import CREAM, TEXT_STYLES
from scenes.look.typesetting import glyphs
from scenes.reader import document
from scenes.shell.destinations import Home, SettingsPage
from scenes.table.panels.last_played import _without_gap
from scenes.text.words import Words
from tests.support.at_table import settings
from tests.support.piloting import Pilot
from tests.support.scripts import script
from tests.support.texts import flat

make_fonts = script("make_fonts")
CHINESE = "zh_TW"
LATIN_FONTS = sorted({font for style in TEXT_STYLES.values() for font in (style.font, style.strong or style.font)})
NAMES = ("陳小龍", "Иван Ω", "مرحبا", "שלום", "한국", "मोहन", "😀", "ไทย", "Zoë", "\u200d", "a\u0301")


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


# --- the Chinese fonts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", make_fonts.FACES)
def test_every_character_of_the_chinese_texts_is_in_the_fonts(face: str) -> None:
    cover = font_files.cover(font_files.font_file(face))
    missing = [char for char in make_fonts.characters() if char not in cover]
    assert missing == [], "run build/make_fonts.py"


def test_the_chinese_fonts_are_small() -> None:
    sizes = [font_files.font_file(face).stat().st_size for face in make_fonts.FACES]
    assert sum(sizes) < make_fonts.LARGEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_needs_a_font_of_the_system(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(font_files, "system_font", asked.append)
    text = "".join(sorted({char for text in flat(language).values() for char in text if char not in "♠♥♦♣\n"}))
    for name in LATIN_FONTS:
        font_files.stretches(text, name)
        own = font_files.cover(font_files.font_file(name))
        assert [one for one in text if font_files.is_usual(one) and one not in own and one != "\u00a0"] == []
    assert asked == []


@pytest.mark.painted
def test_chinese_type_is_opened_only_where_chinese_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    opens = Type._font

    def seen(one: Type, file: Path) -> pygame.font.Font:
        opened.append(file.name)
        return opens(one, file)

    monkeypatch.setattr(Type, "_font", seen)
    settings(tmp_path, language="en", speed="instant")
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.steps(3)
    assert opened == []
    pilot.app.open(SettingsPage())
    pilot.steps(3)
    assert opened == [] or set(opened) <= {"NotoSansTC-Regular.otf", "NotoSansTC-Bold.otf"}
    pilot.app.close_all()


def test_chinese_and_latin_share_a_baseline_and_the_height_of_a_line() -> None:
    for name in LATIN_FONTS:
        kind = Type(name, 64)
        plain, mixed = kind.render("Ag", (0, 0, 0)), kind.render("Ag牌，", (0, 0, 0))
        assert plain.get_height() == mixed.get_height()
        assert mixed.get_width() == kind.width("Ag牌，") == kind.width("Ag") + kind.width("牌，")
        latin = mixed.subsurface((0, 0, *plain.get_size()))
        assert latin.get_bounding_rect() == plain.get_bounding_rect()
        chinese = kind.render("牌", (0, 0, 0)).get_bounding_rect()
        assert chinese.top > 0 and chinese.bottom < plain.get_height(), "nothing is cut off"


# --- where lines break ------------------------------------------------------------------------------------------------


def test_lines_of_chinese_keep_marks_and_figures_with_their_words() -> None:
    look = Look((1280, 720))
    letters, style = look._typesetter, TEXT_STYLES["body"]
    texts = [text for text in flat(CHINESE).values() if len(text) > 24]
    assert len(texts) > 100
    for text in texts[::3]:
        lines = letters.wrapped(text, style, 210)
        plain = ["".join(glyph.char for glyph in line) for line in lines]
        assert "".join(plain).replace(" ", "") == text.replace("*", "").replace("\n", "").replace(" ", "")
        assert max(letters.width(line, style) for line in lines) <= 210
        for line, after in pairwise(plain):
            assert line[-1] not in "（「『" and (after[0] not in "，。、；：？！）」』…％"), plain


def test_no_character_is_alone_in_the_last_line() -> None:
    look = Look((1280, 720))
    for count in range(16, 26):
        lines = look._typesetter.wrapped("牌" * count + "。", TEXT_STYLES["body"], 20 * 17 + 5)
        assert min(map(len, lines)) > 2


def test_a_line_of_chinese_is_full_before_the_next_begins() -> None:
    look = Look((1280, 720))
    lines = look._typesetter.wrapped("牌" * 40, TEXT_STYLES["body"], 20 * 17 + 5)
    assert [len(line) for line in lines] == [20, 20]


def test_emphasis_goes_on_in_the_next_line() -> None:
    look = Look((1280, 720))
    lines = look._typesetter.wrapped("出*" + "牌" * 12 + "*吧", TEXT_STYLES["body"], 120)
    assert len(lines) > 1
    assert [glyph.strong for line in lines for glyph in line] == [False, *[True] * 12, False]


def test_the_end_of_a_line_in_a_page_is_no_blank_in_chinese() -> None:
    page = document.read("出牌，\n再抽。\n\nplay\nagain\n")
    assert [document.plain(block.parts) for block in page.blocks] == ["出牌，再抽。", "play again"]


def test_a_shortened_text_ends_in_no_comma() -> None:
    look = Look((1280, 720))
    letters, style = look._typesetter, TEXT_STYLES["body"]
    text = letters.fitted(glyphs("先出牌，再抽一張"), style, letters.text_width("先出牌，", style) + 20)
    assert "".join(glyph.char for glyph in text) == "先出牌…"


# --- words ------------------------------------------------------------------------------------------------------------


def test_what_somebody_does_is_joined_as_the_language_does() -> None:
    assert Words(CHINESE).deeds(["抽一張", "出牌", "過牌"]) == "抽一張，出牌，過牌"
    assert Words("en").deeds(["draws", "plays"]) == "draws and plays"
    assert Words(CHINESE).apart(["甲：是", "乙：否"]) == "甲：是；乙：否" and Words("en").apart(["a", "b"]) == "a; b"


def test_left_out_cards_leave_no_colon_behind() -> None:
    assert [_without_gap(text) for text in ("lays ", "swaps: ", "攤出：")] == ["lays", "swaps", "攤出"]


# --- names in any script ----------------------------------------------------------------------------------------------


@pytest.mark.painted
@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_drawn(name: str) -> None:
    look = Look((1280, 720))
    for style in ("name", "play", "talk", "plate"):
        assert look.text(name[:LONGEST_NAME], style, CREAM).get_height() > 4
    assert look.letters(name).get_width() > 4


def test_names_may_be_written_in_any_script_but_not_with_marks_that_turn_it() -> None:
    assert clean_name("陳小龍的家規") == "陳小龍的家規" and clean_name("मोहन Иван") == "मोहन Иван"
    assert clean_name("a\u202eb\u200b*c_😀") == "abc"


def test_a_character_that_no_font_has_is_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(font_files, "system_font", lambda _: None)
    assert [part.text for part in font_files.stretches("A\u0f40", "Lato-Bold")] == ["A", "?"]


def test_the_systems_fonts_are_looked_for_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "Fonts"
    folder.mkdir()
    for name in ("malgun.ttf", "msjh.ttc"):
        (folder / name).write_bytes(b"")
    found = list(system_fonts.candidates("한", "win32", {"WINDIR": str(tmp_path)}))
    assert [file.name for file in found] == ["msjh.ttc", "malgun.ttf"]
    assert all(file.is_file() for file in system_fonts.candidates("한", "darwin", {}))


@pytest.mark.parametrize("content", [b"", b"\0\1\0\0", b"ttcf" + bytes(40), bytes(range(256))])
def test_a_broken_font_of_the_system_draws_nothing_and_breaks_nothing(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "font.ttf"
    file.write_bytes(content)
    assert "牌" not in font_files.cover(file)


def test_a_font_of_the_system_that_cannot_be_opened_is_passed_over(tmp_path: Path) -> None:
    kind = Type("Lato-Bold", 20)
    (tmp_path / "empty.ttf").write_bytes(b"")
    assert [kind._font(tmp_path / name) is kind._main for name in ("empty.ttf", "none.ttf")] == [True, True]
