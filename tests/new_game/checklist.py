"""Prints the missing parts of a new game, file by file, with the next command: ``python -m tests.new_game SLUG``."""

import re
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from engine.bots.common.strengths import LEVEL_RATINGS
from engine.bots.registry import OPPONENTS
from engine.catalogue_file import read_catalogue
from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES, TEXTS_FOLDER
from engine.moves import IllegalMoveError
from engine.options import options_of
from engine.rng import Rng
from engine.text_keys import SHARED_TEXTS, general_names
from scenes.screens.lesson import script
from scenes.table.layouts import LAYOUTS
from scenes.table.model.explanation import find_explained_kind
from scenes.text.catalogue import Words
from scenes.text.rules_document import (
    Document,
    Figure,
    Heading,
    TableBlock,
    TextBlock,
    find_page_file,
    load_page,
    plain_text,
)
from tests.golden import perft
from tests.golden import rules as rules_table
from tests.new_game.cli import ROOT
from tests.new_game.required_texts import RequiredTexts, collect_required_texts
from tests.new_game.stubs import GameStub, catalogue_entry
from tests.support.catalogue_texts import make_texts, placeholders_of
from tests.support.random_options import random_options

TODO = "TODO"
"""First word of an unwritten text; the tests refuse it."""
MIN_PRESETS = 2
"""Minimum number of presets of house rules."""
MIN_COUNTS = {"steps": 5, "figures": 3, "links": 4}
"""Minimum counts on a rules page: steps of its first section, tables or figures of cards, and links."""
MAX_LESSON_STEPS = 12
"""Maximum number of steps of a lesson."""
MAX_NAMED_KEYS = 6
"""Maximum number of keys named in a line."""
_DERIVED = ("asked", "coach", "goal", "lesson", "option", "preset", "special", "verb", "why")
"""Sections of the catalogue whose keys follow from declarations, so that any other key is unused."""


class Item(NamedTuple):
    """A missing part of a game."""

    file: str
    what: str
    command: str = ""
    """The command that writes it, if there is one."""
    optional: bool = False


def main(arguments: Sequence[str]) -> int:
    """Print the check list of a game; with ``--fill`` write an entry for every missing text first."""
    slug, fill = arguments[0], "--fill" in arguments
    found = checklist(slug, fill=fill)
    must, may = [item for item in found if not item.optional], [item for item in found if item.optional]
    for title, items in (("missing", must), ("optional", may)):
        print(f"\n{title}: {len(items) or 'nothing'}")
        width = max((len(item.file) for item in items), default=0)
        for item in items:
            print(f"  {item.file:{width}}  {item.what}")
            if item.command:
                print(f"  {'':{width}}  -> {item.command}")
    print(f"\nthen: python -m pytest -k {slug}, .ci/run, and check python -m tests.pictures OUT --only {slug}")
    return 1 if must else 0


def checklist(slug: str, *, fill: bool = False) -> list[Item]:
    """Return the missing parts of a game; with ``fill`` write an entry for every missing text first."""
    command = f"python -m tests.new_game {slug} --fill"
    missing = [
        Item(_relative_path(file), "is not there", command)
        for file in GameStub(ROOT, slug).files()
        if not file.exists()
    ]
    if slug not in GAMES or slug not in LAYOUTS:
        missing.append(Item("engine/games and scenes/table/layouts", "the game is not in both registers", command))
    essential = ("engine/", "scenes/", "tests/games/")
    if any(item.file.startswith(essential) for item in missing):
        return missing  # all other checks need these
    lesson, faults = _lesson(slug)
    needed = collect_required_texts(GAMES[slug], lesson)
    if fill:
        _fill_in_texts(slug, needed)
    checks = (
        _text_items(slug, needed),
        _table_items(slug),
        _rules_page_items(slug),
        faults,
        _test_items(slug),
        _stub_items(slug),
        _optional_items(slug),
    )
    return [*missing, *chain.from_iterable(checks)]


