"""The statistics screen: numbers, opponents and trends of finished matches."""
