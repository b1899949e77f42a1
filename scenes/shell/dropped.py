"""What is dropped onto the window: a match, house rules, or neither; and the offer to open it elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import pygame

from engine.match.record import Record, RecordError
from engine.notices import Notice
from engine.profile import rules_file
from engine.profile.storage import LARGEST, text_of
from scenes.shell.dialog import Choice, Dialog, Line, notice_text

if TYPE_CHECKING:
    from engine.profile.rules_file import LoadedRules
    from scenes.app import App

Kind = Literal["match", "rules", ""]
_MATCH = re.compile(r"^\s*moves\s*=", re.MULTILINE)
_RULES = re.compile(r"^\s*(game\s*=|rules\s*=|\[\s*rules\s*\])", re.MULTILINE)


class Dropped(NamedTuple):
    """Something that was dropped onto the window."""

    kind: Kind
    text: str
    file: str
    """What messages call it."""
    unread: Notice | None = None
    """Why the file couldn't be read."""


def kind_of(text: str) -> Kind:
    """What a text seems to be, without reading it as TOML: whether it can be used is found out where it belongs.

    >>> kind_of('game = "whist"\\nmoves = []'), kind_of('game = "whist"\\n[rules]'), kind_of("Hi!")
    ('match', 'rules', '')
    """
    return "match" if _MATCH.search(text) else "rules" if _RULES.search(text) else ""


def dropped(app: App, event: pygame.Event) -> Dropped:
    """What came with a DROPFILE or DROPTEXT."""
    if event.type == pygame.DROPTEXT:
        return Dropped(kind_of(event.text), event.text, app.words("app.share.clipboard"))
    path = Path(event.file)
    found = text_of(path, LARGEST)
    if isinstance(found, Notice):
        return Dropped("", "", path.name, found)
    return Dropped(kind_of(found), found, path.name)


class Offer(Dialog):
    """Says what was dropped, and offers to open it."""


def offer(app: App, what: Dropped) -> None:
    """Lay an offer to open it over whatever is on the screen, or the reason why it can't be opened."""
    if isinstance(app.top, Offer):
        app.close(app.top)
    try:
        if what.kind == "match":
            game = Record.from_text(what.text, app.profile.games).game
            _ask(app, what, game, lambda: show_match(app, what))
        elif what.kind == "rules":
            game = rules_file.from_text(what.text, app.profile.games, what.file).slug
            _ask(app, what, game, lambda: show_rules(app, what))
        else:
            _refuse(app, what.unread or Notice("app.drop.odd", {"file": what.file}))
    except RecordError as error:
        _refuse(app, Notice(error.key, {**error.figures, "file": what.file}))
    except rules_file.RulesError as error:
        _refuse(app, error.notice)


def _ask(app: App, what: Dropped, game: str, show: Callable[[], None]) -> None:
    words, key = app.words, f"app.drop.{what.kind}"
    lines = [Line(words(f"{key}.text", file=what.file, game=words(f"{game}.title")))]
    if app.saved is not None:
        lines.append(Line(words(f"{key}.kept")))
    choices = [
        Choice(words("app.share.open_it"), show, "folder", words("app.key.enter")),
        Choice(words("app.button.cancel")),
    ]
    app.open(Offer(app, words(f"{key}.title"), lines, choices, width=640))


def _refuse(app: App, notice: Notice) -> None:
    words = app.words
    lines = [Line(notice_text(words, notice)), Line(words("app.drop.which"))]
    app.open(Offer(app, words("app.drop.bad"), lines, width=640))


def show_match(app: App, what: Dropped) -> None:
    """Take a match in and show it among the others; whatever is on the screen is left."""
    from scenes.replays.replays import Replays  # noqa: PLC0415  # only who brings a match waits for it

    screen = Replays(app)
    app.go(screen)
    screen.sharing.read(what.text, what.file)


def show_rules(app: App, what: Dropped) -> None:
    """Open house rules on the screen of their game, over whatever is on the screen."""
    from scenes.rules.house_rules import HouseRules  # noqa: PLC0415
    from scenes.rules.sharing import Sharing  # noqa: PLC0415

    def take(found: LoadedRules) -> None:
        screen = HouseRules(app, found.slug)
        app.open(screen)
        screen.take(found)

    Sharing(app, "", take).read(what.text, what.file)
