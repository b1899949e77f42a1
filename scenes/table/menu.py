"""Dialogs over the card table: menu, house rules in force, list of keys."""

from collections.abc import Sequence
from typing import Any

from scenes.shell.context import Context
from scenes.shell.destinations import Action, RulesPage, SettingsPage
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph, confirm_dialog
from scenes.text.option_texts import changed_rule_names_and_helps
from scenes.ui.key_names import KeyName
from scenes.ui.widgets import Widget

_LISTED_KEYS = (
    *("arrows", "space", "enter", "digits", "n", "tab", "move"),
    *("s", "u", "y", "h", "w", "t", "d", "l", "m", "c", "r"),
)
_LISTED_LAST_KEYS = ("f1", "f11", "esc")
_LISTED_GAMEPAD_BUTTONS = ("arrows", "space", "enter", "esc", "h", "tab", "move", "u", "l", "r")
"""Keys with an equivalent gamepad button, listed by their action while a gamepad is used."""


class KeysDialog(Dialog):
    """Dialog that lists the keys of the card table, or the gamepad's buttons while a gamepad is used.

    Args:
        context: access to the application.
        extra_keys: keys that only this table has.
    """

    def __init__(self, context: Context, extra_keys: Sequence[str] = ()) -> None:
        self._extra_keys = extra_keys
        super().__init__(context, context.words("app.keys.title"), width=640)

    def compose(self) -> Widget:
        words, pad = self.context.words, self.renderer.gamepad_style
        names = _LISTED_GAMEPAD_BUTTONS if pad else (*_LISTED_KEYS, *self._extra_keys, *_LISTED_LAST_KEYS)
        self.title = words("app.pad.title" if pad else "app.keys.title")
        lines = [DialogParagraph(words(f"app.keys.{name}"), key_name=words(f"app.key.{name}")) for name in names]
        if pad:
            more = {"scroll": words("app.pad.scroll"), "f10": words("app.menu.title")}
            lines += [DialogParagraph(text, key_name=KeyName(name, name)) for name, text in more.items()]
        self.paragraphs = tuple(lines)
        return super().compose()


def keys_button(context: Context, extra_keys: Sequence[str] = ()) -> DialogButton:
    """Return the menu button that opens the list of the table's keys, ``extra_keys`` among them, or of gamepad
    buttons."""

    def label() -> str:
        return context.words(
            "app.pad.title" if context.renderer_for(context.ui_scale).gamepad_style else "app.menu.keys"
        )

    return DialogButton(label(), lambda: context.open(KeysDialog(context, extra_keys)), "help", current_label=label)


def common_menu_buttons(
    context: Context, slug: str, options: Any, extra_keys: Sequence[str] = ()
) -> list[DialogButton]:
    """Return the first buttons of every table's menu: to go on, rules of the game and the house, settings, keys."""
    words = context.words
    return [
        DialogButton(words("app.menu.resume"), icon="play", key_hint=words("app.key.esc")),
        DialogButton(words("app.table.rules"), lambda: context.open(RulesPage(slug, options=options)), icon="rules"),
        DialogButton(
            words("app.menu.rules"), lambda: context.open(house_rules_dialog(context, slug, options)), icon="house"
        ),
        DialogButton(words("app.menu.settings"), lambda: context.open(SettingsPage()), icon="settings"),
        keys_button(context, extra_keys),
    ]


def house_rules_dialog(context: Context, slug: str, options: Any) -> Dialog:
    """Return a dialog with the house rules in force at a table."""
    words = context.words
    changed = changed_rule_names_and_helps(words, slug, options)
    lines = [DialogParagraph(text, heading=name) for name, text in changed]
    first = words("app.seating.rules_rest" if changed else "app.seating.rules_standard")
    title = words("app.rules.in_force", game=words(f"{slug}.title"))
    more = DialogButton(words("app.table.rules"), lambda: context.open(RulesPage(slug, options=options)), "rules")
    choices = [DialogButton(words("app.button.close")), more]
    return Dialog(context, title, [DialogParagraph(first), *lines], choices, width=600)


def menu_dialog(
    context: Context,
    slug: str,
    options: Any,
    on_home: Action,
    on_give_up: Action | None = None,
    *,
    more: Sequence[DialogButton] = (),
) -> Dialog:
    """Return the menu dialog of a card table.

    Args:
        context: access to the application.
        slug: the game.
        options: the house rules in force.
        on_home: leaves the table; the match stays saved.
        on_give_up: deletes the match and leaves; None deletes the saved match of the game and calls ``on_home``.
        more: further buttons above those that leave the table.
    """
    words = context.words

    def give_up() -> None:
        context.saved_matches.delete(slug)
        on_home()

    def ask() -> None:
        context.open(confirm_dialog(context, "app.menu.giving_up", on_give_up or give_up, destructive=True))

    choices = [
        *common_menu_buttons(context, slug, options),
        *more,
        DialogButton(words("app.menu.home"), on_home, icon="quit"),
        DialogButton(words("app.menu.give_up"), ask, icon="cross"),
    ]
    return Dialog(
        context,
        words("app.menu.title"),
        [DialogParagraph(words("app.menu.home_note"))],
        choices,
        is_stacked=True,
        width=440,
    )
