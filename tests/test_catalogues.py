"""Catalogues: each language has every text of the program and its games, with correct typography."""

import ast
import gettext
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest
from babel import dates, lists, numbers

from engine.cards import RANKS, SUITS, Card
from engine.catalogue_file import read_catalogue
from engine.games import GAMES
from engine.languages import LANGUAGES, SOURCE_LANGUAGE, TEXTS_FOLDER
from engine.moves import Note, Pile
from engine.options import options_of
from engine.settings import Settings
from scenes.table.layouts import LAYOUTS
from scenes.text.catalogue import Words
from scenes.text.rules_document import find_page_file
from tests.support.catalogue_texts import make_texts, placeholders_of, texts_by_key
from tests.support.random_notes import notes_in_matches

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "scenes").rglob("*.py"))
WORDS = {language: Words(language) for language in LANGUAGES}
TRANSLATED = pytest.mark.parametrize("language", LANGUAGES[1:])
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
OPENING_QUOTES = {"de": "„", "es": "«", "fr": "«", "it": "«", "zh_TW": "「"}
CLOSING_QUOTES = {"de": "“", "es": "»", "fr": "»", "it": "»", "zh_TW": "」"}
"""Quotation marks of the languages that don't use the English ones."""
KEY_PATTERN = re.compile(r"(app|settings|notice|game)\.[a-z0-9_.]+")


# --- the catalogues ---------------------------------------------------------------------------------------------------


@TRANSLATED
def test_every_language_has_same_texts_besides_own_forms(language: str) -> None:
    own = make_texts.iter_texts(TEXTS_FOLDER, language, make_texts.FORMS)
    forms = {f"{text.key}{form}" for text in own for form in ((".one", ".other") if text.is_plural else ("",))}
    assert texts_by_key(language).keys() - texts_by_key(SOURCE_LANGUAGE).keys() == forms
    missing = texts_by_key(SOURCE_LANGUAGE).keys() - texts_by_key(language).keys()
    assert {key for key in missing if key.partition(".")[0] not in GAMES} == set()


def test_no_text_is_in_two_catalogues() -> None:
    for folder in (TEXTS_FOLDER / "templates", *(TEXTS_FOLDER / language for language in LANGUAGES[1:])):
        keys = [
            key
            for file in folder.glob("*.po*")
            for key in re.findall(r'^msgctxt "(.+)"', file.read_text("utf-8"), re.M)
        ]
        assert [key for key, count in Counter(keys).items() if count > 1] == []


@TRANSLATED
def test_texts_show_same_figures_in_every_language(language: str) -> None:
    different, own = {}, texts_by_key(language)
    for key in texts_by_key(SOURCE_LANGUAGE).keys() & own.keys():
        if key.endswith(".one") and own[key] == own[f"{key.removesuffix('.one')}.other"]:
            continue  # the language has one form, or the text needs no other
        one, other = placeholders_of(texts_by_key(SOURCE_LANGUAGE)[key]), placeholders_of(own[key])
        if (one ^ other) - ({"n"} if key.endswith(".one") else set()):  # "One card swapped" need not show the number
            different[key] = (texts_by_key(SOURCE_LANGUAGE)[key], own[key])
    assert different == {}


def test_french_marks_stay_with_preceding_word() -> None:
    """A line must not begin with a colon, so the space before it is a no-break space."""
    assert [(key, text) for key, text in texts_by_key("fr").items() if re.search(r" [:;!?»%]|« ", text)] == []


@LANGUAGE
def test_plurals_have_both_forms(language: str) -> None:
    texts = texts_by_key(language)
    for key in texts:
        stem, _, form = key.rpartition(".")
        if form in ("one", "other"):
            assert {f"{stem}.one", f"{stem}.other"} <= texts.keys()
            more = placeholders_of(texts[f"{stem}.other"]) - placeholders_of(texts[f"{stem}.one"])
            assert more <= {"n"} | {name for name in more if name.startswith(("rank", "cards"))}


@LANGUAGE
def test_texts_are_well_typeset(language: str) -> None:
    for key, text in texts_by_key(language).items():
        assert text, f"{key} is empty"
        assert "TODO" not in text, f"{key} is not yet written"
        assert text == text.strip(" ") or key == "app.results.and", f"{key} has spaces around it"
        assert "'" not in text and '"' not in text, f"{key} has a straight quote or apostrophe"
        assert "..." not in text, f"{key} has dots instead of an ellipsis"
        assert "  " not in text and " ," not in text, f"{key} has a double space"
        assert language in ("en", "de") or not re.search(r"\w …", text), f"{key} has a space before an ellipsis"
        assert not re.search(r"(?<!\w)-\d|\s-\s", text), f"{key} has a hyphen instead of a minus or dash"
        assert text.count("*") % 2 == 0, f"{key} has emphasis without an end"
        assert text.count("(") == text.count(")"), key
        assert text.count(OPENING_QUOTES.get(language, "“")) == text.count(CLOSING_QUOTES.get(language, "”")), key


