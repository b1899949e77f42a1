"""Scripts other than Latin: Chinese texts in their own fonts, lines without spaces, names in any script."""

import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from engine.cards import Card
from engine.languages import LANGUAGES
from engine.moves import Note
from engine.profile.presets import clean_name
from engine.settings import MAX_NAME_LENGTH
from scenes.render import bidi, font_files, system_fonts
from scenes.render.composite_font import CompositeFont
from scenes.render.font_files import FontRun, font_file
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, TEXT_STYLES
from scenes.render.typesetting import Line, line_text, line_width, parse_text
from scenes.shell.destinations import Home, SettingsPage
from scenes.table.pages.last_plays import _close_card_gaps
from scenes.text import rules_document
from scenes.text.catalogue import Words
from tests.support.catalogue_texts import texts_by_key
from tests.support.scripts import script
from tests.support.tables import open_program

make_fonts = script("make_fonts")
CHINESE = "zh_TW"
LATIN_FONTS = sorted(
    {font for style in TEXT_STYLES.values() for font in (style.font, style.emphasis_font or style.font)}
)
LATIN_NAMES = {
    "Turkish": "Şeyma Iğdır İğü",
    "Polish": "Łuk Żądło Świś",
    "Czech": "Čeněk Dvořák Ďů",
    "Slovak": "Ľuboš Ŕ Ĺĺ",
    "Hungarian": "Őrsi Űrmös",
    "Romanian": "Ștefan Țepeș Ă",
    "Croatian": "Đurđa Šćepanč",
    "Vietnamese": "Nguyễn Ấn Ưở",
    "Latvian": "Ģirts Ķēniņš",
    "Maltese": "Ħaġar Ċaż",
    "Yoruba": "Ṣọlá Ẹbùn",
    "decomposed": "S\u0327eyma r\u030c",
}
MOHAMMED = "محمد"
FOREIGN_NAMES = (
    *LATIN_NAMES.values(), "محمد علي", "דוד Anna 12",
    "陳小龍", "Иван Ω", "مرحبا", "שלום", "한국", "मोहन", "😀", "ไทย", "Zoë",
    "\u200d", "a\u0301",
)  # fmt: skip


@pytest.fixture(autouse=True)
def fonts() -> Iterator[None]:
    pygame.font.init()
    font_files._cluster_run.cache_clear()
    yield
    font_files._cluster_run.cache_clear()


# --- Chinese fonts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", make_fonts.FACES)
def test_every_character_of_chinese_texts_is_in_fonts(face: str) -> None:
    cover = font_files.character_ranges(font_files.font_file(face))
    missing = [char for char in make_fonts.used_characters() if char not in cover]
    assert missing == [], "run build/make_fonts.py"


