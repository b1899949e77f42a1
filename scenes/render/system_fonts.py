"""System fonts for characters that the bundled fonts lack, as in names typed in any script."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.started_environment import STARTED_ENVIRONMENT

_TIMEOUT_SECONDS = 2.0
"""Maximum seconds for fontconfig's output. It usually takes milliseconds, but longer after font installations."""
_WINDOWS_FONTS: tuple[str, ...] = (
    "segoeui.ttf", "msjh.ttc", "msyh.ttc", "YuGothM.ttc", "meiryo.ttc", "msgothic.ttc", "malgun.ttf", "mingliu.ttc",
    "simsun.ttc", "Nirmala.ttc", "Nirmala.ttf", "LeelawUI.ttf", "leelawad.ttf", "ebrima.ttf", "gadugi.ttf",
    "mmrtext.ttf", "himalaya.ttf", "sylfaen.ttf", "seguisym.ttf", "seguiemj.ttf", "arial.ttf", "simsunb.ttf",
    "mingliub.ttc",
)  # fmt: skip
_MACOS_FONTS: tuple[str, ...] = (
    "PingFang.ttc", "STHeiti Medium.ttc", "Hiragino Sans GB.ttc", "ヒラギノ角ゴシック W3.ttc", "AppleSDGothicNeo.ttc",
    "Supplemental/Arial Unicode.ttf", "Supplemental/Arial.ttf", "GeezaPro.ttc", "ArialHB.ttc", "Kohinoor.ttc",
    "ThonburiUI.ttc", "Thonburi.ttc", "Apple Symbols.ttf", "Symbol.ttf",
)  # fmt: skip
"""Font files that come with these systems, in order of preference."""


def font_candidates(
    chars: str, system: str = sys.platform, environment: Mapping[str, str] = os.environ
) -> Iterator[Path]:
    """Iterate over system font files that may have these characters, the best first."""
    names: tuple[str, ...]
    if system == "win32":
        folders, names = [Path(environment.get("WINDIR", r"C:\Windows")) / "Fonts"], _WINDOWS_FONTS
        if "LOCALAPPDATA" in environment:
            folders.append(Path(environment["LOCALAPPDATA"]) / "Microsoft" / "Windows" / "Fonts")
    elif system == "darwin":
        folders, names = [Path("/System/Library/Fonts"), Path("/Library/Fonts")], _MACOS_FONTS
    else:
        yield from _query_fontconfig(chars)
        return
    yield from (file for name in names for folder in folders if (file := folder / name).is_file())


def _query_fontconfig(chars: str) -> Iterator[Path]:
    """Yield fontconfig's best matching font file for these characters; nothing without fontconfig."""
    charset = " ".join(f"{ord(char):x}" for char in chars)
    command = ["fc-match", "--format=%{file}", f"sans-serif:charset={charset}:color=false"]
    try:
        done = subprocess.run(
            command,
            env=STARTED_ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return
    if done.stdout:
        yield Path(os.fsdecode(done.stdout))
