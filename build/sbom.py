"""Software bill of materials of a built program, in CycloneDX 1.6 JSON.

Python packages are described by their metadata, shared libraries by ``build/licences/libraries.toml`` and the checksums
of their files. The list depends only on the program, for reproducible builds.
"""

import hashlib
import os
import re
import sqlite3
import sys
import uuid
import zlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import collect_licences
import platforms
import pygame
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.tool import ToolRepository
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

LICENCES = LicenseFactory()


def bill_of_materials(
    packages: Iterable[str], files: Mapping[str, Path], versions: Mapping[str, str], timestamp: int
) -> str:
    """Return the program's bill of materials as JSON (CycloneDX).

    Args:
        packages: names of the included Python packages.
        files: path in the program -> path on disk, of all files; shared libraries are picked from them.
        versions: title of a library in ``libraries.toml`` -> version, as far as known.
        timestamp: timestamp of the list, seconds since 1970.

    Raises:
        UnknownLicenceError: a component has no known licence.
    """
    program = program_component()
    parts = [
        *map(package_component, packages),
        python_component(),
        *font_components(),
        confusables_component(),
        *library_components(files, versions),
    ]
    made_by = [package_component("cyclonedx-python-lib"), package_component("pyinstaller")]
    metadata = BomMetaData(
        component=program,
        timestamp=datetime.fromtimestamp(timestamp, UTC),
        tools=ToolRepository(components=made_by),
        licenses=[LICENCES.make_from_string("CC0-1.0")],
    )
    contents = "".join(sorted(str(part.bom_ref) + _digests(part) for part in parts))
    number = uuid.uuid5(uuid.NAMESPACE_URL, f"{program.purl}#{hashlib.sha256(contents.encode()).hexdigest()}")
    listed = Bom(components=parts, metadata=metadata, serial_number=number)
    listed.register_dependency(program, parts)
    return JsonV1Dot6(listed).output_as_string(indent=1) + "\n"


def _digests(part: Component) -> str:
    return "".join(one.content for file in part.components for one in file.hashes)


def program_component() -> Component:
    """Describe House Rules itself as a component of the bill of materials."""
    return Component(
        name=platforms.TITLE,
        type=ComponentType.APPLICATION,
        version=platforms.VERSION,
        description=platforms.SUMMARY,
        licenses=[LICENCES.make_from_string("MIT")],
        purl=PackageURL("generic", None, "house-rules", platforms.VERSION),
        bom_ref="house-rules",
    )


def package_component(name: str) -> Component:
    """Describe an installed Python package as a component of the bill of materials."""
    called, version = (
        collect_licences.read_package_metadata(name, "Name"),
        collect_licences.read_package_metadata(name, "Version"),
    )
    known = re.sub(r"[-_.]+", "-", called).lower()
    return Component(
        name=called,
        type=ComponentType.LIBRARY,
        version=version,
        description=collect_licences.read_package_metadata(name, "Summary"),
        licenses=[LICENCES.make_from_string(collect_licences.spdx_of_package(name))],
        purl=PackageURL("pypi", None, known, version),
        bom_ref=f"pypi:{known}",
    )


def python_component() -> Component:
    """Describe Python, including its standard library, as a component of the bill of materials."""
    version = ".".join(map(str, sys.version_info[:3]))
    return Component(
        name="Python",
        type=ComponentType.PLATFORM,
        version=version,
        licenses=[LICENCES.make_from_string("PSF-2.0")],
        purl=PackageURL("generic", None, "python", version),
        external_references=[_home("https://www.python.org")],
        bom_ref="python",
    )


def font_components() -> list[Component]:
    """Describe the fonts of the program and its cards for the bill of materials.

    Fonts in Python packages are listed with these.
    """
    return [
        Component(
            name=file.stem.removesuffix("-OFL"),
            type=ComponentType.DATA,
            description="A font",
            licenses=[LICENCES.make_from_string("OFL-1.1")],
            bom_ref=f"font:{file.stem.removesuffix('-OFL').lower()}",
        )
        for file in collect_licences.font_licences()
    ]


def confusables_component() -> Component:
    """Describe Unicode's list of confusable letters, included in another format, for the bill of materials."""
    title, version = collect_licences.CONFUSABLES
    return Component(
        name=title,
        type=ComponentType.DATA,
        version=version,
        licenses=[LICENCES.make_from_string("Unicode-3.0")],
        external_references=[_home("https://www.unicode.org/reports/tr39/")],
        bom_ref="data:confusables",
    )


def library_components(files: Mapping[str, Path], versions: Mapping[str, str]) -> list[Component]:
    """Describe the shared libraries among these files for the bill of materials, each with its files and checksums.

    Raises:
        UnknownLicenceError: a library is missing from ``build/licences/libraries.toml``.
    """
    grouped: dict[str, tuple[collect_licences.Library, list[Component]]] = {}
    for place, file in sorted(files.items()):
        library = collect_licences.library_of(Path(place))
        if library is not None:
            grouped.setdefault(library.title, (library, []))[1].append(_file(place, file))
    return [
        Component(
            name=title,
            type=ComponentType.LIBRARY,
            version=versions.get(title),
            copyright=library.notice,
            licenses=[LICENCES.make_from_string(library.spdx)],
            external_references=[_home(library.home)],
            components=parts,
            bom_ref=f"library:{title}",
        )
        for title, (library, parts) in grouped.items()
    ]


def _file(place: str, file: Path) -> Component:
    return Component(
        name=place,
        type=ComponentType.FILE,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(file.read_bytes()).hexdigest())],
        bom_ref=f"file:{place}",
    )


def _home(address: str) -> ExternalReference:
    return ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(address))


def known_versions() -> dict[str, str]:
    """Return the versions of libraries that Python can query, by their title in ``libraries.toml``."""
    return {
        "Simple DirectMedia Layer and its libraries for pictures, sound and fonts": ".".join(
            map(str, pygame.version.SDL)
        ),
        "SQLite": sqlite3.sqlite_version,
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }
