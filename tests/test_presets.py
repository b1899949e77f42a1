"""Presets and house rules as text: sharing, errors in a text, files of other versions."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from engine import options
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record
from engine.options import changed_options, options_of
from engine.profile import rules_file
from engine.profile.presets import STANDARD_PRESET, CustomPresets, Preset, built_in_presets, clean_name
from engine.profile.rules_file import MAX_PRESET_NAME_LENGTH, MAX_TEXT_LENGTH, RulesError, from_text, to_text
from engine.profile.storage import Notice, Profile
from engine.rng import Rng
from scenes.text.catalogue import Words
from scenes.text.notice_texts import notice_text
from scenes.text.option_texts import OptionTexts, preset_name, summarise_rules
from tests.support.random_options import random_options
from tests.support.records import take_notices

ENGLISH = Words("en")
GAMES_PAGE = Path(__file__).parents[1] / "assets" / "manual" / "games.md"
PALACIO_OPTIONS = GAMES["palacio"].Options


def presets_of(folder: Path, slug: str = "palacio") -> CustomPresets:
    presets = CustomPresets(Profile(folder), slug)
    presets.load()
    assert presets.profile.notices == []
    return presets


def make_rules(**values: Any) -> Any:
    return PALACIO_OPTIONS(**values)


def notice_keys(notices: list[Notice] | tuple[Notice, ...]) -> list[str]:
    return [notice.key.removeprefix("notice.") for notice in notices]


@pytest.mark.parametrize("slug", GAMES)
def test_manual_lists_presets_and_number_of_switches(slug: str) -> None:
    names = [preset_name(ENGLISH, slug, preset) for preset in built_in_presets(GAMES[slug])[1:]]
    row = f"| {ENGLISH(slug + '.title')} | {len(options_of(GAMES[slug].Options))} | {', '.join(names)} |"
    assert row in GAMES_PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("slug", GAMES)
def test_link_in_message_brings_rules_back(slug: str) -> None:
    for seed in range(20):
        drawn: Any = random_options(GAMES[slug].Options, Rng(seed))
        message = f"Tonight? **{rules_file.to_link(slug, drawn)}**, at nine."
        assert from_text(message, GAMES, "it") == (slug, "", drawn, (), ())


def test_link_with_unknown_value_or_game_is_refused_in_words() -> None:
    found = from_text("house-rules:palacio?rounds=9&ten_on_anything=false", GAMES, "it")
    assert found.options == make_rules(ten_on_anything=False) and found.bad_options == ("rounds",)
    assert "whist" in refusal_text("house-rules:whist?trump=hearts", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_summary_names_nearest_preset_and_differences(language: str) -> None:
    words, presets = Words(language), GAMES["palacio"].presets
    named = [("Plain", make_rules()), *presets.items()]
    assert "pub_classic" in summarise_rules(words, "palacio", presets["pub_classic"], named)
    summary = summarise_rules(words, "palacio", replace(presets["pub_classic"], rounds=3), named)
    rounds = next(choice for choice in options_of(PALACIO_OPTIONS) if choice.name == "rounds")
    changed = OptionTexts(words, "palacio.option").name(rounds)
    assert "pub_classic" in summary and changed in summary and "\n" not in summary


def refusal_text(text: str, slug: str = "palacio") -> str:
    """Return the player's notice about an unusable text."""
    with pytest.raises(RulesError) as error:
        from_text(text, GAMES, "it", slug)
    return notice_text(ENGLISH, error.value.notice)


# --- shipped presets --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_standard_and_at_least_two_more_presets(slug: str) -> None:
    presets = built_in_presets(GAMES[slug])
    assert presets[0].name == STANDARD_PRESET and not changed_options(presets[0].options)
    assert len(presets) >= 3
    assert len({tuple(options.changed_values(preset.options).items()) for preset in presets}) == len(presets)
    for preset in presets:
        assert isinstance(preset.options, GAMES[slug].Options) and preset.path is None
        for choice, value in changed_options(preset.options):
            assert value in choice.values


