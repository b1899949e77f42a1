"""The texts that a game needs, derived from its class, layout and lesson, and from what it says in random matches."""

from collections.abc import Iterator, Mapping

from engine.game import Game
from engine.options import options_of
from scenes.lesson.script import Lesson
from scenes.table.layouts import LAYOUTS
from scenes.text.words import Words
from tests.support.heard import said_in_matches

MATCHES = 6
"""Number of random matches in which texts are collected."""


Needs = Mapping[str, frozenset[str]]
"""Key of a text, below the game's slug -> the figures that it may show."""


def needs(game: type[Game], lesson: Lesson | None) -> Needs:
    """Collect what a registered game needs; ``lesson`` is None if there is none yet."""
    found = dict.fromkeys(_fixed(game, lesson), frozenset[str]())
    found |= {f"asked.{ask}": frozenset({"seat"}) for ask in game.verbs}
    shared = Words("en")
    for part, note in said_in_matches(game, MATCHES):
        key = f"{part}.{note.key}"
        if part == "part" or f"game.{key}" not in shared:
            found[key] = found.get(key, frozenset()) | frozenset(note.figures)
    return found


def _fixed(game: type[Game], lesson: Lesson | None) -> Iterator[str]:
    """Keys that follow from the declarations of the game, its layout and its lesson."""
    yield from ("title", "tagline", "players")
    for choice in options_of(game.Options):
        yield from (f"option.{choice.name}.{part}" for part in ("name", "help", "more"))
        if not isinstance(choice.default, bool):
            yield from (f"option.{choice.name}.value.{value}" for value in choice.values)
    for name in game.presets:
        yield from (f"preset.{name}.name", f"preset.{name}.help")
    yield from (f"special.{name}" for name in game.specials)
    for verb in dict.fromkeys(verb for verbs in game.verbs.values() for verb in verbs):
        yield from (f"verb.{verb}.name", f"verb.{verb}.help")
    layout = LAYOUTS[game.slug]
    yield from (f"coach.{kind}" for kind in layout.explained)
    for spot in (*layout.centre, *layout.own, *layout.side.spots, *layout.top.spots):
        if spot.caption:
            yield f"pile.{spot.kind}"
        if spot.label:
            yield f"label.{spot.kind}"
    if lesson is not None:
        for step in lesson.steps:
            yield f"lesson.{step.say}"
            if step.do is not None:
                yield f"lesson.{step.say}_wrong"
        yield "lesson.praise"
