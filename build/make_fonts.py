"""Subset the Chinese fonts to the characters that the program uses: assets/fonts/Noto*TC-*.otf.

    apt-get install fonts-noto-cjk
    pip install -e .[fonts]
    python build/make_fonts.py [FOLDER]

``FOLDER`` has Noto's collections; the default is Debian's path. The characters are those of all Chinese texts and rules
pages, punctuation, and a reserve for names that players type. The output is reproducible. A test fails if a text has a
character that is not in the fonts; then run this again.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "assets" / "fonts"
NOTO = Path("/usr/share/fonts/opentype/noto")
LANGUAGE = "zh_TW"
FACES = {
    "NotoSansTC-Regular": ("NotoSansCJK-Regular.ttc", "Noto Sans CJK TC"),
    "NotoSansTC-Bold": ("NotoSansCJK-Bold.ttc", "Noto Sans CJK TC Bold"),
    "NotoSerifTC-Bold": ("NotoSerifCJK-Bold.ttc", "Noto Serif CJK TC Bold"),
}
"""Output file -> collection, and full name of the font in it."""
MAX_FONT_BYTES = 1_000_000
"""Maximum size of all files together."""
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


def subset_font(collection: Path, name: str, chars: str, target: Path) -> None:
    """Write a font with only these characters, without hints and OpenType features.

    Raises:
        ValueError: the collection has no font of this full name, or the font lacks a character.
    """
    from fontTools import subset  # noqa: PLC0415  # late import: a test uses ``used_characters`` without fontTools
    from fontTools.ttLib import TTCollection, TTFont  # noqa: PLC0415

    names = [font["name"].getDebugName(4) for font in TTCollection(collection, lazy=True).fonts]
    if name not in names:
        raise ValueError(f"{collection} has no font {name!r}; its fonts are {', '.join(map(str, names))}")
    font = TTFont(collection, fontNumber=names.index(name), recalcTimestamp=False)
    missing = [char for char in chars if ord(char) not in font.getBestCmap()]
    if missing:
        raise ValueError(f"{name} lacks the characters {''.join(missing)}")
    options = subset.Options(hinting=False, desubroutinize=True, layout_features=[], notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=chars)
    subsetter.subset(font)
    font.save(target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=NOTO)
    folder = parser.parse_args().folder
    chars, total = used_characters(), 0
    for file, (collection, name) in FACES.items():
        target = FONTS / f"{file}.otf"
        subset_font(folder / collection, name, chars, target)
        total += target.stat().st_size
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")
    print(f"{len(chars)} characters, {total:,} bytes")
    if total > MAX_FONT_BYTES:
        raise SystemExit(
            f"The fonts have {total:,} bytes, at most {MAX_FONT_BYTES:,} are allowed: shorten the reserve."
        )


if __name__ == "__main__":
    main()
