"""The pygame-ce application: screens, table, animation, input, text."""
