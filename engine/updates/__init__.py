"""Check for a new version, off by default. Nothing is downloaded or installed.

``project`` has the project's address, and ``versions`` compares versions. ``release_query`` sends the request, and
``check`` runs it in a thread. ``check_log`` stores the time and result of the last check.
"""
