"""Everything that is drawn: colours and type, cards, portraits, icons, boxes, backgrounds and widgets."""

from scenes.look.look import Look

__all__ = ["Look"]
