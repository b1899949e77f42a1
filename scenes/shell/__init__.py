"""The base of every screen: scenes, navigation, dialogs, toasts, the window and sharing."""
