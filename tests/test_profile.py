"""The profile: settings files that keep the player's comments, file versions, portable profiles."""

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.options import collapse_spaces, is_name_character, options_of
from engine.profile import toml_edit
from engine.profile.storage import Notice, Profile, portable_folder, program_folder
from engine.profile.toml_edit import edit_values, format_values, keys_with_program_comment
from engine.rng import Rng
from engine.schemas import NewerFormatError, Schema
from engine.settings import MAX_NAME_LENGTH, Settings
from scenes.text.catalogue import Words
from scenes.text.settings_comments import set_settings_comments
from tests.support.random_options import random_options
from tests.support.records import load_match, take_notices


def annotated_profile(folder: Path, language: str = "en") -> Profile:
    profile = Profile(folder)
    set_settings_comments(profile, Words(language))
    return profile


def read_settings(folder: Path) -> tuple[Settings, list[Notice]]:
    profile = Profile(folder)
    return profile.load_settings(), profile.notices


def notice_keys(notices: list[Notice]) -> list[str]:
    return [notice.key.removeprefix("notice.") for notice in notices]


NAMES = st.text(st.characters(max_codepoint=0x17F).filter(is_name_character), max_size=MAX_NAME_LENGTH).map(
    collapse_spaces
)


@st.composite
def any_settings(draw: st.DrawFn) -> Settings:
    chosen: dict[str, Any] = {
        choice.name: draw(NAMES if choice.max_length else st.sampled_from(choice.values))
        for choice in options_of(Settings)
    }
    return Settings(**chosen)


# --- settings -> file -> settings -------------------------------------------------------------------------------------


@given(st.lists(any_settings(), min_size=1, max_size=3), st.sampled_from(LANGUAGES))
def test_any_settings_survive_file(
    tmp_path_factory: pytest.TempPathFactory, several: list[Settings], language: str
) -> None:
    profile = annotated_profile(tmp_path_factory.mktemp("any"), language)
    for settings in several:
        profile.save_settings(settings)
        assert read_settings(profile.folder) == (settings, [])
    assert profile.notices == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_file_explains_every_setting_once(language: str, tmp_path: Path) -> None:
    profile, words = annotated_profile(tmp_path, language), Words(language)
    for seed in range(3):
        profile.save_settings(random_options(Settings, Rng(seed)))
    text = profile.settings_path.read_text(encoding="utf-8")
    for choice in options_of(Settings):
        name = words(f"settings.{choice.name}.name")
        assert text.count(f"\n#: {name}: ") == 1
        assert text.count(f"\n{choice.name} = ") == 1
        for value in choice.values:
            assert toml_edit.toml_literal(value) in text
    assert all(len(line) <= 114 for line in text.splitlines())
    assert "\n\n\n" not in text


def test_another_language_explains_in_own_words(tmp_path: Path) -> None:
    annotated_profile(tmp_path).save_settings(Settings())
    annotated_profile(tmp_path, "pt_BR").save_settings(Settings(speed="4"))
    text = (tmp_path / "settings.toml").read_text(encoding="utf-8")
    assert "Ajustes do House Rules" in text and "Settings of House Rules" not in text
    assert "Animation speed" not in text


HANDWRITTEN_SETTINGS = """# Grandma's laptop: everything big
ui_scale   =   "150"   # she likes it
'speed' = "2"

colour = "green"
note = '''several
speed = "9"
lines'''

[mine]
speed = "my own"
# the end
"""


def test_comments_and_keys_of_player_survive_saving(tmp_path: Path) -> None:
    profile = annotated_profile(tmp_path)
    profile.settings_path.write_text(HANDWRITTEN_SETTINGS)
    settings = profile.load_settings()
    assert (settings.ui_scale, settings.speed) == ("150", "2")
    for speed in ("4", "instant"):
        profile.save_settings(Settings(ui_scale="175", speed=speed))
    assert notice_keys(profile.notices) == ["unknown_key"] * 3 + ["kept"]
    text = profile.settings_path.read_text()
    for kept in (
        "# Grandma's laptop: everything big\n",
        'ui_scale   =   "175"   # she likes it\n',
        "'speed' = \"instant\"\n",
        'colour = "green"\n',
        "note = '''several\nspeed = \"9\"\nlines'''\n",
        '[mine]\nspeed = "my own"\n# the end\n',
    ):
        assert kept in text
    assert read_settings(tmp_path) == (Settings(ui_scale="175", speed="instant"), []), "unknown keys are reported once"