UNIDIOMATIC = {
    "en": (
        "that may be done|anew|once more|who voted|several equal|nothing beats it|as many (cards|new)|starts again low",
        "the lower one open|cards away|playings|the company plays|fits these filters|being judged|shall|so many",
        "(some|every|any)body|whoever|without cards|at the (left|right)|put away|taken back",
    ),
    "pt_BR": (
        "tantas|bastantes|jog(a|ar|ue) já|está jogada|recomeça por baixo|cuj[ao]s?|pode-se|seja o primeiro|lhes?",
        "se vence$|(joga|embaralha|sorteia|baixa)-se|entre iguais|distribuidor|em vigor|lixo",
    ),
    "es": (
        "va sobre todo|o paso|(me|te|se) quedan? (el|la|los|las|mi|tu|su|tus|una|dos|tres)|quédate (las?|los|tus?)",
        "en por ciento|cambio al repartir|póker y una más alto|por un rey de|vosotr[oa]s|ustedes|naipes?|sota",
        "coger?|tirar|jalar|ordenador|computadora|(has|ha|han) (ganado|perdido|robado|jugado|terminado)",
    ),
    "it": (
        "finché (resta|combina|esci|qualcuno (?!non)|una (?!non))|se (spento|acceso)|la presa va via|fuori di sé",
        "rovinat[oaie]|rating|niente va bene|nessuna tua|più una più|brucia anche lei|non ha fatto meglio mai",
        "non una partita|vostr[oaie]|dama|regina|selezion(a|are|ata|ate)|sei (stat|arrivat|eliminat|uscit)[oa]",
    ),
    "de": (
        "jedes Gleich|höhere gleiche|nichts wurde|lohnt (mehr|weniger)|ist deiner|neben der der|kleine Schirme|Ctrl",
        "oder pass|so gespielt|laufende Summe|am tiefsten|in Kraft|erfolgreich|bitte|austeilen|Nachziehstapel",
    ),
    "fr": (
        "révél(er|e|ée?s?)|total en cours|nombre voté|gagné par|que Maître|à l’envers|pas de retour|talon|levée",
        "pose de la pioche|c’est l’abandonner|en vigueur|distribu(er|e|teur)|sélectionne[rz]?",
    ),
}
"""Phrases that are unusual at a card table, and words with a fixed synonym."""


@LANGUAGE
def test_texts_contain_no_unidiomatic_phrases(language: str) -> None:
    never = re.compile("|".join(rf"\b({phrases})\b" for phrases in UNIDIOMATIC.get(language, ("(?!)",))), re.I)
    found = {place: text for place, text in prose_by_place(language).items() if never.search(text)}
    assert {place: text for place, text in found.items() if not place.startswith("voices.")} == {}, (
        "characters may use them"
    )


def prose_by_place(language: str) -> dict[str, str]:
    """Return all texts of a language by key, and the lines of its pages by page and number."""
    prose = dict(texts_by_key(language))
    for page in (*(ROOT / "assets" / "rules" / language).glob("*.md"), ROOT / f"assets/changes/{language}.md"):
        prose.update({f"{page.stem}, line {i}": line for i, line in enumerate(page.read_text("utf-8").splitlines(), 1)})
    return prose


def test_german_sentence_after_colon_begins_with_capital() -> None:
    """ "Zu niedrig: Spiel König oder höher", but "Du bist dran: eine höhere Karte", which is no sentence. Words that
    begin only sentences are found."""
    pronouns, verbs = "du|ich|er|sie|es|wir|ihr|niemand|man", "spiel|nimm|behalt|tausch|zieh|deck|leg|wähl|wirf|heb"
    small = re.compile(rf": [*]{{0,2}}({pronouns}|{verbs}|fang|klick|öffne|eröffne|schlag|stimm|probier|ordne)\b")
    assert {place: text for place, text in prose_by_place("de").items() if small.search(text)} == {}


