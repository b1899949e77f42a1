"""The build scripts: licences of everything included, pinned packages, menu entries, release notes."""

import ast
import doctest
import hashlib
import importlib.util
import json
import os
import plistlib
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import pytest
from cyclonedx.spdx import is_expression, is_supported_id
from packaging.requirements import Requirement

from engine.languages import LANGUAGES
from engine.match import daily
from engine.pasted_text import URL_SCHEME
from engine.profile.storage import PROGRAM
from engine.updates.project import Project, parse_project
from tests.support.scripts import BUILD, script
from tests.support.sources import PROGRAM_FILES, imported_modules

ROOT = BUILD.parent
INSTALLER = BUILD / "windows" / "installer.iss"
(
    collect_licences, flathub, freeze, linters, linux_files, linux_requirements, make_icons, package_managers,
    platforms, project_facts, release, release_notes, reproducible, run, sbom, signing,
) = map(
    script,
    (
        "collect_licences", "flathub", "freeze", "linters", "linux_files", "linux_requirements", "make_icons",
        "package_managers", "platforms", "project_facts", "release", "release_notes", "reproducible", "run", "sbom",
        "signing",
    ),
)  # fmt: skip


def test_examples_in_scripts_are_true() -> None:
    documented = (
        linters,
        linux_files,
        linux_requirements,
        platforms,
        project_facts,
        release,
        release_notes,
        reproducible,
        signing,
    )
    for module in documented:
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0


def test_every_bundled_library_has_licence() -> None:
    spec = importlib.util.find_spec("pygame")
    assert spec is not None and spec.origin is not None
    site = Path(spec.origin).parent.parent
    files = [*site.glob("pygame_ce.libs/*"), *site.glob("pygame/*.dll"), *site.glob("pygame/.dylibs/*")]
    titles = {part.title for part in collect_licences.library_components(files)}
    assert {"FreeType", "mpg123", "zlib"} & titles, f"{len(files)} libraries"
    assert all(part.text for part in collect_licences.library_components(files))


def test_library_of_unknown_licence_stops_build() -> None:
    with pytest.raises(collect_licences.UnknownLicenceError, match=r"'mystery' for libmystery-1\.so\.2"):
        collect_licences.library_components([Path("libz.so.1"), Path("libmystery-1.so.2")])


def test_all_licences_are_in_one_text() -> None:
    packages = [Requirement(text).name for text in run.requirements()]
    text = collect_licences.format_licences(packages, [Path("libz.so.1")])
    own = ("House Rules", "Fraunces", "NotoCJK", "PatuaOne", "Python 3", "pygame-ce")
    assert all(part in text for part in (*own, "GNU LESSER", "SIL Open Font", "Jean-loup Gailly"))


