"""Input other than by mouse and keyboard: touch, gamepads, the on-screen keyboard, dropped files."""
