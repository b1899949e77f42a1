"""Texts about the matches that the player and a character have won against each other."""

from engine.characters import CHARACTERS
from engine.statistics.store import HeadToHead
from scenes.text.catalogue import Words


def head_to_head_text(words: Words, character: str, matches: HeadToHead) -> str:
    """Return a sentence about who leads: "Kwame leads you 4 to 2"; empty before anybody has won."""
    name, (person_wins, rival_wins) = CHARACTERS[character].name, matches
    if not person_wins + rival_wins:
        return ""
    if person_wins == rival_wins:
        return words("people.score.level", name=name, n=person_wins)
    high, low = max(matches), min(matches)
    return words("people.score.ahead" if person_wins == high else "people.score.behind", name=name, n=high, m=low)


def short_head_to_head_text(words: Words, character: str, matches: HeadToHead) -> str:
    """Return the matches won as on a scoreboard: "You 2 – 4 Kwame"; empty before anybody has won."""
    person_wins, rival_wins = matches
    name = CHARACTERS[character].name
    return f"{words('app.table.you')} {person_wins} – {rival_wins} {name}" if person_wins + rival_wins else ""