def test_bill_of_materials_lists_all_included_files(tmp_path: Path) -> None:
    library = tmp_path / "libz-1234abcd.so.1"
    library.write_bytes(b"a library")
    files = {"_internal/libz-1234abcd.so.1": library, "_internal/libpython3.13.so.1": library, "a.toml": library}
    packages = ["pygame-ce", "platformdirs", "mdurl"]
    text = sbom.bill_of_materials(packages, files, {"zlib": "1.3"}, freeze.SOURCE_TIME_SECONDS)
    told = json.loads(text)
    parts = {part["name"]: part for part in told["components"]}
    assert set(parts) == {*packages, "Python", "Fraunces", "Lato", "NotoCJK", "PatuaOne", "Unicode confusables", "zlib"}
    assert told["metadata"]["component"]["purl"] == f"pkg:generic/house-rules@{platforms.VERSION}"
    assert parts["pygame-ce"]["purl"] == f"pkg:pypi/pygame-ce@{metadata.version('pygame-ce')}"
    assert parts["pygame-ce"]["licenses"] == [{"license": {"id": "LGPL-2.1-or-later"}}]
    zlib = parts["zlib"]
    assert (zlib["version"], zlib["licenses"]) == ("1.3", [{"license": {"id": "Zlib"}}])
    (file,) = zlib["components"]
    assert (file["name"], file["type"]) == ("_internal/libz-1234abcd.so.1", "file")
    assert file["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(b"a library").hexdigest()}]
    assert len(next(one for one in told["dependencies"] if one["ref"] == "house-rules")["dependsOn"]) == len(parts)
    assert sbom.bill_of_materials(packages, files, {"zlib": "1.3"}, freeze.SOURCE_TIME_SECONDS) == text, (
        "the bill of materials is reproducible"
    )
    library.write_bytes(b"another")
    assert (
        json.loads(sbom.bill_of_materials(packages, files, {}, freeze.SOURCE_TIME_SECONDS))["serialNumber"]
        != told["serialNumber"]
    )


def test_every_licence_is_known_to_spdx() -> None:
    """All licences are SPDX expressions except Microsoft's."""
    for library in collect_licences.known_libraries().values():
        known = library.title.startswith("The runtime of Microsoft") or is_expression(library.spdx)
        assert known or is_supported_id(library.spdx), library.title
    for name in collect_licences.bundled_packages():
        assert is_expression(collect_licences.spdx_of_package(name)), name


def test_build_knows_project_and_date() -> None:
    changelog = f"# Changelog\n## [{platforms.VERSION}] - 2027-01-02\n- New."
    environment = {"GITHUB_REPOSITORY": "o/n", "SOURCE_DATE_EPOCH": "86400"}
    facts = parse_project(project_facts.project_facts(environment, "", changelog))
    assert facts == Project("https://github.com/o/n", "2027-01-02")
    assert parse_project(project_facts.project_facts({}, "", "")) == Project()
    fixed = 'home = "https://github.com/real/one"\nmade = "2028-01-01"'
    assert parse_project(project_facts.project_facts(environment, fixed, changelog)) == parse_project(fixed)
    assert (ROOT / project_facts.FACTS_PATH).is_file()


@pytest.mark.parametrize(("file", "extras"), [("requirements.txt", ("test", "build")), ("checks.txt", ("checks",))])
def test_pinned_packages_satisfy_requirements_of_project(file: str, extras: tuple[str, ...]) -> None:
    """After a change of pyproject.toml, run the command in the first lines of the requirements file."""
    text = (BUILD / file).read_text(encoding="utf-8")
    pinned = re.findall(r"^([a-z0-9-]+)==([^ ;]+).*\\$", text, flags=re.M)
    for required in map(Requirement, run.requirements(*extras)):
        versions = [version for name, version in pinned if name == required.name.lower()]
        assert any(map(required.specifier.contains, versions)), required
    blocks = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.M)[1:]
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in text, "the file names no package index"


def test_frozen_program_includes_its_imports() -> None:
    spec = (BUILD / "house_rules.spec").read_text(encoding="utf-8")
    unused = next(
        ast.literal_eval(node.value)
        for node in ast.parse(spec).body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "UNUSED_MODULES"
    )
    for file in PROGRAM_FILES:
        for name in imported_modules(file):
            assert not any(name == out or name.startswith(f"{out}.") for out in unused), (file, name)


def test_program_does_without_hashes_of_openssl() -> None:
    """These hashes need libcrypto, which is not included."""
    code = (
        "import sys; sys.modules['_hashlib'] = None\n"
        "import secrets, uuid, engine.statistics.rating\n"
        "from engine.match import daily; print(daily.hash_number('chess 2026-11-21'))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert int(done.stdout.split()[-1]) == daily.hash_number("chess 2026-11-21")


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("objdump") is None, reason="only Linux builds need objdump")
def test_requirements_of_built_program_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.find_spec("pygame.base")
    assert spec is not None and spec.origin is not None
    for library in ("libFLAC", "libogg"):  # libFLAC needs libogg
        shutil.copy(next(Path(spec.origin).parent.parent.glob(f"pygame_ce.libs/{library}-*")), tmp_path)
    assert linux_requirements.print_report(tmp_path, None)
    told = re.search(r"^glibc: 2\.(\d+) or newer \(for lib", capsys.readouterr().out, flags=re.M)
    assert told is not None
    version = int(told[1])
    assert linux_requirements.print_report(tmp_path, f"2.{version}")
    assert not linux_requirements.print_report(tmp_path, f"2.{version - 1}")
    (tmp_path / "libstdc++.so.6").touch()
    assert not linux_requirements.print_report(tmp_path, None), (
        "libstdc++ must not be included: OpenGL drivers need the system's"
    )
    (tmp_path / "libstdc++.so.6").unlink()
    next(tmp_path.glob("libogg*")).unlink()
    capsys.readouterr()
    assert not linux_requirements.print_report(tmp_path, None)
    assert re.search(r"^not included: libogg\S+, wanted by libFLAC", capsys.readouterr().out, flags=re.M)