def test_chinese_fonts_are_small() -> None:
    sizes = [font_files.font_file(face).stat().st_size for face in make_fonts.FACES]
    assert sum(sizes) < make_fonts.MAX_FONT_BYTES


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_needs_font_of_system(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(font_files, "system_font", asked.append)
    text = "".join(sorted({char for text in texts_by_key(language).values() for char in text if char not in "♠♥♦♣\n"}))
    for name in LATIN_FONTS:
        font_files.split_by_font(text, name)
        own = font_files.own_latin_characters(name)
        assert [char for char in text if char < "\u0250" and char not in own] == [], "no text needs an extended font"
    assert asked == []


@pytest.mark.painted
def test_chinese_font_is_opened_only_for_chinese_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    opens = CompositeFont._font

    def seen(one: CompositeFont, file: Path) -> pygame.font.Font:
        opened.append(file.name)
        return opens(one, file)

    monkeypatch.setattr(CompositeFont, "_font", seen)
    pilot = open_program(tmp_path, Home(), language="en", speed="instant")
    pilot.run_frames(3)
    assert opened == []
    pilot.app.open(SettingsPage())
    pilot.run_frames(3)
    assert opened == [] or set(opened) <= {"NotoSansTC-Regular.otf", "NotoSansTC-Bold.otf"}
    pilot.app.release_everything()


def test_chinese_and_latin_share_baseline_and_height_of_line() -> None:
    for name in LATIN_FONTS:
        kind = CompositeFont(name, 64)
        plain, mixed = kind.render("Ag", (0, 0, 0)), kind.render("Ag牌，", (0, 0, 0))
        assert plain.get_height() == mixed.get_height()
        assert mixed.get_width() == kind.width("Ag牌，") == kind.width("Ag") + kind.width("牌，")
        latin = mixed.subsurface((0, 0, *plain.get_size()))
        assert latin.get_bounding_rect() == plain.get_bounding_rect()
        chinese = kind.render("牌", (0, 0, 0)).get_bounding_rect()
        assert chinese.top > 0 and chinese.bottom < plain.get_height(), "Chinese glyphs are not cut off"


# --- line breaks ------------------------------------------------------------------------------------------------------


def lines_of(text: str, width: float) -> list[Line]:
    return Renderer((1280, 720)).set_lines(parse_text(text, TEXT_STYLES["body"]), "body", width)


def test_chinese_lines_keep_marks_and_figures_with_words() -> None:
    texts = [text for text in texts_by_key(CHINESE).values() if len(text) > 24]
    assert len(texts) > 100
    for text in texts[::3]:
        lines = lines_of(text, 210)
        plain = list(map(line_text, lines))
        assert "".join(plain).replace(" ", "") == text.replace("*", "").replace("\n", "").replace(" ", "")
        assert max(map(line_width, lines)) <= 210
        for line, after in pairwise(plain):
            assert line[-1] not in "（「『" and (after[0] not in "，。、；：？！）」』…％"), plain


def test_no_character_is_alone_in_last_line() -> None:
    for count in range(16, 26):
        assert min(len(line_text(line)) for line in lines_of("牌" * count + "。", 20 * 17 + 5)) > 2


def test_line_of_chinese_is_full_before_next_begins() -> None:
    assert [len(line_text(line)) for line in lines_of("牌" * 40, 20 * 17 + 5)] == [20, 20]


def test_emphasis_goes_on_in_next_line() -> None:
    lines = lines_of("出*" + "牌" * 12 + "*吧", 120)
    assert len(lines) > 1
    bold = [(piece.style != TEXT_STYLES["body"], len(piece.text)) for line in lines for piece in line]
    assert bold[0] == bold[-1] == (False, 1) and all(is_bold for is_bold, _ in bold[1:-1])
    assert sum(count for _, count in bold) == 14


def test_end_of_line_in_page_is_no_blank_in_chinese() -> None:
    page = rules_document.parse_page("出牌，\n再抽。\n\nplay\nagain\n")
    assert [rules_document.plain_text(block.texts) for block in page.blocks] == ["出牌，再抽。", "play again"]


def test_shortened_text_ends_in_no_comma() -> None:
    look = Renderer((1280, 720))
    pieces = parse_text("先出牌，再抽一張", TEXT_STYLES["body"])
    assert line_text(look._typesetter.set_line(pieces, look.text_width("先出牌，", "body") + 20)) == "先出牌…"


# --- words ------------------------------------------------------------------------------------------------------------


def test_actions_are_joined_by_language_rules() -> None:
    assert Words(CHINESE).join_actions(["抽一張", "出牌", "過牌"]) == "抽一張，出牌，過牌"
    assert Words("en").join_actions(["draws", "plays"]) == "draws and plays"
    assert Words(CHINESE).join_semicolons(["甲：是", "乙：否"]) == "甲：是；乙：否"
    assert Words("en").join_semicolons(["a", "b"]) == "a; b"


def test_left_out_cards_leave_no_colon_behind() -> None:
    assert [_close_card_gaps(text) for text in ("lays ", "swaps: ", "攤出：")] == ["lays", "swaps", "攤出"]


# --- names in any script ----------------------------------------------------------------------------------------------


@pytest.mark.painted
@pytest.mark.parametrize("name", FOREIGN_NAMES)
def test_any_name_can_be_drawn(name: str) -> None:
    look = Renderer((1280, 720))
    for style in ("name", "play", "talk", "plate"):
        assert look.text(name[:MAX_NAME_LENGTH], style, CREAM).get_height() > 4
    assert look.announcement_letters(name).get_width() > 4


# --- names in Latin letters -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", make_fonts.EXTENDED_CUTS)
def test_extended_font_has_letters_that_its_font_lacks(cut: str) -> None:
    extended = font_files.character_ranges(font_file(f"Extended-{cut}"))
    own = font_files.own_latin_characters(cut)
    assert [char for char in make_fonts.EXTENDED_LETTERS if (char in own) == (char in extended)] == []


def test_every_latin_font_has_small_extended_font() -> None:
    assert set(LATIN_FONTS) <= set(make_fonts.EXTENDED_CUTS)
    sizes = [font_file(f"Extended-{cut}").stat().st_size for cut in make_fonts.EXTENDED_CUTS]
    assert sum(sizes) < make_fonts.MAX_EXTENDED_BYTES


@pytest.mark.parametrize("language", LATIN_NAMES)
def test_latin_name_needs_no_font_of_system(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(font_files, "system_font", lambda _: None)
    name = unicodedata.normalize("NFC", LATIN_NAMES[language])
    for font in LATIN_FONTS:
        runs = font_files.split_by_font(LATIN_NAMES[language], font)
        assert "".join(run.text for run in runs) == name
        assert all(run.text in font_files.character_ranges(run.file) for run in runs)
        assert {run.file for run in runs} <= {font_file(font), font_file(f"Extended-{font}")}


@pytest.mark.painted
@pytest.mark.parametrize("language", LATIN_NAMES)
def test_latin_name_is_drawn_without_boxes_on_baseline(language: str) -> None:
    letters = sorted(set(unicodedata.normalize("NFC", LATIN_NAMES[language])) - {" "})
    for name in LATIN_FONTS:
        font = CompositeFont(name, 64)
        drawn = [font.render(letter, (0, 0, 0)) for letter in letters]
        assert len({pygame.image.tobytes(surface, "RGBA") for surface in drawn}) == len(letters), "boxes look the same"
        for letter, surface in zip(letters, drawn, strict=True):
            decomposed = unicodedata.normalize("NFD", letter)
            base, marks = decomposed[0], decomposed[1:]
            below = any(unicodedata.combining(mark) < 230 for mark in marks)
            if marks and not below:
                plain = font.render("ı" if base == "i" else base, (0, 0, 0))
                assert abs(surface.get_bounding_rect().bottom - plain.get_bounding_rect().bottom) <= 2, letter


def test_mark_that_no_font_has_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(font_files, "system_font", lambda _: None)
    assert [run.text for run in font_files.split_by_font("x\u0331y", "Lato-Bold")] == ["xy"]


# --- right to left ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Anna", ["Anna"]),
        ("אב גד", ["אב גד<"]),
        ("אב 12", ["12", "אב <"]),
        ("אב 1,234.5 ג", [" ג<", "1,234.5", "אב <"]),
        ("Anna אב Bo", ["Anna ", "אב<", " Bo"]),
        ("אב Anna 12!", ["!<", "Anna 12", "אב <"]),
        ("علي ٣: ٤", ["٤", ": <", "٣", "علي <"]),
        ("wins: אב, 5", ["wins: ", "5", "אב, <"]),
        (f"wins: {bidi.isolate_right_to_left('אב')}, 5", ["wins: ", "אב<", ", 5"]),
        (f"{bidi.isolate_right_to_left('אב 2')}: 5", ["2", "אב <", ": 5"]),
        (f"{bidi.isolate_right_to_left('אב')} and {bidi.isolate_right_to_left('גד')}", ["אב<", " and ", "גד<"]),
        ("\u2068אב", ["אב<"]),
        ("a\u2069", ["a"]),
    ],
)
def test_line_is_drawn_in_order_of_its_directions(text: str, shown: list[str]) -> None:
    runs = [run.text + "<" * run.is_right_to_left for run in bidi.visual_runs(text)]
    assert runs == shown


