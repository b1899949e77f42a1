"""The list of replays, and the screen that plays one."""
