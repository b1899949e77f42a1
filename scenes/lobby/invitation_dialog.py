"""Dialog with the invitation to the player's own table: secret, code, link, file and QR code."""

from collections.abc import Sequence

import pygame
from pygame import Surface

from engine.online.protocol.invitation import Invitation, format_secret, make_qr_code, to_code
from scenes.lobby.invitation_sharing import InvitationSharing
from scenes.render.accessible_elements import AccessibleElement, GetCardName
from scenes.render.renderer import Renderer
from scenes.render.theme import BLACK, CREAM, GOLD, MUTED, WHITE
from scenes.render.widgets import Label, Stepper, Widget
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton

_QR_SIZE = 196.0
"""Size of the QR code, logical pixels."""
_QUIET_ZONE_MODULES = 4
"""White margin of the QR code, modules, as ISO/IEC 18004 requires."""
_MIN_QR_BESIDE_WIDTH = 460.0
"""Minimum text width at which the QR code is beside the text, not below, logical pixels."""
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

    def accessible_elements(self, card_name: GetCardName) -> Sequence[AccessibleElement]:
        return [AccessibleElement("image", self.name)]


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
            DialogButton(words("online.invite.file"), self._write_file, "save"),
            DialogButton(words("app.button.close")),
        ]
        super().__init__(context, words("online.invite.title"), (), choices, width=720)
        self.min_size = (600.0, 400.0)
        self._invitations = tuple(invitations)
        self._sharing = sharing
        self._address_index = 0

    @property
    def _invitation(self) -> Invitation:
        return self._invitations[self._address_index]

    def _make_text(self, width: float) -> tuple[list[Widget], float]:
        renderer, words = self.renderer, self.context.words
        beside = width >= _MIN_QR_BESIDE_WIDTH
        text_width = width - 8 - (_QR_SIZE + _GAP if beside else 0)
        labels = (
            (Label(words("online.invite.text"), "body", CREAM, wrap_width=text_width), 14),
            (Label(words("online.invite.near"), "explanation", MUTED, wrap_width=text_width), 0),
            (Label(format_secret(self._invitation.secret).replace("-", " "), "large", GOLD, wrap_width=text_width), 10),
            (Label(words("online.invite.far"), "explanation", MUTED, wrap_width=text_width), 0),
            (Label(_in_two_lines(to_code(self._invitation)), "strong_body", CREAM, wrap_width=text_width), 10),
            (
                Label(
                    words("online.invite.local", port=str(self._invitation.port)), "small", MUTED, wrap_width=text_width
                ),
                12,
            ),
        )
        y = 4.0
        widgets: list[Widget] = []
        for label, after in labels:
            label.place_at(renderer, 4, y)
            y += label.rect.height + after
            widgets.append(label)
        if len(self._invitations) > 1:
            addresses = [invitation.address for invitation in self._invitations]
            choice = Stepper(
                addresses, self._address_index, self._choose_address, icons=("chevron_left", "chevron_right")
            )
            choice.place_at(renderer, 4, y)
            y += choice.rect.height + 12
            widgets.append(choice)
        picture = QrCode(words("online.invite.scan"), make_qr_code(self._invitation))
        picture.place_at(
            renderer, width - 4 if beside else width / 2, 4 if beside else y, "topright" if beside else "midtop"
        )
        widgets.append(picture)
        return widgets, max(y, picture.rect.bottom + 8)

    def _choose_address(self, index: int) -> None:
        self._address_index = index
        self.lay_out()

    def _copy(self) -> None:
        self._sharing.copy_link(self._invitation)

    def _write_file(self) -> None:
        self._sharing.write_file(self._invitation)


def _in_two_lines(code: str) -> str:
    """Format an invitation's code with a line break in its middle.

    >>> _in_two_lines("230A-G08M-Q9A0-01R0")
    '230A G08M\\nQ9A0 01R0'
    """
    groups = code.split("-")
    half = -(-len(groups) // 2)
    return " ".join(groups[:half]) + "\n" + " ".join(groups[half:])
