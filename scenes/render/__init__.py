"""Drawing code: colours and type, cards, portraits, icons, boxes, backgrounds and widgets."""
