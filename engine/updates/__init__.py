"""The look for a new version, which only the player can ask for.

``project`` knows the project's address, ``versions`` compares, ``release_query`` asks in a process beside the window,
``check`` starts that process, and ``check_log`` remembers when it was last done. Nothing is ever downloaded or
installed.
"""
