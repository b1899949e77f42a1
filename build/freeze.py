"""Freeze the program by PyInstaller and pack it: ``freeze.py OUT [--no-installer] [--quick]``.

Run by ``build.py`` with the Python of the virtual environment. With ``--quick``, Linux' archive is larger.
"""

import lzma
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import collect_licences
import linux_files
import platforms
import project_facts
import sbom
import signing

from build import find_program

SPEC = Path(__file__).with_name("house_rules.spec")
SOURCE_TIME_SECONDS = int(os.environ.get("SOURCE_DATE_EPOCH", "1767225600"))
"""Modification time of all files in the archive, seconds since 1970: SOURCE_DATE_EPOCH, or 1 January 2026."""
INSTALLER = SPEC.parent / "windows" / "installer.iss"


def freeze(out: Path) -> Path:
    """Freeze the program and its licences into a folder (on macOS a bundle) by PyInstaller; return its path.

    PyInstaller signs a bundle at the end, so it is not changed afterwards.
    """
    work = out / "work"
    work.mkdir(parents=True, exist_ok=True)
    (work / "version.txt").write_text(platforms.windows_version(), encoding="utf-8")
    project_facts.write_project_facts(work / "project.toml", os.environ)
    arguments = ["--noconfirm", "--log-level=WARN", f"--workpath={work}", f"--distpath={out}", str(SPEC)]
    environment = {
        "PYINSTALLER_STRICT_BUNDLE_CODESIGN_ERROR": "1",
        "PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0",  # xz packs plain code into a tenth less of the download
        "PYTHONHASHSEED": "1",  # sets keep one order, for reproducible builds
        "SOURCE_DATE_EPOCH": str(SOURCE_TIME_SECONDS),
    }
    subprocess.run([sys.executable, "-m", "PyInstaller", *arguments], check=True, env=os.environ | environment)
    made = find_program(out)[0]
    if sys.platform == "darwin":
        signing.verify_bundle(made)
    else:
        for name in ("LICENSES.txt", "LICENSE.txt"):
            shutil.copy(made / "_internal" / name, made)
    return made


def archive_name() -> str:
    """Return the name of the program's download without its extension, such as ``house-rules-1.0.0-linux-x86_64``."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    machine = {"AMD64": "x86_64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    return f"house-rules-{platforms.VERSION}-{system}-{machine.lower()}"


def normalise_mode(folder: bool, mode: int) -> int:
    """Return the permissions of a folder or file in a download, independent of the build's umask."""
    return 0o755 if folder or mode & 0o100 else 0o644


