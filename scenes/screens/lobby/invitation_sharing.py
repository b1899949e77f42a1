"""Export and import of invitations: clipboard and files."""

from collections.abc import Callable

from engine.online.protocol.invitation import (
    FILE_SUFFIX,
    Invitation,
    InvitationError,
    parse_invitation,
    to_file_text,
    to_url,
)
from engine.profile.presets import ascii_slug
from scenes.shell import sharing
from scenes.shell.context import Context

_TEXT_KEYS = sharing.TextKeys(
    export_title="online.invite.title",
    export_question="online.invite.text",
    no_clipboard="online.invite.no_clipboard",
    file_written="online.invite.written",
    import_title="online.join.title",
    drop_hint="online.join.text",
    import_failed="online.failed",
    nothing_changed="online.nothing",
)
_MAX_FILE_BYTES = 16_384
"""Maximum size of an invitation file; ours have 300 bytes."""


class InvitationSharing(sharing.Sharing):
    """Exports invitations to the player's online table, and imports those of others.

    Args:
        context: the application.
        join: called with an imported invitation.
    """

    file_suffix = FILE_SUFFIX.removeprefix(".")

    def __init__(self, context: Context, join: Callable[[Invitation], None]) -> None:
        super().__init__(context, _TEXT_KEYS, _MAX_FILE_BYTES)
        self._join = join

    def copy_link(self, invitation: Invitation) -> None:
        """Copy an invitation to an online table as a link."""
        self.copy(to_url(invitation), self._file_stem())

    def write_file(self, invitation: Invitation) -> None:
        """Write an invitation to an online table to a new file."""
        self.save_text_file(to_file_text(invitation), self._file_stem())

    def _file_stem(self) -> str:
        """Return a file name without suffix for an invitation, made from the player's name."""
        return ascii_slug(self.context.settings.name) or "table"

    def import_cleaned(self, text: str, source_name: str) -> None:
        """Join the online table of an invitation's text; ``source_name`` is the name of its source for messages."""
        try:
            invitation = parse_invitation(text)
        except InvitationError:
            self.report_errors([self.context.words("online.problem.bad_invitation")])
            return
        self._join(invitation)