@pytest.mark.parametrize("language", LANGUAGES)
def test_shipped_presets_have_name_and_description(language: str) -> None:
    words = Words(language)
    for slug in GAMES:
        for preset in built_in_presets(GAMES[slug]):
            where = "app" if preset.name == STANDARD_PRESET else slug
            assert f"{where}.preset.{preset.name}.name" in words and f"{where}.preset.{preset.name}.help" in words
            assert clean_name(words(f"{where}.preset.{preset.name}.name")), (
                "a shipped name is allowed for an own preset"
            )


# --- own presets ------------------------------------------------------------------------------------------------------


def test_preset_survives_restart(tmp_path: Path) -> None:
    chosen = make_rules(four_across_turns=True, rounds=3)
    preset = presets_of(tmp_path).add("Casa da tia Bia", chosen)
    assert presets_of(tmp_path).presets == [preset] == [Preset("Casa da tia Bia", chosen, preset.path)]
    assert preset.path == tmp_path / "presets" / "palacio-casa-da-tia-bia.toml"
    assert tomllib.loads(preset.path.read_text(encoding="utf-8")) == {
        "format": 3,
        "game": "palacio",
        "name": "Casa da tia Bia",
        "rules": {"four_across_turns": True, "rounds": 3},
    }


def test_each_game_has_own_presets(tmp_path: Path) -> None:
    presets_of(tmp_path).add("Ours", make_rules())
    assert presets_of(tmp_path, "roped").presets == []


def test_taken_names_get_number_and_files_never_clash(tmp_path: Path) -> None:
    presets = presets_of(tmp_path)
    names = [presets.add(name, make_rules()) for name in ("Ours", "ours", "Ours", "’", "’’", "x" * 60)]
    assert [preset.name for preset in names] == ["Ours", "ours 2", "Ours 3", "’", "’’", "x" * MAX_PRESET_NAME_LENGTH]
    assert len({preset.path for preset in names}) == 6
    assert len(presets_of(tmp_path).presets) == 6
    assert presets.unused_name("x" * MAX_PRESET_NAME_LENGTH) == "x" * (MAX_PRESET_NAME_LENGTH - 2) + " 2"


def test_renaming_preset_changes_only_name(tmp_path: Path) -> None:
    presets = presets_of(tmp_path)
    preset = presets.add("Ours", make_rules(rounds=3))
    assert preset.path is not None
    preset.path.write_text("# from Bia\n" + preset.path.read_text() + "# the end\n")
    presets.load()
    renamed = presets.rename(preset, "Theirs")
    assert presets.profile.notices == [] and renamed == preset._replace(name="Theirs")
    text = preset.path.read_text()
    assert text.startswith("# from Bia\n") and text.endswith("# the end\n")
    assert presets_of(tmp_path).presets == [renamed]


def test_preset_of_first_format_is_renamed_too(tmp_path: Path) -> None:
    path = tmp_path / "presets" / "old.toml"
    path.parent.mkdir()
    path.write_text('game = "palacio"\nrounds = 3\n')
    presets = presets_of(tmp_path)
    assert presets.presets == [Preset("old", make_rules(rounds=3), path)]
    renamed = presets.rename(presets.presets[0], "New")
    assert presets_of(tmp_path).presets == [renamed]


def test_deleted_preset_can_be_restored(tmp_path: Path) -> None:
    presets = presets_of(tmp_path)
    preset = presets.add("Ours", make_rules(rounds=3))
    presets.remove(preset)
    assert presets.presets == presets_of(tmp_path).presets == []
    presets.save(preset)
    assert presets.presets == presets_of(tmp_path).presets == [preset]


