"""Code signing of the Windows and macOS builds. A step without its environment variables prints a note and is skipped.

macOS: ``HOUSE_RULES_CODESIGN_IDENTITY`` names a Developer ID certificate in the keychain (without it PyInstaller signs
ad hoc). ``HOUSE_RULES_NOTARY_PROFILE`` names credentials stored by ``xcrun notarytool store-credentials``. Windows:
``HOUSE_RULES_CERTIFICATE`` is the path of a PFX file, and ``HOUSE_RULES_CERTIFICATE_PASSWORD`` its password.
"""

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

IDENTITY = os.environ.get("HOUSE_RULES_CODESIGN_IDENTITY") or None
NOTARY = os.environ.get("HOUSE_RULES_NOTARY_PROFILE") or None
CERTIFICATE = os.environ.get("HOUSE_RULES_CERTIFICATE") or None
TIMESTAMPS = "http://timestamp.digicert.com"
"""Timestamp server (RFC 3161), so that signatures stay valid after the certificate expires."""

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


def notarise(submitted: Path, stapled: Path, run: RunCommand = run_command, profile: str | None = NOTARY) -> None:
    """Submit a file to Apple's notary service, wait for the ticket, and staple it to the bundle or disk image.

    Args:
        submitted: a zip archive or a disk image.
        stapled: the bundle in the archive, as an archive can't carry a ticket, or the same image.
        run: runs a command.
        profile: name of the stored credentials; None to skip the step.
    """
    if profile is None:
        print(f"{submitted.name} is not notarised: HOUSE_RULES_NOTARY_PROFILE is not set")
        return
    run(["xcrun", "notarytool", "submit", submitted, "--keychain-profile", profile, "--wait"])
    run(["xcrun", "stapler", "staple", stapled])


def sign_windows(files: Sequence[Path], run: RunCommand = run_command, certificate: str | None = CERTIFICATE) -> None:
    """Sign Windows programs and installers, if ``certificate`` is not None."""
    if certificate is None:
        print(f"{files[0].name} is not signed: HOUSE_RULES_CERTIFICATE is not set")
        return
    password = os.environ.get("HOUSE_RULES_CERTIFICATE_PASSWORD", "")
    words = ["signtool", "sign", "/fd", "sha256", "/td", "sha256", "/tr", TIMESTAMPS, "/f", certificate, "/p", password]
    run([*words, *files])
