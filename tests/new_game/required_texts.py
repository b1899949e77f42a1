"""Texts that a game needs, from its class, layout and lesson, and from its notes in random matches."""

from collections.abc import Iterator, Mapping

from engine.game import Game
from engine.options import options_of
from scenes.screens.lesson.script import Lesson
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.goal_illustration import GoalNote
from tests.support.random_notes import notes_in_matches

MATCHES = 6
"""Number of random matches in which texts are collected."""


RequiredTexts = Mapping[str, frozenset[str]]
"""Key of a text, below the game's slug -> its possible placeholders."""


def collect_required_texts(game: type[Game], lesson: Lesson | None) -> RequiredTexts:
    """Return the texts that a registered game needs; ``lesson`` is None if there is none yet."""
    found = dict.fromkeys(_declared_keys(game, lesson), frozenset[str]())
    found |= {f"asked.{ask}": frozenset({"seat"}) for ask in game.verbs}
    for part, note in notes_in_matches(game, MATCHES):
        key = f"{part}.{note.key}"
        found[key] = found.get(key, frozenset()) | frozenset(note.placeholders)
    return found


def _declared_keys(game: type[Game], lesson: Lesson | None) -> Iterator[str]:
    """Yield the keys that follow from the declarations of the game, its layout and its lesson."""
    yield from ("title", "tagline", "players", "goal")
    for choice in options_of(game.Options):
        yield from (f"option.{choice.name}.{part}" for part in ("name", "help", "more"))
        if not isinstance(choice.default, bool):
            yield from (f"option.{choice.name}.value.{value}" for value in choice.values)
    for name in game.presets:
        yield from (f"preset.{name}.name", f"preset.{name}.help")
    yield from (f"special.{name}" for name in game.counted_events)
    yield from (f"why.{name}" for name in game.explaining_events)
    yield from (f"habit.{habit.key}" for habit in game.habits)
    yield from (f"feat.{feat.key}{end}" for feat in game.feats for end in ("", ".help"))
    for verb in dict.fromkeys(verb for verbs in game.verbs.values() for verb in verbs):
        yield from (f"verb.{verb}.name", f"verb.{verb}.help")
    layout = LAYOUTS[game.slug]
    goal = layout.help.goal_illustration
    yield from (f"goal.{item.key}" for item in (goal.items if goal else ()) if isinstance(item, GoalNote))
    yield from (f"coach.{kind}" for kind in layout.help.rules_by_question)
    for spot in layout.geometry.all_spots:
        if spot.has_caption:
            yield f"pile.{spot.kind}"
        if spot.has_label_left_of_own:
            yield f"label.{spot.kind}"
    if lesson is not None:
        for step in lesson.steps:
            yield f"lesson.{step.text_key}"
            if step.expected_move is not None:
                yield f"lesson.{step.text_key}_wrong"
        yield "lesson.praise"
