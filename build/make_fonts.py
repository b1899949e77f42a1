"""Make the subsets of fonts in assets/fonts: Noto*TC-*.otf for Chinese texts, Extended-*.ttf for Latin names.

    apt-get install fonts-noto-cjk fonts-lato
    npm pack @fontsource-variable/fraunces && tar xf fontsource-variable-fraunces-*.tgz
    pip install -e .[fonts]
    python build/make_fonts.py [--noto FOLDER] [--fraunces package/files [--lato FOLDER]]

The defaults are Debian's paths; without ``--fraunces`` only the Chinese fonts are made. Their characters are those of
all Chinese texts and rules pages, punctuation, and a reserve for names that players type. Each extended font has the
letters that one of the usual Latin fonts lacks. The output is reproducible. A test fails if a text has a character that
is not in the fonts; then run this again.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))

from scenes.render.font_files import font_file  # noqa: E402

FONTS = ROOT / "assets" / "fonts"
NOTO = Path("/usr/share/fonts/opentype/noto")
LATO = Path("/usr/share/fonts/truetype/lato")
LANGUAGE = "zh_TW"
FACES = {
    "NotoSansTC-Regular": ("NotoSansCJK-Regular.ttc", "Noto Sans CJK TC"),
    "NotoSansTC-Bold": ("NotoSansCJK-Bold.ttc", "Noto Sans CJK TC Bold"),
    "NotoSerifTC-Bold": ("NotoSerifCJK-Bold.ttc", "Noto Serif CJK TC Bold"),
}
"""Output file -> collection, and full name of the font in it."""
MAX_FONT_BYTES = 1_000_000
"""Maximum size of all Chinese fonts together."""


class FrauncesCut(NamedTuple):
    """A cut of the variable font Fraunces: roman or italic, and its place on the font's axes."""

    style: str
    weight: int
    optical_size: int


FRAUNCES_CUTS = {
    "Fraunces-Display-Black": FrauncesCut("normal", 900, 96),
    "Fraunces-Display-BlackItalic": FrauncesCut("italic", 900, 96),
    "Fraunces-Display-SemiBold": FrauncesCut("normal", 600, 96),
    "Fraunces-Text-Bold": FrauncesCut("normal", 700, 24),
    "Fraunces-Text-SemiBold": FrauncesCut("normal", 600, 18),
}
LATO_CUTS = ("Lato-Regular", "Lato-Bold", "Lato-Italic", "Lato-Black")
EXTENDED_CUTS = (*FRAUNCES_CUTS, *LATO_CUTS)
"""Latin fonts of the program, each with an extended font beside it."""
FRAUNCES_SOFTNESS = 60
USE_TYPO_METRICS = 1 << 7
"""Bit of the field ``fsSelection`` in a font's table OS/2."""
EXTENDED_LETTERS = "".join(
    (
        *(char for char in map(chr, range(0x100, 0x180)) if char not in "ŉſ"),
        *"ƏəƠơƯưǦǧǪǫǺǻǼǽǾǿȘșȚțḌḍḤḥṢṣṬṭẀẁẂẃẄẅẞ",
        *map(chr, range(0x1EA0, 0x1EFA)),
    )
)
"""Letters of names in European languages, Vietnamese, Azerbaijani and Yoruba, and of transliterated names."""
MAX_EXTENDED_BYTES = 300_000
"""Maximum size of all extended fonts together."""
PUNCTUATION = "，。、；：？！（）「」『』《》〈〉【】…—‥・～＋－×／％＆＃＠←↑→↓"
"""Punctuation, and arrows for the names of keys, as the Latin fonts have none."""
SURNAMES = (
    "陳林黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾游彭詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜傅侯曹薛"
    "丁卓阮馬董溫唐藍蔣石古紀姚連馮歐程湯田康姜白汪鄒尤巫鐘黎涂龔嚴韓袁金童陸夏柳凃邵錢伍倪溥于譚駱熊任甘秦顧毛章史萬俞雷尹齊龍"
)
"""Most frequent surnames of Taiwan."""
GIVEN_NAMES = (
    "家豪志明俊傑建宏雅婷怡君淑芬美玲惠麗冠宇承恩品妍詩涵欣宜佳穎子晴柏翰哲瑋彥廷宗育誠信偉智文雄國榮華德福貴春秋冬梅蘭竹菊月雪"
    "雲星晨曦陽光海山川河風雨花香玉珍珠寶瑞祥安寧靜心愛仁義禮勇強剛平思念慧敏秀英芳萍琪琳瑤瑜婉娟娜妮珊瑄璇蓉薇萱蕾馨語彤芸昕晏睿"
    "軒翔鈞銘鴻達凱倫威廉賢聖倩鳳鶴鵬虎兔鼠牛羊猴雞狗豬貓魚鳥阿小大老哥姐弟妹爸媽爺奶叔姨公婆先生太師兄友"
)
"""Frequent characters in given names, nicknames and forms of address."""


def chinese_texts(root: Path = ROOT) -> Iterator[str]:
    """Yield all Chinese texts of the program: catalogues, rules pages and other pages, and the list of changes."""
    for file in sorted((root / "assets" / "texts" / LANGUAGE).glob("*.po")):
        yield "".join(re.findall(r'^(?:msgstr.*|".*)$', file.read_text(encoding="utf-8"), re.MULTILINE))
    for file in sorted((root / "assets").glob(f"*/{LANGUAGE}/*.md")):
        yield file.read_text(encoding="utf-8")
    yield (root / "assets" / "changes" / f"{LANGUAGE}.md").read_text(encoding="utf-8")


