"""Dialog with the invitation to the player's own table: link and code; address, file and QR code as more ways."""

from collections.abc import Sequence

import pygame
from pygame import Surface

from engine.online.protocol.invitation import Invitation, format_secret, make_qr_code, to_code
from scenes.render.renderer import Renderer
from scenes.render.theme import BLACK, GOLD, MUTED, WHITE
from scenes.screens.lobby.invitation_sharing import InvitationSharing
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.boxes import Column, FirstThatFits, Row, Spacer, Stack
from scenes.ui.text import Text
from scenes.ui.widgets import Button, MoreLink, Stepper, Widget

_QR_SIZE = 196.0
"""Size of the QR code, logical pixels."""
_QUIET_ZONE_MODULES = 4
"""White margin of the QR code, modules, as ISO/IEC 18004 requires."""
_MIN_TEXT_WIDTH = 236.0
"""Minimum width of the text beside the QR code, else the code is below it, logical pixels."""
_GAP = 20.0


class QrCode(Widget):
    """Widget with a QR code of black modules, each of whole pixels, on white.

    Args:
        name: description for screen readers.
        rows: rows of modules, True for black.
    """

    def __init__(self, name: str, rows: Sequence[Sequence[bool]]) -> None:
        super().__init__()
        self.name = name
        self._side_modules = len(rows) + 2 * _QUIET_ZONE_MODULES
        self._modules = Surface((self._side_modules, self._side_modules))
        self._modules.fill(WHITE)
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                if dark:
                    self._modules.set_at((x + _QUIET_ZONE_MODULES, y + _QUIET_ZONE_MODULES), BLACK)

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return _QR_SIZE, _QR_SIZE

    def draw(self, renderer: Renderer, target: Surface) -> None:
        wide = renderer.to_pixels(self.rect.width) // self._side_modules * self._side_modules
        drawn = pygame.transform.scale(self._modules, (wide, wide))
        renderer.blit(target, drawn, *self.rect.center, "center")

    def as_accessible(self) -> AccessibleElement:
        return AccessibleElement("image", self.name)


class InvitationDialog(Dialog):
    """Dialog with the invitations to an online table; one of several addresses can be chosen.

    Args:
        context: the application.
        invitations: the table's invitations, one for each address of this computer, the most useful first.
        sharing: copies them and writes them to files.
    """

    def __init__(self, context: Context, invitations: Sequence[Invitation], sharing: InvitationSharing) -> None:
        words = context.words
        choices = [
            DialogButton(words("online.invite.copy"), self._copy, "copy", words("app.key.enter")),
            DialogButton(words("app.button.close")),
        ]
        super().__init__(context, words("online.invite.title"), (), choices, width=720)
        self.min_size = (600.0, 400.0)
        self._invitations = tuple(invitations)
        self._sharing = sharing
        self._address_index = 0
        self._shows_more = False
        """Whether the ways for friends who can't use the link are shown."""

    @property
    def _invitation(self) -> Invitation:
        return self._invitations[self._address_index]

    def compose_content(self) -> Sequence[Widget]:
        words = self.context.words
        near = Column(
            Text(words("online.invite.near"), "explanation", MUTED, wraps=True),
            Text(format_secret(self._invitation.secret).replace("-", " "), "large", GOLD, wraps=True),
        )
        more = MoreLink(words("online.invite.more"), self._toggle_more, is_open=self._shows_more)
        more_ways = [self._more_ways()] if self._shows_more else []
        return [Text(words("online.invite.text"), wraps=True), near, more.with_layout(margin=(0, 6, 0, 8)), *more_ways]

    def _more_ways(self) -> Widget:
        """Return the whole code, the address, the QR code and the button for a file."""
        words, invitation = self.context.words, self._invitation
        texts = Column(
            Text(words("online.invite.far"), "explanation", MUTED, wraps=True),
            Text(_in_two_lines(to_code(invitation)), "strong_body", wraps=True).with_layout(margin=(0, 0, 0, 10)),
            Text(words("online.invite.local", port=str(invitation.port)), "small", MUTED, wraps=True),
            Row(self._address_stepper()).with_layout(margin=(0, 12, 0, 0)) if len(self._invitations) > 1 else None,
            Row(
                Button(words("online.invite.file"), self._write_file, icon="save", small=True).with_layout("file"),
                Spacer(),
            ).with_layout(margin=(0, 16, 0, 0)),
        ).with_layout(margin=(0, 4, 0, 6))
        picture = QrCode(words("online.invite.scan"), make_qr_code(invitation))
        beside = Row(
            Stack(texts).with_layout(basis=_MIN_TEXT_WIDTH, grow=1),
            picture.with_layout(align="start", margin=(0, 4, 0, 0)),
            gap=_GAP,
        )
        return FirstThatFits(beside, Column(texts, Row(Spacer(), picture, Spacer())))

    def _toggle_more(self) -> None:
        self._shows_more = not self._shows_more
        self.refresh()

    def _address_stepper(self) -> Widget:
        addresses = [invitation.address for invitation in self._invitations]
        stepper = Stepper(addresses, self._address_index, self._choose_address)
        return stepper.with_layout("address", name=self.title)

    def _choose_address(self, index: int) -> None:
        self._address_index = index
        self.refresh()

    def _copy(self) -> None:
        self._sharing.copy_link(self._invitation)

    def _write_file(self) -> None:
        self.context.close(self)
        self._sharing.write_file(self._invitation)


def _in_two_lines(code: str) -> str:
    """Format an invitation's code with a line break in its middle.

    >>> _in_two_lines("230A-G08M-Q9A0-01R0")
    '230A G08M\\nQ9A0 01R0'
    """
    groups = code.split("-")
    half = -(-len(groups) // 2)
    return " ".join(groups[:half]) + "\n" + " ".join(groups[half:])
