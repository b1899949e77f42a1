"""The rules reader: pages as documents, their typesetting, the scrolling page, and the screen."""