@pytest.mark.parametrize(
    "own",
    [
        "[mine]\nspeed = '9'\n",
        "[[mine]]\n\n[[mine]]\n",
        "mine.a = 1\n",
        "mine = [\n1]\n",
        "['mine'.b]",
        "mine = 'green'",
    ],
)
def test_unknown_keys_of_any_kind_are_reported_once(own: str, tmp_path: Path) -> None:
    profile = annotated_profile(tmp_path)
    profile.settings_path.write_text('speed = "4"\n# mine\n' + own)
    profile.load_settings()
    for speed in ("2", "1"):
        profile.save_settings(Settings(speed=speed))
        assert notice_keys(profile.notices) == ["unknown_key", "kept"]
        text = profile.settings_path.read_text()
        assert read_settings(tmp_path) == (Settings(speed=speed), [])
    assert len(profile.settings_path.read_text().splitlines()) == len(text.splitlines()), "saving adds no second note"
    profile.settings_path.write_text("smell = 1\n" + text)
    assert [notice.placeholders["key"] for notice in read_settings(tmp_path)[1][:1]] == ["smell"]


@pytest.mark.parametrize(
    "bad", ["speed = [\n1,\n]\n", "[speed]\nfast = 1\n", "speed = {fast = 1}\n", "speed =\n", '"speed']
)
def test_uneditable_file_is_copied(bad: str, tmp_path: Path) -> None:
    profile = annotated_profile(tmp_path)
    profile.settings_path.write_text("# mine\n" + bad)
    profile.load_settings()
    assert notice_keys(profile.notices)[-1] == "kept"
    profile.save_settings(Settings(speed="2"))
    assert read_settings(tmp_path) == (Settings(speed="2"), [])
    assert (tmp_path / "settings.bad-1.toml").read_text() == "# mine\n" + bad


def test_file_damaged_while_program_runs_is_copied_too(tmp_path: Path) -> None:
    profile = annotated_profile(tmp_path)
    profile.load_settings()
    profile.settings_path.write_text("speed = \n# a line in a hurry")
    profile.save_settings(Settings(speed="2"))
    assert notice_keys(profile.notices) == ["kept"]
    assert "in a hurry" in (tmp_path / "settings.bad-1.toml").read_text()


def test_windows_editor_does_no_harm(tmp_path: Path) -> None:
    profile = annotated_profile(tmp_path)
    profile.settings_path.write_bytes(b'\xef\xbb\xbf# mine\r\nspeed = "4"\r\n')
    assert profile.load_settings() == Settings(speed="4") and profile.notices == []
    profile.save_settings(Settings(speed="2"))
    assert read_settings(tmp_path) == (Settings(speed="2"), [])
    assert "# mine" in profile.settings_path.read_text()


TOML_LINES = st.lists(
    st.sampled_from(
        [
            "# a comment",
            "#: a note",
            "",
            'a = "x" # y',
            "a = 1",
            "b = true",
            "b = [",
            "]",
            "c = '''",
            "'''",
            '"a" = "#"',
            "[t]",
            "d = {a = 1}",
            "e.a = 1",
            'f = "\\"#"',
            "c = 1979-05-27 07:32:00",
        ]
    ),
    max_size=7,
)
VALUES = st.dictionaries(st.sampled_from("abc"), st.sampled_from([True, 7, "x", 'q"\\#', "ß"]), min_size=1)


@given(TOML_LINES, VALUES)
def test_edit_changes_only_its_values_or_is_abandoned(lines: list[str], values: Any) -> None:
    text = "\n".join(lines)
    notes = {"": ("top",), "a": ("about a", "more")}
    written = edit_values(text, values, notes)
    if written is None:
        return
    assert tomllib.loads(written) == {**tomllib.loads(text), **values}
    assert edit_values(written, values, notes) == written, "a second edit changes nothing"
    for comment in ("# a comment", "# y"):
        assert written.count(comment) == text.count(comment)
    if "a" in values:
        assert "a" in keys_with_program_comment(written) or "e.a" in text


def test_most_edits_are_not_abandoned() -> None:
    for text in ("", "a = 1\n", HANDWRITTEN_SETTINGS, "b = [\n1]\n", "[t]\na = 1\n"):
        assert edit_values(text, {"a": 2, "c": "x"}) is not None
    assert format_values({"a": 1}) == "a = 1\n"


# --- damaged files ----------------------------------------------------------------------------------------------------