def _relative_path(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _some_names(keys: Iterable[str]) -> str:
    names = list(keys)
    more = f" … ({len(names)} in all)" if len(names) > MAX_NAMED_KEYS else ""
    return ", ".join(names[:MAX_NAMED_KEYS]) + more


# --- texts ------------------------------------------------------------------------------------------------------------


def _fill_in_texts(slug: str, needed: RequiredTexts) -> None:
    """Add an entry for each missing text to the game's template, update every language from it, and compile."""
    file, blocks = GameStub(ROOT, slug).catalogue(make_texts.SOURCE), []
    for key in _missing_texts(needed, _texts_by_key(slug)):
        figures = needed[key]
        hint = f"#. may show {', '.join(f'{{{name}}}' for name in sorted(figures))}\n" if figures else ""
        blocks.append(hint + catalogue_entry(f"{slug}.{key}", f"{TODO} {key}"))
    if blocks:
        file.write_text("\n".join([file.read_text(encoding="utf-8"), *blocks]), encoding="utf-8", newline="\n")
        print(f"{_relative_path(file)}: {len(blocks)} texts to be written")
    for language in LANGUAGES:
        catalogue = make_texts.catalogues(TEXTS_FOLDER, language, slug)[slug]
        GameStub(ROOT, slug).catalogue(language).write_bytes(make_texts.catalogue_bytes(catalogue))
        (TEXTS_FOLDER / f"{language}.mo").write_bytes(make_texts.pack_catalogue(TEXTS_FOLDER, language))


def _texts_by_key(slug: str, language: str = make_texts.SOURCE) -> dict[str, Any]:
    """Return the texts of a game by their key below its slug."""
    return {text.key.removeprefix(f"{slug}."): text for text in make_texts.iter_texts(TEXTS_FOLDER, language, slug)}


def _missing_texts(needed: RequiredTexts, own_texts: Container[str]) -> list[str]:
    """Return the needed keys without a text of the game's own and without one that stands in for it.

    A house rule's number is its own text.
    """
    shared = Words(make_texts.SOURCE)
    return [
        key
        for key in needed
        if not key.rpartition(".")[2].lstrip("-").isdecimal()
        and not any(name in own_texts or f"{SHARED_TEXTS}.{name}" in shared for name in general_names(key))
    ]


def _text_items(slug: str, needed: RequiredTexts) -> Iterator[Item]:
    """Yield texts that are missing, unwritten, untranslated or unused."""
    stub, own_texts = GameStub(ROOT, slug), _texts_by_key(slug)
    template = _relative_path(stub.catalogue(make_texts.SOURCE))
    lacking = _missing_texts(needed, own_texts)
    if lacking:
        yield Item(template, f"no text: {_some_names(lacking)}", f"python -m tests.new_game {slug} --fill")
    plurals = [key for key in needed if key.endswith((".one", ".other"))]
    if plurals:
        file = f"engine/games/{slug}/options.py"
        yield Item(file, f"values must not be named one or other, the forms of a plural: {_some_names(plurals)}")
    todo = [key for key, text in own_texts.items() if text.forms[0].startswith(TODO)]
    if todo:
        yield Item(template, f"to be written: {_some_names(todo)}")
    derived = [key for key in own_texts if key.partition(".")[0] in _DERIVED and key not in needed]
    unused = [
        key
        for key in derived
        if not any(one.startswith(f"demand.{key.partition('.help.')[2] or key}") for one in own_texts)
    ]  # a verb's help in a prompt, or in all that begin like this
    if unused:
        yield Item(template, f"unused: {_some_names(unused)}")
    stale = not todo and not all(_is_packed(text) for text in own_texts.values())
    for language in LANGUAGES[1:]:
        texts, file = _texts_by_key(slug, language), _relative_path(stub.catalogue(language))
        undone = [key for key, text in texts.items() if not text.is_translated]
        if undone:
            yield Item(file, f"not translated: {_some_names(undone)}")
        different = [
            key
            for key, text in texts.items()
            if text.is_translated and placeholders_of(text.forms[-1]) != placeholders_of(own_texts[key].forms[-1])
        ]
        if different:
            yield Item(file, f"other placeholders than in English: {_some_names(different)}")
        stale = stale or not all(_is_packed(text, language) for text in texts.values() if text.is_translated)
    if stale:
        yield Item("assets/texts", "the compiled texts differ from the catalogues", "python build/make_texts.py")
    spoken = ("demand", "move", "said", "loud", "refusal", "reason", "plate", "lies", "part")
    used = {name for key in needed for name in general_names(key)}
    silent = [key for key in own_texts if key.partition(".")[0] in spoken and key not in used and key[-4:] != "_you"]
    if silent:
        message = f"not used in random matches; obsolete? {_some_names(silent)}"
        yield Item(template, message, "python -m pytest tests/test_unused_texts.py", optional=True)
    unchanged = [
        key
        for key, text in _stub_texts(stub)
        if key in own_texts and own_texts[key].forms[0] == text and key != "title"
    ]
    if unchanged:
        yield Item(template, f"unchanged from the stub: {_some_names(unchanged)}", optional=True)


def _is_packed(text: Any, language: str = make_texts.SOURCE) -> bool:
    """Whether the compiled catalogue has this text as its source has it."""
    loaded = _loaded_catalogue(language)
    return (loaded.ngettext(text.key, text.key, 1) if text.is_plural else loaded.gettext(text.key)) == str(
        text.forms[0]
    )


_loaded_catalogue = cache(read_catalogue)


def _stub_texts(stub: GameStub) -> list[tuple[str, str]]:
    return [(key.removeprefix(f"{stub.slug}."), text) for key, text in stub.texts().items()]


# --- the table --------------------------------------------------------------------------------------------------------


def _table_items(slug: str) -> Iterator[Item]:
    """Yield piles without a spot, questions without an explanation, cards that can't be dragged, needless bubbles."""
    kind, layout = GAMES[slug], LAYOUTS[slug]
    file = f"scenes/table/layouts/{slug}.py"
    spots = layout.geometry.all_spots
    placeless = kind.visibility.keys() - {spot.kind for spot in spots}
    if placeless:
        yield Item(file, f"no spot for piles: {_some_names(sorted(placeless))}")
    if layout.help.goal_illustration is None:
        yield Item(file, "goal_illustration: no picture of how a match is won")
    kinds, laid = set[str](), set[str]()
    for game in _positions(kind):
        for seat in game.seats_to_act():
            kinds.add(find_explained_kind(game.prompt_for(seat).key, layout.help.rules_by_question))
            laid |= {move.verb for move in game.legal_moves(seat) if move.cards}
    arranged = [
        verb for ask, verbs in kind.verbs.items() if ask in layout.controls.fillable_kinds_by_question for verb in verbs
    ]
    for key in sorted(kinds - layout.help.rules_by_question.keys()):
        yield Item(file, f"rules_by_question: no rule for the question {key!r}")
    for verb in sorted(laid - layout.controls.drop_kinds_by_verb.keys() - set(arranged)):
        yield Item(file, f"drop_kinds_by_verb: no pile to drop the cards of {verb!r} on", optional=True)
    cards_shown = re.compile(r"\{(card|rank|suit)")
    repeated = [
        key.removeprefix("said.")
        for key, text in _texts_by_key(slug).items()
        if key.startswith("said.") and cards_shown.search(text.forms[-1])
    ]
    bubbles = sorted(set(repeated) - layout.effects.announcements_without_bubble)
    if bubbles:
        message = f"announcements_without_bubble: a bubble repeats cards that are seen? {_some_names(bubbles)}"
        yield Item(file, message, optional=True)
    unheard = layout.help.rules_by_question.keys() - kinds
    if unheard:
        yield Item(
            file, f"rules_by_question: not asked in random matches: {_some_names(sorted(unheard))}", optional=True
        )


def _positions(kind: type[Game], matches: int = 12, max_moves: int = 200) -> Iterator[Game]:
    """Yield the positions of random matches, every other one by the standard rules."""
    for seed in range(matches):
        rng = Rng(seed)
        rules: Any = None if seed % 2 == 0 else random_options(kind.Options, rng)
        game = kind(rng.choice(kind.seats_allowed), seed, rules)
        for _ in range(max_moves):
            waiting = game.seats_to_act()
            if not waiting:
                break
            yield game
            game.push(rng.choice(game.legal_moves(rng.choice(waiting))))


# --- rules pages ------------------------------------------------------------------------------------------------------


def _rules_page_items(slug: str) -> Iterator[Item]:
    """Yield the missing parts of the rules pages, from the rules and house rules that the code names."""
    kind = GAMES[slug]
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "engine" / "games" / slug).glob("*.py"))
    named = set(re.findall(rf'"{slug}\.(R\d+)"', sources)) | set(LAYOUTS[slug].help.rules_by_question.values())
    rule_ids = sorted(named, key=lambda rule: int(rule[1:]))
    anchors = []
    for language in LANGUAGES:
        file, page, words = f"assets/rules/{language}/{slug}.md", load_page(language, slug), Words(language)
        if not (ROOT / file).exists():
            if language != make_texts.SOURCE:  # the page in English is one of the stub's files
                yield Item(file, "is not there: players read the page in English")
            continue
        item = partial(Item, file)
        lacking = [rule for rule in rule_ids if rule not in page.anchors]
        if lacking:
            yield item(f"rules that the code names: {_some_names(lacking)}")
        for choice in options_of(kind.Options):
            index, rule = page.anchors.get(choice.name), choice.rule.rpartition(".")[2]
            paragraph = None if index is None else page.blocks[index]
            name = words(f"{slug}.option.{choice.name}.name")
            if not isinstance(paragraph, TextBlock):
                yield item(f'the house rule <a id="{choice.name}"></a>**{name}** ([…](#{rule})): …')
            elif not plain_text(paragraph.texts).startswith(name) or rule not in [run.link for run in paragraph.runs]:
                yield item(f"the paragraph of {choice.name} must begin with **{name}** and link to #{rule}")
        rules = [block for block in page.blocks if isinstance(block, TextBlock) and block.kind == "rule"]
        if [rule.anchor for rule in rules] != [f"R{number + 1}" for number in range(len(rules))]:
            yield item("the rules must be numbered without a gap: R1, R2 …")
        wanted = _first_and_last_section(load_page(language, next(iter(GAMES))))
        if _first_and_last_section(page) != wanted:
            yield item(f"the first and the last section must be {wanted}")
        first = page.blocks[0]
        if not isinstance(first, Heading) or plain_text(first.texts) != words(f"{slug}.title"):
            yield item(f"the heading must be the game's title, {words(f'{slug}.title')!r}")
        counts = {
            "steps": sum(isinstance(block, TextBlock) and block.kind == "item" for block in page.blocks),
            "figures": sum(isinstance(block, Figure | TableBlock) for block in page.blocks),
            "links": len(page.links),
        }
        few = [
            f"{counts[what]} {what} of at least {count}" for what, count in MIN_COUNTS.items() if counts[what] < count
        ]
        if few:
            yield item(f"has only {', '.join(few)}")
        anchors.append(list(page.anchors))
    if any(other != anchors[0] for other in anchors[1:]):
        yield Item(
            f"assets/rules/*/{slug}.md", "the pages of all languages must have the same anchors in the same order"
        )


