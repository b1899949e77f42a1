"""Code signing of the Windows and macOS builds. A step without its environment variables prints a note and is skipped.

macOS: ``HOUSE_RULES_CODESIGN_IDENTITY`` names a Developer ID certificate in the keychain (without it PyInstaller signs
ad hoc). ``HOUSE_RULES_NOTARY_PROFILE`` names credentials stored by ``xcrun notarytool store-credentials``, and
``HOUSE_RULES_KEYCHAIN`` the file of the keychain that has them. Windows: Azure keeps the certificate and signs;
``HOUSE_RULES_AZURE_LIBRARY`` is the path of its library for signtool, and ``HOUSE_RULES_AZURE_PROFILE`` that of the
file with endpoint, account and profile. ``take_certificates.sh`` sets them all.
"""

import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

IDENTITY = os.environ.get("HOUSE_RULES_CODESIGN_IDENTITY") or None
NOTARY = os.environ.get("HOUSE_RULES_NOTARY_PROFILE") or None
KEYCHAIN = os.environ.get("HOUSE_RULES_KEYCHAIN") or None
AZURE = (os.environ.get("HOUSE_RULES_AZURE_LIBRARY", ""), os.environ.get("HOUSE_RULES_AZURE_PROFILE", ""))
"""Paths of Azure's library and of the file with the profile; empty without."""
TIMESTAMPS = "http://timestamp.acs.microsoft.com"
"""Timestamp server (RFC 3161), so that signatures stay valid after Azure's certificates, which expire in days."""
WINDOWS_KITS = Path("C:/Program Files (x86)/Windows Kits/10/bin")
"""Folder of the Windows SDK's programs, which are not on the path."""
SIGNED_SUFFIXES = (".exe", ".dll", ".pyd")

RunCommand = Callable[[Sequence[str | Path]], object]


def run_command(arguments: Sequence[str | Path]) -> None:
    """Run a command of code signing.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    subprocess.run(arguments, check=True)


def verify_bundle(bundle: Path, run: RunCommand = run_command) -> None:
    """Check the code signature of a macOS bundle. macOS rejects a bundle that was changed after signing as damaged."""
    run(["codesign", "--verify", "--deep", "--strict", "--verbose=2", bundle])


def sign_disk_image(image: Path, run: RunCommand = run_command, identity: str | None = IDENTITY) -> None:
    """Sign a macOS disk image, if ``identity`` is not None."""
    if identity is None:
        print("not signed by a known developer: HOUSE_RULES_CODESIGN_IDENTITY is not set")
        return
    run(["codesign", "--force", "--timestamp", "--sign", identity, image])


def notarise(
    submitted: Path,
    stapled: Path,
    run: RunCommand = run_command,
    profile: str | None = NOTARY,
    keychain: str | None = KEYCHAIN,
) -> None:
    """Submit a file to Apple's notary service, wait for the ticket, and staple it to the bundle or disk image.

    Args:
        submitted: a zip archive or a disk image.
        stapled: the bundle in the archive, as an archive can't carry a ticket, or the same image.
        run: runs a command.
        profile: name of the stored credentials; None to skip the step.
        keychain: file of the keychain that has them; None for the user's.
    """
    if profile is None:
        print(f"{submitted.name} is not notarised: HOUSE_RULES_NOTARY_PROFILE is not set")
        return
    kept = ["--keychain-profile", profile, *(["--keychain", keychain] if keychain else [])]
    run(["xcrun", "notarytool", "submit", submitted, *kept, "--wait"])
    run(["xcrun", "stapler", "staple", stapled])


def find_signtool() -> str:
    """Return the path of signtool, of the newest Windows SDK if it isn't on the path."""
    versions = sorted(WINDOWS_KITS.glob("10.*/x64/signtool.exe"), key=lambda file: version_numbers(file.parts[-3]))
    return shutil.which("signtool") or (str(versions[-1]) if versions else "signtool")


def version_numbers(version: str) -> list[int]:
    """Return the numbers of a version.

    >>> sorted(["10.0.9.0", "10.0.22621.0"], key=version_numbers)
    ['10.0.9.0', '10.0.22621.0']
    """
    return [int(number) for number in version.split(".")]


def signing_command(azure: tuple[str, str] = AZURE) -> list[str]:
    """Return the command that signs the files behind it, without them; empty if Azure's variables aren't set."""
    library, profile = azure
    words = ["sign", "/fd", "sha256", "/td", "sha256", "/tr", TIMESTAMPS, "/dlib", library, "/dmdf", profile]
    return [find_signtool(), *words] if library and profile else []


def has_signature(file: Path) -> bool:
    """Whether a Windows program or library has a signature: Python's own libraries come with one.

    The format is that of "PE Format" in Microsoft's documentation; the fifth data directory is the certificate table.
    """
    data = file.read_bytes()
    start = struct.unpack_from("<I", data, 0x3C)[0] + 24
    directories = start + (112 if struct.unpack_from("<H", data, start)[0] == 0x20B else 96)
    (size,) = struct.unpack_from("<I", data, directories + 4 * 8 + 4)
    return bool(size)


def sign_windows(folder: Path, run: RunCommand = run_command, azure: tuple[str, str] = AZURE) -> None:
    """Sign all programs and libraries in a folder that have no signature, if Azure's variables are set."""
    command = signing_command(azure)
    if not command:
        print(f"{folder.name} is not signed: HOUSE_RULES_AZURE_LIBRARY is not set")
        return
    files = sorted(file for file in folder.rglob("*") if file.suffix in SIGNED_SUFFIXES)
    run([*command, *(file for file in files if not has_signature(file))])


def installer_options(azure: tuple[str, str] = AZURE) -> list[str]:
    """Return the options of Inno Setup that make it sign the installer and the uninstaller; none without Azure."""
    words = [f"$q{word}$q" if " " in word else word for word in signing_command(azure)]
    return ["/DSigned", f"/Ssigntool={' '.join(words)} $f"] if words else []