def is_chinese(char: str) -> bool:
    """Whether a character is drawn by the Chinese fonts; the Latin fonts draw all others.

    >>> [is_chinese(char) for char in "中，Aé–♠"]
    [True, True, False, False, False, False]
    """
    return char >= "\u2e80"


def used_characters(root: Path = ROOT) -> str:
    """Return all characters that the program's Chinese fonts must have, sorted."""
    used = {char for text in chinese_texts(root) for char in text if is_chinese(char)}
    return "".join(sorted(used.union(PUNCTUATION, SURNAMES, GIVEN_NAMES)))


def subset_collection(collection: Path, name: str, chars: str, target: Path) -> None:
    """Write a font of a collection with only these characters.

    Raises:
        ValueError: the collection has no font of this full name, or the font lacks a character.
    """
    from fontTools.ttLib import TTCollection, TTFont  # noqa: PLC0415  # late import: a test uses ``used_characters``

    names = [font["name"].getDebugName(4) for font in TTCollection(collection, lazy=True).fonts]
    if name not in names:
        raise ValueError(f"{collection} has no font {name!r}; its fonts are {', '.join(map(str, names))}")
    font = TTFont(collection, fontNumber=names.index(name), recalcTimestamp=False)
    missing = [char for char in chars if ord(char) not in font.getBestCmap()]
    if missing:
        raise ValueError(f"{name} lacks the characters {''.join(missing)}")
    save_subset(font, chars, target)


def save_subset(font: Any, chars: Iterable[str], target: Path) -> None:
    """Write a font with only these characters, without hints and OpenType features."""
    from fontTools import subset  # noqa: PLC0415

    options = subset.Options(hinting=False, desubroutinize=True, layout_features=[], notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(chars))
    subsetter.subset(font)
    font.flavor = None
    font.save(target)


def make_extended_font(cut: str, folder: Path, target: Path) -> None:
    """Write the extended font of a Latin font: the ``EXTENDED_LETTERS`` that this lacks, from its full version.

    Raises:
        ValueError: the full version in this folder lacks a letter, too.
    """
    from fontTools.merge import Merger  # noqa: PLC0415
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    present = set(TTFont(font_file(cut)).getBestCmap())
    lacking = {char for char in EXTENDED_LETTERS if ord(char) not in present}
    with TemporaryDirectory() as scratch:
        parts = []
        for i, font in enumerate(load_full_versions(cut, folder)):
            part = lacking.intersection(map(chr, font.getBestCmap()))
            parts.append(Path(scratch) / f"{i}.ttf")
            created = font["head"].created
            save_subset(font, sorted(part), parts[-1])
            lacking -= part
        if lacking:
            raise ValueError(f"the fonts for {cut} in {folder} lack the letters {''.join(sorted(lacking))}")
        merged = Merger().merge(parts)
    for name in (1, 4, 6):  # "Lato" is a reserved name, so no changed version may bear it
        merged["name"].setName(f"HouseRules{target.stem.replace('Lato', 'Sans')}", name, 3, 1, 0x409)
    merged["name"].names = [record for record in merged["name"].names if record.nameID in (0, 1, 4, 6, 13, 14)]
    merged["OS/2"].fsSelection &= ~USE_TYPO_METRICS  # heights from the table that the usual fonts have them from
    merged["head"].created = merged["head"].modified = created  # instead of the current time
    merged.recalcTimestamp = False
    merged.save(target)


def load_full_versions(cut: str, folder: Path) -> Iterator[Any]:
    """Load the fonts that together have all letters of a Latin font."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415
    from fontTools.varLib.instancer import instantiateVariableFont  # noqa: PLC0415

    if cut in LATO_CUTS:
        yield TTFont(folder / f"{cut}.ttf", recalcTimestamp=False)
        return
    style, weight, optical_size = FRAUNCES_CUTS[cut]
    axes = {"opsz": optical_size, "wght": weight, "SOFT": FRAUNCES_SOFTNESS, "WONK": 0}
    for part in ("latin-ext", "vietnamese"):
        font = TTFont(folder / f"fraunces-{part}-full-{style}.woff2", recalcTimestamp=False)
        yield instantiateVariableFont(font, axes)


def make_fonts(targets: Mapping[Path, Callable[[Path], None]], max_bytes: int) -> None:
    """Write fonts and print their sizes.

    Raises:
        SystemExit: the files are larger than ``max_bytes`` together.
    """
    total = 0
    for target, make in targets.items():
        make(target)
        total += target.stat().st_size
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")
    if total > max_bytes:
        raise SystemExit(f"The fonts have {total:,} bytes, at most {max_bytes:,} are allowed: shorten the reserve.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--noto", type=Path, default=NOTO)
    parser.add_argument("--lato", type=Path, default=LATO)
    parser.add_argument("--fraunces", type=Path)
    folders = parser.parse_args()
    chars = used_characters()
    print(f"{len(chars)} Chinese characters")
    chinese = {
        FONTS / f"{file}.otf": partial(subset_collection, folders.noto / collection, name, chars)
        for file, (collection, name) in FACES.items()
    }
    make_fonts(chinese, MAX_FONT_BYTES)
    if folders.fraunces:
        extended = {
            FONTS / f"Extended-{cut}.ttf": partial(
                make_extended_font, cut, folders.lato if cut in LATO_CUTS else folders.fraunces
            )
            for cut in EXTENDED_CUTS
        }
        make_fonts(extended, MAX_EXTENDED_BYTES)


if __name__ == "__main__":
    main()
