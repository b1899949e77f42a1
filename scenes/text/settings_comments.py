"""Comments in the settings file, in the player's language. No pygame here."""

from collections.abc import Sequence
from functools import cache, lru_cache

from engine.options import Option
from engine.profile.storage import Profile
from engine.profile.toml_edit import toml_literal
from scenes.render import line_breaks
from scenes.text.catalogue import Words

_MAX_COLUMNS = 110
"""Maximum columns per line."""
_MAX_WRAPPED_TEXTS = 512
"""Maximum number of texts whose lines are kept, as wrapping those of a language takes 15 ms."""


def set_settings_comments(profile: Profile, words: Words) -> None:
    """Set the comments that the profile writes when it next saves the settings file."""

    @cache
    def explain(choice: Option) -> Sequence[str]:
        name, text = words(f"settings.{choice.name}.name"), words(f"settings.{choice.name}.help")
        lines = wrap_text(f"{name}: {text}")
        if choice.max_length:
            return (*lines, words("settings.file.written", n=choice.max_length))
        allowed = ", ".join(map(toml_literal, choice.values))
        return (*lines, *wrap_text(words("settings.file.allowed", values=allowed, value=toml_literal(choice.default))))

    profile.describe_option = explain
    profile.file_heading = tuple(
        line for part in ("title", "yours", "format") for line in wrap_text(words(f"settings.file.{part}"))
    )
    profile.unknown_key_comment = (words("settings.file.unknown"),)


@lru_cache(_MAX_WRAPPED_TEXTS)
def wrap_text(text: str) -> tuple[str, ...]:
    """Wrap a text into lines of at most ``_MAX_COLUMNS`` columns; a Chinese character takes two.

    >>> [len(line) for line in wrap_text("word " * 40)], [len(line) for line in wrap_text("字" * 60)]
    ([109, 89], [55, 5])
    """
    lines = [""]
    for spaced, word in line_breaks.split_words(text):
        longer = f"{lines[-1]} {word}" if spaced else f"{lines[-1]}{word}"
        if lines[-1] and _columns(longer) > _MAX_COLUMNS:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def _columns(text: str) -> int:
    return len(text) + sum(map(line_breaks.is_wide, text))
