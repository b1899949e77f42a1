"""Recognises content dropped onto the window (match, house rules, deck, invitation) and offers to open it.

Files and links handed over by a second instance of the application count as dropped.
"""

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

import pygame

from engine.match.record import MAX_RECORD_BYTES, Record, RecordError
from engine.notices import Notice
from engine.pasted_text import URL_SCHEME, clean_pasted_text, extract_toml, is_link
from engine.profile import rules_file
from engine.profile.instance_inbox import InstanceInbox
from engine.profile.safe_reading import is_folder
from engine.profile.storage import read_text_or_notice
from engine.sanitise import sanitise
from scenes.shell.context import Context
from scenes.shell.destinations import IncomingDeck, IncomingRules, OnlineLobby, ReplayList
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.text.catalogue import Words
from scenes.text.notice_texts import notice_text

INBOX_POLL_MS = 500.0
"""Milliseconds between polls of the inbox for files handed over by a second instance."""
DroppedKind = Literal["match", "rules", "deck", "invitation", ""]
_MATCH_PATTERN = re.compile(r"^[ \t]*moves[ \t]*=", re.MULTILINE)
_INVITATION_PATTERN = re.compile(rf"\b{URL_SCHEME}[0-9a-z-]{{40,}}", re.IGNORECASE)
_RULES_PATTERN = re.compile(r"^[ \t]*(game[ \t]*=|rules[ \t]*=|\[[ \t]*rules[ \t]*\])", re.MULTILINE)


class DroppedContent(NamedTuple):
    """Content dropped onto the window; an empty ``kind`` is unrecognised."""

    kind: DroppedKind
    text: str
    source_name: str
    """File name for messages."""
    read_error: Notice | None = None
    """Reason why the file could not be read; None if it could."""
    deck_path: Path | None = None
    """Path of a deck's folder or zip file; None for other content."""


def guess_kind(text: str) -> DroppedKind:
    """Guess the kind of a dropped text without parsing it as TOML; its screen validates it.

    >>> guess_kind('game = "whist"\\nmoves = []'), guess_kind('game = "whist"\\n[rules]'), guess_kind("Hi!")
    ('match', 'rules', '')
    >>> guess_kind("like this: house-rules:whist?trump=hearts")
    'rules'
    """
    if rules_file.LINK_PATTERN.search(text):
        return "rules"
    if _INVITATION_PATTERN.search(text):
        return "invitation"
    return "match" if _MATCH_PATTERN.search(text) else "rules" if _RULES_PATTERN.search(text) else ""


def read_drop(words: Words, event: pygame.Event) -> DroppedContent:
    """Return the content of a DROPFILE or DROPTEXT event; a link that was clicked is the file of a DROPFILE event."""
    if event.type == pygame.DROPFILE and is_link(event.file):
        return _recognise(event.file, words("app.share.clipboard"))
    if event.type == pygame.DROPTEXT:
        name = words("app.share.clipboard")
        if len(event.text) > MAX_RECORD_BYTES:
            return DroppedContent("", "", name, Notice("notice.too_large", {"file": name}))
        return _recognise(event.text, name)
    path = Path(event.file)
    if event.file and (path.suffix.lower() == ".zip" or is_folder(path)):
        return DroppedContent("deck", "", sanitise(path.name), deck_path=path)
    name, text = sanitise(path.name), read_text_or_notice(path, MAX_RECORD_BYTES)
    if isinstance(text, Notice):
        return DroppedContent("", "", name, text)
    return _recognise(text, name)


def _recognise(text: str, name: str) -> DroppedContent:
    """Recognise the content of a dropped text, and remove text that a chat has added around it."""
    text = clean_pasted_text(text)
    kind = guess_kind(text)
    return DroppedContent(kind, extract_toml(text) if kind in ("match", "rules") else text, name)


class DropOffer(Dialog):
    """Dialog that names the dropped content and offers to open it."""


