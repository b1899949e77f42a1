"""Check for a new version, off by default. Nothing is downloaded or installed.

``project`` has the project's address, ``versions`` compares versions, ``release_query`` sends the request, ``check``
runs it in a background process, and ``check_log`` stores the time and result of the last check.
"""
