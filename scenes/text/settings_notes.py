"""Comments in the settings file, in the language of the program. No pygame here."""

from collections.abc import Sequence

from engine.options import Option
from engine.profile.storage import Profile
from engine.profile.toml_edit import literal
from scenes.look import line_breaks
from scenes.text.words import Words

_WIDEST = 110
"""Maximum columns per line."""


def annotate(profile: Profile, words: Words) -> None:
    """Let the profile write comments in this language when it next saves the settings file."""

    def explain(choice: Option) -> Sequence[str]:
        name, text = words(f"settings.{choice.name}.name"), words(f"settings.{choice.name}.help")
        lines = wrapped(f"{name}: {text}")
        if choice.length:
            return (*lines, words("settings.file.written", n=choice.length))
        allowed = ", ".join(map(literal, choice.values))
        return (*lines, *wrapped(words("settings.file.allowed", values=allowed, value=literal(choice.default))))

    profile.explain = explain
    profile.heading = tuple(
        line for part in ("title", "yours", "format") for line in wrapped(words(f"settings.file.{part}"))
    )
    profile.unknown = (words("settings.file.unknown"),)


def wrapped(text: str) -> list[str]:
    """Wrap a text into lines of at most ``_WIDEST`` columns, of which a Chinese character takes two.

    >>> [len(line) for line in wrapped("word " * 40)], [len(line) for line in wrapped("字" * 60)]
    ([109, 89], [55, 5])
    """
    lines = [""]
    for spaced, word in line_breaks.words(text):
        longer = f"{lines[-1]} {word}" if spaced else f"{lines[-1]}{word}"
        if lines[-1] and _columns(longer) > _WIDEST:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _columns(text: str) -> int:
    return len(text) + sum(map(line_breaks.is_wide, text))