def _first_and_last_section(page: Document) -> list[str]:
    return [title for _, title in (*page.sections[:1], *page.sections[-1:])]


# --- the lesson -------------------------------------------------------------------------------------------------------


def _lesson(slug: str) -> tuple[script.Lesson | None, list[Item]]:
    """Return the lesson, if it can be read, and its faults."""
    file = f"assets/lessons/{slug}.toml"
    if not (ROOT / file).exists():
        return None, []
    try:
        lesson = script.load_lesson(slug)
        record = lesson.record()
    except (ValueError, KeyError) as error:
        return None, [Item(file, f"can't be read: {error}")]
    if len(set(lesson.opponents)) != lesson.seats - 1:
        return None, [Item(file, f"opponents must be {lesson.seats - 1} different characters")]
    game = record.replay()
    try:
        for move in lesson.moves:
            game.play(move)
    except IllegalMoveError as error:
        return lesson, [Item(file, str(error))]
    faults = []
    if not game.history:
        faults.append(Item(file, "its moves don't reach the end of a deal"))
    if len(lesson.steps) > MAX_LESSON_STEPS:
        faults.append(Item(file, f"has {len(lesson.steps)} steps, at most {MAX_LESSON_STEPS} are allowed"))
    return lesson, faults


# --- tests ------------------------------------------------------------------------------------------------------------