@LANGUAGE
def test_texts_name_settings_screen_by_its_title(language: str) -> None:
    title = texts_by_key(language)["app.settings.title"].lower()
    naming = {key for key, text in texts_by_key("en").items() if "in the settings" in text} - {"failure.colours"}
    assert len(naming) > 2 and {key for key in naming if title not in texts_by_key(language)[key].lower()} == set()


def test_german_sentences_give_cards_articles() -> None:
    """ "Mit dem Herz-Buben", never "mit Herz-Bube". A button and a card after a colon need no article."""
    bare = re.compile(r"\b(mit|nur|als|hast|für|nimm|leg|zu|ihn) \*?\{card[a-z_]*\}", re.I)
    assert {key: text for key, text in texts_by_key("de").items() if bare.search(text)} == {}
    words = WORDS["de"]
    assert [words.card(Card(42), form) for form in ("the", "acc", "dat")] == [
        "der Herz-Bube", "den Herz-Buben", "dem Herz-Buben",
    ]  # fmt: skip


def test_portuguese_sentences_give_cards_articles() -> None:
    """A card within a sentence needs "o" or "a"; one that stands alone, or after a colon, doesn't."""
    bare = re.compile(r"(?<!^)(?<!: )(?<!o )(?<!o \*)\{card[a-z_]*\}|(?<!^)(?<!: )\{cards[a-z_]*\}")
    assert {key: text for key, text in texts_by_key("pt_BR").items() if bare.search(text)} == {}
    agreeing = re.compile(r"\{(card|rank)[a-z_]*(:the)?\} (fechada|aberta|virada)\b")
    assert {key: text for key, text in texts_by_key("pt_BR").items() if agreeing.search(text)} == {}, (
        "no adjective has a fixed gender, as kings are masculine"
    )


@LANGUAGE
def test_every_card_rank_and_suit_has_name(language: str) -> None:
    words = WORDS[language]
    names = {words.card(Card(card)) for card in range(52)}
    assert len(names) == 52
    assert not any("app." in name or "{" in name for name in names)
    for index in range(len(RANKS)):
        for form in ("one", "many", "short"):
            assert "." not in words.rank(index, form)
    assert len({words.suit(index) for index in range(len(SUITS))}) == 4
    assert words.card(Card(-1)) == texts_by_key(language)["app.card.hidden"]


def test_names_of_seats_belong_to_copy() -> None:
    words = Words("en")
    named = words.with_seat_names(lambda seat: f"Player {seat}")
    assert (named.seat_name(2), words.seat_name(2)) == ("Player 2", "2")
    assert named.without_cards().seat_name(2) == "Player 2"
    assert named("app.table.thinking", seat=1, name="Mei") == words("app.table.thinking", seat=1, name="Mei")


def test_figures_are_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words("en").with_seat_names(lambda seat: f"seat {seat}")
    texts = {
        "t.all": "{card}|{cards}|{rank}|{rank:many}|{rank_top:short}|{suit}|{seat}|{n:+}|{points}|{name}",
    }
    find = words._find_text
    monkeypatch.setattr(words, "_find_text", lambda key, count: texts.get(key) or find(key, count))
    figures = {
        "card": Card(4), "cards": (Card(4), Card(51)), "rank": 1, "rank_top": 10, "suit": 3, "seat": 2,
        "n": 5, "points": -12, "name": "Mei",
    }  # fmt: skip
    text = words("t.all", figures)
    assert text == "2 of clubs|2 of clubs and king of spades|two|twos|jack|spades|seat 2|+5|−12|Mei"
    assert words("no.such.text") == "no.such.text"


def test_plurals_follow_language_rules() -> None:
    texts = {language: [WORDS[language]("app.results.ahead", n=n) for n in (0, 1, 2, -1, -2)] for language in LANGUAGES}
    assert texts["en"] == ["0 points ahead", "1 point ahead", "2 points ahead", "−1 point ahead", "−2 points ahead"]
    forms = [text.split(maxsplit=1)[1] for text in texts["pt_BR"]]
    assert forms[0] == forms[1] == forms[3] != forms[2] == forms[4], "0 and 1 are singular in Brazilian Portuguese"


@LANGUAGE
def test_catalogue_is_read_as_gettext_reads_it(language: str) -> None:
    with (TEXTS_FOLDER / f"{language}.mo").open("rb") as file:
        expected = gettext.GNUTranslations(file)
    read = read_catalogue(language)
    assert vars(read).keys() == vars(expected).keys() and read.info() == expected.info()
    keys = list(texts_by_key(language))
    assert [(read.gettext(key), *(read.ngettext(key, key, n) for n in range(5))) for key in keys] == [
        (expected.gettext(key), *(expected.ngettext(key, key, n) for n in range(5))) for key in keys
    ]