def test_letters_of_name_are_shaped_by_their_script(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path("system.ttf")
    monkeypatch.setattr(font_files, "system_font", lambda _: file)
    assert font_files.split_by_font(f"{MOHAMMED} Bo", "Lato-Bold") == [
        FontRun("Bo", font_file("Lato-Bold")),
        FontRun(" ", font_file("Lato-Bold"), is_right_to_left=True),
        FontRun(MOHAMMED, file, "Arab", is_right_to_left=True),
    ]
    for name, code in (("שלום", "Hebr"), ("मोहन", "Deva"), ("ไทย", "Thai"), ("한국", "Hang"), ("Иван", "Zzzz")):
        assert [run.script for run in font_files.split_by_font(name, "Lato-Bold")] == [code]


@pytest.mark.painted
def test_arabic_letters_are_joined() -> None:
    if font_files.system_font(MOHAMMED) is None:
        pytest.skip("no font of the system has Arabic letters")
    font = CompositeFont("Lato-Bold", 64)
    joined = font.render(MOHAMMED, (0, 0, 0))
    assert joined.get_width() == font.width(MOHAMMED) < sum(font.width(letter) for letter in MOHAMMED)
    columns = pygame.mask.from_surface(joined).connected_components(minimum=40)
    assert len(columns) < len(MOHAMMED), "letters touch each other"


def test_name_in_sentence_leaves_order_of_sentence() -> None:
    words = Words("en").with_seat_names(lambda _: f"{MOHAMMED} 2")
    card = Card(5)
    text = words("big_two.lies.single", seat=1, card=card)
    assert [run.text for run in bidi.visual_runs(text)] == ["2", f"{MOHAMMED} ", f": {words.card(card)}"]
    assert Words("en").with_seat_names(lambda _: "Zoë")("big_two.lies.single", seat=1, card=5).startswith("Zoë: ")


# --- capitals ---------------------------------------------------------------------------------------------------------


class TurkishWords(Words):
    """English texts with the capitals of Turkish."""

    def _look_up_text(self, key: str, count: object) -> str:
        return "İ" if key == "app.capital_i" else super()._look_up_text(key, count)


def test_capitals_follow_language_of_catalogue() -> None:
    assert Words("en").with_capital("ikili") == "Ikili" and TurkishWords("en").with_capital("ikili") == "İkili"
    assert [Words("de").with_capital(text) for text in ("ßa", "éa", "7", "")] == ["ßa", "Éa", "7", ""]


def test_typed_name_keeps_its_case_in_captions() -> None:
    words = Words("en").with_seat_names(lambda _: "xX")
    assert words.capitalised_note_text("big_two", "lies", Note("single", {"seat": 1, "card": -1})).startswith("xX: ")
    assert words.capitalised_note_text("big_two", "said", Note("single", {"card": -1})) == "A face-down card"


@pytest.mark.parametrize("language", LANGUAGES)
def test_player_within_sentence_is_named_by_catalogue(language: str) -> None:
    words = Words(language)
    text = words.with_seat_names(lambda _: words("app.table.you"))("big_two.said.last_card", seat=0)
    assert text.endswith(words("app.you.mid")) and words("app.you.mid") != words("app.card.hidden")


# --- fonts of the system ----------------------------------------------------------------------------------------------


def test_names_may_use_any_script_without_direction_marks() -> None:
    assert clean_name("陳小龍的家規") == "陳小龍的家規" and clean_name("मोहन Иван") == "मोहन Иван"
    assert clean_name("a\u202eb\u200b*c_😀") == "abc"


def test_character_without_font_is_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(font_files, "system_font", lambda _: None)
    assert [part.text for part in font_files.split_by_font("A\u0f40", "Lato-Bold")] == ["A?"]


def test_system_fonts_are_found_in_their_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "Fonts"
    folder.mkdir()
    for name in ("malgun.ttf", "msjh.ttc"):
        (folder / name).write_bytes(b"")
    found = list(system_fonts.font_candidates("한", "win32", {"WINDIR": str(tmp_path)}))
    assert [file.name for file in found] == ["msjh.ttc", "malgun.ttf"]
    assert all(file.is_file() for file in system_fonts.font_candidates("한", "darwin", {}))


@pytest.mark.parametrize("content", [b"", b"\0\1\0\0", b"ttcf" + bytes(40), bytes(range(256))])
def test_broken_system_font_draws_nothing(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "font.ttf"
    file.write_bytes(content)
    assert "牌" not in font_files.character_ranges(file)


def test_unopenable_system_font_is_skipped(tmp_path: Path) -> None:
    kind = CompositeFont("Lato-Bold", 20)
    (tmp_path / "empty.ttf").write_bytes(b"")
    assert [kind._font(tmp_path / name) is kind._latin_font for name in ("empty.ttf", "none.ttf")] == [True, True]