def _test_items(slug: str) -> Iterator[Item]:
    """Yield rules without a test, house rules without a case, outdated pinned figures."""
    kind = GAMES[slug]
    facts = import_module(f"tests.games.facts.{slug}").FACTS
    if find_page_file(make_texts.SOURCE, slug).exists():
        tested = rules_table.tests_of(slug)
        for number in (number for number in rules_table.rule_numbers(slug) if number not in tested):
            yield Item(f"tests/games/test_{slug}.py", f"a test of rule {number}: def test_r{number}_…")
    existing_cases = Counter((case.option, case.value) for case in facts.cases)
    required_cases = {(c.name, value) for c in options_of(kind.Options) for value in c.values if value != c.default}
    file = f"tests/games/facts/{slug}.py"
    for name, value in sorted(required_cases - existing_cases.keys(), key=str):
        yield Item(file, f"no case of the house rule {name} = {value!r}: RuleCase({name!r}, {value!r}, …)")
    for name, value in sorted(existing_cases.keys() - required_cases, key=str):
        yield Item(file, f"{name} = {value!r} is not a non-standard house rule")
    game = kind(kind.seats_default, 1)
    if facts.target_score != game.target_score():
        yield Item(file, f"target_score must be {game.target_score()}, the points that win a match")
    if required_cases and (not facts.lab_rule or not facts.lab_rule.items() <= required_cases):
        yield Item(file, f"lab_rule must be a typical non-standard house rule, not {dict(facts.lab_rule)}")
    if len(kind.presets) < MIN_PRESETS:
        yield Item(
            f"engine/games/{slug}/options.py", f"PRESETS: has {len(kind.presets)}, at least {MIN_PRESETS} are required"
        )
    if not kind.counted_events:
        yield Item(f"engine/games/{slug}/game.py", "counted_events: no events for the rule lab to count")
    pinned = perft.load().get(slug)
    if pinned is None or pinned != perft.compute_figures(slug):
        message = "the pinned figures are out of date"
        yield Item("tests/golden/perft.toml", message, f"python -m tests.golden {slug}")
    if rules_table.FILE.read_text(encoding="utf-8") != rules_table.make_rules_table():
        yield Item("tests/golden/rules.md", "the table is out of date", "python -m tests.golden.rules")