def test_text_missing_in_language_is_shown_in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    english, own = texts_by_key(SOURCE_LANGUAGE), texts_by_key("pt_BR")
    key = next(key for key in english if key.startswith("people.") and english[key] != own[key])
    shutil.copytree(TEXTS_FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "pt_BR" / "people.po").unlink()
    monkeypatch.setattr("engine.languages.TEXTS_FOLDER", tmp_path)
    (tmp_path / "pt_BR.mo").write_bytes(make_texts.pack_catalogue(tmp_path, "pt_BR"))
    assert Words("pt_BR")(key) == english[key]


def test_catalogues_are_translated_and_compiled() -> None:
    """If this fails after a change of texts, run ``python build/make_texts.py``."""
    assert list(make_texts.outdated_files(TEXTS_FOLDER)) == []
    for language in LANGUAGES:
        for name, catalogue in make_texts.catalogues(TEXTS_FOLDER, language).items():
            texts = list(make_texts.texts_in(catalogue, language))
            missing = [text.key for text in texts if not text.is_translated]
            if name in GAMES:  # a new game may be in English, with its rules page
                is_translated = find_page_file(language, name).parent.name == language
                assert len(missing) == (0 if is_translated else len(texts)), (language, missing[:4])
            else:
                assert missing == []


def test_changed_english_text_is_marked_in_every_language(tmp_path: Path) -> None:
    shutil.copytree(TEXTS_FOLDER, tmp_path, dirs_exist_ok=True)
    template = tmp_path / "templates" / "people.pot"
    key, old = next((key, text) for key, text in texts_by_key(SOURCE_LANGUAGE).items() if key.startswith("people."))
    template.write_text(template.read_text("utf-8").replace(f'msgid "{old}"', 'msgid "Otherwise"'), "utf-8")
    undone = [text for text in make_texts.iter_texts(tmp_path, "pt_BR", "people") if not text.is_translated]
    assert [(text.key, text.forms) for text in undone] == [(key, (texts_by_key("pt_BR")[key],))], (
        "the old translation stays and is marked"
    )


def drawable_text(text: str) -> str:
    """Replace the narrow no-break space, which the fonts lack, by the usual one."""
    return text.replace("\u202f", "\u00a0")


@LANGUAGE
def test_numbers_lists_and_dates_equal_unicode_locales(language: str) -> None:
    """Babel contains the Unicode CLDR; English is the variant without a comma before "and"."""
    words, locale = WORDS[language], {"en": "en_GB"}.get(language, language)
    for value in (0, 7, 999, 1000, 12345, 1234567):
        assert words.number(value) == drawable_text(numbers.format_decimal(value, locale=locale))
        assert words.number(value / 8, places=2) == drawable_text(
            numbers.format_decimal(value / 8, "#,##0.00", locale=locale)
        )
    for several in ([], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]):
        assert words.join_and(several) == lists.format_list(several, locale=locale)
    for month in range(1, 13):
        day = date(2026, month, 2 * month)
        expected = dates.format_skeleton("yMMMd", day, locale=locale)
        expected = expected.replace("Sept", "Sep") if language == SOURCE_LANGUAGE else expected
        assert words.date(day.year, day.month, day.day) == expected
    assert words.date_time(2026, 11, 5, 9, 4).endswith(dates.format_time(time(9, 4), "HH:mm", locale=locale))


def test_numbers_have_true_minus_and_optional_plus() -> None:
    words = WORDS["en"]
    assert [words.number(value) for value in (-3, 0, 3)] == ["−3", "0", "3"]
    assert [words.number(value, signed=True) for value in (-3, 0, 3)] == ["−3", "0", "+3"]
    assert [words.decimal(value, signed=True) for value in (-0.04, 0.04, -1234.56)] == ["0.0", "0.0", "−1,234.6"]
    assert WORDS["pt_BR"].decimal(-1234.56) == "−1.234,6"


def test_cards_in_text_can_be_replaced_by_drawings() -> None:
    for words in WORDS.values():
        named = words.note_text("palacio", "log", Note("play", {"cards": (Card(4), Card(8))}))
        left = words.without_cards().note_text("palacio", "log", Note("play", {"cards": (Card(4), Card(8))}))
        assert named.startswith(left) and len(left) < len(named) - len(words.card(Card(4)))
        assert words.card(Card(4)), "the original words still name cards"