def test_full_disk_keeps_presets_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    presets = presets_of(tmp_path)
    old = presets.add("Old", make_rules())
    with monkeypatch.context() as patch:
        patch.setattr("engine.profile.storage.write_atomic", full)
        new = presets.add("New", make_rules(rounds=3))
        presets.load()
        assert presets.presets == [new, old]
        presets.remove(new)
        presets.load()
        assert presets.presets == [old] and notice_keys(presets.profile.notices) == ["unwritable"]
    assert presets_of(tmp_path).presets == [old]


# --- bad files --------------------------------------------------------------------------------------------------------

BAD_TEXTS = {
    "cut": ('format = 2\ngame = "pal', "is damaged"),
    "with a key without a value": ('format = 2\ngame = \nname = "x"\n', "line 2"),
    "of an unknown game": (
        'format = 2\ngame = "mahjong"\n[rules]\n',
        "“game” can’t be 'mahjong'. Allowed: gurch, roped",
    ),
    "without a game": ("format = 2\n[rules]\nrounds = 3\n", "“game” can’t be ''"),
    "rules that are not a table": ('format = 2\ngame = "palacio"\nrules = 7\n', "line 3: “rules” can’t be 7"),
    "of a newer program": ('format = 9\ngame = "palacio"\n', "format 9, this one knows 3"),
    "much too long": ("#" * (MAX_TEXT_LENGTH + 1), "at most"),
}


@pytest.mark.parametrize("case", BAD_TEXTS)
def test_unusable_file_is_reported_once_and_stays_untouched(case: str, tmp_path: Path) -> None:
    text, expected = BAD_TEXTS[case]
    path = tmp_path / "presets" / "theirs.toml"
    path.parent.mkdir()
    path.write_text(text)
    presets = CustomPresets(Profile(tmp_path), "palacio")
    presets.load()
    report = " ".join(notice_text(ENGLISH, notice) for notice in take_notices(presets.profile))
    assert "theirs.toml" in report and expected in report
    presets.load()
    assert presets.presets == [] and presets.profile.notices == []
    presets.add("Theirs", make_rules())
    assert path.read_text() == text


def test_bad_rule_is_skipped_and_file_copied(tmp_path: Path) -> None:
    path = tmp_path / "presets" / "theirs.toml"
    path.parent.mkdir()
    path.write_text('format = 2\ngame = "palacio"\nname = "Theirs"\n\n[rules]\nrounds = 4\ncheat = 1\nplay_on = true\n')
    presets = CustomPresets(Profile(tmp_path), "palacio")
    presets.load()
    reports = [notice_text(ENGLISH, notice) for notice in presets.profile.notices]
    assert reports[0] == "theirs.toml, line 6: “rounds” can’t be 4. Allowed: 1, 3, 5, 10."
    assert reports[1].startswith("theirs.toml, line 7: there’s no setting “cheat”")
    assert presets.presets == [Preset("Theirs", make_rules(play_on=True), path)]
    presets.rename(presets.presets[0], "Ours")
    assert "cheat" in (path.parent / "theirs.bad-1.toml").read_text()
    again = CustomPresets(Profile(tmp_path), "palacio")
    again.load()
    assert [preset.name for preset in again.presets] == ["Ours"], "the copy is not listed as a preset"


# --- as text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_any_rules_survive_as_text(slug: str) -> None:
    for seed in range(40):
        drawn: Any = random_options(GAMES[slug].Options, Rng(seed))
        found = from_text(to_text(slug, drawn, "Aunt Bia’s house"), GAMES, "it")
        assert found == (slug, "Aunt Bia’s house", drawn, (), ())


def test_rules_of_format_1_are_read() -> None:
    assert from_text("rounds = 3\n", GAMES, "it", "palacio").options == make_rules(rounds=3)
    assert from_text('game = "palacio"\nname = "x"\nrounds = 3', GAMES, "it") == (
        "palacio",
        "x",
        make_rules(rounds=3),
        (),
        (),
    )


