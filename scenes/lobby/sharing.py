"""Invitations as text: copied, pasted, written into files and read from them."""

from collections.abc import Callable

from engine.online.invitation import FILE_SUFFIX, Invitation, InvitationError, file_text, link, parse
from engine.profile.presets import ascii_slug
from scenes.shell import sharing
from scenes.shell.context import Context

_SAYINGS = sharing.Sayings(
    out="online.invite.title",
    how="online.invite.text",
    no_clipboard="online.invite.no_clipboard",
    written="online.invite.written",
    back="online.join.title",
    drop="online.join.text",
    bad="online.failed",
    nothing="online.nothing",
)
_LARGEST = 16_384
"""Maximum size of a file with an invitation, bytes; ours have 300."""


class InvitationSharing(sharing.Sharing):
    """Gives invitations away, and reads those of others.

    Args:
        context: the program.
        join: called with an invitation that was read.
    """

    ending = FILE_SUFFIX.removeprefix(".")

    def __init__(self, context: Context, join: Callable[[Invitation], None]) -> None:
        super().__init__(context, _SAYINGS, _LARGEST)
        self._join = join

    def copy_link(self, invitation: Invitation) -> None:
        """Copy an invitation as a link."""
        self.copy(link(invitation), self._stem())

    def write_file(self, invitation: Invitation) -> None:
        """Write an invitation into a new file."""
        self.write(file_text(invitation), self._stem())

    def _stem(self) -> str:
        """Name of the file without its ending, after whoever invites."""
        return ascii_slug(self.context.settings.name) or "table"

    def read(self, text: str, file: str) -> None:
        """Join the table of an invitation; ``file`` is its name in messages."""
        try:
            invitation = parse(text)
        except InvitationError:
            self.report_errors([self.context.words("online.problem.bad_invitation")])
            return
        self._join(invitation)