# --- keys used by the program -----------------------------------------------------------------------------------------


def key_literals(file: Path) -> Iterator[tuple[str, bool]]:
    """Yield the module's string literals that look like keys, and whether each is only the start of one."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            first = node.values[0]
            if isinstance(first, ast.Constant) and re.match(r"(app|settings|notice|game)\.", str(first.value)):
                yield str(first.value), len(node.values) > 1
        elif isinstance(node, ast.Constant) and id(node) not in parts and KEY_PATTERN.fullmatch(str(node.value)):
            yield str(node.value), False


def test_every_text_named_by_code_exists() -> None:
    words, found = WORDS["en"], 0
    forms = {text.key for one in LANGUAGES[1:] for text in make_texts.iter_texts(TEXTS_FOLDER, one, make_texts.FORMS)}
    for file in SOURCES:
        for key, begins in key_literals(file):
            if key.endswith(".toml"):
                continue
            found += 1
            here = f"{file.relative_to(ROOT)}: {key}"
            if begins:
                assert any(known.startswith(key) for known in (*texts_by_key(SOURCE_LANGUAGE), *forms)), here
            else:
                assert (
                    key in words
                    or key in forms
                    or any(known.startswith(f"{key}.") for known in texts_by_key(SOURCE_LANGUAGE))
                ), here
    assert found > 100


@LANGUAGE
@pytest.mark.parametrize(
    "owner", [("settings", Settings), *((f"{slug}.option", GAMES[slug].Options) for slug in GAMES)]
)
def test_every_choice_has_texts(language: str, owner: tuple[str, type]) -> None:
    words, (prefix, kind) = WORDS[language], owner
    assert is_dataclass(kind) and fields(kind)
    for choice in options_of(kind):
        for part in ("name", "help", *(("more",) if prefix != "settings" else ())):
            assert f"{prefix}.{choice.name}.{part}" in words
        if prefix == "settings" and choice.group:
            assert f"settings.group.{choice.group}" in words
        for value in choice.values:
            assert not isinstance(value, str) or choice.max_length or f"{prefix}.{choice.name}.value.{value}" in words


@LANGUAGE
def test_every_game_has_name(language: str) -> None:
    words = WORDS[language]
    for slug in GAMES:
        for part in ("title", "tagline", "players"):
            assert f"{slug}.{part}" in words


# --- notes of games ---------------------------------------------------------------------------------------------------


class NoteChecker:
    """Checks each note once in each language: its text exists and has all its placeholders."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.keys: set[str] = set()
        self._seen: set[str] = set()

    def check(self, part: str, note: Note) -> None:
        figures = {
            key: value if isinstance(value, str | int | tuple) else int(value)
            for key, value in note.placeholders.items()
        }
        seen = f"{part}.{note.key} {sorted(figures.items(), key=str)}"
        if seen in self._seen:
            return
        self._seen.add(seen)
        self.keys.add(f"{part}.{note.key}")
        for words in WORDS.values():
            text = words.note_text(self.slug, part, note)
            key = f"{self.slug}.{part}.{note.key}"
            assert text != key, f"{words.language} has no text for {key}"
            assert "{" not in text and text, f"{words.language} {key}: {text} with {dict(note.placeholders)}"
            assert f"{self.slug}." not in text and "app." not in text, f"{words.language} {key}: {text}"


@pytest.mark.parametrize("slug", GAMES)
def test_every_note_of_game_has_texts(slug: str) -> None:
    checker = NoteChecker(slug)
    for part, note in notes_in_matches(GAMES[slug], 8):
        checker.check(part, note)
    parts = {key.partition(".")[0] for key in checker.keys}
    assert parts >= {"demand", "move", "refusal", "said", "reason"}


@pytest.mark.parametrize("slug", GAMES)
def test_captions_and_headings_have_texts(slug: str) -> None:
    layout = LAYOUTS[slug]
    spots = layout.geometry.all_spots
    for words in WORDS.values():
        for spot in spots:
            if spot.has_caption:
                for n in (0, 1, 7):
                    text: Any = words(f"{slug}.pile.{spot.kind}", {"n": n})
                    assert not text.startswith(f"{slug}.") and "{" not in text
            if spot.has_label_left_of_own:
                assert f"{slug}.label.{spot.kind}" in words
            assert Pile(spot.kind).kind in GAMES[slug].visibility


