"""Comments in the settings file, in the language of the program. No pygame here."""

from collections.abc import Sequence

from engine.options import Option
from engine.profile.storage import Profile
from engine.profile.toml_edit import literal
from scenes.text.words import Words

_WIDEST = 110
"""Maximum characters per line."""


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
    """Wrap a text into lines of at most ``_WIDEST`` characters.

    >>> [len(line) for line in wrapped("word " * 40)]
    [109, 89]
    """
    lines = [""]
    for word in text.strip(" ").split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _WIDEST:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines
