"""Text of the reason why a move is better; used by hints and by the review."""

from engine.bots.common.base import Reason
from scenes.text.catalogue import Words


def reason_text(words: Words, slug: str, reason: Reason | None) -> str:
    """Return the advantage of a move as a sentence without a full stop; empty for None.

    Args:
        words: texts.
        slug: the game.
        reason: advantage of the move over another one.
    """
    if reason is None:
        return ""
    often, otherwise = (round(100 * share) for share in (reason.share, reason.other_share))
    return words("app.hint.reason", what=words(f"{slug}.why.{reason.key}"), often=often, otherwise=otherwise)
