"""The review screen of a finished match."""