@pytest.mark.parametrize(
    ("slug", "named", "standards"),
    [
        (
            "gurch",
            {"target": 100, "benchmark": "lead"},
            {"shown_card": "swap_first", "minigame": "tricks", "loser_minigame": "always"},
        ),
        ("roped", {"target": 250}, {"refill": "matching"}),
    ],
)
def test_rules_with_format_mean_what_they_meant_and_others_follow_the_standard(
    slug: str, named: dict[str, Any], standards: dict[str, Any], tmp_path: Path
) -> None:
    then, now = GAMES[slug].Options(**named, **standards), GAMES[slug].Options(**named)
    rules = f'game = "{slug}"\nname = "Ours"\n[rules]\n' + tomli_w.dumps(named)
    for text_format, expected in (("format = 2\n", then), ("format = 3\n", now), ("", now)):
        assert from_text(text_format + rules, GAMES, "it").options == expected
    pairs = "&".join(f"{name}={value}" for name, value in named.items())
    assert from_text(f"house-rules:{slug}?{pairs}", GAMES, "it").options == now, "a link has no format"
    for folder, file in (("presets", "ours.toml"), ("options", f"{slug}.toml")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / file).write_text("format = 2\n" + rules)
    presets = presets_of(tmp_path, slug)
    assert presets.presets[0].options == then, "a named preset stays as it was"
    presets.rename(presets.presets[0], "Ours again")
    assert presets_of(tmp_path, slug).presets[0].options == then
    assert Profile(tmp_path).load_options(slug) == now, "the next match has today's standard"


def test_link_of_a_removed_preset_is_the_standard_game() -> None:
    link = "house-rules:gurch?shown_card=see_first&benchmark=single_lead&minigame=one_trick"
    assert from_text(link, GAMES, "it") == ("gurch", "", GAMES["gurch"].Options(), (), ())


def test_errors_in_text_are_reported_exactly() -> None:
    assert refusal_text("four across turns") == "it is damaged or not a House Rules file: line 1 can’t be read."
    text = to_text("roped", GAMES["roped"].Options())
    assert refusal_text(text) == "it, line 2: “game” can’t be 'roped'. Allowed: palacio."
    reports = [
        notice_text(ENGLISH, n) for n in from_text('\n\nname = 7\nrounds = "x"\n', GAMES, "it", "palacio").notices
    ]
    assert reports[0] == "it, line 4: “rounds” can’t be 'x'. Allowed: 1, 3, 5, 10."
    assert reports[1].startswith("it, line 3: “name” can’t be 7.")
    assert from_text("format = 2\nhouse = 1\n[rules]", GAMES, "it", "palacio").notices[0].placeholders["key"] == "house"
    name = from_text('format = 2\nname = "<b>"\n[rules]', GAMES, "it", "palacio")
    assert name.name == "" and notice_keys(name.notices) == ["bad_text"]


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = from_text(text, GAMES, "it", "palacio")
    except RulesError as error:
        assert notice_text(ENGLISH, error.notice) != error.notice.key
    else:
        assert isinstance(found.options, PALACIO_OPTIONS)


# --- house rules in records -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_record_lists_exactly_changed_rules(slug: str) -> None:
    for preset in built_in_presets(GAMES[slug]):
        game = GAMES[slug]
        record = Record(slug, game.seats_default, 1, preset.options)
        listed = tomllib.loads(record.to_text())["options"]
        assert listed == {choice.name: value for choice, value in changed_options(preset.options)}
        assert Record.from_text(record.to_text()).options == preset.options


def test_options_file_has_same_format(tmp_path: Path) -> None:
    profile = Profile(tmp_path)
    profile.save_options("palacio", make_rules(rounds=3))
    text = profile.options_path("palacio").read_text()
    assert from_text(text, GAMES, "it") == ("palacio", "", make_rules(rounds=3), (), ())
    assert rules_file.SCHEMA.current_format == tomllib.loads(text)["format"]
