"""Rules of an online table besides the house rules: turn clock, help, spectators and chat."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.online.protocol.table_rules import TableRules
from engine.options import Value, options_of
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.shell.options_panel import OptionsPanel
from scenes.shell.screen import MARGIN, Screen
from scenes.text.catalogue import Words
from scenes.text.option_texts import OptionTexts
from scenes.ui.boxes import Column, Stack
from scenes.ui.widgets import Button, Panel

TEXT_PREFIX = "online.rule"
"""Prefix of the text keys of table rules."""


class TableRulesScreen(Screen):
    """Screen for the host to change the rules of the online table; every change is sent at once.

    Args:
        context: the application.
        rules: the current rules.
        on_change: called with the new rules after every change.
    """

    min_size = (600.0, 350.0)

    def __init__(self, context: Context, rules: TableRules, on_change: Callable[[TableRules], None]) -> None:
        super().__init__(context)
        self.rules = rules
        self._on_change = on_change

    def compose(self) -> Column:
        words = self.context.words
        panel = OptionsPanel(
            options_of(TableRules),
            self.rules,
            OptionTexts(words, TEXT_PREFIX),
            on_change=self.change,
            heading=lambda group: words(f"online.rules.group.{group}"),
        )
        done = Button(
            words("online.you.done"), self.back, kind="primary", icon="check", key_hint=words("app.key.enter")
        )
        return Column(
            self.header("chevron_left", words("online.rules.title"), words("app.button.back")),
            Stack(panel, padding=12, background=Panel()).with_layout(
                grow=1, shrink_order=1, basis=0, margin=(MARGIN, 20, MARGIN, 16)
            ),
            done.with_layout("done", align="end", margin=(0, 0, MARGIN, MARGIN)),
        )

    def change(self, name: str, value: Value) -> None:
        changes: dict[str, Any] = {name: value}
        self.rules = replace(self.rules, **changes)
        self._on_change(self.rules)
        self.refresh()

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        self.context.close(self)


def table_rule_texts(words: Words, rules: TableRules) -> list[str]:
    """Format each rule of an online table with its value."""
    texts = OptionTexts(words, TEXT_PREFIX)
    valued = [(choice, texts.value(choice, getattr(rules, choice.name))) for choice in options_of(TableRules)]
    return [words("app.rules.valued", name=texts.name(choice), value=value) for choice, value in valued]


def table_rules_dialog(context: Context, rules: TableRules) -> Dialog:
    """Return a dialog with the rules of the online table, for participants who can't change them."""
    words = context.words
    lines = [*map(DialogParagraph, table_rule_texts(words, rules)), DialogParagraph(words("online.rules.host_only"))]
    close = DialogButton(words("app.button.close"), key_hint=words("app.key.enter"))
    return Dialog(context, words("online.rules.title"), lines, [close], width=560)