def linux_file(name: str) -> str:
    return str((linux_files.LINUX / f"{linux_files.TEMPLATE_ID}.{name}").read_text(encoding="utf-8"))


def test_menu_entries_are_in_every_language() -> None:
    entry = linux_file("desktop")
    assert all(f"Comment[{language}]=" in entry for language in LANGUAGES[1:])
    assert "\nStartupWMClass=house-rules\n" in entry, "the entry names main.py's window class"
    assert platforms.INFO_PLIST["CFBundleLocalizations"] == [language.replace("_", "-") for language in LANGUAGES]
    metadata, types = linux_file("metainfo.xml"), linux_file("mime.xml")
    for language in LANGUAGES[1:]:
        assert metadata.count(f'xml:lang="{language}"') == sum(
            map(metadata.count, ("<p>", "<li>", "<caption>", "<summary>"))
        )
        assert types.count(f'xml:lang="{language}"') == types.count("<comment>")
    installer = INSTALLER.read_text(encoding="utf-8")
    own = {language for language in LANGUAGES if f'Name: "{language}"; MessagesFile:' in installer}
    assert own == {*LANGUAGES} - {"zh_TW"}, "Inno Setup has no Chinese, so its window is in English"


@pytest.mark.parametrize("suffix", platforms.FILE_TYPES)
def test_files_of_program_open_with_double_click_on_every_system(suffix: str) -> None:
    kind = platforms.mime_type(suffix)
    assert f"{kind};" in linux_file("desktop") and "Exec=house-rules %u\n" in linux_file("desktop")
    assert f"<mediatype>{kind}</mediatype>" in linux_file("metainfo.xml")
    assert f'type="{kind}"' in linux_file("mime.xml") and f'pattern="*.{suffix}"' in linux_file("mime.xml")
    installer = INSTALLER.read_text(encoding="utf-8")
    assert rf'Subkey: "Software\Classes\.{suffix}\OpenWithProgids"' in installer
    assert rf'HouseRules.{suffix}\shell\open\command"' in installer and '""%1"""' in installer
    plist = plistlib.loads(plistlib.dumps(platforms.INFO_PLIST))
    (exported,) = (
        one
        for one in plist["UTExportedTypeDeclarations"]
        if one["UTTypeTagSpecification"]["public.filename-extension"] == [suffix]
    )
    assert [exported["UTTypeIdentifier"]] in [one["LSItemContentTypes"] for one in plist["CFBundleDocumentTypes"]]


