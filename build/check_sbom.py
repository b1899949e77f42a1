"""Check bills of materials against the schema of CycloneDX 1.6: ``python build/check_sbom.py FILE …``.

Needs the packages of ``build/checks.txt``.
"""

import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


def main(arguments: list[str]) -> int:
    """Check each bill of materials; return 1 if one is invalid, and 2 if none is given."""
    if not arguments:
        print(__doc__)
        return 2
    wrong = 0
    for name in arguments:
        fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(Path(name).read_text(encoding="utf-8"))
        print(f"{name}: {fault or 'valid'}")
        wrong += fault is not None
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
