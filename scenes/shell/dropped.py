"""Content dropped onto the window: a match, house rules, a deck, an invitation, or none; and the offer to open it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

import pygame

from engine.match.record import LARGEST_RECORD, Record, RecordError
from engine.notices import Notice
from engine.printable import printable
from engine.profile import rules_file
from engine.profile.storage import text_of
from scenes.shell.context import Context
from scenes.shell.destinations import Friends, IncomingDeck, IncomingRules, ReplayList
from scenes.shell.dialog import Dialog, DialogButton, Paragraph
from scenes.text.notices import notice_text
from scenes.text.words import Words

DroppedKind = Literal["match", "rules", "deck", "invitation", ""]
_MATCH = re.compile(r"^[ \t]*moves[ \t]*=", re.MULTILINE)
_INVITATION = re.compile(r"\bhouse-rules:[0-9a-z-]{40,}", re.IGNORECASE)
_RULES = re.compile(r"^[ \t]*(game[ \t]*=|rules[ \t]*=|\[[ \t]*rules[ \t]*\])", re.MULTILINE)


class Dropped(NamedTuple):
    """Content that was dropped onto the window."""

    kind: DroppedKind
    text: str
    file: str
    """File name for messages."""
    unread: Notice | None = None
    """Why the file could not be read."""
    path: Path | None = None
    """Where a deck is."""


def kind_of(text: str) -> DroppedKind:
    """Guess the kind of a text without parsing it as TOML; its screen finds out whether it can be used.

    >>> kind_of('game = "whist"\\nmoves = []'), kind_of('game = "whist"\\n[rules]'), kind_of("Hi!")
    ('match', 'rules', '')
    """
    if _INVITATION.search(text):
        return "invitation"
    return "match" if _MATCH.search(text) else "rules" if _RULES.search(text) else ""


def dropped(words: Words, event: pygame.Event) -> Dropped:
    """Return the content of a DROPFILE or DROPTEXT event."""
    if event.type == pygame.DROPTEXT:
        name = words("app.share.clipboard")
        if len(event.text) > LARGEST_RECORD:
            return Dropped("", "", name, Notice("notice.too_large", {"file": name}))
        return Dropped(kind_of(event.text), event.text, name)
    path = Path(event.file)
    if event.file and (path.suffix.lower() == ".zip" or path.is_dir()):
        return Dropped("deck", "", printable(path.name), path=path)
    name, found = printable(path.name), text_of(path, LARGEST_RECORD)
    if isinstance(found, Notice):
        return Dropped("", "", name, found)
    return Dropped(kind_of(found), found, name)


class Offer(Dialog):
    """Tells the player what was dropped and offers to open it."""


def offer(context: Context, what: Dropped) -> None:
    """Open an offer to show the content, or a message why that is impossible."""
    try:
        if what.kind == "match":
            game = Record.from_text(what.text, context.profile.games).game
            _ask(context, what, game, lambda: context.go(ReplayList(incoming=(what.text, what.file))))
        elif what.kind == "rules":
            game = rules_file.from_text(what.text, context.profile.games, what.file).slug
            _ask(context, what, game, lambda: context.open(IncomingRules(what.text, what.file)))
        elif what.kind == "invitation":
            context.open(invitation_offer(context, what))
        elif what.path is not None:
            context.open(IncomingDeck(what.path))
        else:
            _refuse(context, what.unread or Notice("app.drop.odd", {"file": what.file}))
    except RecordError as error:
        _refuse(context, Notice(error.key, {**error.figures, "file": what.file}))
    except rules_file.RulesError as error:
        _refuse(context, error.notice)


def invitation_offer(context: Context, what: Dropped) -> Offer:
    """The question whether to follow an invitation."""
    words = context.words
    choices = [
        DialogButton(
            words("online.join.button"), lambda: context.go(Friends(what.text)), "play", words("app.key.enter")
        ),
        DialogButton(words("app.button.cancel")),
    ]
    lines = [Paragraph(words("online.drop.text"))]
    return Offer(context, words("online.drop.title"), lines, choices, width=560)


def _ask(context: Context, what: Dropped, game: str, show: Callable[[], None]) -> None:
    words, key = context.words, f"app.drop.{what.kind}"
    lines = [Paragraph(words(f"{key}.text", file=what.file, game=words(f"{game}.title")))]
    if context.saves.games:
        lines.append(Paragraph(words(f"{key}.kept")))
    choices = [
        DialogButton(words("app.share.open_it"), show, "folder", words("app.key.enter")),
        DialogButton(words("app.button.cancel")),
    ]
    context.open(Offer(context, words(f"{key}.title"), lines, choices, width=640))


def _refuse(context: Context, notice: Notice) -> None:
    words = context.words
    lines = [Paragraph(notice_text(words, notice)), Paragraph(words("app.drop.which"))]
    context.open(Offer(context, words("app.drop.bad"), lines, width=640))