def test_links_of_program_open_it_on_every_system() -> None:
    scheme = platforms.URL_SCHEME
    assert f"{scheme}:" == URL_SCHEME
    assert f"x-scheme-handler/{scheme};" in linux_file("desktop")
    installer = INSTALLER.read_text(encoding="utf-8")
    assert rf'"Software\Classes\{scheme}"; ValueType: string; ValueName: "URL Protocol"' in installer
    assert rf'"Software\Classes\{scheme}\shell\open\command"' in installer
    assert platforms.INFO_PLIST["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == [scheme]


@pytest.mark.skipif(sys.platform == "win32", reason="install.sh is for Linux")
def test_menu_entry_starts_program_in_folder_of_any_name(tmp_path: Path) -> None:
    """``https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html``"""
    data = tmp_path / "data"
    environment = {**os.environ, "XDG_DATA_HOME": str(data)}
    for name in ("plain-1.0", r"a|b&c%20 $HOME `d` \"e\" \ f"):
        made = tmp_path / name
        made.mkdir()
        linux_files.add_linux_files(made)
        subprocess.run(["sh", made / "install.sh"], check=True, env=environment)
        entry = (data / f"applications/{platforms.IDENTIFIER}.desktop").read_text(encoding="utf-8")
        (word,) = re.findall("^Exec=(.*) %u$", entry, flags=re.M)
        assert (word == f"{made}/house-rules") == (name == "plain-1.0"), "xdg-open alone finds no quoted program"
    quoted = word[1:-1]
    unescaped = quoted.replace(r"\\", "\\").replace("%%", "%")
    assert re.sub(r"\\(.)", r"\1", unescaped) == str(made / "house-rules")
    subprocess.run(["sh", made / "install.sh", "--remove"], check=True, env=environment)
    assert not list(data.rglob(f"{platforms.IDENTIFIER}*"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets only some users make links")
def test_installed_package_starts_program_from_its_own_folder(tmp_path: Path) -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    folder = tmp_path / wheel["sources"][""]
    for name in wheel["only-include"]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(ROOT / name)
    for name, place in wheel["force-include"].items():
        shutil.copyfile(ROOT / name, folder / place)
    code = "import sys, house_rules, engine; print(engine.__file__); sys.argv[1:] = ['--version']; house_rules.main()"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(folder / "engine/__init__.py"), f"House Rules {platforms.VERSION}"]


def test_linux_files_lie_in_desktop_folders(tmp_path: Path) -> None:
    linux_files.add_linux_files(tmp_path)
    name = platforms.IDENTIFIER
    assert {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()} == {
        "install.sh",
        f"share/applications/{name}.desktop",
        f"share/icons/hicolor/256x256/apps/{name}.png",
        f"share/icons/hicolor/scalable/apps/{name}.svg",
        "share/man/man6/house-rules.6",
        f"share/metainfo/{name}.metainfo.xml",
        f"share/mime/packages/{name}.xml",
    }


def test_flatpak_builds_tag_with_wheels_of_each_machine(tmp_path: Path) -> None:
    (tmp_path / "segno-1-py3-none-any.whl").write_bytes(b"")
    universal = flathub.check_wheels.Wheel.read(tmp_path / "segno-1-py3-none-any.whl")
    own = universal._replace(name="numpy-2-cp313-cp313-manylinux_2_28_aarch64.whl")
    sources = flathub.format_sources("v1.2.3", "0" * 40, {universal: ["x86_64", "aarch64"], own: ["aarch64"]})
    assert f"url: {platforms.HOME}\n        tag: v1.2.3\n        commit: {'0' * 40}\n" in sources
    assert sources.count("sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n") == 2
    assert sources.count("only-arches") == 1 and sources.endswith("only-arches: [aarch64]\n")
    pins = flathub.needed_pins(flathub.REQUIREMENTS_LOCK.read_text(encoding="utf-8"), "aarch64")
    names = {pin.partition("=")[0] for pin in pins}
    assert {"pygame-ce", "numpy", "six"} <= names and not {"pytest", "pyinstaller"} & names
    assert linux_files.fill_in(flathub.MANIFEST.read_text(encoding="utf-8")).count(f"id: {platforms.IDENTIFIER}\n") == 1


def test_text_of_wheel_has_no_link_within_repository() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert re.findall(r"\]\((?!https://)", (ROOT / project["readme"]).read_text(encoding="utf-8")) == []


def test_icon_of_macos_is_sharp_on_retina_screens() -> None:
    data = (platforms.ASSETS / "icon.icns").read_bytes()
    place, found = 8, {}
    while place < len(data):
        kind, length = struct.unpack_from(">4sI", data, place)
        found[kind.decode("ascii")] = struct.unpack_from(">I", data, place + 8 + 16)[0]  # the width in a PNG's header
        place += length
    assert found == make_icons.ICNS_TYPES
    assert {"ic11", "ic12", "ic13", "ic14", "ic10"} <= set(found)


def test_signatures_are_made_in_valid_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran: list[list[str]] = []

    def run(words: Sequence[str | Path]) -> None:
        ran.append([str(word) for word in words])

    image, bundle, azure = Path("h.dmg"), Path("h.app"), ("azure.dll", "azure.json")
    for name, is_signed in {"h.exe": False, "python3.dll": True, "a/b.pyd": False}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(windows_program(is_signed=is_signed))
    signing.sign_disk_image(image, run, "Developer ID Application: Somebody")
    signing.notarise(image, image, run, "kept", "h.keychain-db")
    signing.sign_windows(tmp_path, run, azure)
    assert [words[:3] for words in ran[:3]] == [
        ["codesign", "--force", "--timestamp"],
        ["xcrun", "notarytool", "submit"],
        ["xcrun", "stapler", "staple"],
    ]
    assert ran[1][-3:] == ["--keychain", "h.keychain-db", "--wait"]
    assert ran[3][:2] == ["signtool", "sign"] and "azure.dll" in ran[3]
    assert ran[3][-2:] == [str(tmp_path / "a/b.pyd"), str(tmp_path / "h.exe")], "the library's own signature stays"
    assert signing.installer_options(azure)[1].startswith("/Ssigntool=signtool sign /fd sha256")
    ran.clear()
    signing.sign_disk_image(image, run, None)
    signing.notarise(Path("h.zip"), bundle, run, None)
    signing.sign_windows(tmp_path, run, ("", ""))
    assert ran == [] and capsys.readouterr().out.count("is not set") == 3
    assert signing.installer_options(("", "")) == []


def windows_program(*, is_signed: bool) -> bytes:
    """Return the headers of a program for 64-bit Windows, which have the size of its signatures."""
    data = bytearray(512)
    struct.pack_into("<I", data, 0x3C, 64)
    struct.pack_into("<H", data, 64 + 24, 0x20B)
    struct.pack_into("<II", data, 64 + 24 + 112 + 4 * 8, 400, 100 if is_signed else 0)
    return bytes(data)


def test_newest_signtool_is_found_besides_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing, "WINDOWS_KITS", tmp_path)
    monkeypatch.setenv("PATH", "")
    for version in ("10.0.9.0", "10.0.22621.0"):
        (tmp_path / version / "x64").mkdir(parents=True)
        (tmp_path / version / "x64" / "signtool.exe").touch()
    assert signing.find_signtool() == str(tmp_path / "10.0.22621.0" / "x64" / "signtool.exe")


def test_workflows_do_not_wait_for_their_callers() -> None:
    files = {file.name: file.read_text(encoding="utf-8") for file in ROOT.glob(".github/workflows/*.yml")}
    assert any("uses: ./.github/workflows/" in text for text in files.values())
    assert linters.find_meeting_groups(files) == []
    old = {name: re.sub("group: [a-z]+-", "group: ", text) for name, text in files.items()}
    assert linters.find_meeting_groups(old) != []


def test_archive_depends_only_on_names_contents_and_permissions(tmp_path: Path) -> None:
    packed = []
    for place, moment in (("one", 1_000_000_000), ("other", 1_700_000_000)):
        made = tmp_path / place / "house-rules"
        (made / "share").mkdir(parents=True)
        for name in ("share/b", "a") if place == "one" else ("a", "share/b"):
            (made / name).write_text(name)
            os.utime(made / name, (moment, moment))
        (made / "a").chmod(0o775 if place == "one" else 0o755)
        freeze.pack_reproducibly(made, tmp_path / f"{place}.tar.xz")
        packed.append((tmp_path / f"{place}.tar.xz").read_bytes())
    assert packed[0] == packed[1]
    with tarfile.open(tmp_path / "one.tar.xz") as archive:
        assert [(info.name, info.mode) for info in archive] == [
            ("house-rules", 0o755),
            ("house-rules/a", 0o755),
            ("house-rules/share", 0o755),
            ("house-rules/share/b", 0o644),
        ]


def test_package_managers_install_released_files(tmp_path: Path) -> None:
    version = platforms.VERSION
    ends = ("macos-arm64.dmg", "macos-x86_64.dmg", "windows-x86_64-setup.exe", "linux-x86_64.tar.xz")
    sums = {f"house-rules-{version}-{end}": f"{i}" * 64 for i, end in enumerate(ends)}
    (tmp_path / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, digest in sums.items()))
    assert package_managers.main([str(tmp_path), "https://example.org/house-rules"]) == 0
    cask = (tmp_path / "house-rules.rb").read_text(encoding="utf-8")
    assert f"Application Support/{PROGRAM}" in cask, "what the program writes is removed"
    assert f'arm:   "{"0" * 64}"' in cask and f'intel: "{"1" * 64}"' in cask
    installer = (tmp_path / "HouseRules.HouseRules.installer.yaml").read_text(encoding="utf-8")
    assert f'InstallerSha256: "{"2" * 64}"' in installer and "  - houserulesmatch\n" in installer
    assert 'ProductCode: "{6B0C7B5E-5B5C-4B7B-9B0E-7E0B6B4C2F11}_is1"' in installer
    assert re.search(r"^ReleaseDate: \d{4}-\d\d-\d\d$", installer, flags=re.M)
    assert f"https://example.org/house-rules/releases/download/v{version}/house-rules-{version}-windows" in installer
    with pytest.raises(KeyError, match="arm64"):
        package_managers.make_manifests({}, "https://example.org", "2027-01-02")


