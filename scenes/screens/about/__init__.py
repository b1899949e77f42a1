"""The about screen: version and folders, changes, licences, and a problem report to copy."""
