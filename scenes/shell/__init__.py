"""What every screen is built on: scenes, dialogs, toasts, the window and sharing."""