def test_windows_sees_version() -> None:
    resource = platforms.windows_version()
    major, minor, patch = platforms.VERSION.split(".")
    assert f"filevers=({major}, {minor}, {patch}, 0)" in resource
    ast.parse(resource)


def test_texts_keep_line_ends_on_windows(tmp_path: Path) -> None:
    """Git for Windows would write CRLF; catalogues and golden files are compared byte by byte."""
    kinds = {file.suffix: file for name in ("assets", "build", "tests") for file in (ROOT / name).rglob("*.*")}
    chosen = [file for suffix, file in sorted(kinds.items()) if file.is_file() and suffix not in (".pyc", ".pyo")]
    assert {".po", ".pot", ".toml", ".md", ".py", ".png"} <= {file.suffix for file in chosen}
    for file in (ROOT / ".gitattributes", *chosen):
        shutil.copy(file, tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".bat"}
    person = ("-c", "user.name=T", "-c", "user.email=t@example.org")
    git = ["git", "-c", "core.autocrlf=true", *person, "-C", str(tmp_path)]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "All"]):
        subprocess.run([*git, *words], check=True, stderr=subprocess.DEVNULL)
    for name in before:
        (tmp_path / name).unlink()
    subprocess.run([*git, "checkout", "-q", "."], check=True)
    assert [name for name, data in before.items() if (tmp_path / name).read_bytes() != data] == []


