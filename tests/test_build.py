"""The build scripts: licences of everything included, pinned packages, menu entries, release notes."""

import ast
import doctest
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from engine.match import daily
from scenes.text.words import LANGUAGES
from tests.support.scripts import BUILD, script
from tests.support.sources import PROGRAM, imported

ROOT = BUILD.parent
licences, platforms, release_notes, run, system_needs = map(
    script, ("licences", "platforms", "release_notes", "run", "system_needs")
)


def test_examples_in_the_scripts_are_true() -> None:
    for module in (licences, release_notes, system_needs):
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0


def test_every_library_bundled_with_pygame_has_its_licence() -> None:
    spec = importlib.util.find_spec("pygame")
    assert spec is not None and spec.origin is not None
    site = Path(spec.origin).parent.parent
    files = [*site.glob("pygame_ce.libs/*"), *site.glob("pygame/*.dll"), *site.glob("pygame/.dylibs/*")]
    titles = {part.title for part in licences.of_libraries(files)}
    assert {"FreeType", "mpg123", "zlib"} & titles, f"{len(files)} libraries"
    assert all(part.text for part in licences.of_libraries(files))


def test_a_library_of_unknown_licence_stops_the_build() -> None:
    with pytest.raises(licences.UnknownLicenceError, match=r"'mystery' for libmystery-1\.so\.2"):
        licences.of_libraries([Path("libz.so.1"), Path("libmystery-1.so.2")])


def test_all_licences_are_in_one_text() -> None:
    packages = [Requirement(text).name for text in run.requirements()]
    text = licences.gathered(packages, [Path("libz.so.1")])
    for part in ("House Rules", "Fraunces", "Python 3", "pygame-ce", "GNU LESSER", "SIL Open Font", "Jean-loup Gailly"):
        assert part in text


def test_pinned_packages_satisfy_the_requirements_of_the_project() -> None:
    """After a change of pyproject.toml, run the command at the top of ``build/requirements.txt``."""
    text = (BUILD / "requirements.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([a-z0-9-]+)==([^ ;]+).*\\$", text, flags=re.M))
    for required in map(Requirement, run.requirements("test", "build")):
        assert required.specifier.contains(pinned[required.name.lower()]), required
    blocks = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.M)[1:]
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in text, "no address of a package index"


def test_the_frozen_program_includes_what_it_imports() -> None:
    spec = (BUILD / "house_rules.spec").read_text(encoding="utf-8")
    unused = next(
        ast.literal_eval(node.value)
        for node in ast.parse(spec).body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "UNUSED_MODULES"
    )
    for file in PROGRAM:
        for name in imported(file):
            assert not any(name == out or name.startswith(f"{out}.") for out in unused), (file, name)


def test_the_program_does_without_the_hashes_of_openssl() -> None:
    """They want libcrypto, which is not included, so they are left out as well."""
    assert '"_hashlib"' in (BUILD / "house_rules.spec").read_text(encoding="utf-8")
    code = (
        "import sys; sys.modules['_hashlib'] = None\n"
        "import secrets, uuid, engine.statistics.rating\n"
        "from engine.match import daily; print(daily.number('chess 2026-11-21'))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert int(done.stdout.split()[-1]) == daily.number("chess 2026-11-21")


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("objdump") is None, reason="only Linux builds need objdump")
def test_what_a_built_program_needs_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.find_spec("pygame.base")
    assert spec is not None and spec.origin is not None
    for library in ("libFLAC", "libogg"):  # the first wants the second
        shutil.copy(next(Path(spec.origin).parent.parent.glob(f"pygame_ce.libs/{library}-*")), tmp_path)
    assert system_needs.report(tmp_path, None)
    told = re.search(r"^glibc: 2\.(\d+) or newer \(for lib", capsys.readouterr().out, flags=re.M)
    assert told is not None
    version = int(told[1])
    assert system_needs.report(tmp_path, f"2.{version}")
    assert not system_needs.report(tmp_path, f"2.{version - 1}")
    next(tmp_path.glob("libogg*")).unlink()
    capsys.readouterr()
    assert not system_needs.report(tmp_path, None)
    assert re.search(r"^not included: libogg\S+, wanted by libFLAC", capsys.readouterr().out, flags=re.M)


def test_the_readme_says_which_glibc_the_downloads_need() -> None:
    check = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    limit = re.search(r"build/build\.py --locked --glibc (2\.\d+)$", check, flags=re.M)
    assert limit is not None
    assert f"glibc {limit[1]} or newer" in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())


def test_menu_entries_are_in_every_language() -> None:
    entry = platforms.desktop_entry()
    assert all(f"Comment[{language}]=" in entry for language in LANGUAGES[1:])
    assert "\nStartupWMClass=house-rules\n" in entry, "the class that main.py gives its window"
    assert platforms.INFO_PLIST["CFBundleLocalizations"] == [language.replace("_", "-") for language in LANGUAGES]
    assert set(platforms.SUMMARY) == {"", *LANGUAGES[1:]}
    installer = platforms.installer_script(Path("made"), Path("out"), "house-rules-9-windows-x86_64")
    assert all(f'Name: "{language}"; MessagesFile:' in installer for language in LANGUAGES)
    assert "OutputBaseFilename=house-rules-9-windows-x86_64-setup\n" in installer
    assert "AppId={{6B0C7B5E-" in installer, "the brace is doubled, or Inno Setup would read a constant"


def test_windows_sees_the_version() -> None:
    resource = platforms.windows_version()
    major, minor, patch = platforms.VERSION.split(".")
    assert f"filevers=({major}, {minor}, {patch}, 0)" in resource
    ast.parse(resource)


def test_workflow_actions_are_pinned_to_commits() -> None:
    files = list((ROOT / ".github" / "workflows").glob("*.yml"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    used = [line.split("uses:")[1].strip() for line in lines]
    theirs = [one for one in used if not one.startswith("./")]
    assert len(files) == 2 and len(theirs) >= 8
    assert [one for one in theirs if not re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []
