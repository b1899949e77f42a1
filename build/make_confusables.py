"""Make the list of confusable letters: assets/names/confusables.txt, for ``engine.person_names``.

    python build/make_confusables.py CONFUSABLES.TXT

CONFUSABLES.TXT is Unicode's (https://www.unicode.org/Public/security/13.0.0/confusables.txt). Each line of the result
has a common appearance, a tab, and the letters with this appearance. Letters that names cannot have are left out: those
that normalization replaces, and symbols. The output is reproducible.
"""

import sys
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.options import is_name_character  # noqa: E402
from engine.person_names import CONFUSABLES_FILE, is_ignorable  # noqa: E402


def convert_list(text: str) -> str:
    """Convert Unicode's list of confusable letters to the program's format."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        source, _, rest = line.partition("#")[0].partition(";")
        letter, target = (_decode_codes(part) for part in (source, rest.partition(";")[0]))
        if len(letter) == 1 and is_name_character(letter) and not is_ignorable(letter) and _is_plain(letter):
            found[target] = found.get(target, "") + letter
    return "".join(f"{target}\t{''.join(sorted(letters))}\n" for target, letters in sorted(found.items()))


def _decode_codes(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def _is_plain(letter: str) -> bool:
    """Whether NFKC or NFKD normalization leaves a letter unchanged."""
    return letter in (unicodedata.normalize("NFKC", letter), unicodedata.normalize("NFKD", letter))


def main() -> None:
    text = Path(sys.argv[1]).read_text(encoding="utf-8-sig")
    CONFUSABLES_FILE.parent.mkdir(exist_ok=True)
    CONFUSABLES_FILE.write_text(convert_list(text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
