"""The rules reader: parsed pages, their typesetting, the scrolling page, and the screen."""
