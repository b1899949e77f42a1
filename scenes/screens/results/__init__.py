"""The results screen after a deal or a match."""
