"""Texts of options and house rules. No pygame here."""

from typing import Any, NamedTuple

from engine.options import Option, Value, changed_options
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


def changed_rule_names_and_helps(words: Words, slug: str, options: Any) -> list[tuple[str, str]]:
    """Return the name (with its value unless that is yes) and the help of each nonstandard house rule."""
    texts = OptionTexts(words, f"{slug}.option")
    return [(texts.name_with_value(choice, value), texts.help(choice)) for choice, value in changed_options(options)]