def pack_reproducibly(made: Path, archive: Path, preset: int = 9) -> None:
    """Pack a folder into a tar.xz that depends only on names, contents and execute permissions.

    Args:
        made: the folder.
        archive: path of the tar.xz.
        preset: of xz, from 0, the quickest, to 9, the smallest.
    """

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.mtime = SOURCE_TIME_SECONDS
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mode = normalise_mode(info.isdir(), info.mode)
        return info

    with (
        lzma.open(archive, "wb", preset=preset) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in [made, *sorted(made.rglob("*"))]:
            tar.add(path, path.relative_to(made.parent), recursive=False, filter=plain)


def pack_linux(made: Path, out: Path, *, quick: bool) -> None:
    """Make the Linux downloads: an archive with desktop files, and an AppImage if its tool and runtime are given.

    The runtime must be named: otherwise the tool would download the newest one, and players would run unchecked code.
    """
    linux_files.add_linux_files(made)
    pack_reproducibly(made, out / f"{archive_name()}.tar.xz", 0 if quick else 9)
    tool, runtime = shutil.which("appimagetool"), os.environ.get("HOUSE_RULES_APPIMAGE_RUNTIME")
    if tool is None or not runtime:
        print("no AppImage: appimagetool is not on the path, or HOUSE_RULES_APPIMAGE_RUNTIME doesn't name its runtime")
        return
    tree = lay_out_app_dir(made, out / "work" / "House_Rules.AppDir")
    environment = {"SOURCE_DATE_EPOCH": str(SOURCE_TIME_SECONDS), "ARCH": platform.machine()}
    words: list[str | Path] = [tool, "--runtime-file", runtime, tree, out / f"{archive_name()}.AppImage"]
    subprocess.run(words, check=True, env=os.environ | environment)


def lay_out_app_dir(made: Path, tree: Path) -> Path:
    """Copy the built program into the folder ``tree`` in the layout of an AppDir; return that folder."""
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(made, tree)
    (tree / "AppRun").symlink_to(platforms.PROGRAM)
    shutil.copy(tree / "share" / "applications" / f"{platforms.IDENTIFIER}.desktop", tree)
    shutil.copy(tree / "share/icons/hicolor/256x256/apps" / f"{platforms.IDENTIFIER}.png", tree)
    (tree / "usr").mkdir()
    (tree / "usr" / "share").symlink_to("../share")
    for file in (tree, *tree.rglob("*")):
        if not file.is_symlink():
            file.chmod(normalise_mode(file.is_dir(), file.stat().st_mode))
            os.utime(file, (SOURCE_TIME_SECONDS, SOURCE_TIME_SECONDS))
    return tree


def pack_windows(made: Path, out: Path, *, installer: bool) -> None:
    """Make the Windows downloads: an archive and, with ``installer``, the installer.

    Raises:
        SystemExit: Inno Setup is missing.
    """
    signing.sign_windows(made)
    shutil.make_archive(str(out / archive_name()), "zip", out, made.name)
    if not installer:
        return
    tool = shutil.which("iscc")
    if tool is None:
        raise SystemExit("no installer: iscc (Inno Setup 6) is not on the path")
    defined = {"Version": platforms.VERSION, "Folder": made, "Out": out, "Name": archive_name()}
    options = [*(f"/D{name}={value}" for name, value in defined.items()), *signing.installer_options()]
    subprocess.run([tool, "/Qp", *options, INSTALLER], check=True)


def pack_macos(made: Path, out: Path) -> None:
    """Make the macOS downloads: an archive with links and permissions, and a disk image with a link to Applications."""
    archive, image = out / f"{archive_name()}.zip", out / f"{archive_name()}.dmg"
    pack: list[str | Path] = ["ditto", "-c", "-k", "--sequesterRsrc", "--keepParent", made, archive]
    subprocess.run(pack, check=True)
    if signing.NOTARY:
        signing.notarise(archive, made)
        archive.unlink()
        subprocess.run(pack, check=True)  # again, with the stapled notarisation ticket
    shown = out / "work" / "image"
    shutil.rmtree(shown, ignore_errors=True)
    shown.mkdir()
    subprocess.run(["ditto", made, shown / made.name], check=True)
    (shown / "Applications").symlink_to("/Applications")
    create = ["hdiutil", "create", "-format", "UDZO", "-ov", "-volname", platforms.TITLE]
    subprocess.run([*create, "-srcfolder", shown, image], check=True)
    signing.sign_disk_image(image)
    signing.notarise(image, image)


def main(arguments: list[str]) -> int:
    """Freeze the program and pack it into the folder ``words[0]``; ``--no-installer`` leaves out Windows' installer."""
    out = Path(arguments[0])
    for old in (*out.glob("house-rules*"), *out.glob("*.app")):
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    made = freeze(out)
    files = {file.relative_to(made).as_posix(): file for file in made.rglob("*") if not file.is_symlink()}
    listed = sbom.bill_of_materials(
        collect_licences.bundled_packages(), files, sbom.known_versions(), SOURCE_TIME_SECONDS
    )
    (out / f"{archive_name()}.cdx.json").write_text(listed, encoding="utf-8", newline="\n")
    if sys.platform == "win32":
        pack_windows(made, out, installer="--no-installer" not in arguments)
    elif sys.platform == "darwin":
        pack_macos(made, out)
    else:
        pack_linux(made, out, quick="--quick" in arguments)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