def test_huge_file_is_renamed_unread(tmp_path: Path) -> None:
    profile = Profile(tmp_path)
    for path, load in (
        (profile.settings_path, profile.load_settings),
        (profile.match_path("palacio"), lambda: profile.read_match("palacio")),
        (profile.legacy_match_path, profile.migrate_legacy_match),
        (profile.options_path("palacio"), lambda: profile.load_options("palacio")),
    ):
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file:
            file.truncate(200_000_000)
        load()
        assert notice_keys(take_notices(profile)) == ["too_large", "kept"]
        assert not path.exists() and path.with_name(f"{path.stem}.bad-1.toml").stat().st_size == 200_000_000
        load()
        assert profile.notices == []


# --- versions ---------------------------------------------------------------------------------------------------------


def test_older_files_are_upgraded_step_by_step() -> None:
    schema = Schema(4, {1: lambda raw: {**raw, "b": raw["a"] + 1}, 3: lambda raw: {"c": raw["b"] * 10}})
    assert schema.migrate({"a": 1}) == {"c": 20}
    assert schema.migrate({"format": 2, "b": 5}) == {"c": 50}
    assert schema.migrate({"format": 4, "c": 5}) == {"c": 5}
    for strange in ("x", 0, -3, True, 1.5):
        assert schema.migrate({"format": strange, "c": 5}) == {"c": 5}
    with pytest.raises(NewerFormatError):
        schema.migrate({"format": 5})


NEWER_SETTINGS = 'format = 99\nspeed = "4"\ncolour = "red"\nback = "gold"\n'


def test_settings_of_newer_program_are_read_and_never_written(tmp_path: Path) -> None:
    profile = annotated_profile(tmp_path)
    profile.settings_path.write_text(NEWER_SETTINGS)
    assert profile.load_settings() == Settings(speed="4")
    profile.save_settings(Settings(speed="2"))
    assert notice_keys(profile.notices) == ["newer_file"]
    assert profile.load_settings().speed == "2", "changes apply until the program exits"
    assert profile.settings_path.read_text() == NEWER_SETTINGS
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def test_house_rules_of_newer_program_are_left_alone(tmp_path: Path) -> None:
    profile = Profile(tmp_path)
    path = profile.options_path("palacio")
    path.parent.mkdir()
    path.write_text('format = 99\ngame = "palacio"\n[rules]\nrounds = 3\n')
    standard = GAMES["palacio"].Options()
    assert profile.load_options("palacio") == standard
    profile.save_options("palacio", GAMES["palacio"].Options(rounds=3))
    assert profile.load_options("palacio").rounds == 3
    assert path.read_text().startswith("format = 99")


def test_match_of_newer_program_is_set_aside_before_saving(tmp_path: Path) -> None:
    profile = Profile(tmp_path)
    for path in (profile.legacy_match_path, profile.match_path("palacio")):
        path.parent.mkdir(exist_ok=True)
        path.write_text("format = 99\n")
        assert notice_keys(load_match(profile)[1]) == ["other_format", "no_match", "kept"]
        assert path.with_name(f"{path.stem}.bad-1.toml").read_text() == "format = 99\n"


# --- portable profiles ------------------------------------------------------------------------------------------------


def test_folder_or_marker_file_makes_program_portable(tmp_path: Path) -> None:
    assert portable_folder(tmp_path) is None
    (tmp_path / "portable.txt").touch()
    assert portable_folder(tmp_path) == tmp_path / "profile"
    assert not (tmp_path / "profile").exists(), "the folder is created by the first save"
    (tmp_path / "portable.txt").unlink()
    (tmp_path / "profile").mkdir()
    assert portable_folder(tmp_path) == tmp_path / "profile"


@pytest.mark.parametrize(
    ("executable", "image", "folder"),
    [
        ("games/house-rules/house-rules", "", "games/house-rules"),
        ("Applications/House Rules.app/Contents/MacOS/house-rules", "", "Applications"),
        ("tmp/.mount/usr/bin/house-rules", "games/HouseRules.AppImage", "games"),
    ],
)
def test_packed_program_knows_own_folder(
    executable: str, image: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / executable))
    monkeypatch.setenv("APPIMAGE", str(tmp_path / image)) if image else monkeypatch.delenv("APPIMAGE", raising=False)
    assert program_folder() == (tmp_path / folder).resolve()


def test_source_program_folder_contains_main() -> None:
    assert (program_folder() / "main.py").is_file()
