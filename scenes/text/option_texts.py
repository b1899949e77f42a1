"""Texts of options and house rules. No pygame here."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.options import Option, Value, changed_options, options_of
from engine.profile.presets import STANDARD_PRESET, Preset
from scenes.text.catalogue import Words


class OptionTexts(NamedTuple):
    """Texts of a set of options, under the keys ``prefix.<field>.name`` and so on."""

    words: Words
    prefix: str

    def name(self, choice: Option) -> str:
        return self.words(f"{self.prefix}.{choice.name}.name")

    def help(self, choice: Option) -> str:
        """Return one line of explanation for an option."""
        return self.words(f"{self.prefix}.{choice.name}.help")

    def explanation(self, choice: Option) -> str:
        """Return the long explanation of an option; its help if there is none."""
        key = f"{self.prefix}.{choice.name}.more"
        return self.words(key) if key in self.words else self.help(choice)

    def value(self, choice: Option, value: Value) -> str:
        """Return the label of an option's value: its own text, else yes or no, a number, or the value itself."""
        key = f"{self.prefix}.{choice.name}.value.{value}"
        if key in self.words:
            return self.words(key)
        if isinstance(value, bool):
            return self.words("app.button.yes" if value else "app.button.no")
        return value if isinstance(value, str) else self.words.number(value)

    def name_with_value(self, choice: Option, value: Value) -> str:
        """Return the name of an option, followed by its value unless it is yes."""
        name = self.name(choice)
        return name if value is True else self.words("app.rules.valued", name=name, value=self.value(choice, value))


def summarise_rules(words: Words, slug: str, options: Any, presets: Sequence[tuple[str, Any]]) -> str:
    """Return house rules in one line: the most similar preset, and the rules that differ from it.

    ``presets`` are names and house rules; the standard game is one of them.
    """
    texts = OptionTexts(words, f"{slug}.option")

    def differences(preset: tuple[str, Any]) -> list[str]:
        pairs = ((choice, getattr(options, choice.name)) for choice in options_of(type(options)))
        return [
            texts.name_with_value(choice, value) for choice, value in pairs if value != getattr(preset[1], choice.name)
        ]

    nearest = min(presets, key=lambda preset: len(differences(preset)))
    placeholders = {"game": words(f"{slug}.title"), "preset": nearest[0]}
    changes = words.join_semicolons(differences(nearest))
    return (
        words("app.share.summary_with", placeholders, changes=changes)
        if changes
        else words("app.share.summary", placeholders)
    )


def changed_rule_names_and_helps(words: Words, slug: str, options: Any) -> list[tuple[str, str]]:
    """Return the name (with its value unless that is yes) and the help of each nonstandard house rule."""
    texts = OptionTexts(words, f"{slug}.option")
    return [(texts.name_with_value(choice, value), texts.help(choice)) for choice, value in changed_options(options)]


def _preset_text_key(slug: str, preset: Preset, field: str) -> str:
    return f"{'app' if preset.name == STANDARD_PRESET else slug}.preset.{preset.name}.{field}"


def preset_name(words: Words, slug: str, preset: Preset) -> str:
    """Return the display name of a house rule preset."""
    return preset.name if preset.path else words(_preset_text_key(slug, preset, "name"))


def preset_help(words: Words, slug: str, preset: Preset) -> str:
    """Return a short description of a house rule preset; for an own one, the names of the rules it changes."""
    if not preset.path:
        return words(_preset_text_key(slug, preset, "help"))
    changed = [name for name, _ in changed_rule_names_and_helps(words, slug, preset.options)]
    return words.join_semicolons(changed) or words("app.preset.standard.help")
