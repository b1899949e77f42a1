"""Infrastructure of all screens: scenes, navigation, dialogs, toasts, the window, input devices and sharing."""