# --- stubs, and what is optional --------------------------------------------------------------------------------------


def _stub_items(slug: str) -> Iterator[Item]:
    """Yield files that are still equal to their stub."""
    stub = GameStub(ROOT, slug, Words("en")(f"{slug}.title"))
    for file, text in stub.files().items():
        if file.exists() and file.name != "__init__.py" and file.read_text(encoding="utf-8") == text:
            yield Item(_relative_path(file), "is still the stub")


def _optional_items(slug: str) -> Iterator[Item]:
    """Yield the missing optional parts of a game."""
    item = partial(Item, optional=True)
    if slug not in OPPONENTS:
        yield item(f"engine/bots/{slug}/", "opponents: policy, levels, traits (without them: random playouts)")
        yield item("engine/bots/registry.py", "OPPONENTS, and the layers of engine.bots in pyproject.toml")
    else:
        record = (ROOT / "tests" / "bench" / "par_accuracy.md").read_text(encoding="utf-8")
        if f"| {slug} |" not in record:
            yield item(
                "tests/bench/par_accuracy.md", "par is not measured", f"python -m tests.bench.par_accuracy {slug}"
            )
    if slug not in LEVEL_RATINGS:
        message = "ANCHORS and SEATS: strengths of the levels (without them matches aren't rated)"
        yield item("engine/bots/common/strengths.py", message, f"python -m tests.bench.level_ratings {slug}")
    for file in ("README.md", "assets/manual/games.md"):
        if Words("en")(f"{slug}.title") not in (ROOT / file).read_text(encoding="utf-8"):
            yield item(f"{file}, CHANGELOG.md", "the game's line")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
