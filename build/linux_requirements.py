"""System requirements of a program built for Linux: version of glibc, and shared libraries, read by ``objdump``."""

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

GLIBC_LIBRARY = re.compile(r"(ld-linux[-\w]*|ld64|lib(c|m|dl|pthread|resolv|rt|util))\.so\.\d+")
"""Libraries of glibc."""
GCC_LIBRARY = re.compile(r"lib(stdc\+\+|gcc_s)\.so\.\d+")
"""Libraries that must not be included, as the system's OpenGL drivers need the system's own."""
Version = tuple[int, ...]


class ElfRequirements(NamedTuple):
    """Libraries and version of glibc that a Linux program or shared library needs to be loaded."""

    file: str
    libraries: frozenset[str]
    glibc: Version
    """Minimum version of glibc, such as (2, 35); empty for a file that doesn't use it."""


def parse_objdump(text: str) -> Iterator[ElfRequirements]:
    """Parse the output of ``objdump -p`` into the requirements of one or more files.

    >>> text = '''/made/libz.so.1:     file format elf64-x86-64
    ... Dynamic Section:
    ...   NEEDED               libc.so.6
    ... Version References:
    ...   required from libc.so.6:
    ...     0x0d696913 0x00 04 GLIBC_2.3.4
    ...     0x069691b3 0x00 02 GLIBC_2.33
    ...     0x0963cf85 0x00 03 GLIBC_PRIVATE
    ... '''
    >>> list(parse_objdump(text))
    [ElfRequirements(file='libz.so.1', libraries=frozenset({'libc.so.6'}), glibc=(2, 33))]
    """
    for block in re.split(r"^(?=.+: +file format )", text, flags=re.M)[1:]:
        libraries = frozenset(re.findall(r"^ +NEEDED +(\S+)$", block, flags=re.M))
        asked = block.partition("Version References:")[2]
        versions = [parse_version(version) for version in re.findall(r" GLIBC_(2[\d.]*)$", asked, flags=re.M)]
        versions += [(2, 36)] * (" GLIBC_ABI_DT_RELR" in asked)  # this symbol was introduced in 2.36
        yield ElfRequirements(Path(block.partition(": ")[0]).name, libraries, max(versions, default=()))


def parse_version(text: str) -> Version:
    """Parse a version of glibc, such as 2.35, for comparison.

    >>> parse_version("2.35")
    (2, 35)
    """
    return tuple(map(int, text.split(".")))


def folder_requirements(folder: Path) -> list[ElfRequirements]:
    """Return the system requirements of each Linux program and library in a folder.

    Raises:
        subprocess.CalledProcessError: objdump can't read one of them.
        FileNotFoundError: objdump is missing.
    """
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink() and is_elf(file)]
    plain = {**os.environ, "LC_ALL": "C"}
    read = subprocess.run(["objdump", "-p", *files], env=plain, capture_output=True, text=True, check=True)
    return list(parse_objdump(read.stdout))


def is_elf(file: Path) -> bool:
    """Whether a file is a Linux program or library, in ELF format."""
    with file.open("rb") as opened:
        return opened.read(4) == b"\x7fELF"


def missing_libraries(needs: Iterable[ElfRequirements], included: Iterable[str]) -> list[str]:
    """Return the needed libraries that are neither included nor part of glibc or GCC, each with the files using it.

    >>> one = ElfRequirements("_hashlib.so", frozenset({"libcrypto.so.3", "libc.so.6", "libz.so.1"}), (2, 4))
    >>> missing_libraries([one], ["libz.so.1"])
    ['libcrypto.so.3, wanted by _hashlib.so']
    """
    provided = set(included)
    wanted: dict[str, list[str]] = {}
    for file in needs:
        for library in file.libraries:
            if library not in provided and not any(known.fullmatch(library) for known in (GLIBC_LIBRARY, GCC_LIBRARY)):
                wanted.setdefault(library, []).append(file.file)
    return [f"{library}, wanted by {', '.join(files)}" for library, files in sorted(wanted.items())]


def print_report(folder: Path, newest: str | None) -> bool:
    """Print a built program's system requirements; return whether it needs only glibc, ``newest`` at most."""
    needs = folder_requirements(folder)
    included = [file.name for file in folder.rglob("*")]
    lacking, surplus = missing_libraries(needs, included), list(filter(GCC_LIBRARY.fullmatch, included))
    for line in lacking:
        print(f"not included: {line}")
    for name in surplus:
        print(f"included, but the system's OpenGL drivers want their own: {name}")
    version = max(one.glibc for one in needs)
    by = ", ".join(sorted({one.file for one in needs if one.glibc == version}))
    print(f"glibc: {'.'.join(map(str, version))} or newer (for {by}){f'; {newest} must do' if newest else ''}")
    return not lacking and not surplus and (newest is None or version <= parse_version(newest))