def handle_drop(context: Context, event: pygame.Event) -> None:
    """Pass dropped content to the visible screen; if that screen doesn't accept it, ask the player."""
    scene = context.scene_stack.screen
    if scene is None:
        return
    content = read_drop(context.words, event)
    if scene.accepted_drops and (not content.kind or content.kind in scene.accepted_drops):
        context.uncover(scene)
        scene.handle_drop(event)
    else:
        if isinstance(context.top, DropOffer):
            context.close(context.top)
        open_drop_offer(context, content)
    context.window.is_outdated = True


class InboxPoller:
    """Offers to open what a second instance of the application hands over, and raises the window."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._inbox = InstanceInbox(context.profile.folder)
        context.window.timeline.wait("inbox", INBOX_POLL_MS)

    def poll(self) -> None:
        """Poll the inbox if that is due and any scene is open."""
        timeline = self._context.window.timeline
        if timeline.is_running("inbox") or not self._context.scene_stack:
            return
        timeline.wait("inbox", INBOX_POLL_MS)
        for opened in self._inbox.take_requests():
            self._context.window.system.raise_to_front()
            handle_drop(self._context, pygame.Event(pygame.DROPFILE, file=opened))


def open_drop_offer(context: Context, content: DroppedContent) -> None:
    """Open a dialog that offers to show dropped content, or a message with the reason why it can't be used."""
    try:
        if content.kind == "match":
            game = Record.from_text(content.text, context.profile.games).game
            _open_question(
                context,
                content,
                game,
                lambda: context.go(ReplayList(incoming_text_and_source=(content.text, content.source_name))),
            )
        elif content.kind == "rules":
            game = rules_file.from_text(content.text, context.profile.games, content.source_name).slug
            _open_question(
                context, content, game, lambda: context.open(IncomingRules(content.text, content.source_name))
            )
        elif content.kind == "invitation":
            context.open(invitation_offer(context, content))
        elif content.deck_path is not None:
            context.open(IncomingDeck(content.deck_path))
        else:
            _open_refusal(context, content.read_error or Notice("app.drop.odd", {"file": content.source_name}))
    except RecordError as error:
        _open_refusal(context, Notice(error.key, {**error.placeholders, "file": content.source_name}))
    except rules_file.RulesError as error:
        _open_refusal(context, error.notice)


def invitation_offer(context: Context, content: DroppedContent) -> DropOffer:
    """Return a dialog that asks whether to follow an invitation to an online table."""
    from engine.online.protocol.invitation import InvitationError, parse_invitation  # noqa: PLC0415  # hashlib: 2 ms

    words = context.words
    choices = [
        DialogButton(
            words("online.join.button"), lambda: context.go(OnlineLobby(content.text)), "play", words("app.key.enter")
        ),
        DialogButton(words("app.button.cancel")),
    ]
    lines = [DialogParagraph(words("online.drop.text"))]
    with contextlib.suppress(InvitationError):  # the lobby says what is wrong with it
        lines.insert(0, DialogParagraph(words("online.drop.where", address=parse_invitation(content.text).address)))
    return DropOffer(context, words("online.drop.title"), lines, choices, width=560)


def _open_question(context: Context, content: DroppedContent, game: str, show: Callable[[], None]) -> None:
    words, key = context.words, f"app.drop.{content.kind}"
    lines = [DialogParagraph(words(f"{key}.text", file=content.source_name, game=words(f"{game}.title")))]
    if context.saved_matches.games:
        lines.append(DialogParagraph(words(f"{key}.kept")))
    choices = [
        DialogButton(words("app.share.open_it"), show, "folder", words("app.key.enter")),
        DialogButton(words("app.button.cancel")),
    ]
    context.open(DropOffer(context, words(f"{key}.title"), lines, choices, width=640))


def _open_refusal(context: Context, notice: Notice) -> None:
    words = context.words
    lines = [DialogParagraph(notice_text(words, notice)), DialogParagraph(words("app.drop.which"))]
    context.open(DropOffer(context, words("app.drop.bad"), lines, width=640))