def test_workflow_downloads_are_checked() -> None:
    for file in (ROOT / ".github" / "workflows").glob("*.yml"):
        for step in re.split(r"^      - ", file.read_text(encoding="utf-8"), flags=re.M):
            addresses = re.findall(r"https://\S+/releases/download/\S+", step)
            assert len(addresses) == len(re.findall(r"SHA256: [0-9a-f]{64}$", step, flags=re.M)), step
            assert not addresses or "sha256sum --check" in step
            assert "/continuous/" not in step and "/latest/" not in step


def test_appimage_has_start_script_and_icon(tmp_path: Path) -> None:
    made = tmp_path / "house-rules"
    made.mkdir()
    (made / platforms.PROGRAM).write_text("#!/bin/sh\n")
    (made / platforms.PROGRAM).chmod(0o711)
    linux_files.add_linux_files(made)
    tree = freeze.lay_out_app_dir(made, tmp_path / "House_Rules.AppDir")
    name = platforms.IDENTIFIER
    assert (tree / "AppRun").resolve() == tree / platforms.PROGRAM
    assert all((tree / f"{name}.{kind}").is_file() for kind in ("desktop", "png"))
    assert (tree / "usr/share/metainfo" / f"{name}.metainfo.xml").is_file()
    files = [file for file in tree.rglob("*") if not file.is_symlink()]
    assert {(file.stat().st_mode & 0o777, file.stat().st_mtime) for file in files if file.is_file()} == {
        (0o755, freeze.SOURCE_TIME_SECONDS),
        (0o644, freeze.SOURCE_TIME_SECONDS),
    }


def test_workflow_actions_are_pinned_to_commits() -> None:
    files = list((ROOT / ".github" / "workflows").glob("*.yml"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    used = [line.split("uses:")[1].strip() for line in lines]
    theirs = [one for one in used if not one.startswith("./")]
    assert len(files) == 2 and len(theirs) >= 8
    assert [
        one for one in theirs if not re.fullmatch(r"(actions|pypa)/[a-z-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", one)
    ] == []