ABOUT_SEATS = re.compile(r"\w+\.(loud|reason)\.\w+")
"""Keys of sentences about seats, which have a form for each seat that may be the player's."""


@LANGUAGE
def test_sentence_that_names_acting_seat_has_form_for_player(language: str) -> None:
    texts = {key.removesuffix(".other"): text for key, text in texts_by_key(language).items()}
    sentences = {key for key in texts if ABOUT_SEATS.fullmatch(key)}
    named = {key for key in sentences if {"seat"} <= placeholders_of(texts[key]) and not key.endswith("_you")}
    assert len(named) > 20 and {key for key in named if f"{key}_you" not in texts} == set()
    for key in sentences:
        base = re.sub("(_to|_from)?_you$", "", key)
        more = placeholders_of(texts[key]) - placeholders_of(texts[base])
        assert not more, f"{key} needs {more}, which {base} doesn't show"


@LANGUAGE
def test_announcement_speaks_to_player_it_names(language: str) -> None:
    plain = WORDS[language]
    words = plain.with_seat_names(lambda seat: plain("app.table.you") if seat == 0 else f"P{seat}")

    def sentence(seat: int, seat_to: int) -> str:
        return words.sentence_about_seats("pass_the_ace", "loud", Note("modi", {"seat": seat, "seat_to": seat_to}))

    assert sentence(0, 1) == plain("pass_the_ace.loud.modi_you", {"seat_to": "P1"})
    assert sentence(0, 1).count("P") == 1 and "P2" in sentence(2, 1) and "P1" in sentence(2, 1)
    assert sentence(2, 0).startswith("P2") and sentence(2, 0) != sentence(2, 1)
    note = Note("won", {"seat": 2, "seat_loser": 0, "n": 3, "prize": 11})
    assert words.sentence_about_seats("gurch", "reason", note) == plain(
        "gurch.reason.won_from_you", {"seat": "P2", "prize": 11}
    )


def test_text_of_special_note_falls_back_to_general_and_shared_text() -> None:
    words, pair = WORDS["en"], Note("only_pass_pair")
    assert "big_two.demand.only_pass_pair" not in words, "an example of a note without a text of its own"
    assert words.note_text("big_two", "demand", pair) == words("big_two.demand.only_pass") != "big_two.demand.only_pass"
    assert words("roped.pile.stock", n=3) == words("game.pile.stock", n=3) == "Stock 3"
    assert words("pass_the_ace.pile.hand") != words("game.pile.hand"), "a game's own text comes first"
    missing = Note("only_pass_you")
    assert words.note_text("big_two", "demand", missing) == "big_two.demand.only_pass_you", (
        "no sentence about a seat stands in for one that addresses the player"
    )


CLICK = re.compile(r"klick|\bclic|\bcliqu", re.IGNORECASE)


@LANGUAGE
def test_texts_of_games_suit_fingers_too(language: str) -> None:
    texts = {key: text for key, text in texts_by_key(language).items() if key.partition(".")[0] in GAMES}
    assert [key for key, text in texts.items() if CLICK.search(text)] == []


# --- texts of a single game -------------------------------------------------------------------------------------------


def test_game_may_replace_common_words() -> None:
    words = WORDS["en"]
    rounds = words.for_game("pass_the_ace")
    assert words("app.table.deal", n=4) == "Deal 4" and rounds("app.table.deal", n=4) == "Round 4"
    assert rounds("app.results.match_over", game="Pass the Ace", n=8) == "Pass the Ace, 8 rounds"
    assert rounds("app.results.match_over", game="Pass the Ace", n=1) == "Pass the Ace, one round"
    assert rounds.with_seat_names(str)("app.results.next") == "Next round", "the common text stays in other copies"
    assert rounds("app.results.ahead", n=2) == "2 lives ahead" and words("app.results.ahead", n=2) == "2 points ahead"
    assert words.for_game("gurch")("app.table.deal", n=4) == "Deal 4"
    assert rounds("app.button.close") == words("app.button.close") and "app.nothing" not in rounds


@LANGUAGE
def test_replaced_words_belong_to_existing_texts(language: str) -> None:
    for key in texts_by_key(language):
        slug, _, rest = key.partition(".")
        if slug in GAMES and rest.startswith("app."):
            assert rest in texts_by_key(language), key
            own, shared = (str(texts_by_key("en")[name]).lower() for name in (key, rest))
            if language == "pt_BR" and own.replace("round", "deal") == shared and own != shared:
                assert texts_by_key(language)[key] == texts_by_key(language)[rest], "both texts are “rodada”"
