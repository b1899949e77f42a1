"""Names of feats, and what is to be done for them."""

from collections.abc import Sequence

from engine.games import GAMES
from engine.statistics.feats import ALL_GAMES, FeatId
from scenes.text.catalogue import Words


def feat_name(words: Words, feat: FeatId) -> str:
    """Return the name of a feat, which names the game where several games have it."""
    return _feat_text(words, feat, "")


def feat_help(words: Words, feat: FeatId) -> str:
    """Return a sentence that says what is to be done for a feat."""
    return _feat_text(words, feat, ".help")


def _feat_text(words: Words, feat: FeatId, end: str) -> str:
    if feat.group != ALL_GAMES and any(feat.key == own.key for own in GAMES[feat.group].feats):
        return words(f"{feat.group}.feat.{feat.key}{end}")
    title = "" if feat.group == ALL_GAMES else words(f"{feat.group}.title")
    return words(f"app.feat.of.{feat.key}{end}", game=title)


def feat_group_name(words: Words, group: str) -> str:
    """Return the heading of a group of feats: a game's title, or all games."""
    return words("app.stats.game.all") if group == ALL_GAMES else words(f"{group}.title")


def feat_names(words: Words, feats: Sequence[FeatId]) -> str:
    """Return the names of some feats as a list in words."""
    return words.join_and([feat_name(words, feat) for feat in feats])
