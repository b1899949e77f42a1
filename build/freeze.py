"""The part of ``build.py`` that runs PyInstaller in the virtual environment: ``freeze.py OUT``."""

import platform
import shutil
import subprocess
import sys
from pathlib import Path

import licences
import platforms
import run

from build import program_in

SPEC = Path(__file__).with_name("house_rules.spec")
PACKAGES = [requirement.split("=")[0].split(">")[0] for requirement in run.requirements()]
"""Packages the program depends on."""


def freeze(out: Path) -> Path:
    """Make the folder (on macOS the bundle), with the licences beside the program. Return its path."""
    work = out / "work"
    work.mkdir(parents=True, exist_ok=True)
    (work / "version.txt").write_text(platforms.windows_version(), encoding="utf-8")
    words = ["--noconfirm", "--log-level=WARN", f"--workpath={work}", f"--distpath={out}", str(SPEC)]
    subprocess.run([sys.executable, "-m", "PyInstaller", *words], check=True)
    made = program_in(out)[0]
    beside = made / "Contents" / "Resources" if sys.platform == "darwin" else made
    (beside / "LICENSES.txt").write_text(
        licences.gathered([*PACKAGES, "mdurl", "pyinstaller"], made.rglob("*")), encoding="utf-8", newline="\n"
    )
    shutil.copy(run.ROOT / "LICENSE", beside / "LICENSE.txt")
    return made


def archive_name() -> str:
    """Name of the download without its extension: ``house-rules-1.0.0-linux-x86_64``."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    machine = {"AMD64": "x86_64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    return f"house-rules-{platforms.VERSION}-{system}-{machine.lower()}"


def pack_linux(made: Path, out: Path) -> None:
    """Make the archive, with a menu entry and icon, and an AppImage if ``appimagetool`` is installed."""
    shutil.copy(platforms.ASSETS / "icon.png", made / "house-rules.png")
    (made / "house-rules.desktop").write_text(platforms.desktop_entry(), encoding="utf-8")
    script = made / "install.sh"
    script.write_text(platforms.INSTALL_SH, encoding="utf-8")
    script.chmod(0o755)
    shutil.make_archive(str(out / archive_name()), "gztar", out, made.name)
    tool = shutil.which("appimagetool")
    if tool is None:
        print("no AppImage: appimagetool is not on the path")
        return
    tree = out / "work" / "House_Rules.AppDir"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(made, tree)
    (tree / "AppRun").symlink_to(platforms.PROGRAM)
    subprocess.run([tool, "--no-appstream", tree, out / f"{archive_name()}.AppImage"], check=True)


def pack_windows(made: Path, out: Path) -> None:
    """Make the archive and the installer's script, and the installer if Inno Setup is installed."""
    shutil.make_archive(str(out / archive_name()), "zip", out, made.name)
    script = out / "work" / "installer.iss"
    script.write_text(platforms.installer_script(made, out, archive_name()), encoding="utf-8-sig")
    tool = shutil.which("iscc")
    if tool is None:
        print(f"no installer: iscc (Inno Setup 6) is not on the path; the script is {script}")
        return
    subprocess.run([tool, "/Qp", script], check=True)


def pack_macos(made: Path, out: Path) -> None:
    """Archive the bundle with its links and permissions."""
    archive = out / f"{archive_name()}.zip"
    subprocess.run(["ditto", "-c", "-k", "--sequesterRsrc", "--keepParent", made, archive], check=True)


def main() -> int:
    """Freeze and pack into the folder named on the command line."""
    out = Path(sys.argv[1])
    for old in (*out.glob("house-rules*"), *out.glob("*.app")):
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    pack = {"win32": pack_windows, "darwin": pack_macos}.get(sys.platform, pack_linux)
    pack(freeze(out), out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
