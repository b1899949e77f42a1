"""What a program built for Linux needs from the system: how new a glibc, and which libraries. Read with ``objdump``."""

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

GLIBC_LIBRARY = re.compile(r"(ld-linux[-\w]*|ld64|lib(c|m|dl|pthread|resolv|rt|util))\.so\.\d+")
"""Libraries that come with glibc."""
GCC_LIBRARY = re.compile(r"lib(stdc\+\+|gcc_s)\.so\.\d+")
"""Libraries that are left to the system: its OpenGL drivers want its own. All others have to be included."""
Version = tuple[int, ...]


class ElfRequirements(NamedTuple):
    """What a file needs when it is loaded."""

    file: str
    libraries: frozenset[str]
    glibc: Version
    """The oldest version that will do, such as (2, 35); empty for a file that doesn't use glibc."""


def parse_objdump(text: str) -> Iterator[ElfRequirements]:
    """What ``objdump -p`` says about some files.

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
        versions = [parse_version(found) for found in re.findall(r" GLIBC_(2[\d.]*)$", asked, flags=re.M)]
        versions += [(2, 36)] * (" GLIBC_ABI_DT_RELR" in asked)  # that name came with 2.36
        yield ElfRequirements(Path(block.partition(": ")[0]).name, libraries, max(versions, default=()))


def parse_version(text: str) -> Version:
    """A version to compare.

    >>> parse_version("2.35")
    (2, 35)
    """
    return tuple(map(int, text.split(".")))


def folder_requirements(folder: Path) -> list[ElfRequirements]:
    """What each program and library in a folder needs.

    Raises:
        subprocess.CalledProcessError: objdump can't read one of them.
        FileNotFoundError: there is no objdump; PyInstaller would have stopped before.
    """
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink() and is_elf(file)]
    plain = {**os.environ, "LC_ALL": "C"}
    read = subprocess.run(["objdump", "-p", *files], env=plain, capture_output=True, text=True, check=True)
    return list(parse_objdump(read.stdout))


def is_elf(file: Path) -> bool:
    """Whether a file is a program or library for Linux."""
    with file.open("rb") as opened:
        return opened.read(4) == b"\x7fELF"


def missing_libraries(needs: Iterable[ElfRequirements], included: Iterable[str]) -> list[str]:
    """Libraries that are neither included nor part of glibc or GCC, each with the files that want it.

    >>> one = ElfRequirements("_hashlib.so", frozenset({"libcrypto.so.3", "libc.so.6", "libz.so.1"}), (2, 4))
    >>> missing_libraries([one], ["libz.so.1"])
    ['libcrypto.so.3, wanted by _hashlib.so']
    """
    there = set(included)
    wanted: dict[str, list[str]] = {}
    for one in needs:
        for library in one.libraries:
            if library not in there and not any(known.fullmatch(library) for known in (GLIBC_LIBRARY, GCC_LIBRARY)):
                wanted.setdefault(library, []).append(one.file)
    return [f"{library}, wanted by {', '.join(files)}" for library, files in sorted(wanted.items())]


def print_report(folder: Path, newest: str | None) -> bool:
    """Print what the program in a folder needs. Return whether that is at most glibc ``newest`` and nothing else."""
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
